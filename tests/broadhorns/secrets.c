/* What is hidden stays hidden: B175 and B176. A card is hidden from a seat in another hand or in the pile; everything else is open. */
#include <stdio.h>
#include <string.h>

#include "../alike.h"
#include "../lively.h"
#include "../rule_runner.h"
#include "fixture.h"

enum { VIC = 27 };

/* Somewhere in the middle: hands of two ages, boats, cargo, cards wherever cards can be. */
static struct fix middle(void)
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 30, 15, "F@1 A@2");
	fix_boat(&f, 1, 40, 19, "P@1 U W");
	fix_hand(&f, 0, "VIC-A TR8 ice");
	fix_hand(&f, 1, "VIC-P TR9 peddler");
	fix_hand(&f, 2, "VIC-U current");
	fix_aboard(&f, 1, "TR14");
	fix_waiting(&f, "MEM", "TR15 MEM-A");
	fix_waiting(&f, "VIC", "VIC-W");
	fix_pile(&f, "");
	play(&f, "stop, draw NAT-F");                   /* the pile was empty: what is in the hands is older than it now */
	play(&f, "no ice, stop, draw TR10");            /* the second seat has cargo that spoils */
	play(&f, "stop, draw ice, no ice");
	to_move_is(&f, 0);
	return f;
}

/* What lies where, of cards that are alike only how many: their numbers are not printed on them. */
static struct state without_numbers(struct state v)
{
	static const int kind[] = { FIRST_ICE, FIRST_PEDDLER, FIRST_CURRENT, FIRST_SPOIL };
	for (int k = 0; k < 3; k++)
		for (int i = kind[k] + 1; i < kind[k + 1]; i++)
			for (uint8_t *at = &v.broadhorns.where[i]; at > &v.broadhorns.where[kind[k]] && at[-1] > at[0]; at--) {
				uint8_t kept = at[0];
				at[0] = at[-1];
				at[-1] = kept;
			}
	return v;
}

/* Where a seat may know a card to be: in the pile or another hand it is unseen, but everybody counts spoil cards and shuffles. */
static int seen_as(int card, int where, int seat)
{
	if (where >= IN_HAND)
		return (where - IN_HAND) / AGES == seat ? where : UNSEEN + (where - IN_HAND) % AGES;
	return where == IN_PILE && card < FIRST_SPOIL ? UNSEEN : where;
}

/* What that seat may know of all the cards. */
static struct state seen_from(struct state s, int seat)
{
	for (int card = 0; card < BROAD_CARDS; card++)
		s.broadhorns.where[card] = (uint8_t)seen_as(card, s.broadhorns.where[card], seat);
	return without_numbers(s);
}

/* ---- What is hidden, and what is not ---- */

RULE_TEST(hands_and_pile_are_hidden, "B175: other hands and the pile are hidden, from each seat and from those who watch")
{
	struct fix f = middle();
	for (int i = 0; i <= f.s.players; i++) {
		struct state v = without_numbers(view_of(&f, eyes(&f, i))), known = seen_from(f.s, eyes(&f, i));
		assert_memory_equal(v.broadhorns.where, known.broadhorns.where, BROAD_CARDS);
	}
}

/* Of a full state everything but the places of the cards. */
static struct state without_cards(struct state s)
{
	memset(s.broadhorns.where, 0, sizeof s.broadhorns.where);
	s.eyes = ALL;
	return s;
}

RULE_TEST(everything_else_is_open, "B175 A47: everything else is open")
{
	struct fix f = middle();
	fix_seasons(&f, 5);
	fix_filled(&f, "VIC", "A W");
	fix_tiles(&f, "NAT-1 NAT-3", 2);
	for (int i = 0; i <= f.s.players; i++) {
		struct state v = without_cards(view_of(&f, eyes(&f, i))), s = without_cards(f.s);
		assert_true(game_same(&v, &s));
	}
}

RULE_TEST(lower_tiles_are_unknown, "B175 B2 B60: of the lower tiles nothing is known but what has been seen")
{
	struct fix f = fix_new(2, "");
	legal_is(&f, "tile STG-1, tile STG-2, tile STG-3, tile STG-4, tile STG-5, tile STG-6");
	for (int k = 2; k <= 6; k++) {
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "tile STG-%d", k);
		assert_int_equal(weight_of(&f, words), weight_of(&f, "tile STG-1"));
	}
	f = fix_river(2, "");                           /* any that has not come to light may be the next */
	fix_tiles(&f, "VIC-4 VIC-1", 1);
	fix_filled(&f, "VIC", "A U W");
	fix_boat(&f, 0, 20, VIC, "P");
	play(&f, "port, sell pork@0 for 5, done, season pork");
	legal_is(&f, "tile VIC-2, tile VIC-3, tile VIC-5, tile VIC-6");
	for (int k = 0; k < 3; k++)
		assert_int_equal(weight_of(&f, (const char *[]){ "tile VIC-3", "tile VIC-5", "tile VIC-6" }[k]), weight_of(&f, "tile VIC-2"));
}

/* Any two cards that a seat cannot tell apart change places: it sees, reads, is offered and is refused the same. */
RULE_TEST(swaps_change_nothing, "B175: hidden cards that change places change no byte of a view, log, list or message")
{
	struct fix f = middle();
	int swaps = 0;
	for (int i = 0; i <= f.s.players; i++) {
		int seat = eyes(&f, i);
		for (int a = 0; a < FIRST_SPOIL; a++)
			for (int b = a + 1; b < FIRST_SPOIL; b++) {
				struct fix t = f;
				uint8_t *where = t.s.broadhorns.where, kept = where[a];
				int seen = seen_as(a, where[a], seat);
				if (seen < UNSEEN || seen != seen_as(b, where[b], seat) || where[a] == where[b])
					continue;
				where[a] = where[b];
				where[b] = kept;
				t.s = without_numbers(t.s);
				check_holds(&t);
				same_view(&f, &t, seat);
				if (swaps++ % 16 == 0) {
					looks_the_same(&f, &t, seat);
					if (seat == 0)
						offers_the_same(&f, &t);
				}
			}
	}
	assert_true(swaps > 200);
}

/* ---- Draws ---- */

RULE_TEST(draws_are_hidden, "B175: a drawn card is seen by its owner alone")
{
	static const char *const card[] = { "NAT-A", "TR11", "ice", "peddler", "current" };
	struct fix f = middle(), t[5];
	play(&f, "stop");
	for (int k = 0; k < 5; k++) {
		char words[MAX_TEXT], move[MAX_TEXT];
		snprintf(move, sizeof move, "draw %s", card[k]);
		for (int i = 0; i <= f.s.players; i++) {
			int seat = eyes(&f, i), id = game_parse(f.g, f.box, &f.s, move, ALL);
			f.g->text(f.box, &f.s, id, seat, words);
			assert_string_equal(words, seat == 0 ? move : "draw ?");
		}
		t[k] = f;
		play(&t[k], move);
		for (int seat = 1; seat <= 3; seat++)
			looks_the_same(&t[0], &t[k], eyes(&f, seat));
		struct state v = view_of(&t[k], 0), w = view_of(&t[0], 0);
		assert_int_equal(k == 0, game_same(&v, &w));    /* the one who drew sees it */
	}
}

RULE_TEST(the_drawer_reads_the_card, "B175: the log of the owner names it")
{
	static char first[MAX_LOG], second[MAX_LOG];
	struct fix f = fix_river(3, ""), t;
	play(&f, "stop");
	t = f;
	play(&f, "draw NAT-A");
	play(&t, "draw TR11");
	log_of(&f, 0, first);
	log_of(&t, 0, second);
	assert_string_not_equal(first, second);
	same_log(&f, &t, 1);
	same_log(&f, &t, 2);
	same_log(&f, &t, WATCHER);
}

RULE_TEST(start_cards_are_hidden, "B175 B11: the start cards too")
{
	struct fix f = fix_new(3, ""), t;
	while (f.s.broadhorns.phase == BROAD_SETUP_TILES) {
		char words[MAX_TEXT];
		snprintf(words, sizeof words, "tile %s-1", f.box->broadhorns.town[f.s.broadhorns.active].code);
		play(&f, words);
	}
	t = f;
	play(&f, "draw VIC-A");
	play(&t, "draw ice");
	for (int i = 1; i <= 3; i++)
		looks_the_same(&f, &t, eyes(&f, i));
	play(&f, "draw TR1, draw TR2");
	play(&t, "draw TR1, draw TR2");
	looks_the_same(&f, &t, 1);
	looks_the_same(&f, &t, 2);
	looks_the_same(&f, &t, WATCHER);
}

RULE_TEST(spoil_cards_are_open, "B175 B103: spoil cards are seen by all")
{
	struct fix f = fix_river(3, "");
	play(&f, "stop, draw spoil-pork-1");
	for (int i = 0; i <= 3; i++) {
		static char words[MAX_LOG];
		struct state v = view_of(&f, eyes(&f, i));
		assert_int_equal(v.broadhorns.where[card_of(&f, "spoil-pork-1")], IN_DISCARD);
		log_of(&f, eyes(&f, i), words);
		assert_non_null(strstr(words, "pork"));
	}
}

/* ---- Prompts ---- */

/* One hand card that decides nothing for the others. */
static const char *const any_card[] = { "VIC-A", "VIC-W", "HEL-P", "TR8", "TR13", "TR1", "ice", "peddler", "current" };
enum { ANY_CARDS = sizeof any_card / sizeof any_card[0] };

/* The same moves in games that differ in one hidden hand card of `owner`: the others cannot tell them apart at any point, and the same
 * player is asked the same thing. */
static void tells_nothing(const struct fix *start, int owner, const char *const moves[])
{
	struct fix f[ANY_CARDS];
	for (int k = 0; k < ANY_CARDS; k++) {
		f[k] = *start;
		fix_hand(&f[k], owner, any_card[k]);
	}
	for (int at = 0; moves[at]; at++)
		for (int k = 0; k < ANY_CARDS; k++) {
			play(&f[k], moves[at]);
			assert_int_equal(f[k].s.broadhorns.phase, f[0].s.broadhorns.phase);
			assert_int_equal(f[k].g->to_move(f[k].box, &f[k].s), f[0].g->to_move(f[0].box, &f[0].s));
			assert_int_equal(game_only(f[k].g, f[k].box, &f[k].s), game_only(f[0].g, f[0].box, &f[0].s));   /* asked, or not */
			for (int i = 0; i <= start->s.players; i++)
				if (eyes(start, i) != owner) {
					same_view(&f[0], &f[k], eyes(start, i));
					same_log(&f[0], &f[k], eyes(start, i));
				}
		}
}

RULE_TEST(spoil_prompts_tell_nothing, "B176 B164: questions about ice tell nothing")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, 5, "P@1");
	fix_boat(&f, 1, 20, 5, "P@1 A@1");
	fix_boat(&f, 2, 20, 5, "U");
	tells_nothing(&f, 1, (const char *[]){ "stop", "draw spoil-pork-1", "no ice", "draw NAT-F", "no ice", "stop", "draw NAT-A", NULL });
	tells_nothing(&f, 0, (const char *[]){ "stop", "draw spoil-pork-1", "no ice", "draw NAT-F", NULL });
	tells_nothing(&f, 2, (const char *[]){ "stop", "draw spoil-pork-1", "draw NAT-F", "stop", "draw NAT-A", "stop", "draw NAT-U", NULL });
}

RULE_TEST(port_visits_tell_nothing, "B176 A57: the parts of a port action tell nothing")
{
	struct fix f = fix_river(3, "");                /* with cargo, free boxes and gold: all three parts are asked */
	fix_boat(&f, 0, 30, VIC, "A@1 P@1");
	tells_nothing(&f, 0, (const char *[]){ "port", "sell apples@1 for 4", "done", "buy flour", "done", "done", "sail on", "stop", NULL });

	f = fix_river(3, "");                           /* no cargo, and gold for a peddler's price only */
	fix_boat(&f, 0, 20, VIC, "");
	fix_gold(&f, 0, 3);
	tells_nothing(&f, 0, (const char *[]){ "port", "done", "done", "resell", "stop", "draw NAT-F", NULL });

	f = fix_river(3, "");                           /* no gold, no cargo */
	fix_boat(&f, 0, 20, VIC, "");
	fix_gold(&f, 0, 0);
	tells_nothing(&f, 0, (const char *[]){ "port", "done", "sail on", "stop", NULL });

	f = fix_river(3, "");                           /* no free box, no seat */
	fix_boat(&f, 0, 20, VIC, "U U U");
	fix_aboard(&f, 0, "TR14");
	tells_nothing(&f, 0, (const char *[]){ "port", "done", "done", "sail on", "move 1", "stop", NULL });

	f = fix_river(3, "");                           /* New Orleans, where only peddlers sell and nobody boards */
	fix_boat(&f, 0, 20, 40, "");
	tells_nothing(&f, 0, (const char *[]){ "port", "done", "done", "sail on", "stop", "draw NAT-F", NULL });
}

RULE_TEST(moves_and_limits_tell_nothing, "B176 A57: nor do moves, purchases and the hand limit")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, 1, "");
	tells_nothing(&f, 0, (const char *[]){ "move 5", "move 5", "move 5", "stop", "draw NAT-F", NULL });
	fix_hand(&f, 0, "NAT-F NAT-A");                 /* the limit is three */
	tells_nothing(&f, 0, (const char *[]){ "stop", "draw NAT-U", "discard NAT-A", "stop", "draw NOR-F", NULL });
	f = fix_river(3, "");
	tells_nothing(&f, 0, (const char *[]){ "port", "boat 20", "buy flour", "done", "move 5", "stop", "draw NAT-F", NULL });
}

/* "" where it is to be asked. */
static void only_is(const struct fix *f, const char *expected)
{
	char words[MAX_TEXT] = "";
	int only = game_only(f->g, f->box, &f->s);
	if (only >= 0)
		f->g->text(f->box, &f->s, only, ALL, words);
	assert_string_equal(words, expected);
}

/* What everybody sees to be the only move is known as such: a boat without gold for another, done without gold or cargo. */
RULE_TEST(only_moves_are_seen, "B176 A57: what everybody sees to be the only move needs no question")
{
	struct fix f = fix_river(3, "");
	play(&f, "port");
	only_is(&f, "");      /* which boat */
	fix_gold(&f, 0, 3);
	only_is(&f, "boat 20");
	play(&f, "boat 20");
	only_is(&f, "");
	fix_gold(&f, 0, 0);
	only_is(&f, "done");
	fix_hand(&f, 0, "peddler");                             /* no card is of any use in St. Louis */
	only_is(&f, "done");

	f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "A@1");
	play(&f, "port");
	only_is(&f, "");      /* to sell it or not */
	play(&f, "sell apples@1 for 4");
	only_is(&f, "done");
	fix_hand(&f, 0, "NAT-F");                               /* for all others know, ice */
	only_is(&f, "");

	f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "U");
	fix_hand(&f, 0, "NAT-F");
	play(&f, "port, sell furs@0 for 4");                     /* for all others know, a delivery card */
	only_is(&f, "");
}

/* Nobody is asked because of what cannot be seen, and nobody is left out because of it: an empty hand is what everybody sees. */
RULE_TEST(empty_hands_are_passed_over, "B176 A57: only what everybody sees is passed over")
{
	struct fix f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "");
	fix_gold(&f, 0, 3);                             /* flour costs 4, and there is no hand for a peddler */
	play_into(&f, "port", BROAD_RESALE);

	f = fix_river(3, "");
	fix_boat(&f, 0, 20, VIC, "");
	fix_hand(&f, 0, "VIC-A");
	fix_gold(&f, 0, 3);
	play_into(&f, "port", BROAD_BUY);
	legal_is(&f, "done");
	play_into(&f, "done", BROAD_TRAVELERS);
	legal_is(&f, "done");
}

/* Draws the last card of a kind that is in the pile. */
static void draw_kind(struct fix *f, const char *kind)
{
	struct moves m = { 0 };
	char words[MAX_TEXT], found[MAX_TEXT] = "", begin[MAX_TEXT];
	snprintf(begin, sizeof begin, "draw %s", kind);
	f->g->legal(f->box, &f->s, &m);
	for (int i = 0; i < m.n; i++) {
		f->g->text(f->box, &f->s, m.id[i], ALL, words);
		if (strncmp(words, begin, strlen(begin)) == 0)
			strcpy(found, words);
	}
	play(f, found);
}

/* The second seat plays one of two ice cards, or the only one it has. */
RULE_TEST(alike_is_alike, "B175: of cards that are alike nobody reads which one was played")
{
	struct fix f = fix_river(2, ""), t;
	fix_turn(&f, 1);
	fix_boat(&f, 1, 40, 5, "P@0");
	play(&f, "stop");
	t = f;
	play(&f, "draw ice, stop, draw NAT-F, no ice, stop");
	play(&t, "draw VIC-A, stop, draw NAT-F, no ice, stop");
	draw_kind(&f, "ice");
	draw_kind(&t, "ice");
	looks_the_same(&f, &t, 0);
	play(&f, "stop, draw spoil-pork-1");
	play(&t, "stop, draw spoil-pork-1");
	to_move_is(&f, 1);
	play(&f, "ice");
	play(&t, "ice");
	looks_the_same(&f, &t, 0);
	looks_the_same(&f, &t, WATCHER);
}

/* ---- Guesses ---- */

static struct state guess_of(const struct fix *f, int seat, struct rng *r)
{
	struct state dream = view_of(f, seat);
	game_guess(f->g, f->box, &dream, r);
	return dream;
}

static int age_of(int where)
{
	return where >= IN_HAND ? (where - IN_HAND) % AGES : 0;
}

/* A guess keeps all that is open, the own hand, and which cards have been out of sight since when. */
static void guess_is_possible(const struct fix *f, const struct state *dream, int seat)
{
	struct state real = seen_from(f->s, seat), guessed = seen_from(*dream, seat), again, v = view_of(f, seat);
	char wrong[MAX_TEXT] = "";
	if (!f->g->check(f->box, dream, wrong))
		fail_msg("the guess of %d is impossible: %s", seat, wrong);
	for (int card = 0; card < BROAD_CARDS; card++)
		assert_true(dream->broadhorns.where[card] < UNSEEN);
	assert_true(game_same(&real, &guessed));
	game_view(f->g, f->box, dream, seat, &again);
	assert_true(game_same(&again, &v));
}

static int phase_of(const struct state *s)
{
	return s->broadhorns.phase;
}

RULE_TEST(guesses_of_whole_games, "B175 B176: guesses keep what is open and lead to the same questions, in whole games")
{
	int reshuffles = 0;
	for (int i = 0; i < 6; i++) {
		struct fix f = fix_new(2 + i % 3, "rounds=60");
		struct rng r = rng_seed((uint64_t)(100 + i));
		for (int mover; (mover = f.g->to_move(f.box, &f.s)) != OVER; ) {
			struct moves list = { 0 };
			f.g->legal(f.box, &f.s, &list);
			int move = mover == CHANCE ? game_chance(f.g, f.box, &f.s, &r) : lively_move(f.g, f.box, &f.s, &list, &r);
			int seat = eyes(&f, (int)rng_below(&r, (uint32_t)f.s.players + 1));
			struct fix dream = f;
			dream.s = guess_of(&f, seat, &r);
			guess_is_possible(&f, &dream.s, seat);
			steps_alike(&f, &dream, move, phase_of);
			assert_int_equal(game_only(f.g, f.box, &dream.s), game_only(f.g, f.box, &f.s));
			if (mover == seat && rng_below(&r, 8) == 0)
				offers_the_same(&f, &dream);
			f.told = (struct events){ 0 };
			f.g->apply(f.box, &f.s, move, &f.told);
			reshuffles += told(&f, "reshuffled");
		}
	}
	assert_true(reshuffles >= 6);
}

/* Three cards are drawn, then the discard pile is shuffled, then one more: which of them are the older ones everybody knows. */
RULE_TEST(older_cards_are_known_by_age, "B175: cards that were in the discard pile are in no hand that is older")
{
	static const char *const old[] = { "VIC-A", "VIC-P", "VIC-U" };
	struct fix f = fix_river(3, "");
	struct rng r = rng_seed(5);
	int first_has[3] = { 0 }, newer = 0;
	fix_pile(&f, "VIC-A VIC-P VIC-U");
	play(&f, "stop, draw VIC-A, stop, draw VIC-P, stop, draw VIC-U, stop, draw TR8");
	for (int k = 0; k < 3; k++) {
		assert_int_equal(f.s.broadhorns.player[k].held[1], 1);
		assert_int_equal(f.s.broadhorns.where[card_of(&f, old[k])], IN_HAND + AGES * k + 1);
	}
	assert_int_equal(f.s.broadhorns.player[0].held[0], 1);
	for (int n = 0; n < 3000; n++) {
		struct state dream = guess_of(&f, WATCHER, &r);
		guess_is_possible(&f, &dream, WATCHER);
		for (int card = 0; card < BROAD_CARDS; card++) {
			int where = dream.broadhorns.where[card];
			bool was_old = card == card_of(&f, "VIC-A") || card == card_of(&f, "VIC-P") || card == card_of(&f, "VIC-U");
			if (where >= IN_HAND)
				assert_int_equal(age_of(where), was_old ? 1 : 0);       /* what lay in the discard pile was drawn later */
			else
				assert_false(was_old);
			newer += where == IN_HAND;
		}
		for (int k = 0; k < 3; k++)
			first_has[k] += dream.broadhorns.where[card_of(&f, old[k])] == IN_HAND + 1;
	}
	assert_int_equal(newer, 3000);
	for (int k = 0; k < 3; k++)
		assert_in_range(first_has[k], 880, 1120);       /* a third, give or take some four deviations */
	for (int n = 0; n < 200; n++) {                         /* who holds one of them knows more */
		struct state dream = guess_of(&f, 1, &r);
		guess_is_possible(&f, &dream, 1);
		assert_int_equal(dream.broadhorns.where[card_of(&f, "VIC-P")], IN_HAND + AGES + 1);
	}
}

/* Every game that leads to what the first seat sees, by brute force, and how likely it is. */
enum { MAX_WORLDS = 256 };
struct worlds { int n; struct state of[MAX_WORLDS]; double odds[MAX_WORLDS]; };

static void add_world(struct worlds *w, const struct state *s, double odds)
{
	for (int i = 0; i < w->n; i++)
		if (game_same(&w->of[i], s)) {
			w->odds[i] += odds;
			return;
		}
	assert_true(w->n < MAX_WORLDS);
	w->of[w->n] = *s;
	w->odds[w->n++] = odds;
}

/* "?" is a draw of another seat: any card but a spoil card, for that is what the first seat was told. */
static void enumerate(const struct fix *f, const char *const moves[], double odds, struct worlds *out)
{
	struct moves list = { 0 };
	double all = 0;
	char words[MAX_TEXT];
	if (!moves[0]) {
		add_world(out, &f->s, odds);
		return;
	}
	f->g->legal(f->box, &f->s, &list);
	for (int i = 0; i < list.n; i++)
		all += f->g->to_move(f->box, &f->s) == CHANCE ? f->g->weight(f->box, &f->s, list.id[i]) : 0;
	for (int i = 0; i < list.n; i++) {
		struct fix t = *f;
		f->g->text(f->box, &f->s, list.id[i], ALL, words);
		bool hidden = strcmp(moves[0], "?") == 0;
		if (hidden ? strstr(words, "spoil") != NULL : strcmp(words, moves[0]) != 0)
			continue;
		f->g->apply(f->box, &t.s, list.id[i], NULL);
		enumerate(&t, moves + 1, all > 0 ? odds * f->g->weight(f->box, &f->s, list.id[i]) / all : odds, out);
	}
}

/* Only these cards are left for the piles; whatever else there is lies at the towns or in the first seat's own hand. */
static struct fix few_cards(void)
{
	struct fix f = fix_river(3, "");
	for (int card = 0; card < FIRST_SPOIL; card++) {
		uint8_t *where = &f.s.broadhorns.where[card];
		if (card < FIRST_TRAVELER)
			*where = (uint8_t)(AT_TOWN + f.box->broadhorns.delivery[card].town);
		else if (card < FIRST_ICE)
			*where = (uint8_t)(AT_TOWN + f.box->broadhorns.traveler[card - FIRST_TRAVELER].waits);
		else
			*where = IN_HAND;
	}
	f.s.broadhorns.player[0].held[0] = FIRST_SPOIL - FIRST_ICE;
	for (const char *const *card = (const char *[]){ "TR8", "TR9", "TR10", "VIC-A", "VIC-P", "NAT-F", "NAT-A", NULL }; *card; card++)
		f.s.broadhorns.where[card_of(&f, *card)] = IN_PILE;
	return f;
}

RULE_TEST(guesses_have_the_right_odds, "B175: guesses are as likely as the games they stand for")
{
	/* The first seat knows its own draws. The other two draw a card each, the discard pile is shuffled, and they draw once more. */
	static const char *const moves[] = { "stop", "?", "stop", "?", "stop", "draw TR8", "stop", "?", "stop", "?", NULL };
	static struct worlds w;
	static int count[MAX_WORLDS];
	struct fix f = few_cards(), real;
	struct rng r = rng_seed(7);
	double all = 0, off = 0;
	fix_turn(&f, 1);
	fix_pile(&f, "VIC-A VIC-P");
	w.n = 0;
	enumerate(&f, moves, 1, &w);
	assert_int_equal(w.n, 2 * 4 * 3);               /* two older cards, four newer ones besides TR8 */
	real = f;
	real.s = w.of[11];
	for (int i = 0; i < w.n; i++) {
		struct fix other = f;
		other.s = w.of[i];
		same_view(&real, &other, 0);
		all += w.odds[i];
	}
	memset(count, 0, sizeof count);
	int draws = 250 * w.n;
	for (int n = 0; n < draws; n++) {
		struct state dream = guess_of(&real, 0, &r);
		int i = 0;
		while (i < w.n && !game_same(&w.of[i], &dream))
			i++;
		if (i == w.n)
			fail_msg("a guess is none of the %d games that could be", w.n);
		count[i]++;
	}
	for (int i = 0; i < w.n; i++) {
		double expected = draws * w.odds[i] / all;
		off += (count[i] - expected) * (count[i] - expected) / expected;
	}
	assert_true(off < w.n - 1 + 45);                /* the sum of squares is about as large as the number of games: five deviations */
}

/* All cards but spoil cards are in sight of the first seat. */
RULE_TEST(nothing_hidden_nothing_guessed, "B175: where nothing is hidden nothing is guessed")
{
	struct fix f = few_cards();
	struct rng r = rng_seed(9);
	fix_pile(&f, "");
	for (int n = 0; n < 20; n++) {
		struct state dream = guess_of(&f, 0, &r);
		assert_true(game_same(&dream, &f.s));
	}
	struct state full = f.s;                        /* a full state is not guessed at */
	game_guess(f.g, f.box, &full, &r);
	assert_true(game_same(&full, &f.s));
}
