// What is not allowed says why, in the words of the rules, and the way to the rule and back loses nothing.
import { expect, sitDown, test } from "./kit";

test("queen: the link from a refusal to its rule and the way back keep what is laid out", async ({ page }) => {
	await sitDown(page, "queen", ["person", "easy", "easy"]);
	const undo = page.getByRole("button", { name: /^Undo/ });
	await page.keyboard.press("3");
	await page.keyboard.press("ArrowUp");
	await expect(undo).toContainText("2 steps");
	await page.keyboard.press("Enter");
	const refusal = page.getByRole("alert").filter({ hasText: "read the rule" });
	await expect(refusal).toBeVisible();
	const rule = /^(Q\d+)/.exec(await refusal.getByRole("link").innerText())![1]!;
	await refusal.getByRole("link").click();
	await expect(page).toHaveURL(new RegExp(`/rules/queen/${rule}$`));
	await expect(page.getByText(rule, { exact: true }).first()).toBeVisible();
	await page.goBack();
	await expect(undo).toContainText("2 steps");
	await page.keyboard.press("Control+z");
	await expect(undo).toContainText("1 step");
});

test("broadhorns: what is no move at all is refused in the rule's own words", async ({ page }) => {
	await sitDown(page, "broadhorns", ["person", "easy", "easy"]);
	const panel = page.getByRole("region", { name: /What can I do now/ }).first();
	await panel.getByRole("button", { name: /Fit out in St. Louis/ }).click();
	await panel.getByRole("button", { name: /20/ }).first().click();
	await page.getByRole("button", { name: /^New Orleans/ }).first().click({ force: true });       // it is marked as closed, and says why
	const refusal = page.getByRole("alert").filter({ hasText: "B34: read the rule" });
	await expect(refusal).toContainText("To call at a town the boat must be on that town's port entrance.");
	await page.keyboard.press("Escape");
	await expect(refusal).toBeHidden();
});
