/* The few functions of the C library that the rules call, for a target that has none. */
#ifndef GPU_STRING_H
#define GPU_STRING_H

#include <stddef.h>

void  *memcpy(void *to, const void *from, size_t n);
void  *memmove(void *to, const void *from, size_t n);
void  *memset(void *to, int byte, size_t n);
int    memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int    strcmp(const char *a, const char *b);

/* The compiler writes out those of a few bytes itself. */
#ifndef GPU_LIBC
#define memcpy  __builtin_memcpy
#define memmove __builtin_memmove
#define memset  __builtin_memset
#define memcmp  __builtin_memcmp
#endif

#endif
