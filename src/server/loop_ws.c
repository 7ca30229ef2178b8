/* WebSockets: messages in whole, out as they can be taken. */
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "driver/clock.h"
#include "server/loop_parts.h"
#include "server/slog.h"

enum {
	FORGIVEN = 200,                 /* messages that may come too fast before a connection is closed for it */
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

/* At once, and without a word: they do not read what they are sent. */
static void cut(struct conn *c)
{
	drop_notes(c);
	c->close = LWS_CLOSE_STATUS_POLICY_VIOLATION;
	loop_kill(c->loop, c->wsi);
}

void ws_close(struct conn *c, int code, const char *why)
{
	if (c->close)
		return;
	c->close = code;
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

const struct hall_ways ws_ways = { queue, drop };

/* Several messages in one packet: each packet costs as much as making what is in it. */
static void cork(struct conn *c, bool on)
{
	setsockopt((int)lws_get_socket_fd(c->wsi), IPPROTO_TCP, TCP_CORK, &(int){ on }, sizeof(int));
}

static bool send_ping(struct conn *c)
{
	c->ask = false;
	c->asked = true;
	c->loop->buffer[LWS_PRE] = '?';                 /* of an answer without any bytes libwebsockets does not tell */
	return lws_write(c->wsi, c->loop->buffer + LWS_PRE, 1, LWS_WRITE_PING) >= 1;
}

int ws_writable(struct conn *c)
{
	if (c->ask && c->sent == 0) {
		lws_callback_on_writable(c->wsi);
		return send_ping(c) ? 0 : -1;
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
	if (!c->close)
		return 0;
	lws_close_reason(c->wsi, (enum lws_close_status)c->close, (unsigned char *)c->why, strlen(c->why));
	return -1;
}

/* In --------------------------------------------------------------------- */

static int refuse(struct conn *c, enum lws_close_status code, const char *why)
{
	slog(SLOG_DEBUG, "refused", "s:s, s:s", "why", why, "address", c->guest->address);
	lws_close_reason(c->wsi, code, (unsigned char *)why, strlen(why));
	return -1;
}

/* Who is in a hurry is told so; who does not listen is shown out. */
static bool in_time(struct conn *c)
{
	int rate = c->loop->config->messages;

	if (bucket_take(&c->messages, clock_today(), rate, 3.0 * rate)) {
		c->too_fast = 0;
		return true;
	}
	c->loop->figures.limited++;
	if (c->too_fast++ == 0)
		queue(c, wire_error("", &(struct refusal){ "too_fast", 0, "too many messages in a short time; this one and what follows it were not read" }));
	if (c->too_fast > FORGIVEN)
		ws_close(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
	return false;
}

static void hear(struct conn *c, const char *text, size_t n)
{
	if (in_time(c))
		hall_said(c->loop->hall, c->client, text, n);
}

void ws_alive(struct conn *c)
{
	c->heard = clock_today();
	c->asked = false;
}

int ws_heard(struct conn *c, const char *bytes, size_t n)
{
	ws_alive(c);
	size_t coming = lws_remaining_packet_payload(c->wsi);
	bool whole = lws_is_final_fragment(c->wsi) && coming == 0;

	if (c->close || !c->client)
		return 0;
	if (lws_frame_is_binary(c->wsi))
		return refuse(c, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
	if (coming > WIRE_BYTES || c->n_in + n + coming > WIRE_BYTES)
		return refuse(c, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message too long");
	if (whole && c->n_in == 0) {
		hear(c, bytes, n);
		return 0;
	}
	if (!c->in) {
		c->in = malloc(WIRE_BYTES);
		must(c->in != NULL);
	}
	memcpy(c->in + c->n_in, bytes, n);
	c->n_in += n;
	if (whole) {
		char *text = c->in;
		size_t length = c->n_in;
		c->in = NULL;
		c->n_in = 0;
		hear(c, text, length);
		free(text);
	}
	return 0;
}

/* Coming and going ------------------------------------------------------- */

int ws_begin(struct conn *c)
{
	c->since = c->heard = clock_today();
	c->loop->figures.clients++;
	c->client = hall_enter(c->loop->hall, c, c->guest->address);
	if (!c->client)
		return refuse(c, (enum lws_close_status)CLOSE_LATER, "too many connections");
	return 0;
}

void ws_left(struct conn *c)
{
	if (!c->guest)
		return;
	drop_notes(c);
	c->close = LWS_CLOSE_STATUS_GOINGAWAY;          /* whatever the hall still says is not kept */
	if (c->client)
		hall_left(c->loop->hall, c->client);
	c->loop->figures.clients -= c->since > 0;
	guest_release(c->guest);
	free(c->in);
	c->client = NULL;
	c->guest = NULL;
	c->in = NULL;
}

/* Who says nothing is asked by a ping, once; who is silent for as long again is gone. */
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

void ws_sweep(struct loop *l, int64_t now)
{
	for (struct conn *c = l->conns; c; c = c->next) {
		if (!c->client || c->close)
			continue;
		if (!hall_greeted(c->client) && now - c->since > (int64_t)l->config->hello * 1000) {
			l->figures.silent++;
			ws_close(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, "no hello");
		} else {
			look_for_life(c, now);
		}
	}
}
