/* A table without a live: what is asked is stored at once, here and in a list of rows from which it could be made again. */
#ifndef TESTS_SERVER_DESK_H
#define TESTS_SERVER_DESK_H

#include "table/table.h"

struct desk {
	struct table t;
	struct rows  all;               /* every row it ever had */
	struct refusal no;              /* of the last wish that was refused */
	int64_t      now;
	struct rng   own;
};

static const struct pace no_clock = { 0, 0, false };
static const struct pace quick = { 10 * 1000, 30 * 1000, false };

struct head desk_head(const char *game, int players, struct pace pace);         /* with a key that depends on nothing */
void desk_make(struct desk *d, const struct head *h, uint64_t seed);
struct desk desk_game(const char *game, int players, struct pace pace, uint64_t seed);
struct desk desk_race(const char *seats, struct pace pace);     /* of three that runs; seat 0 sets its speed next */
void desk_drop(struct desk *d);                 /* after it has been made again from its rows, and is the same */

struct request desk_ask(enum request_kind kind, int seat);  /* at the present place of nothing: fill in the rest */
const char *desk_want(struct desk *d, const struct request *a);     /* NULL: done; "repeated"; else the code of the refusal */
const char *desk_simply(struct desk *d, enum request_kind kind, int seat);
const char *desk_host(struct desk *d, enum request_kind kind, int whom, const char *text);
const char *desk_about(struct desk *d, enum request_kind kind, int seat, int whom);      /* what a seat wants of another */
const char *desk_sit(struct desk *d, int seat, const char *name);
const char *desk_say(struct desk *d, enum request_kind kind, int seat, const char *text);
const char *desk_reveal(struct desk *d, int seat, int byte);    /* a nonce of so many of these; that of a seat is of 50 and its number */
const char *desk_play(struct desk *d, int seat, const char *move);
const char *desk_undo(struct desk *d, int seat, int to);
const char *desk_order(struct desk *d, int seat, const char *prompt, const char *order, bool once);

void desk_start(struct desk *d, const char *seats);     /* "pbp": persons and bots, then it starts */
bool desk_due(struct desk *d);                  /* what is due now, if anything is */
void desk_random(struct desk *d);               /* whoever is to move, person or bot, makes a random move; what is due comes first */
void desk_end_turn(struct desk *d);             /* random moves until another turn begins */
bool desk_until_asked(struct desk *d);          /* random moves until a question out of turn is open; false: the game is over */
struct desk desk_asked(const char *game, int players, const char *seats, struct pace pace);     /* makes one that has come to that */
void desk_legal(const struct desk *d, int which, char out[MAX_TEXT]);   /* that legal move as text */
void desk_fold(struct desk *d, struct rows *r); /* stores and folds; clears them */
bool desk_secret(const struct desk *d, int seat, int byte);     /* it has a secret of so many of these, as desk_sit() gives */
void desk_same(const struct table *a, const struct table *b);
const struct row *desk_last(const struct desk *d, int back);            /* 0: the last row */

#endif
