/* Explains in words what a bot thought; `go BOT info` prints that behind each line. */
#include "engine/engine.h"

#include "bots/bot.h"
#include "core/codec.h"
#include "core/hint.h"
#include "play/names.h"

static void put_named(const struct engine *e, const char *member, const char *words, struct text *out)
{
	char named[2 * MAX_STORY];
	struct text text = text_on(named, sizeof named);

	names_put(&e->s.setup, words, 0, &text);
	must(text_fits(&text));
	text_form(out, "\"%s\":", &member, NULL);
	json_text(out, named);
}

static void follow(const struct engine *e, const struct state *whole, const struct thought *t, int which, struct hint_line *out)
{
	const struct game *g = e->s.setup.game;

	hint_follow(g, &e->s.setup.box, whole, t->line[which].move, which < t->lines ? t->line[which].n : 0, out);
}

void engine_hint(const struct engine *e, const struct state *view, const struct thought *t, int which, FILE *out)
{
	const struct game *g = e->s.setup.game;
	struct state whole = *view;
	struct rng r = rng_seed(0);
	struct hint_line best, second = { .n = 0 };
	char act[MAX_STORY], why[MAX_STORY], json[MAX_JSON];
	struct text a = text_on(act, sizeof act), w = text_on(why, sizeof why), line = text_on(json, sizeof json);

	if (!g->hint)
		return;
	game_guess(g, &e->s.setup.box, &whole, &r);
	follow(e, &whole, t, which, &best);
	if (best.n == 0)
		return;
	if (which == 0 && t->lines > 1)
		follow(e, &whole, t, 1, &second);
	const struct hint_of of = { &e->s.setup.box, &whole, g->to_move(&e->s.setup.box, &whole), &best, &second };
	hint_act(g, &of, &a);
	hint_why(g, &of, &w);
	must(text_fits(&a) && text_fits(&w));
	put_named(e, "act", act, &line);
	text_char(&line, ',');
	put_named(e, "why", why, &line);
	must(text_fits(&line));
	fprintf(out, "info words %d {%s}\n", which + 1, json);
}
