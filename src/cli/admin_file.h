/* A stored table as a file, to carry it to another server. */
#ifndef CLI_ADMIN_FILE_H
#define CLI_ADMIN_FILE_H

#include "store/store.h"

enum { TABLE_FILE_VERSION = 1 };

char *admin_file_print(const struct head *h, const struct rows *rows, size_t *n);       /* free() it; no NUL ends it */
/* Head and rows as they are written there, not yet folded. head_drop() and rows_clear() them. */
bool admin_file_read(const char *text, size_t n, struct head *h, struct rows *rows, char why[MAX_ERROR]);

#endif
