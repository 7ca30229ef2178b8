import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { offline } from "./offline";

// Hexadecimal hashes in the names: by them `bigmuddy serve` knows files that never change.
const output = { hashCharacters: "hex" as const };

export default defineConfig({
	plugins: [svelte(), offline()],
	base: "./",                             // a copy of the built files works under any address; for the server, which has /t/ID, build with --base=/
	build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false, rollupOptions: { output } },
	worker: { format: "es", rollupOptions: { output } },
	server: { proxy: { "/games": "http://127.0.0.1:8080", "/push": "http://127.0.0.1:8080", "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
	test: { include: ["tests/**/*.test.ts"] },
});
