// A word about everything that has a meaning: for a pointer that rests, and for a finger that is held.
import type { Page } from "@playwright/test";
import type { What } from "../pictures/tables.mjs";
import { expect, sitAt, test } from "./cabinet";
import { PHONE } from "./kit";

const queen: What = { game: "queen", players: 5 };
const broadhorns: What = { game: "broadhorns", players: 4, options: ["freight=on", "rounds=10"] };
const rails: What = { game: "rails", players: 4 };
const tip = (page: Page) => page.getByRole("tooltip");
const away = (page: Page) => page.mouse.move(1, 1);

/** Holds a finger on the middle of a thing, as long as it takes. */
async function hold(page: Page, of: string): Promise<void> {
	const { x, y, width, height } = (await page.locator(of).first().boundingBox())!;
	const finger = await page.context().newCDPSession(page);
	const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
	await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
	await page.waitForTimeout(700);
	await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a pointer that rests on a ship, a city, a boat, a card or an achievement is told of it", async ({
	page,
	cabinet,
}) => {
	await sitAt(page, cabinet.kept(queen, "mid", { at: 0.5, fits: (v) => v.phase === "speed" }));
	await page.locator('[data-spot="boat-1"]').first().hover({ force: true });
	await expect(tip(page)).toContainText(/Speed \d, \d coal/);
	await away(page);
	await expect(tip(page)).toBeHidden();
	await page.locator(".players [data-tip=hold-coal]").first().hover();
	await expect(tip(page)).toContainText("It pays for changes of speed and for turns.");
	await sitAt(page, cabinet.kept(rails, "mid", { at: 0.5, fits: (v) => v.phase === "build" }));
	await page.locator("[data-spot^=goal-]").first().hover();
	await expect(tip(page)).toBeVisible();
	await away(page);
	await page.locator("[data-spot^=city-]").first().hover({ force: true });
	await expect(tip(page)).toContainText("Wants ");
	await sitAt(page, cabinet.kept(broadhorns, "mid", { at: 0.3, fits: (v) => v.phase === "actions" }));
	await page.locator('.bh [data-spot="boat-1"]').first().hover({ force: true });
	await expect(tip(page)).toContainText(/A boat of \d+ feet|In St. Louis/);
	await away(page);
	await page.setViewportSize({ width: 1440, height: 1000 }); // with a ship at the quay there is room for the other boats from here on
	await page
		.locator(".rivals button")
		.first()
		.hover({ position: { x: 60, y: 12 } });
	await expect(tip(page)).toContainText(/A boat of \d+ feet|In St. Louis/);
	await page.locator(".rivals [data-tip^=barrel-], .boat-card [data-spot^=barrel-]").first().hover({ force: true });
	await expect(tip(page)).toContainText(/spoil/);
});

test("a push, cards, ships, seasons, a contract and an order of turns are told of, in words that are right", async ({
	page,
	cabinet,
}) => {
	await page.setViewportSize({ width: 1440, height: 1000 });
	/** Rests on the first thing of that kind that can be pointed at, and reads what is said of it. */
	const about = async (kind: string): Promise<string> => {
		const at = await page.evaluate((things) => {
			for (const e of document.querySelectorAll(things)) {
				const { left, top, width, height } = e.getBoundingClientRect();
				for (const part of [0.5, 0.2, 0.8]) {
					const spot = [left + width * part, top + height * part] as const;
					if (e.contains(document.elementFromPoint(...spot))) return spot;
				}
			}
			return null;
		}, kind);
		expect(at, `${kind} can be pointed at`).not.toBeNull();
		await page.mouse.move(at![0], at![1], { steps: 3 });
		await expect(tip(page)).toBeVisible();
		const said = (await tip(page).innerText()).replace(/\s+/g, " ");
		await away(page);
		await expect(tip(page)).toBeHidden();
		return said;
	};
	await sitAt(page, cabinet.kept(queen, "mid", { at: 0.5, fits: (v) => v.phase === "speed" }));
	await page.locator(".since-slip").getByRole("button", { name: "Close" }).click();
	await expect(page.locator(".reach.push").first()).toBeVisible();
	expect(await about(".reach.push")).toContain("The red rim: a ship is pushed on the way, for one point more.");
	expect(await about('[data-spot="boat-1"]')).toMatch(/bow to the (north|south)/);

	await sitAt(page, cabinet.kept(broadhorns, "mid", { at: 0.5, fits: (v) => v.phase === "sell" }));
	expect(await about(".hand-slip [data-spot^=card-], .hand-slip [data-tip^=card-]")).toMatch(
		/Delivery|Traveler|Ice|Peddler|current/i,
	);
	expect(await about("[data-spot=quay], [data-tip=quay]")).toContain("pays who has the most containers");
	expect(await about("[data-tip=pile]")).toContain("One is drawn at the end of each turn");
	expect(await about(".seasons > div:nth-child(2)")).toMatch(/^Winter Nothing spoils/);
	expect(await about("[data-spot^=barrel-]")).not.toContain("mores");

	await sitAt(page, cabinet.kept(rails, "mid", { at: 0.5, fits: (v) => v.phase === "deliver" }));
	expect(await about("[data-spot^=card-], [data-tip^=card-]")).toContain("A delivery takes one card.");
	expect(await about("[data-spot=quay], [data-tip=quay]")).toContain("When it is full it sails");
	expect(await about("[data-tip=contract], [data-spot=contract]")).toContain("Nobody else sees it.");
	expect(await about("[data-spot=then]")).toContain("The order of turns");
	for (const goal of await page
		.locator("[data-spot^=goal-]")
		.evaluateAll((all) => all.map((e) => e.getAttribute("data-spot"))))
		expect(await about(`[data-spot=${goal}]`)).not.toMatch(/You has|Somebody/);
});

test("what a course costs stands beside its end, whichever side of it there is room on", async ({ page, cabinet }) => {
	await sitAt(page, cabinet.kept(queen, "mid", { at: 0.5, fits: (v) => v.phase === "speed" }));
	await page.locator(".since-slip").getByRole("button", { name: "Close" }).click();
	const costs = page.locator(".chart-of-queen .tip");
	const sides = new Set<string>();
	const ends = await page.locator(".chart-of-queen .reach").evaluateAll((all) =>
		all.flatMap((e) => {
			const { left, top, width, height } = e.getBoundingClientRect();
			const [x, y] = [left + width / 2, top + height / 2];
			return document.elementFromPoint(x, y)?.closest(".reach") === e ? [[x, y] as const] : [];
		}),
	);
	for (const [x, y] of ends) {
		await page.mouse.move(x, y);
		await expect(costs).toHaveCount(1);
		const on = await costs.evaluate((e) => e.getBoundingClientRect());
		const dx = Math.max(on.x - x, 0, x - on.x - on.width);
		const dy = Math.max(on.y - y, 0, y - on.y - on.height);
		expect(Math.hypot(dx, dy), (await costs.innerText()).replace(/\n/g, " ")).toBeLessThan(90);
		sides.add(/above|below|left|right/.exec((await costs.getAttribute("class"))!)![0]);
	}
	expect(sides).toContain("left");
});

for (const [what, phase] of [
	[queen, "speed"],
	[rails, "build"],
] as const)
	test(`${what.game}: the chips of a tablet tell, and take no press from the board beneath`, async ({
		visitor,
		cabinet,
	}) => {
		const page = await visitor({ viewport: { width: 820, height: 1180 } });
		await sitAt(page, cabinet.kept(what, "mid", { at: 0.5, fits: (v) => v.phase === phase }));
		const chip = page.locator(".chips [data-tip=seat-1]");
		const { x, y, width, height } = (await chip.boundingBox())!;
		await page.mouse.move(x + width / 2, y + height + 60);
		await page.mouse.move(x + width / 2, y + height / 2, { steps: 12 });
		await expect(tip(page)).toContainText(what.game === "queen" ? /Speed \d, \d coal/ : /prestige/);
		await page.mouse.move(x + width / 2, y + height + 60, { steps: 12 });
		await expect(tip(page).filter({ hasText: await chip.locator("b").innerText() })).toBeHidden();
		const under = await page.evaluate(([px, py]) => document.elementFromPoint(px, py)?.closest(".chips") !== null, [
			x + width / 2,
			y + height / 2,
		] as const);
		expect(under, "a press goes to the chip").toBe(false);
	});

test("a finger that is held on a chip or on a thing of the board is told of it, and presses nothing", async ({
	visitor,
	cabinet,
}) => {
	const page = await visitor(PHONE);
	await sitAt(page, cabinet.kept(queen, "mid", { at: 0.5, fits: (v) => v.phase === "speed" }));
	await hold(page, ".chips [data-tip=seat-2]");
	await expect(tip(page)).toContainText(/Speed \d, \d coal/);
	await page.locator(".spd").first().waitFor();
	await hold(page, ".spd button:not(.no)");
	await expect(tip(page)).toContainText("So many hexes you sail in a turn");
	await expect(page.locator(".tip.course, .undo:not(:disabled)")).toHaveCount(0);
});

for (const [what, phase, board] of [
	[queen, "speed", ".chart-of-queen .world"],
	[broadhorns, "sell", ".bh .board"],
	[rails, "build", ".rails-chart .map"],
] as const)
	test(`${what.game}: the pointer on a hint shows the move on the board`, async ({ page, cabinet }) => {
		await sitAt(page, cabinet.kept(what, "mid", { at: 0.5, fits: (v) => v.phase === phase }));
		await page.getByRole("button", { name: /^Hint/ }).click();
		const idea = page.locator(".ideas li").first();
		await idea.getByRole("button").waitFor();
		await away(page);
		const drawn = () => page.locator(board).first().innerHTML();
		await page.waitForTimeout(300);
		const before = await drawn();
		await idea.hover();
		await expect.poll(drawn, "the board shows nothing").not.toBe(before);
		await away(page);
		await expect.poll(drawn, "the board still shows it").toBe(before);
	});
