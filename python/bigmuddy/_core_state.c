/* State: one game under way. */
#include "_core.h"

#include <string.h>

State *core_state_make(PyTypeObject *type, Game *game)
{
	State *self;

	if (!PyType_IsSubtype(type, core_state_type)) {
		PyErr_SetString(PyExc_TypeError, "the first argument must be a class of states");
		return NULL;
	}
	if (!(self = (State *)core_alloc(type)))
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

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!", names, core_game_type, &game) || !core_is_made(game->g) || !(self = core_state_make(type, game)))
		return NULL;
	if ((code = bm_start(game->g, self->s)) == BM_FINE)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return core_fail(code);
}

static void state_dealloc(State *self)
{
	PyMem_Free(self->s);
	Py_XDECREF((PyObject *)self->game);
	core_drop((PyObject *)self);
}

PyObject *core_state_filled(State *made, int code)
{
	if (code >= BM_ERRORS)
		return (PyObject *)made;
	Py_DECREF((PyObject *)made);
	return core_fail(code);
}

static PyObject *state_clone(State *self, PyObject *none)
{
	State *made = core_state_make(Py_TYPE((PyObject *)self), self->game);

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
	return core_number(bm_to_move(self->game->g, self->s));
}

static PyObject *state_turn(State *self, PyObject *none)
{
	(void)none;
	return core_number(bm_turn(self->game->g, self->s));
}

static PyObject *state_viewer(State *self, PyObject *none)
{
	(void)none;
	return core_number(bm_viewer(self->game->g, self->s));
}

static PyObject *state_is_terminal(State *self, PyObject *none)
{
	int mover = bm_to_move(self->game->g, self->s);

	(void)none;
	return mover < BM_ERRORS ? core_fail(mover) : PyBool_FromLong(mover == BM_OVER);
}

static PyObject *state_is_chance(State *self, PyObject *none)
{
	int mover = bm_to_move(self->game->g, self->s);

	(void)none;
	return mover < BM_ERRORS ? core_fail(mover) : PyBool_FromLong(mover == BM_CHANCE);
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
		return core_fail(n);
	if (seat != BM_ALL && seat != bm_to_move(self->game->g, self->s))
		n = 0;
	list = PyList_New(n);
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyLong_FromLong(move[i])) < 0)
			return core_list_or_null(list, false);
	return list;
}

static PyObject *state_mask_into(State *self, PyObject *out)
{
	Py_buffer mask;
	int code;

	if (!core_take_array(out, &mask, &(struct array){ "mask", BYTES, 1, bm_num_actions(self->game->g), true }))
		return NULL;
	code = bm_mask(self->game->g, self->s, mask.buf);
	PyBuffer_Release(&mask);
	return core_number(code);
}

static PyObject *state_observe_into(State *self, PyObject *args)
{
	PyObject *out;
	Py_buffer row;
	int seat, code;

	if (!PyArg_ParseTuple(args, "iO:observe_into", &seat, &out)
	    || !core_take_array(out, &row, &(struct array){ "observation", BYTES, 1, bm_tensor_size(self->game->g), true }))
		return NULL;
	code = bm_observe(self->game->g, self->s, seat, row.buf);
	PyBuffer_Release(&row);
	return core_nothing(code);
}

bool core_move_of(PyObject *arg, int *move)
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

	return core_move_of(arg, &move) ? core_nothing(bm_apply(self->game->g, self->s, move)) : NULL;
}

static PyObject *state_why(State *self, PyObject *arg)
{
	char text[BM_MAX_TEXT];
	int move;

	return core_move_of(arg, &move) ? core_text_of(bm_why(self->game->g, self->s, move, text, sizeof text), text) : NULL;
}

static PyObject *state_move_text(State *self, PyObject *args)
{
	char text[BM_MAX_TEXT];
	PyObject *arg, *of = NULL;
	int move, seat;

	if (!PyArg_ParseTuple(args, "O|O:move_text", &arg, &of) || !core_move_of(arg, &move) || !seat_of(of, &seat))
		return NULL;
	return core_text_of(bm_text(self->game->g, self->s, move, seat, text, sizeof text), text);
}

static PyObject *state_string_to_action(State *self, PyObject *arg)
{
	const char *text = PyUnicode_AsUTF8AndSize(arg, NULL);

	return text ? core_number(bm_parse(self->game->g, self->s, text)) : NULL;
}

static PyObject *numbers(int code, const int32_t *of, int n)
{
	PyObject *list = code < BM_ERRORS ? core_fail(code) : PyList_New(n);

	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyLong_FromLong(of[i])) < 0)
			return core_list_or_null(list, false);
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
	PyObject *list = code < BM_ERRORS ? core_fail(code) : PyList_New(n);

	(void)none;
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyFloat_FromDouble(won[i])) < 0)
			return core_list_or_null(list, false);
	return list;
}

static PyObject *state_chance_outcomes(State *self, PyObject *none)
{
	uint16_t move[BM_MAX_MOVES];
	uint32_t weight[BM_MAX_MOVES], total;
	int n = bm_chance(self->game->g, self->s, move, weight, BM_MAX_MOVES, &total);
	PyObject *list = n < BM_ERRORS ? core_fail(n) : PyList_New(n);

	(void)none;
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, Py_BuildValue("(id)", (int)move[i], (double)weight[i] / (double)total)) < 0)
			return core_list_or_null(list, false);
	return list;
}

static PyObject *state_draw(State *self, PyObject *args)
{
	Rng *rng;

	return PyArg_ParseTuple(args, "O!:draw", core_rng_type, &rng) ? core_number(bm_draw(self->game->g, self->s, &rng->r)) : NULL;
}

static PyObject *state_view(State *self, PyObject *arg)
{
	State *made;
	int seat;

	if (!seat_of(arg, &seat) || !(made = core_state_make(Py_TYPE((PyObject *)self), self->game)))
		return NULL;
	return core_state_filled(made, bm_view(self->game->g, self->s, seat, made->s));
}

static PyObject *state_guess(State *self, PyObject *args)
{
	State *made;
	Rng *rng;

	if (!PyArg_ParseTuple(args, "O!:guess", core_rng_type, &rng) || !(made = core_state_make(Py_TYPE((PyObject *)self), self->game)))
		return NULL;
	return core_state_filled(made, bm_guess(self->game->g, self->s, &rng->r, made->s));
}

static PyObject *state_serialize(State *self, PyObject *none)
{
	uint8_t code[BM_MAX_CODE];
	int n = bm_encode(self->game->g, self->s, code, sizeof code);

	(void)none;
	return n < BM_ERRORS ? core_fail(n) : PyBytes_FromStringAndSize((const char *)code, n);
}

static PyObject *state_json(State *self, PyObject *none)
{
	char json[BM_MAX_JSON];

	(void)none;
	return core_text_of(bm_json(self->game->g, self->s, json, sizeof json), json);
}

static PyObject *state_board(State *self, PyObject *args)
{
	char text[BM_MAX_JSON];
	PyObject *of = NULL;
	int seat;

	if (!PyArg_ParseTuple(args, "|O:board", &of) || !seat_of(of, &seat))
		return NULL;
	return core_text_of(bm_board(self->game->g, self->s, seat, text, sizeof text), text);
}

/* State.decode(game, bytes) and State.from_json(game, text): class methods. */
static PyObject *state_decode(PyObject *type, PyObject *args)
{
	const char *bytes;
	Py_ssize_t n;
	Game *game;
	State *made;

	if (!PyArg_ParseTuple(args, "O!y#:decode", core_game_type, &game, &bytes, &n) || !core_is_made(game->g) || !(made = core_state_make((PyTypeObject *)type, game)))
		return NULL;
	return core_state_filled(made, bm_decode(game->g, (const uint8_t *)bytes, (size_t)n, made->s));
}

static PyObject *state_from_json(PyObject *type, PyObject *args)
{
	const char *text;
	Py_ssize_t n;
	Game *game;
	State *made;

	if (!PyArg_ParseTuple(args, "O!s#:from_json", core_game_type, &game, &text, &n) || !core_is_made(game->g) || !(made = core_state_make((PyTypeObject *)type, game)))
		return NULL;
	return core_state_filled(made, bm_from_json(game->g, text, (size_t)n, made->s));
}

/* Two states are equal when they are of one game, with the same options, and all bytes agree: the tag in them tells games apart. */
static PyObject *state_compare(State *self, PyObject *other, int how)
{
	if (!PyObject_TypeCheck(other, core_state_type) || (how != Py_EQ && how != Py_NE))
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
PyType_Spec core_state_spec = { "bigmuddy._core.State", sizeof(State), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, state_slots };
