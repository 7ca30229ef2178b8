/* For targets of what draws random numbers: seeds, secrets and keys that nobody chose are chosen here, since an input must do the same every
 * time. */
#ifndef TESTS_FUZZ_FIXED_H
#define TESTS_FUZZ_FIXED_H

#include <sodium.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);

static uint32_t no_chance(void)
{
	return 7;
}

static void no_bytes(void *out, const size_t n)
{
	memset(out, 7, n);
}

static const char *no_name(void)
{
	return "fuzz";
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static randombytes_implementation fixed = { .implementation_name = no_name, .random = no_chance, .buf = no_bytes };

	(void)argc, (void)argv;
	return randombytes_set_implementation(&fixed) || sodium_init() < 0;
}

#endif
