#include "arena/sums.h"

#include <math.h>
#include <stdlib.h>

/* Means --------------------------------------------------------------------- */

static const double normal = 1.959963984540054;         /* 97.5 % of the normal distribution */

/* From a table for the first few; then the expansion of Cornish and Fisher in 1 / freedom, which is right to three decimals by then. */
double sums_t(int freedom)
{
	static const double first[] = { 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281 };
	const double z = normal, v = freedom;

	must(freedom >= 1);
	if (freedom <= 10)
		return first[freedom - 1];
	return z + (pow(z, 3) + z) / (4 * v) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * v * v) +
		(3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z) / (384 * v * v * v);
}

static double average(const double *x, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i];
	return n > 0 ? sum / n : 0;
}

static double variance(const double *x, int n)
{
	double mean = average(x, n), sum = 0;

	for (int i = 0; i < n; i++)
		sum += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? sum / (n - 1) : 0;
}

struct mean sums_mean(const double *x, int n)
{
	double mean = average(x, n), half = n > 1 ? sums_t(n - 1) * sqrt(variance(x, n) / n) : INFINITY;

	return (struct mean){ .mean = mean, .low = mean - half, .high = mean + half, .n = n };
}

static struct mean wilson(double p, int n)
{
	const double z2 = normal * normal, middle = (p + z2 / (2 * n)) / (1 + z2 / n);
	const double half = normal / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4.0 * n * n));

	return (struct mean){ .mean = p, .low = middle - half, .high = middle + half, .n = n };
}

struct mean sums_share(const double *x, int n)
{
	struct mean m = n == 1 || (n > 1 && variance(x, n) < 1e-12) ? wilson(x[0], n) : sums_mean(x, n);

	m.low = n > 0 && m.low > 0 ? m.low : 0;
	m.high = n > 0 && m.high < 1 ? m.high : 1;
	return m;
}

double sums_llr(const double *x, int n, double zero, double one, int games)
{
	const double middle = fmin(fmax((zero + one) / 2, 0.01), 0.99), alone = middle * (1 - middle) / games;
	const double spread = (variance(x, n) * (n - 1) + alone * (double)SUMS_PRIOR) / (n - 1 + SUMS_PRIOR);

	return n * (one - zero) * (2 * average(x, n) - zero - one) / (2 * spread);
}

/* Ratings ------------------------------------------------------------------- */

enum { ROUNDS = 2000 };                         /* of the iteration, which is done long before */

/* Hunter's iteration: strength = wins / sum of meetings / (strength + other's). */
void sums_elo(int n, double wins[ARENA_BOTS][ARENA_BOTS], double elo[ARENA_BOTS])
{
	double strength[ARENA_BOTS], change = 1;

	for (int i = 0; i < n; i++)
		strength[i] = 1;
	for (int round = 0; round < ROUNDS && change > 1e-9; round++) {
		change = 0;
		for (int i = 0; i < n; i++) {
			double won = 0, weight = 0;
			for (int k = 0; k < n; k++) {
				if (k == i)
					continue;
				won += wins[i][k] + 0.5;
				weight += (wins[i][k] + wins[k][i] + 1) / (strength[i] + strength[k]);
			}
			double fresh = n > 1 ? won / weight : 1;
			change = fmax(change, fabs(log(fresh / strength[i])));
			strength[i] = fresh;
		}
	}
	double mean = 0;
	for (int i = 0; i < n; i++) {
		elo[i] = 400 * log10(strength[i]);
		mean += elo[i] / n;
	}
	for (int i = 0; i < n; i++)
		elo[i] -= mean;
}

/* Every pair of seats of a game is a meeting; a shared place is half a win for both. */
static void meet(const struct arena *a, const struct result *r, double wins[ARENA_BOTS][ARENA_BOTS])
{
	for (int i = 0; i < a->setup.players; i++)
		for (int k = 0; k < a->setup.players; k++)
			if (r->bot[i] != r->bot[k])
				wins[r->bot[i]][r->bot[k]] += r->place[i] < r->place[k] ? 1 : r->place[i] == r->place[k] ? 0.5 : 0;
}

/* The games of all blocks, or of all but every `groups`-th from `but` on. */
static void rate(const struct arena *a, const struct result *r, int blocks, int groups, int but, double elo[ARENA_BOTS])
{
	double wins[ARENA_BOTS][ARENA_BOTS] = { { 0 } };

	for (int block = 0; block < blocks; block++)
		for (int i = 0; i < a->rotations && block % groups != but; i++)
			meet(a, &r[block * a->rotations + i], wins);
	sums_elo(a->bots, wins, elo);
}

/* The jackknife: how far the ratings swing when a part of the blocks is left out. If all are alike it cannot tell. */
static void rate_all(const struct arena *a, const struct result *r, int blocks, struct report *out)
{
	enum { GROUPS = 40 };
	const int groups = blocks < GROUPS ? blocks : GROUPS;
	double elo[ARENA_BOTS], part[GROUPS][ARENA_BOTS];

	if (blocks < 1)
		return;
	rate(a, r, blocks, 1, -1, elo);
	for (int k = 0; k < groups && groups > 1; k++)
		rate(a, r, blocks, groups, k, part[k]);
	for (int bot = 0; bot < a->bots; bot++) {
		double mean = 0, sum = 0;
		for (int k = 0; k < groups && groups > 1; k++)
			mean += part[k][bot] / groups;
		for (int k = 0; k < groups && groups > 1; k++)
			sum += (part[k][bot] - mean) * (part[k][bot] - mean);
		double half = sum > 1e-9 ? sums_t(groups - 1) * sqrt(sum * (groups - 1) / groups) : INFINITY;
		out->of[bot].elo = (struct mean){ .mean = elo[bot], .low = elo[bot] - half, .high = elo[bot] + half, .n = blocks };
	}
}

/* The report ------------------------------------------------------------------ */

double sums_won(const struct result *r, int players, int seat)
{
	int shared = 0;

	for (int i = 0; i < players; i++)
		shared += r->place[i] == 1;
	return r->place[seat] == 1 ? 1.0 / shared : 0;
}

enum { WON, PLACE, SCORE, VALUES };

static double value(const struct arena *a, const struct result *r, int seat, int what)
{
	return what == WON ? sums_won(r, a->setup.players, seat) : what == PLACE ? r->place[seat] : r->score[seat];
}

/* What each block in which the bot sat says, its mean over the seats it had there. x has room for all blocks. */
static int block_means(const struct arena *a, const struct result *r, int blocks, int bot, int what, double *x)
{
	int n = 0;

	for (int block = 0; block < blocks; block++) {
		double sum = 0;
		int seats = 0;
		for (int i = 0; i < a->rotations; i++) {
			const struct result *g = &r[block * a->rotations + i];
			for (int seat = 0; seat < a->setup.players; seat++)
				if (g->bot[seat] == bot) {
					sum += value(a, g, seat, what);
					seats++;
				}
		}
		if (seats > 0)
			x[n++] = sum / seats;
	}
	return n;
}

static void count(const struct arena *a, const struct result *r, int games, struct report *out)
{
	for (int i = 0; i < games; i++) {
		out->plies += (double)r[i].plies / games;
		out->turns += (double)r[i].turns / games;
		out->decisions += (double)r[i].decisions / games;
		for (int seat = 0; seat < a->setup.players; seat++) {
			struct standing *s = &out->of[r[i].bot[seat]];
			s->seats++;
			s->asked += r[i].asked[seat];
			s->us += r[i].us[seat];
			s->cpu += r[i].cpu[seat];
			s->iterations += r[i].iterations[seat];
			s->longest = r[i].longest[seat] > s->longest ? r[i].longest[seat] : s->longest;
			for (int f = 0; f < FAULTS; f++)
				s->fault[f] += r[i].fault[seat][f];
		}
	}
}

static double won_at_turn(const struct result *r, int players, int turn)
{
	for (int seat = 0; seat < players; seat++)
		if (r->turn[seat] == turn + 1)
			return sums_won(r, players, seat);
	return 0;
}

/* Shares of the wins by something that there is one of for each seat. */
static void shares(const struct arena *a, const struct result *r, int blocks, double (*won)(const struct result *r, int players, int i), double *x,
	struct mean out[MAX_PLAYERS])
{
	for (int i = 0; i < a->setup.players; i++) {
		for (int block = 0; block < blocks; block++) {
			x[block] = 0;
			for (int k = 0; k < a->rotations; k++)
				x[block] += won(&r[block * a->rotations + k], a->setup.players, i) / a->rotations;
		}
		out[i] = sums_share(x, blocks);
	}
}

void sums_report(const struct arena *a, const struct result *r, int blocks, struct report *out)
{
	double *x = malloc(sizeof *x * (size_t)(blocks + 1));

	must(x != NULL);
	*out = (struct report){ .blocks = blocks, .games = blocks * a->rotations };
	count(a, r, out->games, out);
	for (int bot = 0; bot < a->bots; bot++) {
		struct standing *s = &out->of[bot];
		s->fair = 1.0 / a->setup.players;
		s->share = sums_share(x, block_means(a, r, blocks, bot, WON, x));
		s->place = sums_mean(x, block_means(a, r, blocks, bot, PLACE, x));
		s->score = sums_mean(x, block_means(a, r, blocks, bot, SCORE, x));
	}
	shares(a, r, blocks, sums_won, x, out->seat);
	shares(a, r, blocks, won_at_turn, x, out->turn);
	rate_all(a, r, blocks, out);
	free(x);
}

enum verdict sums_sprt(const struct arena *a, const struct result *r, int blocks, const struct sprt *t, double *llr)
{
	const double fair = 1.0 / a->setup.players;
	double *x = malloc(sizeof *x * (size_t)(blocks + 1));

	must(x != NULL);
	int n = block_means(a, r, blocks, 0, WON, x);
	double l = sums_llr(x, n, t->zero * fair, t->one * fair, a->rotations);
	free(x);
	if (llr)
		*llr = l;
	if (n < SPRT_BLOCKS)
		return UNDECIDED;
	return l >= log((1 - t->beta) / t->alpha) ? HOLDS_ONE : l <= log(t->beta / (1 - t->alpha)) ? HOLDS_ZERO : UNDECIDED;
}
