// Puzzles in a browser.
import { readFileSync } from "node:fs";
import { expect, PHONE, test } from "./kit";

interface Line {
	best: { line: string[] };
}
const KEYS: Record<string, string> = { ahead: "ArrowUp", left: "ArrowLeft", right: "ArrowRight", end: "Enter" };
const puzzles = readFileSync(new URL("../../../data/puzzles/queen.jsonl", import.meta.url), "utf8")
	.trim()
	.split("\n")
	.map((l) => JSON.parse(l) as Line);
/** One that can be steered by keys alone, and its number. */
const easy = puzzles.findIndex((p) => p.best.line.every((m) => m in KEYS || /^speed \d$/.test(m)));

test("a puzzle is solved by keys, rated once, and leads to the next", async ({ page }) => {
	await page.goto(`/#/puzzle/queen/${easy + 1}`);
	const slip = page.getByRole("region", { name: "The puzzle" });
	await expect(slip).toContainText("One way is clearly best.");
	await expect(page.locator(".spd button").first()).toBeVisible();
	for (const move of puzzles[easy]!.best.line) {
		await page.keyboard.press(KEYS[move] ?? move.slice(6));
		await page.waitForTimeout(50);
	}
	await expect(slip).toContainText("solved", { timeout: 60_000 });
	await expect(slip).toContainText("next best");
	await expect(slip.locator("footer")).toContainText("1 in a row");
	await slip.getByRole("button", { name: "Next puzzle" }).click();
	await expect(slip).toContainText("One way is clearly best.");
});

test("the way is shown to whoever asks, on a phone too", async ({ visitor }) => {
	const page = await visitor({ ...PHONE, path: "/#/puzzle/queen/1" });
	const slip = page.getByRole("region", { name: "The puzzle" });
	await expect(slip).toContainText("One way is clearly best.");
	await slip.getByRole("button", { name: "Show the way" }).click();
	await expect(slip).toContainText("this way");
	await expect(slip.locator("footer")).toContainText("0 in a row");
});

test("broadhorns: the question lies in front where parts are behind tabs, and the answer speaks to you", async ({
	visitor,
}) => {
	const page = await visitor({ viewport: { width: 820, height: 1180 }, path: "/#/puzzle/broadhorns/1" });
	const slip = page.getByRole("region", { name: "The puzzle" });
	await expect(slip).toBeVisible();
	await expect(page.getByRole("button", { name: "Puzzle", exact: true })).toHaveAttribute("aria-pressed", "true");
	await expect(page.locator(".players")).toBeVisible();
	await slip.getByRole("button", { name: "Show the way" }).click();
	await expect(slip.locator("li").first()).toContainText(/^You /);
});
