#include "text.h"

#include <stddef.h>

struct text text_on(char *at, int cap)
{
	if (cap > 0)
		at[0] = '\0';
	return (struct text){ .at = at, .cap = cap };
}

void text_int(struct text *t, int64_t n)
{
	char digit[20];                         /* of 2^63 there are 19 */
	int k = 0;

	if (n >= 0 && n < 10) {                 /* most numbers of a view */
		text_char(t, (char)('0' + n));
		return;
	}
	uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;

	do
		digit[sizeof digit - (size_t)++k] = (char)('0' + left % 10);
	while (left /= 10);
	if (n < 0)
		text_char(t, '-');
	text_bytes(t, digit + sizeof digit - (size_t)k, k);
}

void text_form(struct text *t, const char *form, const char *const words[], const int64_t n[])
{
	for (;;) {
		int plain = 0;
		while (form[plain] && !(form[plain] == '%' && (form[plain + 1] == 's' || form[plain + 1] == 'd')))
			plain++;
		text_bytes(t, form, plain);
		form += plain;
		if (!*form)
			return;
		if (form[1] == 's')
			text_put(t, *words++);
		else
			text_int(t, *n++);
		form += 2;
	}
}

bool text_is_word(const char *words)
{
	const char *c = words;

	while ((*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-' || *c == '_')
		c++;
	return c > words && *c == '\0';
}

const char *text_after(const char *words, const char *head)
{
	for (; *head; words++, head++)
		if (*words != *head)
			return NULL;
	return words;
}

bool text_is_digits(const char *words)
{
	const char *c = words;

	while (*c >= '0' && *c <= '9')
		c++;
	return c > words && *c == '\0';
}

bool text_fault(char out[MAX_TEXT], const char *form, int i)
{
	struct text t = text_on(out, MAX_TEXT);

	text_form(&t, form, NULL, (int64_t[]){ i });
	return false;
}

bool text_first_fault(char out[MAX_TEXT], int i, const struct condition *of)
{
	while (of->form && !of->broken)
		of++;
	return of->form ? text_fault(out, of->form, i) : true;
}
