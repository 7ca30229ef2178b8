/* What tests of messages share: a table where people and bots play, and what everybody was told of it. */
#ifndef TESTS_SERVER_WIRES_H
#define TESTS_SERVER_WIRES_H

#include <jansson.h>

#include "desk.h"
#include "table/wire.h"

extern const char *const games[3];

/* A table that is written for everybody at every change. */
struct play {
	struct desk d;
	struct wire_from from;
	uint32_t seq;                   /* what everybody has been told */
	int      rows;
	char    *log[MAX_PLAYERS + 1];  /* of each pair of eyes, as it was told bit by bit */
};

int eyes_of(const struct play *p, int i);
json_t *parsed(const struct blob *b);
const char *text_of(json_t *o, const char *key);
/* The rows of the last change, as the live has them. */
struct rows last_rows(const struct play *p);
struct blob *game_to(const struct play *p, int eyes);
struct blob *hello_to(const struct play *p, int eyes, uint32_t after);
/* Everything up to here has been told. */
void told_all(struct play *p);
void keep_log(char **log, struct blob *b);
void tell_everybody(struct play *p);
void play_make(struct play *p, const char *game, int players, struct pace pace, uint64_t seed);
void play_drop(struct play *p);
void begin(struct play *p, const char *seats);
/* A move with some sense, by whoever is to move. */
void lively(struct play *p);
void one_step(struct play *p);

#endif
