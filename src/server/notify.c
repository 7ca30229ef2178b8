#define _POSIX_C_SOURCE 200809L
#include "server/notify.h"

#include <curl/curl.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "server/outbound.h"
#include "base/slog.h"

enum {
	THREADS = 4, NICE = 5,
	MAX_WAITING = 256,              /* messages that wait or are on their way */
	QUIET_MS = 60 * 1000, PROGRAM_MS = 30 * 1000, WEB_MS = 10 * 1000,
	KEPT = 4096, TRIED = 8,         /* places where it is kept when somebody was told, and how many of them one may have */
	MAX_ARGS = 16, MAX_WORDS = 200, MAX_LINK = 400,
	TTL = 3 * 24 * 3600,            /* s that a push service keeps a message for a device that is off */
	TOKEN = 12 * 3600,              /* s that a token is worth something: RFC 8292 allows a day */
};

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

struct notifier {
	struct pool *pool;
	struct push_key *key;           /* NULL: no Web Push */
	char     key64[88];             /* 65 bytes are 87 characters */
	char    *base, *contact;
	char    *command, *argv[MAX_ARGS + 1];  /* argv points into command */
	char    *authority;
	bool     hooks;
	struct outbound web, program;
	int      quiet_ms;
	atomic_bool stop;
	void   (*gone)(void *arg, const char *id, int seat, const char *tell);
	void    *arg;
	uint8_t  salt[crypto_shorthash_KEYBYTES];       /* so that nobody can choose names that share a place */
	struct told { uint64_t whom; int64_t at; } told[KEPT];
	struct notify_figures figures;
};

/* A message on its way. */
struct errand {
	struct job job;
	struct notifier *n;             /* its gone, figures and told are not to be touched on another thread */
	char  id[ID_CHARS + 1];
	int   seat;
	bool  slow;
	char *said;                     /* what `to` was read from */
	struct tell to;
	char  words[MAX_WORDS], link[MAX_LINK];
	enum { FAILED, SENT, GONE } outcome;
	int   status;
};

/* Where to send it -------------------------------------------------------- */

static bool decode(const char *text, uint8_t *out, size_t n)
{
	size_t got;

	return sodium_base642bin(out, n, text, strlen(text), NULL, &got, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 && got == n;
}

static bool is_host(const char *text)
{
	for (int labels = 0; ; labels++) {
		size_t n = strspn(text, LETTERS "-");
		if (n == 0 || n > 63 || text[0] == '-' || text[n - 1] == '-')
			return false;
		if (text[n] == '\0')
			return labels > 0;
		if (text[n] != '.')
			return false;
		text += n + 1;
	}
}

/* Only what every mail program takes for one address: it goes to a program that we do not know. */
static bool is_mail(const char *text)
{
	size_t name = strspn(text, LETTERS "._%+=-");

	return strspn(text, LETTERS) > 0 && name <= 64 && text[name] == '@' && is_host(text + name + 1) && strlen(text) <= 254;
}

static bool read_push(const struct json_value *push, struct tell *out, const char **address, char why[MAX_ERROR])
{
	const char *point = json_string_of(json_get(push, "p256dh")), *auth = json_string_of(json_get(push, "auth"));

	*address = json_string_of(json_get(push, "endpoint"));
	if (!point || !auth || !*address || push->n != 3)
		return error_say(why, "'push' must have the texts endpoint, p256dh and auth, and nothing else");
	if (!decode(point, out->point, PUSH_POINT) || out->point[0] != 4 || !decode(auth, out->auth, PUSH_AUTH))
		return error_say(why, "'push' must have a p256dh of %d bytes and an auth of %d, both as base64url", PUSH_POINT, PUSH_AUTH);
	out->kind = TELL_PUSH;
	return outbound_url(*address, true, NULL, why);
}

static bool read_address(const struct json_value *from, struct tell *out, const char **address, char why[MAX_ERROR])
{
	const struct json_value *push = json_get(from, "push");

	if (from->n == 1 && push)
		return read_push(push, out, address, why);
	if (from->n == 1 && (*address = json_string_of(json_get(from, "hook")))) {
		out->kind = TELL_HOOK;
		return outbound_url(*address, false, NULL, why);
	}
	if (from->n == 1 && (*address = json_string_of(json_get(from, "mail")))) {
		out->kind = TELL_MAIL;
		return is_mail(*address) ? true : error_say(why, "'mail' is no address that this server writes to");
	}
	return error_say(why, "a notification goes to one of push, hook and mail");
}

bool notify_read(const char *text, size_t n, struct tell *out, char why[MAX_ERROR])
{
	struct tell to = { .kind = TELL_PUSH };
	const char *address;
	struct json j;

	if (!json_parse(&j, text, n, MAX_TELL, why))
		return false;
	bool fine = read_address(j.root, &to, &address, why);
	if (fine) {
		strcpy(to.address, address);            /* no longer than the JSON it is part of */
		*out = to;
	}
	json_drop(&j);
	return fine;
}

/* On a thread of the pool ------------------------------------------------- */

static const char *const kinds[] = { "push", "hook", "mail" };

/* What failed for now is tried once more, a little later. */
static int post(const struct errand *e, const char *const header[], const void *body, size_t n)
{
	const struct outbound *web = &e->n->web;
	int status = outbound_post(web, e->to.address, header, body, n);

	if (status != 0 && status != 429 && status < 500)
		return status;
	for (int waited = 0; waited < web->patience_ms / 2 && !atomic_load(web->stop); waited += 50)
		nanosleep(&(struct timespec){ .tv_nsec = 50 * 1000 * 1000 }, NULL);
	return atomic_load(web->stop) ? status : outbound_post(web, e->to.address, header, body, n);
}

static bool send_sealed(struct errand *e, const uint8_t *body, size_t n)
{
	char origin[MAX_ORIGIN], token[PUSH_TOKEN], why[MAX_ERROR], authorization[PUSH_TOKEN + 20], ttl[40], topic[40];
	const char *const header[] = { authorization, ttl, topic, e->slow ? "Urgency: normal" : "Urgency: high", "Content-Encoding: aes128gcm",
		"Content-Type: application/octet-stream", NULL };

	if (!outbound_url(e->to.address, true, origin, why) || !push_token(e->n->key, origin, e->n->contact, (int64_t)time(NULL) + TOKEN, token))
		return false;
	snprintf(authorization, sizeof authorization, "Authorization: %s", token);
	snprintf(ttl, sizeof ttl, "TTL: %d", TTL);
	snprintf(topic, sizeof topic, "Topic: %s-%d", e->id, e->seat);  /* the next message takes the place of one that still waits */
	e->status = post(e, header, body, n);
	return true;
}

static void send_push(struct errand *e)
{
	uint8_t body[PUSH_BODY], salt[PUSH_SALT];
	char plain[PUSH_PLAIN];
	struct push_key *once = push_key_make();

	must(once != NULL);
	randombytes_buf(salt, sizeof salt);
	int n = snprintf(plain, sizeof plain, "{\"table\":\"%s\",\"words\":\"%s\"}", e->id, e->words);   /* nothing in them needs escaping */
	size_t sealed = push_seal(&(struct push_envelope){ once, salt, e->to.point, e->to.auth }, plain, (size_t)n, body);
	push_key_drop(once);
	if (sealed > 0 && !send_sealed(e, body, sealed))
		return;
	if (sealed == 0 || e->status == 404 || e->status == 410)
		e->outcome = GONE;
	else if (e->status >= 200 && e->status < 300)
		e->outcome = SENT;
}

/* The same words twice: chat rooms expect them under either name. */
static void send_hook(struct errand *e)
{
	static const char *const header[] = { "Content-Type: application/json", NULL };
	char text[MAX_WORDS + MAX_LINK];

	snprintf(text, sizeof text, "%s%s%s", e->words, e->link[0] ? " " : "", e->link);
	json_t *o = json_pack("{s:s, s:i, s:s, s:s}", "table", e->id, "seat", e->seat, "text", text, "content", text);
	must(o != NULL);
	char *body = json_dumps(o, JSON_COMPACT);
	must(body != NULL);
	e->status = post(e, header, body, strlen(body));
	e->outcome = e->status >= 200 && e->status < 300 ? SENT : FAILED;
	free(body);
	json_decref(o);
}

/* NAME=value in its own place; what is not in our own environment is left out. */
static char *variable(char *at, size_t cap, const char *name, const char *value)
{
	return value && snprintf(at, cap, "%s=%s", name, value) < (int)cap ? at : NULL;
}

/* Nothing of the server's environment that could hold a password. */
static void send_mail(struct errand *e)
{
	const struct { const char *name, *value; } all[] = {
		{ "BIGMUDDY_KIND", kinds[e->to.kind] }, { "BIGMUDDY_ADDRESS", e->to.address }, { "BIGMUDDY_TABLE", e->id }, { "BIGMUDDY_LINK", e->link },
		{ "BIGMUDDY_WORDS", e->words }, { "PATH", getenv("PATH") }, { "HOME", getenv("HOME") }, { "LANG", getenv("LANG") }, { "TZ", getenv("TZ") },
	};
	enum { ALL_OF = sizeof all / sizeof all[0] };
	char own[ALL_OF][MAX_TELL + 40], *env[ALL_OF + 1], in[MAX_WORDS + MAX_LINK + 2];
	int n = 0;

	for (int i = 0; i < ALL_OF; i++)
		if ((env[n] = variable(own[i], sizeof own[i], all[i].name, all[i].value)))
			n++;
	env[n] = NULL;
	snprintf(in, sizeof in, "%s\n%s%s", e->words, e->link, e->link[0] ? "\n" : "");
	e->outcome = outbound_run(&e->n->program, e->n->argv, env, in) ? SENT : FAILED;
}

static void work(struct job *j)
{
	static void (*const ways[])(struct errand *) = { [TELL_PUSH] = send_push, [TELL_HOOK] = send_hook, [TELL_MAIL] = send_mail };
	struct errand *e = (struct errand *)j;

	ways[e->to.kind](e);
}

/* On the loop's thread ---------------------------------------------------- */

static void drop(struct notifier *n)
{
	push_key_drop(n->key);
	free(n->base);
	free(n->contact);
	free(n->command);
	free(n->authority);
	free(n);
	curl_global_cleanup();
}

static void done(struct job *j)
{
	struct errand *e = (struct errand *)j;
	struct notifier *n = e->n;
	bool stop = atomic_load(&n->stop);

	if (e->outcome == SENT)
		n->figures.sent++;
	else
		n->figures.failed++;
	if (e->outcome != SENT && !stop)
		slog(SLOG_WARN, "not told", "s:s, s:s, s:i, s:i", "kind", kinds[e->to.kind], "table", e->id, "seat", e->seat, "status", e->status);
	if (e->outcome == GONE && n->gone && !stop)
		n->gone(n->arg, e->id, e->seat, e->said);
	free(e->said);
	free(e);
	if (--n->figures.waiting == 0 && stop)
		drop(n);
}

/* How long it is too early for another message; 0: it is noted that there is one now. A seat is told once a minute, and an address of mail,
 * which may be a stranger's, once a minute for all seats together. */
static int64_t too_early(struct notifier *n, const struct errand *e)
{
	char name[MAX_TELL + 1];
	uint64_t whom;
	int64_t now = clock_ms();

	if (e->to.kind == TELL_MAIL)
		strcpy(name, e->to.address);
	else
		snprintf(name, sizeof name, "%s %d", e->id, e->seat);
	crypto_shorthash((uint8_t *)&whom, (const uint8_t *)name, strlen(name), n->salt);
	struct told *free_one = NULL;
	for (unsigned i = 0; i < TRIED; i++) {
		struct told *t = &n->told[(whom + i) % KEPT];
		bool old = t->at == 0 || now - t->at >= n->quiet_ms;
		if (t->whom == whom && !old)
			return t->at + n->quiet_ms - now;
		if (old && !free_one)
			free_one = t;
	}
	if (!free_one)
		return n->quiet_ms;
	*free_one = (struct told){ .whom = whom, .at = now };
	return 0;
}

static bool has_way(const struct notifier *n, enum tell_kind kind)
{
	return kind == TELL_PUSH ? n->key != NULL : kind == TELL_HOOK ? n->hooks : n->command != NULL;
}

/* That the seat may be lost is more urgent than whose turn it is. */
static void put_words(const struct table *t, int seat, char out[MAX_WORDS])
{
	const char *title = t->head.game->title;
	time_t from = (time_t)(t->seat[seat].vacant_from / 1000);
	struct tm parts;
	char date[32];

	if (t->seat[seat].vacant_from && gmtime_r(&from, &parts) && strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &parts))
		snprintf(out, MAX_WORDS, "Somebody else may take your seat in %s from %s on, unless you come back.", title, date);
	else
		snprintf(out, MAX_WORDS, table_prompt(t) >= 0 ? "There is a question for you in %s." : "It is your turn in %s.", title);
}

/* NULL: there is nowhere to send it. */
static struct errand *errand_for(struct notifier *n, const struct table *t, int seat)
{
	const char *said = t->seat[seat].tell;
	struct errand *e = calloc(1, sizeof *e);
	char why[MAX_ERROR];

	must(e != NULL);
	if (!said || !notify_read(said, strlen(said), &e->to, why) || !has_way(n, e->to.kind)) {
		free(e);
		return NULL;
	}
	e->job.work = work;
	e->job.done = done;
	e->n = n;
	e->seat = seat;
	e->slow = t->head.pace.slow;
	strcpy(e->id, t->head.id);
	e->said = strdup(said);
	must(e->said != NULL);
	put_words(t, seat, e->words);
	if (n->base[0])
		snprintf(e->link, sizeof e->link, "%s/t/%s", n->base, e->id);
	return e;
}

int64_t notify_turn(struct notifier *n, const struct table *t, int seat)
{
	struct errand *e = errand_for(n, t, seat);
	int64_t wait = 0;

	if (!e)
		return 0;
	bool full = n->figures.waiting >= MAX_WAITING;
	n->figures.left_out += full;
	wait = full ? n->quiet_ms : too_early(n, e);
	if (wait == 0 && pool_give(n->pool, &e->job)) {
		n->figures.waiting++;
		return 0;
	}
	free(e->said);
	free(e);
	return wait > 0 ? wait : n->quiet_ms;
}

void notifier_gone(struct notifier *n, void (*gone)(void *arg, const char *id, int seat, const char *tell), void *arg)
{
	n->gone = gone;
	n->arg = arg;
}

const char *notifier_key(const struct notifier *n)
{
	return n->key64;
}

struct notify_figures notify_figures(const struct notifier *n)
{
	return n->figures;
}

/* Beginning and end ------------------------------------------------------- */

static char *copy(const char *text)
{
	char *c = strdup(text ? text : "");

	must(c != NULL);
	return c;
}

static bool take_command(struct notifier *n, const char *command, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], *rest;
	int k = 0;

	n->command = copy(command);
	for (char *word = strtok_r(n->command, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (k == MAX_ARGS)
			return error_say(why, "the command for messages has more than %d words", MAX_ARGS);
		n->argv[k++] = word;
	}
	const char *program = k > 0 ? n->argv[0] : "";
	if (program[0] != '/' || access(program, X_OK) != 0)
		return error_say(why, "the command for messages must begin with the whole path of a program that can be run: '%s'",
			error_quote(shown, program, strlen(program)));
	return true;
}

static bool take_push(struct notifier *n, const struct notify_config *c, char why[MAX_ERROR])
{
	uint8_t point[PUSH_POINT];

	if (!c->key_file || !c->key_file[0])
		return error_say(why, "Web Push needs a file for its key");
	if (n->contact[0] && strncmp(n->contact, "mailto:", 7) != 0 && strncmp(n->contact, "https:", 6) != 0)
		return error_say(why, "the contact for push services must begin with mailto: or https:");
	n->key = push_key_load(c->key_file, why);
	if (!n->key)
		return false;
	push_key_point(n->key, point);
	sodium_bin2base64(n->key64, sizeof n->key64, point, sizeof point, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	return true;
}

/* The site's own address, as far as it is there: links are made of it. */
static bool take_base(struct notifier *n, const char *base, char why[MAX_ERROR])
{
	n->base = copy(base);
	while (n->base[0] && n->base[strlen(n->base) - 1] == '/')
		n->base[strlen(n->base) - 1] = '\0';
	if (strlen(n->base) > MAX_LINK - 20)
		return error_say(why, "the address of the site is too long");
	return !n->base[0] || outbound_url(n->base, false, NULL, why) ? true : error_say(why, "the address of the site: %s", why);
}

static bool take(struct notifier *n, const struct notify_config *c, char why[MAX_ERROR])
{
	static const struct notify_trial none = { .anywhere = false };
	const struct notify_trial *trial = c->trial ? c->trial : &none;
	int patience = trial->patience_ms;

	n->authority = trial->authority ? copy(trial->authority) : NULL;
	n->web = (struct outbound){ trial->anywhere, trial->any_port, n->authority, patience ? patience : WEB_MS, &n->stop };
	n->program = (struct outbound){ .patience_ms = patience ? patience : PROGRAM_MS, .stop = &n->stop };
	n->quiet_ms = trial->quiet_ms ? trial->quiet_ms : QUIET_MS;
	n->hooks = c->hooks;
	if (!take_base(n, c->base, why))
		return false;
	/* A service that wants to complain has to find somebody: the site, if nobody is named. */
	n->contact = copy(c->contact && c->contact[0] ? c->contact : strncmp(n->base, "https:", 6) == 0 ? n->base : "");
	return (!c->command || !c->command[0] || take_command(n, c->command, why)) && (!c->push || take_push(n, c, why));
}

struct notifier *notifier_make(const struct notify_config *c, struct mailbox *back, char why[MAX_ERROR])
{
	struct notifier *n = calloc(1, sizeof *n);

	must(n != NULL && sodium_init() >= 0 && curl_global_init(CURL_GLOBAL_DEFAULT) == 0);
	randombytes_buf(n->salt, sizeof n->salt);
	if (!take(n, c, why)) {
		drop(n);
		return NULL;
	}
	n->pool = pool_make("notify", THREADS, NICE, back);
	return n;
}

void notifier_stop(struct notifier *n)
{
	atomic_store(&n->stop, true);
	pool_stop(n->pool);
	if (n->figures.waiting == 0)
		drop(n);
}
