#include "play/audit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Counting ----------------------------------------------------------------- */

/* Draws of each source are numbered from 0 on in the order in which the table stored them, so a number that is missing was drawn and does
 * not stand in the record. */
static int64_t skipped_before(const struct session *s)
{
	const struct proof *p = s->proof;
	uint32_t next[MAX_SOURCES] = { 0 };
	int64_t skipped = 0;

	for (int i = 0, draw = 0; i < s->plies; i++)
		if (s->ply[i].source >= 0) {
			uint32_t *expected = &next[s->ply[i].source], number = p->number[draw++];
			skipped += (int64_t)number - *expected;
			*expected = number + 1;
		}
	return skipped;
}

static bool has_nonce(const struct proof *p, const uint8_t nonce[HASH_BYTES])
{
	for (int i = 0; i < MAX_PLAYERS; i++)
		if (p->fair.revealed[i] && memcmp(p->fair.nonce[i], nonce, HASH_BYTES) == 0)
			return true;
	return false;
}

struct audit audit_of(const struct session *s, const struct audit_noted *noted)
{
	const struct proof *p = s->proof;
	const struct setup *u = &s->setup;
	struct audit a = { .by_row = p->fair.way == FAIR_BY_ROW, .seats = (1u << u->players) - 1, .noted = *noted };
	uint8_t stream[HASH_BYTES], hash[HASH_BYTES];

	fair_stream(&p->fair, p->table, stream);
	for (int i = 0; i < s->plies; i++)
		if (s->ply[i].source >= 0) {
			must(a.draws < p->numbers);
			a.wrong += fair_draw(p->fair.way, stream, p->number[a.draws++], u->game, &u->box, &s->ply[i].before) != s->ply[i].move;
		}
	fair_hash(p->fair.key, HASH_BYTES, hash);
	a.bound = memcmp(hash, p->commit, HASH_BYTES) == 0;
	a.skipped = a.by_row ? 0 : skipped_before(s);
	for (int i = 0; i < u->players; i++)
		a.nonces |= (unsigned)p->fair.revealed[i] << i;
	a.commit_fits = noted->commit && memcmp(noted->commit, p->commit, HASH_BYTES) == 0;
	a.nonce_fits = noted->nonce && has_nonce(p, noted->nonce);
	return a;
}

bool audit_holds(const struct audit *a)
{
	return a->bound && a->wrong == 0 && (!a->noted.commit || a->commit_fits) && (!a->noted.nonce || a->nonce_fits);
}

bool audit_proves(const struct audit *a)
{
	return audit_holds(a) && !a->by_row && a->skipped == 0 && a->commit_fits && a->nonce_fits;
}

/* In words ----------------------------------------------------------------- */

struct findings { struct audit_finding *of; int n; };

__attribute__((format(printf, 3, 4)))
static void find(struct findings *f, enum audit_verdict verdict, const char *form, ...)
{
	va_list args;

	must(f->n < AUDIT_FINDINGS);
	struct audit_finding *fresh = &f->of[f->n++];
	fresh->verdict = verdict;
	va_start(args, form);
	vsnprintf(fresh->words, sizeof fresh->words, form, args);
	va_end(args);
}

static void find_draws(struct findings *f, const struct audit *a)
{
	if (a->bound)
		find(f, AUDIT_PROVED, "the key has the hash that the record names as its commit");
	else
		find(f, AUDIT_WRONG, "the key does not have the hash that the record names as its commit");
	if (a->wrong == 0)
		find(f, AUDIT_PROVED, "all %d draws follow from the key, the table and the nonces", a->draws);
	else
		find(f, AUDIT_WRONG, "%d of %d draws do not follow from the key, the table and the nonces", a->wrong, a->draws);
	if (a->by_row)
		find(f, AUDIT_OPEN, "the draws are counted in the old way, by the rows of the table's log: whoever had the key could choose rows, and so draws");
	else if (a->skipped > 0)
		find(f, AUDIT_OPEN, "%lld draws are left out before others: if the players did not take them back, somebody chose the draws", (long long)a->skipped);
	else
		find(f, AUDIT_PROVED, "no draw is left out: every pile, bag and die was drawn in its own order");
}

static void find_noted(struct findings *f, const struct audit *a)
{
	if (a->commit_fits)
		find(f, AUDIT_PROVED, "the commit is the one that you noted before the start");
	else if (a->noted.commit)
		find(f, AUDIT_WRONG, "the commit is not the one that you noted before the start");
	else
		find(f, AUDIT_OPEN, "that the commit was told before the start: compare it with what you noted at the table");
	if (a->nonce_fits)
		find(f, AUDIT_PROVED, "your nonce went into the draws");
	else if (a->noted.nonce)
		find(f, AUDIT_WRONG, "your nonce did not go into the draws");
	else if (a->nonces)
		find(f, AUDIT_OPEN, "that the nonces are the players' own: compare yours with what you noted at the table");
	else
		find(f, AUDIT_OPEN, "no seat has a nonce: whoever made the key could try keys until the draws suited them");
}

/* "seat 2", "seats 1, 2". */
static void name_seats(unsigned seats, char out[MAX_NAME])
{
	const char *comma = seats & (seats - 1) ? "s " : " ";
	int n = snprintf(out, MAX_NAME, "seat");

	for (int i = 0; i < MAX_PLAYERS; i++)
		if (seats >> i & 1) {
			n += snprintf(out + n, (size_t)(MAX_NAME - n), "%s%d", comma, i);
			comma = ", ";
		}
}

int audit_findings(const struct audit *a, struct audit_finding out[AUDIT_FINDINGS])
{
	struct findings f = { .of = out };
	struct audit_finding sorted[AUDIT_FINDINGS];
	char without[MAX_NAME];
	int n = 0;

	find_draws(&f, a);
	find_noted(&f, a);
	name_seats(a->seats & ~a->nonces, without);
	if (a->nonces && a->seats & ~a->nonces)
		find(&f, AUDIT_OPEN, "%s gave no nonce, as bots do; if a player's nonce was left out, the server could choose between two games", without);
	find(&f, AUDIT_OPEN, "that whoever runs the server did not look at what was hidden");
	for (int verdict = AUDIT_PROVED; verdict <= AUDIT_WRONG; verdict++)
		for (int i = 0; i < f.n; i++)
			if ((int)out[i].verdict == verdict)
				sorted[n++] = out[i];
	memcpy(out, sorted, (size_t)n * sizeof *out);
	return n;
}
