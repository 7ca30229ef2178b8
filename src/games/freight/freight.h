/* Freight on Board: ships at the quay that deliveries load. A module over "this player delivered this good" that any game can lay over its
 * own rules: the host keeps a struct freight in its state and a struct freight_box in its box, calls freight_deliver for every delivered
 * good and freight_end when its game is over, and pays what the log says. Ids like F10 and A6 are explained in docs/rules/rails.md. */
#ifndef FREIGHT_FREIGHT_H
#define FREIGHT_FREIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/fields.h"
#include "core/limits.h"

enum {
	FREIGHT_SHIPS  = 8,
	FREIGHT_SLOTS  = 6,             /* of a ship, at most */
	FREIGHT_GOODS  = 5,             /* what they are is the host's */
	FREIGHT_WILD   = FREIGHT_GOODS, /* a slot that takes every good (F11) */
	FREIGHT_OWNERS = 4,             /* who have containers of a colour: the players, and the rival of a solo game */
	FREIGHT_EVENTS = FREIGHT_OWNERS + 4,    /* told of one delivery, at most */
};

/* The host's options, in this order and in a row: the first is BASE + FREIGHT_ON. */
enum freight_option { FREIGHT_ON, FREIGHT_ANY_ORDER, FREIGHT_EMPTY, FREIGHT_OPTIONS };
enum { FREIGHT_STOP, FREIGHT_RESHUFFLE };

/* What lies on a slot: nothing, a neutral container, or one of an owner. */
enum { SLOT_EMPTY, SLOT_NEUTRAL, SLOT_OWNER };          /* SLOT_OWNER + owner */
enum { NO_SHIP = 0 };                                   /* else 1 + its place in the box */

/* Which ships wait is known from which are docked and gone; in which order they will come nobody knows, so that no order is kept. */
struct freight {
	uint8_t  docked;
	uint8_t  slot[FREIGHT_SLOTS];   /* from the left */
	uint16_t gone;                  /* a bit for each ship discarded */
};

struct freight_bonus { uint8_t prestige, money; };
struct freight_slot { uint8_t good; struct freight_bonus bonus; };
struct freight_ship {
	char    name[4];
	uint8_t slots;
	struct freight_slot slot[FREIGHT_SLOTS];
	struct freight_bonus first, tie;
	char    source[MAX_NAME];
};
struct freight_box {
	uint8_t ships;
	struct freight_ship ship[FREIGHT_SHIPS];
	uint8_t containers, neutral;    /* of each owner; for all (F50) */
	char    containers_source[MAX_NAME];
};

/* What happened, in order; everybody sees it all. A bonus goes to its owner whether or not it is that player's turn (F33). */
enum freight_what {
	FREIGHT_LOADED,                 /* an own container on a slot */
	FREIGHT_NEUTRAL,                /* a neutral one */
	FREIGHT_SLOT_BONUS,
	FREIGHT_EXPORT,                 /* the 1st export bonus, to the single leader */
	FREIGHT_TIE,                    /* the 2nd, to each of those who tie */
	FREIGHT_SAILED,                 /* the full ship is discarded */
	FREIGHT_UNFILLED,               /* the game ended before it was full */
};
struct freight_event {
	uint8_t  what, owner;           /* owner: NOBODY where there is none */
	uint8_t  ship, slot;
	struct freight_bonus bonus;
	uint8_t  rule;                  /* of the F rules */
};
struct freight_log { int n; struct freight_event of[FREIGHT_EVENTS]; };

/* Ships. */
const struct freight_ship *freight_docked(const struct freight_box *b, const struct freight *f);        /* NULL: none */
unsigned freight_waiting(const struct freight_box *b, const struct freight *f, int on_empty);   /* ships that may be revealed now: a bit each; 0: none is due */
void freight_reveal(struct freight *f, int ship);               /* one of those waiting (F36); it makes the reshuffle of F49 where one is due */

/* The wild slots, too, with `any_order` (F48). */
/* Slots that the deliverer may cover: a bit each. One alone leaves nothing to choose; none: there is no ship (F39). */
unsigned freight_choices(const struct freight_box *b, const struct freight *f, int owner, bool any_order);

/* The entry of a delivery. */
struct freight_load { int owners, owner, good, slot; };         /* how many there are, whose it is; `slot` is one of the choices */
void freight_deliver(const struct freight_box *b, struct freight *f, struct freight_load l, struct freight_log *out);

/* The entry of the end of the game: a ship that is not full pays nothing (F41). */
void freight_end(const struct freight_box *b, struct freight *f, struct freight_log *out);

int  freight_left(const struct freight_box *b, const struct freight *f, int owner);     /* containers not on the ship */
int  freight_neutral(const struct freight_box *b, const struct freight *f);             /* 0 too when more lie there than the pool had (A7) */

/* Sound plain data; a message begins with the field. */
bool freight_check(const struct freight_box *b, const struct freight *f, int owners, bool any_order, char out[MAX_TEXT]);
bool freight_check_box(const struct freight_box *b, char out[MAX_TEXT]);

extern const struct field freight_fields[];                     /* of struct freight */

/* Fields of struct freight_box: the names of the goods are the host's, those of the wild one after them. */
#define FREIGHT_SLOT_FIELDS(GOODS) { \
	{ FIELD_NUMBER(freight_slot, good, "good", 0, FREIGHT_WILD), .names = GOODS }, \
	{ FIELD_NUMBER(freight_slot, bonus.prestige, "prestige", 0, 9) }, \
	{ FIELD_NUMBER(freight_slot, bonus.money, "money", 0, 9) }, \
	FIELD_END }
#define FREIGHT_SHIP_FIELDS(SLOT_FIELDS) { \
	{ FIELD_WORDS(freight_ship, name, "name") }, \
	{ FIELD_NUMBER(freight_ship, slots, "slots", 1, FREIGHT_SLOTS) }, \
	{ FIELD_STRUCTS(freight_ship, slot, "slot", SLOT_FIELDS, offsetof(struct freight_ship, slots)) }, \
	{ FIELD_NUMBER(freight_ship, first.prestige, "first_prestige", 0, 9) }, \
	{ FIELD_NUMBER(freight_ship, first.money, "first_money", 0, 9) }, \
	{ FIELD_NUMBER(freight_ship, tie.prestige, "tie_prestige", 0, 9) }, \
	{ FIELD_NUMBER(freight_ship, tie.money, "tie_money", 0, 9) }, \
	{ FIELD_WORDS(freight_ship, source, "source") }, \
	FIELD_END }
#define FREIGHT_BOX_FIELDS(SHIP_FIELDS) { \
	{ FIELD_NUMBER(freight_box, ships, "ships", 1, FREIGHT_SHIPS) }, \
	{ FIELD_STRUCTS(freight_box, ship, "ship", SHIP_FIELDS, offsetof(struct freight_box, ships)) }, \
	{ FIELD_NUMBER(freight_box, containers, "containers", 0, 20) }, \
	{ FIELD_NUMBER(freight_box, neutral, "neutral", 0, 20) }, \
	{ FIELD_WORDS(freight_box, containers_source, "containers_source") }, \
	FIELD_END }

#endif
