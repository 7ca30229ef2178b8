/* A box of pieces in a file: what `bigmuddy box export` writes and `--box FILE` reads. */
#ifndef PLAY_BOXFILE_H
#define PLAY_BOXFILE_H

#include "core/game.h"
#include "base/error.h"
#include "base/json.h"

enum { BOX_HASH = 33 };                 /* hex digits of 128 bits, and the NUL */

struct boxfile {
	const struct game *game;
	struct box box;
};

bool boxfile_load(struct boxfile *f, const char *path, char out[MAX_ERROR]);
bool boxfile_read(struct boxfile *f, struct json *j, char out[MAX_ERROR]);
void boxfile_hash(const struct game *g, const struct box *b, char out[BOX_HASH]);
/* A box that is built in, or was once, by its hash. False: it never was; `out` is untouched. */
bool boxfile_find(const struct game *g, const char *hash, struct box *out);
bool boxfile_built_in(const struct game *g, const struct box *b);        /* now or once */

#endif
