// Every key that the page lists does what it says, and the log can be read, walked and pointed with.
import type { Page } from "@playwright/test";
import type { GameName } from "../../src/table/messages";
import { sitAt, test } from "./cabinet";
import { expect, games, golden, linkTo, sitDown } from "./kit";

const place = (page: Page) => page.locator(".hist .num");
const seats = ["person", "easy", "easy"];

/** Keys as the page lists them, and a try of each. */
type Tries = Record<string, () => Promise<void>>;

/** What the list says, each once. While it is open the keys of the table rest. */
async function listed(page: Page): Promise<string[]> {
	const before = await page.locator(".tray").innerText();
	const list = page.getByRole("dialog", { name: "Keys" });
	await page.keyboard.press("?");
	await expect(page.getByRole("dialog", { name: "What now?" })).toBeFocused();
	await page.keyboard.press("?");
	await expect(list).toBeVisible();
	for (const key of ["1", "l", "s", "t", "h", "ArrowUp"]) await page.keyboard.press(key);
	const keys = await list.locator("kbd").allInnerTexts();
	await page.keyboard.press("Escape");
	await expect(list).toBeHidden();
	expect(await page.locator(".tray").innerText()).toBe(before);
	await expect(page.getByRole("dialog")).toHaveCount(0);
	return [...new Set(keys)];
}

/** Every key on the list, and none that is not there. */
async function walk(page: Page, game: GameName, own: Tries): Promise<void> {
	const { keyboard } = page;
	const thing = page
		.locator({ queen: ".world [data-spot]", broadhorns: "[data-spot=town-0]", rails: ".hits .hit" }[game])
		.first();
	const size = async () => Math.round((await thing.boundingBox())!.width * 10);
	const tries: Tries = {
		"Tab, Enter": async () => {
			const night = page.getByRole("button", { name: "Night mode" });
			await night.focus();
			await expect(night).toBeFocused();
			await keyboard.press("Tab");
			await expect(night).not.toBeFocused();
			await keyboard.press("Enter");
			await expect(page.getByRole("dialog", { name: "What now?" })).toBeFocused();
			await keyboard.press("Escape");
			await page.evaluate(() => (document.activeElement as HTMLElement).blur());
		},
		"Home, End": async () => {
			await keyboard.press("Home");
			await expect(place(page)).toHaveText("0");
			await keyboard.press("End");
			await expect(place(page)).toHaveText(/^live/);
		},
		"Page Up, Page Down": async () => {
			await keyboard.press("PageUp");
			await expect(place(page)).not.toHaveText(/^live/);
			await keyboard.press("PageDown");
			await expect(place(page)).toHaveText(/^live/);
		},
		[game === "queen" ? "← →, when it is not your move" : "← →"]: async () => {
			await keyboard.press("Home");
			await expect(place(page)).toHaveText("0");
			await keyboard.press("ArrowRight");
			await expect(place(page)).toHaveText(/1$/);
			if (game === "queen")
				// that is now again
				return;
			await keyboard.press("ArrowLeft");
			await expect(place(page)).toHaveText("0");
		},
		Esc: async () => {
			await keyboard.press("Home");
			await keyboard.press("Escape"); // at once: the last wish counts
			await page.waitForTimeout(100);
			await expect(place(page)).toHaveText(/^live/);
			// The slider has its arrows; other keys pass.
			await page.getByLabel("History").focus();
			await keyboard.press("Home");
			await expect(place(page)).toHaveText("0");
			await keyboard.press("Escape");
			await expect(place(page)).toHaveText(/^live/);
			await page.evaluate(() => (document.activeElement as HTMLElement).blur());
		},
		f: async () => {
			await keyboard.press("f");
			const fitted = await size();
			await keyboard.press("+");
			await expect.poll(size).toBeGreaterThan(fitted);
			await keyboard.press("f");
			await expect.poll(size).toBe(fitted);
		},
		"+ −": async () => {
			const fitted = await size();
			await keyboard.press("+");
			await expect.poll(size).toBeGreaterThan(fitted);
			const closer = await size();
			await keyboard.press("-");
			await expect.poll(size).toBeLessThan(closer);
			await keyboard.press("f");
		},
		t: async () => {
			await keyboard.press("t");
			await expect(page.getByLabel("The board as text")).not.toBeEmpty();
			await keyboard.press("t");
			await expect(page.getByLabel("The board as text")).toBeHidden();
		},
		h: async () => {
			await keyboard.press("h");
			await expect(page.getByRole("dialog", { name: "What a bot would do" })).toBeVisible();
			await keyboard.press("Escape");
			await expect(page.getByRole("dialog", { name: "What a bot would do" })).toBeHidden();
		},
		"?": () => listed(page).then(() => undefined),
		...own,
	};
	await expect(place(page)).toHaveText(/^live · [1-9]/);
	expect((await listed(page)).sort()).toEqual(Object.keys(tries).sort());
	for (const [key, does] of Object.entries(tries)) await test.step(key, does);
}

/** Takes the last thing back, lays it out again, and takes it back. */
const backAndForth = (page: Page, without: () => Promise<void>, withIt: () => Promise<void>): Tries => ({
	"Ctrl Z, Ctrl Y": async () => {
		for (const [key, so] of [
			["z", without],
			["y", withIt],
			["z", without],
		] as const) {
			await page.keyboard.press(`Control+${key}`);
			await so();
		}
	},
});

const undo = (page: Page) => page.getByRole("button", { name: /^Undo/ });

test("queen: every key that is listed does what it says", async ({ page }) => {
	await sitDown(page, "queen", seats);
	await expect(page.locator(".tray .spd")).toContainText("free");
	const { keyboard } = page;
	const steps = (n: number) => expect(undo(page)).toContainText(n === 1 ? "1 step" : `${n} steps`);
	await walk(page, "queen", {
		"1 to 6": async () => {
			await keyboard.press("3");
			await steps(1);
		},
		"← ↑ →": async () => {
			await keyboard.press("ArrowUp");
			await steps(2);
			// To the left or right there may be land: then that is said.
			for (const key of ["ArrowLeft", "ArrowRight"]) {
				await keyboard.press(key);
				await expect(page.locator(".refusal").or(undo(page).filter({ hasText: "3 steps" }))).toBeVisible();
				if (await page.locator(".refusal").isVisible()) await keyboard.press("Escape");
				else await keyboard.press("Backspace");
				await steps(2);
			}
		},
		Backspace: async () => {
			await keyboard.press("ArrowUp");
			await steps(3);
			await keyboard.press("Backspace");
			await steps(2);
		},
		"Ctrl Z, Ctrl Y": async () => {
			await keyboard.press("Control+z");
			await steps(1);
			await keyboard.press("Control+y");
			await keyboard.press("Control+Shift+z");
			await steps(3);
			await keyboard.press("Control+y"); // there is nothing more to lay out
			for (const left of [2, 1]) {
				await keyboard.press("Control+z");
				await steps(left);
			}
			await keyboard.press("Control+z");
			await expect(undo(page)).toBeHidden();
		},
		"↓": async () => {
			await expect(page.locator(".reach").first()).toBeVisible();
			await keyboard.press("ArrowDown");
			await expect(page.locator(".reach:focus")).toBeVisible();
		},
		Enter: async () => {
			const before = await place(page).innerText();
			await keyboard.press("Enter");
			await expect(undo(page)).toBeVisible();
			await keyboard.press("Enter");
			await expect(place(page)).not.toHaveText(before);
		},
	});
});

test("broadhorns: every key that is listed does what it says", async ({ page }) => {
	await sitDown(page, "broadhorns", seats);
	const { keyboard } = page;
	const panel = page.getByRole("region", { name: /What can I do now/ }).first();
	// What a season does is told by the rules.
	await expect(page.locator(".seasons")).toContainText(
		/Winter\s*speed −1\s*Spring\s*speed \+1\s*Summer\s*rot hits all\s*Final autumn\s*the end/,
	);
	await walk(page, "broadhorns", {
		p: async () => {
			await expect(panel).toContainText("Fit out");
			await keyboard.press("p");
			await expect(panel).toContainText("Choose a broadhorn");
		},
		"1 to 9": async () => {
			await keyboard.press("1");
			await expect(panel).toContainText("Load cargo");
			await expect(panel).not.toContainText("Choose a broadhorn");
		},
		l: async () => {
			await keyboard.press("l");
			await expect(panel).not.toContainText("Load cargo");
		},
		...backAndForth(
			page,
			() => expect(panel).toContainText("Load cargo"),
			() => expect(panel).not.toContainText("Load cargo"),
		),
		Enter: async () => {
			await keyboard.press("Enter"); // with an empty boat: nothing
			await expect(panel).toContainText("Load cargo");
			await keyboard.press("1");
			await expect(panel).toContainText("bought; press to take it back");
			await expect(panel.getByRole("button", { name: /^Cast off\b(?! empty)/ })).toBeEnabled();
			await keyboard.press("Enter");
			await expect(panel).not.toContainText("Load cargo");
		},
	});
});

test("rails: every key that is listed does what it says", async ({ page }) => {
	// A moment of an old game at which there is a delivery in several ways.
	await page.goto(linkTo(golden("rails-on-4-won"), 73));
	await page.getByRole("button", { name: /Play on/ }).click();
	await page.getByLabel("The bots are").selectOption("easy");
	await page.getByRole("dialog").getByRole("button", { name: "Play on" }).click();
	const { keyboard } = page;
	const tray = page.locator(".tray");
	const company = page.getByRole("region", { name: "Your company" });
	const chosen = page.locator(".tray .chip.on");
	await expect(chosen).toBeVisible();
	await walk(page, "rails", {
		r: async () => {
			const before = await chosen.innerText();
			await keyboard.press("r");
			await expect(chosen).not.toHaveText(before);
		},
		l: async () => {
			await expect(company).toContainText("2 loans");
			await keyboard.press("l");
			await expect(company).toContainText("3 loans");
			const card = (await company.boundingBox())!;
			const deals = (await company.locator(".deals").boundingBox())!;
			expect(deals.y + deals.height).toBeLessThan(card.y + card.height); // what is owed leaves room for the buttons below it
		},
		...backAndForth(
			page,
			() => expect(company).toContainText("2 loans"),
			() => expect(company).toContainText("3 loans"),
		),
		s: async () => {
			await keyboard.press("s");
			await expect(undo(page)).toContainText("1 step");
			await expect(chosen).toBeHidden();
			await keyboard.press("Control+z");
			await expect(chosen).toBeVisible();
		},
		m: async () => {
			await keyboard.press("m");
			await expect(page.locator(".hit.can:focus")).toHaveCount(1);
		},
		Enter: async () => {
			const before = await tray.innerText();
			for (let i = 0; i < 3 && (await tray.innerText()) === before; i++) await keyboard.press("Enter");
			await expect(chosen).toBeHidden();
		},
		e: async () => {
			const moves = async () => Number((await place(page).innerText()).replace(/\D/g, ""));
			const before = await moves();
			await keyboard.press("e");
			await expect.poll(moves).toBeGreaterThan(before + 3); // the turn is over, and the bots have theirs
		},
	});
});

test("queen: Enter does what the primary button says, wherever a click has left the focus", async ({ page }) => {
	await sitDown(page, "queen", seats);
	const tray = page.locator(".tray");
	await expect(tray.locator(".spd")).toContainText("free");
	const before = await place(page).innerText();
	await page.locator(".reach").first().click({ force: true });
	await expect(undo(page)).toBeVisible();
	await expect(tray.locator(".go")).toHaveAttribute("aria-disabled", "false");
	// A click on the chart, a look at the night and back: the focus is on a button that would do something else.
	await page.getByRole("button", { name: "Night mode" }).click();
	await page.keyboard.press("Enter");
	await expect(place(page)).not.toHaveText(before);
	await expect(page.locator("html")).toHaveAttribute("data-theme", "night");
});

test("queen: after steering by mouse Enter sends the course and does not wipe it", async ({ page }) => {
	await sitDown(page, "queen", seats);
	const tray = page.locator(".tray");
	const before = await place(page).innerText();
	await tray.getByRole("button", { name: /^speed 1/ }).click();
	await tray.getByRole("button", { name: "ahead", exact: true }).click();
	await expect(tray.locator(".go")).toHaveAttribute("aria-disabled", "false");
	await tray.getByRole("button", { name: /^speed 1/ }).focus(); // as a click would leave it
	await page.keyboard.press("Enter");
	await expect(place(page)).not.toHaveText(before);
});

test("queen: while a course is short Enter says why, and neither wipes it nor steers on", async ({ page }) => {
	await sitDown(page, "queen", seats);
	const tray = page.locator(".tray");
	const points = tray.getByText(/^\d steps? left/);
	await tray.getByRole("button", { name: /^speed 2/ }).click();
	await expect(points).toContainText("2 steps left");
	await page.keyboard.press("ArrowUp");
	await expect(points).toContainText("1 step left");
	await page.keyboard.press("Enter"); // the focus is still on the speed
	await expect(page.getByRole("alert")).toContainText("All movement points must be used: 1 left");
	await expect(points).toContainText("1 step left");
	await page.keyboard.press("Escape");
	await tray.getByRole("button", { name: /^speed 2/ }).click();
	await tray.getByRole("button", { name: "ahead", exact: true }).click();
	await expect(points).toContainText("1 step left");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("alert")).toContainText("All movement points must be used: 1 left");
	await expect(points).toContainText("1 step left");
});

test("queen: the keys that the help names work while it is open", async ({ page }) => {
	await sitDown(page, "queen", seats);
	const tray = page.locator(".tray");
	const help = page.getByRole("dialog", { name: "What now?" });
	const before = await place(page).innerText();
	await page.keyboard.press("?");
	await expect(help).toContainText("Set the speed, then steer");
	await page.keyboard.press("1");
	await expect(help).toContainText("Steam ahead: 1 step left");
	await page.keyboard.press("ArrowUp");
	await expect(tray.locator(".go")).toHaveAttribute("aria-disabled", "false");
	await help.getByText("The rule at hand").click();
	await page.keyboard.press("Enter");
	await expect(place(page)).not.toHaveText(before);
	// A control that a key leads to has Enter for itself, and a field has every key.
	await help.getByRole("searchbox").focus();
	await page.keyboard.press("Enter");
	await expect(help).toBeVisible();
});

test("broadhorns: the help names Enter and L for what they do in a port, and no key for what has none", async ({
	page,
	cabinet,
}) => {
	const broadhorns = { game: "broadhorns", players: 3 } as const;
	await sitAt(page, cabinet.kept(broadhorns, "mid", { at: 0.2, fits: (v) => v.phase === "sell" }));
	const now = page.locator(".bh .panel .step.now h3").first();
	const offer = (words: string) => page.getByRole("dialog", { name: "What now?" }).locator("li", { hasText: words });
	await page.keyboard.press("?");
	await expect(offer("Leave the port").locator("kbd")).toHaveText("L");
	await expect(offer("Be done with selling").locator("kbd")).toHaveText("Enter");
	await page.keyboard.press("Enter");
	await expect(now).toHaveText(/Buy|Travelers/); // a part that has nothing to choose is left out
	await expect(offer("Be done with").locator("kbd")).toHaveText("Enter");
	await page.keyboard.press("l");
	await expect(now).not.toHaveText(/Buy|Travelers/);
	await page.keyboard.press("Escape");
	await sitDown(page, "broadhorns", ["person", "easy"]);
	await page.keyboard.press("?");
	await expect(offer("Call at the port").locator("kbd")).toHaveText("P");
	await expect(offer("End the turn")).toBeVisible();
	await expect(offer("End the turn").locator("kbd")).toHaveCount(0); // Enter fits out
});

test("queen: Enter lays out what a bot would do, and once more sends it", async ({ page }) => {
	await sitDown(page, "queen", seats);
	const slip = page.getByRole("dialog", { name: "What a bot would do" });
	const tray = page.locator(".tray");
	await page.keyboard.press("h");
	await expect(slip.getByRole("button", { name: "Lay this move" }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(slip).toBeHidden();
	await expect(tray.locator(".go")).toHaveAttribute("aria-disabled", "false");
	const before = await place(page).innerText();
	await page.keyboard.press("Enter");
	await expect(place(page)).not.toHaveText(before);
});

test("rails: a hint that cannot be taken back takes a second Enter", async ({ page, cabinet }) => {
	await sitAt(page, cabinet.kept({ game: "rails", players: 3 }, "start"));
	await expect(page.locator(".tray .chip").first()).toBeVisible(); // it is one's turn: where the line begins is final
	const slip = page.getByRole("dialog", { name: "What a bot would do" });
	const act = slip.getByRole("button", { name: "Do it, it cannot be taken back" }).first();
	await page.keyboard.press("h");
	await expect(act).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(act).toBeFocused();
	await expect(slip).toBeVisible();
	const before = await place(page).innerText();
	await page.keyboard.press("Enter");
	await expect(slip).toBeHidden();
	await expect(place(page)).not.toHaveText(before);
});

test("rails: no choice of the tray is out of sight at 1440", async ({ page }) => {
	await sitDown(page, "rails", seats);
	const choices = page.locator(".tray .choices");
	await expect.poll(() => choices.locator(".chip").count()).toBeGreaterThan(6); // how many there are depends on the deal
	const hidden = await choices.evaluate((box) => {
		const { top, bottom, left, right } = box.getBoundingClientRect();
		return [...box.querySelectorAll(".chip")].filter((chip) => {
			const c = chip.getBoundingClientRect();
			return c.top < top || c.bottom > bottom + 1 || c.left < left || c.right > right + 1;
		}).length;
	});
	expect(hidden).toBe(0);
});

for (const game of games)
	test(`${game}: the log is one stop for Tab, shows on the board what a line is about, and opens its moment`, async ({
		page,
	}) => {
		await sitDown(page, game, seats);
		await expect(place(page)).toHaveText(/^live · [1-9]/);
		const log = page.getByRole("log");
		// The set-up unfolds to its turn, and that to its steps.
		const setUp = log.getByRole("button", { name: "Setting up" });
		if (await setUp.isVisible()) await setUp.click();
		await log.locator(".turn").first().click();
		await expect(log.locator(".turn").first()).toHaveAttribute("aria-expanded", "true");
		await expect(log.locator('button[tabindex="0"]')).toHaveCount(1);
		await log.locator('button[tabindex="0"]').focus();
		await page.keyboard.press("Home");
		await expect(log.locator("button").first()).toBeFocused();
		await page.keyboard.press("End");
		await expect(log.locator("button").last()).toBeFocused();
		await page.keyboard.press("ArrowUp");
		await expect(log.locator("button").nth(-2)).toBeFocused();
		await expect(place(page)).toHaveText(/^live/); // the arrows were the log's

		const about = { queen: /speed|helm/, broadhorns: /shows tile/, rails: /starts on|is the first player/ }[game];
		await log.locator(".turn, .step").filter({ hasText: about }).last().hover();
		await expect(page.locator("[data-lit]").first()).toBeVisible();
		await page.mouse.move(700, 10);
		await expect(page.locator("[data-lit]")).toHaveCount(0);
		await log.locator(".step").first().click();
		await expect(place(page)).toHaveText(/^(live · )?1$/);
	});
