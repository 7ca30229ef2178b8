/* Small Railroad Empires as plain data. Ids like R31 and F12 are explained in docs/rules/rails.md. */
#ifndef RAILS_STATE_H
#define RAILS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/limits.h"
#include "games/freight/freight.h"

enum {
	RAILS_SIDES     = 4,            /* players; in a solo game the player and the rival */
	RAILS_TILES     = 4,
	RAILS_HEXES     = 19,           /* of a tile: radius 2, numbered row by row as printed */
	RAILS_MAP       = RAILS_TILES * RAILS_HEXES,
	RAILS_FACTORIES = 3,            /* of a tile, at most */
	RAILS_CITIES    = 2,
	CITY_TRAINS     = 2,            /* that a city takes, of different sides (R48, R49) */
	ALL_FACTORIES   = RAILS_TILES * RAILS_FACTORIES,
	ALL_CITIES      = RAILS_TILES * RAILS_CITIES,
	RAILS_GOODS     = 5,
	TRAIN_CARDS     = 32,
	TRAIN_CLASSES   = 4,
	RAILS_GOALS     = 12, GOALS_OPEN = 5,
	RAILS_CONTRACTS = 8,
	RAILS_ABILITIES = 4,
	RAILS_MARKET    = 3,
	RAILS_LOANS     = 5,            /* of a player, at most */
	RAILS_MONEY     = 30000,        /* nobody has more */
	RAILS_PIECES    = 31,           /* tracks and trains of a player, at most: a route search keeps them in 32 bits */
	ROUTE_MOST      = 9,            /* longer routes pay as this (R59) */
	RIVAL_ACTS      = 9,            /* cards that the rival resolves after a turn, at most (R129) */
};

enum rails_good { COAL, IRON, TIMBER, GRAIN, LIVESTOCK };
enum rails_terrain { PLAINS, FOREST, HILLS, WATER, MOUNTAIN, FACTORY, CITY, RAILS_TERRAINS };
enum rails_ability { NIGHT_SHIFT, TUNNEL_CREW, BRIDGE_CREW, DISPATCHER };

/* What the cards of the solo rival say; one kind of delivery for each good. */
enum { RIVAL_DELIVER, RIVAL_SURVEY = RAILS_GOODS, RIVAL_EXPAND, RIVAL_ACHIEVE, RIVAL_KINDS };

/* Where a train card is. */
enum {
	IN_DECK, TRASHED,
	IN_MARKET,                                      /* + place, from the left */
	COLLECTED = IN_MARKET + RAILS_MARKET,           /* + side */
	DEALT     = COLLECTED + RAILS_SIDES,            /* + side: in hand since the set-up, seen by its owner alone (R112) */
	BOUGHT    = DEALT + RAILS_SIDES,                /* + side: in hand, and everybody saw it */
	UNSEEN_CARD = BOUGHT + RAILS_SIDES,             /* in views only: in the deck, or dealt to somebody else */
	CARD_PLACES
};

enum rails_phase {
	RAILS_LAY,                      /* chance: a tile and its turn (R3) */
	RAILS_DRAW_GOALS,               /* chance: achievements (R11) */
	RAILS_DRAW_CONTRACTS,           /* chance: contracts (R12) */
	RAILS_DRAW_HANDS,               /* chance: train cards for the hands (R13) */
	RAILS_FILL_MARKET,              /* chance: a card for the market (R14, R71) */
	RAILS_FIRST,                    /* chance: the first player (R16) */
	RAILS_START_TRACK,              /* R17 */
	RAILS_DOCK,                     /* chance: the next ship (F3, F36) */
	RAILS_BUILD,                    /* R19 */
	RAILS_THIRD,                    /* a third track, or none (R102) */
	RAILS_DELIVER,                  /* from which factory to which city, or none (R42) */
	RAILS_ROUTE,                    /* with which card, over which route (R60, R105) */
	RAILS_LOAD,                     /* which slot of the ship (F48) */
	RAILS_BUY,                      /* R69 */
	RAILS_UNLOCK,                   /* R74 */
	RAILS_RIVAL,                    /* chance: the rival's card (R93) */
	RAILS_OVER,
	RAILS_PHASES
};

enum rails_ending { RAILS_GOES_ON, RAILS_BY_TRACKS, RAILS_BY_DECK, RAILS_BY_CITIES, RAILS_BY_STALL, RAILS_ENDINGS };
enum rails_fate { RAILS_PLAYING, RAILS_WON, RAILS_SHARED_WIN, RAILS_LOST, RAILS_FATES };     /* as in core/game.h */

/* Options, in the order of the table in rails.c: those of Freight on Board, then those that came with version 2 of the rules. */
enum { RAILS_FREIGHT = FREIGHT_ON, RAILS_ANY_ORDER = FREIGHT_ANY_ORDER, RAILS_ON_EMPTY = FREIGHT_EMPTY, RAILS_ORDER = FREIGHT_OPTIONS, RAILS_LEVEL, RAILS_OPTIONS };
enum rails_order { ORDER_TURNING, ORDER_FIXED, ORDER_PASSING };         /* R128 */
enum rails_level { RIVAL_GENTLE, RIVAL_KEEN, RIVAL_FIERCE, RIVAL_LEVELS };      /* R129 */

enum { NO_PLACE = 255, NO_SIDE = 255, NO_GOAL = 255, NO_CONTRACT = 255, NO_HEX = 255 };
enum { NO_DEALING, BORROWED, REPAID };          /* R111: in one turn the one or the other */

struct rails_side {
	uint16_t money, prestige;       /* prestige: on the track; achievements and contracts come at the end */
	uint8_t  loans;
	uint8_t  tracks, wagons;        /* pieces in supply; wagons are the trains */
	uint8_t  stars;                 /* gained as the first builder */
	uint8_t  longest;               /* of its routes: 0 .. ROUTE_MOST */
	uint8_t  dealt, bought;         /* cards in hand: those dealt, which the others have not seen, and those bought */
	uint8_t  unlocked;              /* a bit for each ability */
	uint8_t  delivered[RAILS_GOODS];
	uint8_t  built[RAILS_TERRAINS]; /* tracks on each terrain */
	uint16_t trains;                /* a bit for each city with a train of it */
	uint32_t track[RAILS_TILES];    /* by tile: a bit for each hex */
	uint32_t near[RAILS_TILES];     /* hexes next to a piece of it: where it may build (R20) */
};

struct rails {
	uint8_t  where[TRAIN_CARDS];    /* first, and so aligned: it is read in words */
	uint8_t  phase;                 /* enum rails_phase */
	uint8_t  ending;                /* enum rails_ending */
	uint8_t  last;                  /* why this is the last round: RAILS_BY_DECK or RAILS_BY_CITIES; 0: it is not */
	uint8_t  sides;
	uint8_t  round;                 /* from 1; 0 during set-up */
	uint16_t turn;                  /* turns begun in the whole game */
	uint8_t  first, active;         /* first: in round 1; active: whose turn; during set-up whose card, or which place, is next */
	uint8_t  placed;                /* 1: a player placed a track or a train in this round (R116) */

	uint8_t  place[RAILS_TILES], turned[RAILS_TILES];       /* of each tile: which centre it lies on, or NO_PLACE; by how many sixths */
	uint8_t  cubes[ALL_FACTORIES];
	uint8_t  goal[GOALS_OPEN], claimed[GOALS_OPEN];         /* face up, from the left; by which side, or NO_SIDE */
	uint8_t  contract[RAILS_SIDES]; /* NO_CONTRACT: none (yet) */
	uint8_t  rival[RIVAL_KINDS];    /* cards left in the solo deck, by kind */
	struct rails_side side[RAILS_SIDES];
	struct freight freight;

	/* This turn only; zero between turns. */
	uint8_t  building;              /* tracks placed */
	uint8_t  deliveries;            /* made */
	uint8_t  dealing;               /* NO_DEALING, BORROWED or REPAID */
	uint8_t  from, to;              /* of the delivery under way: factory, city */
	uint8_t  rival_acts;            /* cards that the solo rival still has to resolve, the one under way included */
};

/* The box ------------------------------------------------------------------- */

struct rails_hex {
	uint8_t  terrain, star;
	uint8_t  good, cubes;           /* of a factory */
	uint16_t wants;                 /* of a city: a bit for each good */
	char     name[12];              /* of a city */
};
struct rails_tile {
	char     name[2];
	struct rails_hex hex[RAILS_HEXES];
	uint8_t  factory[RAILS_FACTORIES], city[RAILS_CITIES];  /* which of its hexes they are, in order; NO_HEX: it has no more */
	char     source[MAX_NAME];
};
struct rails_centre { uint8_t q, r; };          /* axial */

/* Conditions of train cards, achievements and contracts. */
enum rails_test {
	TEST_LENGTH,                    /* the route is at least n long; as an achievement: one of the own routes was */
	TEST_TERRAIN,                   /* n tracks on one of `terrains`: on the route, or in all */
	TEST_SHARED,                    /* n hexes of the route shared with others */
	TEST_GOODS,                     /* one of `goods`: delivered on this route, or n times in all of one of them */
	TEST_KINDS,                     /* n different goods delivered */
	TEST_DELIVERIES,                /* n deliveries */
	TEST_CLASSES,                   /* n classes of train cards in the collection */
	TEST_STARS,                     /* n stars gained */
	TEST_TILES,                     /* a track on every tile in play */
	TEST_MONEY,                     /* $n */
	TEST_TRAIN_TILES,               /* trains on n different tiles */
	TEST_NO_LOAN,                   /* no loan and $n */
	RAILS_TESTS
};
struct rails_condition { uint8_t test, n; uint16_t goods, terrains; };
struct rails_card { char name[4]; uint8_t class; struct rails_condition when; uint8_t prestige, money; };
struct rails_goal { char name[16], title[20]; struct rails_condition when; uint8_t prestige; char source[MAX_NAME]; };
struct rails_ability_row { char name[16], title[20]; uint8_t price; };
struct rails_level_row { uint8_t cards, delivery; };    /* of a rival: cards resolved after each own turn, and prestige for a delivery */

struct rails_box {
	char    notice[160];            /* said once when a game begins; may be empty */
	struct rails_tile tile[RAILS_TILES];
	struct rails_centre centre[RAILS_TILES];
	char    centre_source[MAX_NAME];
	uint8_t tiles[RAILS_SIDES];     /* in play, by the number of players */
	char    tiles_source[MAX_NAME];
	uint8_t cost[RAILS_TERRAINS];
	char    cost_source[MAX_NAME];
	uint8_t income[ROUTE_MOST], prestige[ROUTE_MOST];       /* of a route, by length */
	char    income_source[MAX_NAME];
	struct rails_card card[TRAIN_CARDS];
	char    card_source[MAX_NAME];
	struct rails_goal goal[RAILS_GOALS], contract[RAILS_CONTRACTS];
	struct rails_ability_row ability[RAILS_ABILITIES];
	uint8_t third_track, crew;      /* what the third track costs more; what the crews save */
	char    ability_source[MAX_NAME];
	uint8_t rival[RIVAL_KINDS];     /* cards of each kind */
	uint8_t rival_delivery, rival_else;     /* prestige; the first of the gentle rival */
	struct rails_level_row rival_level[RIVAL_LEVELS];       /* all zero in a box of version 1: then every rival is the gentle one */
	char    rival_source[MAX_NAME];
	uint8_t tracks, wagons, money;  /* of each player, those on the locked spaces included; at the start */
	uint8_t hand, hand_limit;
	uint8_t market[RAILS_MARKET];   /* prices from the left */
	uint8_t fee, star;
	uint8_t loans, loan, repay, loan_prestige;
	char    numbers_source[MAX_NAME];       /* of all from tracks on */
	struct freight_box freight;
};

#endif
