/* What the files of libbigmuddy share. The public side is include/bigmuddy.h. */
#ifndef LIB_LIB_H
#define LIB_LIB_H

#include <setjmp.h>

#include "bigmuddy.h"
#include "play/setup.h"

struct bm_game { struct setup setup; int index; };              /* index: in game_list */

/* What a caller's bytes hold. The tag tells a state of this game from other bytes. */
struct lib_state { uint32_t tag; struct state s; };

/* Keeps the sentence for bm_error() and returns the code. */
__attribute__((format(printf, 2, 3))) int lib_fail(int code, const char *form, ...);

/* Our own mistakes end in panic(), which comes back to the innermost guard of its thread:
 *
 *     LIB_GUARD(BM_INTERNAL);                 the function returns that if there is one
 *     ...
 *     return LIB_LEAVE(answer);
 */
struct lib_guard { jmp_buf back; struct lib_guard *outer; };
void lib_enter(struct lib_guard *g);
void lib_leave(void);
#define LIB_GUARD(answer) struct lib_guard guard; lib_enter(&guard); if (setjmp(guard.back)) return answer
#define LIB_LEAVE(answer) (lib_leave(), (answer))

/* The state behind a caller's pointer; NULL: it is none of this game, and the sentence says so. `whole` refuses views. */
const struct state *lib_state(const bm_game *g, const void *state);
const struct state *lib_whole(const bm_game *g, const void *state);
void lib_put(const bm_game *g, void *to, const struct state *s);        /* `s` may lie in `to` */

void lib_returns(const struct game *g, const struct box *b, const struct state *s, float *out);

#endif
