/* Players' own names in what the rules write. They know a seat by its colour; who has a name is called by it, with the colour beside it. */
#ifndef PLAY_NAMES_H
#define PLAY_NAMES_H

#include "play/setup.h"

/* A sentence or a board with names in place of colours: "Ann (Red) builds." In a column of a board the name takes the width that is there and stands
 * without its colour, which the mark before it shows. `look`: with LOOK_ASCII what is not ASCII in a name is written as `?`. */
void names_put(const struct setup *u, const char *words, int look, struct text *out);

#endif
