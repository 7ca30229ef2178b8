/* Frames of a WebSocket: a stream of bytes comes to the same frames however it is cut up, and nothing that is accepted breaks RFC 6455.
 *
 * The first byte of an input says how it is cut; the rest is the stream. */
#include "fuzz.h"
#include "server/frames.h"

enum { MOST = 4096 };

/* What was read of a stream: of each frame its opcode, then its payload, then whether it was final. */
struct heard { uint8_t bytes[4 * MOST]; size_t n; const char *broken; bool begun; };

static void add(struct heard *h, const void *bytes, size_t n)
{
	HOLDS(h->n + n <= sizeof h->bytes, "more was read than came in");
	memcpy(h->bytes + h->n, bytes, n);
	h->n += n;
}

/* Reads one packet from a block of its own, so that reading beyond it is noticed. */
static void feed(struct frames *f, struct heard *h, const uint8_t *data, size_t size)
{
	char *packet = malloc(size + 1), *at = packet;
	struct frames_piece p;
	size_t n = size;

	HOLDS(packet != NULL, "no memory");
	memcpy(packet, data, size);
	while (!h->broken && frames_next(f, &at, &n, &p)) {
		HOLDS(at + n == packet + size && p.bytes >= packet && p.bytes + p.n <= packet + size, "out of the packet");
		h->broken = p.broken;
		if (p.broken)
			continue;
		HOLDS(!frames_is_control(p.opcode) || (p.final && p.n + p.left <= FRAMES_CONTROL), "a control frame that cannot be");
		if (!h->begun)
			add(h, &p.opcode, 1);
		h->begun = p.left > 0;
		add(h, p.bytes, p.n);
		if (p.left == 0)
			add(h, &p.final, 1);
	}
	HOLDS(h->broken || n == 0, "bytes are left over");
	free(packet);
}

static void read_in_packets(struct heard *h, const uint8_t *data, size_t size, size_t packet)
{
	struct frames f = { .has = 0 };

	h->n = 0;
	h->begun = false;
	h->broken = NULL;
	for (size_t at = 0; at < size && !h->broken; at += packet)
		feed(&f, h, data + at, size - at < packet ? size - at : packet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct heard whole, cut;

	if (size < 2 || size > MOST)
		return 0;
	read_in_packets(&whole, data + 1, size - 1, size);
	read_in_packets(&cut, data + 1, size - 1, 1 + data[0] % 16);
	HOLDS(whole.broken == cut.broken && whole.n == cut.n && memcmp(whole.bytes, cut.bytes, cut.n) == 0, "the same bytes in other packets are other frames");
	return 0;
}
