/* Positions of any game, played through its public interface by move texts. What goes wrong here fails the running test with a message.
 * Each game has a fixture of its own on top of this, with the positions that its rules need. */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include <stddef.h>

#include "core/codec.h"
#include "core/game.h"

struct fix {
	const struct game *g;
	const struct box *box;
	struct state s;
	struct events told;             /* by the last move played */
};

/* A new game as game_start makes it, at its first move. options: "mode=intro rounds=3" or "". The box outlives the position; NULL: built in. */
struct fix fix_begin(const char *game, int players, const char *options, const struct box *box);

void play(struct fix *f, const char *moves);    /* "speed 3, ahead": each must be legal; asserts check() after each */
void legal_is(const struct fix *f, const char *moves);          /* exactly these texts, in any order */
void leaves(struct fix *f, const char *moves, const char *legal);         /* play(), then legal_is() */
bool is_legal(const struct fix *f, const char *move);
void refused(const struct fix *f, const char *moves, int rule);         /* of each why() gives that rule and a sentence, legal() does not list it */
void no_move_is(const struct fix *f, const char *texts, int rule);      /* texts that are no moves at all: game_why_no_move() gives that rule, or 0 */
/* Which of n things of that size, each of which begins with its name, is called so; `what` they are, for the message. */
int  named(const char *what, const char *name, const void *first, size_t size, int n);
int  weight_of(const struct fix *f, const char *move);          /* odds of a chance move that is legal now */
void to_move_is(const struct fix *f, int seat);                 /* or CHANCE, OVER */
void phase_is(const struct fix *f, int phase);                  /* of the game, as BROAD_SELL or RAILS_BUY */
void turn_is(const struct fix *f, int seat, int phase);         /* both */
void play_into(struct fix *f, const char *moves, int phase);    /* play(), then phase_is() */
void check_holds(const struct fix *f);
void check_fails(const struct fix *f);                                          /* check() finds something and says what */
void check_says(const struct fix *f, const char *words);                        /* the same, in these words */
/* With that value in a member of its state: CHECK_SAYS(&f, rails.from, 1, "from belongs to a delivery"). */
#define CHECK_SAYS(f, member, value, words) do { struct fix changed = *(f); changed.s.member = (value); check_says(&changed, words); } while (0)

int  told(const struct fix *f, const char *event);              /* how often the last move told an event of that name */
void told_counts(const struct fix *f, const char *counts);      /* "export 0, export_tie 2": each so often */
int  told_at(const struct fix *f, const char *event);           /* which of them is the first of that name; -1: none */
const struct event *told_event(const struct fix *f, const char *event);         /* the first of that name, which must be there */

/* To the end of the game by random moves; watch sees every move before and after it is made. */
void play_random(struct fix *f, uint64_t seed, void (*watch)(const struct fix *before, const struct fix *after));

/* Adds to the end of a list of words, with a blank before all but the first. */
enum { MAX_LIST = MAX_MOVES * 24 };
void add_word(char list[MAX_LIST], const char *form, ...);

/* Takes the next word of *at, up to one of `ends`, blanks around it dropped; false when there is none left. */
bool next_word(const char **at, const char *ends, char out[MAX_TEXT]);

#endif
