/* Mississippi Queen as plain data. Ids like Q31 and A16 are explained in docs/rules/queen.md. */
#ifndef QUEEN_STATE_H
#define QUEEN_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/limits.h"

enum {
	QUEEN_TILES  = 12,              /* the start tile and eleven more (Q4, Q6) */
	QUEEN_CELLS  = 20,              /* hexes of a tile */
	QUEEN_SIDES  = 6,
	QUEEN_HEXES  = QUEEN_TILES * QUEEN_CELLS,       /* a hex is 20 * tile of the river + cell */
	QUEEN_POINTS = 6,               /* the highest speed there is (Q18) */
	QUEEN_TRAIL  = QUEEN_POINTS + 1,        /* the hex at turn start and one for each point (Q149) */
	QUEEN_MIN_PLAYERS = 3,
	QUEEN_TABLES = MAX_PLAYERS - QUEEN_MIN_PLAYERS + 1,     /* 3, 4 and 5 players */
	QUEEN_COAL   = 6,               /* the most that a box may give, and the free turns a turn: they bound the length of a plan */
	QUEEN_FREE_TURNS = 2,
	QUEEN_SLOW   = 1,               /* the speed at which a passenger boards (Q101, Q102) and a ship with its passengers lands (Q128) */
	QUEEN_MOST_ROUNDS = 250,
};

/* Headings are clockwise from where the start tile looks; they are the same for every tile (section "Geometry"). */
enum { NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST };

/* The sides on which the next tile, or the landing platform, can join: also the faces of the die (Q83). */
enum queen_cusp { LEFT_CUSP, MIDDLE_CUSP, RIGHT_CUSP, CUSPS, NO_CUSP = 255 };

enum queen_phase {
	QUEEN_FIRST_TILE,               /* chance: the tile joined to the start tile (Q8) */
	QUEEN_START_FACING,             /* option facing=free: each owner in turn (A2) */
	QUEEN_SPEED,                    /* the mover sets the speed (Q14) */
	QUEEN_STEER,                    /* the mover turns and steps, or ends the turn (Q143) */
	QUEEN_PUSH,                     /* the mover stands on a rival's hex and says where it goes (Q146) */
	QUEEN_FACE,                     /* the rival's owner turns it (Q69) */
	QUEEN_DIE,                      /* chance: which cusp takes the next tile (Q84) */
	QUEEN_TILE,                     /* chance: which tile that is (Q142) */
	QUEEN_PLATFORM,                 /* chance: which cusp takes the landing platform (Q97) */
	QUEEN_OVER,
	QUEEN_PHASES
};

enum queen_fate { QUEEN_RACING, QUEEN_LANDED, QUEEN_LAST_AFLOAT, QUEEN_CAPPED, QUEEN_AGROUND, QUEEN_STRAGGLER, QUEEN_FATES };
enum queen_ending { QUEEN_GOES_ON, QUEEN_BY_LANDING, QUEEN_BY_AGROUND, QUEEN_BY_STRAGGLERS, QUEEN_BY_CAP, QUEEN_ENDINGS };

/* Options, in the order of the table in queen.c. */
enum queen_option { QUEEN_MODE, QUEEN_FACING, QUEEN_FIRST_ROUND, QUEEN_STRAGGLERS, QUEEN_ROUNDS };
enum { MODE_PASSENGERS, MODE_INTRO };
enum { FACING_RIVER, FACING_FREE };
enum { FIRST_START, FIRST_POSITION };
enum { STRAGGLERS_STAY, STRAGGLERS_OUT };

struct queen_ship {
	uint8_t  tile, cell;            /* where it is, or was when it left the race */
	uint8_t  heading;
	uint8_t  speed, coal;
	uint8_t  fate;                  /* enum queen_fate */
	uint8_t  left;                  /* it was the left-th ship to land, or to drop out; 0 while it races */
	uint8_t  reached;               /* this turn: point with which it came onto the newest tile, from 1; 0: it did not (A25) */
	uint16_t boarded;               /* a bit for each tile of the river where it took a passenger: two at most (Q104, Q105) */
};

struct queen {
	uint8_t  phase;                 /* enum queen_phase */
	uint8_t  ending;                /* enum queen_ending */
	uint8_t  round;                 /* from 1; 0 during set-up */
	uint16_t turn;                  /* turns begun in the whole game */
	uint8_t  order[MAX_PLAYERS];    /* ships in the order of this round (Q123) */
	uint8_t  at;                    /* how far the round is: order[at] is the mover */

	uint8_t  laid;                  /* tiles laid so far, removed ones included */
	uint8_t  first;                 /* tiles before this one have been removed (Q92) */
	uint8_t  platform;              /* enum queen_cusp of the last tile */
	uint8_t  tile[QUEEN_TILES];     /* of the river: which tile of the box, which way it heads, how many wait there */
	uint8_t  heading[QUEEN_TILES];
	uint8_t  waiting[QUEEN_TILES];
	uint8_t  cusp;                  /* in QUEEN_TILE: what the die showed */

	struct queen_ship ship[MAX_PLAYERS];

	/* This turn only; zero between turns. */
	uint8_t  points;                /* movement points left */
	uint8_t  turns;                 /* 60-degree turns made */
	uint8_t  pushed;                /* in QUEEN_PUSH and QUEEN_FACE: the ship; in QUEEN_START_FACING: who chooses */
	uint8_t  trailed;               /* length of the trail */
	uint8_t  trail[QUEEN_TRAIL];    /* hexes the mover has used (Q149) */
};

/* What a plan leads to: see reach.c. */
struct queen_outcome {
	uint8_t tile, cell, heading, speed, coal;
	uint8_t landed;                 /* 1: the plan ends on the platform */
	uint8_t passengers;             /* aboard at the end */
	uint8_t missed;                 /* 1: a passenger would board where it ends, but it is too fast (Q102) */
	uint8_t hex[MAX_PLAYERS];       /* of every ship at the end: 20 * tile + cell */
	uint8_t aboard[MAX_PLAYERS];    /* passengers of every ship at the end */
};

struct queen_tile {
	char     id[8];                 /* as printed on the tile */
	uint32_t land;                  /* cells that cannot be entered */
	uint8_t  dock, station, colour; /* null on a tile without a station */
	char     source[MAX_NAME];      /* where the row comes from */
	uint64_t water[QUEEN_SIDES];    /* follows from the land: see window.h */
};

struct queen_box {
	uint8_t tiles;                  /* tile[0] is the start tile */
	struct queen_tile tile[QUEEN_TILES];
	uint8_t start[MAX_PLAYERS];     /* cells of the start spaces 1 .. 5 */
	uint8_t laid[2];                /* tiles after the start tile: passenger game, introductory game */
	uint8_t speed_start, speed_max, coal_start;
	uint8_t free_change, free_turns;        /* per turn, without coal */
	uint8_t needed;                 /* passengers to land with */
	uint8_t stock[QUEEN_TABLES];    /* passengers in play with 3, 4, 5 players */
	uint8_t red[QUEEN_TABLES], brown[QUEEN_TABLES];         /* placed on one station of that colour */
};

#endif
