/* The same command on many machines: `mpirun -n 64 bigmuddy arena ...` starts it 64 times. One of these processes leads: it hands out pieces of work, collects the
 * answers and writes everything down. The others do the work. docs/arena.md says how to run it.
 *
 * ranks_mpi.c does it with Open MPI, in a program of its own: cli/mpi.c. Everywhere else there is ranks_none.c, which knows one process alone. */
#ifndef ARENA_RANKS_H
#define ARENA_RANKS_H

#include "arena/pool.h"

int  ranks_join(void);                  /* at the beginning: how many processes there are; 1: this one alone; 0: several, but this program does not know MPI */
void ranks_leave(void);                 /* at the end, in all of them */
bool ranks_led(void);                   /* another process leads */

/* Both are called by all processes, and wait for all of them. */
int  ranks_share(int number);           /* the leader's number */
bool ranks_all(bool fine);              /* it is fine in all of them */

/* What pool_run() does, with the other processes as workers. They come back when the leader calls ranks_dismiss(), with nothing done but the work. A process that
 * dies ends them all. */
void ranks_run(const struct pool *p);
void ranks_dismiss(void);

#endif
