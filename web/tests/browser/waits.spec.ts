// A server that has been asked for too much says so (429): the page waits as long as it is told to, says why, and goes on by itself.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, fillIn, test, WWW } from "./kit";

const WAITS = /The server asks this page to wait/;
const REFUSED = /status of 429/;

test("a dozen browsers of one household open a table within the preset limit", async ({ visitor, serve }) => {
	const server = await serve("memory:", "--requests", "600");
	const refused: string[] = [];
	let asked = 0;
	const open = async () => {
		const page = await visitor({ server, serviceWorkers: "allow" });
		page.context().on("response", (r) => {
			asked++;
			if (r.status() === 429) refused.push(r.url());
		});
		await page.goto("/");
		await page.locator("article").first().getByRole("button", { name: "Play now" }).click();
		await page.locator(".table .tray").waitFor();
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	};
	await Promise.all(Array.from({ length: 12 }, open));
	expect(refused).toEqual([]);
	expect(asked).toBeGreaterThan(600); // more than an address may ask for of other things in a minute
});

test("whoever makes a table at a busy moment is told to wait, and then has it", async ({ visitor, serve, watch }) => {
	watch.expect(REFUSED, /response code: 429/);
	const server = await serve("memory:", "--requests", "120");
	const page = await visitor({ server });
	const form = await fillIn(page, "queen", "With friends", ["person", "easy", "easy"]);
	for (let i = 0, refused = 0; refused < 6 && i < 200; i++)
		refused += Number((await fetch(`${server.address}/games`)).status === 429);
	await form.getByRole("button", { name: "Make the table" }).click();
	await expect(page.getByText(WAITS)).toBeVisible();
	await expect(page).toHaveURL(/\/t\//);
	await page.getByRole("button", { name: "Start the game" }).click();
	await expect(page.locator(".table .tray")).toBeVisible();
	await expect(page.getByText(WAITS)).toBeHidden();
});

test("the page itself is refused in words, and opens by itself", async ({ visitor, serve, watch }) => {
	watch.expect(REFUSED);
	const server = await serve("memory:", "--requests", "240");
	for (let i = 0, refused = 0; refused < 40 && i < 400; i++)
		refused += Number((await fetch(`${server.address}/games`)).status === 429);
	const page = await visitor({ server, path: "/" });
	await expect(page.getByText("the server asks you to wait")).toBeVisible();
	await expect(page.getByRole("heading", { name: "Mississippi Queen" })).toBeVisible();
});

test("a refusal is taken for no file, and kept by nobody", async ({ visitor, watch }) => {
	watch.expect(REFUSED, /dynamically imported|Unable to preload/);
	const TYPES: Record<string, string> = {
		".html": "text/html",
		".js": "text/javascript",
		".css": "text/css",
		".svg": "image/svg+xml",
		".wasm": "application/wasm",
	};
	/** Everything but the first page and what it names is refused once. */
	const html = await readFile(join(WWW, "index.html"), "utf8");
	const known = new Set<string>();
	const host = createServer((asked, answer) => {
		const path = new URL(asked.url!, "http://x").pathname;
		if (path.startsWith("/assets/") && !html.includes(path) && !known.has(path)) {
			known.add(path);
			answer.writeHead(429, { "Retry-After": "1", "Content-Type": "application/json" });
			answer.end('{"error":"too_fast","words":"too many requests"}');
			return;
		}
		readFile(join(WWW, path === "/" ? "index.html" : path)).then(
			(bytes) =>
				answer.writeHead(200, { "Content-Type": TYPES[extname(path) || ".html"] ?? "text/plain" }).end(bytes),
			() => answer.writeHead(404).end(),
		);
	});
	await new Promise<void>((go) => host.listen(0, "127.0.0.1", go));
	try {
		const server = { address: `http://127.0.0.1:${(host.address() as AddressInfo).port}` };
		watch.expect(/status of 404.*\/games/);
		const page = await visitor({ server, serviceWorkers: "allow", path: "/" });
		await page.locator("article").first().getByRole("button", { name: "Play now" }).click();
		await page.locator(".table .tray").waitFor({ timeout: 60_000 });
		const kept = await page.evaluate(async () => {
			await navigator.serviceWorker.ready;
			const cache = await caches.open((await caches.keys())[0]!);
			const all = await Promise.all((await cache.keys()).map(async (k) => (await cache.match(k))!.status));
			return [all.length, all.filter((status) => status !== 200).length];
		});
		expect(kept[0]).toBeGreaterThan(50);
		expect(kept[1]).toBe(0);
		expect([...known].some((path) => path.endsWith(".wasm"))).toBe(true);
	} finally {
		host.closeAllConnections();
		host.close();
	}
});
