// node graph.mjs BIGMUDDY DIST RECORD: what bench/graph says.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { launch, serve } from "../web/tests/pictures/browser.mjs";

const [, , program, dist, record] = process.argv,
	ROUNDS = 5;

/** In the page: notes when the lines are drawn, and with how many moves judged; when all are at quick; when all are at normal. */
function watch() {
	const seen = (window.seen = {}),
		note = (what) => requestAnimationFrame(() => setTimeout(() => (seen[what] ??= performance.now())));
	new MutationObserver(() => {
		const says = document.querySelector("[role=status] span")?.textContent ?? "",
			[, judged] = /a first look at\s+(\d+)/.exec(says) ?? [];
		if (document.querySelector(".plot .line path, .plot .between")) {
			if (seen.judged === undefined) seen.judged = Number(judged ?? Infinity);
			note("first");
		}
		if (/^judged|^all \d+ moves judged/.test(says.trim())) note("quick");
		if (/^all \d+ moves judged/.test(says.trim())) {
			seen.moves = Number(/\d+/.exec(says)[0]);
			note("normal");
		}
	}).observe(document, {
		childList: true,
		subtree: true,
		characterData: true,
		attributes: true,
	});
}

const { server, address } = await serve(program, dist);
const browser = await launch();
try {
	const all = [];
	for (let i = 0; i < ROUNDS; i++) {
		const context = await browser.newContext({
				viewport: { width: 1440, height: 900 },
				serviceWorkers: "block",
			}),
			page = await context.newPage();
		await page.addInitScript(watch);
		await page.goto(`${address}/#v=d${deflateRawSync(readFileSync(record)).toString("base64url")}`);
		const seen = await page.waitForFunction(() => window.seen.normal && window.seen, null, { timeout: 300_000 });
		all.push({
			...(await seen.jsonValue()),
			workers: await page.evaluate(() => Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1))),
		});
		await context.close();
	}
	const seconds = (ms) => (ms / 1000).toFixed(1);
	const told = (what) => {
		const times = all.map((s) => s[what]).sort((a, b) => a - b);
		return `${seconds(times[times.length >> 1])} s (${seconds(times[0])} to ${seconds(times.at(-1))})`;
	};
	console.log(
		`${all[0].moves} moves, ${all[0].workers} worker(s): first graph after ${told("first")}, from ${Math.min(...all.map((s) => s.judged))} moves on; all moves at quick after ${told("quick")}, at normal after ${told("normal")}`,
	);
} finally {
	await browser.close();
	server.kill();
}
