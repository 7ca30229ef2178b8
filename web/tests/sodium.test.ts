// The two functions behind fair draws, against Node's own.
import { createCipheriv, createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { blake2b, chacha20 } from "../src/muddy/sodium";

const bytes = (n: number, from = 0) => Uint8Array.from({ length: n }, (_, i) => (i * 7 + from) & 255);
const hex = (b: Uint8Array) => Buffer.from(b).toString("hex");

describe("BLAKE2b", () => {
	it("is that of OpenSSL at every length around a block", () => {
		for (const n of [0, 1, 3, 63, 127, 128, 129, 255, 256, 257, 1000])
			expect(hex(blake2b(bytes(n), 64))).toBe(createHash("blake2b512").update(bytes(n)).digest("hex"));
	});
	// From the test vectors of BLAKE2 (blake2b-kat): key 00 to 3f, and what is hashed 00 01 02 ...; and RFC 7693's way to shorten.
	it("takes a key, and is another hash when it is shorter", () => {
		const key = Uint8Array.from({ length: 64 }, (_, i) => i);
		expect(hex(blake2b(new Uint8Array(0), 64, key))).toBe(
			"10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568");
		expect(hex(blake2b(Uint8Array.of(0), 64, key))).toBe(
			"961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd");
		expect(hex(blake2b(new Uint8Array(0), 32))).toBe("0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
	});
});

describe("ChaCha20", () => {
	it("is that of OpenSSL, over blocks and from any of them", () => {
		for (const [n, block] of [[1, 0], [64, 1], [65, 7], [300, 0xfffffff0]] as const) {
			const key = bytes(32, 5), nonce = bytes(12, 9), iv = Buffer.alloc(16);
			iv.writeUInt32LE(block);
			iv.set(nonce, 4);
			expect(hex(chacha20(key, nonce, n, block))).toBe(createCipheriv("chacha20", key, iv).update(Buffer.alloc(n)).toString("hex"));
		}
	});
});
