/* NVIDIA's driver interface, as far as we use it, opened with dlopen: neither its headers nor its library are needed to build. */
#ifndef GPU_CUDA_H
#define GPU_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int cuda_result;                /* 0: success */
typedef uint64_t cuda_memory;           /* an address on the device */
typedef struct cuda_context *cuda_context;
typedef struct cuda_module *cuda_module;
typedef struct cuda_function *cuda_function;
typedef struct cuda_stream *cuda_stream;
typedef struct cuda_event *cuda_event;

/* One member for each function that is looked up, with the name that the library has for it: CUDA_CALLS makes both. */
#define CUDA_CALLS(X) \
	X(init, "cuInit", (unsigned flags)) \
	X(error_string, "cuGetErrorString", (cuda_result error, const char **out)) \
	X(device, "cuDeviceGet", (int *out, int ordinal)) \
	X(device_name, "cuDeviceGetName", (char *out, int n, int device)) \
	X(device_attribute, "cuDeviceGetAttribute", (int *out, int attribute, int device)) \
	X(retain, "cuDevicePrimaryCtxRetain", (cuda_context *out, int device)) \
	X(release, "cuDevicePrimaryCtxRelease_v2", (int device)) \
	X(make_current, "cuCtxSetCurrent", (cuda_context context)) \
	X(limit, "cuCtxSetLimit", (int limit, size_t value)) \
	X(synchronize, "cuCtxSynchronize", (void)) \
	X(load, "cuModuleLoadDataEx", (cuda_module *out, const void *image, unsigned n, int *option, void **value)) \
	X(unload, "cuModuleUnload", (cuda_module module)) \
	X(function, "cuModuleGetFunction", (cuda_function *out, cuda_module module, const char *name)) \
	X(global, "cuModuleGetGlobal_v2", (cuda_memory *out, size_t *n, cuda_module module, const char *name)) \
	X(function_set, "cuFuncSetAttribute", (cuda_function function, int attribute, int value)) \
	X(allocate, "cuMemAlloc_v2", (cuda_memory *out, size_t n)) \
	X(free, "cuMemFree_v2", (cuda_memory memory)) \
	X(to_device, "cuMemcpyHtoD_v2", (cuda_memory to, const void *from, size_t n)) \
	X(from_device, "cuMemcpyDtoH_v2", (void *to, cuda_memory from, size_t n)) \
	X(fill, "cuMemsetD8_v2", (cuda_memory to, unsigned char byte, size_t n)) \
	X(launch, "cuLaunchKernel", (cuda_function f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
		unsigned block_z, unsigned shared, cuda_stream stream, void **parameters, void **extra)) \
	X(event_create, "cuEventCreate", (cuda_event *out, unsigned flags)) \
	X(event_record, "cuEventRecord", (cuda_event event, cuda_stream stream)) \
	X(event_elapsed, "cuEventElapsedTime", (float *ms, cuda_event from, cuda_event to)) \
	X(event_destroy, "cuEventDestroy_v2", (cuda_event event))

struct cuda {
	void *library;
#define CUDA_MEMBER(member, name, parameters) cuda_result (*member) parameters;
	CUDA_CALLS(CUDA_MEMBER)
#undef CUDA_MEMBER
};

/* Numbers of the interface. */
enum {
	CUDA_MULTIPROCESSORS = 16, CUDA_SHARED_OF_BLOCK = 97,            /* of a device */
	CUDA_STACK_OF_THREAD = 0,                                       /* of a context */
	CUDA_MAX_DYNAMIC_SHARED = 8,                                    /* of a function */
	CUDA_JIT_MAX_REGISTERS = 0, CUDA_JIT_ERROR_LOG = 5, CUDA_JIT_ERROR_LOG_SIZE = 6,        /* of loading a module */
};

/* Opens the driver; false: what is missing. */
bool cuda_open(struct cuda *c, char *why, size_t n);
void cuda_close(struct cuda *c);

/* True if the call went well; else a sentence: what was tried, and what the driver says. */
bool cuda_fine(const struct cuda *c, cuda_result result, const char *what, char *why, size_t n);

#endif
