/* How a native program dies of its own mistake. It stands alone, so that a test can bring another. */
#include <stdio.h>
#include <stdlib.h>

#include "core/game.h"

_Noreturn void panic(const char *what)
{
	fprintf(stderr, "bigmuddy: a mistake in this program: %s\n", what);
	abort();
}
