/* Many tables at once, from a second process: load --at HOST:PORT [--pid PID] [--game queen] ... (see usage below; bench/load starts a
 * server and runs it). Each player is a WebSocket of its own, as a browser would have it, and plays a random one of the moves that the
 * message offers. What is measured:
 *
 *     memory of an idle connection and of an idle table, as differences of the server's VmRSS: before, with all connections, with all tables
 *     messages with a move a second from end to end, and how many moves of the game they came to: a table makes by itself what is the only move, so a
 *     message leads to one move or several
 *     how long a move takes from being sent to its arrival at each other player of the table, and, with --disk, what of it is the disk's
 *     the processor's time for a move: of the server's loop, of its writer and of its other threads, and of this program, which has to be
 *     light enough not to be what is measured. Unlike the rest these figures bear it that others use the machine
 *
 * One thread plays. Others make tables, so that one that is over can be replaced without a pause. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SEATS = 5, MAKERS = 8, MAX_MOVE = 64, MAX_SENT = 512, MAX_ANSWER = 64 * 1024, MAX_CODES = 16, MAX_SECONDS = 600, PROBE = 16384,
	PROBE_FILE = 4 << 20 };
enum { MAX_EVENTS_AT_ONCE = 32 };       /* few: moves that are due meanwhile wait, and would go out in a burst, as no players act */

struct player {
	struct load_table *table;
	int           seat, fd;
	char          secret[64];
	char         *in;
	size_t        n, cap;
};

struct load_table {
	char          id[32];
	struct player player[MAX_SEATS];
	char          move[MAX_MOVE];           /* what the mover has chosen */
	int           mover;
	uint32_t      place;                    /* of the newest message to the mover */
	uint32_t      sent_place;               /* what it was when the move was sent */
	int64_t       sent;                     /* ns; 0: nothing is under way */
	bool          playing, ready;           /* not being made; in the list of those */
	struct load_table *next;                /* in one list at a time: to be made, made, ready */
};

struct list { struct load_table *first, **last; };

static struct {
	const char *host, *port, *game, *options, *disk;
	int         tables, players, pid;
	double      seconds, warm, rate;
} with = { .host = "127.0.0.1", .port = "8080", .game = "queen", .options = "", .tables = 1000, .players = 3, .seconds = 10, .warm = 2 };

static struct {
	uint64_t answered, messages, bytes, errors, starved, finished;
	struct { char code[32]; uint64_t n; } code[MAX_CODES];
	uint32_t *us;                           /* of every arrival */
	size_t    n, cap;
	int64_t   from;                         /* ns; what was sent before is warming up */
	size_t    second[MAX_SECONDS];          /* how many had arrived when each second of the run was over */
	int       seconds;
} seen;

static struct load_table *tables;
static struct list wanted, made, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  more = PTHREAD_COND_INITIALIZER, fewer = PTHREAD_COND_INITIALIZER;
static bool with_sockets, closing;
static int polled;
static struct addrinfo *server;

static _Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
static _Noreturn void fail(const char *format, ...)
{
	va_list more_words;

	va_start(more_words, format);
	fputs("load: ", stderr);
	vfprintf(stderr, format, more_words);
	fputc('\n', stderr);
	exit(1);
}

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void list_add(struct list *l, struct load_table *t)
{
	t->next = NULL;
	if (l->first == NULL)
		l->last = &l->first;
	*l->last = t;
	l->last = &t->next;
}

static struct load_table *list_take(struct list *l)
{
	struct load_table *t = l->first;

	if (t != NULL)
		l->first = t->next;
	return t;
}

/* Sockets ----------------------------------------------------------------- */

static int dial(void)
{
	int fd = socket(server->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

	if (fd < 0 || connect(fd, server->ai_addr, server->ai_addrlen) != 0)
		fail("cannot connect: %s", strerror(errno));
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	return fd;
}

static void send_all(int fd, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t done = send(fd, bytes, n, MSG_NOSIGNAL);
		if (done < 0 && errno != EAGAIN && errno != EINTR)
			fail("cannot send: %s", strerror(errno));
		if (done > 0) {
			bytes += done;
			n -= (size_t)done;
		}
	}
}

/* Reads until the empty line and what a Content-Length asks for: the place of the body. */
static char *read_answer(int fd, char in[MAX_ANSWER], size_t *n)
{
	char *body = NULL, *length;
	size_t want = 0;

	*n = 0;
	while (body == NULL || (size_t)(in + *n - body) < want) {
		ssize_t got = recv(fd, in + *n, MAX_ANSWER - 1 - *n, 0);
		if (got <= 0)
			return NULL;
		*n += (size_t)got;
		in[*n] = '\0';
		if (body == NULL && (body = strstr(in, "\r\n\r\n")) != NULL) {
			body += 4;
			length = strcasestr(in, "content-length:");
			want = length != NULL && length < body ? strtoul(length + 15, NULL, 10) : 0;
		}
	}
	return body;
}

static json_t *post(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
static json_t *post(const char *path, const char *format, ...)
{
	static _Thread_local char in[MAX_ANSWER];
	char body[1024], request[2048];
	va_list words;
	size_t n;

	va_start(words, format);
	int size = vsnprintf(body, sizeof body, format, words);
	va_end(words);
	int fd = dial();                /* the server answers one request on each connection */
	int m = snprintf(request, sizeof request, "POST /games/%s%s HTTP/1.1\r\nHost: %s:%s\r\nContent-Type: application/json\r\n"
		"Content-Length: %d\r\n\r\n%s", with.game, path, with.host, with.port, size, body);
	send_all(fd, request, (size_t)m);
	char *answer = read_answer(fd, in, &n);
	close(fd);
	if (answer == NULL || strncmp(in + 8, " 200", 4) != 0)
		fail("POST %s answers: %.300s", path, answer == NULL ? "nothing" : in);
	json_t *j = json_loads(answer, JSON_DECODE_ANY, NULL);
	if (j == NULL)
		fail("POST %s answers no JSON: %.200s", path, answer);
	return j;
}

/* Moves that the server has made so far: those that players sent, and those that it made for them as the only ones. */
static uint64_t moves_made(void)
{
	static const char name[] = "\nbigmuddy_moves_total ";
	char in[MAX_ANSWER], head[256];
	size_t n;
	int fd = dial();
	int m = snprintf(head, sizeof head, "GET /metrics HTTP/1.1\r\nHost: %s:%s\r\n\r\n", with.host, with.port);

	send_all(fd, head, (size_t)m);
	const char *answer = read_answer(fd, in, &n), *line = answer == NULL ? NULL : strstr(answer, name);
	close(fd);
	if (line == NULL)
		fail("GET /metrics does not tell bigmuddy_moves_total");
	return strtoull(line + strlen(name), NULL, 10);
}

static int open_socket(void)
{
	char in[MAX_ANSWER], head[512];
	size_t n = 0;
	int fd = dial();
	int m = snprintf(head, sizeof head, "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", with.host, with.port);

	send_all(fd, head, (size_t)m);
	/* The server says nothing before it is greeted, so nothing but the head comes. */
	if (read_answer(fd, in, &n) == NULL || strncmp(in + 8, " 101", 4) != 0)
		fail("no WebSocket: %.200s", n > 0 ? in : "the connection was closed");
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

/* A text frame. Its mask is zero: what a mask is for, confused proxies, is not in the way here. */
static void tell(int fd, const char *text, size_t n)
{
	char out[MAX_SENT + 8];
	size_t head = n < 126 ? 2 : 4;

	out[0] = (char)0x81;
	out[1] = (char)(0x80 | (n < 126 ? (int)n : 126));
	if (n >= 126) {
		out[2] = (char)(n >> 8);
		out[3] = (char)n;
	}
	memset(out + head, 0, 4);
	memcpy(out + head + 4, text, n);
	send_all(fd, out, head + 4 + n);
}

static void greet(struct player *p)
{
	char text[MAX_SENT];
	int n = snprintf(text, sizeof text, "{\"type\":\"hello\",\"table\":\"%s\",\"seat\":%d,\"secret\":\"%s\",\"after\":0}", p->table->id, p->seat, p->secret);

	p->n = 0;
	tell(p->fd, text, (size_t)n);
}

/* Making tables ----------------------------------------------------------- */

static void keep(char *out, size_t cap, json_t *j, const char *name)
{
	const char *text = json_string_value(json_object_get(j, name));

	if (text == NULL || strlen(text) >= cap)
		fail("an answer has no %s", name);
	strcpy(out, text);
}

static void make(struct load_table *t)
{
	char host[64], path[64];
	json_t *j = post("/create", "{\"numPlayers\":%d,\"unlisted\":true,\"setupData\":{%s}}", with.players, with.options);

	keep(t->id, sizeof t->id, j, "matchID");
	keep(host, sizeof host, j, "hostCredentials");
	json_decref(j);
	snprintf(path, sizeof path, "/%s/join", t->id);
	for (int seat = 0; seat < with.players; seat++) {
		j = post(path, "{\"playerID\":\"%d\",\"playerName\":\"P%d\"}", seat, seat);
		keep(t->player[seat].secret, sizeof t->player[seat].secret, j, "playerCredentials");
		json_decref(j);
	}
	snprintf(path, sizeof path, "/%s/start", t->id);
	json_decref(post(path, "{\"hostCredentials\":\"%s\"}", host));
	if (with_sockets)
		for (int seat = 0; seat < with.players; seat++) {
			close(t->player[seat].fd);
			t->player[seat].fd = open_socket();
		}
}

static void *maker(void *unused)
{
	(void)unused;
	for (;;) {
		pthread_mutex_lock(&lock);
		struct load_table *t;
		while ((t = list_take(&wanted)) == NULL && !closing)
			pthread_cond_wait(&more, &lock);
		pthread_mutex_unlock(&lock);
		if (t == NULL)
			return NULL;
		make(t);
		pthread_mutex_lock(&lock);
		list_add(&made, t);
		pthread_cond_signal(&fewer);
		pthread_mutex_unlock(&lock);
	}
}

static void want(struct load_table *t)
{
	pthread_mutex_lock(&lock);
	list_add(&wanted, t);
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
}

static void watch(struct player *p)
{
	struct epoll_event e = { .events = EPOLLIN | EPOLLET, .data.ptr = p };   /* receive() takes all there is */

	if (epoll_ctl(polled, EPOLL_CTL_ADD, p->fd, &e) != 0)
		fail("cannot watch a socket: %s", strerror(errno));
}

static void begin(struct load_table *t)
{
	t->sent = 0;
	t->place = t->sent_place = 0;
	t->playing = true;
	for (int seat = 0; seat < with.players; seat++) {
		watch(&t->player[seat]);
		greet(&t->player[seat]);
	}
}

/* Those that the makers have finished, without waiting for them. */
static void take_made(void)
{
	struct load_table *t;

	if (pthread_mutex_trylock(&lock) != 0)
		return;
	while ((t = list_take(&made)) != NULL)
		begin(t);
	pthread_mutex_unlock(&lock);
}

/* Reading messages -------------------------------------------------------- */

/* Past the text at p. It is well-formed: the server wrote it. */
static const char *skip(const char *p)
{
	for (p++; *p != '"'; p++)
		p += *p == '\\';
	return p + 1;
}

struct news { char type; uint32_t place; int to_move; bool over; const char *legal, *code; };

/* The value of a key; NULL: there is none. Of several the first; a quotation mark inside of a text would not stand alone. */
static const char *value_of(const char *text, const char *quoted)
{
	const char *at = strstr(text, quoted);

	return at != NULL ? at + strlen(quoted) : NULL;
}

/* What a player needs of a message. Where its log or its view has a key of the same name, the message's own comes first. */
static struct news read_news(const char *text, int seat)
{
	const char *type = value_of(text, "\"type\":\""), *place = value_of(text, "\"place\":"), *status = value_of(text, "\"status\":\""),
		*to_move = value_of(text, "\"toMove\":");
	struct news news = { .type = type != NULL ? *type : '\0', .to_move = -1 };

	news.over = status != NULL && strncmp(status, "over", 4) == 0;
	if (place != NULL)
		news.place = (uint32_t)strtoul(place, NULL, 10);
	if (to_move != NULL && *to_move != 'n')
		news.to_move = (int)strtol(to_move, NULL, 10);
	if (news.to_move == seat)
		news.legal = value_of(to_move, "\"legal\":");
	if (news.type == 'e')
		news.code = value_of(text, "\"code\":\"");
	return news;
}

/* One of the texts of a list, by chance; false: it is empty. */
static bool pick(const char *legal, char out[MAX_MOVE])
{
	int n = 0, which;

	for (const char *p = legal + 1; *p == '"'; p += *p == ',') {
		p = skip(p);
		n++;
	}
	if (n == 0)
		return false;
	which = (int)(random() % n);
	const char *p = legal + 1;
	for (int i = 0; i < which; i++)
		p = skip(p) + 1;
	size_t size = (size_t)(skip(p) - p) - 2;
	if (size >= MAX_MOVE)
		fail("a move is too long: %.100s", p);
	memcpy(out, p + 1, size);
	out[size] = '\0';
	return true;
}

/* Playing ----------------------------------------------------------------- */

static void play(struct load_table *t)
{
	static uint64_t keys;
	char text[MAX_SENT];
	int n = snprintf(text, sizeof text, "{\"type\":\"play\",\"moves\":[\"%s\"],\"place\":%u,\"key\":\"k%llu\"}", t->move, t->place, (unsigned long long)++keys);

	t->sent_place = t->place;
	t->sent = now_ns();
	tell(t->player[t->mover].fd, text, (size_t)n);
}

static void get_ready(struct load_table *t)
{
	if (!t->ready)
		list_add(&ready, t);
	t->ready = true;
}

/* The next table where somebody is to move. */
static struct load_table *next_ready(void)
{
	struct load_table *t;

	while ((t = list_take(&ready)) != NULL) {
		t->ready = false;
		if (t->playing)
			return t;
		want(t);
	}
	return NULL;
}

static void arrived(const struct load_table *t)
{
	int64_t now = now_ns();

	if (t->sent < seen.from)
		return;
	if (seen.n == seen.cap) {
		seen.cap = seen.cap * 2 + 65536;
		seen.us = realloc(seen.us, seen.cap * sizeof *seen.us);
		if (seen.us == NULL)
			fail("no memory");
	}
	while (seen.seconds < MAX_SECONDS && now >= seen.from + (seen.seconds + 1) * INT64_C(1000000000))
		seen.second[seen.seconds++] = seen.n;
	seen.us[seen.n++] = (uint32_t)((now - t->sent) / 1000);
}

static void renew(struct load_table *t)
{
	if (!t->playing)
		return;                         /* another player has told us already */
	t->playing = false;
	seen.finished++;
	for (int seat = 0; seat < with.players; seat++)
		epoll_ctl(polled, EPOLL_CTL_DEL, t->player[seat].fd, NULL);
	if (!t->ready)
		want(t);                        /* else when its turn in that list comes */
}

static void count_error(const char *code)
{
	size_t n = strcspn(code, "\"");

	seen.errors++;
	for (int i = 0; i < MAX_CODES; i++) {
		if (seen.code[i].n == 0 && n < sizeof seen.code[i].code)
			memcpy(seen.code[i].code, code, n);
		if (strlen(seen.code[i].code) == n && memcmp(seen.code[i].code, code, n) == 0) {
			seen.code[i].n++;
			return;
		}
	}
}

static void heard(struct player *p, const char *text)
{
	struct load_table *t = p->table;
	struct news news = read_news(text, p->seat);

	seen.messages++;
	if (news.type == 'e') {
		count_error(news.code != NULL ? news.code : "?\"");
		if (p->seat == t->mover && t->sent != 0)
			get_ready(t);           /* once more */
		return;
	}
	if (news.type != 'g')
		return;
	if (t->sent != 0 && news.place > t->sent_place && p->seat != t->mover)
		arrived(t);
	if (news.over) {
		renew(t);
		return;
	}
	if (news.to_move != p->seat || news.place <= t->place || news.legal == NULL || !pick(news.legal, t->move))
		return;
	if (t->sent != 0 && t->sent >= seen.from)
		seen.answered++;
	t->place = news.place;
	t->mover = p->seat;
	get_ready(t);
}

/* All whole frames that have come. Servers do not mask; ours sends a message in one frame or in several. */
static void frames(struct player *p)
{
	size_t at = 0;

	while (p->n - at >= 2) {
		const unsigned char *f = (const unsigned char *)p->in + at;
		size_t n = f[1] & 127, head = 2;
		if (n == 126)
			head = 4;
		else if (n == 127)
			head = 10;
		if (p->n - at < head)
			break;
		if (head > 2)
			n = 0;
		for (size_t i = 2; i < head; i++)
			n = n << 8 | f[i];
		if (p->n - at < head + n)
			break;
		if ((f[0] & 15) == 8)
			fail("the server closes a connection: code %d", n >= 2 ? f[head] << 8 | f[head + 1] : 0);
		if ((f[0] & 15) == 1) {
			if (!(f[0] & 0x80))
				fail("a message comes in pieces");
			/* Ends it like a text: the byte behind it is the next frame's, or space that is there. */
			char *text = p->in + at + head, kept = text[n];
			text[n] = '\0';
			heard(p, text);
			text[n] = kept;
		}
		at += head + n;
	}
	p->n -= at;
	memmove(p->in, p->in + at, p->n);
}

static void receive(struct player *p)
{
	for (;;) {
		if (p->cap - p->n < 16384) {
			p->cap += 32768;
			p->in = realloc(p->in, p->cap + 1);
			if (p->in == NULL)
				fail("no memory");
		}
		ssize_t got = recv(p->fd, p->in + p->n, p->cap - p->n, 0);
		if (got < 0 && errno == EINTR)
			continue;               /* nobody would tell us again */
		if (got < 0 && errno == EAGAIN)
			return;
		if (got <= 0)
			fail("a connection is lost: %s", got == 0 ? "closed" : strerror(errno));
		p->n += (size_t)got;
		seen.bytes += (uint64_t)got;
		bool all = p->n < p->cap;
		frames(p);
		if (all || !p->table->playing)
			return;
	}
}

static void poll_once(int ms)
{
	struct epoll_event of[MAX_EVENTS_AT_ONCE];
	int n = epoll_wait(polled, of, MAX_EVENTS_AT_ONCE, ms);

	for (int i = 0; i < n; i++) {
		struct player *p = of[i].data.ptr;
		if (p->table->playing)
			receive(p);
	}
}

/* Moves that are due by the rate, as far as somebody is to move; those that nobody could make are counted. */
static void play_due(int64_t now, int64_t *next)
{
	const int64_t step = (int64_t)(1e9 / with.rate);

	for (; *next <= now; *next += step) {
		struct load_table *t = next_ready();
		if (t != NULL)
			play(t);
		else if (now >= seen.from)
			seen.starved++;
	}
}

static void play_for(double seconds)
{
	int64_t until = now_ns() + (int64_t)(seconds * 1e9), next = now_ns();

	for (int64_t now; (now = now_ns()) < until;) {
		struct load_table *t;
		if (with.rate > 0)
			play_due(now, &next);
		else
			while ((t = next_ready()) != NULL)
				play(t);
		poll_once(with.rate > 0 ? 1 : 20);
		take_made();
	}
}

/* The whole run ----------------------------------------------------------- */

static double resident(void)
{
	char path[64], line[256];
	double kib = 0;

	if (with.pid == 0)
		return 0;
	snprintf(path, sizeof path, "/proc/%d/status", with.pid);
	FILE *f = fopen(path, "r");
	if (f == NULL)
		fail("there is no process %d", with.pid);
	while (fgets(line, sizeof line, f) != NULL)
		if (strncmp(line, "VmRSS:", 6) == 0)
			kib = strtod(line + 6, NULL);
	fclose(f);
	return kib;
}

/* Seconds of the processor. */
struct work { double loop, writer, others, own; };

/* One thread of the server; the first number of schedstat is ns that it has run. */
static void add_thread(struct work *w, const char *id)
{
	char path[512], name[64] = "";
	double ns = 0;

	snprintf(path, sizeof path, "/proc/%d/task/%s/comm", with.pid, id);
	FILE *f = fopen(path, "r");
	if (f == NULL)
		return;
	if (fgets(name, sizeof name, f) == NULL)
		name[0] = '\0';
	fclose(f);
	snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", with.pid, id);
	f = fopen(path, "r");
	if (f == NULL)
		return;
	if (fscanf(f, "%lf", &ns) != 1)
		ns = 0;
	fclose(f);
	*(atoi(id) == with.pid ? &w->loop : strcmp(name, "write\n") == 0 ? &w->writer : &w->others) += ns / 1e9;
}

static struct work worked(void)
{
	struct work w = { 0 };
	struct rusage own;
	char path[64];

	getrusage(RUSAGE_SELF, &own);
	w.own = (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) + (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6;
	if (with.pid == 0)
		return w;
	snprintf(path, sizeof path, "/proc/%d/task", with.pid);
	DIR *all = opendir(path);
	if (all == NULL)
		fail("there is no process %d", with.pid);
	for (struct dirent *d; (d = readdir(all)) != NULL;)
		if (d->d_name[0] != '.')
			add_thread(&w, d->d_name);
	closedir(all);
	return w;
}

static void make_all(void)
{

	for (int i = 0; i < with.tables; i++)
		want(&tables[i]);
	for (int i = 0; i < with.tables; i++) {
		pthread_mutex_lock(&lock);
		while (list_take(&made) == NULL)
			pthread_cond_wait(&fewer, &lock);
		pthread_mutex_unlock(&lock);
	}
	with_sockets = true;
}

/* Everybody says hello, and hears for a while what there is to hear at first. */
static void begin_all(void)
{
	for (int i = 0; i < with.tables; i++) {
		begin(&tables[i]);
		poll_once(0);
	}
	for (int64_t until = now_ns() + 2000000000; now_ns() < until;)
		poll_once(20);
}

static int by_size(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Of so many times in us, which are put in order for it. */
static void print_spread(const char *what, uint32_t *us, size_t n)
{
	qsort(us, n, sizeof *us, by_size);
	if (n > 0)
		printf("%-18s p50 %.2f ms, p99 %.2f ms, longest %.2f ms, of %zu\n", what, us[n / 2] / 1e3, us[n * 99 / 100] / 1e3, us[n - 1] / 1e3, n);
}

/* A disk that stands still once for a tenth of a second is seen in the p99 of ten; in those of the single seconds one sees the rest, too. */
static void print_seconds(void)
{
	printf("p99 by the second ");
	for (int i = 0; i < seen.seconds; i++) {
		size_t from = i == 0 ? 0 : seen.second[i - 1], n = seen.second[i] - from;
		qsort(seen.us + from, n, sizeof *seen.us, by_size);
		if (n > 0)
			printf(" %.1f", seen.us[from + n * 99 / 100] / 1e3);
	}
	printf(" ms\n");
}

static void report(double seconds, double moves)
{
	printf("messages a second  %.0f\n", (double)seen.answered / seconds);
	printf("moves a second     %.0f, %.2f a message\n", moves / seconds, seen.answered > 0 ? moves / (double)seen.answered : 0.0);
	print_seconds();
	print_spread("move to broadcast", seen.us, seen.n);
	printf("received           %.1f MB/s, %.0f bytes a message\n", (double)seen.bytes / 1e6 / (seconds + with.warm),
		seen.messages > 0 ? (double)seen.bytes / (double)seen.messages : 0.0);
	printf("games finished     %llu\n", (unsigned long long)seen.finished);
	if (with.rate > 0)
		printf("nobody to move     %llu times when a move was due\n", (unsigned long long)seen.starved);
	printf("refused            %llu", (unsigned long long)seen.errors);
	for (int i = 0; i < MAX_CODES && seen.code[i].n > 0; i++)
		printf("%s%s %llu", i == 0 ? ": " : ", ", seen.code[i].code, (unsigned long long)seen.code[i].n);
	printf("\n");
}

/* What the disk does by itself, since no move is told before it is on it: some kilobytes, written and synced every millisecond, as a commit is. */
static void probe_disk(const char *folder)
{
	static char bytes[PROBE_FILE];
	const int n = (int)(with.seconds * 1000);
	uint32_t *us = calloc((size_t)n, sizeof *us);
	char path[4096];

	if (us == NULL || snprintf(path, sizeof path, "%s/probe.XXXXXX", folder) >= (int)sizeof path)
		fail("no memory, or the name is too long");
	int fd = mkstemp(path);
	if (fd < 0)
		fail("cannot write in %s: %s", folder, strerror(errno));
	unlink(path);
	bool fine = write(fd, bytes, sizeof bytes) == sizeof bytes && fsync(fd) == 0;
	int64_t begun = now_ns();
	for (int i = 0; i < n && fine; i++) {
		int64_t due = begun + i * INT64_C(1000000), early = due - now_ns();
		if (early > 0)
			usleep((useconds_t)(early / 1000));
		fine = pwrite(fd, bytes, PROBE, (off_t)i * PROBE % PROBE_FILE) == PROBE && fdatasync(fd) == 0;
		us[i] = (uint32_t)((now_ns() - due) / 1000);
	}
	if (!fine)
		fail("cannot write in %s: %s", folder, strerror(errno));
	close(fd);
	print_spread("the disk alone", us, (size_t)n);
	free(us);
}

static void usage(void)
{
	fputs("usage: load [--at HOST:PORT] [--pid PID] [--game GAME] [--options 'JSON MEMBERS'] [--tables N] [--players N]\n"
	      "            [--seconds N] [--warm N] [--rate N]\n"
	      "       load --disk FOLDER [--seconds N]\n"
	      "--rate N: so many messages with a move a second, whatever the answers take; without it every player moves at once\n"
	      "--disk FOLDER: no moves, only how long 16 KiB take that are written and synced there a thousand times a second\n", stderr);
	exit(2);
}

static void read_words(int argc, char **argv)
{
	for (int i = 1; i < argc; i += 2) {
		const char *name = argv[i], *value = argv[i + 1];
		if (i + 1 == argc)
			usage();
		if (strcmp(name, "--at") == 0) {
			char *colon = strrchr(argv[i + 1], ':');
			if (colon == NULL)
				usage();
			*colon = '\0';
			with.host = value;
			with.port = colon + 1;
		} else if (strcmp(name, "--game") == 0) {
			with.game = value;
		} else if (strcmp(name, "--options") == 0) {
			with.options = value;
		} else if (strcmp(name, "--pid") == 0) {
			with.pid = atoi(value);
		} else if (strcmp(name, "--tables") == 0) {
			with.tables = atoi(value);
		} else if (strcmp(name, "--players") == 0) {
			with.players = atoi(value);
		} else if (strcmp(name, "--seconds") == 0) {
			with.seconds = atof(value);
		} else if (strcmp(name, "--warm") == 0) {
			with.warm = atof(value);
		} else if (strcmp(name, "--rate") == 0) {
			with.rate = atof(value);
		} else if (strcmp(name, "--disk") == 0) {
			with.disk = value;
		} else {
			usage();
		}
	}
	if (with.tables < 1 || with.players < 1 || with.players > MAX_SEATS || with.seconds > (double)MAX_SECONDS)
		usage();
}

static void prepare(void)
{
	struct rlimit files;
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM };

	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	if (getaddrinfo(with.host, with.port, &hints, &server) != 0)
		fail("no such address: %s:%s", with.host, with.port);
	polled = epoll_create1(EPOLL_CLOEXEC);
	tables = calloc((size_t)with.tables, sizeof *tables);
	if (tables == NULL)
		fail("no memory");
	for (int i = 0; i < with.tables; i++)
		for (int seat = 0; seat < with.players; seat++)
			tables[i].player[seat] = (struct player){ .table = &tables[i], .seat = seat };
}

int main(int argc, char **argv)
{
	pthread_t thread;

	read_words(argc, argv);
	if (with.disk != NULL) {
		probe_disk(with.disk);
		return 0;
	}
	prepare();
	int connections = with.tables * with.players;
	double before = resident();
	for (int i = 0; i < connections; i++)
		tables[i / with.players].player[i % with.players].fd = open_socket();
	usleep(500000);
	double connected = resident();

	for (int i = 0; i < MAKERS; i++)
		pthread_create(&thread, NULL, maker, NULL);
	int64_t begun = now_ns();
	make_all();
	double making = (double)(now_ns() - begun) / 1e9;
	usleep(3000000);                /* idle: what the server holds in memory while it is busy is not the tables' */
	double all = resident();
	begin_all();
	double greeted = resident();
	printf("%s, %d tables with %d players each, %s\n", with.game, with.tables, with.players, with.rate > 0 ? "at a rate" : "each move at once");
	printf("tables made        %d in %.1f s\n", with.tables, making);
	if (with.pid != 0)
		printf("memory             %.1f MiB empty; idle connection %.1f KiB; idle table %.1f KiB, %.1f KiB more when its players are there\n",
			before / 1024, (connected - before) / connections, (all - connected) / with.tables, (greeted - all) / with.tables);

	seen.from = now_ns() + (int64_t)(with.warm * 1e9);
	play_for(with.warm);
	struct work from = worked();
	const uint64_t moves_before = moves_made();
	play_for(with.seconds);
	const double moves = (double)(moves_made() - moves_before);
	struct work to = worked();
	if (with.pid != 0)
		printf("memory at the end  %.1f MiB\n", resident() / 1024);
	report(with.seconds, moves);
	const double us = moves > 0 ? 1e6 / moves : 0;
	printf("processor          us a move: %.1f loop, %.1f writer, %.1f other threads of the server; %.1f this program\n",
		(to.loop - from.loop) * us, (to.writer - from.writer) * us, (to.others - from.others) * us, (to.own - from.own) * us);
	return seen.answered > 0 ? 0 : 1;
}
