// Others' moves and one's own are seen before they are told of. Motion is slowed down so far here that nothing arrives by itself.
import type { Page } from "@playwright/test";
import type { Tables } from "../pictures/tables.mjs";
import { expect, sitAt, test } from "./cabinet";
import { sitDown } from "./kit";

test.use({ painted: true, contextOptions: { reducedMotion: "no-preference" } });
const slowly = (page: Page) =>
	page.addInitScript(() => localStorage.setItem("bigmuddy.settings", JSON.stringify({ motion: 1000 })));

test("queen: log, order and counters change when the ship has arrived; a press skips", async ({ page }) => {
	await slowly(page);
	await sitDown(page, "queen", ["person", "easy", "easy"]);
	const log = page.getByRole("log");
	const own = page.locator('[data-spot="boat-0"] > g').last();
	await expect(log.locator(".turn").last()).toContainText("You are at the helm");
	const before = await own.getAttribute("transform");
	await page.keyboard.press("1");
	await page.keyboard.press("ArrowUp");
	await page.locator(".tray .btn.go").click();
	await expect(page.locator(".tray .say")).toHaveText("Under way");
	await expect.poll(() => own.getAttribute("transform"), "the ship is on its way").not.toBe(before);
	await expect(log.locator(".turn").last()).toContainText("You are at the helm");
	await expect(page.locator('.players [aria-current="true"]')).toContainText("You");
	await page.locator(".chart-of-queen").click({ position: { x: 600, y: 60 } });
	await expect(log).toContainText("You keep speed 1.");
});

test("rails: a delivery is made when the train arrives", async ({ page, cabinet }) => {
	const kept = cabinet.kept({ game: "rails", players: 2 }, "mid", { at: 0.4, fits: (v) => v.phase === "deliver" });
	await sitAt(page, kept, { motion: 1000 });
	const money = page.locator('.players [aria-current="true"] .hold');
	await page.locator(".tray .btn.chip:not(.plain)").first().click();
	await page.locator(".tray .btn.go").waitFor();
	const before = await money.textContent();
	await page.locator(".tray .btn.go").click();
	await expect(page.locator(".run")).toHaveCount(1);
	expect(await money.textContent()).toBe(before);
	await page.keyboard.press("Shift");
	await expect(page.locator(".run")).toHaveCount(0);
	await expect.poll(() => money.textContent()).not.toBe(before);
});

/** In the page, from now on: where the boats of others are drawn whenever the slip of players says something else of them, and in the end. */
function watchBoats(): void {
	const told: { seat: number; words: string; x: number; y: number }[] = [];
	const last = new Map<number, string>();
	const look = () => {
		for (const seat of [1, 2]) {
			const boat = document.querySelector(`.afloat[data-spot="boat-${seat}"]`);
			const words = document.querySelectorAll(".players .pl .nm")[seat]?.textContent ?? "";
			if (!boat || last.get(seat) === words) continue;
			last.set(seat, words);
			const { x, y } = boat.getBoundingClientRect();
			told.push({ seat, words, x, y });
		}
		requestAnimationFrame(look);
	};
	look();
	Object.assign(globalThis, { told });
}
test("broadhorns: where a boat is gets told when it has arrived there", async ({ page, cabinet }) => {
	await sitAt(page, cabinet.kept({ game: "broadhorns", players: 3, level: "easy" }, "start"), { motion: 3 });
	const panel = page.locator(".bh .panel").first();
	await panel.getByRole("button", { name: /Fit out in St. Louis/ }).click();
	await panel.getByRole("button", { name: /20 feet/ }).click();
	await page.locator(".market .cell.can").first().click();
	await panel.getByRole("button", { name: /^Cast off/ }).click();
	await panel.locator(".sail").first().click();
	await page.evaluate(watchBoats);
	await panel.getByRole("button", { name: /^End turn/ }).click();
	await expect(page.getByRole("log")).toContainText("Round II");
	await expect(panel.locator(".sail").first()).toBeVisible();
	type Told = { seat: number; words: string; x: number; y: number };
	const told = await page.evaluate(() => (globalThis as unknown as { told: Told[] }).told);
	let moved = 0;
	for (const seat of [1, 2]) {
		const last = told.filter((t) => t.seat === seat).at(-1);
		if (!last) continue;
		const { x, y } = (await page.locator(`.afloat[data-spot="boat-${seat}"]`).boundingBox())!;
		if (!/St\. Louis$/.test(last.words.trim())) moved++;
		// boats that lie side by side make room for each other
		expect(Math.hypot(x - last.x, y - last.y), `${last.words} is told at its place`).toBeLessThan(28);
	}
	expect(moved).toBeGreaterThan(0);
});

/** The last turn of a race: one step to the platform, and the game is over. */
const lastStep = (cabinet: Tables) => {
	const race = cabinet.whole({ game: "queen", players: 3, seed: "60" });
	const last = race.moments.filter((m) => m.seat === 0 && m.view.phase === "speed").at(-1)!;
	return { ...race.table, rows: race.table.rows.slice(0, last.rows) };
};
async function land(page: Page): Promise<void> {
	await page.locator(".spd button:not(.no)").first().waitFor();
	for (const key of ["1", "ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
	// If the last key has not sent it; in one step, for the button goes when it has.
	await page.evaluate(() => document.querySelector<HTMLElement>(".tray .btn.go:enabled")?.click());
}

test("queen: who wins is told when the ship has landed", async ({ page, cabinet }) => {
	await sitAt(page, lastStep(cabinet), { motion: 1000 });
	await land(page);
	const end = page.getByRole("dialog", { name: "The end of the game" });
	await expect(page.locator(".tray .say")).toHaveText("Under way");
	await page.waitForTimeout(300);
	await expect(end).toBeHidden();
	await page.keyboard.press("Shift");
	await expect(end).toContainText(/wins?\b/);
});

for (const [sound, heard] of [
	[true, "a whistle"],
	[false, "silence"],
] as const)
	test(`queen: a landing has a ribbon and ${heard}`, async ({ page, cabinet }) => {
		await page.addInitScript(() => {
			const made = AudioContext.prototype.createOscillator;
			AudioContext.prototype.createOscillator = function () {
				document.documentElement.dataset.tones = String(
					Number(document.documentElement.dataset.tones ?? 0) + 1,
				);
				return made.call(this);
			};
		});
		await sitAt(page, lastStep(cabinet), { motion: 0.5, sound });
		const before = () => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));
		const tones = await before();
		await land(page);
		await expect(page.locator(".moment.landing")).toBeVisible();
		await expect(page.getByRole("dialog", { name: "The end of the game" })).toBeVisible();
		if (sound) expect(await before()).toBeGreaterThan(tones);
		else expect(await before()).toBe(0);
	});

test("queen: the course under the pointer stays while another hex is pressed", async ({ page, cabinet }) => {
	const fits = (v: Record<string, unknown>) => v.phase === "speed";
	await sitAt(page, cabinet.kept({ game: "queen", players: 5 }, "mid", { at: 0.5, fits }));
	const goal = page.locator(".chart-of-queen .course .goal");
	const hexes = page.locator(".reach.c0");
	await hexes.first().click();
	await expect(page.locator(".reach.on")).toHaveCount(1);
	await hexes.last().hover();
	const place = (await hexes.last().getAttribute("transform"))!;
	await expect(goal).toHaveAttribute("transform", place);
	await page.mouse.down(); // takes the focus from the hex pressed before
	await page.waitForTimeout(100);
	expect(await goal.getAttribute("transform")).toBe(place);
	await page.mouse.up();
	await expect(page.locator(".reach.on")).toHaveAttribute("transform", place);
});
