/* The one interface of Big Muddy: a game is a constant table of functions over a plain state. docs/game.md explains each member. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fields.h"
#include "limits.h"
#include "rng.h"
#include "tensor.h"
#include "text.h"
#include "games/blank/state.h"
#include "games/broadhorns/state.h"
#include "games/queen/state.h"
#include "games/rails/state.h"

/* Who is not a seat. CHANCE and OVER are answers of to_move, WATCHER and ALL are eyes. */
enum { CHANCE = -1, OVER = -4, WATCHER = -5, ALL = -6 };

/* A rule is named by a letter and a number: RULE('Q', 31) is Q31 of Mississippi Queen. 0 is no rule. */
#define RULE(letter, n) ((uint16_t)((letter) << 8 | (n)))

/* The whole game at one moment. Copied with =, compared with memcmp, never freed. */
struct state {
	_Alignas(8) uint16_t rules;     /* version of the rules it is played by; aligned, so that states are copied and hashed in words */
	int8_t   eyes;                  /* ALL: everything; else a view: the seat, or WATCHER, that it was made for */
	uint8_t  players;
	uint8_t  option[MAX_OPTIONS];   /* of struct game's options: which value, or the number itself */
	union {
#ifdef ONLY_GAME                        /* a program that plays no other, such as a GPU's: the fewer bytes, the more games it holds */
		struct ONLY_GAME ONLY_GAME;
#else
		struct blank blank;
		struct broadhorns broadhorns;
		struct queen queen;
		struct rails rails;
#endif
	};
};

_Static_assert(sizeof(struct state) <= 1024, "a state is copied at every node of a search: keep it small");

/* The pieces in the box: read-only data that the rules consult and a state never holds. */
struct box {
	char name[MAX_NAME];            /* "built-in", or what its owner calls it */
	union {
		struct blank_box blank;
		struct broadhorns_box broadhorns;
		struct queen_box queen;
		struct rails_box rails;
	};
};

/* What can be chosen when the game is set up. */
struct option {
	const char *name;
	const char *const *values;      /* ends with NULL; or NULL itself: a number from min to max */
	uint8_t     min, max, preset;   /* preset: place among the values, or the number */
	const char *ruling;             /* the rulings it is about: "A2" */
	const char *help;
	uint16_t    since;              /* the version of the rules that it came with; 0: it was always there */
	uint8_t     before;             /* the value that older versions amount to */
};

/* A box that was built in once. `undo` makes it out of the box that came after it. */
struct old_box {
	uint16_t rules;                 /* the version of the rules that was the newest then */
	void   (*undo)(struct box *b);
};

/* A question that can be answered beforehand, by an order: one that a seat is asked while it is somebody else's turn, or one that comes up again
 * and again in its own. */
struct prompt {
	const char *name;
	const char *const *orders;      /* ends with NULL */
	int         preset;             /* the order that answers when nobody does; of an own question nothing does */
	const char *help;
	bool        own;                /* in one's own turn */
};

enum { OBSERVE_MEMORY = 64 };
struct moves { int n; uint16_t id[MAX_MOVES]; };

static inline bool moves_have(const struct moves *m, int move)
{
	for (int i = 0; i < m->n; i++)
		if (m->id[i] == move)
			return true;
	return false;
}

static inline void moves_add(struct moves *m, int move)
{
	m->id[m->n++] = (uint16_t)move;
}

/* A move for each bit that is set: first, first + 1 and so on. */
static inline void moves_add_set(struct moves *m, int first, uint32_t set)
{
	int n = m->n;

	for (; set; set &= set - 1)
		m->id[n++] = (uint16_t)(first + __builtin_ctz(set));
	m->n = n;
}

/* Something that happened, in the order it happened. What the numbers mean is the game's: docs/rules/<game>.md. */
struct event {
	uint8_t  what;                  /* index of the game's event names */
	uint8_t  seat;                  /* whom it happened to, or NOBODY */
	uint8_t  thing, place;
	int16_t  n;
	uint16_t rule;                  /* by which rule */
	uint8_t  to;                    /* who may know: a bit per seat, bit 7 the watchers */
	bool     tells;                 /* somebody learnt a fact that was hidden from them */
};
enum { NOBODY = 255, EVERYBODY = 255 };

struct events { int n; struct event of[MAX_EVENTS]; };

/* A line of the score, with the rule that gives it. */
struct line { char words[MAX_TEXT]; int n; uint16_t rule; };

/* A way to finish the turn: the mover's own small moves from here, and what comes out of them. */
struct plan {
	uint8_t n, move[MAX_PLAN];      /* `move` is in order; other seats' answers come in between */
	union {
		struct queen_outcome queen;
	};
};

struct story;                   /* story.h */
struct hint;                    /* hint.h */

struct game {
	const char *name;               /* "queen": file names, addresses, records */
	const char *title;
	uint16_t    rules;              /* newest version of the rules */
	uint16_t    num_moves;          /* ids are 0 .. num_moves-1 */
	uint16_t    num_actions;        /* those below are moves of seats, those from here on of chance */
	uint8_t     min_players, max_players;
	uint32_t    max_length;         /* no game takes more moves than this */
	const struct option *options;   /* ends with a nameless one */
	const struct field  *fields;    /* of struct state: names, bounds, who sees what; ends with a nameless one */
	const struct field  *box_fields;
	const struct box    *box;       /* the built-in one */
	const struct old_box *old_boxes;        /* those before it, the newest first; ends with one without `undo`. NULL: there are none */
	const char *const   *old_hashes;        /* that the oldest of them had while it had fewer fields, with the same pieces; ends with NULL. May be NULL */
	const char *const   *seats;     /* what the seats are called when nobody has a name: "Red" */
	const char *const   *events;    /* names; ends with NULL */
	const char *const   *sources;   /* names of the piles, bags and dice that chance draws from; ends with NULL */
	const char *const   *fates;     /* ways a seat can stand or end; ends with NULL; the first is "still playing" */
	const char *const   *endings;   /* ways the game can end; ends with NULL; the first is "not over" */
	const struct field  *plan_fields;       /* of struct plan's outcome, where there are plans */
	const struct prompt *prompts;   /* ends with a nameless one; NULL: there are none */
	const struct story  *story;     /* a turn in a sentence or two; NULL: its last event is told */
	const struct hint   *hint;      /* advice in words; NULL: there is none */
	const struct plane  *planes;    /* of what `observe` writes; ends with a nameless one; NULL: there is no `observe` */

	/* A fresh state of `players` seats with these options; everything else is zero when it is called. */
	void (*start)(const struct box *b, struct state *s);
	int  (*to_move)(const struct box *b, const struct state *s);            /* a seat, CHANCE or OVER */
	int  (*turn)(const struct state *s);                                    /* number of the turn under way; 0: set-up */
	void (*legal)(const struct box *b, const struct state *s, struct moves *out);   /* ascending; empty only when OVER */
	int  (*weight)(const struct box *b, const struct state *s, int move);   /* at CHANCE: relative odds, > 0 */
	/* At CHANCE: a draw by weight without a list, the same move of the same random number as settle_draw (settle.h) finds; -1: there it is no quicker,
	 * and no number was drawn. May be NULL. */
	int  (*chance)(const struct box *b, const struct state *s, struct rng *r);
	int  (*source)(const struct box *b, const struct state *s);             /* at CHANCE: which pile, bag or die */
	void (*apply)(const struct box *b, struct state *s, int move, struct events *told);     /* told may be NULL */
	void (*view)(const struct box *b, const struct state *s, int seat, struct state *out);  /* NULL: the fields say it all */
	void (*guess)(const struct box *b, struct state *view, int seat, struct rng *r);        /* NULL: nothing is hidden */
	int  (*why)(const struct box *b, const struct state *s, int move, char out[MAX_TEXT]);  /* 0 = legal, else the rule */
	/* For what was typed and is the text of no move: the rule that there can be none by, with its sentence; 0: none is known. May be NULL. */
	int  (*why_no_move)(const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT]);
	void (*text)(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT]);
	void (*say)(const struct box *b, const struct state *s, const struct event *e, int seat, char out[MAX_TEXT]);
	void (*score)(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);
	void (*place)(const struct box *b, const struct state *s, int out[MAX_PLAYERS]);        /* from 1; alone decides who won */
	int  (*fate)(const struct box *b, const struct state *s, int seat);
	int  (*ending)(const struct box *b, const struct state *s);
	int  (*tally)(const struct box *b, const struct state *s, int seat, struct line out[MAX_LINES]);
	int  (*rival)(const struct box *b, const struct state *s, struct line out[MAX_LINES]);  /* the tally of who plays without a seat; 0: nobody */
	/* At a seat, where something is hidden: everybody can see whether there is more than one answer (game_only). From every view the answer is the
	 * same. NULL: nobody can; where nothing is hidden everybody always can. */
	bool (*open)(const struct box *b, const struct state *s);
	int  (*plans)(const struct box *b, const struct state *s, struct plan *out, int cap);   /* how many; cap + 1: more than fit */
	void (*course)(const struct box *b, const struct state *s, const struct plan *p, struct text *out);     /* what a board draws of a plan from s:
	                                                                   members of a JSON object; may be NULL */
	int  (*asked)(const struct box *b, const struct state *s);      /* which prompt the seat to move is asked; -1: none */
	int  (*order)(const struct box *b, const struct state *s, int prompt, int order);       /* then: the legal move that carries it out */
	bool (*check)(const struct box *b, const struct state *s, char out[MAX_TEXT]);          /* false: what is broken */
	void (*settle)(const struct box *b, struct state *s);   /* what the rules do to a position that was set up, sound or not, before anybody
	                                                           chooses; sound ones of a game under way stay as they are. May be NULL */
	bool (*check_box)(const struct box *b, char out[MAX_TEXT]);
	void (*finish_box)(struct box *b);      /* fills in what follows from the fields of a box that was read and is sound. May be NULL */
	void (*draw)(const struct box *b, const struct state *s, int seat, int look, struct text *out); /* the board as text */
	/* What `seat` may know, as bytes for a net (tensor.h). From its view or from the full state: the answer is the same. May be NULL. */
	void (*observe)(const struct box *b, const struct state *s, int seat, uint8_t *out);
	/* The same row, sooner where much is as it was: `memory` is OBSERVE_MEMORY bytes that the caller keeps for one seat, all zero before the first look. It may have
	 * been used with another game of the same box. May be NULL: then there is only `observe`. */
	void (*observe_again)(const struct box *b, const struct state *s, int seat, void *memory, uint8_t *out);
	void (*facts)(const struct box *b, const struct state *s, int move, struct text *out);  /* what a board shows that follows by the rules from a position
	                                                                   (move -1) or about a legal move: members of a JSON object; may be NULL */
	void (*names)(const struct box *b, struct text *out);           /* what a board shows besides its pieces: members of a JSON object; may be NULL */
};

/* How `draw` may draw: plain ASCII, or Unicode; without colour, or with the terminal's. */
enum { LOOK_ASCII = 1, LOOK_COLOUR = 2 };

extern const struct game *const game_list[];    /* ends with NULL */
const struct game *game_find(const char *name); /* NULL: there is none */

/* Our own mistake. The program that links the rules says how it dies. */
_Noreturn void panic(const char *what);
#define must(what) ((what) ? (void)0 : panic(#what))

/* Options: "mode=intro" into o[]. On failure says what is wrong and what is allowed. `rules` is the version that is played: an option that
 * is younger can neither be set nor shown there, and has the value that the version amounts to. */
static inline bool option_is_in(const struct option *o, int rules)
{
	return o->since <= rules;
}
void game_presets_in(const struct game *g, int rules, uint8_t o[MAX_OPTIONS]);
bool game_set_option_in(const struct game *g, int rules, uint8_t o[MAX_OPTIONS], const char *name, const char *value, char out[MAX_TEXT]);
void game_presets(const struct game *g, uint8_t o[MAX_OPTIONS]);        /* of the newest version, and so is the next */
bool game_set_option(const struct game *g, uint8_t o[MAX_OPTIONS], const char *name, const char *value, char out[MAX_TEXT]);
void game_option_text(const struct game *g, const uint8_t o[MAX_OPTIONS], int which, char out[MAX_TEXT]);
void game_options_text(const struct game *g, int rules, const uint8_t o[MAX_OPTIONS], struct text *out);        /* those of that version: "mode=intro rounds=3" */

void game_box(const struct game *g, int rules, struct box *out);         /* the box that was built in when that version was the newest */

void game_start(const struct game *g, const struct box *b, int players, const uint8_t o[MAX_OPTIONS], struct state *s);
/* For `fate` of a game that is over and whose fates begin with these four: lost unless the place is 1, and shared if another has it too. */
enum { FATE_PLAYING, FATE_WON, FATE_SHARED_WIN, FATE_LOST };
int game_fate_by_place(void (*places)(const struct box *b, const struct state *s, int out[MAX_PLAYERS]), const struct box *b, const struct state *s, int seat);
void game_view(const struct game *g, const struct box *b, const struct state *s, int seat, struct state *out);
void game_guess(const struct game *g, const struct box *b, struct state *view, struct rng *r);
bool game_is_legal(const struct game *g, const struct box *b, const struct state *s, int move);
bool game_same(const struct state *a, const struct state *b);

/* The move of the seat to move that open facts show to be the only one; -1: there is a choice, or whether there is one is hidden, and a question
 * that is left out would tell. Who drives a game plays such a move without asking; `legal` lists it like any other. */
int game_only(const struct game *g, const struct box *b, const struct state *s);

/* The same for who plays with bots alone: what a question that is left out tells, it tells no person. */
int game_only_alone(const struct game *g, const struct box *b, const struct state *s);

/* Every driver settles chance through this: a random legal move by the weights. */
int game_chance(const struct game *g, const struct box *b, const struct state *s, struct rng *r);
int game_drawn(const struct game *g, const struct box *b, const struct state *s, const struct moves *m, uint64_t drawn);      /* by weight; drawn: below their sum */

/* Draw k of a source depends on seed, source and k alone, so that two games with one seed meet the same dice. */
int game_draw(const struct game *g, const struct box *b, const struct state *s, uint64_t seed, int source, uint32_t k);

/* The move of that text: among the legal ones, else among all that can be written here (so that why() can explain it); -1: no such text. */
int game_parse(const struct game *g, const struct box *b, const struct state *s, const char *typed, int seat);
int game_why_no_move(const struct game *g, const struct box *b, const struct state *s, const char *typed, char out[MAX_TEXT]);  /* 0: none is known */

/* After a move: nothing but the mover's own view has changed hands, so that it can be taken back without asking. */
bool game_silent(const struct game *g, const struct box *b, const struct state *before, const struct state *after, const struct events *told);

/* For `why` of a game: the words of a rule that forbids something, from a list that ends with rule 0. Answers with the rule; 0: nothing is
 * forbidden. */
struct reason { uint16_t rule; const char *words; };
int game_reason(const struct reason *of, int rule, char out[MAX_TEXT]);
void game_rule_name(uint16_t rule, char out[8]);        /* "Q31" */

/* Told may be NULL. An event that names nobody in `to` goes to everybody. */
void event_add(struct events *told, struct event e);

#endif
