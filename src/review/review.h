/* Was it luck? A game that has been played, taken apart: what every draw and every decision was worth to each seat.
 *
 * W is the judgement of the true state, a chance to win for each seat (review/judge.h). The account of every seat closes:
 *
 *     end = start + luck + own + others + hidden
 *
 * luck      over all draws: W after the draw, less the mean of W over all that could have been drawn, by their odds
 * own       over the seat's own decisions: what the move that was played promised, less what the best one did. Both are averaged over what the
 *           mover could not know, so it is never more than 0. Decisions of one turn cost as much as the turn does
 * others    over the decisions of the other seats: what theirs changed for this seat, averaged in the same way
 * hidden    over all decisions: what they changed on the true state, less own and others: it came from cards that nobody who decided knew.
 *           A part of it is drift: by how much the judgement itself changed its mind between two moves
 *
 * Every moment is judged by itself, from the game and a level alone, so that many can be judged at once and the same record always gives the
 * same review. */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include "core/text.h"
#include "play/session.h"

enum { REVIEW_OPTIONS = 12, REVIEW_JSON = 1 << 14 };    /* moves of a decision that are compared at most; bytes of a moment as JSON */

struct review_level {
	const char *name;
	int guesses;            /* of what the mover could not know */
	int ways, playouts;     /* of the judgement */
	int options;            /* moves of a decision that are compared, the one that was played among them */
	bool steady;            /* the judgement is (judge.h), where a turn is not one edge: for a whole game; not where moves of one position are told apart */
	uint64_t salt;          /* other draws; 0 for reviews */
	int outcomes;           /* draws up to this many outcomes are judged exactly; of larger ones so many are sampled */
};
extern const struct review_level review_levels[];       /* "quick", "normal", "deep", "puzzle"; ends with a nameless one */
const struct review_level *review_level_find(const char *name); /* NULL: there is none */

enum review_kind { REVIEW_FORCED, REVIEW_DECISION, REVIEW_DRAW };

struct review_moment {
	int ply;                /* before which it is */
	enum review_kind kind;  /* forced: a seat with one legal move */
	int mover;              /* a seat, or CHANCE */
	double before[MAX_PLAYERS], after[MAX_PLAYERS];         /* W; before a decision that after the best move, before a draw the mean */
	double luck[MAX_PLAYERS];
	double decided[MAX_PLAYERS];    /* own of the mover, others of everybody else */
	double hidden[MAX_PLAYERS];     /* without drift */
	double drift[MAX_PLAYERS];      /* before this moment, less after the last one and less what is regained; review_sum() knows both */
	double regained[MAX_PLAYERS];   /* what decisions of this turn seemed to cost, and did not: the judgement thought better of the turn meanwhile */
	double error[MAX_PLAYERS];      /* of luck, where outcomes were sampled: one standard error; else 0 */
	int legal;                      /* moves of a decision that were possible */
	double weight, gave;            /* of a decision, for waste: how much it counts, and the share of its stake that was given away */
	double slip;                    /* of a decision, for slips */
	int options;                    /* the moves that were compared, the best first */
	struct review_option {
		uint16_t move;
		bool     played;
		double   promise[MAX_PLAYERS];  /* the mean of W after it, over what the mover could not know */
	} option[REVIEW_OPTIONS];
};

/* Judges the move number `ply` of a game whose whole state is known: 0 .. plies-1. */
void review_moment(const struct session *s, const struct review_level *level, int ply, struct review_moment *out);

struct review_seat {
	double start, luck, own, others, hidden, end;
	double drift;           /* a part of hidden */
	int    decisions;       /* of its own, among at least two moves */
	double waste;           /* how well the seat decided, from 0 to 1: of what was at stake in a decision, from the best of the compared moves to the
	                           worst and measured as odds, the share that was given away; the root of the mean square over its decisions, for a slip
	                           says more than many small losses. What is at stake is the weight, up to a limit. Unlike own it says the same of a seat
	                           that is far behind, which has little left to lose, as of one that is ahead */
	double slips;           /* how much likelier its moves are of somebody who moves at random at one decision in five than of one who never does, as
	                           a logarithm over all its decisions: whoever has most of it has most to gain, whoever won (review/slip.h) */
};

/* Adds up all moments of the game, in order, and writes their drift. */
void review_sum(const struct session *s, struct review_moment moment[], struct review_seat seat[MAX_PLAYERS]);

/* What bots of each level do in a review, for "played like hard": where seats of a level lie in the middle, and how far they lie from it. NULL: nobody has
 * measured it for this game (bench/standards does). */
enum { REVIEW_STANDARDS = 3, REVIEW_LIKE = 24 };        /* levels; bytes of what a seat played like */
struct review_standards {
	const char *game;
	struct { const char *level; double waste, slip; } of[REVIEW_STANDARDS];         /* the weakest first: the logarithm of waste, slips for each decision */
	double spread[3];       /* within a level: variance of the first, covariance, variance of the second */
};
const struct review_standards *review_standards(const struct game *g);
/* Writes the level that is likeliest, "hard", or where it is not twice as likely as the others together the two likeliest, "medium or hard". False: too little
 * was decided, or these two are not next to each other: then it cannot be told. */
bool review_like(const struct game *g, const struct review_seat *seat, char out[REVIEW_LIKE]);

extern const char review_judge[];       /* which judgement it is: reviews of another one are not to be compared */

/* Which moments tell the story: up to `cap` of them, those that changed the chances most first. Returns how many. */
int review_turning_points(const struct session *s, const struct review_moment moment[], int point[], int cap);

/* A moment as an object of JSON. */
void review_json_moment(const struct session *s, const struct review_moment *m, struct text *out);
void review_json_standards(const struct game *g, struct text *out);       /* of bots, and which judgement it is */
void review_json_seat(const struct session *s, int seat, const struct review_seat *sum, struct text *out);

#endif
