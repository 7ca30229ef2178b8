/* The page of `bigmuddy review --html`: one file, the graph as SVG, nothing from elsewhere, in light and in dark. */
#include "review/report.h"

enum { WIDE = 960, TALL = 300, LEFT = 44, FOOT = 24, RIGHT = 12, TOP = 8 };

static const char style[] =
	":root{color-scheme:light dark;--paper:#fdfcf9;--ink:#22201c;--faint:#6c675e;--line:#ddd7ca;--s0:#b3261e;--s1:#2e7d32;--s2:#b07d00;--s3:#6a3fa0;--s4:#1f6f9f}\n"
	"@media(prefers-color-scheme:dark){:root{--paper:#191a1c;--ink:#e9e6df;--faint:#a29d93;--line:#3a3b3f;--s0:#f2837c;--s1:#7cc47f;--s2:#e6bd55;--s3:#b79be6;--s4:#76b9dd}}\n"
	"body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}\n"
	"h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}.faint{color:var(--faint)}svg{width:100%;height:auto;font:12px system-ui,sans-serif}\n"
	"svg text{fill:var(--faint)}.grid{stroke:var(--line)}.seat{fill:none;stroke-width:2;stroke-linejoin:round}.scroll{overflow-x:auto}\n"
	"table{border-collapse:collapse}th,td{padding:.2rem .8rem;text-align:right;border-bottom:1px solid var(--line)}th:first-child,td:first-child{text-align:left;padding-left:0}\n"
	".key{display:inline-block;width:.8em;height:.8em;border-radius:50%;margin-right:.5em}li{margin:.2rem 0}\n";

static const char *const seat_colour[MAX_PLAYERS] = { "var(--s0)", "var(--s1)", "var(--s2)", "var(--s3)", "var(--s4)" };

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

static double x_of(const struct review *r, int ply)
{
	return LEFT + (double)(WIDE - LEFT - RIGHT) * ply / r->s->plies;
}

static double y_of(double chance)
{
	return TOP + (double)(TALL - TOP - FOOT) * (1 - chance);
}

static void put_graph(const struct review *r, FILE *out)
{
	char words[REVIEW_TOLD];

	fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"The chance of each seat to win, move by move\">\n", WIDE, TALL);
	for (int percent = 0; percent <= 100; percent += 25)
		fprintf(out, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", LEFT, WIDE - RIGHT,
			y_of(percent / 100.0), y_of(percent / 100.0), LEFT - 8, y_of(percent / 100.0) + 4, percent);
	for (int seat = 0; seat < r->s->setup.players; seat++) {
		fprintf(out, "<polyline class=\"seat\" style=\"stroke:%s\" points=\"%.1f,%.1f", seat_colour[seat], x_of(r, 0), y_of(r->moment[0].before[seat]));
		for (int p = 0; p < r->s->plies; p++)
			fprintf(out, " %.1f,%.1f", x_of(r, p + 1), y_of(r->moment[p].after[seat]));
		fputs("\"/>\n", out);
	}
	for (int i = 0; i < r->points; i++) {
		const struct review_moment *m = &r->moment[r->point[i]];
		const int seat = m->mover >= 0 ? m->mover : 0;
		review_tell(r, r->point[i], words, sizeof words);
		fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" style=\"fill:%s\"><title>", x_of(r, r->point[i] + 1), y_of(m->after[seat]), m->mover >= 0 ? seat_colour[seat] : "var(--ink)");
		put_text(out, words);
		fputs("</title></circle>\n", out);
	}
	fprintf(out, "<text x=\"%d\" y=\"%d\">first move</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">move %d</text></svg>\n", LEFT, TALL - 6, WIDE - RIGHT, TALL - 6, r->s->plies);
}

static void put_seats(const struct review *r, FILE *out)
{
	fputs("<div class=\"scroll\"><table><tr><th>Seat<th>start<th>luck<th>own<th>others<th>hidden<th>(drift)<th>end<th>gave away<th>played like</tr>\n", out);
	for (int i = 0; i < r->s->setup.players; i++) {
		const struct review_seat *a = &r->seat[i];
		char like[REVIEW_LIKE] = "";
		review_like(r->s->setup.game, a, like);
		fprintf(out, "<tr><td><span class=\"key\" style=\"background:%s\"></span>", seat_colour[i]);
		put_text(out, r->s->setup.name[i]);
		fprintf(out, "<td>%.1f<td>%+.1f<td>%+.1f<td>%+.1f<td>%+.1f<td>%+.1f<td>%.1f<td>%.0f<td>%s</tr>\n", 100 * a->start, 100 * a->luck, 100 * a->own, 100 * a->others, 100 * a->hidden, 100 * a->drift, 100 * a->end,
			100 * a->waste, like);
	}
	fputs("</table></div>\n", out);
}

void review_html(const struct review *r, FILE *out)
{
	char words[REVIEW_TOLD];

	fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Review: %s</title><style>\n%s</style>\n",
		r->s->setup.game->title, style);
	fprintf(out, "<h1>%s: was it luck?</h1>\n<p class=\"faint\">%d players, %d moves, level %s. Chances to win, in 100.</p>\n", r->s->setup.game->title, r->s->setup.players, r->s->plies,
		r->level->name);
	put_graph(r, out);
	put_seats(r, out);
	fputs("<h2>Turning points</h2>\n<ol>\n", out);
	for (int i = 0; i < r->points; i++) {
		review_tell(r, r->point[i], words, sizeof words);
		fprintf(out, "<li>Move %d, ", r->point[i] + 1);
		put_text(out, words);
		fputs("</li>\n", out);
	}
	fputs("</ol>\n<p class=\"faint\">Start, luck, own decisions, those of the others and hidden cards add up to the end. The judgement behind it is a trained net's, and often wrong by some in 100.</p>\n</html>\n",
		out);
}
