#include "gpu/cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool cuda_fine(const struct cuda *c, cuda_result result, const char *what, char *why, size_t n)
{
	const char *words = NULL;

	if (result == 0)
		return true;
	c->error_string(result, &words);
	snprintf(why, n, "%s: %s (error %d)", what, words ? words : "unknown error", result);
	return false;
}

/* ISO C has no cast from an object's address to a function's; POSIX says that copying it works. */
static bool look_up(void *library, const char *name, void *to, char *why, size_t n)
{
	void *found = dlsym(library, name);

	if (!found)
		snprintf(why, n, "the GPU's driver is too old: it has no %s", name);
	memcpy(to, &found, sizeof found);
	return found != NULL;
}

bool cuda_open(struct cuda *c, char *why, size_t n)
{
	c->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!c->library) {
		snprintf(why, n, "there is no NVIDIA driver (libcuda.so.1) on this machine");
		return false;
	}
#define CUDA_LOOK_UP(member, name, parameters) look_up(c->library, name, &c->member, why, n) &&
	if (CUDA_CALLS(CUDA_LOOK_UP) cuda_fine(c, c->init(0), "the GPU's driver does not start", why, n))
		return true;
#undef CUDA_LOOK_UP
	cuda_close(c);
	return false;
}

void cuda_close(struct cuda *c)
{
	dlclose(c->library);
	c->library = NULL;
}
