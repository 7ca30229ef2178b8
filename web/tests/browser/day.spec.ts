// The river of the day: on a server it counts, is played once, and tells nothing of others before; in the page alone it follows from the date.
import type { Page } from "@playwright/test";
import { expect, test } from "./kit";
import { finish } from "./tables";

const card = (page: Page, name: string) => page.locator("article", { has: page.getByRole("heading", { name }) });

test("a deal on the server is played once, and how others did shows afterwards", async ({ page, visitor }) => {
	test.setTimeout(300_000);
	await page.goto("/#/day");
	const queen = card(page, "Mississippi Queen");
	await expect(queen).toContainText("nobody has finished it yet");
	await expect(queen).not.toContainText("on this server");
	await expect(queen).toContainText(/three bots: hard, 240 iterations, net [0-9a-f]{8}/);
	await queen.getByRole("button", { name: "Play the deal" }).click();
	await expect(page.locator(".players")).toContainText("bot, hard");
	await finish(page);
	await page.getByRole("link", { name: "How others did" }).click();
	await expect(queen).toContainText("1st of 1");
	await expect(queen).toContainText("1 on this server");
	await expect(queen.getByRole("button", { name: "Play the deal" })).toHaveCount(0);
	await expect(page.locator("#calendar [aria-current=date]")).toHaveAttribute(
		"aria-label",
		/Mississippi Queen (won|played)/,
	);
	await expect(page.locator("#share svg[role=img]")).toHaveAttribute("aria-label", /Queen: 1\/1/);

	const other = await visitor({ path: "/#/day" });
	await expect(card(other, "Mississippi Queen")).toContainText("1 has played it; their results show after yours");
	await expect(card(other, "Mississippi Queen")).not.toContainText("1st of");
});

test("friends who play one deal see where they parted", async ({ page, visitor }) => {
	test.setTimeout(300_000);
	await page.goto("/#/day");
	await page.locator("#duplicate").getByRole("button", { name: "Mississippi Queen" }).click();
	const link = await page.getByLabel("Link to this duplicate").inputValue();
	await page.locator("#duplicate").getByRole("button", { name: "Play the deal" }).click();
	await expect(page.locator(".players")).toContainText("bot, hard");
	await finish(page);
	await page.getByRole("link", { name: "How others did" }).click();
	await expect(page.locator("#duplicate")).toContainText("Nobody else has finished this deal yet");
	const friend = await visitor({ path: new URL(link).hash && `/${new URL(link).hash}` });
	await expect(friend.locator("#duplicate")).toContainText("1 has finished it; you see how after your own game");
	await friend.locator("#duplicate").getByRole("button", { name: "Play the deal" }).click();
	await expect(friend.locator(".players")).toContainText("bot, hard");
	await finish(friend);
	await friend.getByRole("link", { name: "How others did" }).click();
	// Both have always made the first move, and met the same bots.
	await expect(friend.locator("#duplicate")).toContainText("You have all played the same game");
	await expect(friend.locator("#duplicate thead")).toContainText("You");
});

test("without a server the deal follows from the date, and waits where it was left", async ({ page, watch }) => {
	watch.expect(/404/);
	await page.route("**/games", (r) => r.fulfill({ status: 404, body: "" }));
	await page.goto("/#/day/2026-11-16");
	await expect(page.locator(".head")).toContainText("Monday, 16 November 2026");
	await expect(page.locator(".head")).toContainText("from the date alone");
	const rails = card(page, "Small Railroad Empires");
	await expect(rails).toContainText(/two bots: hard, 1000 iterations, net [0-9a-f]{8}/);
	await rails.getByRole("button", { name: "Play the deal" }).click();
	await expect(page.locator(".players")).toContainText("bot, hard");
	await page.goto("/#/day/2026-11-16");
	await expect(rails.getByRole("button", { name: "Go on" })).toBeVisible();
});
