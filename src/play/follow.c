#include "play/follow.h"

#include <string.h>

static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
enum { MORE = sizeof letters - 2 };     /* the last letter: so many, and the next letter on top of it */

static void put_place(int place, struct text *out)
{
	for (; place >= MORE; place -= MORE)
		text_char(out, letters[MORE]);
	text_char(out, letters[place]);
}

/* -1: that is no letter of ours, or the code ends within a number. */
static int read_place(const char **at)
{
	int place = 0;

	for (;; (*at)++) {
		const char *found = **at ? strchr(letters, **at) : NULL;
		if (!found || place > MAX_MOVES)
			return -1;
		place += (int)(found - letters);
		if (found - letters < MORE)
			break;
	}
	(*at)++;
	return place;
}

void follow_write(const struct session *s, int ply, struct text *out)
{
	const struct game *g = s->setup.game;
	const struct box *b = &s->setup.box;
	struct moves may;

	for (int p = 0; p < ply; p++) {
		if (g->to_move(b, session_at(s, p)) == CHANCE)
			continue;
		g->legal(b, session_at(s, p), &may);
		for (int i = 0; i < may.n && may.n > 1; i++)
			if (may.id[i] == s->ply[p].move)
				put_place(i, out);
	}
}

bool follow_play(struct session *s, const char *code, char why[MAX_ERROR])
{
	const struct game *g = s->setup.game;
	struct moves may;

	for (int mover; (mover = session_to_move(s)) != OVER; ) {
		if (mover == CHANCE) {
			session_move(s, session_draw(s));
			continue;
		}
		g->legal(&s->setup.box, &s->state, &may);
		if (may.n > 1 && !*code)
			return true;
		const int place = may.n > 1 ? read_place(&code) : 0;
		if (place < 0 || place >= may.n)
			return error_say(why, "the code does not fit the game at move %d", s->plies + 1);
		session_move(s, may.id[place]);
	}
	return *code ? error_say(why, "the game is over before its code is") : true;
}
