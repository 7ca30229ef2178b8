/* JSON to states and views, as `position` of the engine takes them: text, flat values, codec_read with the built-in box.
 *
 * Accepted damaged would be: what decode.c says; or JSON that is another state, or refused, when it is written out and read again. */
#include "fuzz.h"

static const struct game *game_named(struct json *j)
{
	const struct flat *name = flat_find(&j->flats, "game");

	return name && name->kind == FLAT_TEXT ? game_find(name->text) : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rng r = rng_seed(codec_hash(data, (int)size));
	struct state s, kept;
	struct json j;
	char why[MAX_ERROR] = "";

	if (!json_read(&j, (const char *)data, size, why)) {
		HOLDS(why[0] != '\0' && !strchr(why, '\n'), "refused without a reason in one line");
		return 0;
	}
	const struct game *g = game_named(&j);
	memset(&s, 0x5A, sizeof s);
	kept = s;
	bool fine = g && codec_read(g, g->box, &s, &j.flats, why);
	HOLDS(fine || !g || (why[0] != '\0' && game_same(&s, &kept)), "refused without a reason, or not without a trace");
	json_drop(&j);
	if (fine)
		fuzz_accepted(g, g->box, &s, &r);
	return 0;
}
