/* What runs a game outside the rules: settings, sessions, JSON, boxes, files and records. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/codec.h"
#include "base/file.h"
#include "play/record.h"

static char why[MAX_ERROR];

/* Helpers ----------------------------------------------------------------- */

static bool read_words(struct setup *u, const char *words)
{
	char copy[256], *rest;
	const char *word[16];
	int n = 0;

	snprintf(copy, sizeof copy, "%s", words);
	for (char *w = strtok_r(copy, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
		word[n++] = w;
	return setup_read(u, NULL, n, word, why);
}

static struct setup settings(const char *words)
{
	struct setup u;

	if (!read_words(&u, words))
		fail_msg("%s: %s", words, why);
	return u;
}

static void settings_refused(const char *words, const char *reason)
{
	struct setup u, before;

	memset(&u, 0x5A, sizeof u);
	before = u;
	assert_false(read_words(&u, words));
	assert_memory_equal(&u, &before, sizeof u);
	if (!strstr(why, reason))
		fail_msg("%s: '%s' does not say '%s'", words, why, reason);
}

/* A game played at random until it is over or has so many plies. */
static struct session some_game(const char *words, int plies)
{
	struct setup u = settings(words);
	struct rng r = rng_seed(11);
	struct session s;
	struct moves m;

	session_start(&s, &u);
	while (session_to_move(&s) != OVER && s.plies < plies) {
		u.game->legal(&u.box, &s.state, &m);
		session_move(&s, m.id[rng_below(&r, (uint32_t)m.n)]);
		session_settle(&s);
	}
	return s;
}

/* The text is yours. */
static char *written(const struct session *s, enum record_form form)
{
	size_t n;
	char *bytes = record_print(s, form, &n);

	assert_int_equal(strlen(bytes), n);
	return bytes;
}

static struct session reads(const char *text)
{
	struct session s;

	if (!record_read(&s, text, strlen(text), why))
		fail_msg("%s", why);
	return s;
}

static void refused_bytes(const char *text, size_t n, const char *reason)
{
	struct session s, before;

	memset(&s, 0x5A, sizeof s);
	before = s;
	if (record_read(&s, text, n, why))
		fail_msg("this was taken: %s", text);
	assert_memory_equal(&s, &before, sizeof s);
	if (!strstr(why, reason))
		fail_msg("'%s' does not say '%s'", why, reason);
	assert_null(strchr(why, '\n'));
}

static void refused(const char *text, const char *reason)
{
	refused_bytes(text, strlen(text), reason);
}

/* Settings ---------------------------------------------------------------- */

static void settings_are_read(void **state)
{
	struct setup u = settings("queen names=Ann,Bob mode=intro players=4 seed=18446744073709551615 chance=manual");
	assert_int_equal(u.players, 4);
	assert_true(u.manual);
	assert_true(u.seed == UINT64_MAX);
	assert_int_equal(u.option[QUEEN_MODE], MODE_INTRO);
	assert_string_equal(u.name[0], "Ann");
	assert_string_equal(u.name[2], u.game->seats[2]);
	assert_int_equal(settings("blank").players, 1);
}

static void settings_are_refused(void **state)
{
	settings_refused("", "queen, ");
	settings_refused("chess", "there is no game 'chess'; there are: queen, ");
	settings_refused("queen players=2", "players=2 is not possible; queen takes 3 to 5");
	settings_refused("queen players=", "queen takes 3 to 5");
	settings_refused("queen players=99999999999999999999999", "queen takes 3 to 5");
	settings_refused("queen seed=18446744073709551616", "seed=18446744073709551616 is not possible");
	settings_refused("queen seed=-1", "allowed: a number from 0");
	settings_refused("queen chance=maybe", "allowed: auto, manual");
	settings_refused("queen mode=easy", "allowed: passengers, intro");
	settings_refused("queen rounds=0", "a number from 1 to 250");
	settings_refused("queen colour=red",
		"queen has no option 'colour'; it has: mode facing first_round stragglers rounds; every game takes players, rules, seed, chance and names too");
	settings_refused("queen mode=intro mode=intro", "mode is given twice");
	settings_refused("queen fast", "'fast' is not a setting");
	settings_refused("queen =3", "'=3' is not a setting");
	settings_refused("queen names=A,,B", "cannot be a name");
	settings_refused("queen names=A#", "cannot be a name");
	settings_refused("queen names=A,B,C,D", "more names than the 3 players");
	settings_refused("queen names=0123456789012345678901234567890123456789", "cannot be a name");
	settings_refused("queen names=\x01", "cannot be a name");
}

/* Sessions ---------------------------------------------------------------- */

static void a_seed_gives_the_same_game(void **state)
{
	struct session a = some_game("queen seed=3", 120), b = some_game("queen seed=3", 120), c = some_game("queen seed=4", 120);
	assert_true(game_same(&a.state, &b.state));
	assert_false(game_same(&a.state, &c.state));
	session_close(&a);
	session_close(&b);
	session_close(&c);
}

/* The k-th draw of a source does not depend on what was drawn from others, nor on what was undone. */
static void undo_restores_the_draws(void **state)
{
	struct session s = some_game("queen seed=3", 100);
	char *whole = written(&s, RECORD_TEXT);
	uint16_t again[200];
	int n = 0;

	while (session_last(&s) >= 0) {
		again[n++] = s.ply[session_last(&s)].move;
		assert_true(session_undo(&s, why));
	}
	assert_false(session_undo(&s, why));
	assert_string_equal(why, "there is no move to take back");
	assert_true(s.plies > 0);               /* the draws of the set-up stay */
	while (n > 0) {
		session_move(&s, again[--n]);
		session_settle(&s);
	}
	char *replayed = written(&s, RECORD_TEXT);
	assert_string_equal(whole, replayed);
	free(whole);
	free(replayed);
	session_close(&s);
	session_close(&s);
}

/* The tiles of a session, in the order in which chance drew them. */
static int tiles_drawn(const struct session *s, uint16_t out[], int cap)
{
	int n = 0;

	for (int i = 0; i < s->plies; i++)
		if (s->ply[i].source >= 0 && strcmp(s->setup.game->sources[s->ply[i].source], "tiles") == 0 && n < cap)
			out[n++] = s->ply[i].move;
	return n;
}

static void draws_do_not_depend_on_moves(void **state)
{
	int later = 0;

	for (int seed = 1; seed <= 10; seed++) {
		char words[2][64];
		uint16_t a[12], b[12];
		snprintf(words[0], sizeof words[0], "queen seed=%d", seed);
		snprintf(words[1], sizeof words[1], "queen seed=%d players=5", seed);
		struct session three = some_game(words[0], 400), five = some_game(words[1], 400);
		int n = tiles_drawn(&three, a, 12), m = tiles_drawn(&five, b, 12);
		for (int i = 0; i < n && i < m; i++) {
			assert_int_equal(a[i], b[i]);
			later += i > 0;
		}
		session_close(&three);
		session_close(&five);
	}
	assert_true(later > 10);
}

static void manual_chance_waits(void **state)
{
	struct setup u = settings("queen chance=manual");
	struct session s;
	struct events told;

	session_start(&s, &u);
	assert_int_equal(session_to_move(&s), CHANCE);
	assert_true(session_play(&s, "- tile A2-3", why));
	session_told(&s, 0, &told);
	assert_true(told.n > 0);
	assert_int_equal(session_to_move(&s), 0);
	assert_true(session_undo(&s, why));
	assert_int_equal(session_to_move(&s), CHANCE);
	session_close(&s);
}

static void play_refuses(const struct session *s, const char *typed, const char *reason)
{
	struct session copy = *s;

	assert_false(session_play(&copy, typed, why));
	assert_memory_equal(&copy, s, sizeof copy);
	if (!strstr(why, reason))
		fail_msg("'%s' does not say '%s'", why, reason);
}

static void moves_are_refused_by_rule(void **state)
{
	struct setup u = settings("queen seed=3");
	struct session s;

	session_start(&s, &u);
	play_refuses(&s, "1 speed 2", "Q143 it is the turn of seat 0, not of seat 1");
	play_refuses(&s, "1 sail away", "Q143 it is the turn of seat 0, not of seat 1");
	play_refuses(&s, "- die left", "Q81 a tile is laid only when a ship has reached the newest one (it is the turn of seat 0, not of chance)");
	play_refuses(&s, "speed 7", "Q18 no ship goes faster than 6");
	play_refuses(&s, "", "there is no move ''");
	play_refuses(&s, "ahead", "Q14 ");
	assert_true(session_play(&s, "  0 speed 2 ", why));
	play_refuses(&s, "end", "Q29 ");
	session_close(&s);
}

static void nothing_is_played_after_the_end(void **state)
{
	struct session s = some_game("blank players=2", 1000);
	assert_int_equal(session_to_move(&s), OVER);
	play_refuses(&s, "pass", "L2 the game is over");
	play_refuses(&s, "0 pass", "L2 the game is over");
	play_refuses(&s, "fly", "L2 the game is over");
	session_close(&s);
}

/* JSON -------------------------------------------------------------------- */

static void json_refused(const char *text, const char *reason)
{
	struct json j;

	assert_false(json_read(&j, text, strlen(text), why));
	if (!strstr(why, reason))
		fail_msg("'%s' does not say '%s'", why, reason);
}

static void json_is_flattened(void **state)
{
	static const char text[] = "{\"a\":1,\"b\":[{\"c\":\"x\"},null,true],\"d\":{}}";
	static const char *const paths[] = { "a", "b", "b[0]", "b[0].c", "b[1]", "b[2]", "d" };
	static const uint8_t kinds[] = { FLAT_INT, FLAT_LIST, FLAT_OBJECT, FLAT_TEXT, FLAT_NULL, FLAT_BOOL, FLAT_OBJECT };
	struct json j;

	assert_true(json_read(&j, text, strlen(text), why));
	assert_int_equal(j.flats.n, 7);
	for (int i = 0; i < 7; i++) {
		assert_string_equal(j.flats.of[i].path, paths[i]);
		assert_int_equal(j.flats.of[i].kind, kinds[i]);
	}
	assert_int_equal(j.flats.of[1].n, 3);
	assert_string_equal(j.flats.of[3].text, "x");
	json_drop(&j);
}

static void json_is_strict(void **state)
{
	char deep[200] = "{\"a\":", *large = malloc(JSON_BYTES + 2);
	struct json j;

	json_refused("", "bad JSON at line 1");
	json_refused("{\n \"a\": 1,\n \"a\": 2}", "line 3 column 4");
	json_refused("{\"a\":1} x", "column 9");
	json_refused("[1]", "not an object");
	json_refused("{\"a\":1.5}", "a is not a whole number");
	json_refused("{\"a[0].b\":1}", "'a[0].b' is unknown");
	json_refused("{\"\":1}", "is unknown");
	json_refused("{\"a\":\"\\u0000\"}", "bad JSON");
	json_refused("{\"a\":\"\xFF\"}", "bad JSON");
	json_refused("{\"a\":99999999999999999999}", "bad JSON");
	for (int i = 0; i < 20; i++)
		strcat(deep, "[");
	for (int i = 0; i < 20; i++)
		strcat(deep, "]");
	json_refused(strcat(deep, "}"), "too large");
	memset(large, ' ', JSON_BYTES + 2);
	assert_false(json_read(&j, large, JSON_BYTES + 1, why));
	assert_non_null(strstr(why, "at most 1048576"));
	free(large);
}

/* Boxes and files ----------------------------------------------------------- */

static void boxes_have_hashes(void **state)
{
	char first[BOX_HASH], second[BOX_HASH];

	for (int i = 0; game_list[i]; i++) {
		boxfile_hash(game_list[i], game_list[i]->box, first);
		assert_int_equal(strlen(first), BOX_HASH - 1);
		assert_true(boxfile_built_in(game_list[i], game_list[i]->box));
	}
	struct setup u = settings("queen");
	u.box.queen.coal_start--;
	boxfile_hash(u.game, &u.box, second);
	boxfile_hash(u.game, u.game->box, first);
	assert_string_not_equal(first, second);
	assert_false(boxfile_built_in(u.game, &u.box));
}

static void box_refused(const char *text, const char *reason)
{
	struct boxfile f, before;
	struct json j;

	memset(&f, 0x5A, sizeof f);
	before = f;
	assert_true(json_read(&j, text, strlen(text), why));
	assert_false(boxfile_read(&f, &j, why));
	json_drop(&j);
	assert_memory_equal(&f, &before, sizeof f);
	if (!strstr(why, reason))
		fail_msg("'%s' does not say '%s'", why, reason);
}

static void boxes_are_checked(void **state)
{
	struct boxfile f;

	box_refused("{}", "this is no box");
	box_refused("{\"game\":3}", "this is no box");
	box_refused("{\"game\":\"chess\"}", "'chess' that is not here");
	box_refused("{\"game\":\"blank\",\"name\":\"mine\"}", "rounds is missing");
	box_refused("{\"game\":\"blank\",\"name\":\"mine\",\"rounds\":0}", "rounds");
	box_refused("{\"game\":\"blank\",\"name\":\"mine\",\"rounds\":2,\"extra\":1}", "extra is unknown here");
	assert_false(boxfile_load(&f, "/nowhere/box.json", why));
	assert_non_null(strstr(why, "cannot read '/nowhere/box.json': No such file"));
}

static void file_holds(const char *path, const char *expected, size_t size)
{
	char *bytes;
	size_t n;

	assert_true(file_read(path, &bytes, &n, why));
	assert_int_equal(n, size);
	assert_memory_equal(bytes, expected, size + 1);
	free(bytes);
}

static void files_come_back_whole(void **state)
{
	char dir[] = "/tmp/bigmuddy-test-XXXXXX", path[64];

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/file", dir);
	assert_false(file_is_there(path));
	assert_true(file_write(path, "a\0b", 3, why));
	file_holds(path, "a\0b", 3);
	assert_true(file_is_there(path));
	assert_int_equal(unlink(path) | rmdir(dir), 0);
}

/* What lies beside the file is not ours, a link stays one, and rights are kept. */
static void files_are_written_without_damage(void **state)
{
	char dir[] = "/tmp/bigmuddy-test-XXXXXX", path[64], part[64], link[64];
	struct stat made;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/file", dir);
	snprintf(part, sizeof part, "%s/file.part1", dir);
	snprintf(link, sizeof link, "%s/link", dir);
	assert_int_equal(symlink("file", link), 0);
	assert_false(file_is_there(link));
	assert_true(file_write(link, "one", 3, why));           /* it leads to no file yet */
	assert_true(file_write(part, "own", 3, why));
	assert_int_equal(chmod(path, 0640), 0);
	assert_true(file_is_there(link));
	assert_true(file_write(link, "two", 3, why));
	file_holds(path, "two", 3);
	file_holds(part, "own", 3);
	assert_true(lstat(link, &made) == 0 && S_ISLNK(made.st_mode));
	assert_true(stat(path, &made) == 0 && (made.st_mode & 0777) == 0640);
	assert_int_equal(unlink(path) | unlink(part) | unlink(link) | rmdir(dir), 0);       /* and nothing else is left */
}

static void files_that_cannot_be_had(void **state)
{
	char *bytes;
	size_t n;

	assert_false(file_is_there("/dev/null"));
	assert_false(file_read("/tmp", &bytes, &n, why));
	assert_string_equal(why, "cannot read '/tmp': Is a directory");
	assert_false(file_read("/dev/zero", &bytes, &n, why));
	assert_non_null(strstr(why, "at most 16777216 bytes"));
	assert_false(file_write("/nowhere/file", "x", 1, why));
	assert_non_null(strstr(why, "cannot write '/nowhere/file'"));
	assert_false(file_write("/dev/full", "x", 1, why));
}

/* Records ------------------------------------------------------------------- */

static void same_both_ways(const struct session *s)
{
	for (int form = RECORD_TEXT; form <= RECORD_JSON; form++) {
		char *text = written(s, (enum record_form)form);
		struct session t = reads(text);
		char *again = written(&t, (enum record_form)form), *other = written(&t, (enum record_form)!form);
		struct session u = reads(other);
		char *back = written(&u, (enum record_form)form);

		assert_string_equal(text, again);
		assert_string_equal(text, back);
		assert_true(game_same(&t.state, &s->state));
		assert_int_equal(t.plies, s->plies);
		session_close(&t);
		session_close(&u);
		free(text);
		free(again);
		free(other);
		free(back);
	}
}

static void records_come_back(void **state)
{
	static const char *const games[] = {
		"blank players=3", "queen seed=1", "queen seed=2 players=5 mode=intro names=A,B", "queen seed=7 facing=free rounds=2",
		"queen seed=18446744073709551615 stragglers=out",
	};

	for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
		for (int plies = 0; plies < 100000; plies = plies * 5 + 3) {
			struct session s = some_game(games[i], plies);
			same_both_ways(&s);
			session_close(&s);
		}
}

static void manual_records_have_no_seed(void **state)
{
	struct setup u = settings("queen chance=manual");
	struct session s;

	session_start(&s, &u);
	same_both_ways(&s);
	assert_true(session_play(&s, "tile A3-1", why));
	same_both_ways(&s);
	char *text = written(&s, RECORD_TEXT);
	assert_null(strstr(text, "seed"));
	free(text);
	session_close(&s);
}

static void other_boxes_are_carried(void **state)
{
	struct setup u = settings("blank players=2");
	struct session s;

	u.box.blank.rounds = 2;
	strcpy(u.box.name, "short");
	session_start(&s, &u);
	for (int i = 0; i < 4; i++)
		assert_true(session_play(&s, "pass", why));
	assert_int_equal(session_to_move(&s), OVER);
	same_both_ways(&s);
	char *text = written(&s, RECORD_TEXT);
	assert_non_null(strstr(text, "pieces {\"game\":\"blank\",\"name\":\"short\",\"rounds\":2}\n"));
	text[strcspn(text, "x") + 2] = 'x';     /* "box 12.." */
	refused(text, "is not the one at hand");
	free(text);
	session_close(&s);
}

static void positions_are_carried(void **state)
{
	struct session s = some_game("queen seed=1", 60);
	struct state at = s.state;
	struct moves m;

	session_place(&s, &at);
	same_both_ways(&s);
	s.setup.game->legal(&s.setup.box, &s.state, &m);
	session_move(&s, m.id[0]);
	same_both_ways(&s);
	session_close(&s);
}

static const char head[] = "big muddy record 1\ngame blank\nrules 1\nplayers 2\n";
static const char blank_game[] =
	"# A record with comments everywhere\nbig muddy record 1  # and here\n# above the game\ngame blank\nrules 1\nplayers 2  # two\n"
	"names Ann, Bob the Great\nseed 7\nbox built-in 71b186b851e866e71be237342976049a\n"
	"# before it begins\n# in two lines\nturn 1  # the first\n  # Ann thinks\n  0 pass  # \xE2\x99\xA5\nturn 2\n  1 pass\nturn 3\n  0 pass\n"
	"turn 4\n  1 pass\nturn 5\n  0 pass\n# the last\nturn 6\n  1 pass\n#\nresult everybody passed: 0 place 1 shared, 1 place 1 shared  # fair\n# bye\n";

static void comments_stay(void **state)
{
	struct session s = reads(blank_game);
	char *text = written(&s, RECORD_TEXT);
	assert_string_equal(text, blank_game);
	assert_int_equal(s.remarks, 13);
	same_both_ways(&s);
	assert_true(session_undo(&s, why));     /* what was said of the last move goes with it */
	assert_int_equal(s.remarks, 10);
	same_both_ways(&s);
	free(text);
	session_close(&s);
}

/* As editors and mailers leave it. */
static void loose_texts_are_read(void **state)
{
	static const char loose[] = "\xEF\xBB\xBF" "big muddy record 1\r\n\r\nplayers 2\r\n"
		"\tgame   blank\r\nturn 1\r\n0   pass\r\n\r\n turn 2 \r\n\t1 pass\t# so\r\nturn 3";
	struct session s;

	s = reads(loose);
	assert_int_equal(s.plies, 2);
	assert_true(s.setup.manual);
	assert_int_equal(s.remarks, 1);
	session_close(&s);
	s = reads(" \n {\"record\":1,\"game\":\"blank\",\"players\":2,\"moves\":[{\"turn\":1,\"by\":0,\"move\":\"pass\"}]}");
	assert_int_equal(s.plies, 1);
	session_close(&s);
}

static void with_head(const char *body, const char *reason)
{
	char text[1000];

	snprintf(text, sizeof text, "%s%s", head, body);
	refused(text, reason);
}

static void broken_heads_are_refused(void **state)
{
	refused("", "line 0: this is not a record");
	refused("hello\n", "line 1: this is not a record");
	refused("game blank\n", "line 1: this is not a record");
	refused("big muddy record 2\ngame blank\nplayers 2\n", "line 1: this is a record of version '2'");
	refused("big muddy record 1\nplayers 2\n", "which game");
	refused("big muddy record 1\ngame blank\n", "how many players");
	refused("big muddy record 1\ngame chess\nplayers 2\n", "line 2: there is no game 'chess'");
	refused("big muddy record 1\ngame blank\n\nplayers 6\n", "line 4: players=6 is not possible; blank takes 1 to 5");
	with_head("players 2\n", "line 5: 'players' is given twice");
	with_head("names A, B, C\n", "line 5: there are more names");
	with_head("options mode=intro\n", "line 5: blank has no option 'mode'");
	refused("big muddy record 1\ngame queen\nplayers 3\noptions mode=intro rounds=9 mode=intro\n", "line 4: mode is given twice");
	with_head("seed x\n", "line 5: seed=x is not possible");
	with_head("box built-in 123\n", "line 5: the box 'built-in 123' is not the one at hand");
	with_head("box 123\n", "line 5: the box '123' is not the one at hand");
	with_head("pieces {\"game\":\"blank\"\n", "line 5: bad JSON");
	with_head("pieces {\"game\":\"blank\",\"name\":\"x\",\"rounds\":10}\n", "line 5: rounds");
	with_head("pieces {\"game\":\"blank\",\"name\":\"x\",\"rounds\":3}\n", "line 5: the pieces are those of a built-in box");
	with_head("position {\"game\":\"blank\"}\n", "line 5: rules is missing");
	with_head("colour red\n", "line 5: 'colour red' is neither");
	refused("big muddy record 1\ngame blank\nrules 9\nplayers 2\n", "line 3: rules of version '9' are unknown");
}

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define TABLE "table abcdefgh\n"
#define COMMIT "commit " ZEROS "\n"
#define KEY "key " ZEROS "\n"
#define NONCES "nonces " ZEROS ", -, -\n"

/* A game with one draw, and these lines in its head. */
static void with_proof(const char *lines, const char *reason)
{
	char text[1500];

	snprintf(text, sizeof text, "big muddy record 1\ngame queen\nplayers 3\n%sturn 0\n  - tile A1-4\n", lines);
	refused(text, reason);
}

/* How a server drew comes along, until the game goes on or back. */
static void proofs_are_carried(void **state)
{
	static const char *const texts[] = {
		"big muddy record 1\ngame queen\nplayers 3\n" TABLE COMMIT KEY "nonces " ZEROS ",-,  -\ndraws 9\nturn 0\n  - tile A1-4\n",
		"big muddy record 1\ngame queen\nplayers 3\n" TABLE COMMIT KEY "nonces " ZEROS ",-,  -\nrows 9\nturn 0\n  - tile A1-4\n",
	};

	for (int change = 0; change < 6; change++) {
		struct session s = reads(texts[change / 3]);
		assert_non_null(s.proof);
		assert_string_equal(s.proof->table, "abcdefgh");
		assert_true(s.proof->fair.revealed[0] && !s.proof->fair.revealed[1] && s.proof->numbers == 1 && s.proof->number[0] == 9);
		assert_int_equal(s.proof->fair.way, change / 3 ? FAIR_BY_ROW : FAIR_BY_SOURCE);
		same_both_ways(&s);
		if (change % 3 == 0)
			assert_true(session_play(&s, "speed 1", why));
		else if (change % 3 == 1)
			assert_true(session_undo(&s, why));
		else
			session_place(&s, &s.state);
		assert_null(s.proof);
		same_both_ways(&s);
		session_close(&s);
	}
}

static void broken_proofs_are_refused(void **state)
{
	with_proof(TABLE, "table, commit, key, nonces and draws (or rows, of an old table) come together");
	with_proof(TABLE COMMIT KEY NONCES, "come together");
	with_proof(TABLE COMMIT KEY NONCES "rows 9\ndraws 0\n", "come together");
	with_proof(TABLE COMMIT KEY "draws 0\nrows 9\n", "come together");
	with_proof("seed 1\n" TABLE COMMIT KEY NONCES "rows 9\n", "no seed");
	with_proof("table abc\n" COMMIT KEY NONCES "rows 9\n", "line 4: the id of a table has 8 characters");
	with_proof(TABLE "commit 00\n" KEY NONCES "rows 9\n", "line 5: 'commit' has 64 hexadecimal digits");
	with_proof(TABLE COMMIT "key X\n" NONCES "rows 9\n", "line 6: 'key' has 64");
	with_proof(TABLE COMMIT KEY "nonces -, -\nrows 9\n", "line 7: there are not as many nonces as players");
	with_proof(TABLE COMMIT KEY "nonces -, -, -, -\nrows 9\n", "line 7: there are not as many nonces as players");
	with_proof(TABLE COMMIT KEY "nonces -, 12, -\nrows 9\n", "line 7: a nonce has 64");
	with_proof(TABLE COMMIT KEY NONCES "rows 9, 10\n", "line 8: there are not as many rows as chance moves: they are 1");
	with_proof(TABLE COMMIT KEY NONCES "rows x\n", "line 8: rows are numbers that ascend");
	with_proof(TABLE COMMIT KEY NONCES "rows 0\n", "line 8: rows are numbers that ascend");
	with_proof(TABLE COMMIT KEY NONCES "rows 4294967296\n", "line 8: rows are numbers that ascend");
	with_proof(TABLE COMMIT KEY NONCES "rows ,\n", "line 8: rows are numbers that ascend");
	with_proof(TABLE COMMIT KEY NONCES "draws 0, 1\n", "line 8: there are not as many draws as chance moves: they are 1");
	with_proof(TABLE COMMIT KEY NONCES "draws x\n", "line 8: draws are numbers that ascend for each pile, bag and die");
	with_proof(TABLE COMMIT KEY NONCES "draws 4294967295\n", "line 8: draws are numbers that ascend");
}

static void broken_moves_are_refused(void **state)
{
	with_head("0 pass\n", "line 5: the line 'turn 1' is missing before 'pass'");
	with_head("turn 2\n", "line 5: this is turn 1, not 2");
	with_head("turn one\n", "line 5: 'turn one' is no turn");
	with_head("turn 1\n  1 pass\n", "line 6: L1 it is the turn of seat 0, not of seat 1: 'pass'");
	with_head("turn 1\n  - pass\n", "line 6: L1 it is the turn of seat 0, not of chance");
	with_head("turn 1\n  0 fly\n", "line 6: there is no move 'fly'; legal now: pass: 'fly'");
	with_head("turn 1\n  0\n", "line 6: a move is missing");
	with_head("turn 1\n  0 pass,\n", "line 6: a move is missing");
	with_head("turn 1\n  0 pass, pass\n", "line 6: the line 'turn 2' is missing");
	with_head("turn 1\n  0 pass\nturn 1\n", "line 7: turn 1 has begun already");
	with_head("turn 1\n  0 pass\nseed 4\n", "line 7: 'seed' belongs before the first turn");
	with_head("turn 1\n  0 pass\nresult everybody passed\n", "line 7: there is a result, but the game is not over");
	refused("big muddy record 1\ngame queen\nplayers 3\nturn 0\n- tile A1-4\nturn 1\n0 speed 2, ahead, push N\n", "line 7: Q57 ");
}

static void broken_results_are_refused(void **state)
{
	const char *result = strstr(blank_game, "result"), *comment = strstr(blank_game, "  # fair");
	char text[1200];

	snprintf(text, sizeof text, "%.*s", (int)(result - blank_game), blank_game);
	refused(text, "the game is over, but its result is missing: 'result everybody passed: 0 place 1 shared, 1 place 1 shared'");
	snprintf(text, sizeof text, "%.*sresult nobody won\n", (int)(result - blank_game), blank_game);
	refused(text, "line 27: the result is 'everybody passed: 0 place 1 shared, 1 place 1 shared'");
	snprintf(text, sizeof text, "%.*s\nturn 7\n", (int)(comment - blank_game), blank_game);
	refused(text, "line 28: nothing but comments can follow the result");
	snprintf(text, sizeof text, "%.*s\n%s", (int)(comment - blank_game), blank_game, result);
	refused(text, "line 28: there is a second result");
}

static void bytes_that_are_no_text_are_refused(void **state)
{
	static const char nul[] = "big muddy record 1\ngame blank\0\nplayers 2\n", bad[] = "big muddy record 1\n  # \xC3(\n", bell[] = "\a";
	char *large = malloc(100000);

	refused_bytes(nul, sizeof nul - 1, "line 2: byte 11 is 0x00, which is not text");
	refused(bad, "line 2: byte 5 is 0xc3");
	refused(bell, "line 1: byte 1 is 0x07");
	snprintf(large, 100000, "%s# %09999d\n", head, 0);
	refused(large, "a comment has 9999 bytes: at most 2000 are kept");
	snprintf(large, 100000, "%sturn 1\n0 %099000d\n", head, 0);
	refused(large, "line 6: there is no move '00000");
	free(large);
}

static void with_json_head(const char *rest, const char *reason)
{
	char text[1000];

	snprintf(text, sizeof text, "{\"record\":1,\"game\":\"blank\",%s}", rest);
	refused(text, reason);
}

static void broken_json_records_are_refused(void **state)
{
	refused("{", "bad JSON at line 1");
	refused("{}", "this is not a record");
	with_json_head("\"players\":[2]", "players: this must be a word or a number");
	with_json_head("\"players\":2,\"names\":\"A\"", "names: this must be a list");
	with_json_head("\"players\":2,\"names\":[\"A, B\"]", "names: only plain words");
	with_json_head("\"players\":2,\"what\":1", "'what' is unknown here");
	with_json_head("\"players\":2,\"moves\":3", "moves: this must be a list");
	with_json_head("\"players\":2,\"moves\":[3]", "moves[0]: a move is an object");
	with_json_head("\"players\":2,\"moves\":[{\"turn\":1,\"by\":1,\"move\":\"pass\"}]", "moves[0]: L1 it is the turn of seat 0");
	with_json_head("\"players\":2,\"moves\":[{\"turn\":2,\"by\":0,\"move\":\"pass\"}]", "moves[0]: this is turn 1, not 2");
	with_json_head("\"players\":2,\"comments\":[{\"above\":\"seed\",\"text\":\"x\"}]", "comments[0]: there is no such place");
	with_json_head("\"players\":2,\"comments\":[{\"above\":\"move\",\"ply\":0,\"text\":\"x\"}]", "comments[0]: there is no such");
	with_json_head("\"players\":2,\"comments\":[{\"above\":\"end\",\"text\":\"a\\nb\"}]", "byte 2 of the comment is no text");
	with_json_head("\"players\":2,\"result\":{\"ending\":\"x\",\"places\":[],\"fates\":[]}", "result: there is a result, but");
}

/* Every byte of a sound record damaged in turn: nothing crashes, and what is still taken is a sound record again. */
static void damage_is_harmless(void **state)
{
	struct session s = some_game("queen seed=5 rounds=1", 30);
	char *text = written(&s, RECORD_TEXT);
	size_t n = strlen(text);

	for (size_t i = 0; i < n; i++)
		for (int bit = 0; bit < 8; bit += 3) {
			struct session t;
			text[i] = (char)(text[i] ^ 1 << bit);
			if (record_read(&t, text, n, why)) {
				same_both_ways(&t);
				session_close(&t);
			}
			text[i] = (char)(text[i] ^ 1 << bit);
		}
	for (size_t k = 0; k < n; k++) {
		struct session t;
		char *exact = malloc(k + 1);    /* so that a sanitizer sees the end */
		memcpy(exact, text, k);
		if (record_read(&t, exact, k, why))
			session_close(&t);
		free(exact);
	}
	free(text);
	session_close(&s);
}

/* A record that has only that head; session_close() it. */
static struct session begun_by(const char *game, const char *words)
{
	struct session s;
	char text[300];

	snprintf(text, sizeof text, "big muddy record 1\ngame %s\n%s", game, words);
	if (!record_read(&s, text, strlen(text), why))
		fail_msg("%s: %s", words, why);
	return s;
}

/* The version of the rules brings its options and its box; a box that was built in once is known by its hash, whoever names it. */
static void older_versions_are_played(void **state)
{
	static const char first[] = "9f2c4668283a5e5ca2dd8598d8f130c6";         /* of version 1 of rails */
	static const struct { const char *head, *hash; int rules, order; } row[] = {
		{ "rules 1\nplayers 3\n", first, 1, ORDER_FIXED },
		{ "rules 1\nplayers 3\noptions freight=off\nbox built-in\n", first, 1, ORDER_FIXED },
		{ "rules 1\nplayers 3\nbox built-in 9f2c4668283a5e5ca2dd8598d8f130c6\n", first, 1, ORDER_FIXED },
		{ "rules 2\nplayers 3\nbox built-in 9f2c4668283a5e5ca2dd8598d8f130c6\n", first, 2, ORDER_TURNING },
		{ "rules 2\nplayers 3\noptions order=fixed\n", NULL, 2, ORDER_FIXED },
		{ "players 3\n", NULL, 2, ORDER_TURNING },
	};
	char hash[BOX_HASH];

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct session s = begun_by("rails", row[i].head);
		boxfile_hash(s.setup.game, row[i].hash ? &s.setup.box : s.setup.game->box, hash);
		if (row[i].hash)
			assert_string_equal(hash, row[i].hash);
		assert_int_equal(s.state.rules, row[i].rules);
		assert_int_equal(s.state.option[RAILS_ORDER], row[i].order);
		assert_true(boxfile_built_in(s.setup.game, &s.setup.box));
		session_close(&s);
	}
	struct setup u = settings("rails rules=1 players=4");
	assert_int_equal(u.rules, 1);
	assert_int_equal(u.option[RAILS_ORDER], ORDER_FIXED);
	boxfile_hash(u.game, &u.box, hash);
	assert_string_equal(hash, first);
	settings_refused("rails rules=3", "rules of version '3' are unknown: this program plays versions 1 to 2");
	settings_refused("rails rules=1 order=turning", "order came with version 2 of the rules: version 1 has no such option");
}

/* Version 1 of Broadhorns had other fares: whoever names it, or its box, is paid those. */
static void older_fares_are_paid(void **state)
{
	static const char first[] = "a750e1d5af141ac6c4053207a351f2c6";
	static const struct { const char *head; int nearest, farthest; } row[] = {
		{ "rules 1\nplayers 2\n", 1, 5 },
		{ "rules 2\nplayers 2\nbox built-in a750e1d5af141ac6c4053207a351f2c6\n", 1, 5 },
		{ "rules 2\nplayers 2\n", 3, 4 },
	};
	char hash[BOX_HASH];

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct session s = begun_by("broadhorns", row[i].head);
		assert_int_equal(s.setup.box.broadhorns.traveler[0].gold, row[i].nearest);
		assert_int_equal(s.setup.box.broadhorns.traveler[TRAVELERS - 2].gold, row[i].farthest);
		session_close(&s);
	}
	struct setup u = settings("broadhorns rules=1 players=2");
	boxfile_hash(u.game, &u.box, hash);
	assert_string_equal(hash, first);
}

/* The first two boxes of Broadhorns had the same pieces and fewer fields: records of that time, as they were written then. */
static void older_boxes_are_known(void **state)
{
	static const char settled[] =
		"big muddy record 1\n"
		"game broadhorns\n"
		"rules 1\n"
		"players 2\n"
		"names Red, Green\n"
		"options delivery=port traveler_waits=printed current=bonus wreaths=all rounds=200\n"
		"seed 1\n";
	static const char moves[] =
		"turn 0\n"
		"  - tile STG-3, tile CAP-5, tile NMD-4, tile MEM-3, tile HEL-6, tile GRV-4, tile VIC-3, tile NAT-2, tile BAT-2, tile NOR-3, draw "
		"spoil-flour-4, draw TR4, draw VIC-U\n"
		"turn 1\n"
		"  0 port, boat 20\n";
	static const char *const hashes[] = { "6426700e46ed386b71309ddbf027ebfc", "21cee66220198fba5975b4f42fb62edd" };
	char text[2000];

	for (int i = 0; i < 2; i++) {
		struct session s;
		snprintf(text, sizeof text, "%sbox built-in %s\n%s", settled, hashes[i], moves);
		if (!record_read(&s, text, strlen(text), why))
			fail_msg("%s: %s", hashes[i], why);
		assert_int_equal(s.state.rules, 1);
		assert_true(boxfile_built_in(s.setup.game, &s.setup.box));
		session_close(&s);
	}
	struct box b;
	assert_false(boxfile_find(game_find("queen"), hashes[0], &b));
	assert_false(boxfile_find(game_find("broadhorns"), "6426700e46ed386b71309ddbf027ebfd", &b));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_are_read),
		cmocka_unit_test(settings_are_refused),
		cmocka_unit_test(a_seed_gives_the_same_game),
		cmocka_unit_test(undo_restores_the_draws),
		cmocka_unit_test(draws_do_not_depend_on_moves),
		cmocka_unit_test(manual_chance_waits),
		cmocka_unit_test(moves_are_refused_by_rule),
		cmocka_unit_test(nothing_is_played_after_the_end),
		cmocka_unit_test(json_is_flattened),
		cmocka_unit_test(json_is_strict),
		cmocka_unit_test(boxes_have_hashes),
		cmocka_unit_test(boxes_are_checked),
		cmocka_unit_test(files_come_back_whole),
		cmocka_unit_test(files_are_written_without_damage),
		cmocka_unit_test(files_that_cannot_be_had),
		cmocka_unit_test(records_come_back),
		cmocka_unit_test(manual_records_have_no_seed),
		cmocka_unit_test(other_boxes_are_carried),
		cmocka_unit_test(positions_are_carried),
		cmocka_unit_test(comments_stay),
		cmocka_unit_test(loose_texts_are_read),
		cmocka_unit_test(broken_heads_are_refused),
		cmocka_unit_test(proofs_are_carried),
		cmocka_unit_test(broken_proofs_are_refused),
		cmocka_unit_test(broken_moves_are_refused),
		cmocka_unit_test(broken_results_are_refused),
		cmocka_unit_test(bytes_that_are_no_text_are_refused),
		cmocka_unit_test(broken_json_records_are_refused),
		cmocka_unit_test(damage_is_harmless),
		cmocka_unit_test(older_versions_are_played),
		cmocka_unit_test(older_fares_are_paid),
		cmocka_unit_test(older_boxes_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
