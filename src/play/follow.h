/* A game in few letters. Where a game was drawn from its seed, all that a record has to say is how seats decided: for each decision among at least
 * two moves, which of them it was. */
#ifndef PLAY_FOLLOW_H
#define PLAY_FOLLOW_H

#include "play/session.h"

/* The decisions before that ply; every draw must have come from the seed of the setup. */
void follow_write(const struct session *s, int ply, struct text *out);

/* Plays on by such a code, up to the first decision that it does not have. False: it does not fit the game, which then has stopped somewhere. */
bool follow_play(struct session *s, const char *code, char why[MAX_ERROR]);

#endif
