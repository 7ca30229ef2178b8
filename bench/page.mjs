// node page.mjs BIGMUDDY DIST: what bench/page says.
import { weigh } from "../tools/weigh.mjs";
import { launch, serve } from "../web/tests/pictures/browser.mjs";

const [, , program, dist] = process.argv,
	ROUNDS = 5;

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const { first, rules, later, nets } = weigh(dist);
console.log(`first load: script ${kB(first)} of 150, WebAssembly ${kB(rules)} of 300`);
for (const { name, bytes } of nets) console.log(`  when a bot first judges the game: ${name} ${kB(bytes)} of 600`);
for (const { name, bytes } of later) console.log(`  when it is opened: ${name} ${kB(bytes)} of 60`);

/** In the page: presses Play now of a game as soon as it is there, and notes when the landing and when the board are on the screen. */
function watch(game) {
	const seen = (window.seen = {}),
		note = (what) => requestAnimationFrame(() => setTimeout(() => (seen[what] ??= performance.now())));
	new MutationObserver(() => {
		const card = [...document.querySelectorAll("article")].find((a) => a.textContent.includes(game)),
			press = card && [...card.querySelectorAll("button")].find((b) => b.textContent.startsWith("Play now"));
		if (press && !seen.pressed) {
			seen.pressed = true;
			note("landing");
			press.click();
		}
		if (document.querySelector("main.middle svg") && document.querySelector(".tray button:not([disabled])"))
			note("board");
	}).observe(document, { childList: true, subtree: true, attributes: true });
}

const { server, address } = await serve(program, dist);
const browser = await launch();
const middle = (times) => Math.round(times.sort((a, b) => a - b)[times.length >> 1]);
let foreign = 0;
try {
	for (const game of ["Mississippi Queen", "Broadhorns", "Small Railroad Empires"]) {
		const times = { landing: [], board: [] };
		let bytes = 0;
		for (let i = 0; i < ROUNDS; i++) {
			const context = await browser.newContext({
					viewport: { width: 1440, height: 900 },
					serviceWorkers: "block",
				}),
				page = await context.newPage();
			context.on("request", (r) => (foreign += !r.url().startsWith(address) && !/^(data|blob):/.test(r.url())));
			const sizes = [];
			page.on("requestfinished", (r) =>
				sizes.push(
					r.sizes().then(
						(s) => s.responseBodySize + s.responseHeadersSize,
						() => 0,
					),
				),
			);
			await page.addInitScript(watch, game);
			await page.goto(address);
			const seen = await page
				.waitForFunction(() => window.seen.board && window.seen, null, { timeout: 60_000 })
				.then((s) => s.jsonValue());
			times.landing.push(seen.landing);
			times.board.push(seen.board);
			bytes = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
			await context.close();
		}
		console.log(
			`${game}: landing after ${middle(times.landing)} ms, board after ${middle(times.board)} ms of 1000, ${Math.round(bytes / 1000)} kB`,
		);
	}
	console.log(`requests to foreign hosts: ${foreign}`);
} finally {
	await browser.close();
	server.kill();
}
