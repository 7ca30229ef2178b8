/* Whole files, in and out. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

enum { FILE_LIMIT = 16 << 20 };         /* bytes of a file that is read */

/* The bytes are yours: free() them. A NUL follows the last. "-" is the standard input. */
bool file_read(const char *path, char **bytes, size_t *n, char out[MAX_ERROR]);

/* All or nothing: the old file stays until the new one is complete, and no other file is touched. "-" is the standard output. */
bool file_write(const char *path, const char *bytes, size_t n, char out[MAX_ERROR]);

/* What `put` writes, as a text of n bytes that is yours: free() it. A NUL follows the last. */
char *file_text(void (*put)(FILE *out, const void *of), const void *of, size_t *n);

/* Whether writing there would take the place of a file. */
bool file_is_there(const char *path);

/* Whether both names lead to one file, by whatever links. */
bool file_same(const char *one, const char *other);

#endif
