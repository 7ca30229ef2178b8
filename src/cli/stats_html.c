/* The page of `bigmuddy stats --html`: one file, plots as SVG, nothing from elsewhere, in light and in dark. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "driver/file.h"
#include "stats.h"

enum { WIDE = 560, LETTER = 7, FIGURE = 110, BAR = 20, BINS = 24, TALL = 150 };   /* LETTER: of a label, about */

static const char style[] =
	":root{color-scheme:light dark;--paper:#fdfcf9;--ink:#22201c;--faint:#6c675e;--line:#ddd7ca;--fill:#2f6f8f;--sure:#a3482a}\n"
	"@media(prefers-color-scheme:dark){:root{--paper:#191a1c;--ink:#e9e6df;--faint:#a29d93;--line:#3a3b3f;--fill:#6fb1d1;--sure:#f0966f}}\n"
	"body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem}\n"
	"h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0 0 .3rem}p{max-width:46rem}\n"
	".faint{color:var(--faint)}.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1.5rem 2rem}\n"
	"figure{margin:0}svg{width:100%;height:auto;font:12px system-ui,sans-serif}svg text{fill:var(--ink)}svg .faint{fill:var(--faint)}\n"
	".bar{fill:var(--fill)}.sure{stroke:var(--sure);stroke-width:2}.line{stroke:var(--line)}\n"
	"table{border-collapse:collapse}th,td{padding:.15rem .8rem;text-align:right;border-bottom:1px solid var(--line)}\n"
	"th:first-child,td:first-child{text-align:left;padding-left:0}.scroll{overflow-x:auto}\n";

static void put_text(FILE *out, const char *words)
{
	for (; *words; words++)
		switch (*words) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		case '"': fputs("&quot;", out); break;
		default:  fputc(*words, out);
		}
}

/* A bar for each value, the longest as wide as there is room; whiskers where the interval is known. */
static void put_bars(FILE *out, const struct bars *b)
{
	double most = 0;
	int label = 0;

	for (int i = 0; i < b->n; i++) {
		double reach = b->sure ? b->bar[i].high : b->bar[i].share;
		int wide = LETTER * (int)strlen(b->bar[i].label) + 12;
		most = reach > most ? reach : most;
		label = wide > label ? wide : label;
	}
	const int room = WIDE - label - FIGURE;
	fputs("<figure><h3>", out);
	put_text(out, b->title);
	fprintf(out, "</h3><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDE, b->n * BAR + 4);
	put_text(out, b->title);
	fputs("\">", out);
	for (int i = 0; i < b->n; i++) {
		const struct bar *x = &b->bar[i];
		const int y = i * BAR, middle = y + BAR / 2;
		const double scale = most > 0 ? room / most : 0;
		fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", label - 8, middle + 4);
		put_text(out, x->label);
		fprintf(out, "</text><rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
			label, y + 3, x->share * scale, BAR - 6);
		if (b->sure)
			fprintf(out, "<line class=\"sure\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
				label + x->low * scale, label + x->high * scale, middle, middle);
		fprintf(out, "<text class=\"faint\" x=\"%.1f\" y=\"%d\">%.1f %%",
			label + 6 + (b->sure ? x->high : x->share) * scale, middle + 4, 100 * x->share);
		if (!b->sure)
			fprintf(out, " (%ju)", (uintmax_t)x->n);
		fputs("</text>", out);
	}
	fputs("</svg></figure>\n", out);
}

/* How often each value comes up, in at most BINS steps of whole numbers. */
static void put_histogram(FILE *out, const struct spread *d)
{
	const double least = spread_at(d, 0), span = spread_at(d, 1) - least + 1;
	const int step = (int)((span + BINS - 1) / BINS), bins = (int)((span + step - 1) / step), foot = TALL - 20;
	int count[BINS + 1] = { 0 }, most = 1;

	for (int i = 0; i < d->n; i++)
		count[(int)((d->of[i] - least) / step)]++;
	for (int i = 0; i < bins; i++)
		most = count[i] > most ? count[i] : most;
	fputs("<figure><h3>", out);
	put_text(out, d->name);
	fprintf(out, "</h3><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDE, TALL);
	put_text(out, d->name);
	fprintf(out, ": mean %.1f, from %.0f to %.0f\">", d->mean, least, least + span - 1);
	for (int i = 0; i < bins; i++) {
		double wide = (double)WIDE / bins, tall = (double)(foot - 12) * count[i] / most;
		fprintf(out, "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
			i * wide + 1, foot - tall, wide - 2, tall);
		if (step > 1)
			fprintf(out, "%.0f to %.0f: %d", least + i * step, least + (i + 1) * step - 1, count[i]);
		else
			fprintf(out, "%.0f: %d", least + i, count[i]);
		fputs("</title></rect>", out);
	}
	fprintf(out, "<line class=\"line\" x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>", WIDE, foot, foot);
	fprintf(out, "<text class=\"faint\" x=\"0\" y=\"%d\">%.0f</text>", TALL - 4, least);
	fprintf(out, "<text class=\"faint\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">mean %.1f, deviation %.1f</text>",
		WIDE / 2, TALL - 4, d->mean, d->deviation);
	fprintf(out, "<text class=\"faint\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f</text></svg></figure>\n",
		WIDE, TALL - 4, least + span - 1);
}

static void put_events(FILE *out, const struct stats *s)
{
	const struct uses *u = s->uses;
	const char *const *events = s->arena->setup.game->events;
	const double games = (double)u->games, wins = (double)u->wins, others = (double)(u->seats - u->wins);

	fputs("<h2>What happens</h2>\n<div class=\"scroll\"><table><tr><th>event</th><th>per game</th><th>% of games</th><th>per winner</th>"
		"<th>per other seat</th></tr>\n", out);
	for (int e = 0; events[e]; e++) {
		fputs("<tr><td>", out);
		put_text(out, events[e]);
		fprintf(out, "</td><td>%.2f</td><td>%.1f</td>", (double)u->happened[e] / games, 100 * (double)u->games_with[e] / games);
		if (u->by_seats[e] > 0 && others > 0)
			fprintf(out, "<td>%.2f</td><td>%.2f</td></tr>\n", (double)u->by_winners[e] / wins,
				(double)(u->by_seats[e] - u->by_winners[e]) / others);
		else
			fputs("<td></td><td></td></tr>\n", out);
	}
	fputs("</table></div>\n", out);
}

static void put_page(FILE *out, const struct stats *s)
{
	const struct arena *a = s->arena;
	const struct setup *u = &a->setup;

	fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width\">\n<title>", out);
	put_text(out, u->game->title);
	fprintf(out, ": what self-play says</title>\n<style>\n%s</style></head><body>\n<h1>", style);
	put_text(out, u->game->title);
	fputs(": what self-play says</h1>\n<p class=\"faint\">", out);
	contest_put_head(a, out);
	fprintf(out, ". %d games, %s. Players: ", s->report.games,
		a->rotations > 1 ? "every deal in all rotations of the seats" : "each with its own deal");
	for (int i = 0; i < a->entries; i++) {
		fputs(i > 0 ? ", " : "", out);
		put_text(out, a->bot[a->entry[i]]);
	}
	fprintf(out, ". A decision has %.1f moves to choose from in the mean, %ju at most. Whiskers are intervals of 95 %%.\n"
		"Figures say how these players play, not how the game must be played.</p>\n<h2>Length and scores</h2>\n<div class=\"plots\">\n",
		s->uses->decisions ? (double)s->uses->choices / (double)s->uses->decisions : 0.0, (uintmax_t)s->uses->most);
	for (int i = 0; i < SPREADS; i++)
		if (s->spread[i].n > 0)
			put_histogram(out, &s->spread[i]);
	fputs("</div>\n<h2>Seats and endings</h2>\n<div class=\"plots\">\n", out);
	for (int i = 0; i < s->bars; i++) {
		if (i == FIRST_BARS) {
			fputs("</div>\n", out);
			put_events(out, s);
			fputs("<h2>How things are used</h2>\n<div class=\"plots\">\n", out);
		}
		put_bars(out, &s->of[i]);
	}
	fputs("</div>\n", out);
	if (s->bars <= FIRST_BARS)
		put_events(out, s);
	fputs("</body></html>\n", out);
}

bool stats_write_html(const struct stats *s, const char *path, char out[MAX_ERROR])
{
	char *page = NULL;
	size_t n = 0;
	FILE *to = open_memstream(&page, &n);

	must(to != NULL);
	put_page(to, s);
	must(fclose(to) == 0);
	bool fine = file_write(path, page, n, out);
	free(page);
	return fine;
}
