#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/gpu_parts.h"
#include "gpu/play.h"

enum { STACK = 16 * 1024 };             /* bytes of each thread */

/* What was fastest on an H200: docs/gpu.md. Shared memory bounds slots and threads: it is 227 KiB of each multiprocessor. */
static const struct { const char *game; struct gpu_shape shape; } shapes[] = {
	{ "queen",      { .slots = 8192, .threads = 512, .registers = 128 } },
	{ "broadhorns", { .slots = 896, .threads = 512, .registers = 128 } },
	{ "rails",      { .slots = 4096, .threads = 512, .registers = 128 } },
};

static struct gpu_shape shape_of(const struct game *g)
{
	for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
		if (strcmp(shapes[i].game, g->name) == 0)
			return shapes[i].shape;
	return shapes[0].shape;
}

bool gpu_fine(const struct gpu *gpu, cuda_result result, const char *what, char why[GPU_WHY])
{
	return cuda_fine(&gpu->cuda, result, what, why, GPU_WHY);
}

/* Modules ------------------------------------------------------------------------------------- */

/* Has the driver compile the PTX with that many registers for a thread. */
static bool load(struct gpu *gpu, uint32_t registers, char why[GPU_WHY])
{
	char said[2048] = "";
	int option[] = { CUDA_JIT_MAX_REGISTERS, CUDA_JIT_ERROR_LOG, CUDA_JIT_ERROR_LOG_SIZE };
	void *value[] = { (void *)(uintptr_t)registers, said, (void *)(uintptr_t)sizeof said };
	char what[GPU_WHY];
	cuda_memory layout = 0;

	if (gpu->module)
		gpu->cuda.unload(gpu->module);
	gpu->module = NULL;
	cuda_result result = gpu->cuda.load(&gpu->module, gpu->ptx->text, 3, option, value);
	snprintf(what, sizeof what, "the rules do not load on the GPU%s%.100s", said[0] ? ": " : "", said);
	return gpu_fine(gpu, result, what, why) && gpu_fine(gpu, gpu->cuda.function(&gpu->play, gpu->module, "play"), "the GPU's program has no `play`", why)
		&& gpu_fine(gpu, gpu->cuda.function(&gpu->play_look, gpu->module, "play_look"), "the GPU's program has no `play_look`", why)
		&& gpu_fine(gpu, gpu->cuda.function(&gpu->step, gpu->module, "step"), "the GPU's program has no `step`", why)
		&& gpu_fine(gpu, gpu->cuda.global(&layout, NULL, gpu->module, "play_layout"), "the GPU's program has no `play_layout`", why)
		&& gpu_fine(gpu, gpu->cuda.from_device(&gpu->layout, layout, sizeof gpu->layout), "nothing can be copied from the GPU", why);
}

static uint32_t shared_bytes(const struct gpu *gpu)
{
	return (gpu->layout.copied ? gpu->shape.threads * gpu->layout.slot : 0) + gpu->layout.queues * gpu->shape.slots / 8;
}

bool gpu_reshape(struct gpu *gpu, struct gpu_shape shape, char why[GPU_WHY])
{
	const struct gpu_shape preset = shape_of(gpu->game);
	int most = 0;

	shape.slots = shape.slots ? shape.slots : preset.slots;
	shape.threads = shape.threads ? shape.threads : preset.threads;
	shape.registers = shape.registers ? shape.registers : preset.registers;
	gpu->cuda.device_attribute(&most, CUDA_SHARED_OF_BLOCK, gpu->device);
	if (shape.slots % 32 != 0 || shape.slots == 0 || shape.slots > PLAY_MOST_GAMES || shape.threads % 32 != 0 || shape.threads == 0 || shape.threads > 1024) {
		snprintf(why, GPU_WHY, "slots are a multiple of 32 up to %d, threads one up to 1024", PLAY_MOST_GAMES);
		return false;
	}
	if (!gpu->module || shape.registers != gpu->shape.registers)
		if (!load(gpu, shape.registers, why))
			return false;
	gpu->shape = shape;
	const int bytes = (int)shared_bytes(gpu);
	if (gpu->pool)
		gpu->cuda.free(gpu->pool);
	gpu->pool = 0;
	return gpu_fine(gpu, gpu->cuda.allocate(&gpu->pool, (size_t)gpu->multiprocessors * shape.slots * (gpu->layout.slot + PLAY_MOVE)), "no memory on the GPU", why)
		&& gpu_fine(gpu, gpu->cuda.function_set(gpu->play, CUDA_MAX_DYNAMIC_SHARED, bytes), "too many games or threads for the GPU's shared memory", why)
		&& gpu_fine(gpu, gpu->cuda.function_set(gpu->play_look, CUDA_MAX_DYNAMIC_SHARED, bytes), "too many games or threads for the GPU's shared memory", why);
}

struct gpu_shape gpu_shape(const struct gpu *gpu)
{
	return gpu->shape;
}

/* Opening and closing --------------------------------------------------------------------------- */

static bool find_device(struct gpu *gpu, char why[GPU_WHY])
{
	const struct cuda *c = &gpu->cuda;

	return gpu_fine(gpu, c->device(&gpu->device, 0), "there is no GPU", why)
		&& gpu_fine(gpu, c->device_name(gpu->name, sizeof gpu->name, gpu->device), "the GPU has no name", why)
		&& gpu_fine(gpu, c->device_attribute(&gpu->multiprocessors, CUDA_MULTIPROCESSORS, gpu->device), "the GPU does not answer", why)
		/* The primary context is the one that PyTorch uses too, so memory can be shared with it. */
		&& gpu_fine(gpu, c->retain(&gpu->context, gpu->device), "the GPU cannot be used", why)
		&& gpu_fine(gpu, c->make_current(gpu->context), "the GPU cannot be used", why)
		/* Where the rules call themselves, the driver cannot tell how deep. */
		&& gpu_fine(gpu, c->limit(CUDA_STACK_OF_THREAD, STACK), "the GPU has no room for the stacks", why);
}

struct gpu *gpu_open(const struct game *g, char why[GPU_WHY])
{
	struct gpu *gpu = calloc(1, sizeof *gpu);

	must(gpu != NULL);
	gpu->game = g;
	gpu->ptx = ptx_find(g->name);
	if (!gpu->ptx) {
		snprintf(why, GPU_WHY, "this program was built without the rules of %s for a GPU; that takes clang-19 and llvm-19", g->name);
		free(gpu);
		return NULL;
	}
	if (!cuda_open(&gpu->cuda, why, GPU_WHY)) {
		free(gpu);
		return NULL;
	}
	if (find_device(gpu, why) && gpu_reshape(gpu, (struct gpu_shape){ 0 }, why)
			&& gpu_fine(gpu, gpu->cuda.allocate(&gpu->job, sizeof(struct playout_job)), "no memory on the GPU", why)
			&& gpu_fine(gpu, gpu->cuda.allocate(&gpu->shared, sizeof(struct play_shared)), "no memory on the GPU", why)
			&& gpu_fine(gpu, gpu->cuda.allocate(&gpu->args, sizeof(struct play_args)), "no memory on the GPU", why))
		return gpu;
	gpu_close(gpu);
	return NULL;
}

void gpu_close(struct gpu *gpu)
{
	if (!gpu)
		return;
	const cuda_memory memory[] = { gpu->job, gpu->shared, gpu->args, gpu->pool };
	for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
		if (memory[i])
			gpu->cuda.free(memory[i]);
	if (gpu->module)
		gpu->cuda.unload(gpu->module);
	if (gpu->context)
		gpu->cuda.release(gpu->device);
	cuda_close(&gpu->cuda);
	free(gpu);
}

const char *gpu_name(const struct gpu *gpu)
{
	return gpu->name;
}

/* Playing ------------------------------------------------------------------------------------------ */

/* Launches one block for each multiprocessor, and waits for it. */
static bool launch(struct gpu *gpu, cuda_function play, double *seconds, char why[GPU_WHY])
{
	const struct cuda *c = &gpu->cuda;
	cuda_event from = NULL, to = NULL;
	float ms = 0;
	void *parameters[] = { &gpu->args };

	bool ok = gpu_fine(gpu, c->event_create(&from, 0), "the GPU cannot take the time", why) && gpu_fine(gpu, c->event_create(&to, 0), "the GPU cannot take the time", why)
		&& gpu_fine(gpu, c->event_record(from, NULL), "the GPU cannot take the time", why)
		&& gpu_fine(gpu, c->launch(play, (unsigned)gpu->multiprocessors, 1, 1, gpu->shape.threads, 1, 1, shared_bytes(gpu), NULL, parameters, NULL), "the games cannot begin", why)
		&& gpu_fine(gpu, c->event_record(to, NULL), "the GPU cannot take the time", why)
		&& gpu_fine(gpu, c->synchronize(), "the games broke off", why)
		&& gpu_fine(gpu, c->event_elapsed(&ms, from, to), "the GPU cannot take the time", why);
	if (from)
		c->event_destroy(from);
	if (to)
		c->event_destroy(to);
	if (seconds)
		*seconds = (double)ms / 1000;
	return ok;
}

bool gpu_play(struct gpu *gpu, const struct playout_job *job, struct gpu_run *run, char why[GPU_WHY])
{
	const struct cuda *c = &gpu->cuda;
	const struct play_args args = { .job = (const struct playout_job *)(uintptr_t)gpu->job, .shared = (struct play_shared *)(uintptr_t)gpu->shared,
		.first = run->first, .games = run->games, .pool = (uint64_t *)(uintptr_t)gpu->pool, .slots = gpu->shape.slots };
	struct play_shared shared;

	if (!gpu_fine(gpu, c->to_device(gpu->job, job, sizeof *job), "nothing can be copied to the GPU", why)
			|| !gpu_fine(gpu, c->to_device(gpu->args, &args, sizeof args), "nothing can be copied to the GPU", why)
			|| !gpu_fine(gpu, c->fill(gpu->shared, 0, sizeof shared), "nothing can be copied to the GPU", why)
			|| !launch(gpu, job->look ? gpu->play_look : gpu->play, &run->seconds, why)
			|| !gpu_fine(gpu, c->from_device(&shared, gpu->shared, sizeof shared), "nothing can be copied from the GPU", why))
		return false;
	run->sums = shared.sums;
	return true;
}
