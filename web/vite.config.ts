import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
	plugins: [svelte()],
	base: "./",                             // a copy of the built files works under any address
	build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
	worker: { format: "es" },
	server: { proxy: { "/games": "http://127.0.0.1:8080", "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
	test: { include: ["tests/**/*.test.ts"] },
});
