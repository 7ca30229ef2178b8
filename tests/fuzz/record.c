/* Records, as text and as JSON.
 *
 * Accepted damaged would be: a record whose game stands at a state that check() refuses, or cannot be played on; or one that is another
 * game, or is refused, when it is written out in either form and read again: other players, options, pieces, moves, comments or result. */
#define _POSIX_C_SOURCE 200809L         /* open_memstream */
#include "play/record.h"
#include "fuzz.h"

static char *written(const struct session *s, enum record_form form, size_t *n)
{
	char *bytes;
	FILE *out = open_memstream(&bytes, n);

	HOLDS(out, "no memory");
	record_write(s, form, out);
	fclose(out);
	return bytes;
}

static bool same_setup(const struct setup *a, const struct setup *b)
{
	return a->game == b->game && a->players == b->players && memcmp(a->option, b->option, sizeof a->option) == 0 &&
		a->manual == b->manual && (a->manual || a->seed == b->seed) && memcmp(a->name, b->name, sizeof a->name) == 0 &&
		boxfile_built_in(a->game, &a->box) == boxfile_built_in(b->game, &b->box) &&
		(boxfile_built_in(a->game, &a->box) || memcmp(&a->box, &b->box, sizeof a->box) == 0);
}

static bool same_moves(const struct session *a, const struct session *b)
{
	if (a->plies != b->plies || a->placed != b->placed || !game_same(&a->state, &b->state))
		return false;
	for (int i = 0; i < a->plies; i++)
		if (a->ply[i].move != b->ply[i].move || a->ply[i].source != b->ply[i].source || !game_same(&a->ply[i].before, &b->ply[i].before))
			return false;
	return true;
}

static bool same_remarks(const struct session *a, const struct session *b)
{
	if (a->remarks != b->remarks)
		return false;
	for (int i = 0; i < a->remarks; i++)
		if (a->remark[i].place != b->remark[i].place || a->remark[i].beside != b->remark[i].beside ||
		    strcmp(a->remark[i].words, b->remark[i].words) != 0)
			return false;
	return true;
}

static void returns(const struct session *s, enum record_form form)
{
	size_t n, k;
	char *bytes = written(s, form, &n), why[MAX_ERROR] = "";
	struct session back;

	HOLDS(record_read(&back, bytes, n, why), "its own record is refused: %s\n%s", why, bytes);
	HOLDS(same_setup(&back.setup, &s->setup), "its own record has another set-up:\n%s", bytes);
	HOLDS(same_moves(&back, s), "its own record is another game:\n%s", bytes);
	HOLDS(same_remarks(&back, s), "its own record has other comments:\n%s", bytes);
	char *again = written(&back, form, &k);
	HOLDS(k == n && memcmp(again, bytes, n) == 0, "it is written differently again:\n%s\n%s", bytes, again);
	session_close(&back);
	free(bytes);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { PLAY_ON = 50 };
	struct rng r = rng_seed(codec_hash(data, (int)size));
	struct session s, kept;
	char why[MAX_ERROR] = "";

	memset(&s, 0x5A, sizeof s);
	kept = s;
	if (!record_read(&s, (const char *)data, size, why)) {
		HOLDS(why[0] != '\0' && !strchr(why, '\n'), "refused without a reason in one line");
		HOLDS(memcmp(&s, &kept, sizeof s) == 0, "refused, but not without a trace");
		return 0;
	}
	const struct game *g = s.setup.game;
	HOLDS(s.state.eyes == ALL, "the record of a view");
	fuzz_check(g, &s.setup.box, &s.state, "at the end of a record");
	returns(&s, RECORD_TEXT);
	returns(&s, RECORD_JSON);
	fuzz_play(g, &s.setup.box, &s.state, PLAY_ON, &r);
	session_close(&s);
	return 0;
}
