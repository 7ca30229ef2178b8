/* bigmuddy bench: how fast the rules are. docs/performance.md quotes its figures. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "core/codec.h"
#include "base/file.h"
#include "base/json.h"
#include "gpu/gpu.h"

enum {
	PASSES   = 5,                   /* each figure is the median of this many runs */
	SAMPLES  = 4096,                /* states of random games on which single calls are timed */
	MOST_GAMES = 10000000,
};

/* Processor time of this process alone, because the machine may be busy with others. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double of[PASSES])
{
	qsort(of, PASSES, sizeof of[0], by_size);
	return of[PASSES / 2];
}

/* Random play ------------------------------------------------------------- */

/* A decision is a choice of a seat among at least two moves whose whole list was made. */
struct counts { uint64_t games, turns, moves, decisions, signature; };

/* Uniformly random games. The signature, a hash of all final states, is the same on every machine and compiler.
 * Not inlined: callgrind counts what happens in here. */
__attribute__((noinline)) void bench_play(const struct setup *u, int games, struct counts *c);
__attribute__((noinline)) void bench_play(const struct setup *u, int games, struct counts *c)
{
	const struct game *g = u->game;
	struct rng r = rng_seed(u->seed);
	uint8_t code[MAX_CODE];
	struct state s;
	struct moves m;

	*c = (struct counts){ .games = (uint64_t)games };
	for (int i = 0; i < games; i++) {
		int mover;
		setup_start(u, &s);
		while ((mover = g->to_move(&u->box, &s)) != OVER) {
			g->legal(&u->box, &s, &m);
			c->decisions += mover >= 0 && m.n > 1;
			c->moves++;
			g->apply(&u->box, &s, m.id[m.n > 1 ? rng_below(&r, (uint32_t)m.n) : 0], NULL);
		}
		c->turns += (uint64_t)g->turn(&s);
		c->signature = rng_mix(c->signature ^ codec_hash(code, codec_encode(g, &s, code)));
	}
}

static void bench_games(const struct setup *u, int games)
{
	struct counts c;
	double seconds[PASSES], took;

	for (int i = 0; i < PASSES; i++) {
		double from = now();
		bench_play(u, games, &c);
		seconds[i] = now() - from;
	}
	took = median(seconds);
	printf("random play        %10ju games, %ju turns, %ju decisions, %ju moves\n", (uintmax_t)c.games, (uintmax_t)c.turns,
		(uintmax_t)c.decisions, (uintmax_t)c.moves);
	printf("signature          %016jx\n", (uintmax_t)c.signature);
	printf("games per second   %10.0f\n", (double)c.games / took);
	printf("turns per second   %10.0f\n", (double)c.turns / took);
	printf("decisions per sec. %10.0f\n", (double)c.decisions / took);
}

/* Single calls -------------------------------------------------------------- */

struct sample { struct state state, view; uint16_t move; };

/* States spread over random games, each as its mover sees it and with a legal move. */
static void take_samples(const struct setup *u, struct sample of[SAMPLES])
{
	const struct game *g = u->game;
	struct rng r = rng_seed(u->seed);
	struct state s;
	struct moves m;

	setup_start(u, &s);
	for (int i = 0; i < SAMPLES; ) {
		if (g->to_move(&u->box, &s) == OVER)
			setup_start(u, &s);
		g->legal(&u->box, &s, &m);
		uint16_t move = m.id[rng_below(&r, (uint32_t)m.n)];
		int mover = g->to_move(&u->box, &s);
		if (mover >= 0) {
			game_view(g, &u->box, &s, mover, &of[i].view);
			of[i].state = s;
			of[i++].move = move;
		}
		g->apply(&u->box, &s, move, NULL);
	}
}

/* One timed call on sample i. Its result goes into `sink`, so that the compiler cannot leave the call out. */
typedef void one_call(const struct setup *u, const struct sample *of, int i, volatile int *sink);

static void call_clone(const struct setup *u, const struct sample *of, int i, volatile int *sink)
{
	struct state s = of[i].state;

	(void)u;
	*sink += ((volatile struct state *)&s)->players;
}

static void call_legal(const struct setup *u, const struct sample *of, int i, volatile int *sink)
{
	struct moves m;

	u->game->legal(&u->box, &of[i].state, &m);
	*sink += m.n;
}

static void call_apply(const struct setup *u, const struct sample *of, int i, volatile int *sink)
{
	struct state s = of[i].state;

	u->game->apply(&u->box, &s, of[i].move, NULL);
	*sink += s.players;
}

static void call_guess(const struct setup *u, const struct sample *of, int i, volatile int *sink)
{
	struct rng r = { { 1, 2, 3, (uint64_t)i } };
	struct state s = of[i].view;

	game_guess(u->game, &u->box, &s, &r);
	*sink += s.players;
}

static double nanoseconds(const struct setup *u, const struct sample *of, one_call *call, int rounds)
{
	double each[PASSES];
	volatile int sink = 0;

	for (int p = 0; p < PASSES; p++) {
		double from = now();
		for (int k = 0; k < rounds; k++)
			for (int i = 0; i < SAMPLES; i++)
				call(u, of, i, &sink);
		each[p] = (now() - from) / rounds / (double)SAMPLES * 1e9;
	}
	return median(each);
}

static void bench_calls(const struct setup *u)
{
	struct sample *of = malloc(sizeof *of * SAMPLES);

	if (!of)
		panic("no memory for the samples");
	take_samples(u, of);
	printf("state              %10zu bytes\n", sizeof(struct state));
	printf("clone              %10.1f ns\n", nanoseconds(u, of, call_clone, 200));
	printf("clone and guess    %10.1f ns\n", nanoseconds(u, of, call_guess, 200));
	printf("legal              %10.1f ns\n", nanoseconds(u, of, call_legal, 20));
	printf("clone and apply    %10.1f ns\n", nanoseconds(u, of, call_apply, 20));
	free(of);
}

/* All outcomes of a turn -------------------------------------------------------- */

static double plans_us(const struct setup *u, const struct state *s, struct plan *out, int rounds, int *n)
{
	double each[PASSES];

	for (int p = 0; p < PASSES; p++) {
		double from = now();
		for (int k = 0; k < rounds; k++)
			*n = u->game->plans(&u->box, s, out, MAX_PLANS);
		each[p] = (now() - from) / rounds * 1e6;
	}
	return median(each);
}

/* Measures plans at the turns of random games. Random ships soon have no coal left; the slowest turn is one where the ships lie close together. */
static void bench_plans(const struct setup *u)
{
	struct sample *of = malloc(sizeof *of * SAMPLES);
	struct plan *out = malloc(sizeof *out * MAX_PLANS);
	double all = 0, worst = 0;
	int turns = 0, n, most = 0;

	if (!of || !out)
		panic("no memory for the plans");
	take_samples(u, of);
	for (int i = 0, last = -1; i < SAMPLES; i++) {
		int turn = u->game->turn(&of[i].state);
		if (turn == last || u->game->plans(&u->box, &of[i].state, out, MAX_PLANS) == 0)
			continue;
		double us = plans_us(u, &of[i].state, out, 1, &n);
		last = turn;
		turns++;
		all += us;
		worst = us > worst ? us : worst;
		most = n > most ? n : most;
	}
	if (turns > 0)
		printf("plans of a turn    %10.1f us mean over %d turns of random games, %.1f us worst, %d plans at most\n",
			all / turns, turns, worst, most);
	free(of);
	free(out);
}

/* A state as `state` of the engine prints it. */
static bool read_position(const struct setup *u, const char *path, struct state *s)
{
	char *bytes, why[MAX_ERROR], wrong[MAX_TEXT];
	size_t size;
	struct json j;

	if (!file_read(path, &bytes, &size, why)) {
		cli_bad("%s", why);
		return false;
	}
	bool fine = json_read(&j, bytes, size, why);
	free(bytes);
	if (!fine) {
		cli_bad("%s: %s", path, why);
		return false;
	}
	fine = codec_read(u->game, &u->box, s, &j.flats, wrong);
	json_drop(&j);
	if (!fine)
		cli_bad("%s: %s", path, wrong);
	return fine;
}

static void bench_position(const struct setup *u, const struct state *s)
{
	struct plan *out = malloc(sizeof *out * MAX_PLANS);
	int n = 0;

	if (!out)
		panic("no memory for the plans");
	double us = u->game->plans ? plans_us(u, s, out, 500, &n) : 0;
	printf("plans of position  %10.1f us for %d plans\n", us, n);
	free(out);
}

/* Instructions: the same program under callgrind, which counts them whatever else the machine does. ---- */

enum { COUNTED = 200 };                 /* games */

/* Starts a program and returns a stream of what it prints, stderr included. The caller waits for `child`. */
static FILE *run(char **argv, pid_t *child)
{
	int ends[2];

	if (pipe(ends) != 0)
		return NULL;
	*child = fork();
	if (*child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		execvp(argv[0], argv);
		_exit(127);
	}
	close(ends[1]);
	if (*child < 0) {
		close(ends[0]);
		return NULL;
	}
	return fdopen(ends[0], "r");
}

static bool bench_instructions(const struct setup *u, const char *box, int argc, char **argv)
{
	enum { GIVEN = 40 };                    /* words of the command line of that program, at most */
	char self[512], games[16], seed[32], line[512], *words[16 + GIVEN] = { "valgrind", "--tool=callgrind",
		"--callgrind-out-file=/dev/null", "--toggle-collect=bench_play", self, "bench", "--signature", "--games", games, argv[1], seed };
	struct counts c;
	unsigned long long total = 0;
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	int n = 11, status = -1;
	pid_t child;

	if (length < 0 || argc > GIVEN)
		return false;
	self[length] = '\0';
	snprintf(games, sizeof games, "%d", COUNTED);
	snprintf(seed, sizeof seed, "seed=%ju", (uintmax_t)u->seed);
	for (int i = 2; i < argc; i++)
		if (strncmp(argv[i], "seed=", 5) != 0)
			words[n++] = argv[i];
	if (box) {
		words[n++] = "--box";
		words[n++] = (char *)box;
	}
	FILE *out = run(words, &child);
	while (out && fgets(line, sizeof line, out)) {
		const char *at = strstr(line, "Collected : ");
		if (at)
			total = strtoull(at + strlen("Collected : "), NULL, 10);
	}
	if (out) {
		fclose(out);
		waitpid(child, &status, 0);
	}
	if (status != 0 || total == 0)
		return false;
	bench_play(u, COUNTED, &c);
	printf("instructions       %10.0f per decision (callgrind, %d games)\n", (double)total / (double)c.decisions, COUNTED);
	return true;
}

/* What was measured: the game, the pieces, and the program. */
static void put_head(const struct setup *u)
{
	char hash[BOX_HASH];
#ifdef __clang__
	const char *compiler = __VERSION__;             /* the text of clang begins with its name */
#else
	const char *compiler = "gcc " __VERSION__;
#endif

	boxfile_hash(u->game, &u->box, hash);
	printf("%s, %d players, seed %ju, box %s; bigmuddy %s by %s\n", u->game->name, u->players, (uintmax_t)u->seed, hash, VERSION, compiler);
}

/* Runs the measurements. All flags have been read and are sound. */
static void measure(const struct setup *u, int games, const struct state *position, const char *box, int argc, char **argv)
{
	put_head(u);
	bench_games(u, games);
	bench_calls(u);
	if (u->game->plans)
		bench_plans(u);
	if (position)
		bench_position(u, position);
	if (!bench_instructions(u, box, argc, argv))
		printf("instructions       not counted: that takes valgrind\n");
}

/* The GPU ------------------------------------------------------------------ */

enum { GPU_CHECKED = 2000, GPU_GAMES = 1000000 };

static void put_speed(const char *what, const struct playout_sums *sums, double seconds)
{
	printf("%-18s %10ju games, %ju turns, %ju decisions, %ju moves in %.3f s\n", what, (uintmax_t)sums->games, (uintmax_t)sums->turns, (uintmax_t)sums->decisions,
		(uintmax_t)sums->moves, seconds);
	printf("decisions per sec. %10.0f\n", (double)sums->decisions / seconds);
}

/* Random games on the GPU, seats uniform and chance by its weights; the first of them on the CPU too, where they must be the same. */
static int bench_gpu(const struct setup *u, uint64_t games)
{
	struct playout_job job = { .box = u->box, .seed = u->seed, .players = (uint8_t)u->players, .look = 1 };
	struct playout_sums here;
	struct gpu_run run = { .games = GPU_CHECKED };
	char why[GPU_WHY];
	struct gpu *gpu = gpu_open(u->game, why);

	if (!gpu)
		return cli_bad("--gpu: %s", why);
	memcpy(job.option, u->option, sizeof job.option);
	printf("on %s\n", gpu_name(gpu));
	cpu_play(u->game, &job, 0, GPU_CHECKED, 1, &here);
	bool ok = gpu_play(gpu, &job, &run, why);
	if (ok && memcmp(&here, &run.sums, sizeof here) != 0) {
		snprintf(why, sizeof why, "the GPU plays other games than the CPU: this is a fault of the program or of the machine");
		ok = false;
	}
	job.look = 0;
	if (ok) {
		printf("%d games, views and guesses included, are bit-equal to the CPU's\n", GPU_CHECKED);
		run.games = games;
		ok = gpu_play(gpu, &job, &run, why);
	}
	if (ok)
		put_speed("random play", &run.sums, run.seconds);
	gpu_close(gpu);
	return ok ? EXIT_FINE : cli_bad("--gpu: %s", why);
}

static bool is_given(const char *key, int argc, char **argv)
{
	for (int i = 2; i < argc; i++)
		if (strncmp(argv[i], key, strlen(key)) == 0)
			return true;
	return false;
}

int cli_bench(int argc, char **argv)
{
	const char *box = NULL, *games_text = NULL, *position = NULL;
	bool signature = false, gpu = false;
	const struct flag flags[] = {
		{ "box", "FILE", "play with these pieces", &box, NULL },
		{ "games", "N", "random games in each pass (default 4000)", &games_text, NULL },
		{ "position", "FILE", "also time the plans of this position, as `state` of the engine prints it", &position, NULL },
		{ "gpu", NULL, "play random games on the GPU instead, a million of them or --games (docs/gpu.md)", NULL, &gpu },
		{ "signature", NULL, "play the games once and print nothing but their signature", NULL, &signature },
		{ .name = NULL }
	};
	const struct usage usage = { "bigmuddy bench GAME [key=value...] [flags]",
		"Prints how fast the rules of a game are on one core: every figure is the median of five\n"
		"passes, in processor time. Instructions are counted where valgrind is installed.\n"
		"The preset seed is 1, so that the same games are played every time.", flags, "GAME", 1, ANY_NUMBER };
	struct setup u;
	struct state at;
	int games = 4000, code = cli_flags(&usage, &argc, argv);

	if (code != EXIT_NONE)
		return code;
	if (games_text && !cli_number("--games", games_text, 1, MOST_GAMES, &games))
		return EXIT_BAD;
	if (!cli_setup(&u, box, argc - 1, argv + 1))
		return EXIT_BAD;
	if (position && !read_position(&u, position, &at))
		return EXIT_BAD;
	if (!is_given("seed=", argc, argv))
		u.seed = 1;
	if (gpu)
		return put_head(&u), bench_gpu(&u, games_text ? (uint64_t)games : GPU_GAMES);
	if (signature) {
		struct counts c;
		bench_play(&u, games, &c);
		printf("%016jx\n", (uintmax_t)c.signature);
	} else {
		measure(&u, games, position ? &at : NULL, box, argc, argv);
	}
	return EXIT_FINE;
}
