/* What the rules call of the C library, on a device that has none, and what an error of our own does there: it stops the kernel. */
#define GPU_LIBC
#include <string.h>

#include "core/game.h"

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	unsigned char *t = to;
	const unsigned char *f = from;

	if ((((size_t)t | (size_t)f) & 3) == 0)
		for (; n >= 4; n -= 4, t += 4, f += 4)
			*(unsigned *)(void *)t = *(const unsigned *)(const void *)f;
	for (; n > 0; n--)
		*t++ = *f++;
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	unsigned char *t = to;
	const unsigned char *f = from;

	if (t < f)
		for (size_t i = 0; i < n; i++)
			t[i] = f[i];
	else
		while (n-- > 0)
			t[n] = f[n];
	return to;
}

void *memset(void *to, int byte, size_t n)
{
	unsigned char *t = to;

	for (size_t i = 0; i < n; i++)
		t[i] = (unsigned char)byte;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;

	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

_Noreturn void panic(const char *what)
{
	(void)what;
	__builtin_trap();
}
