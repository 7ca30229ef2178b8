import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { drawn } from "./drawn";
import { offline } from "./offline";
import { packed } from "./packed";

// Hexadecimal hashes in the names: by them `bigmuddy serve` knows files that never change. Small files that are loaded together anyway become
// one, which compresses better and is fewer requests.
const output = { hashCharacters: "hex" as const, experimentalMinChunkSize: 6000 };

/** Our own symbols, once for the whole page, in the page itself: as script they would be text to be parsed twice. */
const symbols = (): Plugin => ({
	name: "symbols",
	transformIndexHtml: (html) =>
		html.replace("<!-- symbols -->", () =>
			readFileSync("src/look/symbols.svg", "utf8")
				.replace(/<!--.*?-->\s*/gs, "")
				.trim(),
		),
});

export default defineConfig({
	plugins: [svelte(), drawn(), symbols(), offline(), packed()],
	base: "./", // a copy of the built files works under any address; for the server, which has /t/ID, build with --base=/
	build: {
		target: "es2022",
		assetsInlineLimit: 0,
		reportCompressedSize: false,
		modulePreload: { polyfill: false },
		rollupOptions: { output },
		minify: "terser",
		terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
	},
	worker: { format: "es", rollupOptions: { output } },
	server: {
		proxy: {
			"/games": "http://127.0.0.1:8080",
			"/push": "http://127.0.0.1:8080",
			"/ws": { target: "ws://127.0.0.1:8080", ws: true },
		},
	},
	test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
