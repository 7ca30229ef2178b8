/* What the files that write messages share:
 *
 *     wire_text.c  texts that grow, and pieces of JSON
 *     wire_log.c   what happened, as somebody may read it
 *     wire_out.c   the messages
 *
 * Only for wire_*.c. */
#ifndef TABLE_WIRE_PARTS_H
#define TABLE_WIRE_PARTS_H

#include "table/wire.h"

/* ---- Texts that grow as they are written. */
struct text out_begin(void);
struct blob *out_finish(struct text *t);
void out_grow(struct text *t, size_t more);
void out_form(struct text *t, const char *what, const int64_t n[]);     /* "%d" takes the next number */

/* So many more bytes fit. */
static inline void out_reserve(struct text *t, size_t more)
{
	if ((size_t)(t->cap - t->n) <= more)
		out_grow(t, more);
}

static inline void out_put(struct text *t, const char *what)
{
	size_t n = strlen(what);

	out_reserve(t, n);
	text_bytes(t, what, (int)n);
}

#define FORM(t, what, ...) out_form((t), (what), (const int64_t[]){ __VA_ARGS__ })

/* ,"name":"words" and the like; NULL is null. */
void out_quoted(struct text *t, const char *name, const char *words);
void out_hex(struct text *t, const char *name, const uint8_t *bytes);   /* HASH_BYTES of them */
void out_truth(struct text *t, const char *name, bool is);
void out_rule(struct text *t, uint16_t which);
void out_number(struct text *t, int64_t n, bool is);                    /* the value alone; else null */
void out_view(struct text *t, const struct game *g, const struct state *s);

/* ---- Rows. */

/* The rows one after the other, with the position at each. A row that has its outcome is told from that; of others the moves are played again. At every KEPT-th ply the position is kept, so that going back is short. */
enum { KEPT = 16 };
struct replay {
	const struct table *t;
	const struct rows  *rows;
	int           eyes, at;         /* `at` is the row that comes next */
	int           base, plies;      /* plies there were where it began, and now */
	const struct state *now;        /* the position after them; NULL: it is not known */
	bool          seen;             /* `view` is what the eyes see of it */
	struct state  view;
	struct state  state, before;    /* where `now` points while moves are played again, and after going back */
	struct state *kept;             /* then: the position at base, base + KEPT, ... */
	uint16_t     *made;             /* and the moves from base on */
};

void replay_open(struct replay *r, const struct table *t, int eyes, const struct rows *rows, const struct wire_from *from);
void replay_close(struct replay *r);
void replay_json(struct text *out, struct replay *r, uint32_t after);   /* the rows above that one which these eyes may read: {...},{...} */
const struct state *replay_now(struct replay *r);                       /* what these eyes see of the table as it is now */
bool replay_reads(const struct row *row, int eyes);                     /* these eyes may read of that row */
bool replay_same_for_all(const struct table *t, const struct rows *rows);      /* these rows read alike for everybody: the game hides nothing */

static inline const struct game *game_of(const struct table *t)
{
	return t->head.game;
}

static inline bool has_started(const struct table *t)
{
	return t->place > 0;
}

#endif
