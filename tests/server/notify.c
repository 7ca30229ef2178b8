/* Word to players whose page is closed. Runs in the root of the checkout: a web server of its own is tests/server/web.py. */
#define _GNU_SOURCE
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "server/notify.h"
#include "server/outbound.h"
#include "base/slog.h"
#include "browser.h"

static char dir[] = "/tmp/notify.XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[4][200];
	static int k;

	k = (k + 1) % 4;
	snprintf(path[k], sizeof path[k], "%s/%s", dir, name);
	return path[k];
}

static void put_file(const char *path, const char *text, mode_t mode)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	chmod(path, mode);
}

static void get_file(const char *path, char *out, size_t cap)
{
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	out[fread(out, 1, cap - 1, f)] = '\0';
	fclose(f);
}

/* Where to send it -------------------------------------------------------- */

#define PUSH(endpoint) ("{\"push\":{\"endpoint\":\"" endpoint "\",\"p256dh\":\"" UA_POINT "\",\"auth\":\"" UA_AUTH "\"}}")

static void addresses_are_read_strictly(void **state)
{
	static const char *const good[] = {
		"{\"hook\":\"https://example.org/x?y=1\"}", "{\"hook\":\"http://example.org\"}", "{\"mail\":\"ann.b+c@mail.example.org\"}",
		PUSH("https://push.example/abc"),
	};
	static const char *const bad[] = {
		"", "{}", "[]", "null", "\"x\"", "{\"hook\":1}", "{\"hook\":\"https://a.example\",\"mail\":\"a@b.example\"}", "{\"fax\":\"1\"}",
		"{\"hook\":\"ftp://example.org/\"}", "{\"hook\":\"file:///etc/passwd\"}", "{\"hook\":\"gopher://example.org/\"}", "{\"hook\":\"example.org\"}",
		"{\"hook\":\"https://user:pass@example.org/\"}", "{\"hook\":\"https://example.org/#x\"}", "{\"hook\":\"https://example.org/a b\"}",
		"{\"hook\":\"https://example.org/\\r\\nX: y\"}", "{\"hook\":\"https://ex\xC3\xA4mple.org/\"}", "{\"hook\":\"\"}", "{\"hook\":\"https://\"}",
		"{\"hook\":\"https://a.example\",\"hook\":\"https://b.example\"}",
		"{\"mail\":\"ann\"}", "{\"mail\":\"@example.org\"}", "{\"mail\":\"-oQ/tmp@example.org\"}", "{\"mail\":\"ann@example\"}", "{\"mail\":\"ann@-x.org\"}",
		"{\"mail\":\"ann@example.org\\nBcc: b@example.org\"}", "{\"mail\":\"ann@example.org,b@example.org\"}", "{\"mail\":\"|x@example.org\"}",
		"{\"mail\":\"a b@example.org\"}", "{\"mail\":\"ann@example..org\"}", "{\"mail\":\"ann@example.org.\"}", "{\"mail\":\"ann@@example.org\"}",
		PUSH("http://push.example/"),
		"{\"push\":{\"endpoint\":\"https://push.example/\",\"p256dh\":\"BCVx\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}",
		"{\"push\":{\"endpoint\":\"https://push.example/\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}", "{\"push\":\"https://push.example/\"}",
	};
	struct tell t;
	char why[MAX_ERROR];

	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		if (!notify_read(good[i], strlen(good[i]), &t, why))
			fail_msg("%s: %s", good[i], why);
	assert_int_equal(t.kind, TELL_PUSH);
	assert_string_equal(t.address, "https://push.example/abc");
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		why[0] = '\0';
		if (notify_read(bad[i], strlen(bad[i]), &t, why) || !why[0])
			fail_msg("taken: %s", bad[i]);
	}
	char long_one[MAX_TELL + 100];
	int n = snprintf(long_one, sizeof long_one, "{\"hook\":\"https://example.org/%0*d\"}", MAX_TELL, 0);
	assert_false(notify_read(long_one, (size_t)n, &t, why));
}

static bool is_public(const char *text)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	struct sockaddr_in6 b = { .sin6_family = AF_INET6 };

	if (inet_pton(AF_INET, text, &a.sin_addr) == 1)
		return outbound_public((struct sockaddr *)&a);
	assert_int_equal(inet_pton(AF_INET6, text, &b.sin6_addr), 1);
	return outbound_public((struct sockaddr *)&b);
}

static void only_addresses_of_the_open_internet_are_public(void **state)
{
	static const char *const closed[] = {
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1", "169.254.169.254",
		"172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7",
		"203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "::8.8.8.8", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "fc00::1", "fd12:3456::1", "fe80::1",
		"fec0::1", "ff02::1", "2001::1", "2001:0:808:808::", "2001:20::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "4000::1", "5f00::1",
	};
	static const char *const open[] = {
		"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1", "169.253.0.1", "172.15.255.255",
		"172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
		"2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450::1", "3ffe::1",
	};
	struct sockaddr other = { .sa_family = AF_UNIX };

	for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++)
		if (is_public(closed[i]))
			fail_msg("%s counts as public", closed[i]);
	for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
		if (!is_public(open[i]))
			fail_msg("%s does not count as public", open[i]);
	assert_false(outbound_public(&other));
}

/* A web server, a table and a notifier ------------------------------------ */

struct web { pid_t pid; FILE *from; int port; };
static struct web plain, tls;

static void web_start(struct web *w, bool secure)
{
	int from[2];

	assert_int_equal(pipe(from), 0);
	w->pid = fork();
	if (w->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(from[1], STDOUT_FILENO);
		close(from[0]);
		close(from[1]);
		if (secure)
			execlp("python3", "python3", "tests/server/web.py", in_dir("cert.pem"), in_dir("cert.key"), (char *)NULL);
		else
			execlp("python3", "python3", "tests/server/web.py", (char *)NULL);
		_exit(127);
	}
	close(from[1]);
	w->from = fdopen(from[0], "r");
	setvbuf(w->from, NULL, _IONBF, 0);
	char line[20];
	assert_non_null(fgets(line, sizeof line, w->from));
	w->port = atoi(line);
}

static void web_stop(struct web *w)
{
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
	fclose(w->from);
}

/* The next request; NULL: there is none within that time. */
static json_t *request(struct web *w, int ms)
{
	struct pollfd p = { .fd = fileno(w->from), .events = POLLIN };
	char line[8192];

	if (poll(&p, 1, ms) <= 0)
		return NULL;
	assert_non_null(fgets(line, sizeof line, w->from));
	json_t *o = json_loads(line, 0, NULL);
	assert_non_null(o);
	return o;
}

static const char *header(json_t *request, const char *name)
{
	return json_string_value(json_object_get(json_object_get(request, "headers"), name));
}

static size_t body_of(json_t *o, uint8_t *out, size_t cap)
{
	const char *text = json_string_value(json_object_get(o, "body"));

	return from64(text, strlen(text), out, cap);
}

static void make_certificate(void)
{
	EVP_PKEY *key = EVP_EC_gen("P-256");
	X509 *x = X509_new();
	X509_NAME *name = X509_get_subject_name(x);
	X509_EXTENSION *alt = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, "IP:127.0.0.1,DNS:localhost");

	X509_set_version(x, 2);
	ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
	X509_gmtime_adj(X509_getm_notBefore(x), -3600);
	X509_gmtime_adj(X509_getm_notAfter(x), 3600);
	X509_set_pubkey(x, key);
	X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const uint8_t *)"test", -1, -1, 0);
	X509_set_issuer_name(x, name);
	X509_add_ext(x, alt, -1);
	X509_sign(x, key, EVP_sha256());
	FILE *f = fopen(in_dir("cert.pem"), "w");
	PEM_write_X509(f, x);
	fclose(f);
	f = fopen(in_dir("cert.key"), "w");
	PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL);
	fclose(f);
	X509_EXTENSION_free(alt);
	X509_free(x);
	EVP_PKEY_free(key);
}

static struct table table;
static char tell[MAX_TELL + 1];

/* A table of queen where seat 0 wants word there. */
static const struct table *table_with(const char *json)
{
	memset(&table, 0, sizeof table);
	strcpy(table.head.id, "abcd2345");
	table.head.game = game_find("queen");
	table.head.box = table.head.game->box;
	table.head.players = 3;
	table.status = TABLE_RUNNING;
	table.asked = -1;
	snprintf(tell, sizeof tell, "%s", json);
	for (int seat = 0; seat < 3; seat++) {
		table.seat[seat].kind = SEAT_PERSON;
		strcpy(table.seat[seat].name, "Ann");
		table.seat[seat].tell = tell;
	}
	return &table;
}

static const struct table *hook_to(const char *scheme, const char *host, int port, const char *path)
{
	char json[400];

	snprintf(json, sizeof json, "{\"hook\":\"%s://%s:%d%s\"}", scheme, host, port, path);
	return table_with(json);
}

static const struct table *push_to(int port, const char *path)
{
	char json[600];

	snprintf(json, sizeof json, "{\"push\":{\"endpoint\":\"https://127.0.0.1:%d%s\",\"p256dh\":\"%s\",\"auth\":\"%s\"}}", port, path, UA_POINT, UA_AUTH);
	return table_with(json);
}

static struct mailbox *box;
static struct notifier *notifier;
static struct notify_trial trial;
static struct { int n, seat; char id[ID_CHARS + 1], tell[MAX_TELL + 1]; } gone;

static void is_gone(void *arg, const char *id, int seat, const char *what)
{
	assert_ptr_equal(arg, &gone);
	gone.n++;
	gone.seat = seat;
	strcpy(gone.id, id);
	strcpy(gone.tell, what);
}

static void begin(struct notify_config c)
{
	char why[MAX_ERROR];

	memset(&gone, 0, sizeof gone);
	box = mailbox_make(NULL, NULL);
	notifier = notifier_make(&c, box, why);
	if (!notifier)
		fail_msg("%s", why);
	notifier_gone(notifier, is_gone, &gone);
}

static void end(void)
{
	notifier_stop(notifier);
	mailbox_drop(box);
	notifier = NULL;
}

/* After each test: whatever it has begun ends. */
static int end_test(void **state)
{
	if (notifier)
		end();
	return 0;
}

/* Until nothing is on its way any more. */
static struct notify_figures settle(void)
{
	for (int i = 0; notify_figures(notifier).waiting > 0; i++) {
		assert_true(i < 2000);
		nanosleep(&(struct timespec){ .tv_nsec = 10 * 1000 * 1000 }, NULL);
		mailbox_empty(box);
	}
	return notify_figures(notifier);
}

/* Neither server has been asked for anything. */
static void nothing_came(void)
{
	assert_null(request(&plain, 0));
	assert_null(request(&tls, 0));
}

static struct notify_config with_push(void)
{
	trial = (struct notify_trial){ .anywhere = true, .any_port = true, .authority = in_dir("cert.pem"), .quiet_ms = 300, .patience_ms = 1000 };
	return (struct notify_config){ .base = "https://muddy.example/", .push = true, .hooks = true, .key_file = in_dir("push.key"),
		.contact = "mailto:host@example.org", .trial = &trial };
}

/* Web Push ---------------------------------------------------------------- */

static void word_by_push_is_sealed_signed_and_says_nothing_but_whose_turn_it_is(void **state)
{
	uint8_t body[PUSH_BODY];
	char out[PUSH_PLAIN + 1], why[MAX_ERROR], origin[100];

	begin(with_push());
	struct push_key *k = push_key_load(in_dir("push.key"), why);
	assert_int_equal(notify_turn(notifier, push_to(tls.port, "/sub/1"), 0), 0);
	assert_int_equal(settle().sent, 1);
	json_t *r = request(&tls, 0);
	assert_non_null(r);
	assert_string_equal(json_string_value(json_object_get(r, "path")), "/sub/1");
	assert_string_equal(header(r, "content-encoding"), "aes128gcm");
	assert_string_equal(header(r, "topic"), "abcd2345-0");
	assert_true(atoi(header(r, "ttl")) > 0);
	json_t *claims = claims_of(header(r, "authorization"), k);
	snprintf(origin, sizeof origin, "https://127.0.0.1:%d", tls.port);
	assert_string_equal(json_string_value(json_object_get(claims, "aud")), origin);
	int64_t until = json_integer_value(json_object_get(claims, "exp"));
	assert_true(until > time(NULL) && until < time(NULL) + 24 * 3600);
	assert_true(open_sealed(body, body_of(r, body, sizeof body), out));
	assert_string_equal(out, "{\"table\":\"abcd2345\",\"words\":\"It is your turn in Mississippi Queen.\"}");
	assert_non_null(strstr(header(r, "authorization"), notifier_key(notifier)));
	json_decref(claims);
	json_decref(r);
	push_key_drop(k);
}

static void a_subscription_that_the_service_forgot_is_told_of(void **state)
{
	begin(with_push());
	notify_turn(notifier, push_to(tls.port, "/gone"), 2);
	settle();
	assert_int_equal(gone.n, 1);
	assert_int_equal(gone.seat, 2);
	assert_string_equal(gone.id, "abcd2345");
	assert_string_equal(gone.tell, tell);
	notify_turn(notifier, push_to(tls.port, "/unknown"), 1);
	settle();
	assert_int_equal(gone.n, 2);
	json_decref(request(&tls, 0));
	json_decref(request(&tls, 0));
}

static void what_fails_for_now_is_tried_once_more(void **state)
{
	begin(with_push());
	notify_turn(notifier, push_to(tls.port, "/flaky"), 0);
	struct notify_figures f = settle();
	assert_int_equal(f.sent, 1);
	assert_int_equal(gone.n, 0);
	json_decref(request(&tls, 0));
	json_decref(request(&tls, 0));
}

static void nothing_goes_to_a_server_whose_certificate_is_not_trusted(void **state)
{
	struct notify_config c = with_push();

	trial.authority = NULL;
	begin(c);
	notify_turn(notifier, push_to(tls.port, "/x"), 0);
	assert_int_equal(settle().failed, 1);
	assert_null(request(&tls, 0));
	assert_int_equal(gone.n, 0);
}

static void a_subscription_with_a_broken_key_is_forgotten(void **state)
{
	begin(with_push());
	push_to(tls.port, "/x");
	strstr(tell, UA_POINT)[3] = 'y';        /* still base64, and no longer on the curve */
	notify_turn(notifier, &table, 0);
	settle();
	assert_int_equal(gone.n, 1);
	assert_null(request(&tls, 0));
}

static void without_push_there_is_no_key_and_nothing_is_sent(void **state)
{
	struct notify_config c = with_push();

	c.push = false;
	begin(c);
	assert_string_equal(notifier_key(notifier), "");
	assert_int_equal(notify_turn(notifier, push_to(tls.port, "/x"), 0), 0);
	assert_int_equal(notify_figures(notifier).waiting, 0);
}

/* Web hooks --------------------------------------------------------------- */

static void a_hook_gets_words_and_link(void **state)
{
	uint8_t body[1000];

	setenv("http_proxy", "http://127.0.0.1:9", 1);         /* nobody is there */
	begin(with_push());
	notify_turn(notifier, hook_to("http", "127.0.0.1", plain.port, "/hook"), 0);
	assert_int_equal(settle().sent, 1);
	unsetenv("http_proxy");
	json_t *r = request(&plain, 0);
	assert_non_null(r);
	assert_string_equal(header(r, "content-type"), "application/json");
	size_t n = body_of(r, body, sizeof body);
	static const char want[] = "{\"table\":\"abcd2345\",\"seat\":0,"
		"\"text\":\"It is your turn in Mississippi Queen. https://muddy.example/t/abcd2345\","
		"\"content\":\"It is your turn in Mississippi Queen. https://muddy.example/t/abcd2345\"}";
	assert_int_equal(n, strlen(want));
	assert_memory_equal(body, want, n);
	json_decref(r);
}

static void hooks_are_off_unless_they_are_allowed(void **state)
{
	struct notify_config c = with_push();

	c.hooks = false;
	begin(c);
	assert_int_equal(notify_turn(notifier, hook_to("http", "127.0.0.1", plain.port, "/hook"), 0), 0);
	settle();
	assert_null(request(&plain, 50));
}

static void no_message_goes_to_an_address_that_is_not_public(void **state)
{
	static const char *const hosts[] = { "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]" };
	struct notify_config c = with_push();

	trial.anywhere = false;
	trial.patience_ms = 200;
	trial.quiet_ms = 1;
	begin(c);
	for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
		nanosleep(&(struct timespec){ .tv_nsec = 5 * 1000 * 1000 }, NULL);
		notify_turn(notifier, hook_to("http", hosts[i], plain.port, "/hook"), 0);
		notify_turn(notifier, hook_to("http", hosts[i], 80, "/hook"), 1);
	}
	push_to(tls.port, "/x");
	notify_turn(notifier, &table, 2);
	struct notify_figures f = settle();
	assert_int_equal(f.sent, 0);
	assert_true(f.failed >= 10);
	nothing_came();
}

static void no_message_goes_to_an_unusual_port(void **state)
{
	struct notify_config c = with_push();

	trial.any_port = false;
	begin(c);
	notify_turn(notifier, hook_to("http", "127.0.0.1", plain.port, "/hook"), 0);
	notify_turn(notifier, push_to(tls.port, "/x"), 1);
	assert_int_equal(settle().failed, 2);
	nothing_came();
}

static void redirections_are_not_followed(void **state)
{
	begin(with_push());
	notify_turn(notifier, hook_to("http", "127.0.0.1", plain.port, "/away"), 0);
	assert_int_equal(settle().failed, 1);
	json_t *r = request(&plain, 0);
	assert_string_equal(json_string_value(json_object_get(r, "path")), "/away");
	json_decref(r);
	assert_null(request(&plain, 50));
}

static void slow_and_endless_answers_are_broken_off(void **state)
{
	struct notify_config c = with_push();

	trial.patience_ms = 400;
	begin(c);
	int64_t from = clock_ms();
	notify_turn(notifier, hook_to("http", "127.0.0.1", plain.port, "/slow"), 1);
	assert_int_equal(settle().failed, 1);
	assert_true(clock_ms() - from < 2500);
	end();
	trial.patience_ms = 10000;
	begin(c);
	from = clock_ms();
	notify_turn(notifier, hook_to("http", "127.0.0.1", plain.port, "/endless"), 0);
	assert_int_equal(settle().sent, 1);     /* what it said first was 201 */
	assert_true(clock_ms() - from < 5000);
	for (json_t *r; (r = request(&plain, 0)); )
		json_decref(r);
}

/* A program --------------------------------------------------------------- */

static struct notify_config with_program(const char *script)
{
	static char command[300];

	put_file(in_dir("send"), script, 0700);
	snprintf(command, sizeof command, "%s one $(two) %s", in_dir("send"), in_dir("sent"));
	unlink(in_dir("sent"));
	trial = (struct notify_trial){ .quiet_ms = 300, .patience_ms = 1000 };
	return (struct notify_config){ .base = "http://localhost:8080", .command = command, .trial = &trial };
}

static void a_program_gets_address_link_and_words(void **state)
{
	char text[2000];

	setenv("PGPASSWORD", "secret", 1);
	begin(with_program("#!/bin/sh\n{ echo \"$1 $2 $#\"; env | sort; cat; } >\"$3\"; echo noise; echo noise >&2\n"));
	notify_turn(notifier, table_with("{\"mail\":\"ann@example.org\"}"), 0);
	assert_int_equal(settle().sent, 1);
	get_file(in_dir("sent"), text, sizeof text);
	assert_non_null(strstr(text, "one $(two) 3\n"));
	assert_non_null(strstr(text, "BIGMUDDY_ADDRESS=ann@example.org\n"));
	assert_non_null(strstr(text, "BIGMUDDY_KIND=mail\n"));
	assert_non_null(strstr(text, "BIGMUDDY_LINK=http://localhost:8080/t/abcd2345\n"));
	assert_non_null(strstr(text, "BIGMUDDY_TABLE=abcd2345\n"));
	assert_non_null(strstr(text, "BIGMUDDY_WORDS=It is your turn in Mississippi Queen.\n"));
	assert_non_null(strstr(text, "\nIt is your turn in Mississippi Queen.\nhttp://localhost:8080/t/abcd2345\n"));
	assert_null(strstr(text, "secret"));
	unsetenv("PGPASSWORD");
}

static void a_program_that_fails_is_counted(void **state)
{
	begin(with_program("#!/bin/sh\nexit 3\n"));
	notify_turn(notifier, table_with("{\"mail\":\"ann@example.org\"}"), 0);
	assert_int_equal(settle().failed, 1);
}

/* Neither gone, nor dead and not yet collected by whoever inherited it. */
static bool is_alive(int pid)
{
	char path[40];

	snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
	FILE *f = fopen(path, "r");
	const bool alive = f && fgetc(f) != EOF;
	if (f)
		fclose(f);
	return alive;
}

static void a_program_that_hangs_is_ended_with_all_it_started(void **state)
{
	char text[100];
	int pid = 0;

	struct notify_config c = with_program("#!/bin/sh\nsleep 60 & echo $! >\"$3\"; wait\n");
	trial.patience_ms = 300;
	begin(c);
	int64_t from = clock_ms();
	notify_turn(notifier, table_with("{\"mail\":\"ann@example.org\"}"), 0);
	assert_int_equal(settle().failed, 1);
	assert_true(clock_ms() - from < 2000);
	get_file(in_dir("sent"), text, sizeof text);
	assert_int_equal(sscanf(text, "%d", &pid), 1);
	for (int i = 0; i < 40 && is_alive(pid); i++)           /* on a busy machine it takes a while to die */
		nanosleep(&(struct timespec){ .tv_nsec = 50 * 1000 * 1000 }, NULL);
	assert_false(is_alive(pid));
}

static void a_command_that_cannot_be_run_is_refused_at_the_start(void **state)
{
	static const char *const bad[] = { "mail", "/no/such/program", "   ", "/etc/passwd", "/bin/sh 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16" };
	char why[MAX_ERROR];

	box = mailbox_make(NULL, NULL);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct notify_config c = { .command = bad[i] };
		assert_null(notifier_make(&c, box, why));
		assert_non_null(strstr(why, "command"));
	}
	struct notify_config c = { .base = "muddy" };
	assert_null(notifier_make(&c, box, why));
	c = (struct notify_config){ .push = true };
	assert_null(notifier_make(&c, box, why));
	c = (struct notify_config){ .push = true, .key_file = in_dir("push.key"), .contact = "ann" };
	assert_null(notifier_make(&c, box, why));
	assert_non_null(strstr(why, "mailto:"));
	mailbox_drop(box);
}

static void without_a_command_there_is_no_mail(void **state)
{
	begin((struct notify_config){ .base = NULL });
	assert_int_equal(notify_turn(notifier, table_with("{\"mail\":\"ann@example.org\"}"), 0), 0);
	assert_int_equal(notify_figures(notifier).waiting, 0);
	assert_int_equal(notify_turn(notifier, table_with("rubbish"), 0), 0);
	table.seat[0].tell = NULL;
	assert_int_equal(notify_turn(notifier, &table, 0), 0);
}

/* How much, and the end --------------------------------------------------- */

static void a_seat_is_told_once_in_a_while_and_the_caller_when_it_may_be_again(void **state)
{
	begin(with_push());
	hook_to("http", "127.0.0.1", plain.port, "/hook");
	assert_int_equal(notify_turn(notifier, &table, 0), 0);
	int64_t wait = notify_turn(notifier, &table, 0);
	assert_true(wait > 0 && wait <= 300);
	assert_int_equal(notify_turn(notifier, &table, 1), 0);         /* another seat */
	strcpy(table.head.id, "zzzz9999");
	assert_int_equal(notify_turn(notifier, &table, 0), 0);         /* another table */
	strcpy(table.head.id, "abcd2345");
	nanosleep(&(struct timespec){ .tv_nsec = (wait + 20) * 1000 * 1000 }, NULL);
	assert_int_equal(notify_turn(notifier, &table, 0), 0);
	assert_int_equal(settle().sent, 4);
	for (json_t *r; (r = request(&plain, 0)); )
		json_decref(r);
}

static void an_address_of_mail_is_told_once_in_a_while_by_all_tables_together(void **state)
{
	begin(with_program("#!/bin/sh\n"));
	assert_int_equal(notify_turn(notifier, table_with("{\"mail\":\"ann@example.org\"}"), 0), 0);
	strcpy(table.head.id, "zzzz9999");
	assert_true(notify_turn(notifier, &table, 1) > 0);
	assert_int_equal(notify_turn(notifier, table_with("{\"mail\":\"bob@example.org\"}"), 0), 0);
	assert_int_equal(settle().sent, 2);
}

static void more_than_can_wait_is_left_out_and_the_end_breaks_off_what_is_under_way(void **state)
{
	struct notify_config c = with_program("#!/bin/sh\nsleep 60\n");
	char json[100];
	int taken = 0;

	trial.patience_ms = 60000;
	begin(c);
	for (int i = 0; i < 400; i++) {
		snprintf(json, sizeof json, "{\"mail\":\"a%d@example.org\"}", i);
		taken += notify_turn(notifier, table_with(json), 0) == 0;
	}
	assert_int_equal(taken, 256);
	assert_int_equal(notify_figures(notifier).waiting, 256);
	assert_int_equal(notify_figures(notifier).left_out, 144);
	int64_t from = clock_ms();
	end();
	assert_true(clock_ms() - from < 2000);
}

static int set_up(void **state)
{
	signal(SIGPIPE, SIG_IGN);               /* as the program does */
	slog_set(SLOG_ERROR);
	assert_true(sodium_init() >= 0);
	assert_non_null(mkdtemp(dir));
	make_certificate();
	web_start(&plain, false);
	web_start(&tls, true);
	return 0;
}

static int tear_down(void **state)
{
	char command[100];

	web_stop(&plain);
	web_stop(&tls);
	snprintf(command, sizeof command, "rm -rf %s", dir);
	return system(command);
}

int main(void)
{
	struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_read_strictly),
		cmocka_unit_test(only_addresses_of_the_open_internet_are_public),
		cmocka_unit_test(word_by_push_is_sealed_signed_and_says_nothing_but_whose_turn_it_is),
		cmocka_unit_test(a_subscription_that_the_service_forgot_is_told_of),
		cmocka_unit_test(what_fails_for_now_is_tried_once_more),
		cmocka_unit_test(nothing_goes_to_a_server_whose_certificate_is_not_trusted),
		cmocka_unit_test(a_subscription_with_a_broken_key_is_forgotten),
		cmocka_unit_test(without_push_there_is_no_key_and_nothing_is_sent),
		cmocka_unit_test(a_hook_gets_words_and_link),
		cmocka_unit_test(hooks_are_off_unless_they_are_allowed),
		cmocka_unit_test(no_message_goes_to_an_address_that_is_not_public),
		cmocka_unit_test(no_message_goes_to_an_unusual_port),
		cmocka_unit_test(redirections_are_not_followed),
		cmocka_unit_test(slow_and_endless_answers_are_broken_off),
		cmocka_unit_test(a_program_gets_address_link_and_words),
		cmocka_unit_test(a_program_that_fails_is_counted),
		cmocka_unit_test(a_program_that_hangs_is_ended_with_all_it_started),
		cmocka_unit_test(a_command_that_cannot_be_run_is_refused_at_the_start),
		cmocka_unit_test(without_a_command_there_is_no_mail),
		cmocka_unit_test(a_seat_is_told_once_in_a_while_and_the_caller_when_it_may_be_again),
		cmocka_unit_test(an_address_of_mail_is_told_once_in_a_while_by_all_tables_together),
		cmocka_unit_test(more_than_can_wait_is_left_out_and_the_end_breaks_off_what_is_under_way),
	};

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
		tests[i].teardown_func = end_test;
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
