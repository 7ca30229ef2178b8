/* The core by itself: texts, random numbers, fields, options, parsing and draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "core/codec.h"
#include "core/game.h"
#include "core/sentence.h"

/* Texts --------------------------------------------------------------- */

static void text_holds_what_is_put(void **state)
{
	char at[64];
	struct text t = text_on(at, sizeof at);

	text_put(&t, "a ");
	text_int(&t, -17);
	text_char(&t, '.');
	assert_string_equal(at, "a -17.");
	assert_int_equal(t.n, 6);
	assert_true(text_fits(&t));
}

static void text_writes_every_number(void **state)
{
	static const struct { int64_t n; const char *words; } row[] = {
		{ 0, "0" }, { 9, "9" }, { 10, "10" }, { 255, "255" }, { -1, "-1" }, { -9, "-9" }, { INT64_MAX, "9223372036854775807" }, { INT64_MIN, "-9223372036854775808" },
	};
	char at[64];

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct text t = text_on(at, sizeof at);
		text_int(&t, row[i].n);
		assert_string_equal(at, row[i].words);
	}
}

static void text_never_runs_over(void **state)
{
	char at[8] = "1234567";
	struct text t = text_on(at, 4);

	text_put(&t, "abc");
	assert_true(text_fits(&t));
	text_put(&t, "def");
	assert_string_equal(at, "abc");
	assert_int_equal(t.n, 6);
	assert_false(text_fits(&t));
	assert_string_equal(at + 4, "567");             /* beyond its capacity nothing was touched */

	struct text none = text_on(NULL, 0);
	text_put(&none, "counted");
	assert_int_equal(none.n, 7);
	assert_false(text_fits(&none));
}

static void text_form_takes_words_and_numbers(void **state)
{
	char at[64];
	struct text t = text_on(at, sizeof at);

	text_form(&t, "%s has %d of %d %s, 100% sure", (const char *[]){ "Red", "coal" }, (int64_t[]){ 2, 6 });
	assert_string_equal(at, "Red has 2 of 6 coal, 100% sure");
}

static void json_text_is_escaped(void **state)
{
	char at[64];
	struct text t = text_on(at, sizeof at);

	json_text(&t, "a\"b\\c\n\x01");
	assert_string_equal(at, "\"a\\\"b\\\\c\\u000a\\u0001\"");
}

/* Random numbers -------------------------------------------------------- */

static void rng_repeats(void **state)
{
	struct rng a = rng_seed(7), b = rng_seed(7), c = rng_seed(8);
	int differ = 0;

	for (int i = 0; i < 100; i++) {
		uint64_t x = rng_next(&a);
		assert_true(x == rng_next(&b));
		differ += x != rng_next(&c);
	}
	assert_int_equal(differ, 100);
}

/* Draws are made on every machine and in every version alike: what they are is part of the format of records. */
static void rng_is_pinned(void **state)
{
	struct rng r = rng_seed(1);
	uint64_t sum = 0;

	assert_true(rng_mix(0) == 0xE220A8397B1DCDAFu);         /* the first output of splitmix64 from 0 */
	for (int i = 0; i < 1000; i++)
		sum = sum * 31 + rng_next(&r);
	assert_true(sum == 0x807942C32AD0EBE3u);
}

/* Each of n values comes up as often as it should, within six standard deviations. */
static void rng_below_is_fair(void **state)
{
	enum { DRAWS = 60000 };
	struct rng r = rng_seed(3);

	for (uint32_t n = 1; n <= 12; n++) {
		int64_t count[12] = { 0 }, mean = DRAWS / n;
		for (int i = 0; i < DRAWS; i++) {
			uint32_t drawn = rng_below(&r, n);
			assert_true(drawn < n);
			count[drawn]++;
		}
		for (uint32_t i = 0; i < n; i++)                /* variance: mean * (n-1)/n */
			assert_true((count[i] - mean) * (count[i] - mean) <= 36 * mean);
	}
}

/* A range that does not divide 2^32: by taking a remainder, or a product without rejection, the lower two thirds would come up half as often
 * again as the rest. */
static void rng_below_rejects(void **state)
{
	const uint32_t n = 3u << 30;
	struct rng r = rng_seed(4);
	int third[3] = { 0 }, by_rest[3] = { 0 };

	for (int i = 0; i < 30000; i++) {
		uint32_t drawn = rng_below(&r, n);
		third[drawn / (1u << 30)]++;
		by_rest[drawn % 3]++;
	}
	for (int i = 0; i < 3; i++) {
		assert_in_range(third[i], 9500, 10500);
		assert_in_range(by_rest[i], 9500, 10500);
	}
}

/* Fields ---------------------------------------------------------------- */

/* A struct with a field of every kind. */
struct crate { uint8_t weight; uint16_t mark; };
struct wagon {
	uint8_t  load;
	uint16_t number;
	uint8_t  colour;
	uint8_t  driver;                /* may be missing */
	uint8_t  stops;
	uint8_t  stop[4];               /* `stops` of them */
	uint8_t  seat[3];               /* each is seen by one seat */
	uint8_t  secret;
	uint16_t days;
	uint32_t towns;
	char     name[8];
	uint8_t  crates;
	struct crate crate[2];
};

static const char *const colour[] = { "red", "brown", "grey" };
static const struct field crate_fields[] = {
	{ FIELD_NUMBER(crate, weight, "weight", 1, 9) },
	{ FIELD_NUMBER(crate, mark, "mark", 0, 1000), .sight = HIDDEN },
	FIELD_END
};
static const struct field wagon_fields[] = {
	{ FIELD_NUMBER(wagon, load, "load", 2, 6) },
	{ FIELD_NUMBER(wagon, number, "number", 0, 40000) },
	{ FIELD_NUMBER(wagon, colour, "colour", 0, 2), .names = colour },
	{ FIELD_NUMBER(wagon, driver, "driver", 0, 4), .optional = true },
	{ FIELD_NUMBER(wagon, stops, "stops", 0, 4) },
	{ FIELD_NUMBERS(wagon, stop, "stop", 0, 99, offsetof(struct wagon, stops)) },
	{ FIELD_NUMBERS(wagon, seat, "seat", 0, 99, FIELD_FIXED), .sight = OWN },
	{ FIELD_NUMBER(wagon, secret, "secret", 0, 99), .sight = HIDDEN },
	{ FIELD_BITS(wagon, days, "days", 1, 7) },
	{ FIELD_BITS(wagon, towns, "towns", 0, 19) },
	{ FIELD_WORDS(wagon, name, "name") },
	{ FIELD_NUMBER(wagon, crates, "crates", 0, 2) },
	{ FIELD_STRUCTS(wagon, crate, "crate", crate_fields, offsetof(struct wagon, crates)) },
	FIELD_END
};

static struct wagon a_wagon(void)
{
	struct wagon w;

	memset(&w, 0, sizeof w);
	w.load = 5, w.number = 40000, w.colour = 1, w.driver = 255, w.stops = 2, w.stop[0] = 7, w.stop[1] = 9;
	w.seat[0] = 10, w.seat[1] = 11, w.seat[2] = 12, w.secret = 42, w.days = 1 << 1 | 1 << 7, w.towns = 1 << 0 | 1 << 19;
	strcpy(w.name, "Mule"), w.crates = 1, w.crate[0] = (struct crate){ .weight = 3, .mark = 500 };
	return w;
}

#define WAGON_JSON "\"load\":5,\"number\":40000,\"colour\":\"brown\",\"driver\":null,\"stops\":2,\"stop\":[7,9],\"seat\":[10,11,12],\"secret\":42," \
	"\"days\":[1,7],\"towns\":[0,19],\"name\":\"Mule\",\"crates\":1,\"crate\":[{\"weight\":3,\"mark\":500}]"

/* The same as a parser hands it over. */
enum { WAGON_FLATS = 26 };
static const struct flat wagon_flat[WAGON_FLATS] = {
	{ "load", NULL, 5, FLAT_INT, false }, { "number", NULL, 40000, FLAT_INT, false }, { "colour", "brown", 0, FLAT_TEXT, false },
	{ "driver", NULL, 0, FLAT_NULL, false }, { "stops", NULL, 2, FLAT_INT, false },
	{ "stop", NULL, 2, FLAT_LIST, false }, { "stop[0]", NULL, 7, FLAT_INT, false }, { "stop[1]", NULL, 9, FLAT_INT, false },
	{ "seat", NULL, 3, FLAT_LIST, false }, { "seat[0]", NULL, 10, FLAT_INT, false }, { "seat[1]", NULL, 11, FLAT_INT, false },
	{ "seat[2]", NULL, 12, FLAT_INT, false }, { "secret", NULL, 42, FLAT_INT, false },
	{ "days", NULL, 2, FLAT_LIST, false }, { "days[0]", NULL, 1, FLAT_INT, false }, { "days[1]", NULL, 7, FLAT_INT, false },
	{ "towns", NULL, 2, FLAT_LIST, false }, { "towns[0]", NULL, 0, FLAT_INT, false }, { "towns[1]", NULL, 19, FLAT_INT, false },
	{ "name", "Mule", 0, FLAT_TEXT, false }, { "crates", NULL, 1, FLAT_INT, false },
	{ "crate", NULL, 1, FLAT_LIST, false }, { "crate[0]", NULL, 2, FLAT_OBJECT, false },
	{ "crate[0].weight", NULL, 3, FLAT_INT, false }, { "crate[0].mark", NULL, 500, FLAT_INT, false },
};

static void fields_write_json(void **state)
{
	char at[1024];
	struct text t = text_on(at, sizeof at);
	struct wagon w = a_wagon();

	fields_json(wagon_fields, &w, &t);
	assert_string_equal(at, WAGON_JSON);
}

/* Every set of days, written bit by bit beside it. */
static void fields_write_every_set(void **state)
{
	struct wagon w = a_wagon();

	for (unsigned set = 0; set < 1 << 8; set += 2) {        /* days are 1 to 7 */
		char at[1024], expected[64] = "\"days\":[";
		struct text t = text_on(at, sizeof at);
		int n = (int)strlen(expected);
		for (int day = 1; day <= 7; day++)
			if (set >> day & 1)
				n += snprintf(expected + n, sizeof expected - (size_t)n, "%d,", day);
		strcpy(expected + n - (set != 0), "],\"towns\"");
		w.days = (uint16_t)set;
		fields_json(wagon_fields, &w, &t);
		assert_non_null(strstr(at, expected));
	}
}

/* A field is the same in two structs only if it reads the same in both. */
static void fields_know_what_is_the_same(void **state)
{
	const struct wagon w = a_wagon();

	for (size_t i = 0; i < sizeof w; i++) {
		struct wagon other = w;
		((uint8_t *)&other)[i] ^= 1;
		for (const struct field *f = wagon_fields; f->name; f++) {
			char here[256], there[256];
			struct text one = text_on(here, sizeof here), two = text_on(there, sizeof there);
			assert_true(fields_json_one(f, &w, true, &one) && fields_json_one(f, &other, true, &two));
			if (fields_same(f, &w, &other))
				assert_string_equal(here, there);
			assert_true(fields_same(f, &w, &w));
		}
	}
}

/* Reads the flats after one of them was replaced; `like` is "path message" or NULL when it must be accepted. */
static void reads(struct flat change, const char *like, enum field_nulls nulls)
{
	struct flat flat[WAGON_FLATS];
	struct flats in = { flat, WAGON_FLATS - 1 };            /* room for one more */
	struct wagon w;
	char words[MAX_TEXT] = "";
	int i = 0;

	memcpy(flat, wagon_flat, sizeof flat);
	while (i < in.n && strcmp(flat[i].path, change.path) != 0)
		i++;
	flat[i] = change;
	if (i == in.n)
		in.n++;
	memset(&w, 0, sizeof w);
	bool fine = fields_read(wagon_fields, &w, &in, nulls, words) && flat_all_used(&in, words);
	if (like)
		assert_true(!fine && strncmp(words, like, strlen(like)) == 0);
	else if (!fine)
		fail_msg("%s", words);
}

static void fields_read_what_they_write(void **state)
{
	struct flat flat[WAGON_FLATS];
	struct flats in = { flat, WAGON_FLATS - 1 };
	struct wagon w, expected = a_wagon();
	char words[MAX_TEXT];

	memcpy(flat, wagon_flat, sizeof flat);
	memset(&w, 0, sizeof w);
	assert_true(fields_read(wagon_fields, &w, &in, NULLS_OPTIONAL, words));
	assert_true(flat_all_used(&in, words));
	assert_memory_equal(&w, &expected, sizeof w);
}

static void fields_name_what_is_wrong_in_json(void **state)
{
	static const struct { struct flat change; const char *like; } row[] = {
		{ { "load", NULL, 1, FLAT_INT, false }, "load is out of bounds: a number from 2 to 6" },
		{ { "load", NULL, 7, FLAT_INT, false }, "load is out of bounds" },
		{ { "load", NULL, 261, FLAT_INT, false }, "load is out of bounds" },            /* 5 in eight bits */
		{ { "load", NULL, -1, FLAT_INT, false }, "load is out of bounds" },
		{ { "load", NULL, INT64_MAX, FLAT_INT, false }, "load is out of bounds" },
		{ { "load", "5", 0, FLAT_TEXT, false }, "load " },
		{ { "load", NULL, 0, FLAT_NULL, false }, "load must not be null" },
		{ { "load", NULL, 1, FLAT_BOOL, false }, "load " },
		{ { "number", NULL, 40001, FLAT_INT, false }, "number is out of bounds" },
		{ { "colour", "pink", 0, FLAT_TEXT, false }, "colour is not a known name: one of red brown grey" },
		{ { "colour", NULL, 1, FLAT_INT, false }, "colour " },
		{ { "stop[1]", NULL, 100, FLAT_INT, false }, "stop[1] is out of bounds" },
		{ { "stop", NULL, 3, FLAT_LIST, false }, "stop has 3 elements instead of 2" },
		{ { "stop", NULL, 7, FLAT_INT, false }, "stop must be a list" },
		{ { "stops", NULL, 3, FLAT_INT, false }, "stop has 2 elements instead of 3" },
		{ { "stops", NULL, 5, FLAT_INT, false }, "stops is out of bounds" },
		{ { "days[0]", NULL, 0, FLAT_INT, false }, "days[0] is out of bounds" },
		{ { "days[1]", NULL, 8, FLAT_INT, false }, "days[1] is out of bounds" },
		{ { "days[1]", NULL, 1, FLAT_INT, false }, "days[1] must be larger" },
		{ { "days", NULL, 0, FLAT_OBJECT, false }, "days must be a list" },
		{ { "towns[1]", NULL, 20, FLAT_INT, false }, "towns[1] is out of bounds" },
		{ { "name", "A name that is too long", 0, FLAT_TEXT, false }, "name " },
		{ { "name", "a\tb", 0, FLAT_TEXT, false }, "name " },
		{ { "name", NULL, 0, FLAT_NULL, false }, "name " },
		{ { "crate[0]", NULL, 3, FLAT_INT, false }, "crate[0] must be an object" },
		{ { "crate[0].weight", NULL, 0, FLAT_INT, false }, "crate[0].weight is out of bounds" },
		{ { "crate[0].paint", NULL, 0, FLAT_INT, false }, "crate[0].paint is unknown" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		reads(row[i].change, row[i].like, NULLS_OPTIONAL);
}

static void fields_miss_what_is_not_there(void **state)
{
	for (int gone = 0; gone < WAGON_FLATS - 1; gone++) {
		struct flat flat[WAGON_FLATS];
		struct flats in = { flat, 0 };
		struct wagon w;
		char words[MAX_TEXT] = "";

		for (int i = 0; i < WAGON_FLATS - 1; i++)
			if (i != gone)
				flat[in.n++] = wagon_flat[i];
		memset(&w, 0, sizeof w);
		assert_false(fields_read(wagon_fields, &w, &in, NULLS_OPTIONAL, words));
		assert_true(strncmp(words, wagon_flat[gone].path, strlen(wagon_flat[gone].path)) == 0 && strstr(words, "is missing"));
	}
}

static void fields_take_null_in_views_only(void **state)
{
	reads((struct flat){ "secret", NULL, 0, FLAT_NULL, false }, "secret must not be null", NULLS_OPTIONAL);
	reads((struct flat){ "secret", NULL, 0, FLAT_NULL, false }, NULL, NULLS_ANYWHERE);
	reads((struct flat){ "driver", NULL, 3, FLAT_INT, false }, NULL, NULLS_OPTIONAL);
}

static void fields_come_back_from_bytes(void **state)
{
	uint8_t code[256], again[256];
	struct wagon w = a_wagon(), back;
	char words[MAX_TEXT];
	int n = fields_encode(wagon_fields, &w, code, sizeof code);

	memset(&back, 0, sizeof back);
	assert_int_equal(fields_decode(wagon_fields, &back, code, n, NULLS_OPTIONAL, words), n);
	assert_memory_equal(&back, &w, sizeof w);
	assert_int_equal(code[1] | code[2] << 8, 40000);        /* low byte first, on every machine */
	memset(again, 0, sizeof again);
	assert_int_equal(fields_encode(wagon_fields, &w, again, 3), n);         /* says what it takes and writes no more than it may */
	assert_memory_equal(again, code, 3);
	assert_int_equal(again[3], 0);
}

static void fields_refuse_bytes_that_end_early(void **state)
{
	uint8_t code[256];
	struct wagon w = a_wagon(), back;
	int n = fields_encode(wagon_fields, &w, code, sizeof code);

	for (int cut = 0; cut < n; cut++) {
		char words[MAX_TEXT] = "";
		memset(&back, 0, sizeof back);
		assert_int_equal(fields_decode(wagon_fields, &back, code, cut, NULLS_OPTIONAL, words), -1);
		assert_non_null(strstr(words, "is missing"));
	}
}

static void fields_name_what_is_wrong_in_bytes(void **state)
{
	static const struct { int at; uint8_t byte; const char *like; } row[] = {
		{ 0, 7, "load is out of bounds" }, { 0, 255, "load must not be null" }, { 2, 255, "number is out of bounds" },
		{ 3, 3, "colour is out of bounds" }, { 5, 5, "stops is out of bounds" }, { 7, 100, "stop[1] is out of bounds" },
		{ 12, 1, "days holds" }, { 17, 1, "towns holds" }, { 18, 7, "name is not" }, { 25, 'x', "name is not" },
		{ 27, 0, "crate[0].weight is out of bounds" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		uint8_t code[256];
		struct wagon w = a_wagon(), back;
		char words[MAX_TEXT] = "";
		int n = fields_encode(wagon_fields, &w, code, sizeof code);

		code[row[i].at] = row[i].byte;
		memset(&back, 0, sizeof back);
		assert_int_equal(fields_decode(wagon_fields, &back, code, n, NULLS_OPTIONAL, words), -1);
		if (strncmp(words, row[i].like, strlen(row[i].like)) != 0)
			fail_msg("byte %d: '%s' instead of '%s'", row[i].at, words, row[i].like);
	}
}

static void fields_show_a_seat_what_it_may_see(void **state)
{
	struct wagon w = a_wagon(), view;

	memset(&view, 0, sizeof view);
	fields_view(wagon_fields, &w, 1, &view);
	assert_int_equal(view.load, 5);
	assert_int_equal(view.seat[0], 0xFF);
	assert_int_equal(view.seat[1], 11);
	assert_int_equal(view.seat[2], 0xFF);
	assert_int_equal(view.secret, 0xFF);
	assert_int_equal(view.crate[0].weight, 3);
	assert_int_equal(view.crate[0].mark, 0xFFFF);
	assert_int_equal(view.crate[1].mark, 0);                /* beyond the length: nothing */

	memset(&view, 0, sizeof view);
	fields_view(wagon_fields, &w, WATCHER, &view);
	for (int i = 0; i < 3; i++)
		assert_int_equal(view.seat[i], 0xFF);

	static const struct field sealed[] = {                  /* what is inside something hidden is hidden too */
		{ FIELD_NUMBER(wagon, crates, "crates", 0, 2) },
		{ FIELD_STRUCTS(wagon, crate, "crate", crate_fields, offsetof(struct wagon, crates)), .sight = HIDDEN },
		FIELD_END
	};
	memset(&view, 0, sizeof view);
	fields_view(sealed, &w, 1, &view);
	assert_int_equal(view.crate[0].weight, 0xFF);
	assert_int_equal(view.crate[0].mark, 0xFFFF);
}

static void fields_list_their_paths(void **state)
{
	char at[1024];
	struct text t = text_on(at, sizeof at);

	fields_paths(wagon_fields, &t);
	assert_non_null(strstr(at, "stop[]\n"));
	assert_non_null(strstr(at, "crate[].mark\n"));
}

/* Options, on a game made for it ------------------------------------------ */

static const char *const pace[] = { "slow", "quick", NULL };
static const struct option toy_options[] = {
	{ .name = "pace", .values = pace, .preset = 1 },
	{ .name = "rounds", .min = 2, .max = 250, .preset = 100 },
	{ .name = NULL }
};
static const struct game toy = { .name = "toy", .options = toy_options };

static void options_are_set_by_name(void **state)
{
	uint8_t o[MAX_OPTIONS];
	char words[MAX_TEXT];

	game_presets(&toy, o);
	assert_int_equal(o[0], 1);
	assert_int_equal(o[1], 100);
	assert_true(game_set_option(&toy, o, "pace", "slow", words));
	assert_true(game_set_option(&toy, o, "rounds", "250", words));
	game_option_text(&toy, o, 0, words);
	assert_string_equal(words, "slow");
	game_option_text(&toy, o, 1, words);
	assert_string_equal(words, "250");
}

static void options_say_what_is_allowed(void **state)
{
	static const struct { const char *name, *value, *like[3]; } row[] = {
		{ "speed", "1", { "speed", "pace", "rounds" } }, { "pace", "fast", { "pace=fast", "slow", "quick" } },
		{ "pace", "", { "pace=", "slow", "quick" } }, { "rounds", "1", { "rounds=1", "2", "250" } },
		{ "rounds", "251", { "rounds=251", "2", "250" } }, { "rounds", "-5", { "rounds=-5", "2", "250" } },
		{ "rounds", "5x", { "rounds=5x", "2", "250" } }, { "rounds", "99999999999999999999", { "rounds=9", "2", "250" } },
		{ "rounds", "", { "rounds=", "2", "250" } },
	};
	uint8_t o[MAX_OPTIONS], kept[MAX_OPTIONS];
	char words[MAX_TEXT];

	game_presets(&toy, o);
	memcpy(kept, o, sizeof o);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		assert_false(game_set_option(&toy, o, row[i].name, row[i].value, words));
		for (int k = 0; k < 3; k++)
			assert_non_null(strstr(words, row[i].like[k]));
		assert_memory_equal(o, kept, sizeof o);
	}
}

/* Parsing and draws, on a game with a die and a bag -------------------------- */

enum { DIE, BAG };

/* Even ids are legal; 2 and 3 read the same, and so do 5 and 7. */
static void dice_legal(const struct box *b, const struct state *s, struct moves *out)
{
	(void)b, (void)s;
	out->n = 0;
	for (int id = 0; id < 8; id += 2)
		out->id[out->n++] = (uint16_t)id;
}

static int dice_weight(const struct box *b, const struct state *s, int move)
{
	(void)b, (void)s;
	return 1 + move;                                        /* 1, 3, 5, 7 of 16 */
}

static void dice_text(const struct box *b, const struct state *s, int move, int seat, char out[MAX_TEXT])
{
	static const char *const words[] = { "zero", "one", "two", "four", "four", "odd", "six", "odd" };
	struct text t = text_on(out, MAX_TEXT);

	(void)b, (void)s, (void)seat;
	text_put(&t, words[move]);
}

static const struct game dice = { .name = "dice", .num_moves = 8, .legal = dice_legal, .weight = dice_weight, .text = dice_text };

static void parsing_prefers_what_is_legal(void **state)
{
	struct state s;

	memset(&s, 0, sizeof s);
	assert_int_equal(game_parse(&dice, NULL, &s, "two", 0), 2);
	assert_int_equal(game_parse(&dice, NULL, &s, "four", 0), 4);            /* 3 is not legal */
	assert_int_equal(game_parse(&dice, NULL, &s, "odd", 0), 5);             /* not legal, but why() can explain it */
	assert_int_equal(game_parse(&dice, NULL, &s, "one", 0), 1);
	assert_int_equal(game_parse(&dice, NULL, &s, "three", 0), -1);
	assert_int_equal(game_parse(&dice, NULL, &s, "", 0), -1);
	assert_true(game_is_legal(&dice, NULL, &s, 4));
	assert_false(game_is_legal(&dice, NULL, &s, 3));
	assert_false(game_is_legal(&dice, NULL, &s, -1));
}

static void chance_keeps_to_the_weights(void **state)
{
	enum { DRAWS = 64000 };
	struct rng r = rng_seed(5);
	struct state s;
	int count[8] = { 0 };

	memset(&s, 0, sizeof s);
	for (int i = 0; i < DRAWS; i++)
		count[game_chance(&dice, NULL, &s, &r)]++;
	for (int id = 0; id < 8; id += 2)
		assert_in_range(count[id], DRAWS / 16 * (1 + id) - 700, DRAWS / 16 * (1 + id) + 700);
	assert_int_equal(count[1] + count[3] + count[5] + count[7], 0);
}

/* A draw is named by seed, source and number: in which order they are made, and what else is drawn, does not matter. */
static void draws_do_not_depend_on_each_other(void **state)
{
	enum { DRAWS = 200 };
	int die[DRAWS], bag[DRAWS], same = 0, other_seed = 0;
	struct state s;

	memset(&s, 0, sizeof s);
	for (uint32_t k = 0; k < DRAWS; k++)
		die[k] = game_draw(&dice, NULL, &s, 9, DIE, k);
	for (uint32_t k = 0; k < DRAWS; k++)
		bag[k] = game_draw(&dice, NULL, &s, 9, BAG, k);
	for (uint32_t k = DRAWS; k-- > 0; ) {
		assert_int_equal(game_draw(&dice, NULL, &s, 9, BAG, k), bag[k]);
		assert_int_equal(game_draw(&dice, NULL, &s, 9, DIE, k), die[k]);
		same += die[k] == bag[k];
		other_seed += die[k] == game_draw(&dice, NULL, &s, 10, DIE, k);
	}
	assert_in_range(same, 30, 110);                         /* 84 in 256 by chance: 66 of 200 */
	assert_in_range(other_seed, 30, 110);
}

/* Seed and number of the draw are not interchangeable: games with neighbouring seeds share nothing. */
static void draws_of_neighbouring_seeds_differ(void **state)
{
	enum { SEEDS = 40 };
	struct state s;
	int same = 0, pairs = 0;

	memset(&s, 0, sizeof s);
	for (uint32_t a = 0; a < SEEDS; a++)
		for (uint32_t b = 0; b < a; b++, pairs++)
			same += game_draw(&dice, NULL, &s, a, DIE, b) == game_draw(&dice, NULL, &s, b, DIE, a);
	assert_in_range(same * 100 / pairs, 20, 46);            /* 33 in a hundred by chance */
}

/* The rest ------------------------------------------------------------------- */

static void rules_have_names(void **state)
{
	char name[8];

	game_rule_name(RULE('Q', 31), name);
	assert_string_equal(name, "Q31");
	game_rule_name(RULE('A', 250), name);
	assert_string_equal(name, "A250");
}

static void games_are_found_by_name(void **state)
{
	for (int i = 0; game_list[i]; i++)
		assert_ptr_equal(game_find(game_list[i]->name), game_list[i]);
	assert_null(game_find("chess"));
	assert_null(game_find(""));
}

static void hashes_are_fnv(void **state)
{
	assert_true(codec_hash("", 0) == 0xCBF29CE484222325u);
	assert_true(codec_hash("a", 1) == 0xAF63DC4C8601EC8Cu);
}

static void put_twelve(const struct telling *of, struct text *t)
{
	text_int(t, 12 + of->e->n);
}

static void put_a_name(const struct telling *of, struct text *t)
{
	text_put(t, of->e->seat ? "Ann" : "Bob");
}

/* A sentence is chosen by its event and its way; its places may stand anywhere, in any order, and more than once. */
static void sentences_have_named_places(void **unused)
{
	static const struct sentence_place places[] = { { "a", put_a_name }, { "a number", put_twelve }, { NULL, NULL } };
	static const struct sentence sentences[] = {
		{ .of = { "{a} has {a number}, says {a}." } },
		{ .of = { "nothing", "{a number}{a}" }, .way = sentence_by_n },
		{ .of = { "no thing", "a thing" }, .way = sentence_by_thing },
		{ .of = { "[You have {a number}|{a} has {a number}], for [you|{a}]." } },
	};
	static const struct catalogue catalogue = { sentences, 4, places };
	static const struct { struct event e; const char *words, *you; } told[] = {
		{ { .what = 0, .seat = 1, .n = 1 }, "Ann has 13, says Ann.", NULL },
		{ { .what = 1, .n = 0 }, "nothing", NULL },
		{ { .what = 1, .n = -2 }, "10Bob", NULL },
		{ { .what = 2, .thing = 0, .n = 1 }, "no thing", NULL },
		{ { .what = 2, .thing = 3 }, "a thing", NULL },
		{ { .what = 3, .seat = 1, .n = 1 }, "Ann has 13, for Ann.", NULL },
		{ { .what = 3, .seat = 1, .n = 1 }, "You have 13, for you.", "Ann" },
		{ { .what = 3, .seat = 0, .n = 1 }, "Bob has 13, for Bob.", "Ann" },
	};

	for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
		char out[MAX_TEXT];
		struct text t = text_on(out, MAX_TEXT);
		sentence_tell(&catalogue, &(struct telling){ .e = &told[i].e, .you = told[i].you }, &t);
		assert_string_equal(out, told[i].words);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sentences_have_named_places),
		cmocka_unit_test(text_holds_what_is_put),
		cmocka_unit_test(text_writes_every_number),
		cmocka_unit_test(text_never_runs_over),
		cmocka_unit_test(text_form_takes_words_and_numbers),
		cmocka_unit_test(json_text_is_escaped),
		cmocka_unit_test(rng_repeats),
		cmocka_unit_test(rng_is_pinned),
		cmocka_unit_test(rng_below_is_fair),
		cmocka_unit_test(rng_below_rejects),
		cmocka_unit_test(fields_write_json),
		cmocka_unit_test(fields_write_every_set),
		cmocka_unit_test(fields_know_what_is_the_same),
		cmocka_unit_test(fields_read_what_they_write),
		cmocka_unit_test(fields_name_what_is_wrong_in_json),
		cmocka_unit_test(fields_miss_what_is_not_there),
		cmocka_unit_test(fields_take_null_in_views_only),
		cmocka_unit_test(fields_come_back_from_bytes),
		cmocka_unit_test(fields_refuse_bytes_that_end_early),
		cmocka_unit_test(fields_name_what_is_wrong_in_bytes),
		cmocka_unit_test(fields_show_a_seat_what_it_may_see),
		cmocka_unit_test(fields_list_their_paths),
		cmocka_unit_test(options_are_set_by_name),
		cmocka_unit_test(options_say_what_is_allowed),
		cmocka_unit_test(parsing_prefers_what_is_legal),
		cmocka_unit_test(chance_keeps_to_the_weights),
		cmocka_unit_test(draws_do_not_depend_on_each_other),
		cmocka_unit_test(draws_of_neighbouring_seeds_differ),
		cmocka_unit_test(rules_have_names),
		cmocka_unit_test(games_are_found_by_name),
		cmocka_unit_test(hashes_are_fnv),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
