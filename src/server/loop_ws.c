/* WebSockets: messages in whole, out as they can be taken. libwebsockets has answered the request and sends the frames; they are read here. */
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/game.h"
#include "base/clock.h"
#include "server/loop_parts.h"
#include "base/slog.h"

enum {
	FORGIVEN = 200,                 /* messages in a row that may come too fast before a connection is closed for it */
	ADDRESS = 10,                   /* times the messages of one connection: for all of an address */
	LONG = 1024,                    /* bytes of a message that cost as much as another message */
	CLOSED_BY = 10,                 /* seconds for a client to read what is left for it when the connection is to be closed */
	CLOSE_LATER = 1013,             /* "try again later": newer than the list of libwebsockets */
};

/* Out -------------------------------------------------------------------- */

static void drop_notes(struct conn *c)
{
	while (c->first) {
		struct note *n = c->first;
		c->first = n->next;
		blob_drop(n->blob);
		free(n);
	}
	c->last = NULL;
	c->unsent = c->sent = 0;
}

/* Closes the connection at once and without a word, because its peer does not read. */
static void cut(struct conn *c)
{
	drop_notes(c);
	c->close = LWS_CLOSE_STATUS_POLICY_VIOLATION;
	c->since = clock_ms();
	loop_kill(c->loop, c->wsi);
}

void ws_close(struct conn *c, int code, const char *why)
{
	if (c->close)
		return;
	c->close = code;
	c->since = clock_ms();
	snprintf(c->why, sizeof c->why, "%s", why);
	lws_callback_on_writable(c->wsi);
}

static void drop(void *peer, const char *why)
{
	ws_close(peer, LWS_CLOSE_STATUS_POLICY_VIOLATION, why);
}

/* A piece of the first message; false: the connection is broken. */
static bool send_piece(struct conn *c)
{
	struct blob *b = c->first->blob;
	size_t left = b->n - c->sent, n = left < PIECE ? left : PIECE;
	unsigned char *at = c->loop->buffer + LWS_PRE;

	memcpy(at, b->bytes + c->sent, n);
	if (lws_write(c->wsi, at, n, (enum lws_write_protocol)lws_write_ws_flags(LWS_WRITE_TEXT, c->sent == 0, n == left)) < (int)n)
		return false;
	c->sent += n;
	if (c->sent < b->n)
		return true;
	struct note *done = c->first;
	c->first = done->next;
	if (!c->first)
		c->last = NULL;
	c->unsent -= b->n;
	c->sent = 0;
	blob_drop(b);
	free(done);
	return true;
}

/* What can be sent is sent at once: to be called back when there is room costs as much again, and mostly there is. */
static void queue(void *peer, struct blob *b)
{
	struct conn *c = peer;

	if (c->close) {
		blob_drop(b);
		return;
	}
	struct note *n = malloc(sizeof *n);
	must(n != NULL);
	*n = (struct note){ NULL, b };
	const bool alone = !c->first && !c->ask && !lws_partial_buffered(c->wsi);
	if (c->last)
		c->last->next = n;
	else
		c->first = n;
	c->last = n;
	const size_t waited = c->unsent;        /* a long log alone does not make anybody slow */
	c->unsent += b->n;
	if (waited > (size_t)c->loop->config->unsent * 1024) {
		c->loop->figures.slow++;
		slog(SLOG_INFO, "slow", "s:I", "unsent", (json_int_t)c->unsent);
		cut(c);
	} else if (alone && !send_piece(c)) {
		cut(c);
	} else if (c->first) {
		lws_callback_on_writable(c->wsi);
	}
}

const struct live_transport ws_ways = { queue, drop };

/* Several messages in one packet: each packet costs as much as making what is in it. */
static void cork(struct conn *c, bool on)
{
	setsockopt((int)lws_get_socket_fd(c->wsi), IPPROTO_TCP, TCP_CORK, &(int){ on }, sizeof(int));
}

static bool send_ping(struct conn *c)
{
	c->ask = false;
	c->asked = true;
	c->loop->buffer[LWS_PRE] = '?';
	return lws_write(c->wsi, c->loop->buffer + LWS_PRE, 1, LWS_WRITE_PING) >= 1;
}

/* What a client has sent with a ping, to be sent back with a pong. Of several that cannot be answered yet, the last one counts. */
static bool send_pong(struct conn *c)
{
	struct control *p = c->pong;
	unsigned char *at = c->loop->buffer + LWS_PRE;
	const size_t n = p->n;

	memcpy(at, p->bytes, n);
	free(p);
	c->pong = NULL;
	return lws_write(c->wsi, at, n, LWS_WRITE_PONG) >= (int)n;
}

static SSL *tls_of(const struct conn *c)
{
	return c->loop->config->tls_cert[0] ? lws_get_ssl(c->wsi) : NULL;
}

/* The close frame: its code, and why. libwebsockets sends one only to read the answer itself, so this is written past it; nothing of it waits to be
 * sent when a socket is writable. */
static bool send_close(struct conn *c)
{
	char frame[4 + sizeof c->why] = { (char)(0x80 | FRAMES_CLOSE), (char)(2 + strlen(c->why)), (char)(c->close >> 8), (char)c->close };
	const int n = 2 + frame[1];
	SSL *ssl = tls_of(c);

	memcpy(frame + 4, c->why, strlen(c->why));
	c->said_close = true;
	if (!ssl)
		return send((int)lws_get_socket_fd(c->wsi), frame, (size_t)n, MSG_NOSIGNAL | MSG_DONTWAIT) == n;
	const bool sent = SSL_write(ssl, frame, n) == n;
	ERR_clear_error();                      /* libwebsockets would take it for its own */
	return sent;
}

/* The close frame is the last one. If the client has closed before us, that was the answer. If it has sent what makes no sense, it learns that
 * nothing more comes, and has to end the connection: to end it here, with bytes of it unread, could cost it the close frame. Else it answers. */
static int say_close(struct conn *c)
{
	if (!send_close(c) || c->peer_closed)
		return -1;
	if (c->broken)
		shutdown((int)lws_get_socket_fd(c->wsi), SHUT_WR);
	return 0;
}

int ws_writable(struct conn *c)
{
	if (c->pong || c->ask) {                /* control frames may come between the parts of a message */
		lws_callback_on_writable(c->wsi);
		return (c->pong ? send_pong(c) : send_ping(c)) ? 0 : -1;
	}
	bool several = c->first && c->first->next;
	if (several)
		cork(c, true);
	/* For the first one there is room: that is why we were called. Asking costs a system call. */
	for (bool room = c->first != NULL; room; room = c->first && !lws_send_pipe_choked(c->wsi))
		if (!send_piece(c))
			return -1;
	if (several)
		cork(c, false);
	if (c->first) {
		lws_callback_on_writable(c->wsi);
		return 0;
	}
	return c->close && !c->said_close ? say_close(c) : 0;
}

/* In --------------------------------------------------------------------- */

static void refuse(struct conn *c, int code, const char *why)
{
	slog(SLOG_DEBUG, "refused", "s:s, s:s", "why", why, "address", c->client_address->address);
	ws_close(c, code, why);
}

/* An address has as much as ten connections that are as busy as they may be. A long message costs more than a short one. */
static bool in_time(struct conn *c, size_t n)
{
	double rate = c->loop->config->messages;
	int64_t now = clock_today();
	struct bucket *all = &c->client_address->messages;

	if (bucket_left(all, now, ADDRESS * rate, ADDRESS * 3 * rate) < 1 || !bucket_take(&c->messages, now, rate, 3 * rate))
		return false;
	bucket_spend(all, 1 + (double)n / LONG);
	return true;
}

/* Closes a connection that sends more than it may. Nothing more is read from it: it could send as much again until it is closed. */
static void stop_listening(struct conn *c, const char *why)
{
	c->broken = true;
	ev_io_stop(c->loop->events, &c->readable);
	refuse(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, why);
}

static bool is_utf8(const char *text, size_t n)
{
	size_t step;

	for (size_t at = 0; at < n; at += step)
		if ((step = error_utf8(text + at, n - at)) == 0)
			return false;
	return true;
}

/* A whole message. Each is answered, also one that comes too fast, unless it is so long that reading its key costs more than it may; a client
 * that does not slow down is disconnected. */
static void message_whole(struct conn *c, const char *text, size_t n)
{
	if (!is_utf8(text, n)) {
		refuse(c, LWS_CLOSE_STATUS_INVALID_PAYLOAD, "text that is not UTF-8");
	} else if (in_time(c, n)) {
		c->too_fast = 0;
		live_said(c->loop->live, c->client, text, n);
	} else {
		c->loop->figures.limited++;
		if (++c->too_fast > FORGIVEN || n > LONG)
			stop_listening(c, "too many messages");
		else
			live_too_fast(c->loop->live, c->client, text, n);
	}
}

/* Rate limit of frames that do not end a message (parts of one, pings, pongs): each counts as a message. */
static bool frame_in_time(struct conn *c)
{
	if (in_time(c, 0))
		return true;
	c->loop->figures.limited++;
	if (++c->too_fast > FORGIVEN)
		stop_listening(c, "too many frames");
	return false;
}

static void take_message(struct conn *c, const struct frames_piece *p)
{
	const bool ends = p->left == 0, whole = ends && p->final;

	if (p->opcode == FRAMES_BYTES) {
		refuse(c, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
	} else if (p->left > WIRE_BYTES || c->n_in + p->n + p->left > WIRE_BYTES) {
		refuse(c, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message too long");
	} else if (whole && !c->in) {
		message_whole(c, p->bytes, p->n);
	} else {
		if (!c->in)
			c->in = malloc(WIRE_BYTES);
		must(c->in != NULL);
		memcpy(c->in + c->n_in, p->bytes, p->n);
		c->n_in += p->n;
		if (whole) {
			message_whole(c, c->in, c->n_in);
			free(c->in);
			c->in = NULL;
			c->n_in = 0;
		} else if (ends) {
			frame_in_time(c);
		}
	}
}

static void control_whole(struct conn *c, int opcode, const char *bytes, size_t n)
{
	const bool answered = frame_in_time(c);

	if (opcode == FRAMES_CLOSE) {
		c->peer_closed = true;
		if (c->said_close)
			loop_kill(c->loop, c->wsi);
		else
			ws_close(c, frames_close_code(bytes, n), "");
	} else if (opcode == FRAMES_PING && answered && !c->close) {
		if (!c->pong)
			c->pong = malloc(sizeof *c->pong);
		must(c->pong != NULL);
		c->pong->n = n;
		memcpy(c->pong->bytes, bytes, n);
		lws_callback_on_writable(c->wsi);
	}
}

static void take_control(struct conn *c, const struct frames_piece *p)
{
	if (!c->control && p->left == 0) {
		control_whole(c, p->opcode, p->bytes, p->n);
		return;
	}
	if (!c->control)
		c->control = calloc(1, sizeof *c->control);
	must(c->control != NULL && c->control->n + p->n <= FRAMES_CONTROL);
	memcpy(c->control->bytes + c->control->n, p->bytes, p->n);
	c->control->n += p->n;
	if (p->left > 0)
		return;
	control_whole(c, p->opcode, c->control->bytes, c->control->n);
	free(c->control);
	c->control = NULL;
}

/* Bytes of a client as they came, within TLS or without. 0: there are none now; -1: it has ended the connection. */
static int receive(struct conn *c, char *bytes, int cap)
{
	SSL *ssl = tls_of(c);

	if (!ssl) {
		const ssize_t n = recv((int)lws_get_socket_fd(c->wsi), bytes, (size_t)cap, MSG_DONTWAIT);
		return n > 0 ? (int)n : n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
	}
	ERR_clear_error();
	const int n = SSL_read(ssl, bytes, cap), error = n > 0 ? 0 : SSL_get_error(ssl, n);
	ERR_clear_error();
	return n > 0 ? n : error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

/* The socket has something to read. From the first time on libwebsockets is kept from reading it; our watcher has a higher priority than that
 * of libwebsockets, and is called before it. One read, and then the others have their turn; a record of TLS is read to its end, because what is
 * left of it does not make the socket readable. */
static void on_readable(struct ev_loop *events, struct ev_io *readable, int what)
{
	struct conn *c = readable->data;

	(void)what;
	if (!c->reads) {
		c->reads = true;
		lws_rx_flow_control(c->wsi, 0);
	}
	const int n = receive(c, c->loop->received, PIECE);
	if (n < 0) {
		ev_io_stop(events, readable);
		loop_kill(c->loop, c->wsi);
	}
	if (n <= 0)
		return;
	char *bytes = c->loop->received;
	size_t left = (size_t)n;
	struct frames_piece p;
	c->heard = clock_ms();
	c->asked = false;
	while (!c->broken && frames_next(&c->frames, &bytes, &left, &p))
		if (p.broken) {
			c->broken = true;
			refuse(c, LWS_CLOSE_STATUS_PROTOCOL_ERR, p.broken);
		} else if (frames_is_control(p.opcode)) {
			take_control(c, &p);
		} else if (!c->close) {
			take_message(c, &p);
		} else if (p.left == 0) {               /* the connection is being closed: all but the close frame is ignored */
			frame_in_time(c);
		}
}

void ws_early(struct conn *c)
{
	c->broken = true;
	refuse(c, LWS_CLOSE_STATUS_PROTOCOL_ERR, "a frame before the handshake was over");
}

/* Coming and going ------------------------------------------------------- */

void ws_begin(struct conn *c)
{
	c->since = c->heard = clock_ms();
	c->loop->figures.clients++;
	ev_io_init(&c->readable, on_readable, (int)lws_get_socket_fd(c->wsi), EV_READ);
	ev_set_priority(&c->readable, EV_MAXPRI);
	c->readable.data = c;
	ev_io_start(c->loop->events, &c->readable);
	c->client = live_enter(c->loop->live, c, c->client_address->address);
	if (!c->client)
		refuse(c, CLOSE_LATER, "too many connections");
}

void ws_left(struct conn *c)
{
	if (!c->client_address)
		return;
	drop_notes(c);
	ev_io_stop(c->loop->events, &c->readable);
	c->close = LWS_CLOSE_STATUS_GOINGAWAY;          /* whatever the live tables still say is not kept */
	if (c->client)
		live_left(c->loop->live, c->client);
	c->loop->figures.clients -= c->since > 0;
	ratelimit_release(c->client_address);
	free(c->in);
	free(c->control);
	free(c->pong);
	c->client = NULL;
	c->client_address = NULL;
	c->in = NULL;
	c->control = c->pong = NULL;
}

/* A client that has been silent for a while is sent one ping; if it is silent for as long again, the connection is closed. */
static void look_for_life(struct conn *c, int64_t now)
{
	int64_t silent = now - c->heard, patience = (int64_t)c->loop->config->ping * 1000;

	if (silent > 2 * patience) {
		cut(c);
	} else if (silent > patience && !c->asked && !c->ask) {
		c->ask = true;
		lws_callback_on_writable(c->wsi);
	}
}

void ws_sweep(struct loop *l)
{
	int64_t now = clock_ms();

	for (struct conn *c = l->conns; c; c = c->next) {
		if (!c->client)
			continue;
		if (c->close && now - c->since > CLOSED_BY * 1000)
			loop_kill(l, c->wsi);           /* what is queued for it, or the goodbye, is not read */
		else if (c->close)
			continue;
		else if (!live_greeted(c->client) && now - c->since > (int64_t)l->config->hello * 1000) {
			l->figures.silent++;
			ws_close(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, "no hello");
		} else {
			look_for_life(c, now);
		}
	}
}
