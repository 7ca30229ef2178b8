// The path of docs/newcomer.md, as somebody walks it who has never been here: landing, first lesson with passengers, first turn alone.
import { expect, sitAt, test } from "./cabinet";
import { titles } from "./kit";

test.use({ painted: true });

const SLOW = "Come to the pier slowly";

test("a newcomer comes from the landing through the first lesson to a turn alone", async ({ page }) => {
	await page.goto("/");
	await page
		.locator("article", { has: page.getByRole("heading", { name: titles.queen }) })
		.getByRole("button", { name: "Learn" })
		.click();
	const coach = page.getByRole("region", { name: "Lesson" });
	const tray = page.locator(".tray");
	const told: string[] = [];
	// The gold button has Enter, wherever the focus is: that of the lesson as long as there is nothing to send.
	await expect(coach.getByRole("heading")).toHaveText("A river nobody has seen yet");
	await page.keyboard.press("Enter");
	await expect(coach.getByRole("heading")).toHaveText("Speed and coal");
	for (let i = 0; i < 80 && !(await coach.getByText(/^By yourself/).isVisible()); i++) {
		const title = await coach.getByRole("heading").innerText();
		if (told.at(-1) !== title) told.push(title);
		const next = coach.getByRole("button", { name: "Next" });
		if (await next.isVisible()) await next.click();
		else await turn(title === SLOW);
	}
	expect(told).toEqual(expect.arrayContaining(["Speed and coal", "Passengers", SLOW, "The landing"]));
	await expect(coach).toContainText("turn 1 of 3");
	// Whoever was pushed sets the bow first: that is a question, and no turn.
	for (let i = 0; i < 3 && /turn 1 of 3/.test(await coach.innerText()); i++) await turn(false);
	await expect(coach).toContainText(/turn [23] of 3/);

	/** Waits until it is the learner's, and sails: as a bot would, or to the hex that the keyboard comes to first. */
	async function turn(advised: boolean): Promise<void> {
		const say = tray.locator(".say");
		await expect(say).toHaveText(/Where to, Captain\?|Bow to where\?|Full steam\?|Push .* where\?/);
		if (/Bow/.test(await say.innerText())) {
			await page.keyboard.press("1");
		} else if (advised && !/Full steam/.test(await say.innerText())) {
			const asked = await say.innerText();
			await page.keyboard.press("h");
			await page
				.getByRole("button", { name: /^(Lay this move|Do it)/ })
				.first()
				.click();
			await expect(say).not.toHaveText(asked);
		} else if (!/Full steam/.test(await say.innerText())) {
			await expect(page.locator(".reach").first()).toBeVisible();
			await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Enter");
			await expect(say).toHaveText("Full steam?");
		}
		// A key that comes while the course is still being drawn is not taken.
		await expect(async () => {
			if (/Full steam/.test(await say.innerText())) await page.keyboard.press("Enter");
			await expect(say).not.toHaveText("Full steam?", { timeout: 1000 });
		}).toPass({ timeout: 30_000 });
	}
});

test("a course that ends at a pier too fast says so before it is sent, picked or steered, and so does the log after it", async ({
	page,
	cabinet,
}) => {
	const race = { game: "queen", players: 3 } as const;
	await sitAt(page, cabinet.kept(race, "mid", { at: 0.3, fits: (v) => v.phase === "speed" }));
	const tray = page.locator(".tray");
	const warns = tray.getByText("Too fast to board: it takes speed 1.");
	await page.locator(".reach:not(.push)[aria-label*='too fast to board']").first().dispatchEvent("click");
	await expect(warns).toBeVisible();
	const speed = (await tray.locator(".spd .on").innerText()).match(/\d/)![0];
	const orders = await tray
		.locator(".course .st[title]:not(button)")
		.evaluateAll((all) => all.map((e) => e.getAttribute("title")!));
	expect(orders.length).toBeGreaterThan(0);
	// The same by hand.
	await tray.getByRole("button", { name: /^speed 1/ }).click();
	await expect(warns).toBeHidden();
	await page.keyboard.press(speed);
	for (const order of orders)
		await page.keyboard.press({ left: "ArrowLeft", right: "ArrowRight", ahead: "ArrowUp" }[order]!);
	await expect(tray.locator(".say")).toHaveText("Full steam?");
	await expect(warns).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("log")).toContainText("You stop at a pier too fast to board: it takes speed 1.");
});

test("help at the table: what can be done, why not, the thing under the focus, and a rule over the board", async ({
	page,
}) => {
	await page.goto("/#/learn/broadhorns");
	await page.locator(".tray").waitFor();
	await page.keyboard.press("?");
	const help = page.getByRole("dialog", { name: "What now?" });
	await expect(help).toContainText("Call at the port");
	await expect(help).toContainText("Without a boat you cannot move"); // in the words of the rules
	await help.getByRole("combobox").selectOption({ label: "Natchez" });
	await expect(help).toContainText("Who fills it takes");
	await help.getByRole("link", { name: "B99" }).click();
	await expect(help.getByRole("heading", { name: /Rule B99/ })).toBeVisible();
	await expect(page.locator(".tray")).toBeVisible(); // the table stays where it is
	await page.keyboard.press("Escape");
	await expect(help).toContainText("You can do now");
	await help.getByRole("searchbox").fill("peddler");
	await expect(help).toContainText("Found in the rules");
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");
	await expect(help).toBeHidden();
});
