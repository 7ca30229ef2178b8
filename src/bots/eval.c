#include "bots/eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/knowledge.h"

enum { HUNDRED = 100 };
static const float for_win = 0.90F, for_place = 0.08F, for_lead = 0.02F;        /* together 1 */

static const struct eval *instead;

void eval_instead(const struct eval *e)
{
	instead = e;
}

const struct eval *eval_find(const struct game *g)
{
	return instead ? instead : bot_knowledge_of(g)->eval;
}

const struct eval *eval_best(const struct game *g)
{
	return instead || !bot_knowledge_of(g)->net ? eval_find(g) : bot_knowledge_of(g)->net;
}

/* A lead over the mean of the others, as a number from 0 to 1. */
static float lead(const float standing[], int players, int seat, float big)
{
	float others = 0;

	for (int i = 0; i < players; i++)
		others += i == seat ? 0 : standing[i];
	float by = (standing[seat] - others / (float)(players > 1 ? players - 1 : 1)) / big;
	return 0.5F + 0.5F * by / (1 + fabsf(by));
}

/* Who shares the first place shares the win; nobody has one where the rules' own rival is first. */
static void shares_of_win(const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS])
{
	int place[MAX_PLAYERS], first = 0;

	g->place(b, s, place);
	for (int i = 0; i < s->players; i++)
		first += place[i] == 1;
	for (int i = 0; i < s->players; i++)
		out[i] = place[i] == 1 ? 1 / (float)first : 0;
}

static void by_place(const struct game *g, const struct box *b, const struct state *s, float big, struct worth *out)
{
	int place[MAX_PLAYERS], score[MAX_PLAYERS];
	float standing[MAX_PLAYERS];

	g->place(b, s, place);
	g->score(b, s, score);
	shares_of_win(g, b, s, out->win);
	for (int i = 0; i < s->players; i++)
		standing[i] = (float)score[i];
	for (int i = 0; i < s->players; i++) {
		out->utility[i] = for_win * out->win[i] + for_lead * lead(standing, s->players, i, big);
		if (s->players > 1)
			out->utility[i] += for_place * (float)(s->players - place[i]) / (float)(s->players - 1);
	}
}

/* The odds of any two seats are those of their standings; the chances of all add up to 1. */
static void by_standing(const float standing[], int players, float spread, float big, struct worth *out)
{
	float odds[MAX_PLAYERS], top = standing[0], sum = 0;

	for (int i = 1; i < players; i++)
		top = standing[i] > top ? standing[i] : top;
	for (int i = 0; i < players; i++)
		sum += odds[i] = expf((standing[i] - top) / spread) + 1e-6F;
	for (int i = 0; i < players; i++) {
		float ahead = 0;
		for (int j = 0; j < players; j++)
			ahead += i == j ? 0 : odds[i] / (odds[i] + odds[j]);
		out->win[i] = odds[i] / sum;
		out->utility[i] = for_win * odds[i] / sum + for_place * ahead / (float)(players > 1 ? players - 1 : 1) +
			for_lead * lead(standing, players, i, big);
	}
}

void eval_worth_of(const struct eval *e, const float win[], const float score[], int players, struct worth *out)
{
	for (int i = 0; i < players; i++) {
		float ahead = 0;
		for (int j = 0; j < players; j++)
			ahead += i == j ? 0 : (win[i] + 1e-6F) / (win[i] + win[j] + 2e-6F);
		out->win[i] = win[i];
		out->utility[i] = for_win * win[i] + for_place * ahead / (float)(players > 1 ? players - 1 : 1) + for_lead * lead(score, players, i, e ? e->margin : (float)HUNDRED);
	}
}

float eval_by_features(const struct eval *e, const struct box *b, const struct state *s, int seat)
{
	float feature[MAX_FEATURES], sum = 0;

	e->features(b, s, seat, feature);
	for (int i = 0; i < e->n; i++)
		sum += e->weights[i] * feature[i];
	return sum;
}

float eval_standing(const struct eval *e, const struct box *b, const struct state *s, int seat)
{
	return e->standing(e, b, s, seat);
}

static float spread_of(const struct eval *e, const struct box *b, const struct state *s)
{
	return e->near + (e->far - e->near) * e->left(b, s);
}

/* Nets ------------------------------------------------------------------------------- */

static struct seats_net *net_of(const struct eval *e)
{
	return atomic_load_explicit(e->shipped->net, memory_order_acquire);
}

/* NULL: it does not fit the game. */
static const struct seats_net *take(const struct eval *e, const struct game *g, const void *file, size_t n, char why[SEATS_WHY])
{
	struct seats_net *net = seats_read(g, &e->senses->told, file, n, why), *none = NULL;

	if (!net || atomic_compare_exchange_strong_explicit(e->shipped->net, &none, net, memory_order_acq_rel, memory_order_acquire))
		return net;
	seats_free(net);                        /* another thread was quicker */
	return none;
}

const struct seats_net *eval_net(const struct eval *e, const struct game *g)
{
	char why[SEATS_WHY];

	if (!e || !e->shipped)
		return NULL;
	const struct seats_net *net = net_of(e);
	must(net || e->shipped->file);          /* whoever has no nets in it brings them before they are asked */
	if (!net && !(net = take(e, g, e->shipped->file, e->shipped->size, why)))
		panic(why);                     /* what comes with the program fits it */
	return net;
}

bool eval_misses_net(const struct game *g)
{
	const struct eval *e = bot_knowledge_of(g)->net;

	return e && !e->shipped->file && !net_of(e);
}

bool eval_take_net(const struct game *g, const void *file, size_t n, char why[SEATS_WHY])
{
	const struct eval *e = bot_knowledge_of(g)->net;

	if (!e) {
		snprintf(why, SEATS_WHY, "no net judges %s", g->name);
		return false;
	}
	return net_of(e) || take(e, g, file, n, why);
}

void eval_net_name(const struct game *g, char out[EVAL_NET_NAME + 1])
{
	const struct seats_net *net = eval_net(eval_best(g), g);

	out[0] = '\0';
	for (int i = 0; net && i < EVAL_NET_NAME; i++) {
		out[i] = "0123456789abcdef"[seats_hash(net) >> (60 - 4 * i) & 15];
		out[i + 1] = '\0';
	}
}

/* The numbers of one seat, and its log chances by hand. */
static void look_at(const struct eval *e, const struct box *b, const struct state *s, int seat, float spread, struct seats_look *out)
{
	float sum = 0;

	e->senses->of_seat(b, s, seat, out->seat[seat]);
	for (int i = 0; i < e->n; i++)
		sum += e->weights[i] * out->seat[seat][i];
	out->base[seat] = sum / spread;
}

void eval_look(const struct eval *e, const struct box *b, const struct state *s, struct seats_look *out)
{
	const float spread = spread_of(e, b, s);

	out->players = s->players;
	e->senses->of_table(b, s, out->table);
	for (int seat = 0; seat < s->players; seat++)
		look_at(e, b, s, seat, spread, out);
	if (e->senses->of_round)
		e->senses->of_round(b, s, out->seat, out->table);
}

static void stand_by_net(const struct eval *e, const struct game *g, struct stand *out)
{
	int32_t logit[MAX_PLAYERS];

	seats_logits(eval_net(e, g), &out->look, logit, NULL);
	for (int seat = 0; seat < out->look.players; seat++) {
		out->net[seat] = (float)logit[seat] / NET_ONE;
		out->of[seat] = (1 - e->by_hand) * out->net[seat] + e->by_hand * out->look.base[seat];
	}
}

void eval_shares(const int32_t logit[], int n, float heat, float trust, float out[])
{
	int32_t best = INT32_MIN;
	float total = 0;

	for (int i = 0; i < n; i++)
		best = logit[i] > best ? logit[i] : best;
	for (int i = 0; i < n; i++)
		total += out[i] = expf((float)(logit[i] - best) / (NET_ONE * heat));
	for (int i = 0; i < n; i++)
		out[i] = (1 - trust) / (float)n + trust * (out[i] / total);
}

bool eval_likes_plans(const struct eval *e, const struct game *g)
{
	return e && e->senses && e->senses->of_plans && seats_likes(eval_net(e, g));
}

void eval_like_plans(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, struct liked plan[], int n)
{
	const int seat = g->to_move(b, s);
	float told[EVAL_PLANS][POLICY_MOST];
	int32_t logit[EVAL_PLANS];
	struct seats_look look = { .players = s->players };

	must(n <= EVAL_PLANS);
	e->senses->of_table(b, s, look.table);
	e->senses->of_seat(b, s, seat, look.seat[seat]);
	e->senses->of_plans(b, s, plan, n, told);
	seats_moves(eval_net(e, g), &look, seat, n, told, logit);
	for (int i = 0; i < n; i++)
		plan[i].logit = logit[i];
}

/* Chances ---------------------------------------------------------------------------- */

void eval_stand(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, struct stand *out)
{
	out->spread = spread_of(e, b, s);
	if (e->shipped) {
		eval_look(e, b, s, &out->look);
		stand_by_net(e, g, out);
	} else {
		for (int seat = 0; seat < s->players; seat++)
			out->of[seat] = eval_standing(e, b, s, seat);
	}
}

/* Chances from their logarithms, up to a constant. */
static void chances_of(const float logit[], int players, float spread, float out[MAX_PLAYERS])
{
	float top = logit[0], sum = 0;

	for (int i = 1; i < players; i++)
		top = logit[i] > top ? logit[i] : top;
	for (int i = 0; i < players; i++)
		sum += out[i] = expf((logit[i] - top) / spread);
	for (int i = 0; i < players; i++)
		out[i] /= sum;
}

void eval_worth_at(const struct eval *e, const struct stand *now, int players, struct worth *out)
{
	by_standing(now->of, players, e->shipped ? 1 : now->spread, e->margin, out);
	if (e->by_hand > 0)
		chances_of(now->net, players, 1, out->win);
	if (players == 1)
		out->win[0] = out->utility[0];
}

float eval_utility_then(const struct eval *e, const struct game *g, const struct box *b, const struct state *then, int seat, const struct stand *now)
{
	struct stand after;
	struct worth worth;

	if (e->shipped) {
		after.look = now->look;
		e->senses->of_table(b, then, after.look.table);
		look_at(e, b, then, seat, now->spread, &after.look);
		if (e->senses->of_round)
			e->senses->of_round(b, then, after.look.seat, after.look.table);
		stand_by_net(e, g, &after);
	} else {
		memcpy(after.of, now->of, sizeof after.of);
		after.of[seat] = eval_standing(e, b, then, seat);
	}
	after.spread = now->spread;
	eval_worth_at(e, &after, then->players, &worth);
	return worth.utility[seat];
}

void eval_worth(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, struct worth *out)
{
	struct stand now;

	if (!e || g->to_move(b, s) == OVER) {
		by_place(g, b, s, e ? e->margin : (float)HUNDRED, out);
		return;
	}
	eval_stand(e, g, b, s, &now);
	eval_worth_at(e, &now, s->players, out);
}

void eval_utility(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS])
{
	struct worth worth;

	eval_worth(e, g, b, s, &worth);
	memcpy(out, worth.utility, (size_t)s->players * sizeof out[0]);
}

static void win_by_net(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS])
{
	struct seats_look look;
	int32_t chance[MAX_PLAYERS];

	eval_look(e, b, s, &look);
	seats_chances(eval_net(e, g), &look, chance);
	for (int i = 0; i < s->players; i++)
		out[i] = (float)chance[i] / NET_ONE;
}

static void win_by_hand(const struct eval *e, const struct box *b, const struct state *s, float out[MAX_PLAYERS])
{
	float standing[MAX_PLAYERS];

	for (int i = 0; i < s->players; i++)
		standing[i] = eval_standing(e, b, s, i);
	chances_of(standing, s->players, spread_of(e, b, s) * (e->temperature > 0 ? e->temperature : 1), out);
}

void eval_win(const struct eval *e, const struct game *g, const struct box *b, const struct state *s, float out[MAX_PLAYERS])
{
	if (!e || g->to_move(b, s) == OVER)
		shares_of_win(g, b, s, out);
	else if (e->shipped)
		win_by_net(e, g, b, s, out);
	else
		win_by_hand(e, b, s, out);
}
