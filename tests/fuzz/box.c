/* Boxes. Input that begins with a brace is the JSON of a box file; of any other the first byte says which game and the rest are the values
 * of the box as bytes, which become JSON first: mutations then hit values instead of commas.
 *
 * Accepted damaged would be: a box that is another one, or refused, when it is written out and read again; or one with which some whole
 * random game meets a state that check() refuses or that has no way on, or takes more than max_length moves. */
#include "play/boxfile.h"
#include "fuzz.h"

static bool read_box(struct boxfile *f, const char *text, size_t n)
{
	struct json j;
	struct boxfile kept;
	char why[MAX_ERROR] = "";

	memset(f, 0x5A, sizeof *f);
	kept = *f;
	bool fine = json_read(&j, text, n, why);
	if (fine) {
		fine = boxfile_read(f, &j, why);
		json_drop(&j);
	}
	HOLDS(fine || (why[0] != '\0' && !strchr(why, '\n')), "refused without a reason in one line");
	HOLDS(fine || memcmp(f, &kept, sizeof kept) == 0, "refused, but not without a trace");
	return fine;
}

/* The JSON of the box that the bytes hold; 0: they hold none. */
static int json_of_bytes(struct bytes in, char *json)
{
	const struct game *g = game_list[fuzz_byte(&in) % games_here()];
	struct text t = text_on(json, MAX_JSON);
	struct box b;
	char why[MAX_TEXT];

	memset(&b, 0, sizeof b);
	strcpy(b.name, "fuzz");
	if (fields_decode(g->box_fields, &b, in.at, (int)in.n, NULLS_OPTIONAL, why) != (int)in.n)
		return 0;
	codec_box_json(g, &b, &t);
	HOLDS(text_fits(&t), "the JSON of a box does not fit");
	return t.n;
}

static void returns(const struct boxfile *f)
{
	static char json[MAX_JSON];
	struct text t = text_on(json, sizeof json);
	struct boxfile back;
	char one[BOX_HASH], other[BOX_HASH];

	codec_box_json(f->game, &f->box, &t);
	HOLDS(text_fits(&t) && read_box(&back, json, (size_t)t.n), "its own JSON is refused:\n%s", json);
	HOLDS(back.game == f->game && memcmp(&back.box, &f->box, sizeof back.box) == 0, "its own JSON is another box:\n%s", json);
	boxfile_hash(f->game, &f->box, one);
	boxfile_hash(back.game, &back.box, other);
	HOLDS(strcmp(one, other) == 0, "one box has two hashes");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char json[MAX_JSON];
	struct rng r = rng_seed(codec_hash(data, (int)size));
	struct boxfile f;
	struct state s;
	uint8_t option[MAX_OPTIONS];
	int players, n = size > 0 && data[0] != '{' ? json_of_bytes((struct bytes){ data, size }, json) : 0;

	if (!(n > 0 ? read_box(&f, json, (size_t)n) : read_box(&f, (const char *)data, size)))
		return 0;
	returns(&f);
	fuzz_setup(f.game, &r, &players, option);
	game_start(f.game, &f.box, players, option, &s);
	fuzz_check(f.game, &f.box, &s, "at the start");
	fuzz_ask(f.game, &f.box, &s, &r);
	s = fuzz_play(f.game, &f.box, &s, (int)f.game->max_length, &r);
	HOLDS(f.game->to_move(&f.box, &s) == OVER, "a game of more than max_length moves");
	return 0;
}
