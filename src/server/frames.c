#include "server/frames.h"


enum { FINAL = 0x80, RESERVED = 0x70, OPCODE = 0x0F, MASKED = 0x80, LENGTH = 0x7F, LENGTH_16 = 126, LENGTH_64 = 127, MASK = 4 };

/* How long the head is, by its first two bytes. */
static size_t head_bytes(const struct frames *f)
{
	const int length = f->head[1] & LENGTH;

	return 2 + (length == LENGTH_16 ? 2 : length == LENGTH_64 ? 8 : 0) + MASK;
}

/* What is wrong with the first two bytes of a head; NULL: nothing. */
static const char *flaw(const struct frames *f)
{
	const int opcode = f->head[0] & OPCODE, length = f->head[1] & LENGTH;
	const bool final = f->head[0] & FINAL;

	if (!(f->head[1] & MASKED))
		return "frames must be masked";
	if (f->head[0] & RESERVED)
		return "reserved bits are set";
	if (frames_is_control(opcode))
		return opcode > FRAMES_PONG ? "unknown opcode" : final && length <= FRAMES_CONTROL ? NULL : "a control frame in parts, or too long";
	if (opcode > FRAMES_BYTES)
		return "unknown opcode";
	if (f->in_message != (opcode == FRAMES_MORE))
		return f->in_message ? "a message within a message" : "a part of no message";
	return NULL;
}

/* The length that a whole head tells. False: it is written with more bytes than it needs, or beyond all bounds. */
static bool read_length(const struct frames *f, uint64_t *length)
{
	const int first = f->head[1] & LENGTH;
	const size_t end = head_bytes(f) - MASK;
	uint64_t n = 0;

	if (first < LENGTH_16) {
		*length = (uint64_t)first;
		return true;
	}
	for (size_t i = 2; i < end; i++)
		n = n << 8 | f->head[i];
	*length = n;
	return first == LENGTH_16 ? n >= LENGTH_16 : n > UINT16_MAX && n <= INT64_MAX;
}

/* Reads on in the head. False: it is not there yet; *broken: it cannot be right. */
static bool read_head(struct frames *f, char **bytes, size_t *n, const char **broken)
{
	size_t whole;

	while (f->has < (whole = f->has < 2 ? 2 : head_bytes(f)) && *n > 0) {
		f->head[f->has++] = (uint8_t)*(*bytes)++;
		--*n;
		if (f->has == 2 && (*broken = flaw(f)) != NULL)
			return false;
	}
	if (f->has < whole)
		return false;
	f->done = 0;
	if (!read_length(f, &f->left))
		*broken = "a length that cannot be";
	return !*broken;
}

static void unmask(const struct frames *f, char *bytes, size_t n)
{
	const uint8_t *mask = f->head + head_bytes(f) - MASK;

	for (size_t i = 0; i < n; i++)
		bytes[i] = (char)(bytes[i] ^ mask[(f->done + i) % MASK]);
}

/* The next frame begins with a new head. */
static void end_frame(struct frames *f)
{
	if (!frames_is_control(f->head[0] & OPCODE))
		f->in_message = !(f->head[0] & FINAL);
	f->has = 0;
}

static bool head_is_whole(const struct frames *f)
{
	return f->has >= 2 && f->has == head_bytes(f);
}

bool frames_next(struct frames *f, char **bytes, size_t *n, struct frames_piece *out)
{
	*out = (struct frames_piece){ .bytes = *bytes };
	if (!head_is_whole(f)) {
		if (!read_head(f, bytes, n, &out->broken))
			return out->broken != NULL;
		if (f->left > 0 && *n == 0)
			return false;
	} else if (*n == 0) {
		return false;
	}
	out->opcode = f->head[0] & OPCODE;
	out->final = f->head[0] & FINAL;
	out->bytes = *bytes;
	out->n = f->left < *n ? (size_t)f->left : *n;
	unmask(f, out->bytes, out->n);
	f->done += out->n;
	f->left -= out->n;
	out->left = f->left;
	*bytes += out->n;
	*n -= out->n;
	if (f->left == 0)
		end_frame(f);
	return true;
}

int frames_close_code(const char *bytes, size_t n)
{
	if (n == 0)
		return 1000;
	const int code = n < 2 ? 0 : (uint8_t)bytes[0] << 8 | (uint8_t)bytes[1];
	const bool defined = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1011), ours = code >= 3000 && code < 5000;
	return defined || ours ? code : 1002;
}
