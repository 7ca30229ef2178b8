#include "gpu/vec.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/gpu_parts.h"
#include "gpu/step.h"

enum { THREADS = 128 };                 /* of a block */

/* DLPack's structs, as its version 0.8 lays them out. */
struct dl_device { int32_t type, id; };                 /* type 1: CPU, 2: CUDA */
struct dl_type { uint8_t code, bits; uint16_t lanes; }; /* code 0: int, 1: unsigned int, 2: float */
struct dl_tensor { void *data; struct dl_device device; int32_t ndim; struct dl_type type; int64_t *shape, *strides; uint64_t byte_offset; };
struct dl_managed { struct dl_tensor tensor; void *context; void (*deleter)(struct dl_managed *self); };
struct dl_owned { struct dl_managed managed; int64_t shape[2], strides[2]; };

struct gpu_vec {
	struct gpu        *gpu;                 /* NULL: the buffers are in ordinary memory, and the CPU plays */
	const struct game *game;
	uint32_t           n;
	struct { void *memory; uint32_t columns; struct dl_type type; } buffer[GPU_BUFFERS];
	void *job, *games, *wrong, *args[2];    /* args: as `action` says, and random */
};

size_t gpu_vec_bytes(const struct gpu_vec *v, enum gpu_buffer which)
{
	return (size_t)v->n * v->buffer[which].columns * (v->buffer[which].type.bits / 8);
}

void *gpu_vec_memory(const struct gpu_vec *v, enum gpu_buffer which)
{
	return v->buffer[which].memory;
}

/* Memory where the games are played; all zero. */
static bool allocate(struct gpu_vec *v, void **to, size_t n, char why[GPU_WHY])
{
	cuda_memory memory = 0;

	if (!v->gpu) {
		*to = calloc(1, n);
		must(*to != NULL);
		return true;
	}
	bool ok = gpu_fine(v->gpu, v->gpu->cuda.allocate(&memory, n), "no memory on the GPU", why)
		&& gpu_fine(v->gpu, v->gpu->cuda.fill(memory, 0, n), "nothing can be written on the GPU", why);
	*to = (void *)(uintptr_t)memory;
	return ok;
}

static void release(struct gpu_vec *v, void *memory)
{
	if (v->gpu && memory)
		v->gpu->cuda.free((uintptr_t)memory);
	else if (!v->gpu)
		free(memory);
}

static bool write_to(struct gpu_vec *v, void *to, const void *from, size_t n, char why[GPU_WHY])
{
	if (!v->gpu)
		return memcpy(to, from, n), true;
	return gpu_fine(v->gpu, v->gpu->cuda.to_device((uintptr_t)to, from, n), "nothing can be copied to the GPU", why);
}

static bool read_from(struct gpu_vec *v, void *to, const void *from, size_t n, char why[GPU_WHY])
{
	if (!v->gpu)
		return memcpy(to, from, n), true;
	return gpu_fine(v->gpu, v->gpu->cuda.synchronize(), "the games broke off", why)
		&& gpu_fine(v->gpu, v->gpu->cuda.from_device(to, (uintptr_t)from, n), "nothing can be copied from the GPU", why);
}

static bool launch(struct gpu_vec *v, void *args, void *stream, char why[GPU_WHY])
{
	void *parameters[] = { &args };

	if (!v->gpu) {
		for (uint32_t i = 0; i < v->n; i++) {
			struct moves m;
			int mover = step_play(v->game, args, i, &m);
			memset((uint8_t *)v->buffer[GPU_MASK].memory + (size_t)i * v->game->num_actions, 0, v->game->num_actions);
			step_write(v->game, args, i, mover, &m);
		}
		return true;
	}
	return gpu_fine(v->gpu, v->gpu->cuda.launch(v->gpu->step, (v->n + THREADS - 1) / THREADS, 1, 1, THREADS, 1, 1, 0, stream, parameters, NULL),
		"the games cannot be stepped", why);
}

/* Fills in what the launches are given, and starts the games. */
static bool begin(struct gpu_vec *v, const struct playout_job *job, char why[GPU_WHY])
{
	struct step_args a = { .job = v->job, .game = v->games, .wrong = v->wrong, .n = v->n, .begin = 1,
		.out = { .mover = v->buffer[GPU_MOVER].memory, .over = v->buffer[GPU_OVER].memory, .mask = v->buffer[GPU_MASK].memory,
			.row = v->buffer[GPU_ROW].memory, .share = v->buffer[GPU_SHARE].memory, .score = v->buffer[GPU_SCORE].memory } };

	if (!write_to(v, v->job, job, sizeof *job, why) || !write_to(v, v->args[0], &a, sizeof a, why) || !launch(v, v->args[0], NULL, why))
		return false;
	a.begin = 0;
	if (!write_to(v, v->args[1], &a, sizeof a, why))
		return false;
	a.action = v->buffer[GPU_ACTION].memory;
	return write_to(v, v->args[0], &a, sizeof a, why);
}

struct gpu_vec *gpu_vec_make(struct gpu *gpu, const struct game *g, const struct playout_job *job, uint32_t n, char why[GPU_WHY])
{
	const struct dl_type byte = { 1, 8, 1 }, signed_byte = { 0, 8, 1 }, half = { 0, 16, 1 }, word = { 0, 32, 1 }, real = { 2, 32, 1 };
	const struct { uint32_t columns; struct dl_type type; } made[GPU_BUFFERS] = {
		[GPU_ACTION] = { 1, word }, [GPU_MOVER] = { 1, signed_byte }, [GPU_OVER] = { 1, byte }, [GPU_MASK] = { g->num_actions, byte },
		[GPU_ROW] = { step_row(g->planes), byte }, [GPU_SHARE] = { MAX_PLAYERS, real }, [GPU_SCORE] = { MAX_PLAYERS, half },
	};
	struct gpu_vec *v = calloc(1, sizeof *v);
	bool ok = true;

	must(v != NULL && n > 0 && g->observe);
	*v = (struct gpu_vec){ .gpu = gpu, .game = g, .n = n };
	for (int i = 0; i < GPU_BUFFERS && ok; i++) {
		v->buffer[i].columns = made[i].columns;
		v->buffer[i].type = made[i].type;
		ok = allocate(v, &v->buffer[i].memory, gpu_vec_bytes(v, (enum gpu_buffer)i), why);
	}
	ok = ok && allocate(v, &v->job, sizeof *job, why) && allocate(v, &v->games, (size_t)n * sizeof(struct step_game), why)
		&& allocate(v, &v->wrong, sizeof(uint64_t), why) && allocate(v, &v->args[0], sizeof(struct step_args), why)
		&& allocate(v, &v->args[1], sizeof(struct step_args), why) && begin(v, job, why);
	if (ok)
		return v;
	gpu_vec_free(v);
	return NULL;
}

void gpu_vec_free(struct gpu_vec *v)
{
	if (!v)
		return;
	void *const own[] = { v->job, v->games, v->wrong, v->args[0], v->args[1] };
	for (int i = 0; i < GPU_BUFFERS; i++)
		release(v, v->buffer[i].memory);
	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		release(v, own[i]);
	free(v);
}

bool gpu_vec_step(struct gpu_vec *v, bool random, void *stream, char why[GPU_WHY])
{
	return launch(v, v->args[random], stream, why);
}

bool gpu_vec_wrong(struct gpu_vec *v, uint64_t *out, char why[GPU_WHY])
{
	return read_from(v, out, v->wrong, sizeof *out, why);
}

bool gpu_vec_read(struct gpu_vec *v, enum gpu_buffer which, void *to, char why[GPU_WHY])
{
	return read_from(v, to, v->buffer[which].memory, gpu_vec_bytes(v, which), why);
}

static void drop(struct dl_managed *self)
{
	free(self);             /* the memory itself is the vec's */
}

void *gpu_vec_tensor(struct gpu_vec *v, enum gpu_buffer which)
{
	struct dl_owned *t = calloc(1, sizeof *t);

	must(t != NULL);
	t->shape[0] = v->n;
	t->shape[1] = v->buffer[which].columns;
	t->strides[0] = v->buffer[which].columns;
	t->strides[1] = 1;
	t->managed.tensor = (struct dl_tensor){ .data = v->buffer[which].memory, .device = v->gpu ? (struct dl_device){ 2, v->gpu->device } : (struct dl_device){ 1, 0 },
		.ndim = t->shape[1] > 1 ? 2 : 1, .type = v->buffer[which].type, .shape = t->shape, .strides = t->strides };
	t->managed.deleter = drop;
	return &t->managed;
}
