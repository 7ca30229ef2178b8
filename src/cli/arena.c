/* bigmuddy arena: plays bots against bots and prints how they compare. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contest.h"
#include "arena/ranks.h"

/* Flags ------------------------------------------------------------------------ */

/* "1,1.3" or "1,1.3,0.05,0.05" */
static bool read_sprt(const char *text, struct sprt *t)
{
	double number[4] = { 0, 0, 0.05, 0.05 };
	int n = 0;
	const char *at = text;

	for (char *end; n < 4; n++) {
		number[n] = strtod(at, &end);
		if (end == at || !isfinite(number[n]) || (*end != ',' && *end != '\0'))
			break;
		at = end + (*end == ',');
		if (*end == '\0') {
			n++;
			break;
		}
	}
	*t = (struct sprt){ .zero = number[0], .one = number[1], .alpha = number[2], .beta = number[3] };
	if (*at == '\0' && at > text && at[-1] != ',' && (n == 2 || n == 4) && t->zero >= 0 && t->zero < t->one &&
		t->alpha > 0 && t->alpha < 0.5 && t->beta > 0 && t->beta < 0.5)
		return true;
	cli_bad("--sprt is '%.40s'; allowed: R0,R1 or R0,R1,ALPHA,BETA with 0 <= R0 < R1, in fair shares, and odds of error below 0.5", text);
	return false;
}

static bool make_folder(const char *path)
{
	struct stat is;

	if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &is) == 0 && S_ISDIR(is.st_mode) && access(path, W_OK) == 0))
		return true;
	cli_bad("cannot write records to '%.200s': %s", path, errno == EEXIST ? "not a folder" : strerror(errno));
	return false;
}

/* The table ---------------------------------------------------------------------- */

static const char *const verdicts[] = { [UNDECIDED] = "undecided", [HOLDS_ONE] = "yes", [HOLDS_ZERO] = "no" };

static int name_width(const struct arena *a)
{
	size_t width = 12;

	for (int i = 0; i < a->bots; i++)
		width = strlen(a->bot[i]) > width ? strlen(a->bot[i]) : width;
	return width > 40 ? 40 : (int)width;
}

static double iterations_per_second(const struct standing *s)
{
	return s->cpu > 0 ? 1e6 * (double)s->iterations / (double)s->cpu : 0;
}

static void put_faults(const struct arena *a, const struct report *r)
{
	for (int bot = 0; bot < a->bots; bot++) {
		const struct standing *s = &r->of[bot];
		uint64_t all = 0;
		for (int f = 0; f < FAULTS; f++)
			all += s->fault[f];
		if (all == 0)
			continue;
		printf("faults of %s, a random move was played for it:", a->bot[bot]);
		for (int f = 0; f < FAULTS; f++)
			printf("%s %ju %s", f > 0 ? "," : "", (uintmax_t)s->fault[f], player_fault_name[f]);
		printf(" in %ju decisions\n", (uintmax_t)s->asked);
	}
}

static void put_table(const struct run *run, const struct report *r)
{
	const struct arena *a = run->arena;
	const int wide = name_width(a);

	contest_put_head(a, stdout);
	printf(": %d games in %d blocks", r->games, r->blocks);
	if (run->played > 0)
		printf(", %.1f games/s with %d job%s", run->played / run->seconds, run->jobs, run->jobs > 1 ? "s" : "");
	printf("%s; fair share %.1f %%; intervals of 95 %%\n\n", a->cpu ? "; ms of the processor" : "", 100.0 / a->setup.players);
	printf("%-*s  seats   wins %%              x fair               place  score  ms/move  longest  iter/s", wide, "bot");
	puts(a->bots > 1 ? "   elo" : "");
	for (int bot = 0; bot < a->bots; bot++) {
		const struct standing *s = &r->of[bot];
		if (s->seats == 0)
			continue;
		printf("%-*.*s %6d  %5.1f [%5.1f %5.1f]  %5.2f [%5.2f %5.2f]  %5.2f %6.1f %8.3f %8.1f", wide, wide, a->bot[bot], s->seats,
			100 * s->share.mean, 100 * s->share.low, 100 * s->share.high, s->share.mean / s->fair, s->share.low / s->fair,
			s->share.high / s->fair, s->place.mean, s->score.mean, s->asked ? 1e-3 * (double)s->us / (double)s->asked : 0,
			1e-3 * s->longest);
		printf(s->iterations ? " %7.0f" : "       -", iterations_per_second(s));
		if (a->bots > 1)
			printf(isfinite(s->elo.high) ? " %+5.0f +-%.0f" : " %+5.0f", s->elo.mean, s->elo.high - s->elo.mean);
		puts("");
	}
	put_faults(a, r);
	if (run->sprt)
		printf("does %s win %.3g rather than %.3g fair shares? %s, log likelihood ratio %.2f within [%.2f, %.2f]\n", a->bot[0], run->sprt->one,
			run->sprt->zero, verdicts[run->verdict], run->llr, log(run->sprt->beta / (1 - run->sprt->alpha)),
			log((1 - run->sprt->beta) / run->sprt->alpha));
}

/* JSON ------------------------------------------------------------------------------ */

static json_t *json_bound(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

static json_t *json_mean(const struct mean *m, double times)
{
	return json_pack("{s:f, s:o, s:o}", "mean", m->mean * times, "low", json_bound(m->low * times), "high", json_bound(m->high * times));
}

static json_t *json_standing(const char *bot, const struct standing *s)
{
	json_t *faults = json_object();

	for (int f = 0; f < FAULTS; f++)
		json_object_set_new(faults, player_fault_name[f], json_integer((json_int_t)s->fault[f]));
	return json_pack("{s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:I, s:f, s:f, s:f, s:o}", "bot", bot, "seats", s->seats, "blocks", s->share.n,
		"share", json_mean(&s->share, 1), "times_fair", json_mean(&s->share, 1 / s->fair), "place", json_mean(&s->place, 1),
		"score", json_mean(&s->score, 1), "elo", json_mean(&s->elo, 1), "decisions", (json_int_t)s->asked,
		"ms_per_move", s->asked ? 1e-3 * (double)s->us / (double)s->asked : 0.0, "ms_longest", 1e-3 * s->longest,
		"iterations_per_second", iterations_per_second(s), "faults", faults);
}

static bool write_json(const struct run *run, const struct report *r, const char *path)
{
	const struct arena *a = run->arena;
	json_t *root = log_head(a), *list = json_array(), *seats = json_array();

	for (int bot = 0; bot < a->bots; bot++)
		json_array_append_new(list, json_standing(a->bot[bot], &r->of[bot]));
	for (int seat = 0; seat < a->setup.players; seat++)
		json_array_append_new(seats, json_mean(&r->seat[seat], 1));
	json_object_set_new(root, "games", json_integer(r->games));
	json_object_set_new(root, "blocks", json_integer(r->blocks));
	json_object_set_new(root, "fair_share", json_real(1.0 / a->setup.players));
	json_object_set_new(root, "jobs", json_integer(run->jobs));
	json_object_set_new(root, "played_now", json_integer(run->played));
	json_object_set_new(root, "seconds", json_real(run->seconds));
	json_object_set_new(root, "games_per_second", json_real(run->played > 0 ? run->played / run->seconds : 0));
	json_object_set_new(root, "plies_per_game", json_real(r->plies));
	json_object_set_new(root, "turns_per_game", json_real(r->turns));
	json_object_set_new(root, "decisions_per_game", json_real(r->decisions));
	json_object_set_new(root, "standings", list);
	json_object_set_new(root, "share_by_seat", seats);
	if (run->sprt)
		json_object_set_new(root, "sprt", json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "zero", run->sprt->zero, "one", run->sprt->one,
			"alpha", run->sprt->alpha, "beta", run->sprt->beta, "llr", run->llr, "verdict", verdicts[run->verdict]));
	return contest_write_json(root, path);
}

/* The command -------------------------------------------------------------------------- */

static void tick(const struct run *r)
{
	contest_progress(r->kept + r->played, r->games, r->played, r->seconds);
}

static int report(const struct run *run, const char *json)
{
	struct report r;

	sums_report(run->arena, run->result, run->blocks, &r);
	if (!json || strcmp(json, "-") != 0)
		put_table(run, &r);
	if (json && !write_json(run, &r, json))
		return EXIT_NO;
	return run->sprt && run->verdict != HOLDS_ONE ? EXIT_NO : EXIT_FINE;
}

/* The games to play, and how the results are printed. */
struct task { struct contest contest; struct sprt sprt; const char *json; struct run run; };

/* Reads the flags. EXIT_NONE: they are sound, and the caller calls contest_close() at the end. */
static int task_make(struct task *p, int argc, char **argv)
{
	struct contest_flags f = { .game = NULL };
	const char *sprt_text = NULL, *records = NULL, *log = NULL;
	const struct flag flags[] = {
		CONTEST_FLAGS(f, "simple,random"),
		{ "sprt",    "R0,R1", "stop as soon as it is clear whether the first bot wins R1 fair shares or only R0", &sprt_text, NULL },
		{ "out",     "FILE", "the results as JSON; - is stdout, in the place of the table", &p->json, NULL },
		{ "records", "DIR",  "a record of every game", &records, NULL },
		{ "resume",  "FILE", "add every result to this file; games that are in it are not played again", &log, NULL },
		{ .name = NULL }
	};
	const struct usage usage = { "bigmuddy arena --game G [--options key=value,...] [flags]",
		"Bots play against each other in blocks: one deal, once for each rotation of the seats, with\n"
		"the same deck, dice and river. Fewer bots than seats: the last one takes the others. More:\n"
		"every choice of them meets. A program that crashes, is late or answers nonsense has a random\n"
		"move played for it, and that is counted. With --sprt the exit code is 0 for R1, else 1.\n"
		"docs/arena.md explains the figures; bots are called as in `bigmuddy play`.", flags, NULL, 0, 0 };
	int code = cli_flags(&usage, &argc, argv);

	if (code != EXIT_NONE)
		return code;
	if (sprt_text && !read_sprt(sprt_text, &p->sprt))
		return EXIT_BAD;
	if (!contest_open(&p->contest, &f, "simple,random"))
		return EXIT_BAD;
	p->contest.arena.records = records;
	p->run = (struct run){ .arena = &p->contest.arena, .games = p->contest.games, .jobs = p->contest.jobs, .sprt = sprt_text ? &p->sprt : NULL, .log = log,
		.tick = tick };
	if (!records || make_folder(records))
		return EXIT_NONE;
	contest_close(&p->contest);
	return EXIT_BAD;
}

static int play(struct task *p)
{
	char why[MAX_ERROR];
	bool fine = run_all(&p->run, why);

	contest_progress_end();
	int code = fine ? report(&p->run, p->json) : cli_no("%s", why);
	run_drop(&p->run);
	return code;
}

/* Runs when all processes of this command are ready. One of them leads; the others play the games that it hands them. */
static int play_together(struct task *p, int ranks)
{
	p->run.ranks = ranks;
	if (ranks > 1)
		p->run.jobs = ranks - 1;
	if (ranks_led()) {
		run_led(&p->run);
		return EXIT_FINE;
	}
	const int code = play(p);
	ranks_dismiss();
	return code;
}

/* If mpirun has started several processes, this one becomes bigmuddy-mpi, which lies beside this program. */
static int become_one_of_many(char **argv)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 8);

	if (n > 0) {
		strcpy(path + n, "-mpi");
		argv[0] = path;
		execv(path, argv);
	}
	return cli_no("mpirun runs this as one process of many, and there is no bigmuddy-mpi beside it: build it where Open MPI is installed (libopenmpi-dev)");
}

/* The leader reads the flags first, so that a mistake in them is reported once; then the others read them, because a file or program may be missing on
 * their machine. */
int cli_arena(int argc, char **argv)
{
	struct task p = { .json = NULL };
	const int ranks = ranks_join();

	if (ranks == 0)
		return become_one_of_many(argv);
	int code = ranks_share(ranks_led() ? EXIT_NONE : task_make(&p, argc, argv));

	if (code == EXIT_NONE) {
		const int made = ranks_led() ? task_make(&p, argc, argv) : EXIT_NONE;
		const bool all = ranks_all(made == EXIT_NONE);
		code = made != EXIT_NONE ? made : all ? play_together(&p, ranks) : EXIT_NO;
		if (made == EXIT_NONE)
			contest_close(&p.contest);
	}
	ranks_leave();
	return code;
}
