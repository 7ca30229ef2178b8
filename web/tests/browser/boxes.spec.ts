// A table that was made with pieces of somebody's own is drawn and reckoned with those.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test, titles } from "./kit";
import { begin, makeTable } from "./tables";

const program = process.env.BIGMUDDY ?? fileURLToPath(new URL("../../../build/bigmuddy", import.meta.url));
const box = (game: string) => ({
	...(JSON.parse(execFileSync(program, ["box", "export", game], { encoding: "utf8" })) as Record<string, unknown>),
	name: "built-in",
}); // whatever its owner calls it

/** Tables are made with these pieces from now on. */
const withBox = (page: Page, pieces: object) =>
	page.route("**/create", (route) =>
		route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), box: pieces }) }),
	);

test("queen: a box with other speeds, coal and free changes", async ({ page }) => {
	await withBox(page, { ...box("queen"), speed_max: 5, coal_start: 4, free_change: 2 });
	await makeTable(page, "queen", "Ann", ["person", "easy", "easy"]);
	await begin(page);
	const tray = page.locator(".tray");
	const speeds = tray.getByRole("button", { name: /^speed [1-6]/ });
	await expect(page.locator(".players")).toContainText("4");
	await expect(speeds).toHaveCount(5);
	await expect(speeds.nth(2)).toContainText("free"); // from 1 to 3 without coal: so the rules in the page have the same box
	await page.keyboard.press("3");
	await expect(page.getByRole("button", { name: /^Undo/ })).toContainText("1 step");
	// Another table of the same game has the built-in pieces again, though the page stays the same on the way there.
	await page.getByRole("link", { name: "Big Muddy" }).click();
	await page
		.locator("article", { hasText: "Mississippi Queen" })
		.getByRole("button", { name: /Play now/ })
		.click();
	await expect(speeds).toHaveCount(6);
});

test("broadhorns: other seasons, though the landing has shown a game with the built-in ones", async ({ page }) => {
	await page.goto("/");
	await page
		.locator("article", { hasText: titles.broadhorns })
		.getByRole("button", { name: /Play now/ })
		.click();
	await expect(page.locator(".seasons i")).toHaveCount(15);
	await withBox(page, { ...box("broadhorns"), season: [2, 1, 1, 1, 1] });
	await makeTable(page, "broadhorns", "Ann", ["person", "easy"]);
	await begin(page);
	await expect(page.locator(".seasons i")).toHaveCount(6);
});
