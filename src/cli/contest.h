/* What arena and stats share: reading the flags that ask for games among bots, and showing their progress. */
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
	{ "games",   "M",    "how many (default 100), rounded up to whole blocks", &(f).games, NULL }, \
	{ "seed",    "S",    "of the whole run (default 1)", &(f).seed, NULL }, \
	{ "jobs",    "J",    "worker processes (default: one for each processor)", &(f).jobs, NULL }, \
	{ "time",    "MS",   "within which a program must answer (default 10000)", &(f).time, NULL }, \
	{ "clock",   "wall or cpu", "the clock of bots that think for a number of ms (default wall); cpu: other load does not count", &(f).clock, NULL }

struct contest {
	struct arena arena;
	int   asked, games, jobs;       /* games: rounded up to whole blocks */
	char *list;                     /* of bots, cut into names; contest_close() frees it */
};

/* Reads the flags. False: a message was printed. Each program among the bots has been started once to see that it answers. */
bool contest_open(struct contest *c, const struct contest_flags *f, const char *preset_bots);
void contest_close(struct contest *c);

/* Shows a line of progress on stderr, if that is a terminal: games played, speed, time left. The last call clears it. */
void contest_progress(int done, int games, int now, double seconds);
void contest_progress_end(void);

/* Writes JSON with indentation, and frees `root`. False: it could not be written, and a message was printed. */
bool contest_write_json(json_t *root, const char *path);

/* "queen, 4 players, mode=intro, seed 1": options that are not preset. */
void contest_put_head(const struct arena *a, FILE *out);

#endif
