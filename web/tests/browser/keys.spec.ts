// Every key that the page lists does what it says, and the log can be read, walked and pointed with.
import type { Page } from "@playwright/test";
import { expect, games, sitDown, test } from "./kit";

const place = (page: Page) => page.locator(".hist .num");
const seats = ["person", "easy", "easy"];

for (const game of games)
	test(`${game}: keys lead through the history, and the list of keys names those of the game`, async ({ page }) => {
		await sitDown(page, game, seats);
		await page.keyboard.press("?");
		const list = page.getByRole("dialog", { name: "Keys" });
		for (const key of ["← →", "Home, End", "Ctrl Z, Ctrl Y", "f", "t", "h", "?", "Enter"])
			await expect(list.locator("kbd", { hasText: key }).first()).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(list).toBeHidden();

		// A few moves back: before the first decision there has been a set-up.
		await expect(place(page)).toHaveText(/^live · [1-9]/);
		await page.keyboard.press("Home");
		await expect(place(page)).toHaveText("0");
		await page.keyboard.press("ArrowRight");
		await expect(place(page)).toHaveText(game === "queen" ? /1$/ : "1");
		await page.keyboard.press("Escape");
		await expect(place(page)).toHaveText(/^live/);
		await page.keyboard.press("PageUp");
		await expect(place(page)).not.toHaveText(/^live/);
		await page.keyboard.press("PageDown");
		await expect(place(page)).toHaveText(/^live/);
		if (game !== "queen") {                             // there they steer
			await page.keyboard.press("ArrowLeft");
			await expect(place(page)).not.toHaveText(/^live/);
			await page.keyboard.press("End");
			await expect(place(page)).toHaveText(/^live/);
		}
		await page.keyboard.press("t");
		await expect(page.getByLabel("The board as text")).not.toBeEmpty();
		await page.keyboard.press("t");
		await expect(page.getByLabel("The board as text")).toBeHidden();
	});

test("queen: numbers set the speed, arrows steer, Backspace and Ctrl+Z take back, Ctrl+Y lays out again", async ({ page }) => {
	await sitDown(page, "queen", seats);
	const undo = page.getByRole("button", { name: /^Undo/ }), world = page.locator(".world");
	await page.keyboard.press("3");
	await expect(undo).toContainText("1 step");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("ArrowUp");
	await expect(undo).toContainText("3 steps");
	await page.keyboard.press("Control+z");
	await expect(undo).toContainText("2 steps");
	await page.keyboard.press("Backspace");
	await expect(undo).toContainText("1 step");
	await page.keyboard.press("Control+y");
	await page.keyboard.press("Control+Shift+z");
	await expect(undo).toContainText("3 steps");
	await page.keyboard.press("Control+y");                 // there is nothing more to lay out
	await page.keyboard.press("Control+z");
	await expect(undo).toContainText("2 steps");

	await page.keyboard.press("f");
	const fitted = await world.getAttribute("style");
	await page.keyboard.press("+");
	await expect(world).not.toHaveAttribute("style", fitted!);
	await page.keyboard.press("f");
	await expect(world).toHaveAttribute("style", fitted!);
	await page.keyboard.press("ArrowDown");
	await expect(page.locator(".reach:focus")).toBeVisible();
});

test("broadhorns: numbers choose, Enter goes on, Ctrl+Z takes back and Ctrl+Y lays out again; f shows the whole river", async ({ page }) => {
	await sitDown(page, "broadhorns", seats);
	const undo = page.getByRole("button", { name: /^Undo/ }), panel = page.getByRole("region", { name: /What can I do now/ }).first();
	await expect(panel).toContainText("Fit out");
	await page.keyboard.press("1");
	await expect(undo).toBeVisible();
	const fitting = await panel.innerText();
	await page.keyboard.press("Control+z");
	await expect(undo).toBeHidden();
	await page.keyboard.press("Control+y");
	await expect(undo).toBeVisible();
	expect(await panel.innerText()).toBe(fitting);

	await page.keyboard.press("+");
	const fit = page.getByRole("button", { name: /^Fit F/ });
	await expect(fit).toBeVisible();
	await page.keyboard.press("f");
	await expect(fit).toBeHidden();
});

test("rails: m goes from site to site, Enter chooses, Ctrl+Z takes back and Ctrl+Y lays out again; f shows the whole map", async ({ page }) => {
	await sitDown(page, "rails", seats);
	const tray = page.locator(".tray");
	await expect(tray).toContainText("Where does your line begin?");
	await page.keyboard.press("m");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");                     // the start track, which ends it
	await expect(tray).not.toContainText("Where does your line begin?");
	const undo = page.getByRole("button", { name: /^Undo/ });
	await expect(page.locator(".price").first()).toBeVisible();
	await page.keyboard.press("m");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await expect(undo).toBeVisible();
	const laid = await page.locator(".laid").count();
	await page.keyboard.press("Control+z");
	await expect(page.locator(".laid")).toHaveCount(laid - 1);
	await page.keyboard.press("Control+y");
	await expect(page.locator(".laid")).toHaveCount(laid);

	await page.keyboard.press("+");
	const fit = page.getByRole("button", { name: /^Fit F/ });
	await expect(fit).toBeVisible();
	await page.keyboard.press("f");
	await expect(fit).toBeHidden();
});

for (const game of games)
	test(`${game}: the log is one stop for Tab, shows on the board what a line is about, and opens its moment`, async ({ page }) => {
		await sitDown(page, game, seats);
		await expect(place(page)).toHaveText(/^live · [1-9]/);
		const log = page.getByRole("log");
		await expect(log.locator('button[tabindex="0"]')).toHaveCount(1);
		await log.locator('button[tabindex="0"]').focus();
		await page.keyboard.press("Home");
		await expect(log.locator("button").first()).toBeFocused();
		await page.keyboard.press("End");
		await expect(log.locator("button").last()).toBeFocused();
		await page.keyboard.press("ArrowUp");
		await expect(log.locator("button").nth(-2)).toBeFocused();
		await expect(place(page)).toHaveText(/^live/);          // the arrows were the log's

		const line = log.getByText({ queen: /is at the helm/, broadhorns: /shows tile/, rails: /starts on|is the first player/ }[game]).last();
		await line.hover();
		await expect(page.locator("[data-lit]").first()).toBeVisible();
		await page.mouse.move(700, 10);
		await expect(page.locator("[data-lit]")).toHaveCount(0);
		await log.locator("button").first().click();
		await expect(place(page)).toHaveText(/^(live · )?1$/);
	});
