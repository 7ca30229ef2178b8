#include "play/names.h"

#include <ctype.h>
#include <string.h>

/* Bytes of the escape sequence that begins there, such as "\033[1;31m"; 0: none does. */
static size_t escape_at(const char *at)
{
	return at[0] == '\033' && at[1] == '[' ? 2 + strcspn(at + 2, "m") + (at[2 + strcspn(at + 2, "m")] == 'm') : 0;
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || (c & 0x80);
}

/* The seat whose colour stands there as a whole word and who has a name of its own; -1: none. */
static int seat_at(const struct setup *u, const char *at)
{
	for (int seat = 0; seat < u->players; seat++) {
		const char *colour = u->game->seats[seat];
		size_t n = strlen(colour);
		if (strncmp(at, colour, n) == 0 && !in_word(at[n]))
			return strcmp(u->name[seat], colour) != 0 ? seat : -1;
	}
	return -1;
}

/* At most so many characters of a name; how many there were. */
static int put_name(const char *name, int most, int look, struct text *out)
{
	int n = 0;

	for (const char *c = name; *c; c++) {
		bool begins = (*c & 0xC0) != 0x80;
		if (begins && n == most)
			break;
		n += begins;
		if (!(look & LOOK_ASCII) || !(*c & 0x80))
			text_bytes(out, c, 1);
		else if (begins)
			text_char(out, '?');
	}
	return n;
}

/* The name in the place of the colour and what belongs to it; how many bytes it stands for. */
static size_t put_seat(const struct setup *u, int seat, const char *at, int look, struct text *out)
{
	const char *colour = u->game->seats[seat];
	size_t n = strlen(colour), spaces = strspn(at + n, " ");

	if (spaces >= 2) {                                      /* a column goes on behind it */
		int width = (int)(n + spaces), put = put_name(u->name[seat], width - 1, look, out);
		for (; put < width; put++)
			text_char(out, ' ');
		return n + spaces;
	}
	put_name(u->name[seat], MAX_NAME, look, out);
	bool owns = at[n] == '\'' && at[n + 1] == 's' && !in_word(at[n + 2]);
	text_put(out, owns ? "'s (" : " (");
	text_put(out, colour);
	text_char(out, ')');
	return n + (owns ? 2 : 0);
}

void names_put(const struct setup *u, const char *words, int look, struct text *out)
{
	bool begins = true;

	for (const char *at = words; *at; ) {
		size_t n = escape_at(at);
		int seat = n == 0 && begins ? seat_at(u, at) : -1;

		if (seat >= 0) {
			at += put_seat(u, seat, at, look, out);
			begins = false;
			continue;
		}
		if (n == 0) {
			begins = !in_word(*at);
			n = 1;
		}
		text_bytes(out, at, (int)n);
		at += n;
	}
}
