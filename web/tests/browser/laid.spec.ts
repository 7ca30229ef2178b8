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
