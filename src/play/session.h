/* A game under way: the state, how it came about, and the draws that chance makes. One per table; nothing here knows a rule. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include <stdio.h>

#include "play/fair.h"
#include "play/setup.h"

/* One move that was made. */
struct ply {
	struct state before;
	uint16_t move;
	int16_t  source;                /* at chance: which pile, bag or die; else -1 */
	bool     drawn;                 /* by the session itself, from the seed */
};

/* A comment of the record: on a line of its own above something, or beside it at the end of its line. The lines of the head are the
 * places 0 .. PLACE_BODY-1; two more belong to each ply p, the line of the turn that begins with it and the ply itself. After the last
 * ply these are the result and the end. */
enum { PLACE_BODY = 16, MAX_REMARKS = 4096, MAX_REMARK = 2000 };        /* how many, and the bytes of one */
#define PLACE_TURN(p) (PLACE_BODY + 2 * (p))
#define PLACE_PLY(p)  (PLACE_BODY + 2 * (p) + 1)
struct remark {
	int   place;
	bool  beside;
	char *words;
};

/* How a server drew the chance of a game: enough to draw it again. */
struct proof {
	char     table[ID_CHARS + 1];
	uint8_t  commit[HASH_BYTES];    /* the hash of the key, as it was told when the table was made */
	struct fair fair;
	uint32_t *number;               /* of each chance move, in order; struct fair says how they are counted */
	int      numbers;
};

struct session {
	struct setup setup;
	struct state state;             /* now */
	bool placed;                    /* it began at a position that was typed in, not at the start of the setup */
	struct ply *ply;                /* at most game->max_length of them */
	int plies, cap;
	struct remark *remark;          /* in the order of their places */
	int remarks;
	struct proof *proof;            /* NULL: no server drew its chance, or it is not as the server left it any more */
};

void session_start(struct session *s, const struct setup *u);   /* ready for the first decision; session_close() it */
void session_open(struct session *s, const struct setup *u);    /* the same, but chance has not moved yet */
void session_place(struct session *s, const struct state *at);  /* go on from that position: history and comments are gone */
void session_close(struct session *s);                          /* may be called twice */

int  session_to_move(const struct session *s);                  /* a seat, CHANCE or OVER */

/* "ahead"; or, as in a record, with the mover in front: "0 ahead", "- die left". Then, unless chance is manual, chance.
 * What is refused changes nothing, and the rule that forbids it comes first: "Q31 there is land ahead". Out of turn that is the
 * rule against the move itself, or else the one by which turns are taken. */
bool session_play(struct session *s, const char *typed, char out[MAX_ERROR]);
bool session_find(const struct session *s, const char *typed, int *move, char out[MAX_ERROR]);  /* which move is meant, legal or not */
bool session_judge(const struct session *s, const char *typed, int *move, char out[MAX_ERROR]); /* whether it may be played; plays nothing */
bool session_allows(const struct session *s, const char *typed, int *move, char out[MAX_ERROR]);        /* the same, of a view too */

void session_move(struct session *s, int move);                 /* a legal one, and no chance after it */
void session_settle(struct session *s);                         /* unless chance is manual: draws until a seat is to move */
int  session_draw(const struct session *s);                     /* at CHANCE: the move that the seed gives */

/* Takes back the last move that was not drawn by the session, and the draws after it: they come out the same the next time. */
bool session_undo(struct session *s, char out[MAX_ERROR]);

const struct state *session_at(const struct session *s, int ply);       /* before that ply; s->plies: now */
int  session_last(const struct session *s);                     /* the ply that session_undo would go back to; -1: none */
void session_told(const struct session *s, int ply, struct events *out);        /* what that ply told */
/* After those that are there already; spaces around it are lost. */
bool session_remark(struct session *s, int place, bool beside, const char *words, size_t n, char out[MAX_ERROR]);

/* Takes over the numbers. Gone again as soon as the game goes on or back. */
void session_prove(struct session *s, const struct proof *p);

/* What that event of a ply is for that seat, in words and with the names of the players. */
void session_say(const struct session *s, int ply, const struct event *e, int seat, int look, char out[MAX_ERROR]);

/* The board before that ply, as that seat sees it. */
void session_board(const struct session *s, int ply, int seat, int look, FILE *out);

/* The rule by which turns are taken: for whoever moves out of turn. */
uint16_t session_turn_rule(const struct game *g, const struct box *b, int players, const uint8_t option[MAX_OPTIONS]);

/* The moves of a plan from here, as they are typed when their time comes. */
void session_plan(const struct session *s, const struct plan *p, char words[MAX_PLAN][MAX_TEXT]);

#endif
