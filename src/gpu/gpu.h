/* Games on a GPU: the same rules, compiled by clang to PTX and loaded through NVIDIA's driver, which is opened at run time. A program
 * that was built without PTX, or runs where there is no driver, is told so by gpu_open.
 *
 *     struct gpu *gpu = gpu_open(&queen, why);                         NULL: no GPU, and why
 *     gpu_play(gpu, &job, 0, 1000000, &sums, why);                     a million random games
 *     gpu_close(gpu);
 *
 * All functions that can fail return false or NULL and write a sentence to `why`. One thread at a time uses a struct gpu. docs/gpu.md says more. */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "gpu/playout.h"

enum { GPU_WHY = 256 };

struct gpu;

struct gpu *gpu_open(const struct game *g, char why[GPU_WHY]);
void        gpu_close(struct gpu *gpu);                 /* may be NULL */
const char *gpu_name(const struct gpu *gpu);            /* "NVIDIA H200" */

/* How `play` is launched; 0: what was measured to be best for the game. */
struct gpu_shape { uint32_t slots, threads, registers; };
bool gpu_reshape(struct gpu *gpu, struct gpu_shape shape, char why[GPU_WHY]);
struct gpu_shape gpu_shape(const struct gpu *gpu);

/* So many games of the job from `first` on, whole. */
struct gpu_run { uint64_t first, games; struct playout_sums sums; double seconds; };    /* the seconds are those of the kernel */
bool gpu_play(struct gpu *gpu, const struct playout_job *job, struct gpu_run *run, char why[GPU_WHY]);         /* fills in sums and seconds */

/* The same games on the CPU, on so many threads. */
void cpu_play(const struct game *g, const struct playout_job *job, uint64_t first, uint64_t games, int threads, struct playout_sums *out);

#endif
