// Whole games to their end, by mouse, by keys alone, and on a phone by finger.
import { expect, PHONE, sitDown, test } from "./kit";
import { Driver, playOut, type Way } from "./drive";
import type { GameName } from "../../src/table/messages";

interface Try {
	what: string;
	game: GameName;
	seats: string[];
	options: Record<string, string | number>;
	ways: Way[];
}
// Short ones: few players, quick bots, few rounds. Freight is in every game of rails, and in one of Broadhorns.
const tries: Try[] = [
	{
		what: "a race of Mississippi Queen",
		game: "queen",
		seats: ["person", "easy", "easy"],
		options: { "The race": "First race" },
		ways: ["click", "keys", "touch"],
	},
	{
		what: "Broadhorns",
		game: "broadhorns",
		seats: ["person", "easy"],
		options: { Rounds: 6 },
		ways: ["click", "touch"],
	},
	{
		what: "Broadhorns with freight",
		game: "broadhorns",
		seats: ["person", "easy"],
		options: { "Freight on Board": "With it", Rounds: 6 },
		ways: ["keys"],
	},
	{
		what: "Small Railroad Empires with freight",
		game: "rails",
		seats: ["person", "easy"],
		options: {},
		ways: ["click", "keys", "touch"],
	},
];
const ways: Record<Way, string> = { click: "by clicks", keys: "by keys alone", touch: "by finger on a phone" };

for (const way of ["click", "keys", "touch"] as const)
	test.describe(ways[way], () => {
		if (way === "touch") test.use(PHONE);
		for (const { what, game, seats, options } of tries.filter((t) => t.ways.includes(way)))
			test(`${what} to the end ${ways[way]}`, async ({ page }) => {
				await sitDown(page, game, seats, options);
				const { refused } = await playOut(page, way);
				// On a slow machine something may be pressed that is just over; but one's own moves never take one by surprise.
				expect(refused.filter((words) => words.includes("moved on"))).toEqual([]);
				await expect(page.getByRole("dialog", { name: "The end of the game" })).toBeVisible();
				if (way !== "click") return;
				await page.goto("/");
				await page.getByRole("button", { name: "Your games and results" }).click();
				const kept = page.getByRole("dialog", { name: "Your games" });
				await expect(kept.locator("li")).toContainText(/Won|Came/);
				await expect(kept.locator(".chart")).toContainText(/Easy\s+[01] of 1/);
				await expect(kept.getByRole("link", { name: /Replay/ })).toBeVisible();
			});
	});

test.describe("at the edge of a phone's screen", () => {
	test.use(PHONE);
	test("a hex of Mississippi Queen that is half hidden is chosen by the first tap", async ({ page }) => {
		await sitDown(page, "queen", ["person", "easy", "easy"], { "The race": "First race" });
		const driver = new Driver(page, "touch");
		await driver.play(() => page.locator(".reach").first().isVisible());
		// The chart is moved until its lowest hex lies at the lower edge of what is seen of it.
		const spot = await page.evaluate(() => {
			const lowest = [...document.querySelectorAll(".reach:not(.on, :focus)")].sort(
				(a, b) => b.getBoundingClientRect().bottom - a.getBoundingClientRect().bottom,
			)[0]!;
			const box = lowest.getBoundingClientRect();
			const chart = document.querySelector(".chart-of-queen")!;
			const free = Array.from({ length: 200 }, (_, y) => 200 + y).find(
				(y) =>
					chart.contains(document.elementFromPoint(20, y)) &&
					!document.elementFromPoint(20, y)!.closest("[role=button]"),
			)!;
			return {
				x: box.left + box.width / 2,
				y: box.top + box.height / 2,
				hex: lowest.getAttribute("data-hex"),
				free,
				edge: chart.parentElement!.getBoundingClientRect().bottom - 14,
			};
		});
		await page.mouse.move(20, spot.free);
		await page.mouse.down();
		await page.mouse.move(20, spot.free + spot.edge - spot.y, { steps: 4 });
		await page.mouse.up();
		await page.touchscreen.tap(spot.x, spot.edge);
		await expect(page.locator(`.reach[data-hex="${spot.hex}"]`)).toHaveAttribute("aria-pressed", "true");
	});
});
