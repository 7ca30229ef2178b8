/* What arena and stats share: a number of games among bots, asked for by flags, and how far they are. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "cli.h"
#include "arena/run.h"

/* The flags as they were given; NULL: left out. */
struct contest_flags { const char *game, *players, *options, *box, *bots, *games, *seed, *jobs, *time, *clock; };

#define CONTEST_FLAGS(f, preset_bots) \
	{ "game",    "G",    "the game", &(f).game, NULL }, \
	{ "players", "N",    "seats (default: the fewest)", &(f).players, NULL }, \
	{ "options", "LIST", "of the game: key=value, with commas between", &(f).options, NULL }, \
	{ "box",     "FILE", "play with these pieces", &(f).box, NULL }, \
	{ "bots",    "A,B",  "who plays (default " preset_bots "): names of bots, or cmd:COMMAND", &(f).bots, NULL }, \
	{ "games",   "M",    "how many (default 100), made up to whole blocks", &(f).games, NULL }, \
	{ "seed",    "S",    "of the whole run (default 1)", &(f).seed, NULL }, \
	{ "jobs",    "J",    "worker processes (default: one for each processor)", &(f).jobs, NULL }, \
	{ "time",    "MS",   "within which a program must answer (default 10000)", &(f).time, NULL }, \
	{ "clock",   "wall or cpu", "by which our bots think so many ms (default wall); cpu: other load does not count", &(f).clock, NULL }

struct contest {
	struct arena arena;
	int   asked, games, jobs;       /* games: made up to whole blocks */
	char *list;                     /* of bots, cut into names; contest_close() frees it */
};

/* False: it has been said what is wrong. Programs among the bots have been started once and answer. */
bool contest_open(struct contest *c, const struct contest_flags *f, const char *preset_bots);
void contest_close(struct contest *c);

/* A line on stderr, where that is a terminal: how far it is, how fast, how long it will take. The last call clears it. */
void contest_progress(int done, int games, int now, double seconds);
void contest_progress_end(void);

/* Indented, for people and programs; `root` is used up. False: it has been said why. */
bool contest_write_json(json_t *root, const char *path);

/* "queen, 4 players, mode=intro, seed 1": options that are not preset. */
void contest_put_head(const struct arena *a, FILE *out);

#endif
