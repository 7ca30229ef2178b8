/* Games that the tests play by themselves, each named by a seed. */
#ifndef TESTS_LOG_H
#define TESTS_LOG_H

#include "play/session.h"

/* A game that was played: the set-up and every move of it. */
struct log {
	uint64_t  seed;
	bool      lively;               /* or uniform */
	int       players;
	uint8_t   option[MAX_OPTIONS];
	uint32_t  n;
	uint16_t *move;
};

/* Plays the game of a seed with the built-in box: odd seeds are lively, even ones uniform; players and options are drawn too. NULL, or what
 * went wrong: the log then holds the game until there. log_drop() it in any case. `end` is the state it came to. */
const char *log_play(const struct game *g, uint64_t seed, struct log *out, struct state *end);
void        log_drop(struct log *log);

/* The same game in a session, after that many of its moves; session_close() it. */
void        log_session(const struct game *g, const struct log *log, uint32_t moves, struct session *out);

#endif
