/* N games stepped together, on the GPU or on the CPU, with everything a net needs in buffers that PyTorch takes without a copy by DLPack.
 *
 *     struct gpu_vec *v = gpu_vec_make(gpu, &queen, &job, 65536, why); all games stand at their first decision; gpu NULL: on the CPU
 *     gpu_vec_step(v, false, NULL, why);                               one decision of each, as the buffer `action` says
 *     gpu_vec_tensor(v, GPU_ROW)                                       a DLManagedTensor
 */
#ifndef GPU_VEC_H
#define GPU_VEC_H

#include "gpu/gpu.h"

struct gpu_vec;

/* The buffers; gpu/step.h says what each holds. */
enum gpu_buffer { GPU_ACTION, GPU_MOVER, GPU_OVER, GPU_MASK, GPU_ROW, GPU_SHARE, GPU_SCORE, GPU_BUFFERS };

struct gpu_vec *gpu_vec_make(struct gpu *gpu, const struct game *g, const struct playout_job *job, uint32_t n, char why[GPU_WHY]);
void gpu_vec_free(struct gpu_vec *v);                   /* may be NULL; before gpu_close */

/* One decision of every game. random: uniformly among the legal moves, else as the buffer `action` says. Returns when it has been queued on `stream`
 * (a CUstream; NULL: the default one); whoever reads the buffers on the same stream sees the result. */
bool gpu_vec_step(struct gpu_vec *v, bool random, void *stream, char why[GPU_WHY]);
bool gpu_vec_wrong(struct gpu_vec *v, uint64_t *out, char why[GPU_WHY]);        /* actions so far that were not legal; waits for the GPU */

/* A buffer as a DLManagedTensor (DLPack 0.8), for torch.from_dlpack. The memory is the vec's: it must live longer than the tensor. */
void *gpu_vec_tensor(struct gpu_vec *v, enum gpu_buffer which);
void *gpu_vec_memory(const struct gpu_vec *v, enum gpu_buffer which);           /* its address, on the GPU or here */
size_t gpu_vec_bytes(const struct gpu_vec *v, enum gpu_buffer which);
/* Copies a buffer to the host, for tests. */
bool gpu_vec_read(struct gpu_vec *v, enum gpu_buffer which, void *to, char why[GPU_WHY]);

#endif
