/* bigmuddy.h: the rules of Mississippi Queen, Broadhorns and Small Railroad Empires as a library.
 *
 *     bm_game *g = bm_open("queen players=4");
 *     void *state = malloc(bm_state_size());
 *     bm_start(g, state);
 *     while (bm_to_move(g, state) != BM_OVER) ...
 *
 * docs/library.md walks through it, examples/embed.c is a whole program.
 *
 * Errors: a function that returns int answers with an error code below BM_ERRORS, one that returns a pointer with NULL; bm_error() then has a
 * sentence about it, for the calling thread. A call that fails changes nothing that it was given. The library prints nothing and never
 * ends the program. A mistake of its own is BM_INTERNAL; what the call had allocated may then be lost, and the objects it was given should be
 * closed. (Only a bot that thinks on several threads of its own cannot be stopped that way: a mistake in one of those threads calls abort().)
 *
 * Threads: a bm_game never changes once it is open and may be shared. Everything else belongs to one thread at a time.
 *
 * Buffers are the caller's. Functions that write text return its length without the NUL; if that is not less than `cap` the text was cut. */
#ifndef BIGMUDDY_H
#define BIGMUDDY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define BM_API __attribute__((visibility("default")))
#else
#define BM_API
#endif

/* Grows when something is added; the soname changes when something that was there works differently. */
#define BM_API_VERSION 1

BM_API int bm_api_version(void);                /* of the library that is linked */
BM_API const char *bm_version(void);            /* "0.1.0" */

enum {
	BM_MAX_PLAYERS = 5,
	BM_MAX_MOVES   = 256,                   /* in one legal list */
	BM_MAX_TEXT    = 200,                   /* bytes of a move or a reason, with its NUL */
	BM_MAX_CODE    = 2048,                  /* bytes of a state that was encoded */
	BM_MAX_JSON    = 65536,                 /* bytes of a state or a box as JSON, with its NUL */
};

/* Who is not a seat. Seats count from 0. */
enum { BM_CHANCE = -1, BM_OVER = -4, BM_WATCHER = -5, BM_ALL = -6 };

enum {
	BM_FINE      = 0,
	BM_ERRORS    = -100,                    /* all codes below are errors */
	BM_ARGUMENT  = -101,                    /* a NULL, a seat, a number or a name that is not possible */
	BM_STATE     = -102,                    /* these bytes are not a state of this game, or it is not the moment for that */
	BM_ILLEGAL   = -103,                    /* the rules forbid that move; the sentence begins with the rule */
	BM_TEXT      = -104,                    /* a text, some JSON or bytes that cannot be read */
	BM_CAP       = -105,                    /* the buffer is too small; nothing was written */
	BM_MEMORY    = -106,
	BM_INTERNAL  = -107,                    /* a mistake of the library */
};
BM_API const char *bm_error(void);              /* about the last call of this thread that failed; never NULL */

/* Games ----------------------------------------------------------------------------- */

BM_API const char *bm_game_name(int i);         /* "queen", ...; NULL: there are no more */

/* A game with its number of players and its options, set for good. `spec` is "queen players=4 mode=intro" or "queen(players=4,mode=intro)". */
typedef struct bm_game bm_game;
BM_API bm_game *bm_open(const char *spec);
BM_API bm_game *bm_open_box(const char *spec, const char *box_json, size_t n);  /* with other pieces: docs/game.md */
BM_API void bm_close(bm_game *g);               /* may be NULL */

BM_API const char *bm_name(const bm_game *g);
BM_API const char *bm_title(const bm_game *g);
BM_API int bm_rules(const bm_game *g);          /* version of the rules; the ids of moves and the planes are stable for a version */
BM_API int bm_players(const bm_game *g);
BM_API int bm_min_players(const bm_game *g);
BM_API int bm_max_players(const bm_game *g);
BM_API int bm_num_moves(const bm_game *g);      /* ids are 0 .. num_moves-1 */
BM_API int bm_num_actions(const bm_game *g);    /* ids of seats are 0 .. num_actions-1, those from there on are chance's */
BM_API int bm_max_length(const bm_game *g);     /* no game takes more moves, chance included */
BM_API const char *bm_seat_name(const bm_game *g, int seat);    /* "Red"; NULL: no such seat */

struct bm_option {
	const char *name, *help;
	const char *const *values;              /* ends with NULL; NULL itself: a number from min to max */
	int min, max, preset, value;            /* preset, value: the place among the values, or the number */
};
BM_API int bm_option(const bm_game *g, int i, struct bm_option *out);   /* BM_ARGUMENT: there are no more */
BM_API int bm_box_json(const bm_game *g, char *out, size_t cap);

/* States ------------------------------------------------------------------------------ */

/* The whole game at one moment: bm_state_size() bytes, aligned for any type, without pointers. Copy them with memcpy, compare them with memcmp.
 * The layout may change from version to version: keep bm_encode's bytes or JSON in files. Bytes that did not come from this library have to pass
 * bm_check before they are used otherwise; all other functions look only whether a state is one of this game. */
BM_API size_t bm_state_size(void);
BM_API int bm_start(const bm_game *g, void *state);                     /* chance may be the first to move */
BM_API int bm_check(const bm_game *g, const void *state);               /* BM_FINE, or BM_STATE and what is broken */
BM_API int bm_to_move(const bm_game *g, const void *state);             /* a seat, BM_CHANCE or BM_OVER */
BM_API int bm_turn(const bm_game *g, const void *state);                /* number of the turn, from 1; 0 during set-up */
BM_API int bm_legal(const bm_game *g, const void *state, uint16_t *moves, int cap);     /* how many, ascending; 0: the game is over */
BM_API int bm_mask(const bm_game *g, const void *state, uint8_t *mask); /* num_actions bytes of 0 and 1; how many are 1; all 0 at chance and at the end */
BM_API int bm_apply(const bm_game *g, void *state, int move);
BM_API int bm_why(const bm_game *g, const void *state, int move, char *out, size_t cap);        /* length of "Q31 there is land ahead"; 0: it is legal */
BM_API int bm_text(const bm_game *g, const void *state, int move, int seat, char *out, size_t cap);     /* the move as that seat may read it */
BM_API int bm_parse(const bm_game *g, const void *state, const char *text);     /* the move, legal or not (ask bm_why); BM_TEXT: there is none */
BM_API int bm_score(const bm_game *g, const void *state, int32_t *out);         /* for each player, at any moment */
BM_API int bm_places(const bm_game *g, const void *state, int32_t *out);        /* from 1, shared places included */
/* When it is over: what each player has won. Who shares the first place shares the win; all add up to 0: 1 for the only winner of a game, a loser
 * of n players has -1/(n-1). A game for one is 1 or -1. Before the end all are 0. */
BM_API int bm_returns(const bm_game *g, const void *state, float *out);

/* Chance: its moves with their odds, as whole numbers; *total is their sum. */
BM_API int bm_chance(const bm_game *g, const void *state, uint16_t *moves, uint32_t *weights, int cap, uint32_t *total);

typedef struct { uint64_t s[4]; } bm_rng;       /* a stream of random numbers; the same seed gives the same stream everywhere */
BM_API void bm_seed(bm_rng *r, uint64_t seed);
BM_API int bm_draw(const bm_game *g, const void *state, bm_rng *r);     /* a move of chance by its odds; not played yet */

/* What a seat may know. A view is a state, too; functions for the mover work on its view. A guess completes a view with the right odds. */
BM_API int bm_view(const bm_game *g, const void *state, int seat, void *out);   /* a seat or BM_WATCHER; out may be `state` */
BM_API int bm_guess(const bm_game *g, const void *view, bm_rng *r, void *out);  /* out may be `view` */
BM_API int bm_viewer(const bm_game *g, const void *state);                      /* whose view it is; BM_ALL: none */

BM_API int bm_encode(const bm_game *g, const void *state, uint8_t *out, size_t cap);    /* bytes written, at most BM_MAX_CODE */
BM_API int bm_decode(const bm_game *g, const uint8_t *in, size_t n, void *state);
BM_API int bm_json(const bm_game *g, const void *state, char *out, size_t cap);
BM_API int bm_from_json(const bm_game *g, const char *json, size_t n, void *state);
BM_API int bm_board(const bm_game *g, const void *state, int seat, char *out, size_t cap);      /* as plain text */

/* Observations -------------------------------------------------------------------------- */

/* A row of bytes for a net, made from what the seat's view shows and nothing else, whether it is given the view or the full state. The planes name
 * its parts: element (i, j, k) is row[offset + i * stride[0] + j * stride[1] + k * stride[2]], and its value is that byte divided by scale. */
struct bm_plane {
	const char *name, *meaning;             /* "seat.coal" */
	int offset, scale, dims;                /* dims: 1 to 3 */
	int shape[3], stride[3];                /* beyond dims: 1 and 0 */
};
BM_API int bm_tensor_size(const bm_game *g);                            /* bytes of a row; 0: the game has none */
BM_API int bm_tensor_info(const bm_game *g, int i, struct bm_plane *out);       /* BM_ARGUMENT: there are no more */
BM_API uint64_t bm_tensor_hash(const bm_game *g);                       /* of all names, shapes and scales: a net is good for one layout */
BM_API int bm_observe(const bm_game *g, const void *state, int seat, uint8_t *row);

/* Records --------------------------------------------------------------------------------- */

/* A game with all its moves, which can be written and read: docs/notation.md. Chance is played like any move. */
typedef struct bm_record bm_record;
enum { BM_RECORD_TEXT, BM_RECORD_JSON };
BM_API bm_record *bm_record_open(const bm_game *g);                     /* at the start */
BM_API bm_record *bm_record_read(const char *bytes, size_t n);          /* either form; every move is checked */
BM_API void bm_record_close(bm_record *r);                              /* may be NULL */
BM_API const bm_game *bm_record_game(const bm_record *r);               /* the record's own, open as long as it is */
BM_API int bm_record_moves(const bm_record *r);                         /* how many */
BM_API int bm_record_move(const bm_record *r, int i);                   /* the i-th */
BM_API int bm_record_state(const bm_record *r, int i, void *state);     /* before it; after the last: i = bm_record_moves */
BM_API int bm_record_play(bm_record *r, int move);
BM_API int bm_record_print(const bm_record *r, int form, char *out, size_t cap);        /* cap may be 0 to ask for the length */

/* Bots -------------------------------------------------------------------------------------- */

typedef struct bm_bot bm_bot;
BM_API const char *bm_bot_name(int i);                                  /* "easy", ...; NULL: there are no more */
BM_API bm_bot *bm_bot_open(const bm_game *g, const char *name, uint64_t seed);  /* "medium", "search:2000", "hard:100ms": docs/bots.md */
BM_API void bm_bot_close(bm_bot *b);                                    /* may be NULL */
BM_API int bm_bot_pick(bm_bot *b, const void *state);                   /* a legal move for the seat to move; the bot sees that seat's view alone */

/* Many games at once -------------------------------------------------------------------------- */

/* N games that are stepped together. Chance is settled inside by its odds, and so are moves without a choice unless BM_VEC_FORCED is set. A game that
 * ends begins anew at once: what comes out then is the first decision of the next one, with the rewards and `ended` of the one before. Each game
 * has a stream of random numbers of its own, so that the same seed gives the same games whatever the number of threads. */
typedef struct bm_vec bm_vec;
enum { BM_VEC_FORCED = 1 };                     /* also ask when there is one legal move only */

struct bm_vec_config {
	int      games;                         /* 1 to 16777216 */
	int      threads;                       /* 1 to 256, the calling one included */
	uint64_t seed;
	uint32_t flags;                         /* BM_VEC_FORCED or 0 */
	uint32_t max_steps;                     /* a game is truncated after so many decisions; 0: never */
};

/* The caller's arrays, for all games one after the other; NULL: not wanted. They may differ from call to call. */
struct bm_vec_io {
	const int32_t *actions;                 /* N: in. For bm_vec_step alone */
	int32_t *movers;                        /* N: the seat that decides next */
	uint8_t *masks;                         /* N * num_actions: what it may do */
	uint8_t *observations;                  /* N * tensor_size: what it knows */
	float   *rewards;                       /* N * players: as bm_returns when the game ended in this step, else 0 */
	uint8_t *ended, *truncated;             /* N: 1 when it did; a truncated game has not ended and pays nothing */
};

BM_API bm_vec *bm_vec_open(const bm_game *g, const struct bm_vec_config *c);
BM_API void bm_vec_close(bm_vec *v);                                    /* may be NULL */
BM_API int bm_vec_games(const bm_vec *v);
BM_API int bm_vec_reset(bm_vec *v, const struct bm_vec_io *io);         /* all games begin; from the seed, so that a second reset repeats the first */
/* In game i the caller plays seats[i] alone, and a bot all other seats: movers are then always the caller's. NULL instead of a bot: the caller plays all
 * seats again. All games begin anew. A bot that searches keeps a tree for each game: mind the memory. */
BM_API int bm_vec_bots(bm_vec *v, const char *bot, const int32_t *seats);
BM_API int bm_vec_step(bm_vec *v, const struct bm_vec_io *io);          /* BM_ILLEGAL: names the first game whose action is; no game has moved */
BM_API int bm_vec_sample(bm_vec *v, bm_rng *r, int32_t *actions);       /* a legal action for each game, all equally likely */
BM_API int bm_vec_get(const bm_vec *v, int game, void *state);          /* a copy of one game's state */
BM_API int bm_vec_set(bm_vec *v, int game, const void *state);          /* a full state, at which its next decision is looked for; no output before the next step */

#ifdef __cplusplus
}
#endif

#endif
