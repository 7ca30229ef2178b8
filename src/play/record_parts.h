/* What the two forms of a record have in common: the lines of its head, and the checks while it is read. Only for record*.c. */
#ifndef PLAY_RECORD_PARTS_H
#define PLAY_RECORD_PARTS_H

#include "play/record.h"

/* The lines of the head in their order: name in the text, name in JSON. */
#define HEADS(X) \
	X(VERSION,  "big muddy record", "record")   X(GAME,    "game", "game")       X(RULES, "rules", "rules") \
	X(PLAYERS,  "players",          "players")  X(NAMES,   "names", "names")     X(OPTIONS, "options", "options") \
	X(SEED,     "seed",             "seed")     X(BOX,     "box", "box")         X(PIECES, "pieces", "pieces") \
	X(POSITION, "position",         "position") X(TABLE,   "table", "table")     X(COMMIT, "commit", "commit") \
	X(KEY,      "key",              "key")      X(NONCES,  "nonces", "nonces")   X(ROWS, "rows", "rows") \
	X(DRAWS,    "draws",            "draws")
#define HEAD_ENUM(id, text, json) HEAD_##id,
enum head { HEADS(HEAD_ENUM) HEAD_COUNT };
_Static_assert((int)HEAD_COUNT <= (int)PLACE_BODY, "every line of the head is a place for comments");

extern const char *const record_head_text[HEAD_COUNT], *const record_head_json[HEAD_COUNT];

/* The head of a game as text, a value for each line that is there; NULL for the others. Free them with record_head_free. */
void record_head_of(const struct session *s, char *value[HEAD_COUNT]);
void record_head_free(char *value[HEAD_COUNT]);

/* "landing: 0 place 1 landed, 1 place 2 last afloat" */
enum { MAX_RESULT = 64 + MAX_PLAYERS * 64 };
void record_result_of(const struct session *s, char out[MAX_RESULT]);

bool record_turn_begins(const struct session *s, int ply);     /* a turn line stands before that ply */

/* A record that is being read. Feed it in the order of the text; every call checks what it is given and plays it. */
struct reading {
	char *head[HEAD_COUNT];
	int   line[HEAD_COUNT];         /* where they stood */
	int   where;                    /* the line to blame */
	bool  open, closed;             /* the game has begun; its result was read */
	int   turn;                     /* of the last turn line, or -1 */
	struct session s;
};

bool record_reading_head(struct reading *r, enum head which, const char *value, size_t n, char out[MAX_ERROR]);
bool record_reading_turn(struct reading *r, int turn, char out[MAX_ERROR]);
bool record_reading_move(struct reading *r, const char *mover, const char *move, size_t n, char out[MAX_ERROR]);
bool record_reading_result(struct reading *r, const char *result, char out[MAX_ERROR]);
bool record_reading_end(struct reading *r, char out[MAX_ERROR]);

const char *record_reading_look(struct reading *r, enum head which);   /* its value; what is found wrong next is to be blamed on it */

/* record_proof.c: the lines of a game that a server drew. Reading: after the last move. */
void record_proof_of(const struct session *s, char *value[HEAD_COUNT]);
bool record_reading_proof(struct reading *r, char out[MAX_ERROR]);

/* The two forms. */
void record_write_text(const struct session *s, FILE *out);
void record_write_json(const struct session *s, FILE *out);
bool record_read_text(struct reading *r, const char *bytes, size_t n, char out[MAX_ERROR]);
bool record_read_json(struct reading *r, const char *bytes, size_t n, char out[MAX_ERROR]);

#endif
