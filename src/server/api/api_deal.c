/* Deals that many play: the river of the day, and duplicates among friends. */
#include "api_parts.h"

#include <string.h>

#include "base/clock.h"

enum { RESULTS = 2000 };                /* most results of a deal that are told */

/* Deals ---------------------------------------------------------------------------------------- */

/* The deal that the path names; false: there is none, or not yet, and that has been answered. */
static bool deal_of(struct api_call *c, int64_t *until)
{
	int64_t from = 0;

	if (deal_times(c->part, &from, until) && clock_today() >= from && deal_make(&c->deal, c->game, c->part, live_secret(c->live)))
		return true;
	api_refuse(c, REFUSED_NO_SUCH_DEAL, "there is no such deal: its name is a date, or a date and a word, and that day has begun");
	return false;
}

static json_t *result_json(const struct api_call *c, const struct summary *s)
{
	json_t *v = json_pack("{s:s, s:i, s:i}", "name", s->player, "place", s->place, "score", s->score);

	if (c->proved && strcmp(s->id, c->id) == 0)
		json_object_set_new(v, "you", json_true());
	if (!deal_is_day(c->deal.name))                 /* among friends, who want to see where they parted */
		json_object_set_new(v, "matchID", json_string(s->id));
	return v;
}

/* How others did is for who has played it, and for everybody once nobody can play it any more. */
static json_t *results_json(const struct api_call *c, const struct summary *of, int n, json_t **expert, int *played)
{
	json_t *all = json_array();

	for (int i = 0; i < n; i++)
		if (of[i].place > 0 && of[i].player[0]) {
			json_array_append_new(all, result_json(c, &of[i]));
			++*played;
		} else if (of[i].place > 0 && !*expert) {
			*expert = json_pack("{s:i, s:i}", "place", of[i].place, "score", of[i].score);
		}
	return all;
}

static bool has_finished(const struct api_call *c, const struct summary *of, int n)
{
	for (int i = 0; i < n && c->proved; i++)
		if (strcmp(of[i].id, c->id) == 0)
			return true;
	return false;
}

static void deal_found(void *arg, const struct summary *of, int n, const char *why)
{
	struct api_call *c = arg;
	const struct deal *d = &c->deal;
	const int64_t now = clock_today();
	char commit[2 * HASH_BYTES + 1], key[2 * HASH_BYTES + 1];
	uint8_t hash[HASH_BYTES];
	json_t *expert = NULL;
	int64_t until = 0;
	int played = 0;

	if (why) {
		api_refuse(c, REFUSED_NOT_READ, why);
		return;
	}
	live_charge(c->live, c->address, (double)n / API_ROWS_EACH);
	deal_times(d->name, NULL, &until);
	fair_hash(d->key, HASH_BYTES, hash);
	fair_hex(hash, HASH_BYTES, commit);
	fair_hex(d->key, HASH_BYTES, key);
	json_t *results = results_json(c, of, n, &expert, &played);
	json_t *v = json_pack("{s:s, s:I, s:I, s:s, s:i, s:i, s:s, s:s, s:s, s:i}", "deal", d->name, "now", (json_int_t)now, "until", (json_int_t)until,
		"commit", commit, "players", d->players, "seat", d->seat, "bots", d->bots, "expertBot", d->expert, "net", d->net, "played", played);
	if (now >= until)
		json_object_set_new(v, "key", json_string(key));
	if (now >= until || has_finished(c, of, n)) {
		json_object_set(v, "results", results);
		json_object_set(v, "expert", expert ? expert : json_null());
	}
	json_decref(results);
	json_decref(expert);
	api_give_json(c, 200, v);
}

/* Whose token comes with the question is told how others did once their own game is over. */
void api_get_deal(struct api_call *c, const struct rest *r)
{
	int64_t until;

	if (!deal_of(c, &until))
		return;
	c->proved = r->bearer && strlen(r->bearer) == SECRET_CHARS;
	if (c->proved)
		deal_table_id(&c->deal, r->bearer, c->id);
	struct filter f = { .game = c->game->name, .deal = c->deal.name, .status = TABLE_OVER, .limit = RESULTS };
	live_list(c->live, &f, deal_found, c);
}

static void give_deal(struct api_call *c)
{
	const char seat[] = { (char)('0' + c->deal.seat), '\0' };

	api_give_json(c, 200, json_pack("{s:s, s:s, s:s}", "matchID", c->id, "playerID", seat, "playerCredentials", c->secret.given));
}

/* Their table is there, from the first time that they asked. */
static void deal_begun(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;

	if (!api_found(c, a))
		return;
	if (table_secret(a->table, c->deal.seat, c->secret.hash))
		give_deal(c);
	else
		api_refuse(c, REFUSED_TAKEN, "somebody else has this seat now");
}

static void expert_made(void *arg, const struct live_answer *a)
{
	(void)arg, (void)a;                     /* there is one already, or too much to do: then there is none */
}

/* The first who plays the river of a day has expert play it, too. */
static void deal_made(void *arg, const struct live_answer *a)
{
	struct api_call *c = arg;
	struct table_new f;

	if (a->code && strcmp(a->code, table_refusal_codes[REFUSED_TAKEN]) == 0) {
		live_look(c->live, c->id, deal_begun, c);
		return;
	}
	if (api_failed(c, a))
		return;
	if (deal_is_day(c->deal.name)) {
		deal_expert_table(&c->deal, clock_today(), &f);
		live_create(c->live, &f.head, &f.rows, "", expert_made, NULL);
	}
	give_deal(c);
}

static void begin_deal(struct api_call *c, const char *token, const char *name)
{
	struct table_new f;

	deal_table(&c->deal, token, name, clock_today(), &f);
	strcpy(c->id, f.head.id);
	c->secret = deal_seat_secret(&c->deal, token);
	live_create(c->live, &f.head, &f.rows, c->address, deal_made, c);
}

void api_post_deal(struct api_call *c, const struct rest *r)
{
	static const char *const keys[] = { "playerName", "key", NULL };
	const char *token = NULL;
	char why[MAX_ERROR], name[MAX_ROW + 1];
	int64_t until = 0;
	struct json body;

	if (!deal_of(c, &until) || !api_body_of(c, r, keys, &body))
		return;
	if (!json_check_secret(body.root, "key", &token, why) || !api_read_name(body.root, "playerName", name, why))
		api_refuse(c, REFUSED_BAD_MESSAGE, why);
	else if (clock_today() >= until)
		api_refuse(c, REFUSED_OVER, "this deal can be played no more");
	else
		begin_deal(c, token, name);
	json_drop(&body);
}
