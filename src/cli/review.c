/* bigmuddy review: what luck, decisions and hidden cards were worth to each seat of a recorded game. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/pool.h"
#include "cli.h"
#include "play/names.h"
#include "play/record.h"
#include "review/report.h"

enum { MOST_JOBS = 64 };
_Static_assert(sizeof(struct review_moment) <= POOL_ANSWER, "a worker answers with one moment");

/* Judging ------------------------------------------------------------------------ */

struct work {
	struct review *r;
	int  handed, done;
	bool bar;               /* progress is shown on stderr */
};

static void *work_open(void *with, int worker)
{
	(void)worker;
	return with;
}

static void work_close(void *mine)
{
	(void)mine;
}

static void work_moment(void *mine, uint32_t ply, void *answer)
{
	const struct review *r = ((struct work *)mine)->r;

	review_moment(r->s, r->level, (int)ply, answer);
}

static bool work_next(void *with, uint32_t *ply)
{
	struct work *w = with;

	*ply = (uint32_t)w->handed;
	return w->handed < w->r->s->plies ? w->handed++, true : false;
}

static bool work_done(void *with, const void *answer)
{
	struct work *w = with;
	const struct review_moment *m = answer;

	w->r->moment[m->ply] = *m;
	w->done++;
	return true;
}

static void work_tick(void *with)
{
	const struct work *w = with;

	enum { WIDE = 40 };
	static const char full[] = "########################################", empty[] = "........................................";
	const int all = w->r->s->plies, reached = WIDE * w->done / all;

	if (w->bar)
		fprintf(stderr, "\rreviewing [%.*s%.*s] %d of %d moves", reached, full, WIDE - reached, empty, w->done, all);
}

static bool judge_all(struct review *r, int jobs, char why[MAX_ERROR])
{
	struct work w = { .r = r, .bar = isatty(STDERR_FILENO) };
	const struct pool pool = { .jobs = jobs, .size = sizeof(struct review_moment), .with = &w, .open = work_open, .work = work_moment, .close = work_close,
		.next = work_next, .done = work_done, .tick = work_tick };
	const bool fine = pool_run(&pool, why);

	if (w.bar)
		fputs("\r\033[K", stderr);
	if (fine) {
		review_sum(r->s, r->moment, r->seat);
		r->points = review_turning_points(r->s, r->moment, r->point, REVIEW_POINTS);
	}
	return fine;
}

/* Telling ------------------------------------------------------------------------ */

/* Names the seat whose decisions cost most, in kind words. */
static void put_weakest(const struct review *r)
{
	char words[MAX_ERROR], named[2 * MAX_ERROR];
	struct text t = text_on(named, sizeof named);
	int weakest = 0;

	for (int i = 1; i < r->s->setup.players; i++)
		weakest = r->seat[i].slips > r->seat[weakest].slips ? i : weakest;
	if (r->s->setup.players == 1)
		return;
	snprintf(words, sizeof words, "Whoever won, %s has most to gain by deciding otherwise.", r->s->setup.game->seats[weakest]);
	names_put(&r->s->setup, words, 0, &t);
	printf("\n%s\n", named);
}

static void put_text(const struct review *r)
{
	char line[REVIEW_TOLD];

	printf("%s, %d players, %d moves, level %s. Chances to win, in 100:\n\n", r->s->setup.game->title, r->s->setup.players, r->s->plies, r->level->name);
	printf("%-16s %7s %7s %7s %7s %7s %9s %7s  %s\n", "", "start", "luck", "own", "others", "hidden", "(drift)", "end", "gave away");
	for (int i = 0; i < r->s->setup.players; i++) {
		const struct review_seat *a = &r->seat[i];
		char like[REVIEW_LIKE];
		const bool known = review_like(r->s->setup.game, a, like);
		printf("%-16s %7.1f %+7.1f %+7.1f %+7.1f %+7.1f %+9.1f %7.1f  %.0f in 100 of what was at stake in %d decisions%s%s\n", r->s->setup.name[i], 100 * a->start, 100 * a->luck, 100 * a->own, 100 * a->others,
			100 * a->hidden, 100 * a->drift, 100 * a->end, 100 * a->waste, a->decisions, known ? ", like " : "", known ? like : "");
	}
	put_weakest(r);
	puts(r->points > 0 ? "\nTurning points, the greatest first:" : "\nNo move changed anybody's chances by more than one in 100.");
	for (int i = 0; i < r->points; i++) {
		review_tell(r, r->point[i], line, sizeof line);
		printf("  move %d, %s\n", r->point[i] + 1, line);
	}
}

static void put_json(const struct review *r)
{
	static char json[REVIEW_JSON];
	struct text t = text_on(json, sizeof json);

	text_form(&t, "{\"game\":\"%s\",\"players\":%d,\"level\":\"%s\",\"seats\":[", (const char *[]){ r->s->setup.game->name, r->level->name }, (int64_t[]){ r->s->setup.players });
	for (int i = 0; i < r->s->setup.players; i++) {
		text_put(&t, i > 0 ? "," : "");
		review_json_seat(r->s, i, &r->seat[i], &t);
	}
	text_put(&t, "],\"moments\":[");
	fputs(json, stdout);
	for (int p = 0; p < r->s->plies; p++) {
		t = text_on(json, sizeof json);
		review_json_moment(r->s, &r->moment[p], &t);
		must(text_fits(&t));
		printf("%s%s\n", p > 0 ? "," : "", json);
	}
	puts("]}");
}

static int review(const struct session *s, const struct review_level *level, int jobs, bool html, bool json)
{
	struct review r = { .s = s, .level = level, .moment = calloc((size_t)s->plies + 1, sizeof *r.moment) };
	char why[MAX_ERROR];
	int code = EXIT_FINE;

	must(r.moment != NULL);
	if (!judge_all(&r, jobs, why))
		code = cli_no("%s", why);
	else if (html)
		review_html(&r, stdout);
	else if (json)
		put_json(&r);
	else
		put_text(&r);
	free(r.moment);
	return code;
}

int cli_review(int argc, char **argv)
{
	const char *level_name = "normal", *jobs_text = NULL;
	bool html = false, json = false;
	const struct flag flags[] = {
		{ "level", "NAME", "how closely to look: quick, normal (preset), deep, or puzzle, as puzzles are judged", &level_name, NULL },
		{ "html",  NULL,   "write one page with plots", NULL, &html },
		{ "json",  NULL,   "write all moments as JSON", NULL, &json },
		{ "jobs",  "N",    "worker processes (default: one for each processor)", &jobs_text, NULL },
		{ .name = NULL },
	};
	const struct usage usage = { "bigmuddy review FILE [flags]",
		"Was it luck? Judges every move of a recorded game, text or JSON, and says what draws, own\n"
		"decisions, those of the others and hidden cards were worth to each seat, as chances to win.\n"
		"The same record and level always give the same review. docs/review.md explains the figures;\n"
		"`-` is stdin.", flags, "the file of one record", 1, 1 };
	int jobs = (int)sysconf(_SC_NPROCESSORS_ONLN), code = cli_flags(&usage, &argc, argv);
	const struct review_level *level;
	struct session s;
	char why[MAX_ERROR];

	if (code != EXIT_NONE)
		return code;
	if (html && json)
		return cli_bad("review takes one of --html and --json");
	if (!(level = review_level_find(level_name)))
		return cli_bad("there is no level \"%s\"; there are quick, normal, deep and puzzle", level_name);
	if (jobs_text && !cli_number("--jobs", jobs_text, 1, MOST_JOBS, &jobs))
		return EXIT_BAD;
	if (!record_load(&s, argv[1], why))
		return cli_bad("%s", why);
	code = s.plies > 0 ? review(&s, level, jobs < MOST_JOBS ? jobs : MOST_JOBS, html, json) : cli_bad("%s: there is no move to review", argv[1]);
	session_close(&s);
	return code;
}
