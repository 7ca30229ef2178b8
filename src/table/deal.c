#include "table/deal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/parts.h"

/* The bots of each game. Their iterations are enough for a good game, and few enough that a phone answers within a second or two. */
static const struct { const char *game, *bots, *expert; uint8_t players; } dealt[] = {
	{ "queen",      "hard:240", "expert:600", 4 },
	{ "broadhorns", "hard:600", "expert:2000", 3 },
	{ "rails",      "hard:1000", "expert:2000", 3 },
};
enum { DEAL_GAMES = sizeof dealt / sizeof dealt[0] };

static const int64_t day_ms = 24 * 3600 * 1000;
enum { DUPLICATE_DAYS = 7 };                    /* days for which friends can play a duplicate */

/* Dates ---------------------------------------------------------------------- */

/* Days since 1970-01-01 of a date in the Gregorian calendar, which repeats itself every 400 years of 146,097 days; years begin in March. */
static int64_t days_of(int year, int month, int day)
{
	const int y = month <= 2 ? year - 1 : year, of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

	return y / 400 * 146097 + y % 400 * 365 + y % 400 / 4 - y % 400 / 100 + of_year - 719468;
}

static void date_of(int64_t days, char out[DEAL_DATE + 1])
{
	const int64_t since = days + 719468, era = since / 146097, of_era = since % 146097;
	const int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	const int64_t of_year = of_era - (365 * year + year / 4 - year / 100), m = (5 * of_year + 2) / 153;
	const int64_t month = m < 10 ? m + 3 : m - 9;

	const int64_t parts[] = { (year + era * 400 + (month <= 2)) % 10000, month, of_year - (153 * m + 2) / 5 + 1 };

	strcpy(out, "0000-00-00");
	for (int i = 0, end = 3; i < 3; i++, end += 3)          /* the digits of each part, from its last one on */
		for (int64_t n = parts[i], at = end; n > 0; n /= 10)
			out[at--] = (char)('0' + n % 10);
}

void deal_today(int64_t now, char out[DEAL_DATE + 1])
{
	date_of(now / day_ms, out);
}

bool deal_is_day(const char *name)
{
	return strlen(name) == DEAL_DATE;
}

/* Written back it must be the same: there is no 30th of February. */
static bool read_date(const char *name, int64_t *days)
{
	char again[DEAL_DATE + 1];
	int year, month, day;

	if (strspn(name, "0123456789-") < DEAL_DATE || sscanf(name, "%4d-%2d-%2d", &year, &month, &day) != 3 || year < 1970 || month < 1 || month > 12 || day < 1)
		return false;
	*days = days_of(year, month, day);
	date_of(*days, again);
	return strncmp(name, again, DEAL_DATE) == 0;
}

bool deal_times(const char *name, int64_t *from, int64_t *until)
{
	const char *word = name + DEAL_DATE + 1;
	int64_t days;

	if (strlen(name) < DEAL_DATE || !read_date(name, &days))
		return false;
	if (!deal_is_day(name) && (name[DEAL_DATE] != '-' || strlen(word) != DEAL_WORD || strspn(word, ID_LETTERS) != DEAL_WORD))
		return false;
	if (from)
		*from = days * day_ms;
	if (until)
		*until = (days + (deal_is_day(name) ? 1 : DUPLICATE_DAYS)) * day_ms;
	return true;
}

/* What follows from a name ----------------------------------------------------- */

/* BLAKE2b, under a key or without one, of what it is for, the game and the name. */
static void derive(const char *purpose, const struct game *g, const char *name, const uint8_t *secret, uint8_t out[HASH_BYTES])
{
	char words[3 * MAX_NAME];
	const int n = snprintf(words, sizeof words, "big muddy %s %s %s", purpose, g->name, name);

	must(n < (int)sizeof words);
	crypto_generichash(out, HASH_BYTES, (const uint8_t *)words, (unsigned long long)n, secret, secret ? (size_t)HASH_BYTES : 0);
}

bool deal_make(struct deal *d, const struct game *g, const char *name, const uint8_t *secret)
{
	uint8_t mark[HASH_BYTES];
	int i = 0;

	while (i < DEAL_GAMES && strcmp(dealt[i].game, g->name) != 0)
		i++;
	if (i == DEAL_GAMES || !deal_times(name, NULL, NULL))
		return false;
	*d = (struct deal){ .game = g, .players = dealt[i].players, .bots = dealt[i].bots, .expert = dealt[i].expert };
	strcpy(d->name, name);
	derive("deal", g, name, secret, d->key);
	derive("seat", g, name, d->key, mark);
	d->seat = mark[0] % d->players;
	eval_net_name(g, d->net);
	return true;
}

void deal_draws_id(const struct head *h, char out[ID_CHARS + 1])
{
	uint8_t hash[HASH_BYTES];

	derive("draws", h->game, h->deal, NULL, hash);
	table_new_id_of(hash, out);
}

uint64_t deal_seed(const struct head *h)
{
	uint8_t hash[HASH_BYTES];
	uint64_t seed = 0;

	derive("bots", h->game, h->deal, h->key, hash);
	for (int i = 0; i < 6; i++)
		seed = seed << 8 | hash[i];
	return seed;
}

bool deal_sealed(const struct head *h, int64_t now)
{
	int64_t until = 0;

	return h->deal[0] && deal_times(h->deal, NULL, &until) && now < until;
}

/* Tables -------------------------------------------------------------------------- */

/* Everything but its id. */
static void begin(const struct deal *d, int64_t now, struct table_new *f)
{
	*f = (struct table_new){ .head = { .game = d->game, .box = d->game->box, .rules = d->game->rules, .players = d->players, .made = now },
		.host = table_new_secret(), .keyed = true };
	memcpy(f->head.host, f->host.hash, HASH_BYTES);
	memcpy(f->head.key, d->key, HASH_BYTES);
	strcpy(f->head.level, d->bots);
	strcpy(f->head.deal, d->name);
	game_presets(d->game, f->head.option);
}

/* Carries out a request of the server itself, which always fits: folds its rows into the table and adds them to `to`. */
static void grant(struct table *t, const struct request *a, int64_t now, struct rows *to)
{
	struct rows rows = { .n = 0 };
	struct refusal no;
	char why[MAX_ERROR];
	uint32_t seq;

	must(table_request(t, a, now, &rows, &seq, &no) == ASK_ROWS);
	for (int i = 0; i < rows.n; i++) {
		const struct row *r = &rows.of[i];
		must(table_fold(t, r, why));
		rows_add(to, r->kind, r->by, r->seat, r->at, r->text)->seq = r->seq;
	}
	rows_clear(&rows);
}

/* Fills all seats and starts the game. person: the name for the person's seat; NULL: a bot has that seat, too. */
static void start(const struct deal *d, const char *person, const uint8_t *secret, struct table_new *f)
{
	struct table *t = malloc(sizeof *t);
	struct request *a = malloc(sizeof *a);

	must(t != NULL && a != NULL);
	table_make(t, &f->head);
	for (int i = 0; i < d->players; i++) {
		const bool sits = person && i == d->seat;
		*a = (struct request){ .kind = sits ? REQUEST_SIT : REQUEST_FILL, .seat = -1, .whom = i };
		snprintf(a->text, sizeof a->text, "%s", sits ? person : i == d->seat ? d->expert : d->bots);
		if (sits)
			memcpy(a->secret, secret, HASH_BYTES);
		grant(t, a, f->head.made, &f->rows);
	}
	*a = (struct request){ .kind = REQUEST_START, .seat = -1 };
	grant(t, a, f->head.made, &f->rows);
	table_drop(t);
	free(t);
	free(a);
}

struct secret deal_seat_secret(const struct deal *d, const char *token)
{
	char what[MAX_NAME];

	must(snprintf(what, sizeof what, "%s %s", d->name, d->game->name) < (int)sizeof what);
	return table_new_secret_of(what, token);
}

void deal_table_id(const struct deal *d, const char *token, char out[ID_CHARS + 1])
{
	const struct secret seat = deal_seat_secret(d, token);
	uint8_t hash[HASH_BYTES];

	derive("table", d->game, d->name, seat.hash, hash);
	table_new_id_of(hash, out);
}

void deal_table(const struct deal *d, const char *token, const char *person, int64_t now, struct table_new *out)
{
	const struct secret seat = deal_seat_secret(d, token);

	begin(d, now, out);
	deal_table_id(d, token, out->head.id);
	start(d, person, seat.hash, out);
}

void deal_expert_table(const struct deal *d, int64_t now, struct table_new *out)
{
	uint8_t id[HASH_BYTES];

	derive("expert", d->game, d->name, d->key, id);
	begin(d, now, out);
	table_new_id_of(id, out->head.id);
	start(d, NULL, NULL, out);
}
