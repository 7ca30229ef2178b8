/* The functions of the shared library `muddytrain`, which train/ calls. Those that can fail write a sentence to `why`. */
#ifndef GPU_TRAIN_H
#define GPU_TRAIN_H

#include "core/tensor.h"
#include "gpu/gpu.h"

struct train;

enum { TRAIN_MOST_INPUTS = 4096 };
struct train_layout {
	int32_t inputs, actions, rules, players;
	uint8_t scale[TRAIN_MOST_INPUTS];       /* of every byte of a row; 0: padding */
};
int train_layout(const char *game, struct train_layout *out);   /* 0: no such game */

/* N games with these options ("players=3,freight=on"), on the GPU or on the CPU; NULL: why not. */
struct train *train_open(const char *game, const char *options, uint32_t n, uint64_t seed, int on_gpu, char why[GPU_WHY]);
void    train_close(struct train *t);
int     train_step(struct train *t, int random, void *stream, char why[GPU_WHY]);       /* 0: it failed */
int64_t train_wrong(struct train *t, char why[GPU_WHY]);        /* actions that were not legal; below 0: it failed */
void   *train_tensor(struct train *t, int which);               /* a buffer of gpu/vec.h as a DLManagedTensor */

#endif
