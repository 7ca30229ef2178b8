/* What a board shows that follows by the rules: what a move would lose, and when selling the boat in the last turn brings less than keeping it. */
#include "broadhorns.h"

/* Moves that lose something are asked about once, in these words; B33, B89, B122, B123. Who chooses between playing ice or not is asked already. */
static const struct question { uint16_t from, to; const char *asks, *yes; } questions[] = {
	{ MOVE_MOVE, MOVE_PORT, "Sail past a traveler's destination?", "Sail past it" },
	{ MOVE_ABANDON, MOVE_STOP, "Abandon the expedition?", "Abandon it" },
	{ MOVE_STOP, MOVE_ICE, "End the turn now?", "End the turn" },
	{ MOVE_RESELL, MOVE_SAIL_ON, "End the expedition here?", "Sell the boat" },
};

static const struct question *question_of(int move)
{
	for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
		if (move >= questions[i].from && move < questions[i].to)
			return &questions[i];
	return NULL;
}

/* Writes one more loss into a list that `asks` opens. */
static void put_loss(const struct question *q, const char *words, uint16_t rule, bool first, struct text *out)
{
	char name[8];

	if (first) {
		text_put(out, "\"asks\":");
		json_text(out, q->asks);
		text_put(out, ",\"yes\":");
		json_text(out, q->yes);
		text_put(out, ",\"loses\":[");
	} else {
		text_char(out, ',');
	}
	game_rule_name(rule, name);
	text_put(out, "{\"words\":");
	json_text(out, words);
	text_form(out, ",\"rule\":\"%s\"}", (const char *[]){ name }, NULL);
}

/* B33: actions that could still be used. */
static bool wastes_actions(const struct box *b, const struct state *s, int move)
{
	return move == MOVE_STOP && s->broadhorns.actions > 0 &&
		(broad_refusal(b, s, MOVE_MOVE) == 0 || broad_refusal(b, s, MOVE_PORT) == 0);
}

static void put_losses(const struct box *b, const struct state *s, int move, struct text *out)
{
	const struct question *q = question_of(move);
	struct state after = *s;
	struct events told = { .n = 0 };
	char words[MAX_TEXT];
	bool first = true;

	if (!q)
		return;
	broad_apply(b, &after, move, &told);
	for (int i = 0; i < told.n; i++)
		if (told.of[i].seat == s->broadhorns.active && broad_loss(b, s, &told.of[i], words)) {
			put_loss(q, words, told.of[i].rule, first, out);
			first = false;
		}
	if (wastes_actions(b, s, move)) {
		put_loss(q, s->broadhorns.actions == 1 ? "Lost: an action that you could still use." : "Lost: two actions that you could still use.",
			B(33), first, out);
		first = false;
	}
	text_put(out, first ? "" : "]");
}

static int score_after(const struct box *b, const struct state *s, int move)
{
	struct state after = *s;
	int score[MAX_PLAYERS];

	broad_apply(b, &after, move, NULL);
	broad_score(b, &after, score);
	return score[s->broadhorns.active];
}

/* B141, B142: in the last turn a boat that is kept brings its resale all the same, and the barrels aboard count. */
static void put_advice(const struct box *b, const struct state *s, struct text *out)
{
	char words[MAX_TEXT];
	struct text t = text_on(words, sizeof words);

	if (s->broadhorns.phase != BROAD_RESALE || !s->broadhorns.final)
		return;
	int less = score_after(b, s, MOVE_SAIL_ON) - score_after(b, s, MOVE_RESELL);
	if (less <= 0)
		return;
	text_form(&t, "This is your last turn: to end the expedition here brings %d gold less than to sail on, because boat and barrels count in the end.",
		NULL, (int64_t[]){ less });
	text_put(out, "\"advice\":{\"words\":");
	json_text(out, words);
	text_put(out, ",\"rule\":\"B141\"}");
}

void broad_facts(const struct box *b, const struct state *s, int move, struct text *out)
{
	if (move >= 0)
		put_losses(b, s, move, out);
	else
		put_advice(b, s, out);
}
