/* The count: gold, what is still aboard, the boat, and the wreath bonus. It can be made at every moment, as if the game ended then. */
#include "broadhorns.h"

static const uint8_t *bonuses(const struct box *b, int players)
{
	return players == 2 ? b->broadhorns.wreath_2 : players == 3 ? b->broadhorns.wreath_3 : b->broadhorns.wreath_4;
}

/* Option wreaths=some: who has none takes no place (A52). */
static bool is_ranked(const struct state *s, int seat)
{
	return s->option[BROAD_WREATHS] == WREATHS_ALL || s->broadhorns.player[seat].wreaths > 0;
}

/* B145..B148: those who tie share the bonuses of the places they take together, rounded down. */
int broad_wreath_bonus(const struct box *b, const struct state *s, int seat)
{
	const struct broadhorns *g = &s->broadhorns;
	int before = 0, tied = 0, sum = 0;

	if (!is_ranked(s, seat))
		return 0;
	for (int i = 0; i < s->players; i++) {
		before += is_ranked(s, i) && g->player[i].wreaths > g->player[seat].wreaths;
		tied += is_ranked(s, i) && g->player[i].wreaths == g->player[seat].wreaths;
	}
	for (int place = before; place < before + tied && place < BROAD_PLACES; place++)
		sum += bonuses(b, s->players)[place];
	return sum / tied;
}

static int resale(const struct box *b, const struct broadhorns *g, int seat)
{
	const struct broad_boat *boat = broad_boat(b, g, seat);

	return boat ? boat->resale : 0;
}

/* B141, B142; B143: travelers aboard are worth nothing. */
void broad_score(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	const struct broadhorns *g = &s->broadhorns;

	for (int i = 0; i < s->players; i++)
		out[i] = g->player[i].gold + broad_cargo(g, i) * b->broadhorns.aboard + resale(b, g, i) + broad_wreath_bonus(b, s, i);
}

/* B149: most gold; B150: then most tiles; B173: then a shared place. */
void broad_place(const struct box *b, const struct state *s, int out[MAX_PLAYERS])
{
	const struct broadhorns *g = &s->broadhorns;
	int score[MAX_PLAYERS];

	broad_score(b, s, score);
	for (int i = 0; i < s->players; i++) {
		out[i] = 1;
		for (int j = 0; j < s->players; j++)
			out[i] += score[j] > score[i] || (score[j] == score[i] && g->player[j].tiles > g->player[i].tiles);
	}
}

int broad_fate(const struct box *b, const struct state *s, int seat)
{
	return s->broadhorns.phase == BROAD_OVER ? game_fate_by_place(broad_place, b, s, seat) : BROAD_PLAYING;
}

static void line(struct line *out, int n, uint16_t rule, const char *form, int count)
{
	struct text t = text_on(out->words, MAX_TEXT);

	text_form(&t, form, NULL, (int64_t[]){ count });
	out->n = n;
	out->rule = rule;
}

int broad_tally(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES])
{
	const struct broadhorns *g = &s->broadhorns;
	const struct broad_player *p = &g->player[seat];
	int barrels = broad_cargo(g, seat);

	line(&out[0], p->gold, B(149), "gold", 0);
	line(&out[1], barrels * b->broadhorns.aboard, B(141), "barrels still aboard: %d", barrels);
	line(&out[2], resale(b, g, seat), B(142), p->boat == NO_BOAT ? "no boat to sell" : "resale of the boat", 0);
	line(&out[3], broad_wreath_bonus(b, s, seat), s->players == 2 ? B(145) : s->players == 3 ? B(146) : B(147), "bonus for wreaths: %d of them", p->wreaths);
	return 4;
}
