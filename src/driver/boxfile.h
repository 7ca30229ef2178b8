/* A box of pieces in a file: what `bigmuddy box export` writes and `--box FILE` reads. */
#ifndef DRIVER_BOXFILE_H
#define DRIVER_BOXFILE_H

#include "core/game.h"
#include "error.h"
#include "json.h"

enum { BOX_HASH = 33 };                 /* hex digits of 128 bits, and the NUL */

struct boxfile {
	const struct game *game;
	struct box box;
};

bool boxfile_load(struct boxfile *f, const char *path, char out[MAX_ERROR]);
bool boxfile_read(struct boxfile *f, struct json *j, char out[MAX_ERROR]);
void boxfile_hash(const struct game *g, const struct box *b, char out[BOX_HASH]);
bool boxfile_built_in(const struct game *g, const struct box *b);

#endif
