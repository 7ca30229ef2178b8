// The two functions of libsodium that fair draws are made of, for the C code in the page and for a seat's promise: BLAKE2b (RFC 7693), of which
// the C code wants hashes with and without a key, and the stream of ChaCha20 (RFC 8439). A package has them too, at ten times the size.

const IV = Uint32Array.of(
	0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
	0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
);
const SIGMA = [
	"0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19",
	"c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753",
].map((row) => Array.from(row, (c) => parseInt(c, 16)));
/** Which four words each mix of a round takes: columns, then diagonals. ChaCha20 goes through its square alike. */
const MIXES = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] as const;
const BLOCK = 128;

/** Words of 64 bits are two of 32, the low one first. */
function add(v: Uint32Array, at: number, low: number, high: number): void {
	const sum = v[at]! + low;
	v[at] = sum;
	v[at + 1] = v[at + 1]! + high + (sum > 0xffffffff ? 1 : 0);
}

/** v[at] = (v[at] ^ v[by]) turned right. */
function turn(v: Uint32Array, at: number, by: number, bits: number): void {
	let low = v[at]! ^ v[by]!, high = v[at + 1]! ^ v[by + 1]!;
	if (bits >= 32)
		[low, high, bits] = [high, low, bits - 32];
	v[at] = bits ? (low >>> bits) | (high << (32 - bits)) : low;
	v[at + 1] = bits ? (high >>> bits) | (low << (32 - bits)) : high;
}

function compress(h: Uint32Array, block: Uint8Array, counted: number, last: boolean): void {
	const v = new Uint32Array(32), m = new Uint32Array(32), bytes = new DataView(block.buffer, block.byteOffset, BLOCK);
	for (let i = 0; i < 32; i++)
		m[i] = bytes.getUint32(4 * i, true);
	v.set(h);
	v.set(IV, 16);
	v[24]! ^= counted;                              // nothing here is longer than 4 GiB
	if (last) {
		v[28] = ~v[28]!;
		v[29] = ~v[29]!;
	}
	const half = (a: number, b: number, c: number, d: number, word: number, first: number, second: number) => {
		add(v, a, v[b]!, v[b + 1]!);
		add(v, a, m[word]!, m[word + 1]!);
		turn(v, d, a, first);
		add(v, c, v[d]!, v[d + 1]!);
		turn(v, b, c, second);
	};
	for (const row of SIGMA)
		for (let i = 0; i < 8; i++) {
			const mix = MIXES[i]!, a = 2 * mix[0], b = 2 * mix[1], c = 2 * mix[2], d = 2 * mix[3];
			half(a, b, c, d, 2 * row[2 * i]!, 32, 24);
			half(a, b, c, d, 2 * row[2 * i + 1]!, 16, 63);
		}
	for (let i = 0; i < 16; i++)
		h[i]! ^= v[i]! ^ v[i + 16]!;
}

/** A hash of so many bytes, 1 to 64. */
export function blake2b(said: Uint8Array, bytes: number, key: Uint8Array = new Uint8Array(0)): Uint8Array {
	const h = IV.slice();
	h[0]! ^= 0x01010000 ^ (key.length << 8) ^ bytes;
	const before = key.length > 0 ? BLOCK : 0, total = before + said.length, all = new Uint8Array(Math.max(BLOCK, Math.ceil(total / BLOCK) * BLOCK));
	all.set(key);
	all.set(said, before);
	for (let at = 0; at < all.length; at += BLOCK)
		compress(h, all.subarray(at), Math.min(at + BLOCK, total), at + BLOCK === all.length);
	const out = new Uint8Array(64), view = new DataView(out.buffer);
	h.forEach((word, i) => view.setUint32(4 * i, word, true));
	return out.slice(0, bytes);
}

/** n bytes of the stream, from a block on. */
export function chacha20(key: Uint8Array, nonce: Uint8Array, n: number, block: number): Uint8Array {
	const words = (b: Uint8Array) => Array.from({ length: b.length / 4 }, (_, i) => new DataView(b.buffer, b.byteOffset).getUint32(4 * i, true));
	const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words(key), block, ...words(nonce));
	const out = new Uint8Array(Math.ceil(n / 64) * 64), view = new DataView(out.buffer);
	for (let at = 0; at < out.length; at += 64, start[12]!++) {
		const x = start.slice();
		const step = (a: number, b: number, c: number, bits: number) => {
			x[a]! += x[b]!;
			const mixed = x[c]! ^ x[a]!;
			x[c] = (mixed << bits) | (mixed >>> (32 - bits));
		};
		for (let round = 0; round < 10; round++)
			for (const [a, b, c, d] of MIXES) {
				step(a, b, d, 16);
				step(c, d, b, 12);
				step(a, b, d, 8);
				step(c, d, b, 7);
			}
		x.forEach((word, i) => view.setUint32(at + 4 * i, word + start[i]!, true));
	}
	return out.slice(0, n);
}
