#define _POSIX_C_SOURCE 200809L
#include "arena/ranks.h"

#include <mpi.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "core/game.h"

enum { LEADER = 0, TICK_MS = 200, NAP_US = 200 };
enum { AHEAD = 4 };                     /* pieces that a worker has at a time, so that it need not wait for the next one */
enum tag { ORDER, DISMISSED, ANSWER };

static int rank, ranks = 1;

int ranks_join(void)
{
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	return ranks;
}

void ranks_leave(void)
{
	MPI_Finalize();
}

bool ranks_led(void)
{
	return rank != LEADER;
}

int ranks_share(int number)
{
	MPI_Bcast(&number, 1, MPI_INT, LEADER, MPI_COMM_WORLD);
	return number;
}

bool ranks_all(bool fine)
{
	int mine = fine, all = fine;

	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	return all;
}

/* Waits for a message without taking a processor for it, which MPI_Recv() would. Meanwhile `tick` is called, if there is one. */
static MPI_Status await(int from, const struct pool *tick)
{
	static int64_t ticked;
	MPI_Status s;
	int here = 0;

	while (MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &here, &s), !here) {
		nanosleep(&(struct timespec){ .tv_nsec = NAP_US * 1000 }, NULL);
		if (tick && tick->tick && clock_ms() - ticked >= TICK_MS) {
			ticked = clock_ms();
			tick->tick(tick->with);
		}
	}
	return s;
}

/* A piece for that worker; false: there is none. */
static bool order(const struct pool *p, int worker, bool *more)
{
	uint32_t piece;

	*more = *more && p->next(p->with, &piece);
	if (*more)
		MPI_Send(&piece, 1, MPI_UINT32_T, worker, ORDER, MPI_COMM_WORLD);
	return *more;
}

static void lead(const struct pool *p)
{
	char answer[POOL_ANSWER];
	int under_way = 0;
	bool more = true;

	for (int i = 0; i < AHEAD; i++)
		for (int worker = 0; worker < ranks; worker++)
			if (worker != LEADER)
				under_way += order(p, worker, &more);
	while (under_way > 0) {
		const int worker = await(MPI_ANY_SOURCE, p).MPI_SOURCE;
		MPI_Recv(answer, (int)p->size, MPI_BYTE, worker, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		under_way--;
		more = p->done(p->with, answer) && more;
		under_way += order(p, worker, &more);
	}
}

static void work(const struct pool *p)
{
	char answer[POOL_ANSWER];
	uint32_t piece = 0;
	void *mine = p->open(p->with, 0);

	for (;;) {
		const int tag = await(LEADER, NULL).MPI_TAG;
		MPI_Recv(&piece, 1, MPI_UINT32_T, LEADER, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (tag == DISMISSED)
			break;
		memset(answer, 0, p->size);
		p->work(mine, piece, answer);
		MPI_Send(answer, (int)p->size, MPI_BYTE, LEADER, ANSWER, MPI_COMM_WORLD);
	}
	p->close(mine);
}

void ranks_run(const struct pool *p)
{
	must(ranks > 1 && p->size <= POOL_ANSWER);
	if (ranks_led())
		work(p);
	else
		lead(p);
}

void ranks_dismiss(void)
{
	const uint32_t none = 0;

	for (int worker = 0; worker < ranks; worker++)
		if (worker != LEADER)
			MPI_Send(&none, 1, MPI_UINT32_T, worker, DISMISSED, MPI_COMM_WORLD);
}
