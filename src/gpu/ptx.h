/* The rules of each game as PTX, if the program was built with them. */
#ifndef GPU_PTX_H
#define GPU_PTX_H

struct ptx { const char *game; const unsigned char *text; };    /* text ends with a NUL */

const struct ptx *ptx_find(const char *game);   /* NULL: it was not built */

#endif
