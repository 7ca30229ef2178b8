// Beside each file of a build its compressed copies, which `bigmuddy serve` sends instead of it. Other web hosts compress for themselves: a build
// for them is one without --base=/.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

export function packed(): Plugin {
	return {
		name: "packed",
		apply: (config, { command }) => command === "build" && config.base === "/",
		enforce: "post",
		writeBundle({ dir }) {
			for (const name of readdirSync(dir!, { recursive: true, encoding: "utf8" })) {
				if (!/\.(js|css|html|svg|md|wasm|net|webmanifest)$/.test(name)) continue; // fonts and pictures are compressed as they are
				const file = join(dir!, name);
				const bytes = readFileSync(file);
				writeFileSync(`${file}.br`, brotliCompressSync(bytes));
				writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
			}
		},
	};
}
