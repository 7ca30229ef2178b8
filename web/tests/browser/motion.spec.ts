// Others' moves and one's own are seen before they are told of. Motion is slowed down so far here that nothing arrives by itself.
import { expect, test } from "./cabinet";
import { sitDown } from "./kit";

test.use({ contextOptions: { reducedMotion: "no-preference" } });
test.beforeEach(({ page }) =>
	page.addInitScript(() => localStorage.setItem("bigmuddy.settings", JSON.stringify({ motion: 1000 }))),
);

test("queen: log, order and counters change when the ship has arrived; a press skips", async ({ page }) => {
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
	await page.addInitScript((t) => localStorage.setItem(`bigmuddy.table.${t.id}`, JSON.stringify(t)), kept);
	await page.goto(`/#/play/${kept.id}`);
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
