#define _GNU_SOURCE                     /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/codec.h"
#include "lively.h"
#include "shapes.h"
#include "wires.h"

int eyes_of(const struct play *p, int i)
{
	return i < p->d.t.head.players ? i : WATCHER;
}

json_t *parsed(const struct blob *b)
{
	json_error_t wrong;
	json_t *v = json_loadb(b->bytes, b->n, JSON_REJECT_DUPLICATES, &wrong);
	if (!v)
		fail_msg("%s in %.*s", wrong.text, (int)b->n, b->bytes);
	if (json_object_get(v, "type"))
		shapes_message(v);
	else
		shapes_object(v, "Match");
	return v;
}

const char *text_of(json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

struct rows last_rows(const struct play *p)
{
	return (struct rows){ .of = p->d.all.of + p->rows, .n = p->d.all.n - p->rows };
}

struct blob *game_to(const struct play *p, int eyes)
{
	struct rows r = last_rows(p);
	return wire_game(&p->d.t, eyes, p->seq, &r, &p->from, p->d.now);
}

struct blob *hello_to(const struct play *p, int eyes, uint32_t after)
{
	return wire_game(&p->d.t, eyes, after, &p->d.all, NULL, p->d.now);
}

void told_all(struct play *p)
{
	p->from = wire_from(&p->d.t);
	p->seq = p->d.t.seq;
	p->rows = p->d.all.n;
}

void keep_log(char **log, struct blob *b)
{
	const char *from = strstr(b->bytes, ",\"log\":["), *to;
	assert_non_null(from);
	from += strlen(",\"log\":[");
	json_t *v = parsed(b), *last = json_object_get(v, "log");
	size_t had = *log ? strlen(*log) : 0;
	if (json_array_size(last) > 0) {
		to = memmem(b->bytes, b->n, "],\"toMove\":", 11);
		*log = realloc(*log, had + (size_t)(to - from) + 2);
		sprintf(*log + had, "%s%.*s", had ? "," : "", (int)(to - from), from);
	}
	json_decref(v);
}

/* What is told to all together is what each would be told alone. */
static void same_news(struct wire_news *n, int eyes, const struct blob *alone)
{
	struct blob *news = n->rows->n > 0 ? wire_news_to(n, eyes) : NULL;

	if (n->rows->n > 0) {
		assert_int_equal(news == NULL, alone == NULL);
		if (news) {
			assert_int_equal(news->n, alone->n);
			assert_memory_equal(news->bytes, alone->bytes, alone->n);
		}
	}
	blob_drop(news);
}

void tell_everybody(struct play *p)
{
	struct rows rows = last_rows(p);
	struct wire_news news = { &p->d.t, &rows, &p->from, p->d.now, NULL };

	for (int i = 0; i <= p->d.t.head.players; i++) {
		struct blob *b = game_to(p, eyes_of(p, i));
		same_news(&news, eyes_of(p, i), b);
		if (!b)
			continue;
		b = realloc(b, sizeof *b + b->n + 1);
		b->bytes[b->n] = '\0';
		keep_log(&p->log[i], b);
		blob_drop(b);
	}
	wire_news_end(&news);
	told_all(p);
}

void play_make(struct play *p, const char *game, int players, struct pace pace, uint64_t seed)
{
	struct head h = desk_head(game, players, pace);
	memset(p, 0, sizeof *p);
	desk_make(&p->d, &h, seed);
	told_all(p);
}

void play_drop(struct play *p)
{
	for (int i = 0; i <= MAX_PLAYERS; i++)
		free(p->log[i]);
	desk_drop(&p->d);
}

void begin(struct play *p, const char *seats)
{
	desk_start(&p->d, seats);
	tell_everybody(p);
}

void lively(struct play *p)
{
	struct desk *d = &p->d;
	const struct table *t = &d->t;
	struct moves m;
	char words[MAX_TEXT];
	int mover = table_to_move(t);
	d->now += 10;
	if (desk_due(d))
		return;
	if (t->paused)
		desk_simply(d, REQUEST_RESUME, 0);
	if (t->asker >= 0 && t->seat[mover].away) {     /* the bot waits for the answer */
		desk_simply(d, REQUEST_REFUSE, t->asker);
		return;
	}
	if (mover < 0 || t->seat[mover].away || t->seat[mover].resigned || t->seat[mover].kind == SEAT_BOT) {
		desk_random(d);
		return;
	}
	t->head.game->legal(t->head.box, &t->state, &m);
	t->head.game->text(t->head.box, &t->state, lively_move(t->head.game, t->head.box, &t->state, &m, &d->own), mover, words);
	const char *code = desk_play(d, mover, words);
	if (code)
		fail_msg("'%s': %s", words, d->no.words);
}

/* Something else than a move, by somebody; may be refused. */
static void aside(struct play *p)
{
	struct desk *d = &p->d;
	int seat = (int)rng_below(&d->own, d->t.head.players), kind = (int)rng_below(&d->own, 14);
	static const enum request_kind asked[] = { REQUEST_AGREE, REQUEST_REFUSE, REQUEST_LEAVE, REQUEST_BACK, REQUEST_PAUSE, REQUEST_RESUME, REQUEST_BACK, REQUEST_RESUME };
	struct request a = desk_ask(REQUEST_CHAT, seat);
	const struct prompt *q = d->t.head.game->prompts;
	for (int i = 0; i < d->t.head.players && d->t.asker >= 0 && kind < 12; i++)     /* often they all agree */
		desk_simply(d, REQUEST_AGREE, i);
	if (kind < 8)
		desk_simply(d, asked[kind], seat);
	else if (kind < 10 && d->t.plies > 0) {
		int to = d->t.plies - 1 - (int)rng_below(&d->own, d->t.plies < 12 ? (uint32_t)d->t.plies : 12);
		while (to > 0 && d->t.ply[to].seat < 0)
			to--;
		desk_undo(d, d->t.ply[to].seat >= 0 ? d->t.ply[to].seat : seat, to);
	}
	else if (kind < 11)
		desk_simply(d, REQUEST_LINK, seat);
	else if (kind < 12 && q)
		desk_order(d, seat, q->name, q->orders[rng_below(&d->own, 2)], rng_below(&d->own, 2) == 0);
	else {
		a.kind = kind == 12 ? REQUEST_TELL : REQUEST_CHAT;
		strcpy(a.text, kind == 12 ? "{\"mail\":\"whereisann@example.org\"}" : "a \"word\"\\ \xe2\x82\xac");
		desk_want(d, &a);
	}
}

void one_step(struct play *p)
{
	if (rng_below(&p->d.own, 6) == 0)
		aside(p);
	else
		lively(p);
}

const char *const games[3] = { "queen", "broadhorns", "rails" };
