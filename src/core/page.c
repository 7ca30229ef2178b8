#include "page.h"

/* A code begins with 0, which undoes what was before: so a colour never depends on the one it follows. */
static void change_colour(struct page *p, int ink, int ground)
{
	if (!p->colour || (ink == p->ink_now && ground == p->ground_now))
		return;
	text_form(p->out, "\033[0%s%sm", (const char *[]){ ink ? p->ink[ink] : "", ground ? p->ground[ground] : "" }, NULL);
	p->ink_now = ink;
	p->ground_now = ground;
}

void page_plain(struct page *p)
{
	change_colour(p, 0, 0);
}

static void fill_gap(struct page *p)
{
	if (p->end < p->column)
		page_plain(p);
	for (; p->end < p->column; p->end++)
		text_char(p->out, ' ');
}

/* The later bytes of a character begin with the bits 10. */
static bool goes_on(char c)
{
	return (c & 0xC0) == 0x80;
}

/* A plain space looks like a gap and is treated as one; on a ground it is seen, even at the end of a line. */
void page_paint(struct page *p, const char *words, int ink, int ground)
{
	while (*words) {
		if (*words == ' ' && ink == 0 && ground == 0) {
			p->column++;
			words++;
			continue;
		}
		fill_gap(p);
		change_colour(p, ink, ground);
		do
			text_char(p->out, *words++);
		while (goes_on(*words));
		p->column = ++p->end;
	}
}

void page_put(struct page *p, const char *words)
{
	page_paint(p, words, 0, 0);
}

void page_int(struct page *p, int n)
{
	page_form(p, "%d", NULL, (int64_t[]){ n });
}

void page_form(struct page *p, const char *form, const char *const words[], const int64_t n[])
{
	char line[MAX_TEXT];
	struct text t = text_on(line, sizeof line);

	text_form(&t, form, words, n);
	page_put(p, line);
}

void page_turn(struct page *p, const struct page_turn *t)
{
	if (t->ending)
		page_form(p, "The game is over: %s.", &t->ending, NULL);
	else if (t->round == 0)
		page_put(p, "The table is being set up.");
	else
		page_form(p, t->last ? "Round %d, the last one: %s's turn." : "Round %d, %s's turn.", &t->player, (int64_t[]){ t->round });
}

void page_sentence(struct page *p, const char *form, const char *const words[], const int64_t n[])
{
	page_form(p, form, words, n);
	page_end_line(p);
}

void page_end_line(struct page *p)
{
	page_plain(p);
	text_char(p->out, '\n');
	p->column = p->end = 0;
}

void page_go_to(struct page *p, int column)
{
	p->column = p->end < column || p->end == 0 ? column : p->end + 1;
}

void page_right(struct page *p, int n, int column)
{
	char digits[MAX_TEXT];
	struct text t = text_on(digits, sizeof digits);

	text_int(&t, n);
	page_go_to(p, column - t.n);
	page_put(p, digits);
}

void page_go_on(struct page *p, int width, int margin)
{
	if (p->end + 1 + width >= p->wide) {
		page_end_line(p);
		p->column = margin;
	} else {
		p->column = p->end + 1;
	}
}

void page_item(struct page *p, const char *item, int margin)
{
	int width = 0;

	for (const char *c = item; *c; c++)
		width += !goes_on(*c);
	page_go_on(p, width, margin);
	page_put(p, item);
}
