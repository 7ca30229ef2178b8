/* An address as a picture that a telephone can read off a terminal. */
#ifndef CLI_QR_H
#define CLI_QR_H

#include <stdbool.h>
#include <stdio.h>

/* Two rows of squares to a line, in half blocks. With `colour` black on white by the terminal's colours; without, the light squares are
 * drawn, as suits a dark terminal. False: the text is too long. */
bool qr_put(FILE *out, const char *text, bool colour);

#endif
