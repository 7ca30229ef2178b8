// What the built page weighs as it is sent, in bytes of Brotli: what loads first, and what loads when something is opened.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const STATIC = /(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g;
const LATER = /\bimport\(\s*"(\.\/[^"]+\.js)"\s*\)/g;

/** dist: the folder of the built page. Returns { first, rules, later: [{ name, bytes }], nets: [{ name, bytes }] }: the script of the first load; the WebAssembly; what
 *  is opened later, less what was there before; what is fetched when a bot first judges a game. */
export function weigh(dist) {
	const chunks = new Map();
	const read = (name) => {
		if (chunks.has(name)) return chunks.get(name);
		const text = readFileSync(join(dist, "assets", name), "utf8");
		const all = (found) => [...text.matchAll(found)].map((m) => m[1].slice(2));
		const chunk = { bytes: brotliCompressSync(text).length, needs: all(STATIC), opens: all(LATER) };
		chunks.set(name, chunk);
		for (const other of [...chunk.needs, ...chunk.opens]) read(other);
		return chunk;
	};
	const entry = /<script[^>]*\bsrc="[^"]*\/([^/"]+\.js)"/.exec(readFileSync(join(dist, "index.html"), "utf8"))[1];
	read(entry);
	/** A file and all that it needs at once, except what is there. */
	const load = (name, there = new Set(), found = new Set()) => {
		if (there.has(name) || found.has(name)) return found;
		found.add(name);
		for (const other of chunks.get(name).needs) load(other, there, found);
		return found;
	};
	const sum = (names) => [...names].reduce((bytes, name) => bytes + chunks.get(name).bytes, 0);
	const first = load(entry);
	const assets = readdirSync(join(dist, "assets"));
	const ending = (end) =>
		assets
			.filter((name) => name.endsWith(end))
			.map((name) => ({
				name: name.replace(/-[0-9a-f]{8}\./, "."),
				bytes: brotliCompressSync(readFileSync(join(dist, "assets", name))).length,
			}));
	const opened = new Set([...chunks.values()].flatMap((c) => c.opens).filter((name) => !first.has(name)));
	return {
		first: sum(first),
		rules: ending(".wasm").reduce((bytes, file) => bytes + file.bytes, 0),
		nets: ending(".net"),
		later: [...opened]
			.map((name) => ({ name: name.replace(/-[0-9a-f]{8}\.js$/, ""), bytes: sum(load(name, first)) }))
			.sort((a, b) => b.bytes - a.bytes),
	};
}
