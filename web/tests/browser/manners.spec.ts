// What a page owes to people besides the game: hands stay covered, nothing that was there gets lost, and nobody is left without a way on.
import type { Page } from "@playwright/test";
import type { FromTable, Game } from "../../src/table/messages";
import { Driver, TAKES_OVER } from "./drive";
import { expect, games, golden, linkTo, nobodyIsYou, PHONE, Server, sitDown, test, titles } from "./kit";

/** The end of the history that can be looked at, and where one is in it. */
const history = (page: Page) => page.locator(".hist input");
const ply = async (page: Page) => Number(await history(page).inputValue());
const last = async (page: Page) => Number(await history(page).getAttribute("max"));
/** The board in words: what is seen, whatever it looks like. */
async function boardText(page: Page): Promise<string> {
	await page.getByRole("button", { name: "Board as text" }).click();
	const text = page.getByLabel("The board as text");
	await expect(text).not.toBeEmpty();
	const words = await text.innerText();
	await page.getByRole("button", { name: "Board as text" }).click();
	return words;
}
const playNow = (page: Page, title: string) =>
	page
		.locator("article", { hasText: title })
		.getByRole("button", { name: /Play now/ })
		.click();

test("on a hot seat nobody sees the hand of another, neither on the screen nor in what the page is told", async ({
	page,
}) => {
	await page.addInitScript(() => {
		const heard: unknown[] = [];
		Object.assign(globalThis, {
			heard,
			Worker: class extends Worker {
				constructor(...how: ConstructorParameters<typeof Worker>) {
					super(...how);
					this.addEventListener("message", (e: MessageEvent<{ answers?: string[][] }>) =>
						heard.push(...(e.data.answers ?? []).flat().filter((a) => a.startsWith('{"type":'))),
					);
				}
			},
		});
	});
	await sitDown(page, "broadhorns", ["person", "person"]);
	const driver = new Driver(page, "click", 3, [TAKES_OVER]);
	const covered = page.getByRole("heading", { name: /Hand over to/ });
	let seen = 0;
	for (let i = 0; i < 5; i++) {
		await driver.play(async () => covered.isVisible());
		await expect(
			page.locator(".hand-slip, .card, .barrel, .panel .row, .tray button, .log-slip, .players"),
		).toHaveCount(0);
		const next = /to (.*)/.exec(await covered.innerText())![1]!;
		await page.getByRole("button", { name: `I am ${next}` }).click();
		await expect(page.getByRole("region", { name: "Your hand" })).toBeVisible();
		seen += await page.locator(".hand-slip .card:not(.back)").count();
		// The hand of the one who was here before has its backs up.
		await page
			.getByRole("group", { name: "Whose boat" })
			.getByRole("button", { name: /The boat of/ })
			.click();
		await expect(page.locator(".hand-slip .card:not(.back):not(.aboard)")).toHaveCount(0);
		await page.getByRole("button", { name: "Your boat", exact: true }).click();
	}
	expect(seen, "some hand had cards in it").toBeGreaterThan(0);
	const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
	let you: number | null = null;
	let hands = 0;
	for (const message of heard.map((text) => JSON.parse(text) as FromTable)) {
		if (message.type === "welcome") you = message.you;
		const view = message.type === "game" || message.type === "shown" ? (message as Game).view : null;
		for (const where of (view?.where ?? []) as string[]) {
			const held = /^hand (\d)/.exec(where);
			if (held) {
				hands++;
				expect(Number(held[1])).toBe(you);
			}
		}
	}
	expect(hands).toBeGreaterThan(0);
});

test("a game goes into a link and comes out of it the same, at the same moment", async ({ page, visitor }) => {
	await sitDown(page, "rails", ["person", "easy"]);
	await new Driver(page, "click").play(async () => (await last(page)) >= 12);
	await page.goto(page.url().replace("#/play/", "#/replay/local/"));
	await expect(page.getByText("Replay", { exact: true })).toBeVisible();
	await history(page).fill("7");
	await expect.poll(() => ply(page)).toBe(7);
	await expect(page.locator(".players")).toContainText("You"); // it was the reader's own game
	const [before, plies] = [await boardText(page), await last(page)];
	await page.getByRole("button", { name: /Share/ }).click();
	const field = page.getByRole("dialog").getByLabel("Link");
	await expect(field).toHaveValue(/#r=.*\.7$/);
	const link = await field.inputValue();
	const record = await page.getByLabel("Record").inputValue();
	const other = await visitor({ path: link });
	await expect.poll(() => ply(other)).toBe(7);
	await nobodyIsYou(other);
	expect(await last(other)).toBe(plies);
	expect(await boardText(other)).toBe(before);
	await other.getByRole("button", { name: /Share/ }).click();
	await expect(other.getByLabel("Record")).toHaveValue(record);
});

test("the past is looked at by steps, by the slider and by keys, and the present comes back", async ({ page }) => {
	await sitDown(page, "queen", ["person", "easy", "easy"]);
	await new Driver(page, "click").play(async () => (await last(page)) >= 14 && (await page.title()).startsWith("*"));
	const now = await last(page);
	const present = await boardText(page);
	await page.getByRole("button", { name: "Back one move" }).click();
	await expect.poll(() => ply(page)).toBe(now - 1);
	await expect(page.locator(".tray")).toContainText("Looking back");
	await history(page).fill("3");
	await expect.poll(() => ply(page)).toBe(3);
	const then = await boardText(page);
	expect(then).not.toBe(present);
	await page.locator("body").press("PageDown");
	await expect.poll(() => ply(page)).toBe(4);
	await page.keyboard.press("Home");
	await expect.poll(() => ply(page)).toBe(0);
	await page.keyboard.press("End");
	await expect.poll(() => ply(page)).toBe(now);
	expect(await boardText(page)).toBe(present);
});

test("a game of others is played on from a moment of it", async ({ page }) => {
	await page.goto(linkTo(golden("rails-on-4-won"), 40));
	await expect.poll(() => ply(page)).toBe(40);
	const then = await boardText(page);
	await page.getByRole("button", { name: /Play on/ }).click();
	await page.getByLabel("The bots are").selectOption("easy");
	await page.getByRole("dialog").getByRole("button", { name: "Play on" }).click();
	await expect(page).toHaveURL(/#\/play\//);
	await history(page).waitFor();
	await history(page).fill("40");
	const strip = (text: string) =>
		text
			.split("\n")
			.filter((line) => !/Purple|Red|Yellow|Green|\byou\b/i.test(line))
			.join("\n");
	expect(strip(await boardText(page))).toBe(strip(then));
	await page.keyboard.press("End");
	const from = await last(page);
	const driver = new Driver(page, "click");
	await driver.play(async () => (await last(page)) > from);
	expect(driver.done.length).toBeGreaterThan(0);
});

test("a damaged link says what is wrong, and what can be read of a cut one is shown", async ({ page }) => {
	const record = golden("rails-on-4-won");
	await page.goto("/#r=!!!");
	await expect(page.getByRole("alert")).toContainText("damaged");
	await page.getByRole("textbox", { name: /paste it/ }).fill(record);
	await page.getByRole("button", { name: "Open it" }).click();
	await expect(history(page)).toBeVisible();
	const whole = await last(page);
	const link = linkTo(record);
	await page.goto("about:blank");
	await page.goto(link.slice(0, link.length * 0.7));
	await expect(page.getByRole("status").filter({ hasText: "cut off" })).toBeVisible();
	expect(await last(page)).toBeGreaterThan(0);
	expect(await last(page)).toBeLessThan(whole);
});

test("a damaged record is kept, with the line that is wrong, and can be mended", async ({ page }) => {
	const record = golden("queen-passengers-4-landed");
	const broken = record.replace("speed 2", "speed 9");
	expect(broken).not.toBe(record);
	await page.goto("/");
	await page.getByRole("button", { name: "Open a replay" }).click();
	await page.getByRole("dialog").getByRole("textbox").fill(broken);
	await page.getByRole("dialog").getByRole("button", { name: "Open it" }).click();
	const line = 1 + broken.slice(0, broken.indexOf("speed 9")).split("\n").length - 1;
	await expect(page.getByRole("alert")).toContainText(`Line ${line}`);
	await expect(page.getByRole("alert")).toContainText("speed 9");
	const text = page.getByRole("textbox", { name: /paste it/ });
	await expect(text).toHaveValue(broken);
	await text.fill(record);
	await page.getByRole("button", { name: "Open it" }).click();
	await expect(history(page)).toBeVisible();
});

test("damaged storage is told of, left as it is, and in nobody's way", async ({ page }) => {
	await sitDown(page, "rails", ["person", "easy"]);
	const driver = new Driver(page, "click");
	await driver.play(() => driver.done.length >= 4);
	await expect.poll(() => last(page)).toBeGreaterThan(20);
	const id = /play\/(\w+)/.exec(page.url())![1]!;
	const name = `bigmuddy.table.${id}`;
	const whole = await page.evaluate((n) => localStorage.getItem(n)!, name);
	const kinds: Record<string, string> = {
		"half of it": whole.slice(0, whole.length / 2),
		"something else": "[1, 2]",
		"a broken row": whole.replace(/build \w+/, "build Z99"),
	};
	for (const [what, text] of Object.entries(kinds)) {
		expect(text, what).not.toBe(whole);
		await page.evaluate(
			([n, t]) => {
				localStorage.setItem(n!, t!);
				localStorage.setItem("bigmuddy.settings", '{"theme":');
			},
			[name, text],
		);
		await page.goto("/");
		await expect(page.getByRole("heading", { name: titles.rails })).toBeVisible();
		await page.goto(`/#/play/${id}`);
		await page.reload();
		await expect(page.getByRole("heading", { name: "This table cannot be opened" }), what).toBeVisible();
		await expect(page.getByText(what === "a broken row" ? /Z99/ : /damaged/), what).toBeVisible();
		await expect(page.getByRole("link", { name: "Back to the start" }), what).toBeVisible();
		expect(
			await page.evaluate((n) => [localStorage.getItem(n), localStorage.getItem("bigmuddy.settings")], name),
			what,
		).toEqual([text, '{"theme":']);
	}
	await page.evaluate(([n, t]) => localStorage.setItem(n!, t!), [name, whole]);
	await page.reload();
	await expect(history(page)).toBeVisible();
	expect(await last(page)).toBeGreaterThan(20);
});

test("a browser that has no room says so, and the game goes on", async ({ page }) => {
	await page.addInitScript(() => {
		const set = Storage.prototype.setItem;
		Storage.prototype.setItem = function (name: string, text: string): void {
			if (name.startsWith("bigmuddy.table.")) throw new DOMException("full", "QuotaExceededError");
			set.call(this, name, text);
		};
	});
	await sitDown(page, "rails", ["person", "easy"]);
	const said = page.getByRole("status").filter({ hasText: "no room to keep the game" });
	const from = await last(page);
	await expect(said).toBeVisible();
	await said.getByRole("button", { name: "Close" }).click();
	await new Driver(page, "click").play(async () => (await last(page)) > from + 4);
	await expect(said).toBeHidden();
});

test("after the first visit everything opens and plays without a server", async ({ visitor, watch }) => {
	const server = await Server.start();
	try {
		const page = await visitor({ server, serviceWorkers: "allow", path: "/" });
		await page.evaluate(async () => {
			await navigator.serviceWorker.ready;
			while (!navigator.serviceWorker.controller) await new Promise((r) => setTimeout(r, 20));
		});
		await server.stop();
		watch.expect(/ERR_CONNECTION_REFUSED|Failed to fetch/);
		for (const game of games) {
			await page.goto("/");
			await page.reload();
			await playNow(page, titles[game]);
			const driver = new Driver(page, "click");
			await driver.play(() => driver.done.length >= 3);
			await expect.poll(() => last(page)).toBeGreaterThan(0);
		}
		await page.goto("/#/rules/queen/Q31");
		await expect(page.getByText("Q31").first()).toBeVisible();
	} finally {
		await server.stop();
	}
});

for (const game of games)
	test(`the first game of ${titles[game]} is played to its end, and whatever is done the lesson goes on`, async ({
		page,
	}) => {
		await page.goto(`/#/learn/${game}`);
		const driver = new Driver(page, "click", 5);
		const coach = page.getByRole("region", { name: "Lesson" });
		await expect(coach).toContainText("Step 1 of");
		await driver.play(async () => coach.getByRole("heading", { name: "Well done" }).isVisible());
		await expect(coach.getByRole("heading", { name: "Well done" })).toBeVisible();
		expect(driver.done.length).toBeGreaterThan(8);
	});

test("the end shows the count line by line with the rules behind it, and the ways on", async ({ page }) => {
	await sitDown(page, "broadhorns", ["person", "easy"], { Rounds: 2 });
	await new Driver(page, "click").play();
	const end = page.getByRole("dialog", { name: "The end of the game" });
	await expect(end.getByRole("heading", { level: 3 })).toHaveCount(2);
	for (const side of await end.locator("section").all()) {
		const total = Number(await side.locator("h3 .num").innerText());
		const lines = await side.locator("tr").all();
		let sum = 0;
		for (const line of lines) {
			await expect(line.getByRole("link")).toHaveText(/^B\d+$/);
			sum += Number((await line.locator(".num").innerText()).replace("−", "-"));
		}
		expect(sum).toBe(total);
	}
	const rule = end.getByRole("link", { name: /^B\d+$/ }).first();
	const id = await rule.innerText();
	const table = page.url();
	await rule.click();
	await expect(page.getByText(id, { exact: true }).first()).toBeVisible();
	await page.goto(table);
	await end.getByRole("link", { name: /Replay/ }).click();
	await expect(page.getByRole("button", { name: /Share/ })).toBeVisible();
	await page.goto(table);
	await end.getByRole("button", { name: "Look back" }).click();
	await expect.poll(() => ply(page)).toBe(0);
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "The result" }).click();
	await end.getByRole("button", { name: "Play again" }).click();
	await expect(page).not.toHaveURL(table);
	await expect(page.locator(".table .tray")).toBeVisible();
	await expect(end).toBeHidden();
});

test("who wants no motion gets none", async ({ visitor }) => {
	/** What was in motion while the bots moved. */
	async function motion(page: Page): Promise<string[]> {
		await page.goto("/");
		await page.evaluate(() => {
			const motion = new Set<string>();
			Object.assign(globalThis, { motion });
			setInterval(() => {
				for (const a of document.getAnimations())
					if (a.playState === "running" && (a.effect!.getComputedTiming().activeDuration as number) > 0)
						motion.add(
							`${(a as CSSTransition).transitionProperty ?? (a as CSSAnimation).animationName ?? "motion"} of ${(a.effect as KeyframeEffect).target?.getAttribute("class")}`,
						);
			}, 15);
		});
		await playNow(page, titles.rails);
		const driver = new Driver(page, "click");
		await driver.play(() => driver.done.length >= 8);
		return page.evaluate(() => [...(globalThis as unknown as { motion: Set<string> }).motion]);
	}
	expect(await motion(await visitor({ reducedMotion: "no-preference" }))).not.toEqual([]);
	expect(await motion(await visitor({ reducedMotion: "reduce" }))).toEqual([]);
});

test("the board is there as text, and a game can be played beside it", async ({ visitor }) => {
	for (const options of [{}, PHONE]) {
		const page = await visitor(options);
		await sitDown(page, "rails", ["person", "easy"]);
		await page.keyboard.press("t");
		const text = page.getByLabel("The board as text");
		await expect(text).not.toBeEmpty();
		const before = await text.innerText();
		const driver = new Driver(page, "click");
		await driver.play(() => driver.done.length >= 3);
		await expect(text).not.toHaveText(before);
		await expect(text).toBeVisible();
	}
});
