/* The plans of `bigmuddy play`: whole turns to choose from. */
#ifndef CLI_PLAY_PLANS_H
#define CLI_PLAY_PLANS_H

#include "play/session.h"

enum { MAX_LINE = 1000 };               /* bytes of what is typed at the table */

/* Prints the best ways to finish the turn of the person who decides, one for each place where it can end, as a table with numbers from 1. */
void plans_show(const struct session *s);

/* Writes the moves of the plan with that number as a person would type them: "speed 2, ahead, end". False: there is no such plan, and `out` says so. */
bool plans_line(const struct session *s, const char *number, char line[MAX_LINE], char out[MAX_ERROR]);

#endif
