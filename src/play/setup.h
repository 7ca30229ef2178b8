/* What is decided before a game begins: `queen players=4 mode=intro seed=7 names=Ann,Bob,Cy,Di`. */
#ifndef PLAY_SETUP_H
#define PLAY_SETUP_H

#include "play/boxfile.h"

struct setup {
	const struct game *game;
	uint16_t rules;                 /* version that is played */
	struct box box;                 /* own copy */
	int      players;
	uint8_t  option[MAX_OPTIONS];
	uint64_t seed;                  /* of the chance moves, where they are drawn */
	bool     manual;                /* chance=manual: whoever drives the game plays chance too */
	char     name[MAX_PLAYERS][MAX_NAME];
};

/* The fewest players, every option at its preset, chance drawn from a seed that nobody chose. */
void setup_preset(struct setup *u, const struct game *g);

/* One key=value: rules, players, seed, chance, names, or an option of the game. The version of the rules brings its own presets and its
 * own box, and the number of players new names: so these come before all others. */
bool setup_set(struct setup *u, const char *key, const char *value, char out[MAX_ERROR]);

/* A game's name, then key=value words, each key once. f: the box to play with, NULL for the built-in one. */
bool setup_read(struct setup *u, const struct boxfile *f, int n, const char *const word[], char out[MAX_ERROR]);

/* The state that a game begins with. */
void setup_start(const struct setup *u, struct state *s);

/* A name stands in lists of names, in records and on screens: whether it can. */
bool setup_name(const char *name, size_t n);

/* A plain decimal number of at most 64 bits. */
bool setup_number(const char *text, uint64_t *seed);

#endif
