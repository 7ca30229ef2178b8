// What the page weighs as it is sent: all script and WebAssembly, compressed. bench/page runs it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const from = join(process.argv[2], "assets"), size = { js: 0, wasm: 0 };
for (const name of readdirSync(from)) {
	const kind = name.split(".").pop();
	if (kind in size)
		size[kind] += brotliCompressSync(readFileSync(join(from, name))).length;
}
console.log(`script ${(size.js / 1000).toFixed(1)} kB of 150, WebAssembly ${(size.wasm / 1000).toFixed(1)} kB of 300`);

