// A game against bots in a real browser, by keys, or where the tray has a button for everything by pressing those: node browser.mjs BIGMUDDY DIST GAME
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

const [, , program, dist, game] = process.argv, titles = { queen: "Mississippi Queen", broadhorns: "Broadhorns", rails: "Small Railroad Empires" };
// Keys that bring a turn on, whatever it is: the nearest hex; what the panel offers first, or its main button. Rails has buttons.
const keys = { queen: ["ArrowDown", "Enter", "Enter"], broadhorns: ["Enter", "1", "Enter", "2"], rails: null }[game];
const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--www", dist]);
const address = await new Promise((found, none) => {
	let said = "";
	server.stdout.on("data", (d) => {
		said += d;
		const at = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
		if (at)
			found(at[0]);
	});
	server.on("exit", () => none(new Error("the server has stopped: " + said)));
});
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
const wrong = [];
try {
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
	page.on("pageerror", (e) => wrong.push(e.message));
	page.on("request", (r) => {
		if (!r.url().startsWith(address) && !/^(data|blob):/.test(r.url()))
			wrong.push(`a request to another host: ${r.url()}`);
	});
	await page.goto(address);
	await page.locator("article", { hasText: titles[game] }).getByRole("button", { name: /Play now/ }).click();
	const tray = page.locator(".tray"), ply = async () => Number((await page.locator(".hist .num").innerText()).replace(/\D+/g, ""));
	await page.locator(".hist .num").waitFor({ timeout: 20_000 });
	await page.waitForTimeout(1500);
	const begun = await ply();
	let pressed = 0;
	for (let i = 0; i < 300 && (await ply()) < begun + 25; i++) {
		const choices = tray.locator("button:enabled:not(.undo)"), n = keys ? 0 : await choices.count();
		if (keys)
			await page.keyboard.press(keys[i % keys.length]);
		else if (n > 0)
			await choices.nth(i % n).click({ timeout: 2000 }).catch(() => {});
		await page.waitForTimeout(100);
		pressed++;
	}
	if ((await ply()) < begun + 25)
		wrong.push(`after ${pressed} presses the game has come from ply ${begun} to ${await ply()} only`);
} catch (e) {
	wrong.push(e.message);
} finally {
	await browser.close();
	server.kill();
}
for (const w of wrong)
	console.log(w);
process.exit(wrong.length > 0 ? 1 : 0);
