/* What is hidden stays hidden: R112 and F46. Hidden from a seat are the contracts of the others, the cards that were dealt to them, and the
 * deck; everything else is open. */
#include <stdio.h>
#include <string.h>

#include "../alike.h"
#include "hauls.h"

enum { SEATS = 3 };

/* Somewhere in the middle: cards wherever cards can be, a ship half loaded, one that has sailed. */
static struct fix middle(void)
{
	struct fix f = fix_map(SEATS, "");
	lay(&f, 0, haul[TIMBER].tracks);
	lay(&f, 1, haul[IRON].tracks);
	lay(&f, 2, haul[COAL].tracks);
	fix_hand(&f, 0, "F4 M5", "E6");
	fix_hand(&f, 1, "F8 L7 E3", "M7");
	fix_hand(&f, 2, "L2", "F6 M6");
	fix_trains(&f, 1, "A2");
	fix_ship(&f, "S3", "0 n");
	fix_gone(&f, "S1 S7");
	fix_claimed(&f, "A3", 1);
	fix_loans(&f, 2, 1);
	fix_contract(&f, 0, "K4");
	fix_contract(&f, 1, "K6");
	fix_contract(&f, 2, "K1");
	fix_phase(&f, RAILS_DELIVER);
	check_holds(&f);
	return f;
}

/* Where a seat may know a card to be. */
static int seen_as(int where, int seat)
{
	return where == IN_DECK || (where >= DEALT && where < BOUGHT && where != DEALT + seat) ? UNSEEN_CARD : where;
}

/* ---- What is hidden, and what is not ---- */

RULE_TEST(hands_and_deck_are_hidden, "R112: cards dealt to others and the deck are hidden, bought ones are not")
{
	struct fix f = middle();
	for (int i = 0; i <= SEATS; i++) {
		struct state v = view_of(&f, eyes(&f, i));
		for (int card = 0; card < TRAIN_CARDS; card++)
			assert_int_equal(v.rails.where[card], seen_as(f.s.rails.where[card], eyes(&f, i)));
		assert_int_equal(v.rails.where[card_of(&f, "E6")], BOUGHT + 0);         /* everybody saw it */
		assert_int_equal(v.rails.where[card_of(&f, "M7")], BOUGHT + 1);
		assert_int_equal(v.rails.where[card_of(&f, "F8")], i == 1 ? DEALT + 1 : UNSEEN_CARD);
		assert_int_equal(v.rails.where[card_of(&f, "F1")], IN_MARKET);
	}
}

RULE_TEST(contracts_are_hidden, "R12 R112: contracts are seen by their owners alone")
{
	struct fix f = middle();
	for (int i = 0; i <= SEATS; i++) {
		struct state v = view_of(&f, eyes(&f, i));
		for (int k = 0; k < SEATS; k++)
			assert_int_equal(v.rails.contract[k], k == eyes(&f, i) ? f.s.rails.contract[k] : NO_CONTRACT);
	}
}

/* Of a full state everything but cards and contracts. */
static struct state open_part(struct state s)
{
	memset(s.rails.where, 0, sizeof s.rails.where);
	memset(s.rails.contract, 0, sizeof s.rails.contract);
	s.eyes = ALL;
	return s;
}

RULE_TEST(everything_else_is_open, "R112 F46 A20: everything else is open, the ships that are there, too")
{
	struct fix f = middle();
	for (int i = 0; i <= SEATS; i++) {
		struct state v = view_of(&f, eyes(&f, i)), open = open_part(v), s = open_part(f.s);
		assert_true(game_same(&open, &s));
		assert_int_equal(v.rails.side[1].dealt, 3);     /* how many a hand holds */
		assert_int_equal(v.rails.freight.docked, 3);
		assert_int_equal(v.rails.freight.gone, 1 | 1 << 6);
		assert_int_equal(v.rails.freight.slot[1], SLOT_NEUTRAL);
	}
}

/* ---- Hidden facts change places ---- */

static int swaps;

/* Two games that differ in what this seat cannot see. */
static void cannot_tell(const struct fix *f, const struct fix *t, int seat)
{
	check_holds(t);
	same_view(f, t, seat);
	if (swaps++ % 16 == 0) {
		looks_the_same(f, t, seat);
		if (f->g->to_move(f->box, &f->s) == seat)
			offers_the_same(f, t);
	}
}

RULE_TEST(cards_change_places, "R112: hidden cards that change places change nothing that can be seen")
{
	struct fix f = middle();
	swaps = 0;
	for (int i = 0; i <= SEATS; i++) {
		int seat = eyes(&f, i);
		for (int a = 0; a < TRAIN_CARDS; a++)
			for (int b = a + 1; b < TRAIN_CARDS; b++) {
				struct fix t = f;
				uint8_t *where = t.s.rails.where, kept = where[a];
				if (seen_as(where[a], seat) != UNSEEN_CARD || seen_as(where[b], seat) != UNSEEN_CARD || where[a] == where[b])
					continue;
				where[a] = where[b];
				where[b] = kept;
				cannot_tell(&f, &t, seat);
			}
	}
	assert_true(swaps > 200);
}

RULE_TEST(contracts_change, "R112: nor does another contract of somebody else")
{
	struct fix f = middle();
	swaps = 0;
	for (int i = 0; i <= SEATS; i++)
		for (int owner = 0; owner < SEATS; owner++)
			for (int k = 0; k < RAILS_CONTRACTS; k++) {
				struct fix t = f;
				uint8_t *contract = t.s.rails.contract, kept = contract[owner];
				if (owner == eyes(&f, i) || (eyes(&f, i) >= 0 && k == contract[eyes(&f, i)]))
					continue;
				for (int other = 0; other < SEATS; other++)
					if (contract[other] == k)
						contract[other] = kept;
				contract[owner] = (uint8_t)k;
				swaps = 0;              /* look at all of it */
				cannot_tell(&f, &t, eyes(&f, i));
			}
}

/* ---- The deal ---- */

/* Each seat reads its own draw, the others read a question mark. */
static void reads(const struct fix *f, const char *move, int owner, const char *others)
{
	char words[MAX_TEXT];
	int id = game_parse(f->g, f->box, &f->s, move, ALL);
	assert_true(id >= 0);
	for (int i = 0; i <= f->s.players; i++) {
		f->g->text(f->box, &f->s, id, eyes(f, i), words);
		assert_string_equal(words, eyes(f, i) == owner ? move : others);
	}
}

/* Two games that differ in one draw of `owner`: it sees which, the others do not. */
static void only_the_owner_sees(const struct fix *a, const struct fix *b, int owner)
{
	for (int i = 0; i <= a->s.players; i++)
		if (eyes(a, i) != owner)
			looks_the_same(a, b, eyes(a, i));
	static char first[MAX_LOG], second[MAX_LOG];
	struct state v = view_of(a, owner), w = view_of(b, owner);
	assert_false(game_same(&v, &w));
	log_of(a, owner, first);
	log_of(b, owner, second);
	assert_string_not_equal(first, second);
}

static void go_to(struct fix *f, int phase)
{
	while (f->s.rails.phase != phase)
		play_lowest(f);
}

RULE_TEST(contracts_are_dealt_unseen, "R12 R112: a contract is dealt to its owner's eyes")
{
	struct fix f = fix_new(SEATS, "", NULL), t;
	go_to(&f, RAILS_DRAW_CONTRACTS);
	for (int seat = 0; seat < SEATS; seat++) {
		reads(&f, "contract K7", seat, "contract ?");
		t = f;
		play(&t, "contract K8");
		play(&f, seat == 0 ? "contract K7" : seat == 1 ? "contract K2" : "contract K3");
		only_the_owner_sees(&f, &t, seat);
	}
}

RULE_TEST(cards_are_dealt_unseen, "R13 R14 R112: so are the cards of a hand; the market is open")
{
	struct fix f = fix_new(SEATS, "", NULL), t;
	go_to(&f, RAILS_DRAW_HANDS);
	for (int seat = 0; seat < SEATS; seat++)
		for (int k = 0; k < 3; k++) {
			reads(&f, "draw L8", seat, "draw ?");
			t = f;
			play(&t, "draw L8");
			play_lowest(&f);
			only_the_owner_sees(&f, &t, seat);
		}
	phase_is(&f, RAILS_FILL_MARKET);                /* but the market is open */
	char words[MAX_TEXT];
	t = f;
	for (int i = 0; i <= SEATS; i++) {
		f.g->text(f.box, &f.s, game_parse(f.g, f.box, &f.s, "draw L8", ALL), eyes(&f, i), words);
		assert_string_equal(words, "draw L8");
	}
	play(&f, "draw L8");
	play(&t, "draw L7");
	for (int i = 0; i <= SEATS; i++) {
		struct state v = view_of(&f, eyes(&f, i)), w = view_of(&t, eyes(&f, i));
		assert_false(game_same(&v, &w));
		assert_true(is_told(told_event(&f, "offered"), eyes(&f, i)));
	}
}

/* Every card of the deck, and no other, may be the next. */
RULE_TEST(no_order_in_the_deck, "R71 R112: nothing is known of the order of the deck")
{
	struct fix f = middle();
	struct moves list = { 0 };
	int deck = 0;
	fix_money(&f, 0, 9);
	fix_phase(&f, RAILS_BUY);
	play_into(&f, "buy M1", RAILS_FILL_MARKET);
	f.g->legal(f.box, &f.s, &list);
	for (int card = 0; card < TRAIN_CARDS; card++)
		deck += f.s.rails.where[card] == IN_DECK;
	assert_int_equal(list.n, deck);
	for (int i = 1; i < list.n; i++)
		assert_int_equal(f.g->weight(f.box, &f.s, list.id[i]), f.g->weight(f.box, &f.s, list.id[0]));
}

/* ---- Hands in play ---- */

RULE_TEST(spent_and_bought_cards_are_seen, "R112: a card is seen when it is spent or bought")
{
	struct fix f = middle();
	play(&f, "deliver A12 to C13, use F4 length 2");        /* one that was dealt */
	assert_true(told_event(&f, "card")->tells);
	for (int i = 0; i <= SEATS; i++) {
		struct state v = view_of(&f, eyes(&f, i));
		assert_int_equal(v.rails.where[card_of(&f, "F4")], COLLECTED + 0);
		assert_int_equal(v.rails.side[0].dealt, 1);
		assert_true(is_told(told_event(&f, "card"), eyes(&f, i)));
	}
	f = middle();
	play(&f, "deliver A12 to C13, use E6 length 2");        /* one that everybody knew */
	assert_false(told_event(&f, "card")->tells);
	fix_money(&f, 0, 9);
	if (f.s.rails.phase == RAILS_DOCK)
		play_lowest(&f);
	play(&f, "buy F1");
	for (int i = 0; i <= SEATS; i++) {
		struct state v = view_of(&f, eyes(&f, i));
		assert_int_equal(v.rails.where[card_of(&f, "F1")], BOUGHT + 0);
		assert_int_equal(v.rails.side[0].dealt, 2);
	}
}

/* The same moves in games that differ in one hidden card of `owner`: the others cannot tell them apart at any point, and the same player is
 * asked the same thing. */
static void tells_nothing(const struct fix *start, int owner, const char *const moves[])
{
	static const char *const any_card[] = { "F2", "M2", "L3", "E4", "L5", "L6", "E7", "E8", "L1" };
	enum { ANY_CARDS = sizeof any_card / sizeof any_card[0] };
	static struct fix f[ANY_CARDS];
	for (int k = 0; k < ANY_CARDS; k++) {
		f[k] = *start;
		fix_hand(&f[k], owner, any_card[k], "");
		f[k].s.rails.contract[owner] = (uint8_t)(k % 2 ? f[0].s.rails.contract[owner] : 7);
	}
	for (int at = 0; moves[at]; at++)
		for (int k = 0; k < ANY_CARDS; k++) {
			play(&f[k], moves[at]);
			assert_int_equal(f[k].s.rails.phase, f[0].s.rails.phase);
			assert_int_equal(f[k].g->to_move(f[k].box, &f[k].s), f[0].g->to_move(f[0].box, &f[0].s));
			for (int i = 0; i <= start->s.players; i++)
				if (eyes(start, i) != owner)
					looks_the_same(&f[0], &f[k], eyes(start, i));
		}
}

RULE_TEST(questions_tell_nothing, "R112: what is asked, and what is done, tells nothing of the other cards")
{
	struct fix f = middle();                        /* a step is asked whatever the card is, and a card spent tells of no other */
	f.s.rails.where[card_of(&f, "M5")] = IN_DECK;
	f.s.rails.side[0].dealt = 1;
	fix_turn(&f, 0);
	fix_money(&f, 0, 9);
	tells_nothing(&f, 0, (const char *[]){ "build A16", "build A15", "loan", "deliver A12 to C13", "use F4 length 2", "buy F1", "draw M3",
		"unlock dispatcher", NULL });
	tells_nothing(&f, 0, (const char *[]){ "build A16", "build A15", "pass", "pass", "pass", NULL });

	f = middle();                                   /* only a card that nobody knows: the delivery is asked all the same */
	f.s.rails.where[card_of(&f, "F4")] = f.s.rails.where[card_of(&f, "M5")] = f.s.rails.where[card_of(&f, "E6")] = IN_DECK;
	f.s.rails.side[0].dealt = 0;
	fix_turn(&f, 0);
	tells_nothing(&f, 0, (const char *[]){ "build A16", "build A15", "deliver A12 to C13", NULL });
	tells_nothing(&f, 0, (const char *[]){ "build A16", "build A15", "pass", NULL });
}

/* Whether a hand is full or empty everybody can count. */
RULE_TEST(a_full_hand_is_passed_over, "R72 R112: the number of cards in a hand is open")
{
	struct fix f = middle();
	fix_hand(&f, 0, "", "L5 L6");
	fix_phase(&f, RAILS_DELIVER);
	play_into(&f, "pass", RAILS_UNLOCK);
}

/* ---- The end ---- */

RULE_TEST(contracts_are_shown_at_the_end, "R112: contracts are shown when the game is over")
{
	struct fix f = middle();
	fix_turn(&f, SEATS - 1);
	fix_phase(&f, RAILS_UNLOCK);
	f.s.rails.placed = 0;                           /* nothing was placed in the round */
	struct fix t = f;
	fix_contract(&t, 1, "K8");
	for (int i = 0; i <= SEATS; i++)
		if (eyes(&f, i) != 1)
			same_view(&f, &t, eyes(&f, i));
	play(&f, "pass");
	to_move_is(&f, OVER);
	assert_int_equal(told(&f, "contract_shown"), SEATS);
	for (int i = 0; i <= SEATS; i++) {
		struct state v = view_of(&f, eyes(&f, i));
		for (int k = 0; k < SEATS; k++)
			assert_int_equal(v.rails.contract[k], f.s.rails.contract[k]);
		for (int card = 0; card < TRAIN_CARDS; card++)          /* the cards are not */
			assert_int_equal(v.rails.where[card], seen_as(f.s.rails.where[card], eyes(&f, i)));
		for (int n = 0; n < f.told.n; n++)
			if (strcmp(f.g->events[f.told.of[n].what], "contract_shown") == 0) {
				assert_true(is_told(&f.told.of[n], eyes(&f, i)));
				assert_true(f.told.of[n].tells);
				assert_int_equal(f.told.of[n].thing, f.s.rails.contract[f.told.of[n].seat]);
			}
	}
}

/* The count of a view leaves out what it does not know. */
RULE_TEST(the_count_of_a_view, "R90 R112: before that they do not show in the count")
{
	struct fix f = middle();
	fix_contract(&f, 1, "K7");                      /* met */
	fix_money(&f, 1, 9);
	int score[MAX_PLAYERS];
	struct state v = view_of(&f, 1), w = view_of(&f, 0);
	f.g->score(f.box, &v, score);
	int own = score[1];
	f.g->score(f.box, &w, score);
	assert_int_equal(own, score[1] + 3);
}

/* ---- Whole games ---- */

/* What came to light for those eyes. */
static int learnt(const struct fix *before, const struct fix *after, int seat)
{
	struct state v = view_of(before, seat), w = view_of(after, seat);
	int n = told(after, "first");
	for (int card = 0; card < TRAIN_CARDS; card++)
		n += v.rails.where[card] == UNSEEN_CARD && w.rails.where[card] != UNSEEN_CARD;
	for (int k = 0; k < after->s.players; k++)
		n += v.rails.contract[k] == NO_CONTRACT && w.rails.contract[k] != NO_CONTRACT;
	n += w.rails.freight.docked != NO_SHIP && v.rails.freight.docked == NO_SHIP;
	n += memcmp(v.rails.rival, w.rails.rival, sizeof v.rails.rival) != 0;
	n += memcmp(v.rails.place, w.rails.place, sizeof v.rails.place) != 0;
	return n + (memcmp(v.rails.goal, w.rails.goal, sizeof v.rails.goal) != 0);
}

/* Whoever sees more than before has been told; nothing is said to be news that is none. */
static void who_learns_is_told(const struct fix *before, const struct fix *after)
{
	int news = 0, tells = 0;
	for (int i = 0; i <= after->s.players; i++) {
		int seat = eyes(after, i), n = learnt(before, after, seat), told_so = 0;
		for (int k = 0; k < after->told.n; k++)
			told_so += after->told.of[k].tells && is_told(&after->told.of[k], seat);
		if (n > 0 && told_so == 0)
			fail_msg("seat %d learnt something and was not told", seat);
		news += n;
		tells += told_so;
	}
	if (news == 0 && tells > 0)
		fail_msg("news that everybody knew");
}

RULE_TEST(events_of_whole_games, "R112 F46: whoever learns something is told, and nobody else, in whole games")
{
	for (int i = 0; i < 16; i++) {
		struct fix f = fix_new(1 + i % 4, i < 8 ? "" : "on_empty=reshuffle wild_any_order=on", NULL);
		play_random(&f, (uint64_t)(40 + i), who_learns_is_told);
	}
}

static struct state guess_of(const struct fix *f, int seat, struct rng *r)
{
	struct state dream = view_of(f, seat);
	game_guess(f->g, f->box, &dream, r);
	return dream;
}

/* A guess keeps all that is open, the own hand and the own contract, and could be a game. */
static void guess_is_possible(const struct fix *f, const struct state *dream, int seat)
{
	struct state v = view_of(f, seat), again;
	char wrong[MAX_TEXT] = "";
	if (!f->g->check(f->box, dream, wrong))
		fail_msg("the guess of %d is impossible: %s", seat, wrong);
	game_view(f->g, f->box, dream, seat, &again);
	assert_true(game_same(&again, &v));
	assert_int_equal(dream->eyes, ALL);
}

static int phase_of(const struct state *s)
{
	return s->rails.phase;
}

RULE_TEST(guesses_of_whole_games, "R112 F46: guesses keep what is open and lead to the same questions, in whole games")
{
	for (int i = 0; i < 12; i++) {
		struct fix f = fix_new(1 + i % 4, "", NULL);
		struct rng r = rng_seed((uint64_t)(100 + i));
		for (int mover; (mover = f.g->to_move(f.box, &f.s)) != OVER; ) {
			struct moves list = { 0 };
			f.g->legal(f.box, &f.s, &list);
			int move = mover == CHANCE ? game_chance(f.g, f.box, &f.s, &r) : list.id[rng_below(&r, (uint32_t)list.n)];
			int seat = eyes(&f, (int)rng_below(&r, (uint32_t)f.s.players + 1));
			struct fix dream = f;
			dream.s = guess_of(&f, seat, &r);
			guess_is_possible(&f, &dream.s, seat);
			steps_alike(&f, &dream, move, phase_of);
			if (mover == seat && rng_below(&r, 8) == 0)
				offers_the_same(&f, &dream);
			f.told = (struct events){ 0 };
			f.g->apply(f.box, &f.s, move, &f.told);
		}
		struct state over = guess_of(&f, 0, &r);        /* the contracts are known then */
		guess_is_possible(&f, &over, 0);
		assert_memory_equal(over.rails.contract, f.s.rails.contract, sizeof over.rails.contract);
	}
}

/* ---- How likely a guess is ---- */

/* Each count of n is about as large as the others: the sum of squares is about n, and not five deviations more. */
static void evenly(const int count[], int n, int draws)
{
	double off = 0, expected = (double)draws / n;
	for (int i = 0; i < n; i++)
		off += (count[i] - expected) * (count[i] - expected) / expected;
	if (off > n - 1 + 5.0 * 1.5 * (n > 20 ? 7 : 4))
		fail_msg("%d possibilities are not equally likely: %d.%02d", n, (int)off, (int)(off * 100) % 100);
}

/* The first seat does not know these six cards: two are in the second hand, one in the third, three in the deck. */
static struct fix few_cards(void)
{
	static const char *const unknown[] = { "F4", "M4", "E4", "L4", "F5", "M5" };
	struct fix f = fix_map(SEATS, "");
	for (int card = 0; card < TRAIN_CARDS; card++)
		if (f.s.rails.where[card] == IN_DECK)
			f.s.rails.where[card] = BOUGHT;         /* more than a hand may hold, but in sight */
	for (int k = 0; k < 6; k++)
		f.s.rails.where[card_of(&f, unknown[k])] = (uint8_t)(k < 2 ? DEALT + 1 : k < 3 ? DEALT + 2 : IN_DECK);
	f.s.rails.side[1].dealt = 2;
	f.s.rails.side[2].dealt = 1;
	fix_contract(&f, 0, "K4");
	return f;
}

RULE_TEST(guesses_are_fair, "R112: every deal that is possible is equally likely in a guess")
{
	enum { DEALS = 60, CONTRACTS = 7 * 6, DRAWS = 12600 };
	static const char *const unknown[] = { "F4", "M4", "E4", "L4", "F5", "M5" };
	static int deal[729], contract[8 * 8], both[3 * 3];
	struct fix f = few_cards();
	struct rng r = rng_seed(7);
	memset(deal, 0, sizeof deal);
	memset(contract, 0, sizeof contract);
	memset(both, 0, sizeof both);
	for (int n = 0; n < DRAWS; n++) {
		struct state dream = guess_of(&f, 0, &r);
		int code = 0, first = 0;
		for (int k = 0; k < 6; k++) {
			int where = dream.rails.where[card_of(&f, unknown[k])];
			int at = where == IN_DECK ? 0 : where == DEALT + 1 ? 1 : where == DEALT + 2 ? 2 : -1;
			assert_true(at >= 0);
			code = 3 * code + at;
			first = k == 0 ? at : first;
		}
		deal[code]++;
		for (int k = 0; k < 3; k++)             /* each is there once */
			assert_int_not_equal(dream.rails.contract[k], dream.rails.contract[(k + 1) % 3]);
		assert_int_equal(dream.rails.contract[0], f.s.rails.contract[0]);
		contract[8 * dream.rails.contract[1] + dream.rails.contract[2]]++;
		both[3 * first + (dream.rails.contract[1] == 7 ? 1 : dream.rails.contract[2] == 7 ? 2 : 0)]++;
	}
	int count[64], n = 0;
	for (int i = 0; i < 729; i++)
		if (deal[i])
			count[n++] = deal[i];
	assert_int_equal(n, DEALS);                     /* all of them, and none that cannot be */
	evenly(count, n, DRAWS);
	n = 0;
	for (int i = 0; i < 64; i++)
		if (contract[i])
			count[n++] = contract[i];
	assert_int_equal(n, CONTRACTS);
	evenly(count, n, DRAWS);
	for (int at = 0; at < 3; at++)                  /* and the one tells nothing of the other: 3/6, 2/6, 1/6 times 5/7, 1/7, 1/7 */
		for (int k = 0; k < 3; k++) {
			int expected = DRAWS * (3 - at) * (k ? 1 : 5) / 42;
			assert_in_range(both[3 * at + k], expected - 5 * 45, expected + 5 * 45);
		}
}

/* All cards and contracts are in sight: of a solo player only the deck is not. */
RULE_TEST(nothing_hidden_nothing_guessed, "R112: where nothing is hidden nothing is guessed")
{
	struct fix f = fix_map(1, "");
	struct rng r = rng_seed(9);
	fix_hand(&f, 0, "F4 F5", "");
	for (int n = 0; n < 20; n++) {
		struct state dream = guess_of(&f, 0, &r);
		assert_true(game_same(&dream, &f.s));
	}
	f = middle();
	struct state full = f.s;                        /* a full state is not guessed at */
	game_guess(f.g, f.box, &full, &r);
	assert_true(game_same(&full, &f.s));
}
