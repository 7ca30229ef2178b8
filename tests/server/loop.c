/* What the loop stands on: names and origins, addresses and their limits, configuration, files, figures. tests/server/loop.sh has the rest. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <cmocka.h>

#include "base/file.h"
#include "server/config.h"
#include "server/ratelimit.h"
#include "server/origin.h"
#include "server/metrics.h"
#include "server/static.h"

static char why[MAX_ERROR];

/* Names and origins ------------------------------------------------------ */

static void addresses_and_own_names_are_known(void **state)
{
	static const char *const known[] = { "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080", "192.168.1.20:80", "localhost", "LOCALHOST:8080",
		"queen.localhost:1", "muddy.example", "muddy.example:443", "muddy.example:8443", "Muddy.Example" };
	static const char *const unknown[] = { "", ":80", "evil.example", "evil.example:8080", "muddy.example.evil", "xmuddy.example", "localhost.evil",
		"127.0.0.1.evil", "127.0.0.1,evil", "127.0.0.1 evil", "[::1", "::1", "[::1].evil", "localhost:99999", "localhost:x", "user@localhost",
		"localhost/evil", ".localhost.evil", "[evil]", "1" };
	struct origins h;

	assert_true(origins_make(&h, "https://muddy.example", why));
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (!origins_host_known(&h, known[i]))
			fail_msg("'%s' is not known", known[i]);
	for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
		if (origins_host_known(&h, unknown[i]))
			fail_msg("'%s' is known", unknown[i]);
	if (h.name[0]) {
		char local[300];
		snprintf(local, sizeof local, "%s.local:8080", h.name);
		assert_true(origins_host_known(&h, h.name) && origins_host_known(&h, local));
	}
}

static void a_page_may_talk_to_where_it_came_from(void **state)
{
	static const struct { const char *origin, *host; bool same; } all[] = {
		{ "http://127.0.0.1:8080", "127.0.0.1:8080", true },
		{ "http://localhost", "localhost", true },
		{ "http://localhost", "localhost:80", true },
		{ "https://localhost", "localhost:443", true },
		{ "https://localhost", "localhost", true },
		{ "http://LocalHost:8080", "localhost:8080", true },
		{ "http://[::1]:8080", "[::1]:8080", true },
		{ "http://127.0.0.1:8080", "127.0.0.1:8081", false },
		{ "http://127.0.0.1", "127.0.0.1:8080", false },
		{ "http://localhost:8080", "127.0.0.1:8080", false },
		{ "http://evil.example", "localhost", false },
		{ "http://localhost.evil", "localhost", false },
		{ "null", "localhost", false },
		{ "", "localhost", false },
		{ "file://", "localhost", false },
		{ "http://localhost, http://localhost", "localhost", false },
		{ "http://localhost@evil.example", "localhost", false },
		{ "https://muddy.example", "127.0.0.1:8080", true },            /* of --origin */
		{ "https://muddy.example:443", "127.0.0.1:8080", true },
		{ "http://muddy.example", "127.0.0.1:8080", false },
		{ "https://muddy.example:444", "127.0.0.1:8080", false },
		{ "http://two.example:8000", "127.0.0.1:8080", true },
	};
	struct origins h;

	assert_true(origins_make(&h, "https://muddy.example/, http://two.example:8000", why));
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (origins_same(&h, all[i].origin, all[i].host) != all[i].same)
			fail_msg("'%s' at '%s' should %sbe the same", all[i].origin, all[i].host, all[i].same ? "" : "not ");
}

static void origins_that_make_no_sense_are_named(void **state)
{
	static const char *const bad[] = { "muddy.example", "ftp://x", "https://", "https://a b", "https://x/path", "https://x:port", "https://x?y", "*" };
	struct origins h;
	char many[400] = "";

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		if (origins_make(&h, bad[i], why))
			fail_msg("'%s' is taken", bad[i]);
		assert_non_null(strstr(why, "https://muddy.example"));
	}
	for (int i = 0; i <= MAX_ORIGINS; i++)
		strcat(many, "http://x,");
	assert_false(origins_make(&h, many, why));
	assert_non_null(strstr(why, "at most 16"));
}

/* Addresses -------------------------------------------------------------- */

static void a_bucket_gives_a_burst_and_then_its_rate(void **state)
{
	struct bucket b = { 0 };
	int64_t now = 1000000;
	int got = 0;

	for (int i = 0; i < 100; i++)
		got += bucket_take(&b, now, 20, 60);
	assert_int_equal(got, 60);
	for (int i = 0; i < 1000; i++)                  /* one each 10 ms, for 10 s */
		got += bucket_take(&b, now += 10, 20, 60);
	assert_in_range(got, 60 + 199, 60 + 201);
	assert_true(bucket_take(&b, now += 3600 * 1000, 20, 60));
	for (got = 0; bucket_take(&b, now, 20, 60);)
		got++;
	assert_int_equal(got, 59);                      /* no more than a burst, however long the rest */
	assert_false(bucket_take(&b, now -= 5000, 20, 60));     /* a clock that is set back gives nothing, and takes nothing */
	assert_true(bucket_take(&b, now + 100, 20, 60));
}

static void the_last_of_a_forwarded_list_counts(void **state)
{
	static const struct { const char *header, *address; } all[] = {
		{ "203.0.113.9", "203.0.113.9" }, { "1.1.1.1, 203.0.113.9", "203.0.113.9" }, { "evil,203.0.113.9 ", "203.0.113.9" },
		{ "2001:db8::7", "2001:db8::7" }, { "x, [2001:db8::7]", "2001:db8::7" }, { "::ffff:203.0.113.9", "203.0.113.9" },
		{ "203.0.113.9, evil", NULL }, { "203.0.113.9,", NULL }, { "203.0.113.9:1234", NULL }, { "", NULL },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", NULL },
	};
	char address[MAX_ADDRESS];

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		bool fine = address_forwarded(all[i].header, address);
		if (fine != (all[i].address != NULL) || (fine && strcmp(address, all[i].address) != 0))
			fail_msg("'%s' gives '%s'", all[i].header, fine ? address : "nothing");
	}
}

static void a_household_is_one_guest(void **state)
{
	struct ratelimit *g = ratelimit_make();
	struct ratelimit_entry *a = ratelimit_hold(g, "2001:db8:1:2::3", 1), *b = ratelimit_hold(g, "2001:db8:1:2:ffff::9", 1), *c = ratelimit_hold(g, "2001:db8:1:3::3", 1);
	struct ratelimit_entry *d = ratelimit_hold(g, "203.0.113.9", 1), *e = ratelimit_hold(g, "203.0.113.10", 1);
	struct ratelimit_entry *f = ratelimit_hold(g, "::1", 1), *h = ratelimit_hold(g, "127.0.0.1", 1);

	assert_ptr_equal(a, b);
	assert_ptr_not_equal(a, c);
	assert_ptr_not_equal(d, e);
	assert_ptr_equal(f, h);
	assert_int_equal(ratelimit_count(g), 5);
	ratelimit_sweep(g, INT64_MAX / 2);                 /* all are still held */
	assert_int_equal(ratelimit_count(g), 5);
	ratelimit_release(c);
	ratelimit_sweep(g, 2);                             /* but here a moment ago */
	assert_int_equal(ratelimit_count(g), 5);
	ratelimit_sweep(g, INT64_MAX / 2);
	assert_int_equal(ratelimit_count(g), 4);
	c = ratelimit_hold(g, "2001:db8:1:3::3", 1);
	assert_true(bucket_take(&c->tables, 1, 1, 1));  /* who has made a table is known for an hour */
	ratelimit_release(c);
	ratelimit_sweep(g, 59 * 60 * 1000);
	assert_int_equal(ratelimit_count(g), 5);
	ratelimit_sweep(g, 61 * 60 * 1000);
	assert_int_equal(ratelimit_count(g), 4);
	struct ratelimit_entry *all[] = { a, b, d, e, f, h };
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		ratelimit_release(all[i]);
	ratelimit_drop(g);
}

static void neighbours_are_private_addresses(void **state)
{
	static const char *const near[] = { "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.9", "169.254.1.1", "100.64.0.1",
		"::1", "fe80::1", "fd00::1" };
	static const char *const far[] = { "8.8.8.8", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.128.0.1", "2001:db8::1", "", "x" };

	for (size_t i = 0; i < sizeof near / sizeof near[0]; i++)
		assert_true(address_is_local(near[i]));
	for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
		assert_false(address_is_local(far[i]));
}

static void ipv4_in_ipv6_is_ipv4(void **state)
{
	struct sockaddr_storage from = { 0 };
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)&from;
	char address[MAX_ADDRESS];

	six->sin6_family = AF_INET6;
	inet_pton(AF_INET6, "::ffff:192.168.1.2", &six->sin6_addr);
	address_text((struct sockaddr *)&from, address);
	assert_string_equal(address, "192.168.1.2");
}

/* Configuration ---------------------------------------------------------- */

static void a_place_to_listen(void **state)
{
	static const struct { const char *text, *host; int port; } all[] = {
		{ "127.0.0.1:8080", "127.0.0.1", 8080 }, { "[::1]:80", "::1", 80 }, { "localhost:1", "127.0.0.1", 1 }, { "*:8080", "", 8080 },
		{ ":8080", "", 8080 }, { "9000", "127.0.0.1", 9000 }, { "0.0.0.0:0", "0.0.0.0", 0 },
		{ "muddy.example:80", NULL, 0 }, { "::1:80", NULL, 0 }, { "[127.0.0.1]:80", NULL, 0 }, { "127.0.0.1:65536", NULL, 0 }, { "", NULL, 0 },
		{ "127.0.0.1", NULL, 0 }, { "127.0.0.1:", NULL, 0 }, { "[]:80", NULL, 0 }, { "-1", NULL, 0 },
	};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct place p;
		bool fine = config_place(all[i].text, &p, why);
		if (fine != (all[i].host != NULL) || (fine && (strcmp(p.host, all[i].host) != 0 || p.port != all[i].port)))
			fail_msg("'%s' gives '%s' %d", all[i].text, fine ? p.host : why, fine ? p.port : 0);
	}
}

static bool reads(const char *text, struct config *c)
{
	char path[] = "/tmp/muddy-conf-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
	config_make(c);
	bool fine = config_read(c, path, why);
	unlink(path);
	return fine;
}

static void a_file_is_read_line_by_line(void **state)
{
	struct config c;

	assert_true(reads("# a comment\n\n listen = *:9000 \r\nproxy=yes\n\tpush = no\nclients = 77\nnotify-command = send --to = %a\nmetrics=all", &c));
	assert_string_equal(c.listen, "*:9000");
	assert_true(c.proxy && !c.push && !c.share);
	assert_int_equal(c.clients, 77);
	assert_string_equal(c.notify_command, "send --to = %a");
	assert_string_equal(c.metrics, "all");
	assert_int_equal(c.messages, 20);               /* preset */
	config_drop(&c);
}

static void a_mistake_in_a_file_is_named_with_its_line(void **state)
{
	static const struct { const char *text, *says; } all[] = {
		{ "listen = x\nspeed = 4\n", ":2: there is no 'speed'; there are: listen, share" },
		{ "\n\nlisten\n", ":3: 'listen' is not of the form key = value" },
		{ "clients = many\n", ":1: clients is 'many'; allowed: a number from 1 to" },
		{ "clients = 0\n", ":1: clients is '0'" },
		{ "bots = 65\n", ":1: bots is '65'; allowed: a number from 0 to 64" },
		{ "proxy = maybe", ":1: proxy is 'maybe'; allowed: yes or no" },
		{ "= 4\n", ":1: there is no ''" },
	};
	struct config c;

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		assert_false(reads(all[i].text, &c));
		if (!strstr(why, all[i].says))
			fail_msg("%s", why);
		config_drop(&c);
	}
	config_make(&c);
	assert_false(config_read(&c, "/nowhere/at/all", why));
	assert_non_null(strstr(why, "cannot read '/nowhere/at/all'"));
	config_drop(&c);
}

static void what_belongs_together_is_checked(void **state)
{
	static const struct { const char *key, *value, *says; } all[] = {
		{ "tls-cert", "x", "tls-key is missing" }, { "tls-key", "x", "tls-cert is missing" }, { "log", "loud", "allowed: error, warn, info, debug" },
		{ "metrics", "me", "allowed: local, all, none" }, { "listen", "here", "listen is 'here'" }, { "origin", "me", "origin is 'me'" },
	};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct config c;
		config_make(&c);
		assert_true(config_set(&c, "store", "memory:", why) && config_set(&c, all[i].key, all[i].value, why));
		assert_false(config_check(&c, why));
		if (!strstr(why, all[i].says))
			fail_msg("%s", why);
		config_drop(&c);
	}
}

static void tables_are_kept_at_home_for_the_owner_alone(void **state)
{
	char dir[] = "/tmp/muddy-home-XXXXXX", data[200], whole[300];
	struct stat st;
	struct config c;

	assert_non_null(mkdtemp(dir));
	snprintf(data, sizeof data, "%s/a/b", dir);
	setenv("XDG_DATA_HOME", data, 1);
	config_make(&c);
	assert_true(config_check(&c, why));
	snprintf(whole, sizeof whole, "sqlite:%s/bigmuddy/bigmuddy.sqlite", data);
	assert_string_equal(c.store, whole);
	strcat(whole, ".push-key");
	assert_true(c.push);
	assert_string_equal(c.push_key, whole + 7);
	config_drop(&c);
	snprintf(whole, sizeof whole, "%s/bigmuddy", data);
	assert_int_equal(stat(whole, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	rmdir(whole);
	rmdir(data);
	snprintf(whole, sizeof whole, "%s/a", dir);
	rmdir(whole);
	rmdir(dir);
	unsetenv("XDG_DATA_HOME");
}

/* Files ------------------------------------------------------------------ */

static void put_file(const char *dir, const char *name, const char *text)
{
	char path[300];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	assert_true(file_write(path, text, strlen(text), why));
}

static void only_what_is_in_the_directory_can_be_named(void **state)
{
	char dir[] = "/tmp/muddy-www-XXXXXX", path[300], other[300];
	static const char *const none[] = { "", "index.html", "/index.html/", "//index.html", "/../index.html", "/.hidden", "/.git/config", "/link.js", "/assets",
		"/assets/", "/assets/../index.html", "/etc/passwd", "/INDEX.HTML", "/out", "/out/passwd", "/learning", "/tea" };

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/assets", dir);
	mkdir(path, 0755);
	snprintf(path, sizeof path, "%s/.git", dir);
	mkdir(path, 0755);
	put_file(dir, "index.html", "<p>hello");
	put_file(dir, "assets/board.0123abcd.js", "1");
	put_file(dir, "assets/board.0123abcd.js.br", "brotli");
	put_file(dir, "assets/board.0123abcd.js.gz", "gzip");
	put_file(dir, "assets/service-worker.js", "2");
	put_file(dir, "muddy.wasm", "3");
	put_file(dir, ".hidden", "4");
	put_file(dir, ".git/config", "5");
	snprintf(path, sizeof path, "%s/link.js", dir);
	assert_int_equal(symlink("/etc/passwd", path), 0);
	snprintf(path, sizeof path, "%s/out", dir);
	assert_int_equal(symlink("/etc", path), 0);

	snprintf(other, sizeof other, "%s//", dir);
	struct site *s = site_make(other, why);
	assert_non_null(s);
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		if (site_find(s, none[i]))
			fail_msg("'%s' is there", none[i]);
	const struct asset *page = site_find(s, "/"), *board = site_find(s, "/assets/board.0123abcd.js");
	const struct asset *worker = site_find(s, "/assets/service-worker.js");
	assert_non_null(page);
	static const char *const pages[] = { "/index.html", "/t/abcdefgh", "/t", "/t/", "/learn/queen/3", "/rules/Q40", "/rules" };
	for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
		assert_ptr_equal(site_find(s, pages[i]), page);
	assert_true(board && board->lasting && worker && !worker->lasting && !page->lasting);
	assert_string_equal(board->type, "text/javascript; charset=utf-8");
	assert_string_equal(site_find(s, "/muddy.wasm")->type, "application/wasm");
	assert_string_not_equal(board->tag, worker->tag);

	assert_int_equal(asset_choose(board, "gzip, deflate, br"), BROTLI);
	assert_int_equal(asset_choose(board, "br;q=0, gzip"), GZIP);
	assert_int_equal(asset_choose(board, "gzip;q=0.5"), GZIP);
	assert_int_equal(asset_choose(board, "brandy"), PLAIN);
	assert_int_equal(asset_choose(board, ""), PLAIN);
	assert_int_equal(asset_choose(page, "br, gzip"), PLAIN);
	assert_int_equal(board->as[BROTLI].n, 6);
	site_drop(s);

	snprintf(path, sizeof path, "%s/index.html", dir);
	unlink(path);
	assert_null(site_make(dir, why));
	assert_non_null(strstr(why, "there is no index.html"));
	assert_null(site_make("/nowhere/at/all", why));
	assert_non_null(strstr(why, "/nowhere/at/all"));
	snprintf(path, sizeof path, "rm -r '%s'", dir);
	assert_int_equal(system(path), 0);
}

static void without_a_client_there_is_a_page(void **state)
{
	struct site *s = site_make("", why);

	assert_non_null(s);
	assert_int_equal(site_count(s), 2);
	assert_non_null(strstr(site_find(s, "/")->as[PLAIN].bytes, "Big Muddy"));
	assert_null(strstr(site_find(s, "/")->as[PLAIN].bytes, "style="));     /* the policy would not let it through */
	assert_string_equal(site_find(s, "/bigmuddy.css")->type, "text/css; charset=utf-8");
	site_drop(s);
}

/* Figures ---------------------------------------------------------------- */

static void every_figure_has_a_name_a_type_and_a_value(void **state)
{
	struct figures f = { .live = { .moves = 12, .stored_ms = { 1.5, 4, 9 } }, .queue = { .commits = 7, .seconds = 0.25 } };
	size_t n;
	char *text = metrics_text(&f, &n), *rest = text, *line;
	int values = 0, types = 0;

	assert_int_equal(strlen(text), n);
	assert_non_null(strstr(text, "\nbigmuddy_moves_total 12\n"));
	assert_non_null(strstr(text, "\nbigmuddy_commits_total 7\n"));
	assert_non_null(strstr(text, "\nbigmuddy_commit_seconds_total 0.25\n"));
	assert_non_null(strstr(text, "\nbigmuddy_broadcast_seconds{quantile=\"0.99\"} 0.004\n"));
	assert_non_null(strstr(text, "\nbigmuddy_memory_bytes "));
	while ((line = strtok_r(rest, "\n", &rest)) != NULL) {
		types += strncmp(line, "# TYPE bigmuddy_", 16) == 0;
		values += strncmp(line, "bigmuddy_", 9) == 0 && strchr(line, ' ') != NULL;
		assert_true(strncmp(line, "# ", 2) == 0 || strncmp(line, "bigmuddy_", 9) == 0);
	}
	assert_true(types > 25 && values >= types);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_and_own_names_are_known),
		cmocka_unit_test(a_page_may_talk_to_where_it_came_from),
		cmocka_unit_test(origins_that_make_no_sense_are_named),
		cmocka_unit_test(a_bucket_gives_a_burst_and_then_its_rate),
		cmocka_unit_test(the_last_of_a_forwarded_list_counts),
		cmocka_unit_test(a_household_is_one_guest),
		cmocka_unit_test(neighbours_are_private_addresses),
		cmocka_unit_test(ipv4_in_ipv6_is_ipv4),
		cmocka_unit_test(a_place_to_listen),
		cmocka_unit_test(a_file_is_read_line_by_line),
		cmocka_unit_test(a_mistake_in_a_file_is_named_with_its_line),
		cmocka_unit_test(what_belongs_together_is_checked),
		cmocka_unit_test(tables_are_kept_at_home_for_the_owner_alone),
		cmocka_unit_test(only_what_is_in_the_directory_can_be_named),
		cmocka_unit_test(without_a_client_there_is_a_page),
		cmocka_unit_test(every_figure_has_a_name_a_type_and_a_value),
	};

	return cmocka_run_group_tests_name("loop", tests, NULL, NULL);
}
