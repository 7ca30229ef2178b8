// A server with the page, and the browser that looks at it: for pictures and benches.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

/** Starts a server on a free port. The caller ends it: server.kill(). */
export async function serve(program, dist) {
	const words = ["serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--www", dist, "--log", "error"];
	const server = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
	let said = "";
	const address = await new Promise((found, none) => {
		server.stdout.on("data", (d) => {
			said += d;
			const at = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
			if (at) found(at[0]);
		});
		server.on("exit", () => none(new Error(`the server has stopped: ${said}`)));
	});
	return { server, address };
}

/** Debian's Chromium, which asks nothing but the server. */
export const launch = () =>
	chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			"--no-first-run",
		],
	});
