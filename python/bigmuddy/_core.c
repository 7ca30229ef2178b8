/* bigmuddy._core: libbigmuddy for Python, as objects that cannot be used wrongly: whatever bigmuddy.h asks of its caller is seen to here. The classes
 * people use are in game.py and vector.py; this file has no numpy in it and takes arrays as buffers.
 *
 * Everything runs under Python's lock except what may take long, a bot's thinking and a step of many games. Those mark their object as busy, and
 * another thread that comes meanwhile gets an exception. */
#define PY_SSIZE_T_CLEAN
#define _POSIX_C_SOURCE 200809L
#include <Python.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "bigmuddy.h"

typedef struct { PyObject_HEAD bm_game *g; } Game;
typedef struct { PyObject_HEAD Game *game; void *s; } State;
typedef struct { PyObject_HEAD bm_rng r; } Rng;
typedef struct { PyObject_HEAD Game *game; bm_bot *b; bool busy; } Bot;
typedef struct { PyObject_HEAD Game *game; bm_record *r; } Record;
typedef struct { PyObject_HEAD Game *game; bm_vec *v; bool busy; int games, threads; pid_t owner; } Vec;

static PyTypeObject *game_type, *state_type, *rng_type;
static PyObject *illegal_error;

/* Errors -------------------------------------------------------------------------- */

static PyObject *fail(int code)
{
	PyObject *kind = code == BM_ILLEGAL ? illegal_error : code == BM_MEMORY ? PyExc_MemoryError : code == BM_INTERNAL ? PyExc_SystemError : PyExc_ValueError;

	PyErr_SetString(kind, bm_error());
	return NULL;
}

/* For functions that answer with a pointer: which code it was is not said. */
static PyObject *fail_open(void)
{
	return fail(BM_ARGUMENT);
}

static PyObject *number(int code)
{
	return code < BM_ERRORS ? fail(code) : PyLong_FromLong(code);
}

static PyObject *nothing(int code)
{
	if (code < BM_ERRORS)
		return fail(code);
	Py_RETURN_NONE;
}

/* A class whose __init__ did not run, because a subclass forgot it, has no game. */
static bool is_made(const void *inside)
{
	if (!inside)
		PyErr_SetString(PyExc_ValueError, "this object was never set up: a subclass has to call super().__init__()");
	return inside != NULL;
}

static bool is_free(const bool *busy)
{
	if (*busy)
		PyErr_SetString(PyExc_RuntimeError, "another thread is using this object just now; give each thread one of its own");
	return !*busy;
}

/* Fills *view with the array of a caller, which must be C-contiguous, of `n` elements of one of `formats`. `writable`: for us to write to. */
static bool take_array(PyObject *from, Py_buffer *view, const char *name, const char *formats, Py_ssize_t size, Py_ssize_t n, bool writable)
{
	const char *format;

	if (PyObject_GetBuffer(from, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0)) < 0)
		return false;
	format = view->format ? view->format : "B";
	if (view->itemsize != size || strlen(format) != 1 || !strchr(formats, format[0]))
		PyErr_Format(PyExc_TypeError, "%s: an array of other elements is wanted: %zd bytes each, format %s; these are %zd bytes, format %s", name, size, formats,
			view->itemsize, format);
	else if (view->len != n * size)
		PyErr_Format(PyExc_ValueError, "%s: %zd elements are wanted, not %zd", name, n, view->len / size);
	else
		return true;
	PyBuffer_Release(view);
	return false;
}

static const char BYTES[] = "B?", INTS[] = "i", FLOATS[] = "f";

/* Common to all types: they come from PyType_FromSpec, so that an instance owns its type. */
static void drop(PyObject *self)
{
	PyTypeObject *type = Py_TYPE((PyObject *)self);
	freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

	release(self);
	Py_DECREF(type);
}

static PyObject *alloc(PyTypeObject *type)
{
	allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);

	return make(type, 0);
}

/* Game ------------------------------------------------------------------------------ */

static int game_init(Game *self, PyObject *args, PyObject *words)
{
	static char *names[] = { "spec", "box", NULL };
	const char *spec, *box = NULL;
	Py_ssize_t n = 0;

	if (!PyArg_ParseTupleAndKeywords(args, words, "s|z#", names, &spec, &box, &n))
		return -1;
	if (self->g) {
		PyErr_SetString(PyExc_ValueError, "a game is set up once");
		return -1;
	}
	self->g = box ? bm_open_box(spec, box, (size_t)n) : bm_open(spec);
	if (!self->g)
		fail_open();
	return self->g ? 0 : -1;
}

static void game_dealloc(Game *self)
{
	bm_close(self->g);
	drop((PyObject *)self);
}

static PyObject *game_facts(Game *self, PyObject *none)
{
	const bm_game *g = self->g;

	(void)none;
	if (!is_made(g))
		return NULL;
	return Py_BuildValue("{sssssisisisisisisisisK}", "name", bm_name(g), "title", bm_title(g), "rules", bm_rules(g), "players", bm_players(g), "min_players",
		bm_min_players(g), "max_players", bm_max_players(g), "num_moves", bm_num_moves(g), "num_actions", bm_num_actions(g), "max_length", bm_max_length(g),
		"tensor_size", bm_tensor_size(g), "tensor_hash", (unsigned long long)bm_tensor_hash(g));
}

static PyObject *game_seat_name(Game *self, PyObject *arg)
{
	long seat = PyLong_AsLong(arg);
	const char *name;

	if ((seat == -1 && PyErr_Occurred()) || !is_made(self->g))
		return NULL;
	name = seat >= 0 && seat < BM_MAX_PLAYERS ? bm_seat_name(self->g, (int)seat) : NULL;
	if (!name)
		return PyErr_Format(PyExc_IndexError, "there is no seat %ld; seats are 0 to %d", seat, bm_players(self->g) - 1);
	return PyUnicode_FromString(name);
}

static bool add(PyObject *list, PyObject *item)
{
	bool fine = item && PyList_Append(list, item) == 0;

	Py_XDECREF(item);
	return fine;
}

static PyObject *list_or_null(PyObject *list, bool fine)
{
	if (fine)
		return list;
	Py_XDECREF(list);
	return NULL;
}

static PyObject *option_values(const struct bm_option *o)
{
	PyObject *list;
	bool fine = true;

	if (!o->values)
		Py_RETURN_NONE;
	list = PyList_New(0);
	for (int i = 0; list && fine && o->values[i]; i++)
		fine = add(list, PyUnicode_FromString(o->values[i]));
	return list_or_null(list, fine);
}

static PyObject *game_options(Game *self, PyObject *none)
{
	PyObject *list;
	struct bm_option o;
	bool fine = true;

	(void)none;
	if (!is_made(self->g) || !(list = PyList_New(0)))
		return NULL;
	for (int i = 0; fine && bm_option(self->g, i, &o) == BM_FINE; i++)
		fine = add(list, Py_BuildValue("(ssNiiii)", o.name, o.help, option_values(&o), o.min, o.max, o.preset, o.value));
	return list_or_null(list, fine);
}

static PyObject *game_planes(Game *self, PyObject *none)
{
	PyObject *list;
	struct bm_plane p;
	bool fine = true;

	(void)none;
	if (!is_made(self->g) || !(list = PyList_New(0)))
		return NULL;
	for (int i = 0; fine && bm_tensor_info(self->g, i, &p) == BM_FINE; i++)
		fine = add(list, Py_BuildValue("(ssiii(iii)(iii))", p.name, p.meaning, p.offset, p.scale, p.dims, p.shape[0], p.shape[1], p.shape[2], p.stride[0],
			p.stride[1], p.stride[2]));
	return list_or_null(list, fine);
}

static PyObject *text_of(int n, const char *text)
{
	return n < BM_ERRORS ? fail(n) : PyUnicode_DecodeUTF8(text, n, "replace");
}

static PyObject *game_box_json(Game *self, PyObject *none)
{
	char json[BM_MAX_JSON];

	(void)none;
	return is_made(self->g) ? text_of(bm_box_json(self->g, json, sizeof json), json) : NULL;
}

static PyMethodDef game_methods[] = {
	{ "facts", (PyCFunction)game_facts, METH_NOARGS, "All numbers of the game, as a dict." },
	{ "seat_name", (PyCFunction)game_seat_name, METH_O, "What a seat is called, as \"Red\"." },
	{ "option_rows", (PyCFunction)game_options, METH_NOARGS, "name, help, values, min, max, preset, value of each option." },
	{ "plane_rows", (PyCFunction)game_planes, METH_NOARGS, "name, meaning, offset, scale, dims, shape, stride of each plane." },
	{ "box_json", (PyCFunction)game_box_json, METH_NOARGS, "All pieces of the game as JSON." },
	{ 0 },
};

static PyType_Slot game_slots[] = {
	{ Py_tp_init, game_init }, { Py_tp_dealloc, game_dealloc }, { Py_tp_methods, game_methods }, { Py_tp_doc, "A game with its options, fixed for good." }, { 0 },
};
static PyType_Spec game_spec = { "bigmuddy._core.Game", sizeof(Game), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, game_slots };

/* Rng --------------------------------------------------------------------------------- */

static int rng_init(Rng *self, PyObject *args, PyObject *words)
{
	static char *names[] = { "seed", NULL };
	unsigned long long seed;

	if (!PyArg_ParseTupleAndKeywords(args, words, "K", names, &seed))
		return -1;
	bm_seed(&self->r, seed);
	return 0;
}

static PyObject *rng_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	Rng *self = (Rng *)alloc(type);

	(void)args;
	(void)words;
	if (self)
		bm_seed(&self->r, 0);
	return (PyObject *)self;
}

static PyObject *rng_copy(Rng *self, PyObject *none)
{
	Rng *copy = (Rng *)alloc(Py_TYPE((PyObject *)self));

	(void)none;
	if (copy)
		copy->r = self->r;
	return (PyObject *)copy;
}

static PyMethodDef rng_methods[] = {
	{ "copy", (PyCFunction)rng_copy, METH_NOARGS, "A stream that goes on as this one does." },
	{ 0 },
};

static PyType_Slot rng_slots[] = {
	{ Py_tp_methods, rng_methods },
	{ Py_tp_new, rng_new }, { Py_tp_init, rng_init }, { Py_tp_dealloc, drop },
	{ Py_tp_doc, "A stream of random numbers; the same seed gives the same stream everywhere." }, { 0 },
};
static PyType_Spec rng_spec = { "bigmuddy._core.Rng", sizeof(Rng), 0, Py_TPFLAGS_DEFAULT, rng_slots };

/* State ------------------------------------------------------------------------------- */

/* An empty state of a game, of type `type`. */
static State *state_make(PyTypeObject *type, Game *game)
{
	State *self = (State *)alloc(type);

	if (!self)
		return NULL;
	self->s = PyMem_Calloc(1, bm_state_size());
	if (!self->s) {
		Py_DECREF((PyObject *)self);
		PyErr_NoMemory();
		return NULL;
	}
	Py_INCREF((PyObject *)game);
	self->game = game;
	return self;
}

static PyObject *state_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	static char *names[] = { "game", NULL };
	Game *game;
	State *self;
	int code;

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!", names, game_type, &game) || !is_made(game->g) || !(self = state_make(type, game)))
		return NULL;
	if ((code = bm_start(game->g, self->s)) == BM_FINE)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return fail(code);
}

static void state_dealloc(State *self)
{
	PyMem_Free(self->s);
	Py_XDECREF((PyObject *)self->game);
	drop((PyObject *)self);
}

/* A new state that some function of the library has filled; `code` is its answer. */
static PyObject *state_filled(State *made, int code)
{
	if (code >= BM_ERRORS)
		return (PyObject *)made;
	Py_DECREF((PyObject *)made);
	return fail(code);
}

static PyObject *state_clone(State *self, PyObject *none)
{
	State *made = state_make(Py_TYPE((PyObject *)self), self->game);

	(void)none;
	if (made)
		memcpy(made->s, self->s, bm_state_size());
	return (PyObject *)made;
}

static PyObject *state_get_game(State *self, PyObject *none)
{
	(void)none;
	Py_INCREF((PyObject *)self->game);
	return (PyObject *)self->game;
}

static PyObject *state_current_player(State *self, PyObject *none)
{
	(void)none;
	return number(bm_to_move(self->game->g, self->s));
}

static PyObject *state_turn(State *self, PyObject *none)
{
	(void)none;
	return number(bm_turn(self->game->g, self->s));
}

static PyObject *state_viewer(State *self, PyObject *none)
{
	(void)none;
	return number(bm_viewer(self->game->g, self->s));
}

static PyObject *state_is_terminal(State *self, PyObject *none)
{
	int mover = bm_to_move(self->game->g, self->s);

	(void)none;
	return mover < BM_ERRORS ? fail(mover) : PyBool_FromLong(mover == BM_OVER);
}

static PyObject *state_is_chance(State *self, PyObject *none)
{
	int mover = bm_to_move(self->game->g, self->s);

	(void)none;
	return mover < BM_ERRORS ? fail(mover) : PyBool_FromLong(mover == BM_CHANCE);
}

/* A seat as Python gives it: None is BM_ALL. */
static bool seat_of(PyObject *arg, int *seat)
{
	long n = BM_ALL;

	if (arg && arg != Py_None) {
		n = PyLong_AsLong(arg);
		if (n == -1 && PyErr_Occurred())
			return false;
		if (n < BM_WATCHER || n > BM_MAX_PLAYERS) {
			PyErr_Format(PyExc_ValueError, "there is no seat %ld", n);
			return false;
		}
	}
	*seat = (int)n;
	return true;
}

static PyObject *state_legal_actions(State *self, PyObject *args)
{
	uint16_t move[BM_MAX_MOVES];
	PyObject *of = NULL, *list;
	int seat, n;

	if (!PyArg_ParseTuple(args, "|O:legal_actions", &of) || !seat_of(of, &seat))
		return NULL;
	n = bm_legal(self->game->g, self->s, move, BM_MAX_MOVES);
	if (n < BM_ERRORS)
		return fail(n);
	if (seat != BM_ALL && seat != bm_to_move(self->game->g, self->s))
		n = 0;
	list = PyList_New(n);
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyLong_FromLong(move[i])) < 0)
			return list_or_null(list, false);
	return list;
}

static PyObject *state_mask_into(State *self, PyObject *out)
{
	Py_buffer mask;
	int code;

	if (!take_array(out, &mask, "mask", BYTES, 1, bm_num_actions(self->game->g), true))
		return NULL;
	code = bm_mask(self->game->g, self->s, mask.buf);
	PyBuffer_Release(&mask);
	return number(code);
}

static PyObject *state_observe_into(State *self, PyObject *args)
{
	PyObject *out;
	Py_buffer row;
	int seat, code;

	if (!PyArg_ParseTuple(args, "iO:observe_into", &seat, &out) || !take_array(out, &row, "observation", BYTES, 1, bm_tensor_size(self->game->g), true))
		return NULL;
	code = bm_observe(self->game->g, self->s, seat, row.buf);
	PyBuffer_Release(&row);
	return nothing(code);
}

/* A move as Python gives it. */
static bool move_of(PyObject *arg, int *move)
{
	PyObject *index = PyNumber_Index(arg);          /* numpy's integers have no other way */
	long n = index ? PyLong_AsLong(index) : -1;

	Py_XDECREF(index);
	if (n == -1 && PyErr_Occurred())
		return false;
	*move = n < INT_MIN || n > INT_MAX ? -1 : (int)n;       /* the library says that -1 is none */
	return true;
}

static PyObject *state_apply_action(State *self, PyObject *arg)
{
	int move;

	return move_of(arg, &move) ? nothing(bm_apply(self->game->g, self->s, move)) : NULL;
}

static PyObject *state_why(State *self, PyObject *arg)
{
	char text[BM_MAX_TEXT];
	int move;

	return move_of(arg, &move) ? text_of(bm_why(self->game->g, self->s, move, text, sizeof text), text) : NULL;
}

static PyObject *state_move_text(State *self, PyObject *args)
{
	char text[BM_MAX_TEXT];
	PyObject *arg, *of = NULL;
	int move, seat;

	if (!PyArg_ParseTuple(args, "O|O:move_text", &arg, &of) || !move_of(arg, &move) || !seat_of(of, &seat))
		return NULL;
	return text_of(bm_text(self->game->g, self->s, move, seat, text, sizeof text), text);
}

static PyObject *state_string_to_action(State *self, PyObject *arg)
{
	const char *text = PyUnicode_AsUTF8AndSize(arg, NULL);

	return text ? number(bm_parse(self->game->g, self->s, text)) : NULL;
}

static PyObject *numbers(int code, const int32_t *of, int n)
{
	PyObject *list = code < BM_ERRORS ? fail(code) : PyList_New(n);

	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyLong_FromLong(of[i])) < 0)
			return list_or_null(list, false);
	return list;
}

static PyObject *state_score(State *self, PyObject *none)
{
	int32_t score[BM_MAX_PLAYERS];

	(void)none;
	return numbers(bm_score(self->game->g, self->s, score), score, bm_players(self->game->g));
}

static PyObject *state_places(State *self, PyObject *none)
{
	int32_t place[BM_MAX_PLAYERS];

	(void)none;
	return numbers(bm_places(self->game->g, self->s, place), place, bm_players(self->game->g));
}

static PyObject *state_returns(State *self, PyObject *none)
{
	const int n = bm_players(self->game->g);
	float won[BM_MAX_PLAYERS];
	int code = bm_returns(self->game->g, self->s, won);
	PyObject *list = code < BM_ERRORS ? fail(code) : PyList_New(n);

	(void)none;
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyFloat_FromDouble(won[i])) < 0)
			return list_or_null(list, false);
	return list;
}

static PyObject *state_chance_outcomes(State *self, PyObject *none)
{
	uint16_t move[BM_MAX_MOVES];
	uint32_t weight[BM_MAX_MOVES], total;
	int n = bm_chance(self->game->g, self->s, move, weight, BM_MAX_MOVES, &total);
	PyObject *list = n < BM_ERRORS ? fail(n) : PyList_New(n);

	(void)none;
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, Py_BuildValue("(id)", (int)move[i], (double)weight[i] / (double)total)) < 0)
			return list_or_null(list, false);
	return list;
}

static PyObject *state_draw(State *self, PyObject *args)
{
	Rng *rng;

	return PyArg_ParseTuple(args, "O!:draw", rng_type, &rng) ? number(bm_draw(self->game->g, self->s, &rng->r)) : NULL;
}

static PyObject *state_view(State *self, PyObject *arg)
{
	State *made;
	int seat;

	if (!seat_of(arg, &seat) || !(made = state_make(Py_TYPE((PyObject *)self), self->game)))
		return NULL;
	return state_filled(made, bm_view(self->game->g, self->s, seat, made->s));
}

static PyObject *state_guess(State *self, PyObject *args)
{
	State *made;
	Rng *rng;

	if (!PyArg_ParseTuple(args, "O!:guess", rng_type, &rng) || !(made = state_make(Py_TYPE((PyObject *)self), self->game)))
		return NULL;
	return state_filled(made, bm_guess(self->game->g, self->s, &rng->r, made->s));
}

static PyObject *state_serialize(State *self, PyObject *none)
{
	uint8_t code[BM_MAX_CODE];
	int n = bm_encode(self->game->g, self->s, code, sizeof code);

	(void)none;
	return n < BM_ERRORS ? fail(n) : PyBytes_FromStringAndSize((const char *)code, n);
}

static PyObject *state_json(State *self, PyObject *none)
{
	char json[BM_MAX_JSON];

	(void)none;
	return text_of(bm_json(self->game->g, self->s, json, sizeof json), json);
}

static PyObject *state_board(State *self, PyObject *args)
{
	char text[BM_MAX_JSON];
	PyObject *of = NULL;
	int seat;

	if (!PyArg_ParseTuple(args, "|O:board", &of) || !seat_of(of, &seat))
		return NULL;
	return text_of(bm_board(self->game->g, self->s, seat, text, sizeof text), text);
}

/* State.decode(game, bytes) and State.from_json(game, text): class methods. */
static PyObject *state_decode(PyObject *type, PyObject *args)
{
	const char *bytes;
	Py_ssize_t n;
	Game *game;
	State *made;

	if (!PyArg_ParseTuple(args, "O!y#:decode", game_type, &game, &bytes, &n) || !is_made(game->g) || !(made = state_make((PyTypeObject *)type, game)))
		return NULL;
	return state_filled(made, bm_decode(game->g, (const uint8_t *)bytes, (size_t)n, made->s));
}

static PyObject *state_from_json(PyObject *type, PyObject *args)
{
	const char *text;
	Py_ssize_t n;
	Game *game;
	State *made;

	if (!PyArg_ParseTuple(args, "O!s#:from_json", game_type, &game, &text, &n) || !is_made(game->g) || !(made = state_make((PyTypeObject *)type, game)))
		return NULL;
	return state_filled(made, bm_from_json(game->g, text, (size_t)n, made->s));
}

/* Two states are equal when they are of one game, with the same options, and all bytes agree: the tag in them tells games apart. */
static PyObject *state_compare(State *self, PyObject *other, int how)
{
	if (!PyObject_TypeCheck(other, state_type) || (how != Py_EQ && how != Py_NE))
		Py_RETURN_NOTIMPLEMENTED;
	bool same = memcmp(self->s, ((State *)other)->s, bm_state_size()) == 0;
	return PyBool_FromLong(same == (how == Py_EQ));
}

static PyMethodDef state_methods[] = {
	{ "clone", (PyCFunction)state_clone, METH_NOARGS, "A copy that goes its own way." },
	{ "get_game", (PyCFunction)state_get_game, METH_NOARGS, "The game this is a state of." },
	{ "current_player", (PyCFunction)state_current_player, METH_NOARGS, "The seat to move, CHANCE or TERMINAL." },
	{ "turn", (PyCFunction)state_turn, METH_NOARGS, "Number of the turn, from 1; 0 during set-up." },
	{ "viewer", (PyCFunction)state_viewer, METH_NOARGS, "Whose view it is; ALL: it is the whole state." },
	{ "is_terminal", (PyCFunction)state_is_terminal, METH_NOARGS, "Whether the game is over." },
	{ "is_chance_node", (PyCFunction)state_is_chance, METH_NOARGS, "Whether chance is to move." },
	{ "legal_actions", (PyCFunction)state_legal_actions, METH_VARARGS, "What may be played, ascending; for a seat that is not to move: nothing." },
	{ "mask_into", (PyCFunction)state_mask_into, METH_O, "Writes a byte for each action; returns how many are 1." },
	{ "observe_into", (PyCFunction)state_observe_into, METH_VARARGS, "Writes the observation of a seat." },
	{ "apply_action", (PyCFunction)state_apply_action, METH_O, "Plays a move, chance's moves included." },
	{ "why", (PyCFunction)state_why, METH_O, "Which rule forbids a move; empty: it is legal." },
	{ "move_text", (PyCFunction)state_move_text, METH_VARARGS, "A move as a seat may read it; None: with everything." },
	{ "string_to_action", (PyCFunction)state_string_to_action, METH_O, "The move that a text names, legal or not." },
	{ "score", (PyCFunction)state_score, METH_NOARGS, "The points of each player, at any moment." },
	{ "places", (PyCFunction)state_places, METH_NOARGS, "The place of each player, from 1." },
	{ "returns", (PyCFunction)state_returns, METH_NOARGS, "What each player has won; 0 before the end." },
	{ "chance_outcomes", (PyCFunction)state_chance_outcomes, METH_NOARGS, "The moves of chance with their odds." },
	{ "draw", (PyCFunction)state_draw, METH_VARARGS, "A move of chance, drawn by the odds and not played yet." },
	{ "view", (PyCFunction)state_view, METH_O, "What a seat may know, as a state." },
	{ "guess", (PyCFunction)state_guess, METH_VARARGS, "A view completed to a whole state, with the right odds." },
	{ "serialize", (PyCFunction)state_serialize, METH_NOARGS, "The state as bytes, for files." },
	{ "to_json", (PyCFunction)state_json, METH_NOARGS, "The state as JSON." },
	{ "board", (PyCFunction)state_board, METH_VARARGS, "The board as text, as a seat sees it; None: with everything." },
	{ "decode", (PyCFunction)state_decode, METH_VARARGS | METH_CLASS, "The state that serialize() wrote." },
	{ "from_json", (PyCFunction)state_from_json, METH_VARARGS | METH_CLASS, "The state that to_json() wrote." },
	{ 0 },
};

static PyType_Slot state_slots[] = {
	{ Py_tp_new, state_new }, { Py_tp_dealloc, state_dealloc }, { Py_tp_methods, state_methods }, { Py_tp_richcompare, state_compare },
	{ Py_tp_hash, PyObject_HashNotImplemented }, { Py_tp_doc, "The whole game at one moment, or a seat's view of it." }, { 0 },
};
static PyType_Spec state_spec = { "bigmuddy._core.State", sizeof(State), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, state_slots };

/* Bot ----------------------------------------------------------------------------------- */

static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	static char *names[] = { "game", "name", "seed", NULL };
	unsigned long long seed = 0;
	const char *name;
	Game *game;
	Bot *self;

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|K", names, game_type, &game, &name, &seed) || !is_made(game->g) || !(self = (Bot *)alloc(type)))
		return NULL;
	Py_INCREF((PyObject *)game);
	self->game = game;
	self->b = bm_bot_open(game->g, name, seed);
	if (self->b)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return fail_open();
}

static void bot_dealloc(Bot *self)
{
	bm_bot_close(self->b);
	Py_XDECREF((PyObject *)self->game);
	drop((PyObject *)self);
}

static PyObject *bot_pick(Bot *self, PyObject *args)
{
	State *state;
	void *copy;
	int move;

	if (!PyArg_ParseTuple(args, "O!:pick", state_type, &state) || !is_free(&self->busy))
		return NULL;
	if (!(copy = PyMem_Malloc(bm_state_size())))
		return PyErr_NoMemory();
	memcpy(copy, state->s, bm_state_size());                /* another thread may play on meanwhile */
	self->busy = true;
	PyThreadState *thread = PyEval_SaveThread();
	move = bm_bot_pick(self->b, copy);
	PyEval_RestoreThread(thread);
	self->busy = false;
	PyMem_Free(copy);
	return number(move);
}

static PyMethodDef bot_methods[] = {
	{ "pick", (PyCFunction)bot_pick, METH_VARARGS, "A legal move for the seat to move, whose view is all the bot sees." }, { 0 },
};

static PyType_Slot bot_slots[] = {
	{ Py_tp_new, bot_new }, { Py_tp_dealloc, bot_dealloc }, { Py_tp_methods, bot_methods }, { Py_tp_doc, "A player: \"simple\", \"search:2000\", \"hard:100ms\"." }, { 0 },
};
static PyType_Spec bot_spec = { "bigmuddy._core.Bot", sizeof(Bot), 0, Py_TPFLAGS_DEFAULT, bot_slots };

/* Record --------------------------------------------------------------------------------- */

static PyObject *record_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	static char *names[] = { "game", NULL };
	Game *game;
	Record *self;

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!", names, game_type, &game) || !is_made(game->g) || !(self = (Record *)alloc(type)))
		return NULL;
	Py_INCREF((PyObject *)game);
	self->game = game;
	self->r = bm_record_open(game->g);
	if (self->r)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return fail_open();
}

/* Record.read(game, text): every move is checked. The record must be one of that game. */
static PyObject *record_read(PyObject *type, PyObject *args)
{
	const char *text;
	Py_ssize_t n;
	Game *game;
	Record *self;
	void *state;

	if (!PyArg_ParseTuple(args, "O!s#:read", game_type, &game, &text, &n) || !is_made(game->g) || !(self = (Record *)alloc((PyTypeObject *)type)))
		return NULL;
	Py_INCREF((PyObject *)game);
	self->game = game;
	self->r = bm_record_read(text, (size_t)n);
	state = self->r ? PyMem_Malloc(bm_state_size()) : NULL;
	int code = !self->r ? BM_TEXT : !state ? BM_MEMORY : bm_record_state(self->r, 0, state);
	if (code == BM_FINE)
		code = bm_to_move(game->g, state);
	PyMem_Free(state);
	if (code >= BM_ERRORS)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return code == BM_MEMORY ? PyErr_NoMemory() : fail(code);
}

static void record_dealloc(Record *self)
{
	bm_record_close(self->r);
	Py_XDECREF((PyObject *)self->game);
	drop((PyObject *)self);
}

static PyObject *record_moves(Record *self, PyObject *none)
{
	int n = bm_record_moves(self->r);
	PyObject *list = n < BM_ERRORS ? fail(n) : PyList_New(n);

	(void)none;
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyLong_FromLong(bm_record_move(self->r, i))) < 0)
			return list_or_null(list, false);
	return list;
}

static PyObject *record_play(Record *self, PyObject *arg)
{
	int move;

	return move_of(arg, &move) ? nothing(bm_record_play(self->r, move)) : NULL;
}

/* state(type, i): the state before the i-th move, as that type of State. */
static PyObject *record_state(Record *self, PyObject *args)
{
	PyObject *type;
	State *made;
	int i;

	if (!PyArg_ParseTuple(args, "O!i:state", &PyType_Type, &type, &i))
		return NULL;
	if (!PyType_IsSubtype((PyTypeObject *)type, state_type)) {
		PyErr_SetString(PyExc_TypeError, "the first argument must be a class of states");
		return NULL;
	}
	if (!(made = state_make((PyTypeObject *)type, self->game)))
		return NULL;
	return state_filled(made, bm_record_state(self->r, i, made->s));
}

static PyObject *record_print(Record *self, PyObject *args)
{
	PyObject *text;
	char *out;
	int form, n;

	if (!PyArg_ParseTuple(args, "i:print", &form))
		return NULL;
	if ((n = bm_record_print(self->r, form, NULL, 0)) < BM_ERRORS)
		return fail(n);
	if (!(out = PyMem_Malloc((size_t)n + 1)))
		return PyErr_NoMemory();
	n = bm_record_print(self->r, form, out, (size_t)n + 1);
	text = text_of(n, out);
	PyMem_Free(out);
	return text;
}

static PyMethodDef record_methods[] = {
	{ "read", (PyCFunction)record_read, METH_VARARGS | METH_CLASS, "The record that a text holds, in either form; every move is checked." },
	{ "moves", (PyCFunction)record_moves, METH_NOARGS, "All moves, chance's included." },
	{ "play", (PyCFunction)record_play, METH_O, "Plays a move and keeps it." },
	{ "state_as", (PyCFunction)record_state, METH_VARARGS, "The state before the i-th move, as a class of states." },
	{ "print", (PyCFunction)record_print, METH_VARARGS, "The record as text (0) or JSON (1)." },
	{ 0 },
};

static PyType_Slot record_slots[] = {
	{ Py_tp_new, record_new }, { Py_tp_dealloc, record_dealloc }, { Py_tp_methods, record_methods }, { Py_tp_doc, "A game with all its moves." }, { 0 },
};
static PyType_Spec record_spec = { "bigmuddy._core.Record", sizeof(Record), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, record_slots };

/* Vec --------------------------------------------------------------------------------------- */

static PyObject *vec_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	static char *names[] = { "game", "games", "threads", "seed", "flags", "max_steps", NULL };
	struct bm_vec_config config = { .threads = 1 };
	unsigned long long seed = 0;
	Game *game;
	Vec *self;

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!i|iKII", names, game_type, &game, &config.games, &config.threads, &seed, &config.flags, &config.max_steps))
		return NULL;
	if (!is_made(game->g) || !(self = (Vec *)alloc(type)))
		return NULL;
	config.seed = seed;
	Py_INCREF((PyObject *)game);
	self->game = game;
	self->v = bm_vec_open(game->g, &config);
	self->games = config.games;
	self->threads = config.threads;
	self->owner = getpid();
	if (self->v)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return fail_open();
}

/* After a fork the threads are in the other process: here they can be neither used nor waited for. */
static bool has_threads(const Vec *self)
{
	return self->threads == 1 || self->owner == getpid();
}

static bool may_use(const Vec *self)
{
	if (!has_threads(self))
		PyErr_SetString(PyExc_RuntimeError, "games with threads do not survive a fork: open them in the new process");
	return !PyErr_Occurred() && is_free(&self->busy);
}

static void vec_dealloc(Vec *self)
{
	if (has_threads(self))
		bm_vec_close(self->v);
	Py_XDECREF((PyObject *)self->game);
	drop((PyObject *)self);
}

/* The seven arrays of a step, in the order of bm_vec_io; None: not wanted. */
enum { ACTIONS, MOVERS, MASKS, OBSERVATIONS, REWARDS, ENDED, TRUNCATED, ARRAYS };
struct arrays { Py_buffer view[ARRAYS]; bool held[ARRAYS]; };

static void release(struct arrays *a)
{
	for (int i = 0; i < ARRAYS; i++)
		if (a->held[i])
			PyBuffer_Release(&a->view[i]);
}

static bool take_arrays(const Vec *self, PyObject *const *from, struct arrays *a, struct bm_vec_io *io)
{
	const bm_game *g = self->game->g;
	const Py_ssize_t n = self->games;
	const struct { const char *name, *formats; Py_ssize_t size, n; } want[ARRAYS] = {
		[ACTIONS]      = { "actions", INTS, 4, n },
		[MOVERS]       = { "movers", INTS, 4, n },
		[MASKS]        = { "masks", BYTES, 1, n * bm_num_actions(g) },
		[OBSERVATIONS] = { "observations", BYTES, 1, n * bm_tensor_size(g) },
		[REWARDS]      = { "rewards", FLOATS, 4, n * bm_players(g) },
		[ENDED]        = { "ended", BYTES, 1, n },
		[TRUNCATED]    = { "truncated", BYTES, 1, n },
	};

	memset(a, 0, sizeof *a);
	for (int i = 0; i < ARRAYS; i++) {
		if (!from[i] || from[i] == Py_None)
			continue;
		a->held[i] = take_array(from[i], &a->view[i], want[i].name, want[i].formats, want[i].size, want[i].n, i != ACTIONS);
		if (!a->held[i]) {
			release(a);
			return false;
		}
	}
	*io = (struct bm_vec_io){ a->view[ACTIONS].buf, a->view[MOVERS].buf, a->view[MASKS].buf, a->view[OBSERVATIONS].buf, a->view[REWARDS].buf,
		a->view[ENDED].buf, a->view[TRUNCATED].buf };
	return true;
}

static PyObject *vec_run(Vec *self, PyObject *const *from, int (*work)(bm_vec *v, const struct bm_vec_io *io))
{
	struct arrays a;
	struct bm_vec_io io;
	int code;

	if (!may_use(self) || !take_arrays(self, from, &a, &io))
		return NULL;
	self->busy = true;
	PyThreadState *thread = PyEval_SaveThread();
	code = work(self->v, &io);
	PyEval_RestoreThread(thread);
	self->busy = false;
	release(&a);
	return nothing(code);
}

static PyObject *vec_step(Vec *self, PyObject *args)
{
	PyObject *from[ARRAYS] = { 0 };

	if (!PyArg_ParseTuple(args, "O|OOOOOO:step", &from[0], &from[1], &from[2], &from[3], &from[4], &from[5], &from[6]))
		return NULL;
	if (from[ACTIONS] == Py_None) {
		PyErr_SetString(PyExc_TypeError, "a step needs actions");
		return NULL;
	}
	return vec_run(self, from, bm_vec_step);
}

static PyObject *vec_reset(Vec *self, PyObject *args)
{
	PyObject *from[ARRAYS] = { 0 };

	if (!PyArg_ParseTuple(args, "|OOOOOO:reset", &from[1], &from[2], &from[3], &from[4], &from[5], &from[6]))
		return NULL;
	return vec_run(self, from, bm_vec_reset);
}

static PyObject *vec_bots(Vec *self, PyObject *args)
{
	const char *bot;
	PyObject *from;
	Py_buffer seats;
	int code;

	if (!PyArg_ParseTuple(args, "sO:bots", &bot, &from) || !may_use(self) || !take_array(from, &seats, "seats", INTS, 4, self->games, false))
		return NULL;
	self->busy = true;
	PyThreadState *thread = PyEval_SaveThread();
	code = bm_vec_bots(self->v, bot, seats.buf);
	PyEval_RestoreThread(thread);
	self->busy = false;
	PyBuffer_Release(&seats);
	return nothing(code);
}

static PyObject *vec_sample(Vec *self, PyObject *args)
{
	PyObject *out;
	Py_buffer actions;
	Rng *rng;
	int code;

	if (!PyArg_ParseTuple(args, "O!O:sample", rng_type, &rng, &out) || !may_use(self))
		return NULL;
	if (!take_array(out, &actions, "actions", INTS, 4, self->games, true))
		return NULL;
	code = bm_vec_sample(self->v, &rng->r, actions.buf);
	PyBuffer_Release(&actions);
	return nothing(code);
}

static PyObject *vec_get(Vec *self, PyObject *args)
{
	PyObject *type;
	State *made;
	int i;

	if (!PyArg_ParseTuple(args, "O!i:get", &PyType_Type, &type, &i) || !may_use(self))
		return NULL;
	if (!PyType_IsSubtype((PyTypeObject *)type, state_type)) {
		PyErr_SetString(PyExc_TypeError, "the first argument must be a class of states");
		return NULL;
	}
	if (!(made = state_make((PyTypeObject *)type, self->game)))
		return NULL;
	return state_filled(made, bm_vec_get(self->v, i, made->s));
}

static PyObject *vec_set(Vec *self, PyObject *args)
{
	State *state;
	int i;

	if (!PyArg_ParseTuple(args, "iO!:set", &i, state_type, &state) || !may_use(self))
		return NULL;
	return nothing(bm_vec_set(self->v, i, state->s));
}

static PyMethodDef vec_methods[] = {
	{ "step", (PyCFunction)vec_step, METH_VARARGS, "Plays an action in each game; writes into movers, masks, observations, rewards, ended, truncated." },
	{ "reset", (PyCFunction)vec_reset, METH_VARARGS, "Begins all games, from the seed; writes as step does." },
	{ "bots", (PyCFunction)vec_bots, METH_VARARGS, "Bots play all seats but one of each game; all games begin anew." },
	{ "sample", (PyCFunction)vec_sample, METH_VARARGS, "Writes a legal action for each game, all equally likely." },
	{ "get_as", (PyCFunction)vec_get, METH_VARARGS, "A copy of one game's state, as a class of states." },
	{ "set", (PyCFunction)vec_set, METH_VARARGS, "Puts a state in the place of one game's." },
	{ 0 },
};

static PyType_Slot vec_slots[] = {
	{ Py_tp_new, vec_new }, { Py_tp_dealloc, vec_dealloc }, { Py_tp_methods, vec_methods }, { Py_tp_doc, "Many games, stepped together." }, { 0 },
};
static PyType_Spec vec_spec = { "bigmuddy._core.Vec", sizeof(Vec), 0, Py_TPFLAGS_DEFAULT, vec_slots };

/* The module ---------------------------------------------------------------------------------- */

static PyObject *names(PyObject *none, const char *(*name)(int i))
{
	PyObject *list = PyList_New(0);
	bool fine = true;

	(void)none;
	for (int i = 0; list && fine && name(i); i++)
		fine = add(list, PyUnicode_FromString(name(i)));
	return list_or_null(list, fine);
}

static PyObject *game_names(PyObject *self, PyObject *none)
{
	(void)none;
	return names(self, bm_game_name);
}

static PyObject *bot_names(PyObject *self, PyObject *none)
{
	(void)none;
	return names(self, bm_bot_name);
}

static PyMethodDef functions[] = {
	{ "game_names", game_names, METH_NOARGS, "The games there are." },
	{ "bot_names", bot_names, METH_NOARGS, "The levels of bots there are." },
	{ 0 },
};

static struct PyModuleDef module = { PyModuleDef_HEAD_INIT, .m_name = "_core", .m_doc = "libbigmuddy for Python.", .m_size = -1, .m_methods = functions };

/* The type is kept in *kept for as long as the process lives. */
static bool add_type(PyObject *m, const char *name, PyType_Spec *spec, PyTypeObject **kept)
{
	PyObject *type = PyType_FromSpec(spec);

	if (kept)
		*kept = (PyTypeObject *)Py_XNewRef(type);
	bool fine = type && PyModule_AddObjectRef(m, name, type) == 0;
	Py_XDECREF(type);
	return fine;
}

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
	PyObject *m = PyModule_Create(&module);

	if (!m)
		return NULL;
	illegal_error = PyErr_NewExceptionWithDoc("bigmuddy.IllegalMoveError", "The rules forbid that move; the message begins with the rule.", PyExc_ValueError, NULL);
	if (!illegal_error || PyModule_AddObjectRef(m, "IllegalMoveError", illegal_error) < 0
	    || !add_type(m, "Game", &game_spec, &game_type) || !add_type(m, "Rng", &rng_spec, &rng_type)
	    || !add_type(m, "State", &state_spec, &state_type) || !add_type(m, "Bot", &bot_spec, NULL)
	    || !add_type(m, "Record", &record_spec, NULL) || !add_type(m, "Vec", &vec_spec, NULL)
	    || PyModule_AddStringConstant(m, "version", bm_version()) < 0 || PyModule_AddIntConstant(m, "CHANCE", BM_CHANCE) < 0
	    || PyModule_AddIntConstant(m, "TERMINAL", BM_OVER) < 0 || PyModule_AddIntConstant(m, "WATCHER", BM_WATCHER) < 0
	    || PyModule_AddIntConstant(m, "ALL", BM_ALL) < 0 || PyModule_AddIntConstant(m, "VEC_FORCED", BM_VEC_FORCED) < 0) {
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
