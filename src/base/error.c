#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t error_utf8(const char *at, size_t left)
{
	const unsigned char *c = (const unsigned char *)at;
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = c[0] < 0x80 ? 1 : c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : c[0] < 0xF5 ? 4 : 0;

	if (n <= 1 || n > left)
		return n > left ? 0 : n;
	uint32_t point = c[0] & (0xFFu >> (n + 1));
	for (size_t i = 1; i < n; i++) {
		if ((c[i] & 0xC0) != 0x80)
			return 0;
		point = point << 6 | (c[i] & 0x3F);
	}
	bool sound = point >= least[n] && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
	return sound ? n : 0;
}

/* The same without control characters, tabs apart: those of ASCII, and U+0080 to U+009F. */
static size_t character(const char *at, size_t left)
{
	const unsigned char *c = (const unsigned char *)at;
	size_t n = error_utf8(at, left);

	if (n == 1)
		return (c[0] >= ' ' && c[0] != 0x7F) || c[0] == '\t';
	return n == 2 && c[0] == 0xC2 && c[1] < 0xA0 ? 0 : n;
}

bool error_clean(const char *text, size_t n, size_t *at)
{
	for (size_t i = 0, k; i < n; i += k) {
		k = character(text + i, n - i);
		if (k == 0) {
			*at = i;
			return false;
		}
	}
	return true;
}

static void make_clean(char *text, size_t n)
{
	size_t at;

	while (!error_clean(text, n, &at))
		text[at] = '?';
}

bool error_say(char out[MAX_ERROR], const char *form, ...)
{
	char whole[4 * MAX_ERROR];              /* apart from `out`, which may be among the arguments */
	va_list arguments;

	va_start(arguments, form);
	vsnprintf(whole, sizeof whole, form, arguments);
	va_end(arguments);
	if (strlen(whole) >= MAX_ERROR)
		strcpy(whole + MAX_ERROR - 4, "...");
	memcpy(out, whole, strlen(whole) + 1);
	make_clean(out, strlen(out));
	return false;
}

const char *error_quote(char out[MAX_SHOWN], const char *text, size_t n)
{
	size_t shown = n < MAX_SHOWN ? n : MAX_SHOWN - 4;

	memcpy(out, text, shown);
	strcpy(out + shown, shown < n ? "..." : "");
	make_clean(out, shown);
	return out;
}
