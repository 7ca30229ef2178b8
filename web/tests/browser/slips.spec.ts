// Nothing is lost by a slip: what would lose something is asked about once, says what is lost, and is never what Enter does.
import type { Page } from "@playwright/test";
import { expect, sitAt, test } from "./cabinet";
import { sitDown } from "./kit";

const panelOf = (page: Page) => page.getByRole("region", { name: /What can I do now/ }).first();
const log = (page: Page) => page.getByRole("log");

/** In St. Louis, with the free boat and nothing aboard. */
async function fitOut(page: Page): Promise<void> {
	await sitDown(page, "broadhorns", ["person", "easy"]);
	await panelOf(page)
		.getByRole("button", { name: /Fit out in St. Louis/ })
		.click();
	await panelOf(page)
		.getByRole("button", { name: /20 feet/ })
		.click();
	await expect(panelOf(page)).toContainText("Load cargo");
}

test("broadhorns: an empty boat does not cast off by Enter", async ({ page }) => {
	await fitOut(page);
	const panel = panelOf(page);
	await expect(panel.getByRole("button", { name: "Cast off empty" })).toBeVisible();
	await expect(panel.locator(".go")).toHaveCount(0);
	await page.keyboard.press("Enter");
	await expect(panel).toContainText("Load cargo");
	await panel.locator(".row:not(.on)").first().click();
	await expect(panel.locator(".go")).toContainText("Cast off");
	await page.keyboard.press("Enter");
	await expect(panel).toContainText("Sail");
});

test("broadhorns: abandoning asks once, says what is lost, and Enter keeps the boat", async ({ page }) => {
	await fitOut(page);
	const panel = panelOf(page);
	await panel.locator(".row:not(.on)").first().click();
	await panel.locator(".go").click();
	const abandon = panel.getByRole("button", { name: /Abandon the expedition/ });
	await expect(abandon).toContainText(/Lost: the boat of 20 feet.*; a barrel of/);
	await expect(abandon.locator("use")).toHaveAttribute("href", "#i-loss");
	await abandon.click();
	const asks = page.getByRole("dialog", { name: "Abandon the expedition?" });
	await expect(asks).toContainText("Lost: the boat of 20 feet");
	await expect(asks).toContainText("Lost: a barrel of");
	await asks.getByRole("link", { name: "B122" }).first().click(); // over the board, where nothing has been decided
	const help = page.getByRole("dialog", { name: "What now?" });
	await expect(help.getByRole("heading", { name: /Rule B122/ })).toBeVisible();
	expect(page.context().pages()).toHaveLength(1);
	await help.getByRole("button", { name: "Close" }).click();
	await expect(asks).toBeHidden();
	await abandon.click();
	await expect(asks.getByRole("button", { name: "No, go back" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(asks).toBeHidden();
	await expect(abandon).toBeVisible();
	await abandon.click();
	await expect(asks).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(asks).toBeHidden();
	await expect(abandon).toBeVisible();
	await abandon.click();
	await asks.getByRole("button", { name: "Abandon it" }).click();
	await expect(asks).toBeHidden();
	await expect(abandon).toBeHidden();
	await expect(panel).toContainText(/St. Louis|is to decide/);
});

test("broadhorns: a turn that ends with an action left asks, and says so in the log", async ({ page }) => {
	await fitOut(page);
	const panel = panelOf(page);
	await panel.locator(".row:not(.on)").first().click();
	await panel.locator(".go").click();
	await panel.getByRole("button", { name: /^End turn/ }).click();
	const asks = page.getByRole("dialog", { name: "End the turn now?" });
	await expect(asks).toContainText("Lost: an action that you could still use.");
	await asks.getByRole("button", { name: "End the turn" }).click();
	await expect(asks).toBeHidden();
	await log(page)
		.locator(".turn", { hasText: /fits? out a boat of 20 feet and loads? a barrel/ })
		.first()
		.click();
	await expect(log(page).locator(".step", { hasText: "draws" }).first()).toBeVisible();
});

test("rails: a turn that ends with a delivery open asks; to decline the delivery does not, as it can be taken back", async ({
	page,
	cabinet,
}) => {
	const at = { at: 0.4, fits: (v: Record<string, unknown>) => v.phase === "deliver" };
	await sitAt(page, cabinet.kept({ game: "rails", players: 2 }, "mid", at));
	const tray = page.locator(".tray");
	const end = tray.getByRole("button", { name: /^End turn/ });
	const asks = page.getByRole("dialog", { name: "End the turn without a delivery?" });
	await end.click();
	await expect(asks).toContainText("Lost: a delivery that you could still make this turn.");
	await expect(asks.getByRole("link", { name: "R108" })).toBeVisible();
	await page.keyboard.press("Enter"); // the way back has the focus
	await expect(asks).toBeHidden();
	await tray.getByRole("button", { name: /^No delivery/ }).click();
	await expect(tray.getByRole("button", { name: /^No delivery/ })).toBeHidden();
	await expect(asks).toBeHidden();
	await page.keyboard.press("Control+z");
	await expect(tray.getByRole("button", { name: /^No delivery/ })).toBeVisible();
	await page.keyboard.press("e");
	await asks.getByRole("button", { name: "End the turn" }).click();
	await expect(asks).toBeHidden();
	await expect(page.getByRole("log")).toContainText(/./);
	await expect(tray.getByRole("button", { name: /^No delivery/ })).toBeHidden();
});

test("broadhorns: in the last turn the prompt says what ending the expedition costs, and sailing on is the default", async ({
	page,
	cabinet,
}) => {
	const { table, moments } = cabinet.whole({ game: "broadhorns", players: 3 });
	const last = moments.filter((m) => m.seat === 0 && m.view.phase === "resale" && m.view.final).at(-1)!;
	await sitAt(page, { ...table, rows: table.rows.slice(0, last.rows) });
	const less = /This is your last turn: to end the expedition here brings \d+ gold less than to sail on/;
	await expect(page.locator(".bh .panel").first()).toContainText(less);
	await expect(page.locator(".tray")).toContainText(less);
	await expect(page.locator(".bh .panel .go")).toContainText("Sail on");
});
