/* What plays games: bots, records, and many games stepped together. */
#include "_core.h"

#include <string.h>
#include <unistd.h>

/* Bot ----------------------------------------------------------------------------------- */

static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	static char *names[] = { "game", "name", "seed", NULL };
	unsigned long long seed = 0;
	const char *name;
	Game *game;
	Bot *self;

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!s|K", names, core_game_type, &game, &name, &seed) || !core_is_made(game->g) || !(self = (Bot *)core_alloc(type)))
		return NULL;
	Py_INCREF((PyObject *)game);
	self->game = game;
	self->b = bm_bot_open(game->g, name, seed);
	if (self->b)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return core_fail_open();
}

static void bot_dealloc(Bot *self)
{
	bm_bot_close(self->b);
	Py_XDECREF((PyObject *)self->game);
	core_drop((PyObject *)self);
}

static PyObject *bot_pick(Bot *self, PyObject *args)
{
	State *state;
	void *copy;
	int move;

	if (!PyArg_ParseTuple(args, "O!:pick", core_state_type, &state) || !core_is_free(&self->busy))
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
	return core_number(move);
}

static PyMethodDef bot_methods[] = {
	{ "pick", (PyCFunction)bot_pick, METH_VARARGS, "A legal move for the seat to move, whose view is all the bot sees." }, { 0 },
};

static PyType_Slot bot_slots[] = {
	{ Py_tp_new, bot_new }, { Py_tp_dealloc, bot_dealloc }, { Py_tp_methods, bot_methods }, { Py_tp_doc, "A player: \"simple\", \"search:2000\", \"hard:100ms\"." }, { 0 },
};
PyType_Spec core_bot_spec = { "bigmuddy._core.Bot", sizeof(Bot), 0, Py_TPFLAGS_DEFAULT, bot_slots };

/* Record --------------------------------------------------------------------------------- */

static PyObject *record_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	static char *names[] = { "game", NULL };
	Game *game;
	Record *self;

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!", names, core_game_type, &game) || !core_is_made(game->g) || !(self = (Record *)core_alloc(type)))
		return NULL;
	Py_INCREF((PyObject *)game);
	self->game = game;
	self->r = bm_record_open(game->g);
	if (self->r)
		return (PyObject *)self;
	Py_DECREF((PyObject *)self);
	return core_fail_open();
}

/* Record.read(game, text): every move is checked. The record must be one of that game. */
static PyObject *record_read(PyObject *type, PyObject *args)
{
	const char *text;
	Py_ssize_t n;
	Game *game;
	Record *self;
	void *state;

	if (!PyArg_ParseTuple(args, "O!s#:read", core_game_type, &game, &text, &n) || !core_is_made(game->g) || !(self = (Record *)core_alloc((PyTypeObject *)type)))
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
	return code == BM_MEMORY ? PyErr_NoMemory() : core_fail(code);
}

static void record_dealloc(Record *self)
{
	bm_record_close(self->r);
	Py_XDECREF((PyObject *)self->game);
	core_drop((PyObject *)self);
}

static PyObject *record_moves(Record *self, PyObject *none)
{
	int n = bm_record_moves(self->r);
	PyObject *list = n < BM_ERRORS ? core_fail(n) : PyList_New(n);

	(void)none;
	for (int i = 0; list && i < n; i++)
		if (PyList_SetItem(list, i, PyLong_FromLong(bm_record_move(self->r, i))) < 0)
			return core_list_or_null(list, false);
	return list;
}

static PyObject *record_play(Record *self, PyObject *arg)
{
	int move;

	return core_move_of(arg, &move) ? core_nothing(bm_record_play(self->r, move)) : NULL;
}

/* state(type, i): the state before the i-th move, as that type of State. */
static PyObject *record_state(Record *self, PyObject *args)
{
	PyObject *type;
	State *made;
	int i;

	if (!PyArg_ParseTuple(args, "O!i:state", &PyType_Type, &type, &i))
		return NULL;
	if (!(made = core_state_make((PyTypeObject *)type, self->game)))
		return NULL;
	return core_state_filled(made, bm_record_state(self->r, i, made->s));
}

static PyObject *record_print(Record *self, PyObject *args)
{
	PyObject *text;
	char *out;
	int form, n;

	if (!PyArg_ParseTuple(args, "i:print", &form))
		return NULL;
	if ((n = bm_record_print(self->r, form, NULL, 0)) < BM_ERRORS)
		return core_fail(n);
	if (!(out = PyMem_Malloc((size_t)n + 1)))
		return PyErr_NoMemory();
	n = bm_record_print(self->r, form, out, (size_t)n + 1);
	text = core_text_of(n, out);
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
PyType_Spec core_record_spec = { "bigmuddy._core.Record", sizeof(Record), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, record_slots };

/* Vec --------------------------------------------------------------------------------------- */

static PyObject *vec_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
	static char *names[] = { "game", "games", "threads", "seed", "flags", "max_steps", NULL };
	struct bm_vec_config config = { .threads = 1 };
	unsigned long long seed = 0;
	Game *game;
	Vec *self;

	if (!PyArg_ParseTupleAndKeywords(args, words, "O!i|iKII", names, core_game_type, &game, &config.games, &config.threads, &seed, &config.flags, &config.max_steps))
		return NULL;
	if (!core_is_made(game->g) || !(self = (Vec *)core_alloc(type)))
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
	return core_fail_open();
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
	return !PyErr_Occurred() && core_is_free(&self->busy);
}

static void vec_dealloc(Vec *self)
{
	if (has_threads(self))
		bm_vec_close(self->v);
	Py_XDECREF((PyObject *)self->game);
	core_drop((PyObject *)self);
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
	const struct array want[ARRAYS] = {
		[ACTIONS]      = { "actions", INTS, 4, n, false },
		[MOVERS]       = { "movers", INTS, 4, n, true },
		[MASKS]        = { "masks", BYTES, 1, n * bm_num_actions(g), true },
		[OBSERVATIONS] = { "observations", BYTES, 1, n * bm_tensor_size(g), true },
		[REWARDS]      = { "rewards", FLOATS, 4, n * bm_players(g), true },
		[ENDED]        = { "ended", BYTES, 1, n, true },
		[TRUNCATED]    = { "truncated", BYTES, 1, n, true },
	};

	memset(a, 0, sizeof *a);
	for (int i = 0; i < ARRAYS; i++) {
		if (!from[i] || from[i] == Py_None)
			continue;
		a->held[i] = core_take_array(from[i], &a->view[i], &want[i]);
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
	return core_nothing(code);
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

	if (!PyArg_ParseTuple(args, "sO:bots", &bot, &from) || !may_use(self) || !core_take_array(from, &seats, &(struct array){ "seats", INTS, 4, self->games, false }))
		return NULL;
	self->busy = true;
	PyThreadState *thread = PyEval_SaveThread();
	code = bm_vec_bots(self->v, bot, seats.buf);
	PyEval_RestoreThread(thread);
	self->busy = false;
	PyBuffer_Release(&seats);
	return core_nothing(code);
}

static PyObject *vec_sample(Vec *self, PyObject *args)
{
	PyObject *out;
	Py_buffer actions;
	Rng *rng;
	int code;

	if (!PyArg_ParseTuple(args, "O!O:sample", core_rng_type, &rng, &out) || !may_use(self))
		return NULL;
	if (!core_take_array(out, &actions, &(struct array){ "actions", INTS, 4, self->games, true }))
		return NULL;
	code = bm_vec_sample(self->v, &rng->r, actions.buf);
	PyBuffer_Release(&actions);
	return core_nothing(code);
}

static PyObject *vec_get(Vec *self, PyObject *args)
{
	PyObject *type;
	State *made;
	int i;

	if (!PyArg_ParseTuple(args, "O!i:get", &PyType_Type, &type, &i) || !may_use(self))
		return NULL;
	if (!(made = core_state_make((PyTypeObject *)type, self->game)))
		return NULL;
	return core_state_filled(made, bm_vec_get(self->v, i, made->s));
}

static PyObject *vec_set(Vec *self, PyObject *args)
{
	State *state;
	int i;

	if (!PyArg_ParseTuple(args, "iO!:set", &i, core_state_type, &state) || !may_use(self))
		return NULL;
	return core_nothing(bm_vec_set(self->v, i, state->s));
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
PyType_Spec core_vec_spec = { "bigmuddy._core.Vec", sizeof(Vec), 0, Py_TPFLAGS_DEFAULT, vec_slots };
