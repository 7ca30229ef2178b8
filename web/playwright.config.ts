/// <reference types="node" />
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// Nothing but loopback is asked, so nothing of the browser's own is looked for elsewhere either.
const args = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
	"--host-resolver-rules=MAP boat.lan 127.0.0.1",
]; // a name that is no secure context: a home network

/** Debian's Chromium: none is downloaded. */
export const whole = { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args };
/** The same browser without windows, tabs and bars of its own, which nobody sees here: they take a third of the processor time of the tests. Letters are as
 *  wide as on a desk. */
const shell = {
	executablePath: process.env.CHROMIUM_SHELL ?? "/usr/bin/chromium-headless-shell",
	args: [...args, "--font-render-hinting=slight"],
};

/** Groups of about the same length: ./test has a part for each, so that two of them can run beside each other. What is in neither of the others is in `people`. */
const screens = /(screens|sizes)\.spec/;
const tables = /(server-\w+|waits|day)\.spec/;

export default defineConfig({
	testDir: "tests/browser",
	workers: 2, // of a run by hand; ./test has one for each project
	retries: 1, // what passes only then is told of as flaky; what fails twice is broken
	fullyParallel: true,
	timeout: 180_000, // nothing takes a tenth of it, but on a machine that is busy with other things
	expect: { timeout: 20_000 },
	reporter: "list",
	// A folder of its own for each, which a run empties when it begins: others may run beside it.
	projects: [
		{ name: "screens", testMatch: screens, outputDir: "node_modules/.cache/browser/screens" },
		{ name: "tables", testMatch: tables, outputDir: "node_modules/.cache/browser/tables" },
		{ name: "people", testIgnore: [screens, tables], outputDir: "node_modules/.cache/browser/people" },
	],
	use: {
		launchOptions: existsSync(shell.executablePath) ? shell : whole,
		viewport: { width: 1440, height: 900 },
		contextOptions: { reducedMotion: "reduce" },
		actionTimeout: 20_000,
		serviceWorkers: "block", // a test that is about being offline lets it in
	},
});
