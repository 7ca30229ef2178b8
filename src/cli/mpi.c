/* bigmuddy-mpi: `bigmuddy arena` as one of many processes that mpirun has started. `bigmuddy arena` becomes this program by itself.
 *
 * It is a program of its own because libev, which the server needs, and libevent, which Open MPI needs, have functions of the same names. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>

#include "cli.h"

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	return cli_end(cli_arena(argc, argv));
}
