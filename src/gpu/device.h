/* What CUDA C calls by other names: plain C for clang's NVPTX target. Device code only. */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include <stdint.h>

#define KERNEL __attribute__((nvptx_kernel))
#define SHARED __attribute__((address_space(3)))
#define GLOBAL __attribute__((address_space(1)))

enum { WARP = 32 };
#define ALL_LANES 0xFFFFFFFFu

static inline uint32_t thread_in_block(void) { return (uint32_t)__nvvm_read_ptx_sreg_tid_x(); }
static inline uint32_t threads_of_block(void) { return (uint32_t)__nvvm_read_ptx_sreg_ntid_x(); }
static inline uint64_t thread_in_grid(void)
{
	return (uint64_t)(uint32_t)__nvvm_read_ptx_sreg_ctaid_x() * threads_of_block() + thread_in_block();
}
static inline uint64_t threads_of_grid(void) { return (uint64_t)(uint32_t)__nvvm_read_ptx_sreg_nctaid_x() * threads_of_block(); }

static inline void wait_for_block(void) { __syncthreads(); }
static inline void pause_thread(uint32_t nanoseconds) { __nvvm_nanosleep(nanoseconds); }
static inline void fence_block(void) { __nvvm_membar_cta(); }             /* the block sees what was written before it first */
static inline void wait_for_warp(void) { __nvvm_bar_warp_sync(ALL_LANES); }

/* The value of another lane of the warp. All lanes must call it together. */
static inline uint32_t value_of(uint32_t value, int lane) { return (uint32_t)__nvvm_shfl_sync_idx_i32(ALL_LANES, (int)value, lane, 31); }
static inline uint32_t value_up(uint32_t value, int by) { return (uint32_t)__nvvm_shfl_sync_up_i32(ALL_LANES, (int)value, by, 0); }

static inline uint32_t greatest_of_warp(uint32_t value) { return __nvvm_redux_sync_umax(value, ALL_LANES); }

/* The sum of the values of this lane and those before it. */
static inline uint32_t sum_up_to(uint32_t value, int lane)
{
	for (int by = 1; by < WARP; by *= 2) {
		uint32_t other = value_up(value, by);
		value += lane >= by ? other : 0;
	}
	return value;
}

#endif
