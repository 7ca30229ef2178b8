/* The module: what its types share, games, random numbers. _core.h says what holds for all of it. */
#include "_core.h"

#include <string.h>

PyTypeObject *core_game_type, *core_state_type, *core_rng_type;
static PyObject *illegal_error;

/* Errors -------------------------------------------------------------------------- */

PyObject *core_fail(int code)
{
	PyObject *kind = code == BM_ILLEGAL ? illegal_error : code == BM_MEMORY ? PyExc_MemoryError : code == BM_INTERNAL ? PyExc_SystemError : PyExc_ValueError;

	PyErr_SetString(kind, bm_error());
	return NULL;
}

PyObject *core_fail_open(void)
{
	return core_fail(BM_ARGUMENT);
}

PyObject *core_number(int code)
{
	return code < BM_ERRORS ? core_fail(code) : PyLong_FromLong(code);
}

PyObject *core_nothing(int code)
{
	if (code < BM_ERRORS)
		return core_fail(code);
	Py_RETURN_NONE;
}

bool core_is_made(const void *inside)
{
	if (!inside)
		PyErr_SetString(PyExc_ValueError, "this object was never set up: a subclass has to call super().__init__()");
	return inside != NULL;
}

bool core_is_free(const bool *busy)
{
	if (*busy)
		PyErr_SetString(PyExc_RuntimeError, "another thread is using this object just now; give each thread one of its own");
	return !*busy;
}

bool core_take_array(PyObject *from, Py_buffer *view, const struct array *w)
{
	const char *format;

	if (PyObject_GetBuffer(from, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (w->writable ? PyBUF_WRITABLE : 0)) < 0)
		return false;
	format = view->format ? view->format : "B";
	if (view->itemsize != w->size || strlen(format) != 1 || !strchr(w->formats, format[0]))
		PyErr_Format(PyExc_TypeError, "%s: an array of other elements is wanted: %zd bytes each, format %s; these are %zd bytes, format %s", w->name, w->size,
			w->formats, view->itemsize, format);
	else if (view->len != w->n * w->size)
		PyErr_Format(PyExc_ValueError, "%s: %zd elements are wanted, not %zd", w->name, w->n, view->len / w->size);
	else
		return true;
	PyBuffer_Release(view);
	return false;
}

void core_drop(PyObject *self)
{
	PyTypeObject *type = Py_TYPE((PyObject *)self);
	freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

	release(self);
	Py_DECREF(type);
}

PyObject *core_alloc(PyTypeObject *type)
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
		core_fail_open();
	return self->g ? 0 : -1;
}

static void game_dealloc(Game *self)
{
	bm_close(self->g);
	core_drop((PyObject *)self);
}

static PyObject *game_facts(Game *self, PyObject *none)
{
	const bm_game *g = self->g;

	(void)none;
	if (!core_is_made(g))
		return NULL;
	return Py_BuildValue("{sssssisisisisisisisisK}", "name", bm_name(g), "title", bm_title(g), "rules", bm_rules(g), "players", bm_players(g), "min_players",
		bm_min_players(g), "max_players", bm_max_players(g), "num_moves", bm_num_moves(g), "num_actions", bm_num_actions(g), "max_length", bm_max_length(g),
		"tensor_size", bm_tensor_size(g), "tensor_hash", (unsigned long long)bm_tensor_hash(g));
}

static PyObject *game_seat_name(Game *self, PyObject *arg)
{
	long seat = PyLong_AsLong(arg);
	const char *name;

	if ((seat == -1 && PyErr_Occurred()) || !core_is_made(self->g))
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

PyObject *core_list_or_null(PyObject *list, bool fine)
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
	return core_list_or_null(list, fine);
}

static PyObject *game_options(Game *self, PyObject *none)
{
	PyObject *list;
	struct bm_option o;
	bool fine = true;

	(void)none;
	if (!core_is_made(self->g) || !(list = PyList_New(0)))
		return NULL;
	for (int i = 0; fine && bm_option(self->g, i, &o) == BM_FINE; i++)
		fine = add(list, Py_BuildValue("(ssNiiii)", o.name, o.help, option_values(&o), o.min, o.max, o.preset, o.value));
	return core_list_or_null(list, fine);
}

static PyObject *game_planes(Game *self, PyObject *none)
{
	PyObject *list;
	struct bm_plane p;
	bool fine = true;

	(void)none;
	if (!core_is_made(self->g) || !(list = PyList_New(0)))
		return NULL;
	for (int i = 0; fine && bm_tensor_info(self->g, i, &p) == BM_FINE; i++)
		fine = add(list, Py_BuildValue("(ssiii(iii)(iii))", p.name, p.meaning, p.offset, p.scale, p.dims, p.shape[0], p.shape[1], p.shape[2], p.stride[0],
			p.stride[1], p.stride[2]));
	return core_list_or_null(list, fine);
}

PyObject *core_text_of(int n, const char *text)
{
	return n < BM_ERRORS ? core_fail(n) : PyUnicode_DecodeUTF8(text, n, "replace");
}

static PyObject *game_box_json(Game *self, PyObject *none)
{
	char json[BM_MAX_JSON];

	(void)none;
	return core_is_made(self->g) ? core_text_of(bm_box_json(self->g, json, sizeof json), json) : NULL;
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
	Rng *self = (Rng *)core_alloc(type);

	(void)args;
	(void)words;
	if (self)
		bm_seed(&self->r, 0);
	return (PyObject *)self;
}

static PyObject *rng_copy(Rng *self, PyObject *none)
{
	Rng *copy = (Rng *)core_alloc(Py_TYPE((PyObject *)self));

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
	{ Py_tp_new, rng_new }, { Py_tp_init, rng_init }, { Py_tp_dealloc, core_drop },
	{ Py_tp_doc, "A stream of random numbers; the same seed gives the same stream everywhere." }, { 0 },
};
static PyType_Spec rng_spec = { "bigmuddy._core.Rng", sizeof(Rng), 0, Py_TPFLAGS_DEFAULT, rng_slots };

/* The module ---------------------------------------------------------------------------------- */

static PyObject *names(PyObject *none, const char *(*name)(int i))
{
	PyObject *list = PyList_New(0);
	bool fine = true;

	(void)none;
	for (int i = 0; list && fine && name(i); i++)
		fine = add(list, PyUnicode_FromString(name(i)));
	return core_list_or_null(list, fine);
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
	    || !add_type(m, "Game", &game_spec, &core_game_type) || !add_type(m, "Rng", &rng_spec, &core_rng_type)
	    || !add_type(m, "State", &core_state_spec, &core_state_type) || !add_type(m, "Bot", &core_bot_spec, NULL)
	    || !add_type(m, "Record", &core_record_spec, NULL) || !add_type(m, "Vec", &core_vec_spec, NULL)
	    || PyModule_AddStringConstant(m, "version", bm_version()) < 0 || PyModule_AddIntConstant(m, "CHANCE", BM_CHANCE) < 0
	    || PyModule_AddIntConstant(m, "TERMINAL", BM_OVER) < 0 || PyModule_AddIntConstant(m, "WATCHER", BM_WATCHER) < 0
	    || PyModule_AddIntConstant(m, "ALL", BM_ALL) < 0 || PyModule_AddIntConstant(m, "VEC_FORCED", BM_VEC_FORCED) < 0) {
		Py_DECREF(m);
		return NULL;
	}
	return m;
}
