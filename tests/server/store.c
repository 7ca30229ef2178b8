/* Storage: the same promises for every backend. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "shelf.h"

/* For all ------------------------------------------------------------- */

static void assert_same_head(const struct head *a, const struct head *b)
{
	assert_string_equal(a->id, b->id);
	assert_ptr_equal(a->game, b->game);
	assert_int_equal(a->rules, b->rules);
	assert_int_equal(a->players, b->players);
	assert_memory_equal(a->option, b->option, MAX_OPTIONS);
	assert_int_equal(a->listed, b->listed);
	assert_string_equal(a->level, b->level);
	assert_int_equal(a->pace.move, b->pace.move);
	assert_int_equal(a->pace.bank, b->pace.bank);
	assert_int_equal(a->pace.slow, b->pace.slow);
	assert_int_equal(a->made, b->made);
	assert_memory_equal(a->host, b->host, HASH_BYTES);
	assert_memory_equal(a->key, b->key, HASH_BYTES);
	assert_string_equal(a->from, b->from);
}

static void what_is_saved_is_loaded(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	struct head h = record_head_of("abcdefgh");
	strcpy(h.from, "zzzzzzzz");
	struct save *s = save_of(h.id, &h, 1, 3, "Zoë \"quoted\" \\ {a,b} $1 '; --");

	s->rows.of[2].kind = ROW_CHAT;
	s->rows.of[2].by = BY_SERVER;
	s->rows.of[2].at = INT64_MAX;
	s->rows.of[2].key[0] = '\0';
	s->snapshot_seq = 3;
	s->snapshot_n = 300;
	for (int i = 0; i < 300; i++)
		s->snapshot[i] = (uint8_t)i;
	assert_int_equal(put(b, self, s), STORED);

	struct loaded *l = get(b, other, h.id, 0);
	assert_true(l->found);
	assert_same_head(&l->head, &h);
	assert_ptr_equal(l->head.box, h.game->box);
	assert_int_equal(l->rows.n, 3);
	for (int i = 0; i < 3; i++) {
		const struct row *x = &l->rows.of[i], *y = &s->rows.of[i];
		assert_true(x->seq == y->seq && x->kind == y->kind && x->by == y->by && x->seat == y->seat && x->at == y->at);
		assert_string_equal(x->key, y->key);
		assert_string_equal(x->text, y->text);
	}
	assert_int_equal(l->snapshot_seq, 3);
	assert_int_equal(l->snapshot_n, 300);
	assert_memory_equal(l->snapshot, s->snapshot, 300);
	got(l);

	l = get(b, other, h.id, 2);
	assert_true(l->found);
	assert_same_head(&l->head, &h);
	assert_int_equal(l->rows.n, 1);
	assert_int_equal(l->rows.of[0].seq, 3);
	assert_int_equal(l->snapshot_seq, 0);
	got(l);

	l = get(b, other, "nowhere2", 0);
	assert_false(l->found);
	got(l);
	save_drop(s);
	b->kind->close(self);
	b->kind->close(other);
}

static void a_box_of_its_own_comes_back(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct head h = record_head_of("abcdefgh");
	struct box *own = malloc(sizeof *own);
	struct save *s = save_of(h.id, &h, 1, 0, "");
	char ours[BOX_HASH], theirs[BOX_HASH];

	assert_non_null(own);
	*own = *h.game->box;
	strcpy(own->name, "grandfather's");
	h.box = own;
	h.own_box = true;
	assert_int_equal(put(b, self, s), STORED);
	struct loaded *l = get(b, self, h.id, 0);
	assert_true(l->found && l->head.own_box && l->head.box != own && l->head.box != h.game->box);
	boxfile_hash(h.game, own, ours);
	boxfile_hash(h.game, l->head.box, theirs);
	assert_string_equal(ours, theirs);
	assert_string_equal(l->head.box->name, "grandfather's");
	assert_int_equal(l->rows.n, 0);
	got(l);
	save_drop(s);
	head_drop(&h);
	b->kind->close(self);
}

static void who_comes_second_is_told_and_changes_nothing(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	struct head h = record_head_of("abcdefgh");

	put_table(b, self, "abcdefgh", 2);
	assert_int_equal(put_rows(b, other, "abcdefgh", 3, 2, "other"), STORED);
	assert_int_equal(put_rows(b, self, "abcdefgh", 3, 1, "me"), STORE_CROSSED);
	assert_int_equal(put_rows(b, self, "abcdefgh", 4, 3, "me"), STORE_CROSSED);
	assert_int_equal(put_rows(b, self, "abcdefgh", 6, 1, "me"), STORE_FAILED);      /* there would be a gap */
	assert_int_equal(put_rows(b, self, "nowhere2", 1, 1, "me"), STORE_FAILED);
	struct save *s = save_of("abcdefgh", &h, 1, 1, "me");
	assert_int_equal(put(b, self, s), STORE_CROSSED);                               /* the name is taken */
	save_drop(s);
	assert_ends(b, self, "abcdefgh", 4, "other");
	assert_int_equal(put_rows(b, self, "abcdefgh", 5, 1, "me"), STORED);
	assert_ends(b, other, "abcdefgh", 5, "me");
	b->kind->close(self);
	b->kind->close(other);
}

static void one_of_a_group_that_crosses_leaves_the_others_alone(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	char why[MAX_ERROR];
	struct head fresh = record_head_of("table-4x");
	const char *ids[] = { "table-1x", "table-2x", "table-3x" };
	struct save *batch[5];

	for (int i = 0; i < 3; i++)
		put_table(b, self, ids[i], 2);
	batch[0] = save_of(ids[0], NULL, 3, 2, "a");
	batch[1] = save_of(ids[1], NULL, 2, 4, "b");            /* crosses, though its last rows would be new */
	batch[2] = save_of("nowhere2", NULL, 1, 1, "c");
	batch[3] = save_of(ids[2], NULL, 3, 1, "d");
	batch[4] = save_of("table-4x", &fresh, 1, 2, "e");
	assert_true(b->kind->save(self, batch, 5, why));
	static const enum stored expected[] = { STORED, STORE_CROSSED, STORE_FAILED, STORED, STORED };
	for (int i = 0; i < 5; i++) {
		assert_int_equal(batch[i]->outcome, expected[i]);
		save_drop(batch[i]);
	}
	assert_ends(b, self, ids[0], 4, "a");
	assert_ends(b, self, ids[1], 2, "first");
	assert_ends(b, self, ids[2], 3, "d");
	assert_ends(b, self, "table-4x", 2, "e");
	b->kind->close(self);
}

static void the_newest_snapshot_is_kept(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);

	put_table(b, self, "abcdefgh", 1);
	for (uint32_t seq = 2; seq < 6; seq++) {
		struct save *s = save_of("abcdefgh", NULL, seq, 1, "x");
		s->snapshot_seq = seq == 5 ? 0 : seq;
		s->snapshot_n = (int)seq;
		memset(s->snapshot, (int)seq, sizeof s->snapshot);
		assert_int_equal(put(b, self, s), STORED);
		save_drop(s);
	}
	struct loaded *l = get(b, self, "abcdefgh", 0);
	assert_int_equal(l->snapshot_seq, 4);
	assert_int_equal(l->snapshot_n, 4);
	assert_memory_equal(l->snapshot, "\4\4\4\4", 4);
	got(l);
	b->kind->close(self);
}

static void list(const struct bench *b, void *self, struct filter f, char out[200])
{
	struct summary of[10];
	char why[MAX_ERROR] = "";
	int n;

	struct text t = text_on(out, 200);

	if (!b->kind->list(self, &f, of, &n, why))
		fail_msg("%s", why);
	for (int i = 0; i < n; i++)
		text_form(&t, "%s ", (const char *[]){ of[i].id }, NULL);
}

static void lists_are_filtered_and_in_order(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	static const char *ids[] = { "ccccccc3", "aaaaaaa1", "bbbbbbb2", "ddddddd4" };
	char ids_got[200], why[MAX_ERROR];
	struct summary s;
	int n;

	for (int i = 0; i < 4; i++) {
		struct head h = record_head_of(ids[i]);
		struct save *x = save_of(ids[i], &h, 1, i, "x");
		h.listed = i != 1;
		h.game = i == 2 ? game_find("blank") : h.game;
		h.box = h.game->box;
		h.rules = h.game->rules;
		h.players = h.game->max_players;
		game_presets(h.game, h.option);
		x->now.status = i == 3 ? TABLE_OVER : TABLE_RUNNING;
		x->now.wake = i == 3 ? INT64_MAX : 1000 * i;
		assert_int_equal(put(b, self, x), STORED);
		save_drop(x);
	}
	list(b, self, (struct filter){ .status = -1, .limit = 10 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ccccccc3 ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 2 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ");
	list(b, self, (struct filter){ .status = -1, .limit = 2, .after = "bbbbbbb2" }, ids_got);
	assert_string_equal(ids_got, "ccccccc3 ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .listed_only = true }, ids_got);
	assert_string_equal(ids_got, "bbbbbbb2 ccccccc3 ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .game = "blank" }, ids_got);
	assert_string_equal(ids_got, "bbbbbbb2 ");
	list(b, self, (struct filter){ .status = TABLE_OVER, .limit = 10 }, ids_got);
	assert_string_equal(ids_got, "ddddddd4 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .wake_before = 2000 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 ccccccc3 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .wake_before = INT64_MAX }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ccccccc3 ");
	list(b, self, (struct filter){ .status = -1, .limit = 10, .changed_before = 1001 }, ids_got);
	assert_string_equal(ids_got, "");
	list(b, self, (struct filter){ .status = TABLE_RUNNING, .limit = 10, .changed_before = 1002 }, ids_got);
	assert_string_equal(ids_got, "aaaaaaa1 bbbbbbb2 ccccccc3 ");

	struct filter one = { .status = -1, .limit = 1, .after = "ccccccc3" };
	assert_true(b->kind->list(self, &one, &s, &n, why));
	assert_int_equal(n, 1);
	assert_string_equal(s.game, "queen");
	assert_true(s.status == TABLE_OVER && s.listed == 1 && s.seq == 3 && s.made == 1700000000123 && s.changed == 1001 && s.wake == INT64_MAX);
	b->kind->close(self);
}

static void the_newest_are_listed_first(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	static const int ages[] = { 30, 10, 50, 20, 50, 40 };
	char got_ids[200], id[16];

	for (int i = 0; i < 6; i++) {
		name_of(i, id);
		struct head h = record_head_of(id);
		h.made -= ages[i];
		struct save *s = save_of(id, &h, 1, 1, "x");
		assert_int_equal(put(b, self, s), STORED);
		save_drop(s);
	}
	struct filter f = { .game = "queen", .listed_only = true, .status = TABLE_RUNNING, .newest = true, .limit = 3 };
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-03 table-00 ");
	f.limit = 10;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-03 table-00 table-05 table-02 table-04 ");
	struct save *s = save_of("table-03", NULL, 2, 1, "x");
	s->now.status = TABLE_OVER;
	assert_int_equal(put(b, self, s), STORED);
	save_drop(s);
	f.limit = 2;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-00 ");
	f.status = TABLE_OVER;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-03 ");
	f.status = -1;
	f.game = NULL;
	list(b, self, f, got_ids);
	assert_string_equal(got_ids, "table-01 table-03 ");
	b->kind->close(self);
}

/* What came of a deal is kept with its tables, and found by the deal's name. */
static void deals_are_found_with_what_came_of_them(void **state)
{
	static const char *const deals[] = { "2026-11-17", "2026-11-17", "2026-11-18", "" };
	struct bench *b = *state;
	void *self = opened(b);
	struct summary found[4];
	char id[16], why[MAX_ERROR];
	int n;

	for (int i = 0; i < 4; i++) {
		name_of(i, id);
		struct head h = record_head_of(id);
		strcpy(h.deal, deals[i]);
		struct save *s = save_of(id, &h, 1, 2, "first");
		s->now.place = 0;
		assert_int_equal(put(b, self, s), STORED);
		save_drop(s);
		s = save_of(id, NULL, 3, 1, "first");
		s->now.status = TABLE_OVER;
		s->now.place = 1 + i;
		s->now.score = 70 - i;
		strcpy(s->now.player, i == 1 ? "" : "Ann");
		assert_int_equal(put(b, self, s), STORED);
		save_drop(s);
	}
	assert_true(b->kind->list(self, &(struct filter){ .deal = "2026-11-17", .status = TABLE_OVER, .limit = 4 }, found, &n, why));
	assert_int_equal(n, 2);
	for (int i = 0; i < 2; i++) {
		assert_string_equal(found[i].deal, "2026-11-17");
		assert_string_equal(found[i].player, i == 1 ? "" : "Ann");
		assert_int_equal(found[i].place, 1 + i);
		assert_int_equal(found[i].score, 70 - i);
	}
	assert_true(b->kind->list(self, &(struct filter){ .status = -1, .limit = 4 }, found, &n, why));
	assert_int_equal(n, 4);
	struct loaded *l = get(b, self, found[2].id, 0);
	assert_string_equal(l->head.deal, "2026-11-18");
	got(l);
	b->kind->close(self);
}

static void a_store_has_one_secret(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	uint8_t one[HASH_BYTES] = { 0 }, two[HASH_BYTES] = { 0 };
	static const uint8_t none[HASH_BYTES];
	char why[MAX_ERROR];

	assert_true(b->kind->secret(self, one, why) && b->kind->secret(other, two, why));
	assert_memory_equal(one, two, HASH_BYTES);
	assert_memory_not_equal(one, none, HASH_BYTES);
	b->kind->close(other);
	b->kind->close(self);
}

static void one_holds_the_lease_until_it_ends(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	char why[MAX_ERROR];

	put_table(b, self, "abcdefgh", 1);
	assert_true(lease(b, self, "me", 60000));
	assert_false(lease(b, other, "you", 60000));
	assert_true(lease(b, self, "me", 1000));                /* may be made longer, or shorter */
	assert_false(lease(b, other, "you", 60000));
	nap(1050);
	assert_true(lease(b, other, "you", 60000));
	assert_false(lease(b, self, "me", 60000));
	assert_true(b->kind->release(other, "you", why));
	assert_true(lease(b, self, "me", 60000));
	b->kind->close(self);
	b->kind->close(other);
}

/* Racing. */
struct racer { pthread_t thread; const struct bench *b; char name[8]; int stored, crossed, failed; };
enum { RACERS = 4, LAPS = 60 };

static void *race(void *arg)
{
	struct racer *r = arg;
	char why[MAX_ERROR];
	void *self = r->b->kind->open(r->b->where, why);

	for (uint32_t seq = 2; self && seq <= LAPS; ) {
		struct save *s = save_of("abcdefgh", NULL, seq, 1, r->name);
		r->b->kind->save(self, &s, 1, why);
		r->stored += s->outcome == STORED;
		r->crossed += s->outcome == STORE_CROSSED;
		r->failed += s->outcome == STORE_FAILED;
		seq += s->outcome != STORE_FAILED;              /* stored, or there already */
		save_drop(s);
		if (r->failed > 10)
			break;
	}
	if (self)
		r->b->kind->close(self);
	return NULL;
}

static void racing_connections_lose_and_double_nothing(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct racer racers[RACERS];
	int stored = 0;

	put_table(b, self, "abcdefgh", 1);
	for (int i = 0; i < RACERS; i++) {
		racers[i] = (struct racer){ .b = b };
		strcpy(racers[i].name, (const char *[RACERS]){ "r0", "r1", "r2", "r3" }[i]);
		assert_int_equal(pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
	}
	for (int i = 0; i < RACERS; i++) {
		pthread_join(racers[i].thread, NULL);
		assert_int_equal(racers[i].failed, 0);
		stored += racers[i].stored;
	}
	assert_int_equal(stored, LAPS - 1);
	struct loaded *l = get(b, self, "abcdefgh", 1);
	assert_int_equal(l->rows.n, LAPS - 1);
	for (int i = 0; i < l->rows.n; i++)
		racers[l->rows.of[i].text[1] - '0'].stored--;
	for (int i = 0; i < RACERS; i++)
		assert_int_equal(racers[i].stored, 0);
	got(l);
	b->kind->close(self);
}

static void what_is_there_is_there_after_reopening(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);

	put_table(b, self, "abcdefgh", 2);
	b->kind->close(self);
	self = opened(b);
	assert_ends(b, self, "abcdefgh", 2, "first");
	assert_int_equal(put_rows(b, self, "abcdefgh", 3, 1, "again"), STORED);
	b->kind->close(self);
	self = opened(b);
	assert_ends(b, self, "abcdefgh", 3, "again");
	b->kind->close(self);
}

/* Heads that cannot be played any more -------------------------------- */

static void assert_refused(const struct bench *b, void *self, const char *word)
{
	struct loaded l;
	char why[MAX_ERROR] = "";

	assert_false(b->kind->load(self, "abcdefgh", 0, &l, why));
	if (!strstr(why, word))
		fail_msg("'%s' does not tell of '%s'", why, word);
	assert_false(l.found);
	store_loaded_drop(&l);
}

static void a_head_that_cannot_be_played_is_an_error_that_says_why(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct head h = record_head_of("abcdefgh");
	char change[300], hash[BOX_HASH];
	const char *schema = b->kind == &store_postgres ? "bigmuddy." : "";
	static const char *const wrong[][2] = {
		{ "game = 'chess'", "chess" }, { "options = 'mode=warp'", "warp" }, { "options = 'colour=red'", "colour" },
		{ "options = 'mode'", "mode" }, { "options = ' = == '", "option" }, { "players = 77", "77" }, { "players = -1", "players" },
		{ "rules = 999", "999" }, { "rules = 99999999", "rules" }, { "level = '0123456789012345678901234567890123'", "level" },
		{ "box_hash = '00112233445566778899aabbccddeeff'", "00112233445566778899aabbccddeeff" }, { "box = '{\"game\":'", "abcdefgh" },
		{ "box = '{\"game\":\"blank\"}'", "abcdefgh" },
	};

	put_table(b, self, "abcdefgh", 2);
	boxfile_hash(h.game, h.box, hash);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		snprintf(change, sizeof change, "UPDATE %shead SET %s", schema, wrong[i][0]);
		sql(b, change);
		assert_refused(b, self, wrong[i][1]);
		snprintf(change, sizeof change, "UPDATE %shead SET game = 'queen', options = 'mode=passengers', rules = 1, players = 3, box = NULL,"
			" level = 'easy', box_hash = '%s'", schema, hash);
		sql(b, change);
		got(get(b, self, "abcdefgh", 0));
	}
	snprintf(change, sizeof change, "UPDATE %s\"row\" SET kind = 'juggle' WHERE kind <> ''", schema);
	sql(b, change);
	assert_refused(b, self, "juggle");
	b->kind->close(self);
}

/* As it is after an upgrade of this program that came with other pieces. */
static void a_box_that_was_built_in_once_is_kept(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	const char *schema = b->kind == &store_postgres ? "SET search_path TO bigmuddy;" : "";
	struct head h = record_head_of("abcdefgh");
	struct box old = *h.game->box;
	char text[300], ours[BOX_HASH], theirs[BOX_HASH];

	/* What is built in today is kept, once, when a table of it is saved, and can be read. */
	put_two_tables(b, self, "table-01", "table-02", 1);
	snprintf(text, sizeof text, "%sUPDATE head SET box = (SELECT json FROM box WHERE hash = head.box_hash) WHERE id = 'table-01'", schema);
	sql(b, text);
	struct loaded *l = get(b, self, "table-01", 0);
	assert_true(l->head.own_box);
	assert_true(boxfile_built_in(h.game, l->head.box));
	got(l);
	l = get(b, self, "table-02", 0);
	assert_ptr_equal(l->head.box, h.game->box);
	got(l);

	/* What was built in then: a table names it by its hash alone. */
	old.queen.coal_start--;
	h.box = &old;
	struct save *s = save_of(h.id, &h, 1, 2, "first");
	assert_int_equal(put(b, self, s), STORED);
	save_drop(s);
	snprintf(text, sizeof text, "%sINSERT INTO box (hash, json) SELECT box_hash, box FROM head WHERE id = 'abcdefgh';"
		"UPDATE head SET box = NULL WHERE id = 'abcdefgh'", schema);
	sql(b, text);
	for (uint32_t after = 0; after < 2; after++) {
		l = get(b, self, h.id, after);
		assert_true(l->found && l->head.own_box);
		assert_same_head(&l->head, &h);
		boxfile_hash(h.game, &old, ours);
		boxfile_hash(h.game, l->head.box, theirs);
		assert_string_equal(ours, theirs);
		assert_string_equal(l->head.box->name, h.game->box->name);
		assert_int_equal(l->rows.n, 2 - after);
		got(l);
	}
	assert_int_equal(put_rows(b, self, h.id, 3, 1, "x"), STORED);
	assert_ends(b, self, h.id, 3, "x");
	snprintf(text, sizeof text, "%sDELETE FROM box", schema);
	sql(b, text);
	assert_refused(b, self, ours);
	b->kind->close(self);
}

static void a_row_beyond_the_end_of_its_table_fails_that_table_alone(void **state)
{
	struct bench *b = *state;
	void *self = opened(b);
	struct save *batch[2];
	char why[MAX_ERROR];

	put_two_tables(b, self, "table-1x", "table-2x", 3);
	sql(b, b->kind == &store_postgres ?
		"SET search_path = bigmuddy; UPDATE head SET seq = 1 WHERE id = 'table-1x'; DELETE FROM \"row\" WHERE table_id = 'table-1x' AND seq = 2" :
		"WITH t AS (SELECT no << 32 AS begin FROM head WHERE id = 'table-1x') UPDATE row SET last = 1 FROM t WHERE place = begin | 4294967295;"
		"WITH t AS (SELECT no << 32 AS begin FROM head WHERE id = 'table-1x') DELETE FROM row WHERE place = (SELECT begin | 2 FROM t)");
	batch[0] = save_of("table-1x", NULL, 2, 2, "a");        /* the first of them could be stored, the second is there */
	batch[1] = save_of("table-2x", NULL, 4, 1, "b");
	assert_true(b->kind->save(self, batch, 2, why));
	assert_int_equal(batch[0]->outcome, STORE_FAILED);
	assert_int_equal(batch[1]->outcome, STORED);
	struct loaded *l = get(b, self, "table-1x", 0);
	assert_int_equal(l->rows.n, 2);
	assert_string_equal(l->rows.of[1].text, "first 3");
	got(l);
	assert_ends(b, self, "table-2x", 4, "b");
	save_drop(batch[0]);
	save_drop(batch[1]);
	b->kind->close(self);
}

/* Deleting ------------------------------------------------------------ */

static bool erase(const struct bench *b, void *self, const char *id, uint32_t seq)
{
	char why[MAX_ERROR];
	bool erased;

	if (!b->kind->erase(self, id, seq, &erased, why))
		fail_msg("%s", why);
	return erased;
}

static void a_table_is_deleted_with_everything(void **state)
{
	struct bench *b = *state;
	void *self = opened(b), *other = opened(b);
	struct summary of[4];
	struct filter f = { .status = -1, .limit = 4 };
	char why[MAX_ERROR];
	int n;

	put_table(b, self, "table-1x", 3);
	put_table(b, self, "table-2x", 5);
	assert_false(erase(b, self, "table-2x", 4));            /* somebody has added a row */
	assert_ends(b, other, "table-2x", 5, "first");
	assert_true(erase(b, self, "table-2x", 5));
	assert_true(erase(b, self, "table-2x", 5));             /* it is not there, which is what was wanted */
	struct loaded *l = get(b, other, "table-2x", 0);
	assert_false(l->found);
	got(l);
	assert_int_equal(put_rows(b, other, "table-2x", 6, 1, "late"), STORE_FAILED);
	assert_true(b->kind->list(other, &f, of, &n, why));
	assert_int_equal(n, 1);
	assert_ends(b, other, "table-1x", 3, "first");
	put_table(b, self, "table-2x", 2);                      /* nothing of the old one is in the way */
	assert_ends(b, other, "table-2x", 2, "first");
	b->kind->close(self);
	b->kind->close(other);
}

/* Ann sat on seat 0 before Bob, who has changed his name; Cy sits beside. */
static void a_name_is_taken_out_of_the_rows(void **state)
{
	static const struct { enum row_kind kind; int seat; const char *text, *then; } rows[] = {
		{ ROW_SIT, 0, "a1 - Ann", "a1 - Ann" }, { ROW_FREE, 0, "left", "left" }, { ROW_SIT, 1, "c3 - Cy", "c3 - Cy" },
		{ ROW_SIT, 0, "b2 d4 Bob, 'the' $1", "b2 d4 " ROW_NOBODY }, { ROW_SIT, 0, "b2 - Robert", "b2 - " ROW_NOBODY },
		{ ROW_TELL, 0, "mail bob@example.org", "" }, { ROW_TELL, 1, "mail cy@example.org", "mail cy@example.org" },
		{ ROW_CHAT, 0, "I am Bob", "I am Bob" }, { ROW_FORGET, 0, "4", "4" },
	};
	enum { N = sizeof rows / sizeof *rows };
	struct bench *b = *state;
	void *self = opened(b);
	struct head h = record_head_of("table-1x");
	char text[200];

	struct save *s = save_of(h.id, &h, 1, N - 1, "x"), *last = save_of(h.id, NULL, N, 1, "x"), *late = save_of(h.id, NULL, N, 1, "x");
	for (int i = 0; i < N; i++) {
		struct row *r = i < N - 1 ? &s->rows.of[i] : &last->rows.of[0];
		const char *rest = rows[i].text;
		text[0] = '\0';
		if (rows[i].kind == ROW_SIT) {                          /* a hash has 64 digits */
			memset(text, rest[0], 2 * HASH_BYTES);
			text[2 * HASH_BYTES] = '\0';
			rest += 2;
		}
		strcat(text, rest);
		free(r->text);
		r->text = strdup(text);
		r->kind = (uint8_t)rows[i].kind;
		r->seat = (int8_t)rows[i].seat;
	}
	late->rows.of[0].kind = ROW_FORGET;
	late->rows.of[0].seat = 1;
	late->rows.of[0].text[0] = '1';
	assert_int_equal(put(b, self, s), STORED);
	assert_int_equal(put(b, self, last), STORED);
	assert_int_equal(put(b, self, late), STORE_CROSSED);    /* what is not stored takes nothing out */
	struct loaded *l = get(b, self, h.id, 0);
	assert_int_equal(l->rows.n, N);
	for (int i = 0; i < N; i++) {
		const char *is = l->rows.of[i].text;
		assert_string_equal(rows[i].kind == ROW_SIT ? is + 2 * HASH_BYTES : is, rows[i].kind == ROW_SIT ? rows[i].then + 2 : rows[i].then);
	}
	got(l);
	save_drop(s);
	save_drop(last);
	save_drop(late);
	b->kind->close(self);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_ALL(what_is_saved_is_loaded),
		ON_ALL(a_box_of_its_own_comes_back),
		ON_FILES(a_box_that_was_built_in_once_is_kept),
		ON_ALL(who_comes_second_is_told_and_changes_nothing),
		ON_ALL(one_of_a_group_that_crosses_leaves_the_others_alone),
		ON_ALL(a_table_is_deleted_with_everything),
		ON_ALL(a_name_is_taken_out_of_the_rows),
		ON_ALL(the_newest_snapshot_is_kept),
		ON_ALL(lists_are_filtered_and_in_order),
		ON_ALL(the_newest_are_listed_first),
		ON_ALL(deals_are_found_with_what_came_of_them),
		ON_ALL(a_store_has_one_secret),
		ON_ALL(one_holds_the_lease_until_it_ends),
		ON_ALL(racing_connections_lose_and_double_nothing),
		ON_ALL(what_is_there_is_there_after_reopening),
		ON_FILES(a_head_that_cannot_be_played_is_an_error_that_says_why),
		ON_FILES(a_row_beyond_the_end_of_its_table_fails_that_table_alone),
	};

	return cmocka_run_group_tests(tests, shelf_open, shelf_close);
}
