// Before a game: what Play now offers and remembers.
import { expect, test } from "./kit";

test("Play now remembers how many bots, how strong, and what is played", async ({ page }) => {
	await page.goto("/");
	const card = page.locator("article", { has: page.getByRole("heading", { name: "Mississippi Queen" }) });
	await card.getByLabel("How many bots").selectOption("2 bots");
	await card.getByLabel("How strong they are").selectOption("Easy");
	await card.getByLabel("What is played").selectOption("First race");
	await page.reload();
	await expect(card.getByLabel("How many bots")).toHaveValue("2");
	await expect(card.getByLabel("How strong they are")).toHaveValue("easy");
	await expect(card.getByLabel("What is played")).toHaveValue("intro");
	await card.getByRole("button", { name: "Play now" }).click();
	await expect(page.locator(".top .where")).toContainText("Introductory race");
	await expect(page.locator(".players .pl")).toHaveCount(3);
	await expect(page.locator(".players")).toContainText("bot, easy");
});
