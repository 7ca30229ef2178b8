/* Broadhorns as plain data. Ids like B31 and A16 are explained in docs/rules/broadhorns.md. */
#ifndef BROADHORNS_STATE_H
#define BROADHORNS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/limits.h"
#include "games/freight/freight.h"

enum {
	BROAD_PLAYERS = 4,
	BROAD_CARGOES = 5,
	BROAD_TOWNS   = 10,             /* St. Louis is not one of them: it has the market */
	BROAD_TILES   = 6,              /* of a town; BROAD_STACK of them come into play */
	BROAD_STACK   = 3,              /* (B2, B61) */
	BROAD_TURN    = 2,              /* actions of a turn (B30) */
	BROAD_SALES   = 2,              /* barrels sold to spaces in a visit that earn the town bonus (B63) */
	BROAD_SPACES  = 6,              /* for cargo on a tile, at most */
	BROAD_BOATS   = 3,
	BROAD_LENGTH  = 6,              /* spaces of a cargo box, at most; what spoils moves along them */
	BROAD_BOXES   = 9,              /* cargo boxes of a boat, at most */
	BROAD_SEASONS = 5,
	BROAD_TRACK   = 20,             /* spaces of the season track, at most */
	BROAD_RIVER   = 60,             /* the last space of the river, at most */
	BROAD_PLACES  = 3,              /* that a wreath bonus is paid for, at most */
	BROAD_GOLD    = 30000,          /* nobody has more */
};

enum broad_cargo { FLOUR, APPLES, PORK, FURS, WHISKEY };        /* the first three spoil (B15, B16) */
enum { PERISHABLES = 3 };

/* The 73 cards, each by itself. Deliveries and travelers are all different; the others come in kinds whose cards are alike. */
enum {
	DELIVERIES = 30, TRAVELERS = 16, SPOILS = 12, ICES = 5, PEDDLERS = 5, CURRENTS = 5,
	FIRST_DELIVERY = 0,
	FIRST_TRAVELER = FIRST_DELIVERY + DELIVERIES,
	FIRST_ICE      = FIRST_TRAVELER + TRAVELERS,
	FIRST_PEDDLER  = FIRST_ICE + ICES,
	FIRST_CURRENT  = FIRST_PEDDLER + PEDDLERS,
	FIRST_SPOIL    = FIRST_CURRENT + CURRENTS,
	BROAD_CARDS    = FIRST_SPOIL + SPOILS
};

/* Where a card is. Cards in a hand are told apart by how many times the discard pile has been shuffled since they were drawn (their
 * age): what lay in the discard pile then was seen by all, so a card that was not is known to be in a hand of that age. The oldest
 * ages are one. */
enum { AGES = 6 };
enum {
	IN_PILE, IN_DISCARD, SET_ASIDE,                 /* set aside: a spoil card of the set-up or under resolution */
	AT_TOWN,                                        /* + town */
	ABOARD  = AT_TOWN + BROAD_TOWNS,                /* + seat */
	IN_HAND = ABOARD + BROAD_PLAYERS,               /* + AGES * seat + age */
	UNSEEN  = IN_HAND + AGES * BROAD_PLAYERS,       /* + age; in views only: in some hand of that age, or (age 0) in the pile */
	BROAD_WHERES = UNSEEN + AGES
};

enum broad_phase {
	BROAD_SETUP_TILES,              /* chance: the top tile of each town (B2) */
	BROAD_SETUP_CARDS,              /* chance: the start cards (B11) */
	BROAD_REFRESH,                  /* chance: barrels for the market (B20) */
	BROAD_SPOIL_STEP,               /* the active player: ice against step 2? (B29) */
	BROAD_ACTIONS,                  /* step 3: move, port, good current, end of the expedition, stop */
	BROAD_BOAT,                     /* in St. Louis: which boat (B68) */
	BROAD_MARKET,                   /* in St. Louis: buying */
	BROAD_BLIND,                    /* chance: the barrel bought blind (B75) */
	BROAD_SELL,                     /* in a town: selling, delivery cards, ice for gold */
	BROAD_LOAD,                     /* a barrel was sold: which slot of the ship (F48) */
	BROAD_DOCK,                     /* chance: the next ship, at the end of the set-up and in the middle of a sale (F3, F36) */
	BROAD_FULL,                     /* the town is full: which barrel goes on the season track (B57) */
	BROAD_REVEAL,                   /* chance: the tile below (B60) */
	BROAD_BUY,                      /* in a town: buying, peddlers */
	BROAD_TRAVELERS,                /* in a town: boarding and setting down */
	BROAD_RESALE,                   /* end the expedition here, or go on (B123) */
	BROAD_DRAW,                     /* chance: step 4 (B100) */
	BROAD_SPOIL_CARD,               /* everybody concerned in turn: ice against the spoil card? (B164) */
	BROAD_DISCARD,                  /* down to the hand limit (B114) */
	BROAD_OVER,
	BROAD_PHASES
};

enum broad_ending { BROAD_GOES_ON, BROAD_BY_SEASONS, BROAD_BY_CAP, BROAD_ENDINGS };
enum broad_fate { BROAD_PLAYING, BROAD_WON, BROAD_SHARED_WIN, BROAD_LOST, BROAD_FATES };     /* as in core/game.h */

/* Options, in the order of the table in broadhorns.c. */
enum broad_option {
	BROAD_DELIVERY, BROAD_WAITS, BROAD_CURRENT, BROAD_WREATHS, BROAD_ROUNDS,
	BROAD_FREIGHT_BASE,
	BROAD_FREIGHT = BROAD_FREIGHT_BASE + FREIGHT_ON, BROAD_ANY_ORDER = BROAD_FREIGHT_BASE + FREIGHT_ANY_ORDER,
	BROAD_ON_EMPTY = BROAD_FREIGHT_BASE + FREIGHT_EMPTY,
	BROAD_FIRST_BOAT, BROAD_OPTIONS
};
enum { DELIVERY_PORT, DELIVERY_TYPE };
enum { WAITS_PRINTED, WAITS_DESTINATION };
enum { CURRENT_BONUS_TOO, CURRENT_ACTIONS_ONLY };
enum { WREATHS_ALL, WREATHS_SOME };
enum { FIRST_BOAT_GOLD, FIRST_BOAT_20FT };

enum { NO_BOAT = 0 };                   /* else 1 + place of the boat in the box */
enum { NO_CARGO = 255, BARE_BOARD = BROAD_TILES };      /* BARE_BOARD: the third tile is gone, the values on the board count (B61) */

struct broad_town {
	uint8_t tile;                   /* on top: 0 .. 5, or BARE_BOARD */
	uint8_t seen;                   /* a bit for each of its tiles that has come to light */
	uint8_t taken;                  /* tiles collected here: at most BROAD_STACK */
	uint8_t filled;                 /* a bit for each space of the tile (or the board) with a barrel on it */
};

struct broad_player {
	uint16_t gold;
	uint8_t  boat;                  /* NO_BOAT, or 1 + its place */
	uint8_t  space;                 /* of the river; 0 is St. Louis */
	uint16_t visited;               /* ports used in this expedition: a bit for each town, the one above them for St. Louis (B35); with first_boat=20ft
	                                   one more from the first boat on, for good (B177) */
	uint8_t  cargo[BROAD_CARGOES][BROAD_LENGTH];    /* barrels aboard by type and spoil position */
	uint8_t  tiles, wreaths;        /* collected */
	uint8_t  held[AGES];            /* hand cards by age: everybody can count them */
};

struct broadhorns {
	_Alignas(8) uint8_t where[BROAD_CARDS];         /* of each card; first, and so aligned: it is read in words */
	uint8_t  phase;                 /* enum broad_phase */
	uint8_t  ending;                /* enum broad_ending */
	uint8_t  round;                 /* from 1; 0 during set-up */
	uint16_t turn;                  /* turns begun in the whole game */
	uint8_t  active;                /* whose turn it is; during set-up whose start card, or which town's tile */
	uint8_t  final;                 /* 1: the season track is complete, this is the last round (B169) */

	uint8_t  market[BROAD_CARGOES], bag[BROAD_CARGOES];
	uint8_t  seasons;               /* spaces of the season track that have been filled */
	uint8_t  track[BROAD_TRACK];    /* what lies on each of them; NO_CARGO: it went back at the harvest */
	struct broad_town town[BROAD_TOWNS];
	struct broad_player player[BROAD_PLAYERS];
	struct freight freight;         /* empty with freight=off (F46) */

	/* This turn only; zero between turns. */
	uint8_t  actions, moves;        /* actions left; move actions made */
	uint8_t  bonus;                 /* 1: the bonus move may be made now (B95) */
	uint8_t  currents;              /* good current cards played */
	uint8_t  port;                  /* the town of the port action under way */
	uint8_t  sold;                  /* barrels sold to spaces in it */
	uint8_t  sold_types;            /* a bit for each cargo type among them */
	uint8_t  claimed;               /* delivery cards claimed in it, by cargo type */
	uint8_t  chilled;               /* perishable barrels sold in it less ice cards used for gold (B165) */
	uint8_t  priced;                /* the tile whose cost increases count, 0 .. 5 or BARE_BOARD (B81) */
	uint8_t  loading;               /* 1 + cargo of the barrel just sold, while it is asked which slot it goes to (F48) */
	uint32_t shifted;               /* travelers that boarded or were set down in it (B161) */
	uint8_t  spoiling;              /* 1 + cargo type of the spoil card under resolution */
	uint8_t  spoiled;               /* 1: a spoil card has been resolved in this draw step (B107) */
	uint8_t  asked;                 /* in BROAD_SPOIL_CARD: who answers */
	uint8_t  iced;                  /* a bit for each seat that has played ice against it */
};

struct broad_space { uint8_t cargo, value; };
struct broad_tile {
	uint8_t spaces;
	struct broad_space space[BROAD_SPACES];
	uint8_t increase[BROAD_CARGOES];        /* null: not sold here */
	uint8_t wreaths;                /* 0 on the board */
	char    source[MAX_NAME];
	uint64_t shown[2];              /* what a net is shown of it while nothing lies on it; this follows from the rest (broad_finish_box) */
};

struct broad_place {
	char    code[4], name[20];
	uint8_t entrance, bonus;
	struct broad_tile tile[BROAD_TILES + 1];        /* the last is printed on the board */
	char    source[MAX_NAME];
};

struct broad_boat { char name[8]; uint8_t cost, boxes, speed, occupants, hand, resale; char source[MAX_NAME]; };
struct broad_delivery { uint8_t town, cargo; char source[MAX_NAME]; };
struct broad_traveler { uint8_t to, gold, waits; char source[MAX_NAME]; };

struct broadhorns_box {
	struct broad_place town[BROAD_TOWNS];   /* downriver */
	uint8_t last_space;
	char    last_space_source[MAX_NAME];
	struct broad_boat boat[BROAD_BOATS];
	uint8_t length;                 /* of a cargo box */
	char    length_source[MAX_NAME];
	uint8_t season[BROAD_SEASONS];  /* spaces of each */
	char    season_source[MAX_NAME];
	struct broad_delivery delivery[DELIVERIES];
	struct broad_traveler traveler[TRAVELERS];
	uint8_t spoil[PERISHABLES];     /* cards of each type: SPOILS in all */
	char    spoil_source[MAX_NAME];
	uint8_t barrels;                /* of each type */
	uint8_t market, market_start;   /* barrels it holds, and of each type at the start */
	uint8_t start_gold[BROAD_PLAYERS];
	uint8_t blind, overflow;        /* price of a barrel from the bag; of one sold without a space */
	uint8_t delivery_bonus, ice_bonus, peddler, current, aboard;    /* aboard: per barrel at the end */
	uint8_t wreath_2[BROAD_PLACES], wreath_3[BROAD_PLACES], wreath_4[BROAD_PLACES];
	char    numbers_source[MAX_NAME];       /* of all from barrels on */
	struct freight_box freight;
};

#endif
