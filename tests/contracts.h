/* The contracts of docs/game.md that hold at every moment of every game: each looks at one moment, and fails the running test if it is broken. */
#ifndef TESTS_CONTRACTS_H
#define TESTS_CONTRACTS_H

#include "log.h"

/* One moment of a game that was played. */
struct scene {
	const struct game *g;
	const struct box  *b;
	const struct log  *log;
	const char        *letters;             /* that its rules are named by */
	struct state       s;
	uint32_t           ply;
	int                mover, move;         /* `move` is played next; -1: the game is over */
	struct rng         own;                 /* for what the contract itself draws */
};

/* Says where and why, and fails the running test. */
#define HOLDS(c, what, ...) ((what) ? (void)0 : contract_broken((c), __FILE__, __LINE__, __VA_ARGS__))
__attribute__((format(printf, 4, 5)))
_Noreturn void contract_broken(const struct scene *c, const char *file, int line, const char *form, ...);

void contract_copies(struct scene *c);
void contract_events(struct scene *c);
void contract_lists(struct scene *c);
void contract_dead_ends(struct scene *c);
void contract_texts(struct scene *c);
void contract_reasons(struct scene *c);
void contract_odds(struct scene *c);
void contract_observed(struct scene *c);
void contract_conservation(struct scene *c);
void contract_bytes(struct scene *c);
void contract_damaged_bytes(struct scene *c);
void contract_json(struct scene *c);
void contract_facts(struct scene *c);
void contract_damaged_json(struct scene *c);
void contract_views(struct scene *c);
void contract_mover_knows(struct scene *c);
void contract_only(struct scene *c);
void contract_asked(struct scene *c);
void contract_guesses(struct scene *c);
void contract_guess_odds(struct scene *c);
void contract_shown(struct scene *c);
void contract_told(struct scene *c);
void contract_silence(struct scene *c);
void contract_places(struct scene *c);
void contract_turns(struct scene *c);
void contract_records(struct scene *c);

/* Of games that have plans: plans.c. */
void contract_plans_replay(struct scene *c);
void contract_plans_complete(struct scene *c);

#endif
