/* The frames that a client sends over a WebSocket (RFC 6455, 5.2). Heads are checked and payloads are unmasked; there is no input or output here.
 *
 * libwebsockets reads frames as well, but takes those that are not masked, and does not count frames that are no message. */
#ifndef SERVER_FRAMES_H
#define SERVER_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAMES_MORE = 0, FRAMES_TEXT = 1, FRAMES_BYTES = 2, FRAMES_CLOSE = 8, FRAMES_PING = 9, FRAMES_PONG = 10 };       /* opcodes */
enum { FRAMES_CONTROL = 125 };                  /* bytes of a control frame (close, ping, pong), at most */

/* Where a stream of frames stands. It begins with all zero. */
struct frames {
	uint8_t  head[2 + 8 + 4];               /* of the frame under way: opcode and flags, the length in one of three forms, the mask */
	uint8_t  has;                           /* bytes of the head that have come */
	bool     in_message;                    /* a message has begun, and its last frame has not */
	uint64_t done, left;                    /* bytes of the payload, once the head is there */
};

/* A piece of a frame: as much of its payload as has come. */
struct frames_piece {
	uint8_t  opcode;
	bool     final;                         /* the frame is the last of its message */
	char    *bytes;                         /* unmasked */
	size_t   n;
	uint64_t left;                          /* bytes of the frame that are still to come; 0: this is its last piece */
	const char *broken;                     /* why nothing more can be read from this stream; NULL: it can */
};

static inline bool frames_is_control(int opcode)
{
	return opcode >= FRAMES_CLOSE;
}

/* Takes the next piece from *bytes, of which there are *n, and moves both on. The payload is unmasked in its place. False: there is none yet, and all bytes
 * are used up. */
bool frames_next(struct frames *f, char **bytes, size_t *n, struct frames_piece *out);

/* What a close frame says: its code; 1000 if it has none, 1002 if it has one that nobody may send. */
int frames_close_code(const char *bytes, size_t n);

#endif
