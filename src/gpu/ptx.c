#include "gpu/ptx.h"

#include <stddef.h>
#include <string.h>

#ifdef HAVE_PTX
#include "ptx_broadhorns.h"
#include "ptx_queen.h"
#include "ptx_rails.h"

static const struct ptx all[] = { { "queen", ptx_queen }, { "broadhorns", ptx_broadhorns }, { "rails", ptx_rails }, { NULL, NULL } };
#else
static const struct ptx all[] = { { NULL, NULL } };
#endif

const struct ptx *ptx_find(const char *game)
{
	for (int i = 0; all[i].game; i++)
		if (strcmp(all[i].game, game) == 0)
			return &all[i];
	return NULL;
}
