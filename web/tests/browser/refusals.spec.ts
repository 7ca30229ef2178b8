// What is not allowed says why, in the words of the rules, and reading the rule loses nothing.
import { expect, sitDown, test } from "./kit";

test("queen: the link from a refusal opens its rule over the board, and what is laid out stays", async ({ page }) => {
	await sitDown(page, "queen", ["person", "easy", "easy"]);
	const undo = page.getByRole("button", { name: /^Undo/ });
	await page.keyboard.press("3");
	await page.keyboard.press("ArrowUp");
	await expect(undo).toContainText("2 steps");
	await page.keyboard.press("Enter");
	const refusal = page.getByRole("alert").filter({ hasText: "read the rule" });
	await expect(refusal).toBeVisible();
	await expect(refusal.locator("p")).toHaveText(/^[A-Z]/);
	const rule = /^(Q\d+)/.exec(await refusal.getByRole("link").innerText())![1]!;
	await refusal.getByRole("link").click();
	const help = page.getByRole("dialog", { name: "What now?" });
	await expect(help.getByRole("heading", { name: `Rule ${rule}` })).toBeVisible();
	await expect(help.locator("article").first()).toContainText(rule);
	await expect(refusal).toBeHidden();
	await help.getByRole("button", { name: "Close" }).click();
	await expect(undo).toContainText("2 steps");
	await page.keyboard.press("Control+z");
	await expect(undo).toContainText("1 step");
});

test("broadhorns: a click on a town without a boat explains, and fits nothing out", async ({ page }) => {
	await sitDown(page, "broadhorns", ["person", "easy", "easy"]);
	const panel = page.getByRole("region", { name: /What can I do now/ }).first();
	await expect(panel).toContainText("Fit out");
	await page
		.getByRole("button", { name: /^Natchez/ })
		.first()
		.click({ force: true });
	await expect(page.getByRole("alert").filter({ hasText: "B99: read the rule" })).toContainText("You have no boat");
	await expect(panel).toContainText("Fit out");
});

test("broadhorns: what is no move at all is refused by its rule", async ({ page }) => {
	await sitDown(page, "broadhorns", ["person", "easy", "easy"]);
	const panel = page.getByRole("region", { name: /What can I do now/ }).first();
	await panel.getByRole("button", { name: /Fit out in St. Louis/ }).click();
	await panel.getByRole("button", { name: /20/ }).first().click();
	await expect(panel).toContainText("Load cargo");
	await page
		.getByRole("button", { name: /^New Orleans/ })
		.first()
		.click({ force: true }); // it is marked as closed, and says why
	const refusal = page.getByRole("alert").filter({ hasText: "B34: read the rule" });
	await expect(refusal).toContainText("To call at a town the boat must be on that town's port entrance");
	await page.keyboard.press("Escape");
	await expect(refusal).toBeHidden();
});

test("broadhorns: on the open river buying is refused as only in a port, whether or not an action is left", async ({
	page,
}) => {
	await sitDown(page, "broadhorns", ["person", "easy", "easy"]);
	const panel = page.getByRole("region", { name: /What can I do now/ }).first();
	await panel.getByRole("button", { name: /Fit out in St. Louis/ }).click();
	await panel.getByRole("button", { name: /20 feet/ }).click();
	await page.locator(".market .cell.can").first().click();
	await panel.getByRole("button", { name: /^Cast off/ }).click();
	await panel.locator(".sail:not(.port)").first().click();
	await expect(panel).toContainText("No action left");
	await page
		.locator(".market .cell:not(.empty)")
		.first()
		.evaluate((e: HTMLElement) => e.click()); // it is marked as closed, and says why
	const refusal = page.getByRole("alert").filter({ hasText: "B34: read the rule" });
	await expect(refusal).toContainText("That is done only in a port");
});
