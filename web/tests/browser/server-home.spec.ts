// Plain http on a home network, where there is no secure context: no service worker, no clipboard, no crypto.subtle. And what a page can do to call somebody to the table.
import type { Page } from "@playwright/test";
import { expect, test } from "./kit";
import { beginTwo, join, makeTable, begin, menu } from "./tables";

const HOME = "boat.lan"; // playwright.config.ts lets it lead to this machine
const say = (page: Page) => page.locator(".say");

/** The shortest turn of a race. */
async function turn(page: Page): Promise<void> {
	await expect(say(page)).toHaveText("Where to, Captain?");
	await page.keyboard.press("1");
	await page.keyboard.press("ArrowUp");
	await page.getByRole("button", { name: /^Steam ahead/ }).click();
}

test("over plain http everything that is needed to play works", async ({ serve, visitor, watch }) => {
	watch.expect(/Cross-Origin-Opener-Policy header has been ignored/); // a browser's word about plain http, which is what this is about
	const server = await serve("memory:", "--origin", `http://${HOME}`);
	const at = { address: server.address.replace("127.0.0.1", HOME) };
	const ann = await visitor({ server: at, path: "/" });
	const bob = await visitor({ server: at, path: "/" });
	expect(
		await ann.evaluate(() => [
			isSecureContext,
			"serviceWorker" in navigator,
			"clipboard" in navigator,
			"subtle" in crypto,
			"randomUUID" in crypto,
		]),
	).toEqual([false, false, false, false, false]);

	// A game against bots, kept when the page is loaded again.
	await ann
		.getByRole("button", { name: /Play now/ })
		.first()
		.click();
	await turn(ann);
	await expect(ann.locator(".log")).toContainText("You keep speed 1");
	await ann.reload();
	await expect(ann.locator(".log")).toContainText("You keep speed 1");

	// A table: its link is copied, and opened by who got it.
	const link = await makeTable(ann, "queen", "Ann", ["person", "person", "easy"], { "The race": "First race" });
	expect(link).toContain(HOME);
	await ann.getByRole("button", { name: "Copy" }).click();
	await expect(ann.getByRole("button", { name: "Copied" })).toBeVisible();
	await bob.evaluate(() => document.body.append(Object.assign(document.createElement("textarea"), { id: "pasted" })));
	await bob.locator("#pasted").focus();
	await bob.keyboard.press("Control+v");
	expect(await bob.locator("#pasted").inputValue()).toBe(link);
	await join(bob, link, "Bob");
	await begin(ann, bob);
	await turn(ann);
	await turn(bob);
	await ann.reload();
	await expect(ann.locator(".players")).toContainText("Bob");
	await expect((await menu(ann)).getByRole("button", { name: "Tell me when it is my turn" })).toHaveCount(0);
});

test("when it is somebody's turn the tab's title and icon say so, and a bell for who wants it", async ({ visitor }) => {
	const ann = await visitor();
	const bob = await visitor();
	for (const page of [ann, bob])
		await page.addInitScript(() => {
			Object.defineProperty(document, "hidden", { get: () => true });
			const bells = globalThis as unknown as { bells: number };
			bells.bells = 0;
			globalThis.AudioContext = class extends AudioContext {
				constructor() {
					super();
					bells.bells++;
				}
			};
		});
	await bob.addInitScript(() => localStorage.setItem("bigmuddy.settings", JSON.stringify({ sound: true })));
	await beginTwo(ann, bob, "queen", { "The race": "First race" });
	const icon = (page: Page) => page.locator("link[rel=icon]");
	const bells = (page: Page) => page.evaluate(() => (globalThis as unknown as { bells: number }).bells);
	await expect(ann).toHaveTitle("* Big Muddy");
	await expect(icon(ann)).toHaveAttribute("href", /icon-turn\.svg$/);
	await expect(bob).toHaveTitle("Big Muddy");
	await expect(icon(bob)).toHaveAttribute("href", /icon\.svg$/);
	expect(await bells(bob)).toBe(0);
	await turn(ann);
	await expect(bob).toHaveTitle("* Big Muddy");
	await expect(icon(bob)).toHaveAttribute("href", /icon-turn\.svg$/);
	await expect(ann).toHaveTitle("Big Muddy");
	await expect(icon(ann)).toHaveAttribute("href", /icon\.svg$/);
	expect(await bells(bob)).toBe(1);
	expect(await bells(ann), "nobody has asked for a bell").toBe(0);
	const drawn = await ann.request.get((await icon(bob).getAttribute("href"))!);
	expect(drawn.headers()["content-type"]).toContain("svg");
});
