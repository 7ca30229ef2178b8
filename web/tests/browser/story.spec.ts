// The log as a story: a turn is a sentence or two, unfolds to its steps, and a whole game can be taken in.
import { expect, golden, linkTo, sitDown, test } from "./kit";

test("queen: a whole game is a story of about 1,200 pixels", async ({ page }) => {
	await page.goto(linkTo(golden("queen-passengers-4-landed")));
	const log = page.getByRole("log");
	await expect(log).toContainText("docks at the landing platform as number 1");
	await expect(log.locator(".round").nth(5)).toContainText(/\w+ \w+/);
	const high = await log.evaluate(
		(e) => [...e.children].at(-1)!.getBoundingClientRect().bottom - e.children[0]!.getBoundingClientRect().top,
	);
	expect(high).toBeLessThan(1250);
	expect(high).toBeGreaterThan(300);
});

test("queen: a turn is one sentence, unfolds to its steps, and a step opens its moment", async ({ page }) => {
	await page.goto(linkTo(golden("queen-passengers-4-landed")));
	const log = page.getByRole("log");
	const turn = log.locator(".turn").last();
	await expect(turn).toContainText("slows down to speed 1");
	await expect(turn).toHaveAttribute("aria-expanded", "false");
	await turn.click();
	await expect(turn).toHaveAttribute("aria-expanded", "true");
	await expect(log.locator(".step", { hasText: "sets speed 1" })).toBeVisible();
	await log.locator(".step", { hasText: "sets speed 1" }).click();
	await expect(page.locator(".log-slip h2")).toContainText(/move \d+/);
	await expect(log.locator("li.hot")).toContainText("sets speed 1");
});

test("queen: a turn is told in its own sentence from the first, and not for a moment as one of its steps", async ({
	page,
}) => {
	await sitDown(page, "queen", ["person", "easy", "easy"]);
	await page.evaluate(() => {
		const said = new Set<string>();
		Object.assign(globalThis, { said });
		new MutationObserver(() => {
			for (const turn of document.querySelectorAll(".log .turn")) said.add(turn.textContent.trim());
		}).observe(document.querySelector(".log")!, { childList: true, subtree: true, characterData: true });
	});
	await page.locator(".reach").first().dispatchEvent("click");
	await expect(page.locator(".tray .go")).toHaveAttribute("aria-disabled", "false");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("log")).toContainText("Round II");
	const said = await page.evaluate(() => [...(globalThis as unknown as { said: Set<string> }).said]);
	expect(said.filter((words) => /(Jonas|Ruth) (opens|keeps|slows)/.test(words)).length).toBeGreaterThan(0);
	expect(said.filter((words) => /sets speed|steams ahead|turns (N|S)/.test(words))).toEqual([]);
});

test("queen: since your last turn, with a replay that a press ends", async ({ page }) => {
	await sitDown(page, "queen", ["person", "easy", "easy"]);
	/** To wherever a ship can get: what lies ahead is another river every time. */
	const layCourse = async () => {
		await expect(page.getByRole("log")).toContainText("You are at the helm.");
		await page.locator(".reach").first().dispatchEvent("click");
		await expect(page.locator(".tray .go")).toHaveAttribute("aria-disabled", "false");
	};
	for (let turn = 0; turn < 2; turn++) {
		await layCourse();
		await page.keyboard.press("Enter");
		await expect(page.getByRole("log")).toContainText(`Round ${["II", "III"][turn]}`);
	}
	const since = page.locator(".since");
	await expect(since).toContainText("Since your last turn");
	await since.getByRole("button", { name: "Replay" }).click();
	await expect(page.locator(".log-slip h2")).toContainText(/move \d+/);
	await page.keyboard.press("Shift");
	await expect(page.locator(".log-slip h2")).toContainText("a click unfolds");
	// Whoever has watched is told nothing twice; whoever comes back has it over the board, until the first choice.
	const strip = page.getByRole("complementary", { name: "Since your last turn" });
	await expect(strip).toBeHidden();
	await page.reload();
	await expect(strip.getByRole("listitem").first()).toContainText(/Jonas|Ruth/);
	// A turn of a rival is a line, and the order of a round may let one move twice.
	const turns = page.locator(".since ~ .turn", { hasText: /^(Jonas|Ruth)/ });
	await expect(strip.getByRole("listitem")).toHaveCount(await turns.count());
	await strip.getByRole("button", { name: "Replay" }).click();
	await expect(strip.locator(".now")).toHaveCount(1);
	await expect(page.locator(".log-slip h2")).toContainText(/move \d+/);
	await expect(strip.locator(".now")).toHaveCount(0);
	await expect(page.locator(".log-slip h2")).toContainText("a click unfolds");
	await expect(strip).toBeVisible();
	await layCourse();
	await expect(strip).toBeHidden();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("log")).toContainText("Round IV");
	await expect(page.locator(".spd button:not(.no)").first()).toBeVisible();
	await expect(strip).toBeHidden();
});
