// Moves that are laid out in a game of this page: there again after a reload, and after a look at the rules.
import type { Page } from "@playwright/test";
import { expect, sitDown, test } from "./kit";

const undo = (page: Page) => page.getByRole("button", { name: /^Undo 2 steps/ });

async function lay(page: Page): Promise<void> {
	await expect(page.locator(".say")).toHaveText("Where to, Captain?");
	await page.keyboard.press("1");
	await page.keyboard.press("ArrowUp");
	await expect(undo(page)).toBeVisible();
}

test("what is laid out on a hot seat waits for whose it is", async ({ page }) => {
	await sitDown(page, "queen", ["person", "person", "easy"], { "The race": "First race" });
	await lay(page);
	await page.goto("/#/rules/queen/Q26");
	await expect(page.getByText("Q26").first()).toBeVisible();
	await page.goBack();
	await expect(undo(page)).toBeVisible();
	await page.reload();
	await expect(undo(page)).toBeVisible();
	await page.getByRole("button", { name: /^Steam ahead/ }).click();
	const next = page.locator(".middle .hand .go");
	await next.click();
	await lay(page);
	await page.reload();
	await expect(next).toBeVisible();
	await expect(undo(page)).toHaveCount(0);
	await expect(page.locator(".refusal")).toHaveCount(0);
	await next.click();
	await expect(undo(page)).toBeVisible();
});

test("broadhorns: what each laid out purchase costs is told again after a reload", async ({ page }) => {
	await sitDown(page, "broadhorns", ["person", "easy", "easy"]);
	const panel = page.getByRole("region", { name: /What can I do now/ }).first();
	await page.keyboard.press("p");
	await expect(panel).toContainText("Choose a broadhorn");
	await page.keyboard.press("1");
	await expect(panel).toContainText("Load cargo");
	await panel
		.getByRole("button", { name: /^(Flour|Apples|Pork|Furs|Whiskey)/ })
		.first()
		.click();
	const bought = panel.locator(".row", { hasText: "press to take it back" });
	await expect(bought).toContainText(/−\d/);
	const words = await bought.innerText();
	await page.reload(); // lays out all moves at once, as a hint does
	await expect(bought).toHaveText(words, { useInnerText: true });
});

test("broadhorns: the only move is laid out unasked, and goes with the choice before it", async ({ page }) => {
	await sitDown(page, "broadhorns", ["person", "easy"]);
	const panel = page.getByRole("region", { name: /What can I do now/ }).first();
	const press = (name: RegExp | string) => panel.getByRole("button", { name }).click();
	await press(/Fit out in St. Louis/);
	await press(/20 feet/);
	await press("Cast off empty");
	await press(/Ste. Genevieve/);
	await press(/^End turn/);
	await press(/Call at Ste. Genevieve/);
	const say = page.locator(".say");
	await expect(say).toContainText("Buy in Ste. Genevieve?"); // there is nothing to sell
	const undo = page.getByRole("button", { name: /^Undo/ });
	await expect(undo).toContainText("the call");
	await page.reload();
	await expect(say).toContainText("Buy in Ste. Genevieve?");
	await undo.click();
	await expect(panel.getByRole("button", { name: /Call at Ste. Genevieve/ })).toBeVisible();
	await page.keyboard.press("Control+Shift+Z");
	await expect(say).toContainText("Buy in Ste. Genevieve?");
	await undo.click();
	await expect(undo).toHaveCount(0);
});
