/* The game of a table as a session, from which its record is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/deal.h"
#include "table/parts.h"

static void set_up(const struct table *t, struct setup *u)
{
	const struct head *h = &t->head;

	setup_preset(u, h->game);
	u->rules = h->rules;
	u->box = *h->box;
	u->players = h->players;
	memcpy(u->option, h->option, MAX_OPTIONS);
	u->seed = 0;
	u->manual = true;
	for (int i = 0; i < h->players; i++)
		snprintf(u->name[i], MAX_NAME, "%s", t->seat[i].kind == SEAT_FREE ? h->game->seats[i] : t->seat[i].name);
}

/* The result in the record is that of the game's rules; who resigned is written beside it. */
static bool remark_resigned(const struct table *t, struct session *s, char why[MAX_ERROR])
{
	char words[MAX_TEXT];

	for (int n = 1; n <= t->resigned; n++)
		for (int i = 0; i < t->head.players; i++)
			if (t->seat[i].resigned == n) {
				snprintf(words, sizeof words, "seat %d, %s, resigned and is placed %d", i, s->setup.name[i], t->head.players - n + 1);
				if (!session_remark(s, PLACE_PLY(s->plies), false, words, strlen(words), why))
					return false;
			}
	return true;
}

/* The key is handed out only when nothing will be drawn any more: whoever has it knows all draws to come. */
static void prove(const struct table *t, struct session *s)
{
	struct proof p = { .fair = t->fair };

	p.number = malloc(((size_t)t->plies + 1) * sizeof *p.number);
	must(p.number != NULL);
	for (int i = 0; i < t->plies; i++)
		if (t->ply[i].seat < 0)
			p.number[p.numbers++] = t->ply[i].number;
	if (p.numbers == 0) {
		free(p.number);
		return;
	}
	parts_draws_id(t, p.table);
	fair_hash(t->fair.key, HASH_BYTES, p.commit);
	session_prove(s, &p);
}

bool table_session(const struct table *t, int64_t now, struct session *out, char why[MAX_ERROR])
{
	struct setup u;

	set_up(t, &u);
	session_open(out, &u);
	for (int i = 0; i < t->plies; i++)
		session_move(out, t->ply[i].move);
	if (!remark_resigned(t, out, why)) {
		session_close(out);
		return false;
	}
	if ((t->status == TABLE_OVER || t->status == TABLE_CLOSED) && !deal_sealed(&t->head, now))
		prove(t, out);
	return true;
}
