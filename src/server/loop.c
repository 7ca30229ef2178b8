/* Sockets, time, and the order in which everything begins and ends. */
#define _GNU_SOURCE                     /* accept4 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/game.h"
#include "base/clock.h"
#include "server/loop_parts.h"
#include "base/slog.h"

enum {
	TICK_MS = 50,                   /* what is due is looked for no more often, unless a time was named */
	REST_MS = 1000,                 /* and no less */
	RX_BYTES = 128,                 /* that libwebsockets keeps for reading a WebSocket, which it does not do: loop_ws.c */
	HEADER_BYTES = 8192,            /* of a request */
	SPARE_SOCKETS = 256,            /* for requests, beside the WebSockets */
	KERNEL_BYTES = 64 * 1024,       /* that the kernel may keep for who does not read; the rest is ours to see */
	DEAF_AFTER = 60,                /* requests beyond what is allowed: at least as many, else as many again as may come at once */
	FLUSH_MS = 2000,                /* at the end: to send what is queued, and again to say goodbye */
};

struct conn *loop_conn(struct lws *wsi)
{
	return lws_get_opaque_user_data(wsi);
}

/* Whether a connection comes from the proxy. Its address has to be the same, not only its network: others there could claim to ask for anybody. */
static bool is_proxy(const struct loop *l, const char *address)
{
	size_t n = strlen(address);

	if (!l->config->proxy || n == 0)
		return false;
	for (const char *at = l->config->proxy_from; (at = strstr(at, address)) != NULL; at += n)
		if ((at == l->config->proxy_from || strchr(" ,", at[-1])) && (at[n] == '\0' || strchr(" ,", at[n])))
			return true;
	return address_is_loopback(address);
}

/* Closes a connection, soon. With libev the timers of libwebsockets are looked at only when something else has happened, so the last line makes it. */
void loop_kill(struct loop *l, struct lws *wsi)
{
	lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
	lws_cancel_service(l->context);
}

bool loop_header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t cap)
{
	out[0] = '\0';
	if (lws_hdr_total_length(wsi, token) <= 0)
		return true;
	if (lws_hdr_copy(wsi, out, (int)cap, token) > 0)
		return true;
	out[0] = '\0';
	return false;
}

/* Every answer ----------------------------------------------------------- */

#define CSP "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; " \
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/* A list; the one for TLS alone comes before it. */
static const struct lws_protocol_vhost_options headers[] = {
	{ &headers[1], NULL, "content-security-policy:", CSP },
	{ &headers[2], NULL, "cross-origin-opener-policy:", "same-origin" },
	{ &headers[3], NULL, "cross-origin-embedder-policy:", "require-corp" },
	{ &headers[4], NULL, "cross-origin-resource-policy:", "same-origin" },
	{ &headers[5], NULL, "x-content-type-options:", "nosniff" },
	{ NULL, NULL, "referrer-policy:", "no-referrer" },
}, secure_headers = { headers, NULL, "strict-transport-security:", "max-age=31536000" };

/* Connections ------------------------------------------------------------ */

static void conn_drop(struct conn *c)
{
	struct loop *l = c->loop;

	http_left(c);
	ws_left(c);
	if (c->prev)
		c->prev->next = c->next;
	else
		l->conns = c->next;
	if (c->next)
		c->next->prev = c->prev;
	if (l->adopting == c)
		l->adopting = NULL;
	c->owner->sockets--;
	ratelimit_release(c->owner);
	l->figures.sockets--;
	free(c);
}

bool loop_belongs(struct conn *c, struct ratelimit_entry *to)
{
	if (to == c->owner)
		return true;
	if (to->sockets >= c->loop->config->clients_per_address + SPARE_SOCKETS)
		return false;
	c->owner->sockets--;
	ratelimit_release(c->owner);
	c->owner = to;
	to->uses++;
	to->sockets++;
	return true;
}

/* What happens to a connection that is a WebSocket. */
static int serve_ws(struct conn *c, enum lws_callback_reasons reason)
{
	if (reason == LWS_CALLBACK_SERVER_WRITEABLE)
		return ws_writable(c);
	if (reason == LWS_CALLBACK_ESTABLISHED)
		ws_begin(c);
	else if (reason == LWS_CALLBACK_RECEIVE)
		ws_early(c);
	else if (reason == LWS_CALLBACK_CLOSED)
		ws_left(c);
	return 0;
}

/* libwebsockets calls this for all that happens. An answer other than 0 closes the connection. */
static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
	struct conn *c = loop_conn(wsi);

	if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
		struct loop *l = lws_context_user(lws_get_context(wsi));
		if (l->mail)
			mailbox_empty(l->mail);
	}
	if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS)
		tls_begin(lws_context_user(lws_get_context(wsi)), user);
	if (!c)
		return 0;
	c->wsi = wsi;
	switch ((int)reason) {
	case LWS_CALLBACK_HTTP:
		return http_begin(c, in);
	case LWS_CALLBACK_HTTP_BODY:
		return http_body(c, in, n);
	case LWS_CALLBACK_HTTP_BODY_COMPLETION:
		return http_whole(c);
	case LWS_CALLBACK_HTTP_WRITEABLE:
		return http_writable(c);
	case LWS_CALLBACK_CLOSED_HTTP:
		http_left(c);
		return 0;
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
		return http_upgrade(c);
	case LWS_CALLBACK_RAW_CONNECTED:                /* CONNECT makes a connection raw: for libwebsockets it is not HTTP any more, for us it is over */
	case LWS_CALLBACK_RAW_ADOPT:
	case LWS_CALLBACK_RAW_RX:
	case LWS_CALLBACK_RAW_WRITEABLE:
		return -1;
	case LWS_CALLBACK_WSI_DESTROY:
		lws_set_opaque_user_data(wsi, NULL);
		conn_drop(c);
		return 0;
	default:
		return serve_ws(c, reason);
	}
}

/* Listening -------------------------------------------------------------- */

double loop_requests_left(const struct loop *l, struct ratelimit_entry *from)
{
	double each_minute = l->config->requests;

	return bucket_left(&from->requests, clock_today(), each_minute / 60, each_minute / 2 < 1 ? 1 : each_minute / 2);
}

double loop_most_debt(const struct loop *l)
{
	double most = l->config->requests / 2.0;

	return most > DEAF_AFTER ? most : DEAF_AFTER;
}

/* An address that goes on asking long after it was told to wait is not even listened to: an answer costs more than a closed socket. */
static bool is_deaf(const struct loop *l, struct ratelimit_entry *from)
{
	return loop_requests_left(l, from) < -loop_most_debt(l);
}

static bool welcome(const struct loop *l, struct ratelimit_entry *from, bool proxy)
{
	const struct config *f = l->config;

	if (!proxy && is_deaf(l, from))
		return false;
	if (l->neighbours && !address_is_local(from->address))
		return false;
	return l->figures.sockets < f->clients + SPARE_SOCKETS && (proxy || from->sockets < f->clients_per_address + SPARE_SOCKETS);
}

static void take_in(struct loop *l, int fd, const struct sockaddr *from)
{
	char address[MAX_ADDRESS];

	address_text(from, address);
	bool proxy = is_proxy(l, address);
	struct ratelimit_entry *g = ratelimit_hold(l->ratelimit, address, clock_today());
	if (!welcome(l, g, proxy)) {
		l->figures.turned_away++;
		slog(SLOG_DEBUG, "turned_away", "s:s", "address", g->address);
		ratelimit_release(g);
		close(fd);
		return;
	}
	struct conn *c = calloc(1, sizeof *c);
	must(c != NULL);
	*c = (struct conn){ .loop = l, .owner = g, .proxy = proxy, .accepted = clock_ms(), .next = l->conns };
	if (c->next)
		c->next->prev = c;
	l->conns = c;
	c->paid = !proxy;
	if (c->paid)
		bucket_spend(&g->requests, 1);
	g->sockets++;
	l->figures.sockets++;
	l->figures.accepted++;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
	setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &(int){ KERNEL_BYTES }, sizeof(int));
	lws_adopt_desc_t how = {
		.vh = l->vhost, .type = LWS_ADOPT_HTTP | LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL, .fd = { .sockfd = fd }, .opaque = c,
	};
	l->adopting = c;
	struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&how);
	if (wsi && l->adopting == c)
		c->wsi = wsi;
	else if (l->adopting == c)              /* where it got as far as a wsi, that has told us of its end */
		conn_drop(c);
	l->adopting = NULL;
}

/* There are no more descriptors. One is kept in reserve: it is given up to accept the connection and close it, or the listener would stay readable. */
static void turn_away(struct loop *l, int listener)
{
	close(l->spare);
	int fd = accept(listener, NULL, NULL);
	if (fd >= 0)
		close(fd);
	l->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
	l->figures.turned_away++;
}

static void accept_all(struct loop *l, int listener)
{
	for (int i = 0; i < 64; i++) {                  /* then the others' turn */
		struct sockaddr_storage from;
		socklen_t n = sizeof from;
		int fd = accept4(listener, (struct sockaddr *)&from, &n, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd >= 0)
			take_in(l, fd, (const struct sockaddr *)&from);
		else if (errno == EMFILE || errno == ENFILE)
			turn_away(l, listener);
		else if (errno != ECONNABORTED && errno != EINTR)
			return;
	}
}

static void on_listener(struct ev_loop *events, struct ev_io *listener, int what)
{
	(void)events, (void)what;
	accept_all(listener->data, listener->fd);
}

static void stop_listening(struct loop *l)
{
	if (!l->listener.data)
		return;
	ev_io_stop(l->events, &l->listener);
	close(l->listener.fd);
	l->listener.data = NULL;
}

/* A client may ask for any protocol in this list by its name (Sec-WebSocket-Protocol), so there is one alone; http_upgrade() refuses
 * whoever asks for another. The listening socket is ours, not libwebsockets', for the same reason. */
static const struct lws_protocols protocols[] = {
	{ WS_PROTOCOL, serve, 0, RX_BYTES, 0, NULL, PIECE },    /* without the last, what is longer than RX_BYTES would take several calls to send */
	{ NULL, NULL, 0, 0, 0, NULL, 0 },
};

/* All addresses: both kinds through one socket, or IPv4 where there is no other. Among neighbours IPv4, whose private networks can be told. */
static int open_socket(const char *host, int port, bool four_only)
{
	struct sockaddr_in6 six = { .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = in6addr_any };
	struct sockaddr_in four = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_ANY) };
	bool is_six = host[0] ? inet_pton(AF_INET6, host, &six.sin6_addr) == 1 : !four_only;

	if (host[0] && !is_six)
		must(inet_pton(AF_INET, host, &four.sin_addr) == 1);
	int fd = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0 && !host[0] && is_six)
		return open_socket(host, port, true);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){ 1 }, sizeof(int));
	if (is_six)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &(int){ 0 }, sizeof(int));
	if (bind(fd, is_six ? (const void *)&six : (const void *)&four, is_six ? sizeof six : sizeof four) == 0 && listen(fd, 1024) == 0)
		return fd;
	int cause = errno;
	close(fd);
	errno = cause;
	return -1;
}

static int port_of(int fd)
{
	struct sockaddr_storage at;
	socklen_t n = sizeof at;

	must(getsockname(fd, (struct sockaddr *)&at, &n) == 0);
	return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port : ((struct sockaddr_in *)&at)->sin_port);
}

static bool listen_on(struct loop *l, const struct place *p, char why[MAX_ERROR])
{
	bool six = strchr(p->host, ':') != NULL;
	int fd = open_socket(p->host, p->port, l->config->share);

	if (fd < 0)
		return error_say(why, "cannot listen on %s%s%s:%d: %s; --listen says where else", six ? "[" : "", p->host[0] ? p->host : "*", six ? "]" : "",
			p->port, strerror(errno));
	l->port = port_of(fd);
	ev_io_init(&l->listener, on_listener, fd, EV_READ);
	l->listener.data = l;
	ev_io_start(l->events, &l->listener);
	return true;
}

/* libwebsockets ---------------------------------------------------------- */

/* The last message of libwebsockets. They go to the log for debugging alone: most are about what strangers send, with
 * their addresses. */
static char last_said[200];

static void said(int level, const char *line)
{
	char shown[sizeof last_said];

	snprintf(shown, sizeof shown, "%s", line);
	shown[strcspn(shown, "\n")] = '\0';
	if (level == LLL_ERR)
		memcpy(last_said, shown, sizeof shown);
	slog(SLOG_DEBUG, "libwebsockets", "s:s", "says", shown);
}

/* As many descriptors as there may be connections, and some: libwebsockets makes tables for all that it might get, and where a process
 * may have a million those are 16 MB. */
static void set_limit(int wanted)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r) != 0)
		return;
	r.rlim_cur = r.rlim_max < (rlim_t)wanted ? r.rlim_max : (rlim_t)wanted;
	setrlimit(RLIMIT_NOFILE, &r);
	if (r.rlim_cur < (rlim_t)wanted)
		slog(SLOG_WARN, "few_descriptors", "s:I, s:i", "there_are", (json_int_t)r.rlim_cur, "wanted", wanted);
}

static void rung(struct ev_loop *events, struct ev_timer *timer, int what)
{
	(void)events, (void)timer, (void)what;          /* that the loop goes round is all it is for */
}

/* Silence is noticed by ws_sweep(): the timers of libwebsockets are a list that is gone through with each message. */
static const lws_retry_bo_t never_idle = { .secs_since_valid_ping = 0 };

static bool make_context(struct loop *l, char why[MAX_ERROR])
{
	const struct config *f = l->config;
	bool tls = f->tls_cert[0];
	struct lws_context_creation_info i = {
		.port = CONTEXT_PORT_NO_LISTEN_SERVER, .user = l, .server_string = "bigmuddy", .vhost_name = "bigmuddy",
		.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME
			| LWS_SERVER_OPTION_LIBEV,
		.foreign_loops = (void **)&l->events,
		.max_http_header_data2 = HEADER_BYTES, .protocols = protocols, .headers = tls ? &secure_headers : headers,
		.keepalive_timeout = PATIENCE, .timeout_secs = PATIENCE, .timeout_secs_ah_idle = PATIENCE, .alpn = "http/1.1",
		.retry_and_idle_policy = &never_idle,
	};

	lws_set_log_level(LLL_ERR | LLL_WARN, said);
	if (tls && !tls_add(&i, f, why))
		return false;
	set_limit(f->clients + 2 * SPARE_SOCKETS);
	l->events = ev_loop_new(EVFLAG_AUTO);           /* poll(), which libwebsockets has of its own, looks at thousands to find one */
	must(l->events != NULL);
	ev_init(&l->timer, rung);
	l->context = lws_create_context(&i);
	if (!l->context)
		return error_say(why, "libwebsockets does not start: %s", last_said);
	l->vhost = lws_create_vhost(l->context, &i);
	if (l->vhost)
		return true;
	return error_say(why, tls ? "the certificate and the key of --tls-cert and --tls-key cannot be used: %s" : "cannot serve: %s", last_said);
}

/* The whole -------------------------------------------------------------- */

static void wake(void *arg)
{
	struct loop *l = arg;

	lws_cancel_service(l->context);
}

/* Where a link leads: to the first --origin, to this machine's address in the local network, or to where it listens. */
static void set_url(struct loop *l, const char *host)
{
	const struct config *f = l->config;
	char address[MAX_ADDRESS];
	bool six;

	if (l->origins.n > 0) {
		const struct origin *o = &l->origins.of[0];
		int n = snprintf(l->url, sizeof l->url, "%s://%s", o->tls ? "https" : "http", o->host);
		if (o->port != (o->tls ? 443 : 80))
			snprintf(l->url + n, sizeof l->url - (size_t)n, ":%d", o->port);
		return;
	}
	bool all = !host[0] || strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
	if (all)
		host = address_lan(address) ? address : "localhost";
	six = strchr(host, ':') != NULL;
	snprintf(l->url, sizeof l->url, "%s://%s%s%s:%d", f->tls_cert[0] ? "https" : "http", six ? "[" : "", host, six ? "]" : "", l->port);
}

static bool open_sockets(struct loop *l, bool *theirs, char why[MAX_ERROR])
{
	const struct config *f = l->config;
	struct place p;

	*theirs = true;
	if (!config_place(f->listen, &p, why) || !origins_make(&l->origins, f->origin, why))
		return false;
	if (f->share)
		p.host[0] = '\0';
	l->api.reachable = f->share || f->proxy || l->origins.n > 0 || !address_is_loopback(p.host);
	l->neighbours = f->share;
	l->site = site_make(f->www, why);
	if (!l->site || !make_context(l, why))
		return false;
	*theirs = false;
	if (!listen_on(l, &p, why))
		return false;
	set_url(l, p.host);
	return true;
}

static bool open_hall(struct loop *l, bool *theirs, char why[MAX_ERROR])
{
	const struct config *f = l->config;

	l->mail = mailbox_make(wake, l);
	l->queue = store_queue_make(f->store, l->mail, why);
	if (!l->queue)
		return false;
	struct notify_config n = {
		.base = l->url, .command = f->notify_command, .hooks = f->hooks, .push = f->push, .key_file = f->push_key, .contact = f->contact,
	};
	l->notifier = notifier_make(&n, l->mail, why);
	*theirs = !l->notifier;
	if (*theirs)
		return false;
	l->api.push_key = notifier_key(l->notifier);
	l->live = live_make(l->queue, l->mail, l->notifier, &ws_ways, (struct live_limits){
		.tables_per_address = f->tables_per_address, .tables = f->tables, .clients_per_address = f->clients_per_address,
		.bots_threads = f->bots, .bot_delay = f->bot_delay, .abandoned = f->abandoned, .purge = f->purge, .reachable = l->api.reachable,
		.ratelimit = l->ratelimit });
	return true;
}

struct loop *loop_make(const struct config *c, bool *theirs, char why[MAX_ERROR])
{
	struct loop *l = calloc(1, sizeof *l);

	must(l != NULL);
	l->config = c;
	l->ratelimit = ratelimit_make();
	l->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
	l->figures.begun = clock_today();
	if (open_sockets(l, theirs, why) && open_hall(l, theirs, why))
		return l;
	loop_drop(l);
	return NULL;
}

int loop_port(const struct loop *l)
{
	return l->port;
}

const char *loop_url(const struct loop *l)
{
	return l->url;
}

/* Time ------------------------------------------------------------------- */

/* Comes back no later than that. */
static void set_timer(struct loop *l, int64_t ms)
{
	ev_timer_stop(l->events, &l->timer);
	ev_timer_set(&l->timer, (double)(ms < 1 ? 1 : ms) / 1000, 0);
	ev_timer_start(l->events, &l->timer);
}

/* Every connection that is not a WebSocket ends: one that has asked for nothing yet, after as many seconds as there are for a hello; any
 * other after ANSWERED_BY, however slowly it takes its answer. libwebsockets has time limits of its own, but not in every state. */
static void sweep_conns(struct loop *l)
{
	for (struct conn *c = l->conns; c; c = c->next) {
		int64_t patience = c->request ? ANSWERED_BY : l->config->hello;
		if (!c->client && clock_ms() - c->accepted > patience * 1000) {
			l->figures.silent++;
			loop_kill(l, c->wsi);
		}
	}
}

static void look_at_clock(struct loop *l)
{
	int64_t now = clock_today(), rest = TICK_MS;       /* what has just happened may want something sooner than l->tick */

	if (now >= l->tick || now - l->ticked >= TICK_MS || now < l->ticked) {
		l->tick = live_tick(l->live, now);
		l->ticked = now;
		rest = REST_MS;
	}
	if (now - l->swept >= REST_MS || now < l->swept) {
		sweep_conns(l);
		ws_sweep(l);
		http_sweep(l);
		l->swept = now;
	}
	set_timer(l, l->tick - now < rest ? l->tick - now : rest);
}

/* The end ---------------------------------------------------------------- */

void loop_end(struct loop *l)
{
	l->ending = true;
	lws_cancel_service(l->context);
}

void loop_renew(struct loop *l)
{
	l->renewing = true;
	lws_cancel_service(l->context);
}

static bool all_sent(const struct loop *l)
{
	for (const struct conn *c = l->conns; c; c = c->next)
		if (c->first)
			return false;
	return !http_busy(l);
}

static bool all_gone(const struct loop *l)
{
	return l->figures.clients == 0;
}

static void serve_until(struct loop *l, bool (*enough)(const struct loop *l), int ms)
{
	int64_t end = clock_today() + ms;

	while (!enough(l) && clock_today() < end) {
		set_timer(l, 10);
		ev_run(l->events, EVRUN_ONCE);
	}
}

static void stop_hall(struct loop *l)
{
	if (l->live)
		live_stop(l->live);
	if (l->queue)
		store_queue_stop(l->queue);
	l->queue = NULL;
	if (l->mail)
		mailbox_empty(l->mail);
}

/* Begins no more work, stores what was begun, and answers those who wait for it before they are disconnected. */
static void wind_down(struct loop *l)
{
	slog(SLOG_INFO, "stopping", "s:i", "clients", l->figures.clients);
	stop_listening(l);
	stop_hall(l);
	serve_until(l, all_sent, FLUSH_MS);
	for (struct conn *c = l->conns; c; c = c->next)
		if (c->client)
			ws_close(c, LWS_CLOSE_STATUS_GOINGAWAY, "the server stops");
	serve_until(l, all_gone, FLUSH_MS);
}

void loop_run(struct loop *l)
{
	slog(SLOG_INFO, "listening", "s:i, s:b, s:i", "port", l->port, "tls", l->config->tls_cert[0] != '\0', "files", site_count(l->site));
	while (!l->ending) {
		look_at_clock(l);
		ev_run(l->events, EVRUN_ONCE);
		if (atomic_exchange(&l->renewing, false))
			tls_renew(l);
	}
	wind_down(l);
	slog(SLOG_INFO, "stopped", NULL);
}

/* Frees all of it. Threads that could wake the loop are stopped before the loop goes; the live tables go last, because connections leave them when
 * they are closed. */
void loop_drop(struct loop *l)
{
	if (l->queue)
		stop_hall(l);
	if (l->notifier)
		notifier_stop(l->notifier);
	if (l->mail)
		mailbox_empty(l->mail);
	stop_listening(l);
	if (l->context)
		lws_context_destroy(l->context);
	tls_drop(l);
	if (l->events)
		ev_loop_destroy(l->events);
	if (l->live)
		live_drop(l->live);
	if (l->mail) {
		mailbox_empty(l->mail);
		mailbox_drop(l->mail);
	}
	http_drop_all(l);
	site_drop(l->site);
	ratelimit_drop(l->ratelimit);
	close(l->spare);
	free(l);
}
