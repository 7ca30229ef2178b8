/* Going back: alone as far as nobody has learnt anything, further with the consent of those who play. */
#include <stdio.h>

#include "table/parts.h"

int table_silent_from(const struct table *t, int seat)
{
	return t->status == TABLE_RUNNING && t->mover == seat ? t->quiet : t->plies;
}

/* Bots, and persons who are away, agree to everything. */
static unsigned others(const struct table *t, int asker)
{
	unsigned all = 0;

	for (int i = 0; i < t->head.players; i++)
		if (i != asker && table_here(t, i))
			all |= 1u << i;
	return all;
}

unsigned table_asked(const struct table *t)
{
	return t->asker < 0 ? 0 : others(t, t->asker) & ~(unsigned)t->agreed;
}

bool undo_fits(const struct table *t, int seat, int to, struct refusal *no)
{
	if (t->paused)
		return REFUSE(no, PAUSED, "the game is paused");
	if (to < 0 || to >= t->plies || t->ply[to].seat < 0)
		return REFUSE(no, PLY, "ply %d is not a decision that was made", to);
	if (seat < 0 && (t->asker < 0 || t->ask_to != to || table_asked(t)))
		return REFUSE(no, CONSENT, "not all have agreed to go back to ply %d", to);
	if (seat >= 0 && !table_here(t, seat))
		return REFUSE(no, AWAY, "a bot decides for seat %d", seat);
	if (seat >= 0 && to < table_silent_from(t, seat) && t->head.deal[0])
		return REFUSE(no, PLY, "others play the same deal, so a move that showed you something cannot be taken back");
	if (seat >= 0 && to < table_silent_from(t, seat) && others(t, seat))
		return REFUSE(no, CONSENT, "the others have to agree");
	return true;
}

/* Plays the game again from its beginning, which takes little time and saves keeping every state. */
void undo_to(struct table *t, int to)
{
	parts_begin(t);
	for (int i = 0; i < to; i++)
		parts_apply(t, t->ply[i], NULL);
}

void undo_complete(const struct table *t, int but, unsigned agreed, int64_t now, struct rows *out)
{
	char words[12];

	if (but >= 0)
		agreed |= 1u << but;
	if (t->asker < 0 || t->asker == but || (table_asked(t) & ~agreed))
		return;                         /* nobody asks, the seat that asked has left, or somebody has not agreed yet */
	snprintf(words, sizeof words, "%d", t->ask_to);
	rows_add(out, ROW_UNDO, BY_SERVER, -1, now, words);
}
