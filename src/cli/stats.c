/* bigmuddy stats: plays games among bots and prints statistics of the game. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const preset_bots = "simple";

/* Gathering ------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double stats_spread_at(const struct spread *s, double part)
{
	return s->n > 0 ? s->of[(int)((s->n - 1) * part + 0.5)] : 0;
}

static void put_value(struct spread *s, double x)
{
	s->of[s->n++] = x;
}

static void finish_spread(struct spread *s)
{
	double sum = 0, squares = 0;

	qsort(s->of, (size_t)s->n, sizeof s->of[0], by_size);
	for (int i = 0; i < s->n; i++)
		sum += s->of[i];
	s->mean = s->n > 0 ? sum / s->n : 0;
	for (int i = 0; i < s->n; i++)
		squares += (s->of[i] - s->mean) * (s->of[i] - s->mean);
	s->deviation = s->n > 1 ? sqrt(squares / (s->n - 1)) : 0;
}

/* Adds the score of the winner, and the distance to the best of the others. */
static void put_scores(struct stats *s, const struct result *r)
{
	const int players = s->arena->setup.players;
	int winner = 0, second = -1;

	for (int seat = 0; seat < players; seat++) {
		put_value(&s->spread[SPREAD_SCORE], r->score[seat]);
		if (r->place[seat] < r->place[winner])
			winner = seat;
	}
	for (int seat = 0; seat < players; seat++)
		if (seat != winner && (second < 0 || r->place[seat] < r->place[second]))
			second = seat;
	put_value(&s->spread[SPREAD_WINNING], r->score[winner]);
	if (second >= 0)
		put_value(&s->spread[SPREAD_MARGIN], r->score[winner] - r->score[second]);
}

static void gather_spreads(struct stats *s)
{
	static const char *const name[SPREADS] = { [SPREAD_TURNS] = "turns of a game", [SPREAD_DECISIONS] = "decisions of a game",
		[SPREAD_PLIES] = "moves of a game, chance included", [SPREAD_SCORE] = "score of a seat", [SPREAD_WINNING] = "score of the winner",
		[SPREAD_MARGIN] = "winner's score less the second's" };

	for (int i = 0; i < SPREADS; i++) {
		s->spread[i].name = name[i];
		s->spread[i].of = malloc(sizeof(double) * (size_t)s->report.games * MAX_PLAYERS);
		must(s->spread[i].of != NULL);
	}
	for (int i = 0; i < s->report.games; i++) {
		const struct result *r = &s->run->result[i];
		put_value(&s->spread[SPREAD_TURNS], r->turns);
		put_value(&s->spread[SPREAD_DECISIONS], r->decisions);
		put_value(&s->spread[SPREAD_PLIES], r->plies);
		put_scores(s, r);
	}
	for (int i = 0; i < SPREADS; i++)
		finish_spread(&s->spread[i]);
}

static struct bars *add_bars(struct stats *s, const char *title)
{
	must(s->bars < MOST_BARS);
	struct bars *b = &s->of[s->bars++];

	snprintf(b->title, sizeof b->title, "%s", title);
	return b;
}

static void add_bar(struct bars *b, const char *label, uint64_t n, uint64_t all)
{
	struct bar *bar = &b->bar[b->n++];

	snprintf(bar->label, sizeof bar->label, "%s", label);
	bar->n = n;
	bar->share = all > 0 ? (double)n / (double)all : 0;
}

static void gather_shares(struct stats *s, const char *title, const char *const labels[], const struct mean share[])
{
	struct bars *b = add_bars(s, title);

	b->sure = true;
	for (int i = 0; i < s->arena->setup.players; i++) {
		add_bar(b, labels[i], 0, 0);
		b->bar[i].n = (uint64_t)(share[i].mean * s->report.games + 0.5);
		b->bar[i].share = share[i].mean;
		b->bar[i].low = share[i].low;
		b->bar[i].high = share[i].high;
	}
}

/* Results are counted by seat and by turn position. They differ where the first player is drawn by lot. */
static void gather_seats(struct stats *s)
{
	static const char *const turns[MAX_PLAYERS] = { "first", "second", "third", "fourth", "fifth" };

	gather_shares(s, "wins by seat", s->arena->setup.game->seats, s->report.seat);
	gather_shares(s, "wins by turn position", turns, s->report.turn);
}

static void gather_ways(struct stats *s, const char *title, const char *const names[], const uint64_t of[USES_WAYS], uint64_t all)
{
	struct bars *b = add_bars(s, title);

	for (int i = 1; names[i] && i < USES_WAYS; i++)         /* 0 is "not over", "still playing" */
		add_bar(b, names[i], of[i], all);
}

/* Counts values from the least to the greatest that came up. */
static void gather_use(struct stats *s, int event, enum uses_part part, const char *title, const char *const *names)
{
	const uint64_t *of = s->uses->value[event][part];
	int first = 0, last = USES_VALUES - 1, known = 0;
	char full[96], label[32];

	while (names && names[known])
		known++;
	while (first < last && of[first] == 0)
		first++;
	while (last > first && of[last] == 0)
		last--;
	if (names) {
		first = 0;
		last = known > last ? known - 1 : last;
	}
	snprintf(full, sizeof full, "%s (%s)", title, s->arena->setup.game->events[event]);
	struct bars *b = add_bars(s, full);
	for (int v = first; v <= last; v++) {
		snprintf(label, sizeof label, v == USES_VALUES - 1 ? "%d and more" : "%d", v);
		add_bar(b, v < known ? names[v] : label, of[v], s->uses->happened[event]);
	}
}

/* For a game without rows in arena/uses_names.c: counts the `thing` of each event, where there are only a few different ones. */
static void gather_unnamed(struct stats *s)
{
	const char *const *events = s->arena->setup.game->events;

	for (int e = 0; events[e] && s->bars < MOST_BARS; e++) {
		int different = 0;
		for (int v = 0; v < USES_VALUES; v++)
			different += s->uses->value[e][USES_THING][v] > 0;
		if (different >= 2 && different <= 32)
			gather_use(s, e, USES_THING, "things", NULL);
	}
}

static int event_named(const struct game *g, const char *name)
{
	for (int e = 0; g->events[e]; e++)
		if (strcmp(g->events[e], name) == 0)
			return e;
	return -1;
}

static void gather_uses(struct stats *s)
{
	const struct game *g = s->arena->setup.game;
	bool named = false;

	for (const struct uses_meaning *m = uses_meanings; m->game; m++) {
		int e = strcmp(m->game, g->name) == 0 ? event_named(g, m->event) : -1;
		named |= e >= 0;
		if (e >= 0 && s->uses->happened[e] > 0 && s->bars < MOST_BARS)
			gather_use(s, e, m->part, m->title, m->names);
	}
	if (!named)
		gather_unnamed(s);
}

/* The table --------------------------------------------------------------------- */

static double per(uint64_t n, uint64_t all)
{
	return all > 0 ? (double)n / (double)all : 0;
}

static void put_head(const struct stats *s)
{
	const struct arena *a = s->arena;

	contest_put_head(a, stdout);
	printf(": %d games, %.1f games/s; players:", s->report.games, s->run->played / s->run->seconds);
	for (int i = 0; i < a->entries; i++)
		printf("%s %s", i > 0 ? "," : "", a->bot[a->entry[i]]);
	puts(a->rotations > 1 ? "; every deal in all rotations of the seats\n" : "; every game has its own deal\n");
}

static void put_spreads(const struct stats *s)
{
	printf("%-34s %9s %9s %7s %7s %7s\n", "", "mean", "deviation", "least", "median", "most");
	for (int i = 0; i < SPREADS; i++) {
		const struct spread *d = &s->spread[i];
		if (d->n > 0)
			printf("%-34s %9.2f %9.2f %7.0f %7.0f %7.0f\n", d->name, d->mean, d->deviation, stats_spread_at(d, 0), stats_spread_at(d, 0.5),
				stats_spread_at(d, 1));
	}
	printf("%-34s %9.2f %33ju\n", "moves to choose from", per(s->uses->choices, s->uses->decisions), (uintmax_t)s->uses->most);
}

static void put_bars(const struct bars *b)
{
	printf("\n%s\n", b->title);
	for (int i = 0; i < b->n; i++) {
		const struct bar *x = &b->bar[i];
		printf("  %-32s %6.1f %%", x->label, 100 * x->share);
		if (b->sure)
			printf("  [%.1f %.1f]", 100 * x->low, 100 * x->high);
		else
			printf("  %ju", (uintmax_t)x->n);
		puts("");
	}
}

static void put_events(const struct stats *s)
{
	const struct uses *u = s->uses;
	const char *const *events = s->arena->setup.game->events;

	printf("\n%-18s %10s %12s %14s %14s\n", "event", "per game", "% of games", "per winner", "per other seat");
	for (int e = 0; events[e]; e++) {
		printf("%-18s %10.2f %12.1f", events[e], per(u->happened[e], u->games), 100 * per(u->games_with[e], u->games));
		if (u->by_seats[e] > 0)
			printf(" %14.2f %14.2f", per(u->by_winners[e], u->wins), per(u->by_seats[e] - u->by_winners[e], u->seats - u->wins));
		puts("");
	}
}

static void put_table(const struct stats *s)
{
	put_head(s);
	put_spreads(s);
	for (int i = 0; i < FIRST_BARS; i++)
		put_bars(&s->of[i]);
	put_events(s);
	for (int i = FIRST_BARS; i < s->bars; i++)
		put_bars(&s->of[i]);
}

/* JSON ------------------------------------------------------------------------------ */

/* A histogram in at most BINS steps of whole numbers, beginning with the least value. */
static json_t *json_counts(const struct spread *d, int step)
{
	enum { BINS = 24 };
	const double least = stats_spread_at(d, 0), span = stats_spread_at(d, 1) - least + 1;
	const int bins = (int)((span + step - 1) / step);
	int count[BINS + 1] = { 0 };
	json_t *list = json_array();

	must(bins <= BINS);
	for (int i = 0; i < d->n; i++)
		count[(int)((d->of[i] - least) / step)]++;
	for (int i = 0; i < bins; i++)
		json_array_append_new(list, json_integer(count[i]));
	return list;
}

static json_t *json_spread(const struct spread *d)
{
	const int step = (int)((stats_spread_at(d, 1) - stats_spread_at(d, 0) + 24) / 24);

	return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:i, s:o}", "name", d->name, "mean", d->mean, "deviation", d->deviation,
		"least", stats_spread_at(d, 0), "quartile", stats_spread_at(d, 0.25),
		"median", stats_spread_at(d, 0.5), "third_quartile", stats_spread_at(d, 0.75), "most", stats_spread_at(d, 1), "step", step, "counts", json_counts(d, step));
}

/* use: the shares say how something is used, not how games or seats end. */
static json_t *json_bars(const struct bars *b, bool use)
{
	json_t *list = json_array();

	for (int i = 0; i < b->n; i++) {
		const struct bar *x = &b->bar[i];
		json_t *bar = json_pack("{s:s, s:I, s:f}", "label", x->label, "n", (json_int_t)x->n, "share", x->share);
		if (b->sure) {
			json_object_set_new(bar, "low", json_real(x->low));
			json_object_set_new(bar, "high", json_real(x->high));
		}
		json_array_append_new(list, bar);
	}
	return json_pack("{s:s, s:b, s:o}", "title", b->title, "use", use, "bars", list);
}

static json_t *json_event(const struct uses *u, int e, const char *name)
{
	return json_pack("{s:s, s:b, s:f, s:f, s:f, s:f}", "event", name, "by_seats", u->by_seats[e] > 0, "per_game", per(u->happened[e], u->games), "share_of_games",
		per(u->games_with[e], u->games), "per_winner", per(u->by_winners[e], u->wins), "per_other_seat",
		per(u->by_seats[e] - u->by_winners[e], u->seats - u->wins));
}

static void put_words(FILE *out, const void *arena)
{
	contest_put_head(arena, out);
}

static json_t *json_head(const struct arena *a)
{
	size_t n;
	char *text = file_text(put_words, a, &n);
	json_t *words = json_string(text);

	free(text);
	return words;
}

/* All figures, for --json and for the page of --html. */
static json_t *json_all(const struct stats *s)
{
	const char *const *events = s->arena->setup.game->events;
	json_t *root = log_head(s->arena), *spreads = json_array(), *bars = json_array(), *list = json_array();

	for (int i = 0; i < SPREADS; i++)
		if (s->spread[i].n > 0)
			json_array_append_new(spreads, json_spread(&s->spread[i]));
	for (int e = 0; events[e]; e++)
		json_array_append_new(list, json_event(s->uses, e, events[e]));
	for (int i = 0; i < s->bars; i++)
		json_array_append_new(bars, json_bars(&s->of[i], i >= FIRST_BARS));
	json_object_set_new(root, "games", json_integer(s->report.games));
	json_object_set_new(root, "choices_at_a_decision", json_real(per(s->uses->choices, s->uses->decisions)));
	json_object_set_new(root, "most_choices", json_integer((json_int_t)s->uses->most));
	json_object_set_new(root, "spreads", spreads);
	json_object_set_new(root, "events", list);
	json_object_set_new(root, "shares", bars);
	json_object_set_new(root, "title", json_string(s->arena->setup.game->title));
	json_object_set_new(root, "head", json_head(s->arena));
	return root;
}

/* The command ------------------------------------------------------------------------- */

static void tick(const struct run *r)
{
	contest_progress(r->played, r->games, r->played, r->seconds);
}

static bool write_all(const struct stats *s, const char *json, const char *html)
{
	char why[MAX_ERROR];

	if ((!json || strcmp(json, "-") != 0) && (!html || strcmp(html, "-") != 0))
		put_table(s);
	if (json && !contest_write_json(json_all(s), json))
		return false;
	return !html || stats_write_html(json_all(s), html, why) || cli_no("%s", why) == EXIT_FINE;
}

static int report(const struct run *run, const struct uses *uses, const char *json, const char *html)
{
	const struct game *g = run->arena->setup.game;
	struct stats *s = calloc(1, sizeof *s);

	must(s != NULL);
	s->arena = run->arena;
	s->run = run;
	s->uses = uses;
	sums_report(run->arena, run->result, run->blocks, &s->report);
	gather_spreads(s);
	gather_seats(s);
	gather_ways(s, "how games end", g->endings, uses->ending, uses->games);
	gather_ways(s, "how seats end", g->fates, uses->fate, uses->seats);
	gather_uses(s);
	bool fine = write_all(s, json, html);
	for (int i = 0; i < SPREADS; i++)
		free(s->spread[i].of);
	free(s);
	return fine ? EXIT_FINE : EXIT_NO;
}

/* Plays the games with a counter for each worker, and adds all counters to the first. */
static int play_and_report(struct run *run, const char *json, const char *html)
{
	struct uses *uses = uses_share(run->jobs, &run->arena->setup);
	struct watch *watch = malloc((size_t)run->jobs * sizeof *watch);
	char why[MAX_ERROR];

	must(watch != NULL);
	for (int i = 0; i < run->jobs; i++)
		watch[i] = uses_watch(&uses[i]);
	run->watch = watch;
	bool fine = run_all(run, why);
	contest_progress_end();
	for (int i = 1; i < run->jobs; i++)
		uses_add(&uses[0], &uses[i]);
	int code = fine ? report(run, &uses[0], json, html) : cli_no("%s", why);
	run_drop(run);
	free(watch);
	uses_unshare(uses, run->jobs);
	return code;
}

int cli_stats(int argc, char **argv)
{
	struct contest_flags f = { .game = NULL };
	const char *json = NULL, *html = NULL;
	const struct flag flags[] = {
		CONTEST_FLAGS(f, "simple"),
		{ "json",    "FILE", "the same as JSON; - is stdout, in the place of the table", &json, NULL },
		{ "html",    "FILE", "the same as a page with plots that needs nothing else; - is stdout", &html, NULL },
		{ .name = NULL }
	};
	const struct usage usage = { "bigmuddy stats --game G [--options key=value,...] [flags]",
		"What self-play says about a game: how long it takes, what each seat is worth, how scores\n"
		"spread, how it ends, and how often each thing is done, by winners and by others.\n"
		"If all bots are the same, every game has its own deal; else every deal is played in all\n"
		"rotations of the seats. docs/arena.md explains the figures.", flags, NULL, 0, 0 };
	struct contest c;
	int code = cli_flags(&usage, &argc, argv);

	if (code != EXIT_NONE)
		return code;
	if (!contest_open(&c, &f, preset_bots))
		return EXIT_BAD;
	if (c.arena.bots == 1) {
		c.arena.rotations = 1;
		c.games = c.asked;
	}
	struct run run = { .arena = &c.arena, .games = c.games, .jobs = c.jobs, .tick = tick };
	code = play_and_report(&run, json, html);
	contest_close(&c);
	return code;
}
