/* The command `review`: moves of the game under way, judged one by one. */
#define _POSIX_C_SOURCE 200809L
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

#include "review/review.h"

static const struct review_level *read_level(const char *words, size_t n, char why[MAX_ERROR])
{
	char name[MAX_NAME], shown[MAX_SHOWN];

	snprintf(name, sizeof name, "%.*s", (int)n, words);
	const struct review_level *level = n < sizeof name ? review_level_find(name) : NULL;
	if (!level)
		error_say(why, "there is no level '%s'; there are quick, normal, deep and puzzle", error_quote(shown, words, n));
	return level;
}

static void put_moment(const struct engine *e, const struct review_level *level, int ply, FILE *out)
{
	struct review_moment *m = malloc(sizeof *m);
	char *json = malloc(REVIEW_JSON);
	struct text t = text_on(json, REVIEW_JSON);

	must(m != NULL && json != NULL);
	review_moment(&e->s, level, ply, m);
	review_json_moment(&e->s, m, &t);
	must(text_fits(&t));
	fprintf(out, "%s\n", json);
	free(json);
	free(m);
}

/* Without plies: prints the scale of reviews of this game. */
static void put_standards(const struct engine *e, FILE *out)
{
	char json[MAX_ERROR];
	struct text t = text_on(json, sizeof json);

	review_json_standards(e->s.setup.game, &t);
	must(text_fits(&t));
	fprintf(out, "%s\n", json);
}

/* All plies are read before the first is judged, so that a mistake in them is found before any work is done. */
bool engine_review(struct engine *e, const char *words, FILE *out, char why[MAX_ERROR])
{
	const size_t n = strcspn(words, " \t");
	const struct review_level *level = read_level(words, n, why);

	if (level && words[n] && !engine_has_net(e, why))
		return false;
	if (level && !words[n])
		put_standards(e, out);
	for (int judged = 0; level && judged < 2; judged++)
		for (const char *at = words + n + strspn(words + n, " \t"); *at; at += strspn(at, " \t")) {
			char *end;
			const long ply = strtol(at, &end, 10);
			if (end == at || (*end && *end != ' ' && *end != '\t') || ply < 0 || ply >= e->s.plies)
				return error_say(why, "a move of this game has a number from 0 to %d", e->s.plies - 1);
			if (judged)
				put_moment(e, level, (int)ply, out);
			at = end;
		}
	return level != NULL;
}
