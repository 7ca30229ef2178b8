/* Requests: who may ask, for what, and how the answer goes out. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "core/game.h"
#include "base/clock.h"
#include "server/loop_parts.h"
#include "base/slog.h"

enum { PATH_BYTES = 512, QUERY_BYTES = 256, BEARER_BYTES = 128, LINE_BYTES = 1024, PROBE_MS = 3000 };

/* A file is given from memory: so many of them, or so many pieces of FILE_BYTES of them, cost as much as one request. A browser that opens the
 * page and keeps it for offline use asks for about a hundred files in 1.5 MB: six requests' worth, so that a whole class can come from one address. */
enum { FILES_A_REQUEST = 20, FILE_BYTES = 64 << 10, WAIT_S = 10 };

struct http_request {
	struct http_request *next, *prev;            /* of loop.requests */
	struct loop  *loop;
	struct conn  *conn;                     /* NULL: they have left */
	struct ratelimit_entry *address;
	bool  pending;                          /* somebody is going to answer it */
	bool  probes;                           /* that somebody is the store */
	bool  routed, head, begun, whole;
	bool  person;                           /* a person reads the refusal: a browser asked for a page */
	const char *method;
	char  path[PATH_BYTES], query[QUERY_BYTES], bearer[BEARER_BYTES];
	char *body;
	size_t n_body, wanted;
	int64_t since;
	const struct asset *asset;              /* the file that is asked for; NULL: something else */
	/* the answer: */
	int   status;                           /* 0: there is none yet */
	int   wait;                             /* seconds, of one that says to try again later */
	const char *type, *cache, *encoding, *tag, *allow, *websocket_version;
	char *own;                              /* its bytes, if they belong to it */
	const char *bytes;
	size_t n, sent;
};

/* Answers ---------------------------------------------------------------- */

static void give(struct http_request *r, int status, const char *type, const char *bytes, size_t n)
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

static void give_own(struct http_request *r, int status, const char *type, char *text, size_t n)
{
	must(text != NULL);
	r->own = text;
	give(r, status, type, text, n);
}

/* Answers with an error: a code for programs, and words for people. Always false. */
static bool refuse(struct http_request *r, int status, const char *code, const char *words)
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
static bool put_headers(struct lws *wsi, const struct http_request *r, unsigned char **at, unsigned char *end)
{
	char tag[32] = "", wait[16];

	snprintf(wait, sizeof wait, "%d", r->wait ? r->wait : WAIT_S);
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
		&& (!r->websocket_version || put(wsi, "sec-websocket-version:", r->websocket_version, at, end))
		&& (r->status != 429 || put(wsi, "retry-after:", wait, at, end))
		&& (!r->person || put(wsi, "refresh:", wait, at, end))
		&& put(wsi, "connection:", "close", at, end);
}

static bool send_headers(struct lws *wsi, const struct http_request *r)
{
	unsigned char buffer[LWS_PRE + 4096], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;

	return put_headers(wsi, r, &at, end) && lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

static bool send_piece(struct conn *c, struct http_request *r)
{
	size_t left = r->n - r->sent, n = left < PIECE ? left : PIECE;
	unsigned char *at = c->loop->buffer + LWS_PRE;

	memcpy(at, r->bytes + r->sent, n);
	r->sent += n;
	return lws_write(c->wsi, at, n, n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) == (int)n;
}

/* The life of a request -------------------------------------------------- */

static struct http_request *make(struct conn *c)
{
	struct http_request *r = calloc(1, sizeof *r);

	must(r != NULL);
	r->loop = c->loop;
	r->since = clock_ms();
	r->conn = c;
	r->next = c->loop->requests;
	if (r->next)
		r->next->prev = r;
	c->loop->requests = r;
	return r;
}

static void drop(struct http_request *r)
{
	if (r->prev)
		r->prev->next = r->next;
	else
		r->loop->requests = r->next;
	if (r->next)
		r->next->prev = r->prev;
	if (r->address)
		ratelimit_release(r->address);
	free(r->body);
	free(r->own);
	free(r);
}

bool http_busy(const struct loop *l)
{
	for (const struct http_request *r = l->requests; r; r = r->next)
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
	struct http_request *r = c->request;

	c->request = NULL;
	if (!r)
		return;
	r->conn = NULL;
	if (!r->pending)
		drop(r);
}

/* A socket that is closed with bytes unread resets the connection, and then some clients never see the answer. */
static void drop_unread(struct lws *wsi)
{
	char bytes[4096];

	for (int i = 0; i < 16 && recv((int)lws_get_socket_fd(wsi), bytes, sizeof bytes, MSG_DONTWAIT) > 0; i++)
		;
}

/* One request, one connection: libwebsockets 4.1 and 4.3 read memory that they have freed when a second request follows in some ways
 * (docs/security.md), so there never is a second one. */
int http_writable(struct conn *c)
{
	struct http_request *r = c->request;

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
	c->request = NULL;
	drop(r);
	drop_unread(c->wsi);
	return -1;
}

/* Who may ask ------------------------------------------------------------ */

/* The proxy says for whom it asks; whoever is not the proxy cannot say so. */
static bool find_address(struct conn *c, struct http_request *r)
{
	struct loop *l = c->loop;
	char header[LINE_BYTES], address[MAX_ADDRESS];
	const char *from = c->owner->address;

	if (c->proxy) {
		if (!loop_header(c->wsi, WSI_TOKEN_X_FORWARDED_FOR, header, sizeof header))
			return refuse(r, 400, "bad_request", "X-Forwarded-For is too long");
		if (header[0] && !address_forwarded(header, address))
			return refuse(r, 400, "bad_request", "X-Forwarded-For does not end with an address");
		if (header[0])
			from = address;
	}
	r->address = ratelimit_hold(l->ratelimit, from, clock_today());
	if (loop_belongs(c, r->address))
		return true;
	l->figures.turned_away++;
	return refuse(r, 429, "too_many", "too many connections; try again later");
}

static bool ours(struct conn *c, struct http_request *r, bool changes)
{
	char host[300], origin[300], words[MAX_ERROR], shown[MAX_SHOWN];

	if (!loop_header(c->wsi, WSI_TOKEN_HOST, host, sizeof host) || !host[0])
		return refuse(r, 400, "bad_request", "there is no header Host, or it is too long");
	if (!origins_host_known(&c->loop->origins, host)) {
		c->loop->figures.forbidden++;
		error_say(words, "this server does not go by the name '%s'; if it should, start it with --origin", error_quote(shown, host, strlen(host)));
		return refuse(r, 403, "forbidden", words);
	}
	bool fits = loop_header(c->wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
	if (changes && (!fits || (origin[0] && !origins_same(&c->loop->origins, origin, host)))) {
		c->loop->figures.forbidden++;
		return refuse(r, 403, "forbidden", "a page from elsewhere may not do this; if it should, start the server with --origin");
	}
	return true;
}

/* Whoever is not behind a proxy has paid for the request when the socket was accepted. Always true. */
static bool pay(struct conn *c, struct http_request *r)
{
	if (!c->paid)
		bucket_spend(&r->address->requests, 1);
	return true;
}

static bool wants_page(struct conn *c, const struct http_request *r)
{
	char accept[LINE_BYTES];

	return r->method && strcmp(r->method, "GET") == 0 && loop_header(c->wsi, WSI_TOKEN_HTTP_ACCEPT, accept, sizeof accept)
		&& strstr(accept, "text/html") != NULL;
}

/* A program reads Retry-After. A browser that asked for a page shows the words, and asks again by itself. Always false. */
static bool ask_to_wait(struct conn *c, struct http_request *r, int seconds)
{
	enum { ROOM = 512 };

	c->loop->figures.limited++;
	r->wait = seconds;
	if (!wants_page(c, r))
		return refuse(r, 429, "too_fast", "too many requests from this address; try again in a little while");
	char *page = malloc(ROOM);
	must(page != NULL);
	int n = snprintf(page, ROOM, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
		"<title>Big Muddy</title>\n<p>Too many requests came from your address, and the server asks you to wait. This page tries again by itself in %d second%s.</p>\n",
		seconds, seconds == 1 ? "" : "s");
	must(n < ROOM);
	r->person = true;
	give_own(r, 429, "text/html; charset=utf-8", page, (size_t)n);
	return false;
}

/* Files are also given on credit: to an address that has asked for too much of other things the page can still open, and say so. The page itself
 * ends first, so that whoever gets it gets what belongs to it, too. */
static double least_left(const struct http_request *r)
{
	double credit = loop_most_debt(r->loop) / 2;

	return !r->asset ? 0 : strncmp(r->asset->type, "text/html", 9) == 0 ? -credit / 2 : -credit;
}

static bool in_time(struct conn *c, struct http_request *r)
{
	if (r->asset)
		bucket_spend(&r->address->requests, 1.0 / FILES_A_REQUEST - 1);
	double short_of = least_left(r) - loop_requests_left(c->loop, r->address);
	if (short_of <= 0)
		return true;
	return ask_to_wait(c, r, 1 + (int)(short_of * 60 / c->loop->config->requests));
}

/* What is asked ---------------------------------------------------------- */

static bool find_method(struct conn *c, struct http_request *r)
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
	return refuse(r, 405, "bad_method", "the methods here are GET, HEAD and POST");
}

/* libwebsockets decodes a path once, and takes /../ out of it. What is left has to be printable: nothing of ours is not. */
static bool find_path(struct conn *c, struct http_request *r, const char *path)
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

/* Paths of the API are never files, whatever lies in the directory. Always true. */
static bool find_file(struct http_request *r)
{
	bool file = strcmp(r->method, "POST") != 0 && !api_knows(r->path);

	r->asset = file ? site_find(r->loop->site, r->path) : NULL;
	return true;
}

/* A body has to say how long it is, and only where one is expected. */
static bool find_length(struct conn *c, struct http_request *r)
{
	char length[32], coding[32];
	bool posts = strcmp(r->method, "POST") == 0;
	size_t most = posts ? api_takes(r->method, r->path) : 0;

	bool fits = loop_header(c->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
	bool coded = !loop_header(c->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING, coding, sizeof coding) || coding[0];
	if (coded || (posts && !length[0]))
		return refuse(r, 411, "no_length", "a body needs a Content-Length, and no Transfer-Encoding");
	if (!fits || strspn(length, "0123456789") != strlen(length) || strlen(length) > 18)
		return refuse(r, 400, "bad_request", "Content-Length is not a number");
	r->wanted = length[0] ? (size_t)strtoull(length, NULL, 10) : 0;
	if (r->wanted > most)
		return refuse(r, 413, "too_long", most ? "the body is too long" : "this address takes no body");
	return true;
}

/* Where it leads --------------------------------------------------------- */

static void wake(struct http_request *r)
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
	struct http_request *r = arg;

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

static void ask_api(struct http_request *r)
{
	struct rest rest = {
		.method = r->head ? "GET" : r->method, .path = r->path, .query = r->query, .bearer = r->bearer[0] ? r->bearer : NULL,
		.body = r->body ? r->body : "", .n = r->n_body, .address = r->address->address, .site = &r->loop->api, .answer = answered, .arg = r,
	};

	r->pending = true;
	api_request(r->loop->live, &rest);
}

/* Whether the store can write: it is asked for a lease of no table, which ends at once. All that ask meanwhile get the same answer. */
static void say_ready(struct loop *l, bool fine)
{
	const char *words = fine ? "ready\n" : "nothing can be stored\n";

	for (struct http_request *r = l->requests, *next; r; r = next) {
		next = r->next;
		if (!r->probes)
			continue;
		r->probes = false;
		answered(r, fine ? 200 : 503, "text/plain; charset=utf-8", words, strlen(words));
	}
}

static void probed(void *loop, const char *id, bool held)
{
	struct loop *l = loop;

	(void)id;
	l->probe = 0;
	say_ready(l, held);
}

static void probe(struct http_request *r)
{
	struct loop *l = r->loop;
	int64_t now = clock_ms(), today = clock_today();

	r->pending = r->probes = true;
	if (l->probe) {
		http_sweep(l);
		return;
	}
	l->probe = now;
	store_queue_lease(l->queue, &(struct lease_ask){ "", "ready", today, today }, probed, l);
}

void http_sweep(struct loop *l)
{
	if (l->probe && clock_ms() - l->probe > PROBE_MS)
		say_ready(l, false);
}

/* The figures for monitoring, for whoever --metrics allows: everybody, or this machine alone. Whoever comes through a proxy is not of this machine. */
static void tell_figures(struct http_request *r)
{
	struct loop *l = r->loop;
	const char *who = l->config->metrics;
	struct figures f = { .loop = l->figures };
	size_t n;

	if (strcmp(who, "all") != 0 && (strcmp(who, "local") != 0 || !address_is_loopback(r->address->address))) {
		refuse(r, 403, "forbidden", "this address may not read the figures of the server: its flag --metrics says who may");
		return;
	}
	f.loop.addresses = ratelimit_count(l->ratelimit);
	f.live = live_figures(l->live);
	f.queue = store_queue_figures(l->queue);
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

static void tell_file(struct http_request *r)
{
	const struct asset *a = r->asset;
	static const char *const encodings[ENCODINGS] = { NULL, "gzip", "br" };
	char accept[LINE_BYTES];

	if (!loop_header(r->conn->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept))
		accept[0] = '\0';
	enum encoding e = asset_choose(a, accept);
	r->tag = a->tag;
	r->encoding = encodings[e];
	r->cache = a->lasting ? "public, max-age=31536000, immutable" : "no-cache";
	if (has_already(r->conn->wsi, a)) {
		give(r, 304, a->type, "", 0);
		return;
	}
	give(r, 200, a->type, a->as[e].bytes, a->as[e].n);
	if (!r->head)
		bucket_spend(&r->address->requests, (double)(a->as[e].n / FILE_BYTES) / FILES_A_REQUEST);
}

static void route(struct http_request *r)
{
	r->routed = true;
	if (strcmp(r->path, "/healthz") == 0 && strcmp(r->method, "POST") != 0) {
		give(r, 200, "text/plain; charset=utf-8", "ok\n", 3);
	} else if (!r->loop->queue) {
		refuse(r, 503, "closing", "the server is being stopped: it will be back");
	} else if (api_knows(r->path)) {
		ask_api(r);
	} else if (strcmp(r->method, "POST") == 0) {
		r->allow = "GET, HEAD";
		refuse(r, 405, "bad_method", "there is nothing to post to here");
	} else if (strcmp(r->path, "/readyz") == 0) {
		probe(r);
	} else if (strcmp(r->path, "/metrics") == 0) {
		tell_figures(r);
	} else if (strcmp(r->path, "/ws") == 0) {
		refuse(r, 426, "no_websocket", "this is the place for WebSockets");
	} else if (r->asset) {
		tell_file(r);
	} else {
		refuse(r, 404, "not_found", "there is nothing at this address");
	}
}

/* What comes in ---------------------------------------------------------- */

/* The whole request is here: it is answered at once or later. */
static void take(struct conn *c, struct http_request *r)
{
	route(r);
	lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
	if (r->status)
		lws_callback_on_writable(c->wsi);
}

static bool allowed(struct conn *c, struct http_request *r, const char *path)
{
	return find_address(c, r) && pay(c, r) && find_method(c, r) && find_path(c, r, path) && find_file(r) && in_time(c, r)
		&& ours(c, r, strcmp(r->method, "POST") == 0) && find_length(c, r);
}

int http_begin(struct conn *c, const char *path)
{
	http_left(c);
	struct http_request *r = c->request = make(c);
	if (!allowed(c, r, path)) {
		r->routed = true;
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
	struct http_request *r = c->request;

	if (!r || r->routed)
		return 0;
	if (n > r->wanted - r->n_body || clock_ms() - r->since > PATIENCE * 1000)      /* drop by drop is too slow */
		return -1;
	memcpy(r->body + r->n_body, bytes, n);
	r->n_body += n;
	return 0;
}

int http_whole(struct conn *c)
{
	struct http_request *r = c->request;

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

static bool live_table_for_one(struct conn *c, struct http_request *r)
{
	const struct config *f = c->loop->config;

	if (r->address->clients < f->clients_per_address && c->loop->figures.clients < f->clients)
		return true;
	c->loop->figures.turned_away++;
	return refuse(r, 429, "too_many", "too many connections; try again later");
}

/* What a WebSocket's request says of itself. The headers are read here, for what libwebsockets hands to the callback it may have freed. */
static bool is_websocket(struct conn *c, struct http_request *r)
{
	char path[PATH_BYTES], upgrade[16], version[16], protocol[32];

	if (!loop_header(c->wsi, WSI_TOKEN_UPGRADE, upgrade, sizeof upgrade) || strcasecmp(upgrade, "websocket") != 0)
		return refuse(r, 400, "bad_request", "the only Upgrade here is websocket");
	if (!loop_header(c->wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") != 0)
		return refuse(r, 404, "not_found", "WebSockets are at /ws");
	if (!loop_header(c->wsi, WSI_TOKEN_VERSION, version, sizeof version) || strcmp(version, "13") != 0) {
		r->websocket_version = "13";
		return refuse(r, 426, "bad_version", "the version of WebSocket here is 13");
	}
	if (!loop_header(c->wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol) || (protocol[0] && strcmp(protocol, WS_PROTOCOL) != 0))
		return refuse(r, 400, "bad_request", "the only Sec-WebSocket-Protocol here is " WS_PROTOCOL ", and it may be left out");
	return true;
}

static bool may_upgrade(struct conn *c, struct http_request *r)
{
	return find_address(c, r) && pay(c, r) && in_time(c, r) && is_websocket(c, r) && ours(c, r, true) && live_table_for_one(c, r);
}

int http_upgrade(struct conn *c)
{
	struct http_request *r = make(c);

	bool fine = may_upgrade(c, r);
	if (fine) {
		c->client_address = r->address;
		r->address = NULL;
		c->loop->figures.answers[1]++;
	} else {
		must(r->n <= PIECE);
		if (send_headers(c->wsi, r) && send_piece(c, r))
			drop_unread(c->wsi);
	}
	drop(r);
	return fine ? 0 : -1;
}
