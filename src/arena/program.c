#define _GNU_SOURCE
#include "arena/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* Starting ---------------------------------------------------------------- */

/* In the child. A group of its own, so that it can be ended with all that it starts. */
static _Noreturn void become(const char *command, int in, int out, pid_t parent)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	signal(SIGPIPE, SIG_DFL);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

bool program_pipes(int there[2], int back[2])
{
	if (pipe2(there, O_CLOEXEC) != 0)
		return false;
	if (pipe2(back, O_CLOEXEC) == 0)
		return true;
	const int why = errno;
	close(there[0]);
	close(there[1]);
	errno = why;
	return false;
}

bool program_start(struct program *p, const char *command, char out[MAX_ERROR])
{
	int to[2], from[2];

	*p = (struct program){ .pid = 0 };
	if (!program_pipes(to, from))
		return error_say(out, "cannot make a pipe: %s", strerror(errno));
	pid_t parent = getpid(), pid = fork();
	if (pid == 0)
		become(command, to[0], from[1], parent);
	close(to[0]);
	close(from[1]);
	if (pid < 0) {
		error_say(out, "cannot start a program: %s", strerror(errno));
		close(to[1]);
		close(from[0]);
		return false;
	}
	setpgid(pid, pid);                      /* whoever of the two is first */
	fcntl(to[1], F_SETFL, O_NONBLOCK);
	*p = (struct program){ .pid = pid, .to = to[1], .from = from[0] };
	return true;
}

/* Ending ------------------------------------------------------------------ */

static int leave_within(pid_t pid, int ms)
{
	const int64_t until = clock_ms() + ms;
	int status;

	for (;;) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		if (clock_ms() >= until)
			return -1;
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
	}
}

int program_stop(struct program *p, bool quit, int ms)
{
	if (p->pid == 0)
		return 0;
	if (quit)
		(void)!write(p->to, "quit\n", 5);
	close(p->to);
	int code = leave_within(p->pid, ms);
	kill(-p->pid, SIGKILL);                 /* also what it may have left behind */
	if (code < 0)
		waitpid(p->pid, NULL, 0);
	close(p->from);
	p->pid = 0;
	return code;
}

/* Asking ------------------------------------------------------------------ */

/* A whole line has come. True: it was the last of an answer. */
static bool hear(const char *line, struct answer *out)
{
	if (strcmp(line, "ok") == 0)
		return true;
	if (strncmp(line, "error", 5) == 0) {
		if (!out->error[0])
			error_say(out->error, "%s", line);
		return true;
	}
	if (strncmp(line, "move ", 5) == 0)
		snprintf(out->move, sizeof out->move, "%.*s", (int)sizeof out->move - 1, line + 5);
	return false;
}

/* Takes in what has come, line by line. False: a line is too long. */
static bool listen(struct program *p, const char *bytes, size_t n, int *answers, struct answer *out)
{
	for (size_t i = 0; i < n; i++) {
		if (bytes[i] != '\n') {
			if (p->have == sizeof p->line - 1)
				return false;
			p->line[p->have++] = bytes[i];
			continue;
		}
		while (p->have > 0 && (p->line[p->have - 1] == '\r' || p->line[p->have - 1] == ' '))
			p->have--;
		p->line[p->have] = '\0';
		p->have = 0;
		*answers -= hear(p->line, out);
	}
	return true;
}

/* Both directions at once, or two programs that wait for each other would wait for ever. */
static enum reply converse(struct program *p, const char *words, size_t left, int answers, int ms, struct answer *out)
{
	const int64_t until = clock_ms() + ms;
	size_t heard = 0;
	char bytes[4096];

	while (answers > 0) {
		struct pollfd fds[2] = { { .fd = p->from, .events = POLLIN }, { .fd = left > 0 ? p->to : -1, .events = POLLOUT } };
		int64_t wait = until - clock_ms();
		if (wait <= 0 || poll(fds, 2, (int)wait) == 0)
			return REPLY_LATE;
		if (fds[1].revents) {
			ssize_t put = write(p->to, words, left);
			if (put < 0 && errno != EAGAIN && errno != EINTR)
				left = 0;               /* it does not listen; what it says is still heard */
			else if (put > 0) {
				words += put;
				left -= (size_t)put;
			}
		}
		if (fds[0].revents) {
			ssize_t got = read(p->from, bytes, sizeof bytes);
			if (got == 0)
				return REPLY_GONE;
			heard += got > 0 ? (size_t)got : 0;
			if (heard > PROGRAM_ANSWER || (got > 0 && !listen(p, bytes, (size_t)got, &answers, out)))
				return REPLY_NOISE;
		}
	}
	return answers < 0 || p->have > 0 ? REPLY_NOISE : out->error[0] ? REPLY_ERROR : REPLY_FINE;
}

enum reply program_ask(struct program *p, const char *words, int answers, int ms, struct answer *out)
{
	*out = (struct answer){ .move = "" };
	if (p->pid == 0)
		return REPLY_GONE;
	enum reply r = converse(p, words, strlen(words), answers, ms, out);
	if (r == REPLY_LATE || r == REPLY_GONE || r == REPLY_NOISE)
		program_stop(p, false, r == REPLY_GONE ? 50 : 0);
	return r;
}
