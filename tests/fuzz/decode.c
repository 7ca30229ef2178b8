/* Bytes to states and views, with the built-in box. The first byte of the input says which game and which of two kinds the rest is: the
 * bytes themselves; or a game, how far it is played, and what is then damaged in its bytes, which gets nearer to what is almost right.
 *
 * Accepted damaged would be: a state that check() refuses, that encodes to other bytes, or from which 200 legal moves lead to a state that
 * check() refuses or that has no way on; a view that no sound game looks like. Refused and yet damaged would be: no reason given, or the
 * state that was there before is changed. */
#include "fuzz.h"

enum { PLAYED = 128 };                  /* bit of the first byte */

static struct state played(const struct game *g, struct bytes *in)
{
	struct rng r = rng_seed((uint64_t)fuzz_byte(in));
	uint8_t option[MAX_OPTIONS];
	struct state s;
	struct moves m;
	int players;

	fuzz_setup(g, &r, &players, option);
	game_start(g, g->box, players, option, &s);
	for (int n = fuzz_byte(in); n > 0 && g->to_move(g->box, &s) != OVER; n--) {
		g->legal(g->box, &s, &m);
		g->apply(g->box, &s, m.id[rng_below(&r, (uint32_t)m.n)], NULL);
	}
	return s;
}

/* Seen by somebody or not, and then each pair of bytes how much further on, and what is put there. */
static int damaged(const struct game *g, struct bytes *in, uint8_t code[MAX_CODE])
{
	struct state s = played(g, in);
	int eyes = fuzz_byte(in) % (2 * s.players + 1), n, at = 0;

	if (eyes <= s.players)
		game_view(g, g->box, &s, eyes < s.players ? eyes : WATCHER, &s);
	n = codec_encode(g, &s, code);
	while (in->n > 0) {
		at = (at + fuzz_byte(in)) % n;
		code[at] = (uint8_t)fuzz_byte(in);
	}
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes in = { data, size };
	int first = fuzz_byte(&in);
	const struct game *g = game_list[first % PLAYED % games_here()];
	struct rng r = rng_seed(codec_hash(data, (int)size));
	struct state s, kept;
	uint8_t code[MAX_CODE], again[MAX_CODE];
	char why[MAX_TEXT] = "";

	if (first & PLAYED)
		in = (struct bytes){ code, (size_t)damaged(g, &in, code) };
	memset(&s, 0x5A, sizeof s);
	kept = s;
	if (!codec_decode(g, g->box, &s, in.at, (int)in.n, why)) {
		HOLDS(why[0] != '\0' && game_same(&s, &kept), "refused without a reason, or not without a trace");
		return 0;
	}
	HOLDS(codec_encode(g, &s, again) == (int)in.n && memcmp(again, in.at, in.n) == 0, "the bytes were read as something else");
	fuzz_accepted(g, g->box, &s, &r);
	return 0;
}
