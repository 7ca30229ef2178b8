// Writes sw.js at the end of a build: the service worker with the names of all files that the build made.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function offline(): Plugin {
	return {
		name: "offline",
		apply: "build",
		enforce: "post",
		generateBundle(_, bundle) {
			const made = Object.values(bundle);
			const kept = readdirSync("public");
			// woff2 is enough for every browser that runs the rest; the page itself is "./".
			const files = [
				"./",
				...made.map((f) => f.fileName).filter((name) => name !== "index.html" && !name.endsWith(".woff")),
				...kept,
			].sort();
			const hash = createHash("sha256");
			for (const f of made) hash.update(f.fileName).update(f.type === "chunk" ? f.code : f.source);
			for (const name of kept) hash.update(readFileSync(`public/${name}`));
			const source = readFileSync("src/sw.js", "utf8")
				.replace("/* files */ []", JSON.stringify(files))
				.replace('/* version */ ""', JSON.stringify(hash.digest("hex").slice(0, 16)));
			this.emitFile({ type: "asset", fileName: "sw.js", source });
		},
	};
}
