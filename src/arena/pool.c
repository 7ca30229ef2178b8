#define _GNU_SOURCE
#include "arena/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/program.h"
#include "base/clock.h"
#include "core/game.h"

enum { TICK_MS = 200 };

struct worker {
	pid_t pid;
	int   orders, answers;          /* our ends of its two pipes */
	bool  busy;
	uint32_t piece;
};

static bool read_all(int from, void *to, size_t n)
{
	for (size_t have = 0; have < n; ) {
		ssize_t got = read(from, (char *)to + have, n - have);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		have += got > 0 ? (size_t)got : 0;
	}
	return true;
}

static bool write_all(int to, const void *from, size_t n)
{
	for (size_t done = 0; done < n; ) {
		ssize_t put = write(to, (const char *)from + done, n - done);
		if (put < 0 && errno != EINTR)
			return false;
		done += put > 0 ? (size_t)put : 0;
	}
	return true;
}

/* The worker's life: orders come in until their pipe is closed. */
static _Noreturn void serve(const struct pool *p, int number, int orders, int answers)
{
	char answer[POOL_ANSWER];
	uint32_t piece;

	void *mine = p->open(p->with, number);
	while (read_all(orders, &piece, sizeof piece)) {
		memset(answer, 0, p->size);
		p->work(mine, piece, answer);
		if (!write_all(answers, answer, p->size))
			break;
	}
	p->close(mine);
	_exit(0);
}

static bool hire(const struct pool *p, struct worker *all, int number, char out[MAX_ERROR])
{
	int orders[2], answers[2];

	if (!program_pipes(orders, answers))
		return error_say(out, "cannot make a worker: %s", strerror(errno));
	pid_t parent = getpid(), pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);       /* without us nobody waits for its answers */
		if (getppid() != parent)
			_exit(1);
		for (int i = 0; i < number; i++) {      /* or its elder brothers would never see the end of their orders */
			close(all[i].orders);
			close(all[i].answers);
		}
		close(orders[1]);
		close(answers[0]);
		serve(p, number, orders[0], answers[1]);
	}
	close(orders[0]);
	close(answers[1]);
	all[number] = (struct worker){ .pid = pid, .orders = orders[1], .answers = answers[0] };
	if (pid > 0)
		return true;
	error_say(out, "cannot make a worker: %s", strerror(errno));
	close(orders[1]);
	close(answers[0]);
	return false;
}

/* Hands out the next piece, if there is one and nobody has said that it is enough. A worker that is gone is noticed when it does not
 * answer. */
static void order(const struct pool *p, struct worker *w, bool *more)
{
	w->busy = *more = *more && p->next(p->with, &w->piece);
	if (w->busy)
		(void)!write_all(w->orders, &w->piece, sizeof w->piece);
}

static bool died(struct worker *w, char out[MAX_ERROR])
{
	int status = 0;

	waitpid(w->pid, &status, 0);
	w->pid = -1;
	if (WIFSIGNALED(status))
		return error_say(out, "a worker died of signal %d (%s) at game %u", WTERMSIG(status), strsignal(WTERMSIG(status)), w->piece);
	return error_say(out, "a worker left at game %u", w->piece);
}

/* Collects what has come in and hands out more. False: somebody died. */
static bool collect(const struct pool *p, struct worker *all, int n, bool *more, char out[MAX_ERROR])
{
	struct pollfd fds[POOL_JOBS];
	char answer[POOL_ANSWER];

	for (int i = 0; i < n; i++)
		fds[i] = (struct pollfd){ .fd = all[i].busy ? all[i].answers : -1, .events = POLLIN };
	int ready = poll(fds, (nfds_t)n, TICK_MS);
	for (int i = 0; i < n && ready > 0; i++) {
		if (!all[i].busy || !fds[i].revents)
			continue;
		if (!read_all(all[i].answers, answer, p->size))
			return died(&all[i], out);
		all[i].busy = false;
		*more = p->done(p->with, answer) && *more;
		order(p, &all[i], more);
	}
	return true;
}

static bool any_busy(const struct worker *all, int n)
{
	for (int i = 0; i < n; i++)
		if (all[i].busy)
			return true;
	return false;
}

bool pool_run(const struct pool *p, char out[MAX_ERROR])
{
	struct worker all[POOL_JOBS];
	bool fine = true, more = true;
	int n = 0;

	must(p->jobs >= 1 && p->jobs <= POOL_JOBS && p->size <= POOL_ANSWER);
	fflush(NULL);                           /* or every worker would have a copy of what is not written yet */
	for (; n < p->jobs && more && fine; n++) {
		fine = hire(p, all, n, out);
		if (!fine)
			break;
		order(p, &all[n], &more);
	}
	for (int64_t ticked = 0; fine && any_busy(all, n); ) {
		fine = collect(p, all, n, &more, out);
		if (p->tick && clock_ms() - ticked >= TICK_MS) {
			ticked = clock_ms();
			p->tick(p->with);
		}
	}
	for (int i = 0; i < n; i++) {
		if (!fine && all[i].pid > 0)
			kill(all[i].pid, SIGKILL);
		close(all[i].orders);
		close(all[i].answers);
	}
	for (int i = 0; i < n; i++)
		if (all[i].pid > 0)
			waitpid(all[i].pid, NULL, 0);
	return fine;
}
