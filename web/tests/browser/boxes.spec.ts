// A table that was made with pieces of somebody's own is drawn and reckoned with those.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "./kit";
import { begin, makeTable } from "./tables";

const program = process.env.BIGMUDDY ?? fileURLToPath(new URL("../../../build/bigmuddy", import.meta.url));
const box = (game: string) => ({ ...(JSON.parse(execFileSync(program, ["box", "export", game], { encoding: "utf8" })) as Record<string, unknown>), name: "built-in" });       // whatever its owner calls it

test("queen: a box with other speeds, coal and free changes", async ({ page }) => {
	await page.route("**/games/queen/create", (route) =>
		route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), box: { ...box("queen"), speed_max: 5, coal_start: 4, free_change: 2 } }) }));
	await makeTable(page, "queen", "Ann", ["person", "easy", "easy"]);
	await begin(page);
	const tray = page.locator(".tray"), speeds = tray.getByRole("button", { name: /^speed [1-6]/ });
	await expect(page.locator(".players")).toContainText("4");
	await expect(speeds).toHaveCount(5);
	await expect(speeds.nth(2)).toContainText("free");      // from 1 to 3 without coal: so the rules in the page have the same box
	await page.keyboard.press("3");
	await expect(page.getByRole("button", { name: /^Undo/ })).toContainText("1 step");
	// Another table of the same game has the built-in pieces again, though the page stays the same on the way there.
	await page.getByRole("link", { name: "Big Muddy" }).click();
	await page.locator("article", { hasText: "Mississippi Queen" }).getByRole("button", { name: /Play now/ }).click();
	await expect(speeds).toHaveCount(6);
});
