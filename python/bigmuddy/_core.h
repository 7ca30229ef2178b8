/* bigmuddy._core: libbigmuddy for Python, as objects that cannot be used wrongly: whatever bigmuddy.h asks of its caller is seen to here. The classes
 * people use are in game.py and vector.py; this has no numpy in it and takes arrays as buffers.
 *
 * Everything runs under Python's lock except what may take long, a bot's thinking and a step of many games. Those mark their object as busy, and
 * another thread that comes meanwhile gets an exception. */
#ifndef BIGMUDDY_CORE_H
#define BIGMUDDY_CORE_H

#define PY_SSIZE_T_CLEAN
#define _POSIX_C_SOURCE 200809L
#include <Python.h>
#include <stdbool.h>

#include "bigmuddy.h"

typedef struct { PyObject_HEAD bm_game *g; } Game;
typedef struct { PyObject_HEAD Game *game; void *s; } State;
typedef struct { PyObject_HEAD bm_rng r; } Rng;
typedef struct { PyObject_HEAD Game *game; bm_bot *b; bool busy; } Bot;
typedef struct { PyObject_HEAD Game *game; bm_record *r; } Record;
typedef struct { PyObject_HEAD Game *game; bm_vec *v; bool busy; int games, threads; pid_t owner; } Vec;

extern PyTypeObject *core_game_type, *core_state_type, *core_rng_type;
extern PyType_Spec core_state_spec, core_bot_spec, core_record_spec, core_vec_spec;

/* An answer of the library as one for Python. NULL: an exception is set. */
PyObject *core_fail(int code);                  /* always NULL */
PyObject *core_fail_open(void);                 /* likewise, of a function that answers with a pointer: which code it was is not said */
PyObject *core_number(int code);
PyObject *core_nothing(int code);               /* None */
PyObject *core_text_of(int n, const char *text);
PyObject *core_list_or_null(PyObject *list, bool fine);         /* drops the list if it is not fine */

/* False: an exception says why not. */
bool core_is_made(const void *inside);          /* a class whose __init__ did not run, because a subclass forgot it, has no game */
bool core_is_free(const bool *busy);

/* The array that an argument must be: C-contiguous, of `n` elements of `size` bytes, in one of `formats`; `writable`: for us to write to. */
struct array { const char *name, *formats; Py_ssize_t size, n; bool writable; };
#define BYTES  "B?"
#define INTS   "i"
#define FLOATS "f"
bool core_take_array(PyObject *from, Py_buffer *view, const struct array *wanted);      /* fills *view, to be released */

/* Common to all types: they come from PyType_FromSpec, so that an instance owns its type. */
void core_drop(PyObject *self);
PyObject *core_alloc(PyTypeObject *type);

State *core_state_make(PyTypeObject *type, Game *game);         /* an empty one; NULL with an exception, also if `type` is no class of states */
PyObject *core_state_filled(State *made, int code);             /* that some function of the library has filled; `code` is its answer */
bool core_move_of(PyObject *arg, int *move);      /* a move as Python gives it */

#endif
