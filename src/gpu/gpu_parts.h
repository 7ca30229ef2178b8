/* What gpu.c and vec.c share. */
#ifndef GPU_GPU_PARTS_H
#define GPU_GPU_PARTS_H

#include "gpu/cuda.h"
#include "gpu/gpu.h"
#include "gpu/play.h"
#include "gpu/ptx.h"

struct gpu {
	struct cuda        cuda;
	const struct game *game;
	const struct ptx  *ptx;
	int                device, multiprocessors;
	char               name[64];
	cuda_context       context;
	cuda_module        module;
	cuda_function      play, play_look, step;
	struct play_layout layout;              /* what a game takes on the device */
	struct gpu_shape   shape;
	cuda_memory        job, shared, args, pool;
};

bool gpu_fine(const struct gpu *gpu, cuda_result result, const char *what, char why[GPU_WHY]);

#endif
