// node clicks.mjs BIGMUDDY DIST: what bench/clicks says.
import { fileURLToPath } from "node:url";
import { launch, serve } from "../web/tests/pictures/browser.mjs";
import { tables } from "../web/tests/pictures/tables.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [, , program, dist] = process.argv;
const ROUNDS = 10;
const SLOWER = 4;

const at = (phase) => ({ at: 0.5, fits: (v) => v.phase === phase });
/** What is clicked, at which moment, what it puts on the screen, and how it is taken back before the next. */
const CLICKS = [
	{
		what: "Mississippi Queen, a course",
		game: { game: "queen", players: 5 },
		moment: at("speed"),
		thing: ".reach:not(.on)",
		shows: ".tip",
		back: async () => {}, // another course takes its place
	},
	{
		what: "Broadhorns, a sale",
		game: { game: "broadhorns", players: 4 },
		moment: at("sell"),
		thing: ".panel .row:not(.on)",
		shows: ".panel .row.on",
		back: (page) => page.keyboard.press("Control+z"),
	},
	{
		what: "Small Railroad Empires, a track",
		game: { game: "rails", players: 4 },
		moment: at("build"),
		thing: ".tray .chip",
		shows: ".tray .btn",
		back: (page) => page.keyboard.press("Control+z"),
	},
];

/** In the page: marks when something was pressed; and when its picture is on the screen. */
const watch = () => addEventListener("pointerdown", () => performance.mark("pressed"), { capture: true });
const painted = () =>
	new Promise((done) =>
		requestAnimationFrame(() =>
			requestAnimationFrame(() =>
				setTimeout(() => {
					performance.mark("painted");
					setTimeout(done, 50);
				}),
			),
		),
	);
/** Of each press the processor time of the longest task until its picture, in ms: how busy the machine is otherwise does not matter. */
function longest(trace) {
	const events = JSON.parse(trace).traceEvents;
	const marks = (name) => events.filter((e) => e.name === name && e.cat.includes("user_timing"));
	return marks("pressed").map((press) => {
		const end = marks("painted").find((m) => m.ts > press.ts).ts;
		const tasks = events.filter(
			(e) =>
				e.name.endsWith("RunTask") &&
				e.tid === press.tid &&
				e.pid === press.pid &&
				e.ts < end &&
				e.ts + e.dur > press.ts,
		);
		return Math.max(...tasks.map((t) => t.tdur ?? 0)) / 1000;
	});
}

const { server, address } = await serve(program, dist);
const browser = await launch();
try {
	const cabinet = await tables(here("../web"), here("../build-wasm/web/wasm/muddy.wasm"));
	for (const { what, game, moment, thing, shows, back } of CLICKS) {
		const kept = cabinet.kept(game, "mid", moment);
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		await page.addInitScript(watch);
		await page.addInitScript((t) => localStorage.setItem(`bigmuddy.table.${t.id}`, JSON.stringify(t)), kept);
		await page.goto(`${address}/#/play/${kept.id}`);
		await page.locator(thing).first().waitFor();
		await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "blink.user_timing"] });
		for (let i = 0; i < ROUNDS; i++) {
			await page.locator(thing).first().click({ force: true });
			await page.locator(shows).first().waitFor();
			await page.evaluate(painted);
			await back(page);
			await page.waitForTimeout(400);
		}
		const times = longest(String(await browser.stopTracing()))
			.slice(0, ROUNDS)
			.map((ms) => Math.round(SLOWER * ms))
			.sort((a, b) => a - b);
		console.log(
			`${what}: longest task ${times[ROUNDS >> 1]} ms in the middle of ${ROUNDS}, ${times.at(-1)} ms at worst; aim 50`,
		);
		await page.close();
	}
} finally {
	await browser.close();
	server.kill();
}
