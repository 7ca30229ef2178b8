// Was it luck? The review of a game in the page: graph, account, turning points, and the same review by a link.
import { expect, golden, linkTo, PHONE, test } from "./kit";

const game = golden("queen-passengers-4-landed");
const reviewOf = (record: string) => linkTo(record).replace("#r=", "#v=");

test("a review is judged in the page, kept with the game, and its turning points lead there", async ({ page }) => {
	await page.goto(linkTo(game, 5));
	await page.getByRole("link", { name: "Was it luck?" }).click();
	await expect(page.getByRole("heading", { name: /Review/ })).toBeVisible();
	await expect(page.locator(".plot .line")).toHaveCount(4);
	await expect(page.getByRole("status").first()).toContainText(/judged/, { timeout: 120_000 });
	const account = page.locator(".account .sum").first();
	const sum = (await account.textContent())!.replaceAll("−", "-").replace(/\s/g, "");
	const [left, right] = sum.split("=") as [string, string];
	const parts = left.match(/[+-]?\d+/g)!.map(Number);
	// Whole hundredths: each of the six may be off by half.
	expect(Math.abs(parts.reduce((a, b) => a + b, 0) - Number(right))).toBeLessThanOrEqual(3);

	const points = page.locator(".turning li button");
	await expect(points.filter({ hasText: /That left \d+ in 100\. [A-Z].*: \d+\./ }).first()).toBeVisible();
	await points.last().click();
	await expect(points.last()).toHaveClass(/on/);
	const title = page.locator(".moment h2");
	await expect(title).toContainText(/Round \d+/);
	const before = await title.textContent();
	await page.keyboard.press("ArrowLeft");
	await expect(title).not.toHaveText(before!);
	await expect(page.locator(".cards article")).toHaveCount(4);
	await expect(page.getByText("Most to gain by other choices, whoever won.")).toHaveCount(1);
	await page.getByRole("button", { name: "bands" }).click();
	await expect(page.locator(".plot .between")).toHaveCount(4);

	await expect(page.getByRole("status").first()).toContainText(/all \d+ moves judged/, { timeout: 150_000 });
	await page.reload();
	await expect(page.getByRole("status").first()).toContainText(/all \d+ moves judged/); // nothing is judged again
	await page.getByRole("button", { name: "Share" }).click();
	await expect(page.getByLabel("Link to the review")).toHaveValue(/#v=d/);
});

test("on a phone the parts of a review are behind tabs", async ({ visitor }) => {
	const page = await visitor({ ...PHONE, path: reviewOf(game) });
	await expect(page.locator(".turning")).toBeHidden();
	await page.getByRole("button", { name: "Turning", exact: true }).click();
	await expect(page.locator(".turning li button").first()).toBeVisible({ timeout: 60_000 });
	await page.locator(".turning li button").first().click();
	await expect(page.locator(".moment")).toBeVisible();
	await page.getByRole("button", { name: "Account", exact: true }).click();
	await expect(page.locator(".account .sum").first()).toBeVisible();
});
