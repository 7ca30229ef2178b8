#define _POSIX_C_SOURCE 200809L
#include "row.h"

#include <stdlib.h>
#include <string.h>

#include "core/game.h"

const char *const row_kinds[ROW_KINDS] = {
	[ROW_SIT] = "sit", [ROW_BOT] = "bot", [ROW_FREE] = "free", [ROW_LINK] = "link", [ROW_REVEAL] = "reveal", [ROW_START] = "start",
	[ROW_MOVE] = "move", [ROW_DRAW] = "draw", [ROW_ASK] = "ask", [ROW_AGREE] = "agree", [ROW_REFUSE] = "refuse", [ROW_UNDO] = "undo",
	[ROW_ORDER] = "order", [ROW_AWAY] = "away", [ROW_BACK] = "back", [ROW_RESIGN] = "resign", [ROW_PAUSE] = "pause",
	[ROW_RESUME] = "resume", [ROW_CHAT] = "chat", [ROW_TELL] = "tell", [ROW_NEXT] = "next", [ROW_CLOSE] = "close",
};

const char *const row_bys[ROW_BYS] = {
	[BY_PLAYER] = "player", [BY_HOST] = "host", [BY_BOT] = "bot", [BY_ORDER] = "order", [BY_DEFAULT] = "default", [BY_SERVER] = "server",
};

struct row *rows_add(struct rows *r, int kind, int by, int seat, int64_t at, const char *text)
{
	if (r->n == r->room) {
		r->room = r->room ? 2 * r->room : 4;
		r->of = realloc(r->of, (size_t)r->room * sizeof *r->of);
		must(r->of != NULL);
	}
	struct row *fresh = &r->of[r->n++];
	*fresh = (struct row){ .kind = (uint8_t)kind, .by = (uint8_t)by, .seat = (int8_t)seat, .at = at, .text = strdup(text) };
	must(fresh->text != NULL);
	return fresh;
}

void rows_clear(struct rows *r)
{
	for (int i = 0; i < r->n; i++)
		free(r->of[i].text);
	free(r->of);
	*r = (struct rows){ .n = 0 };
}
