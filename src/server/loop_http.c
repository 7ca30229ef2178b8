/* Requests: who may ask, for what, and how the answer goes out. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/game.h"
#include "driver/clock.h"
#include "server/loop_parts.h"
#include "server/slog.h"

enum { PATH_BYTES = 512, QUERY_BYTES = 256, BEARER_BYTES = 128, LINE_BYTES = 1024, PROBE_MS = 3000 };

struct request {
	struct request *next, *prev;            /* of loop.requests */
	struct loop  *loop;
	struct conn  *conn;                     /* NULL: they have left */
	struct guest *guest;
	bool  pending;                          /* somebody is going to answer it */
	struct probe *probe;                    /* that somebody is the store */
	bool  routed, head, begun, close, whole;
	const char *method;
	char  path[PATH_BYTES], query[QUERY_BYTES], bearer[BEARER_BYTES];
	char *body;
	size_t n_body, wanted;
	int64_t since;
	/* the answer: */
	int   status;                           /* 0: there is none yet */
	const char *type, *cache, *encoding, *tag, *allow;
	char *own;                              /* its bytes, if they belong to it */
	const char *bytes;
	size_t n, sent;
};

/* Answers ---------------------------------------------------------------- */

static void give(struct request *r, int status, const char *type, const char *bytes, size_t n)
{
	must(r->status == 0);
	r->status = status;
	r->type = type;
	r->bytes = bytes;
	r->n = n;
	if (!r->cache)
		r->cache = "no-store";
	r->loop->figures.answers[status / 100]++;
}

static void give_own(struct request *r, int status, const char *type, char *text, size_t n)
{
	must(text != NULL);
	r->own = text;
	give(r, status, type, text, n);
}

/* For a program that asks, and for a person who reads it. Always false. */
static bool refuse(struct request *r, int status, const char *code, const char *words)
{
	json_t *object = json_pack("{s:s, s:s}", "error", code, "words", words);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	must(text != NULL);
	give_own(r, status, "application/json", text, strlen(text));
	return false;
}

static bool put(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
	return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value, (int)strlen(value), at, end) == 0;
}

/* The headers that every answer has are the virtual host's: loop.c. */
static bool put_headers(struct lws *wsi, const struct request *r, unsigned char **at, unsigned char *end)
{
	char tag[32] = "";

	if (lws_add_http_header_status(wsi, (unsigned)r->status, at, end))
		return false;
	if (r->status != 304 && (!put(wsi, "content-type:", r->type, at, end) || lws_add_http_header_content_length(wsi, r->n, at, end)))
		return false;
	/* The same file in another form is another thing: its tag says so. */
	if (r->tag)
		snprintf(tag, sizeof tag, "%.17s%s%s\"", r->tag, r->encoding ? "-" : "", r->encoding ? r->encoding : "");
	return put(wsi, "cache-control:", r->cache, at, end)
		&& (!r->tag || (put(wsi, "etag:", tag, at, end) && put(wsi, "vary:", "accept-encoding", at, end)))
		&& (!r->encoding || r->status == 304 || put(wsi, "content-encoding:", r->encoding, at, end))
		&& (!r->allow || put(wsi, "allow:", r->allow, at, end))
		&& (r->status != 429 || put(wsi, "retry-after:", "10", at, end))
		&& (!r->close || put(wsi, "connection:", "close", at, end));
}

static bool send_headers(struct lws *wsi, const struct request *r)
{
	unsigned char buffer[LWS_PRE + 4096], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;

	return put_headers(wsi, r, &at, end) && lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

static bool send_piece(struct conn *c, struct request *r)
{
	size_t left = r->n - r->sent, n = left < PIECE ? left : PIECE;
	unsigned char *at = c->loop->buffer + LWS_PRE;

	memcpy(at, r->bytes + r->sent, n);
	r->sent += n;
	return lws_write(c->wsi, at, n, n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) == (int)n;
}

/* The life of a request -------------------------------------------------- */

static struct request *make(struct conn *c)
{
	struct request *r = calloc(1, sizeof *r);

	must(r != NULL);
	r->loop = c->loop;
	r->since = clock_today();
	r->conn = c;
	r->next = c->loop->requests;
	if (r->next)
		r->next->prev = r;
	c->loop->requests = r;
	return r;
}

static void drop(struct request *r)
{
	if (r->prev)
		r->prev->next = r->next;
	else
		r->loop->requests = r->next;
	if (r->next)
		r->next->prev = r->prev;
	if (r->guest)
		guest_release(r->guest);
	free(r->body);
	free(r->own);
	free(r);
}

bool http_busy(const struct loop *l)
{
	for (const struct request *r = l->requests; r; r = r->next)
		if (r->pending || r->status)
			return true;
	return false;
}

void http_drop_all(struct loop *l)
{
	while (l->requests)
		drop(l->requests);
}

void http_left(struct conn *c)
{
	struct request *r = c->request;

	c->request = NULL;
	if (!r)
		return;
	r->conn = NULL;
	if (!r->pending)
		drop(r);
}

int http_writable(struct conn *c)
{
	struct request *r = c->request;

	if (!r || r->status == 0)
		return 0;
	if (!r->begun && !send_headers(c->wsi, r))
		return -1;
	r->begun = true;
	lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
	bool body = !r->head && r->status != 304;
	while (body && r->sent < r->n && !lws_send_pipe_choked(c->wsi))
		if (!send_piece(c, r))
			return -1;
	if (body && r->sent < r->n) {
		lws_callback_on_writable(c->wsi);
		return 0;
	}
	bool close = r->close;
	c->request = NULL;
	drop(r);
	return close || lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

/* Who may ask ------------------------------------------------------------ */

/* The proxy says for whom it asks; whoever is not the proxy cannot say so. */
static bool find_guest(struct conn *c, struct request *r)
{
	struct loop *l = c->loop;
	char header[LINE_BYTES], address[MAX_ADDRESS];
	const char *from = c->peer->address;

	if (c->proxy) {
		if (!loop_header(c->wsi, WSI_TOKEN_X_FORWARDED_FOR, header, sizeof header))
			return refuse(r, 400, "bad_request", "X-Forwarded-For is too long");
		if (header[0] && !guest_forwarded(header, address))
			return refuse(r, 400, "bad_request", "X-Forwarded-For does not end with an address");
		if (header[0])
			from = address;
	}
	r->guest = guest_hold(l->guests, from, clock_today());
	return true;
}

static bool ours(struct conn *c, struct request *r, bool changes)
{
	char host[300], origin[300], words[MAX_ERROR], shown[MAX_SHOWN];

	if (!loop_header(c->wsi, WSI_TOKEN_HOST, host, sizeof host) || !host[0])
		return refuse(r, 400, "bad_request", "there is no header Host, or it is too long");
	if (!hosts_known(&c->loop->hosts, host)) {
		c->loop->figures.forbidden++;
		error_say(words, "this server does not go by the name '%s'; if it should, start it with --origin", error_quote(shown, host, strlen(host)));
		return refuse(r, 403, "forbidden", words);
	}
	bool fits = loop_header(c->wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
	if (changes && (!fits || (origin[0] && !hosts_same(&c->loop->hosts, origin, host)))) {
		c->loop->figures.forbidden++;
		return refuse(r, 403, "forbidden", "a page from elsewhere may not do this; if it should, start the server with --origin");
	}
	return true;
}

static bool in_time(struct conn *c, struct request *r)
{
	double each_minute = c->loop->config->requests;

	if (bucket_take(&r->guest->requests, clock_today(), each_minute / 60, each_minute / 2 < 1 ? 1 : each_minute / 2))
		return true;
	c->loop->figures.limited++;
	return refuse(r, 429, "too_fast", "too many requests from this address; try again in a little while");
}

/* What is asked ---------------------------------------------------------- */

static bool find_method(struct conn *c, struct request *r)
{
	static const struct { enum lws_token_indexes token; const char *method; } all[] = {
		{ WSI_TOKEN_GET_URI, "GET" }, { WSI_TOKEN_HEAD_URI, "HEAD" }, { WSI_TOKEN_POST_URI, "POST" },
	};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (lws_hdr_total_length(c->wsi, all[i].token) > 0)
			r->method = all[i].method;
	if (r->method) {
		r->head = strcmp(r->method, "HEAD") == 0;
		return true;
	}
	r->allow = "GET, HEAD, POST";
	r->close = true;                                /* there may be a body, which nobody reads */
	return refuse(r, 405, "bad_method", "the methods here are GET, HEAD and POST");
}

/* libwebsockets decodes a path once, and takes /../ out of it. What is left has to be printable: nothing of ours is not. */
static bool find_path(struct conn *c, struct request *r, const char *path)
{
	char bearer[LINE_BYTES];
	size_t at;

	if (strlen(path) >= sizeof r->path || !loop_header(c->wsi, WSI_TOKEN_HTTP_URI_ARGS, r->query, sizeof r->query))
		return refuse(r, 414, "too_long", "the address is too long");
	if (path[0] != '/' || !error_clean(path, strlen(path), &at))
		return refuse(r, 400, "bad_request", "the address is not a path");
	strcpy(r->path, path);
	if (!loop_header(c->wsi, WSI_TOKEN_HTTP_AUTHORIZATION, bearer, sizeof bearer))
		return refuse(r, 400, "bad_request", "the header Authorization is too long");
	if (strncasecmp(bearer, "Bearer ", 7) == 0 && strlen(bearer + 7) < sizeof r->bearer)
		strcpy(r->bearer, bearer + 7);
	return true;
}

/* A body has to say how long it is, and only where one is expected. */
static bool find_length(struct conn *c, struct request *r)
{
	char length[32], coding[32];
	bool posts = strcmp(r->method, "POST") == 0;
	size_t most = posts ? lobby_takes(r->method, r->path) : 0;

	bool fits = loop_header(c->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
	bool coded = !loop_header(c->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING, coding, sizeof coding) || coding[0];
	r->close = true;                                /* in what follows the body stays unread */
	if (coded || (posts && !length[0]))
		return refuse(r, 411, "no_length", "a body needs a Content-Length, and no Transfer-Encoding");
	if (!fits || strspn(length, "0123456789") != strlen(length) || strlen(length) > 18)
		return refuse(r, 400, "bad_request", "Content-Length is not a number");
	r->wanted = length[0] ? (size_t)strtoull(length, NULL, 10) : 0;
	if (r->wanted > most)
		return refuse(r, 413, "too_long", most ? "the body is too long" : "there is no body to be");
	r->close = false;
	return true;
}

/* Where it leads --------------------------------------------------------- */

static void wake(struct request *r)
{
	if (r->conn)
		lws_callback_on_writable(r->conn->wsi);
}

static const char *known_type(const char *type)
{
	static const char *const types[] = { "application/json", "text/plain; charset=utf-8" };

	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strcmp(types[i], type) == 0)
			return types[i];
	return strncmp(type, "text/plain", 10) == 0 ? types[1] : types[0];
}

static void answered(void *arg, int status, const char *type, const char *body, size_t n)
{
	struct request *r = arg;

	must(r->pending);
	r->pending = false;
	if (!r->conn) {
		drop(r);
		return;
	}
	char *copy = malloc(n + 1);
	must(copy != NULL);
	memcpy(copy, body, n);
	give_own(r, status, known_type(type), copy, n);
	wake(r);
}

static void ask_lobby(struct request *r)
{
	struct rest rest = {
		.method = r->head ? "GET" : r->method, .path = r->path, .query = r->query, .bearer = r->bearer[0] ? r->bearer : NULL,
		.body = r->body ? r->body : "", .n = r->n_body, .address = r->guest->address, .site = &r->loop->lobby, .answer = answered, .arg = r,
	};

	r->pending = true;
	lobby_request(r->loop->hall, &rest);
}

/* Whether the store answers: the shortest list it can be asked for. */
struct probe { struct list_job list; struct loop *loop; struct request *request; struct summary one; int64_t since; };

static void say_health(struct request *r, bool fine)
{
	const char *words = fine ? "ok\n" : "the store does not answer\n";

	r->probe = NULL;
	answered(r, fine ? 200 : 503, "text/plain; charset=utf-8", words, strlen(words));
}

static void probed(struct job *j)
{
	struct probe *p = (struct probe *)j;

	p->loop->probe = 0;
	if (p->request)
		say_health(p->request, p->list.fine);
	free(p);
}

static void probe(struct request *r)
{
	struct loop *l = r->loop;
	int64_t now = clock_today();

	r->pending = true;
	if (l->probe && now - l->probe > PROBE_MS) {
		say_health(r, false);
		return;
	}
	struct probe *p = calloc(1, sizeof *p);
	must(p != NULL);
	*p = (struct probe){ .list = { .job.done = probed, .filter = { .status = -1, .limit = 1 }, .of = &p->one }, .loop = l, .request = r, .since = now };
	r->probe = p;
	l->probe = l->probe ? l->probe : now;
	clerk_list(l->clerk, &p->list);
}

void http_sweep(struct loop *l, int64_t now)
{
	for (struct request *r = l->requests, *next; r; r = next) {
		next = r->next;
		if (r->probe && now - r->probe->since > PROBE_MS) {
			r->probe->request = NULL;
			say_health(r, false);
		}
	}
}

/* The figures are nobody's secret, and nobody's business either. Through a proxy nobody is local. */
static void tell_figures(struct request *r)
{
	struct loop *l = r->loop;
	const char *who = l->config->metrics;
	struct figures f = { .loop = l->figures };
	size_t n;

	if (strcmp(who, "all") != 0 && (strcmp(who, "local") != 0 || !guest_loopback(r->guest->address))) {
		refuse(r, 403, "forbidden", "who may read this is said by --metrics");
		return;
	}
	f.loop.addresses = guests_count(l->guests);
	f.hall = hall_figures(l->hall);
	f.clerk = clerk_figures(l->clerk);
	f.notify = notify_figures(l->notifier);
	char *text = metrics_text(&f, &n);
	give_own(r, 200, "text/plain; version=0.0.4; charset=utf-8", text, n);
}

/* One of the tags in the list is ours, in whatever form it was sent. */
static bool has_already(struct lws *wsi, const struct asset *a)
{
	char header[LINE_BYTES];

	if (!loop_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, header, sizeof header))
		return false;
	size_t n = strlen(a->tag) - 1;                  /* without the last quote: an encoding may follow */
	char *at = header;
	while ((at = strchr(at, '"')) != NULL && strncmp(at, a->tag, n) != 0)
		at++;
	return at != NULL;
}

static void tell_file(struct request *r, const struct asset *a)
{
	static const char *const encodings[ENCODINGS] = { NULL, "gzip", "br" };
	char accept[LINE_BYTES];

	if (!loop_header(r->conn->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept))
		accept[0] = '\0';
	enum encoding e = asset_choose(a, accept);
	r->tag = a->tag;
	r->encoding = encodings[e];
	r->cache = a->lasting ? "public, max-age=31536000, immutable" : "no-cache";
	if (has_already(r->conn->wsi, a))
		give(r, 304, a->type, "", 0);
	else
		give(r, 200, a->type, a->as[e].bytes, a->as[e].n);
}

static void route(struct request *r)
{
	const struct asset *a;

	r->routed = true;
	if (!r->loop->clerk) {
		r->close = true;
		refuse(r, 503, "closing", "the server is being stopped: it will be back");
	} else if (lobby_knows(r->path)) {
		ask_lobby(r);
	} else if (strcmp(r->method, "POST") == 0) {
		r->allow = "GET, HEAD";
		refuse(r, 405, "bad_method", "there is nothing to post to here");
	} else if (strcmp(r->path, "/healthz") == 0) {
		probe(r);
	} else if (strcmp(r->path, "/metrics") == 0) {
		tell_figures(r);
	} else if (strcmp(r->path, "/ws") == 0) {
		refuse(r, 426, "no_websocket", "this is the place for WebSockets");
	} else if ((a = site_find(r->loop->site, r->path)) != NULL) {
		tell_file(r, a);
	} else {
		refuse(r, 404, "not_found", "there is nothing at this address");
	}
}

/* What comes in ---------------------------------------------------------- */

/* The whole request is here: it is answered at once or later. */
static void take(struct conn *c, struct request *r)
{
	route(r);
	lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
	if (r->status)
		lws_callback_on_writable(c->wsi);
}

static bool allowed(struct conn *c, struct request *r, const char *path)
{
	return find_guest(c, r) && in_time(c, r) && find_method(c, r) && find_path(c, r, path)
		&& ours(c, r, strcmp(r->method, "POST") == 0) && find_length(c, r);
}

int http_begin(struct conn *c, const char *path)
{
	http_left(c);
	struct request *r = c->request = make(c);
	if (!allowed(c, r, path)) {
		r->routed = true;
		r->close = true;
		lws_callback_on_writable(c->wsi);
		return 0;
	}
	if (r->wanted == 0) {
		take(c, r);
		return 0;
	}
	r->body = malloc(r->wanted + 1);
	must(r->body != NULL);
	lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
	return 0;
}

int http_body(struct conn *c, const char *bytes, size_t n)
{
	struct request *r = c->request;

	if (!r || r->routed)
		return 0;
	if (n > r->wanted - r->n_body || clock_today() - r->since > PATIENCE * 1000)      /* drop by drop is too slow */
		return -1;
	memcpy(r->body + r->n_body, bytes, n);
	r->n_body += n;
	return 0;
}

int http_whole(struct conn *c)
{
	struct request *r = c->request;

	/* libwebsockets 4.1 reads a body that came together with the request before it over and over again: once is enough. */
	if (!r || r->whole)
		return -1;
	r->whole = true;
	if (!r->routed && r->n_body == r->wanted) {
		r->body[r->n_body] = '\0';
		take(c, r);
	}
	return 0;
}

/* WebSockets ------------------------------------------------------------- */

static bool room_for_one(struct conn *c, struct request *r)
{
	const struct config *f = c->loop->config;

	if (r->guest->clients < f->clients_per_address && c->loop->figures.clients < f->clients)
		return true;
	c->loop->figures.turned_away++;
	return refuse(r, 429, "too_many", "too many connections; try again later");
}

static bool may_upgrade(struct conn *c, struct request *r)
{
	char path[PATH_BYTES];

	if (!loop_header(c->wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") != 0)
		return refuse(r, 404, "not_found", "WebSockets are at /ws");
	return find_guest(c, r) && in_time(c, r) && ours(c, r, true) && room_for_one(c, r);
}

int http_upgrade(struct conn *c)
{
	struct request *r = make(c);

	bool fine = may_upgrade(c, r);
	if (fine) {
		c->guest = r->guest;
		r->guest = NULL;
		c->loop->figures.answers[1]++;
	} else {
		r->close = true;
		must(r->n <= PIECE);
		if (!send_headers(c->wsi, r) || !send_piece(c, r)) {
			drop(r);
			return -1;
		}
	}
	drop(r);
	return fine ? 0 : 1;
}
