/* Every field of every game, a line "GAME state|box|plans PATH" each, for tests/cli.sh: it looks them up in docs/protocol.md. */
#include <stdio.h>
#include <string.h>

#include "core/game.h"

static void put(const struct game *g, const char *what, const struct field *f)
{
	char paths[1 << 14];
	struct text t = text_on(paths, sizeof paths);

	if (f)
		fields_paths(f, &t);
	must(text_fits(&t));
	for (char *line = strtok(paths, "\n"); line; line = strtok(NULL, "\n"))
		printf("%s %s %s\n", g->name, what, line);
}

int main(void)
{
	for (int i = 0; game_list[i]; i++) {
		put(game_list[i], "state", game_list[i]->fields);
		put(game_list[i], "box", game_list[i]->box_fields);
		put(game_list[i], "plans", game_list[i]->plan_fields);
	}
	return 0;
}
