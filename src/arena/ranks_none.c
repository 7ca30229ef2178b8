#include "arena/ranks.h"

#include <stdlib.h>

/* mpirun tells what it starts that it is one of many, and so does Slurm's srun. */
int ranks_join(void)
{
	return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") ? 0 : 1;
}

void ranks_leave(void)
{
}

bool ranks_led(void)
{
	return false;
}

int ranks_share(int number)
{
	return number;
}

bool ranks_all(bool fine)
{
	return fine;
}

void ranks_run(const struct pool *p)
{
	(void)p;
}

void ranks_dismiss(void)
{
}
