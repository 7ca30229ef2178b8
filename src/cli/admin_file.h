/* A stored table as a file, to carry it to another server. */
#ifndef CLI_ADMIN_FILE_H
#define CLI_ADMIN_FILE_H

#include "store/store.h"

enum { TABLE_FILE_VERSION = 1 };

char *admin_file_print(const struct head *h, const struct rows *rows, size_t *n);       /* to be freed by the caller; there is no NUL at the end */
/* Reads head and rows as they stand in the file, without folding them. The caller frees them with head_drop() and rows_clear(). */
bool admin_file_read(const char *text, size_t n, struct head *h, struct rows *rows, char why[MAX_ERROR]);

#endif
