// QR codes of the page are, module by module, those that libqrencode makes with the same mask (tests/qr.json: rows in hexadecimal).
import { expect, test } from "vitest";
import { qrOf } from "../src/ui/qr";
import theirs from "./qr.json";

test.each(theirs.map((code): [number, (typeof theirs)[0]] => [code.text.length, code]))(
	"of %d bytes",
	(_n, { text, mask, rows }) => {
		const own = qrOf(text, mask)!;
		expect(own.map((row) => BigInt("0b" + row.map(Number).join("")).toString(16))).toEqual(rows);
	},
);

test("without a mask it is one of the eight; what is too long has none", () => {
	const text = "http://muddy.example/t/yrjczq3m";
	const all = Array.from({ length: 8 }, (_, mask) => JSON.stringify(qrOf(text, mask)));
	expect(new Set(all).size).toBe(8);
	expect(all).toContain(JSON.stringify(qrOf(text)));
	expect(qrOf("x".repeat(520))).toHaveLength(77);
	expect(qrOf("x".repeat(521))).toBeNull();
	expect(qrOf("é".repeat(260))).not.toBeNull();
	expect(qrOf("é".repeat(261))).toBeNull();
});
