// The panel of Broadhorns: what a visit has brought comes from the table, its height stays, and a question can be answered once for all.
import type { Page } from "@playwright/test";
import { expect, sitAt, test } from "./cabinet";
import { sitDown } from "./kit";

const panelOf = (page: Page) => page.locator(".bh .panel").first();
const total = (page: Page) => panelOf(page).locator("footer .big");

test("what a visit has brought so far is told after moves that are sent, a look back, and a reload", async ({
	page,
}) => {
	await sitDown(page, "broadhorns", ["person", "easy"]);
	const panel = panelOf(page);
	await panel.getByRole("button", { name: /Fit out in St. Louis/ }).click();
	await panel.getByRole("button", { name: /20 feet/ }).click();
	await expect(total(page)).toContainText("+0");
	await panel.getByRole("button", { name: /Out of the bag/ }).click(); // by chance: it is sent at once
	await expect(total(page)).toContainText(/−\d/);
	await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
	const sent = await total(page).innerText();
	const [spent, from, to] = sent.replace("−", "-").match(/-?\d+/g)!.map(Number) as [number, number, number];
	expect(spent).toBe(to - from);
	await page.keyboard.press("Home");
	await expect(panel).toContainText("Looking back");
	await page.keyboard.press("End");
	await expect(total(page)).toHaveText(sent, { useInnerText: true });
	await page.reload();
	await expect(total(page)).toHaveText(sent, { useInnerText: true });
});

for (const viewport of [
	{ width: 1440, height: 900 },
	{ width: 1024, height: 768 },
])
	test(`a call at a port keeps the height of the panel at ${viewport.width}x${viewport.height}`, async ({
		visitor,
		cabinet,
	}) => {
		const page = await visitor({ viewport });
		const at = { at: 0.55, fits: (v: Record<string, unknown>) => v.phase === "sell" };
		const what = { game: "broadhorns", players: 4, options: ["freight=on"] } as const;
		await sitAt(page, cabinet.kept({ ...what, options: [...what.options] }, "mid", at));
		const panel = panelOf(page);
		const heights = new Set<number>();
		const say = page.locator(".say").first();
		for (let step = await say.innerText(); ; step = await say.innerText()) {
			heights.add(Math.round((await panel.boundingBox())!.height));
			if (viewport.width === 1024) await expect(panel.locator(".step").last()).toBeInViewport({ ratio: 1 });
			if (step.startsWith("Sail on")) break;
			await panel.locator(".btn.go").click();
			await expect(say).not.toHaveText(step);
		}
		expect([...heights]).toHaveLength(1);
	});

test("a question about ice can be answered once for all, right there", async ({ page, cabinet }) => {
	const hot = { game: "broadhorns", players: 3, people: 2 } as const;
	await sitAt(page, cabinet.kept(hot, "mid", { at: 0.2, fits: (v) => v.phase === "spoil_step" }));
	const orders = panelOf(page).getByRole("group", { name: "Ice in your own turns" });
	await expect(orders.getByRole("button", { name: "ask me" })).toHaveAttribute("aria-pressed", "true");
	await orders.getByRole("button", { name: "never" }).click();
	await expect(panelOf(page)).not.toContainText("Ice?"); // answered by it at once
	await expect(page.getByRole("log")).toContainText(/./);
});

test("the steps of a visit add up to what it has brought: the town bonus too, once the sale is over", async ({
	page,
	cabinet,
}) => {
	const sells = (v: Record<string, unknown>) => v.phase === "sell";
	await sitAt(page, cabinet.kept({ game: "broadhorns", players: 3 }, "mid", { at: 0.2, fits: sells }));
	const panel = panelOf(page);
	const bonus = panel.locator(".step", { has: page.getByRole("heading", { name: "Town bonus" }) });
	const wanted = panel.getByRole("button", { name: /fills an open space/ });
	await wanted.first().click();
	await expect(panel.getByRole("button", { name: /press to take it back/ })).toHaveCount(1);
	await wanted.first().click();
	await expect(panel.getByRole("button", { name: /press to take it back/ })).toHaveCount(2);
	await expect(bonus).toContainText("Paid when the sale is over.");
	await panel.locator(".btn.go").click(); // on to buying
	await expect(panel.getByRole("heading", { name: "Buy" })).toBeVisible();
	await expect(bonus.locator(".am")).toHaveText(/^\+\d/);
	await expect(bonus).not.toContainText("Paid when");
	const amounts = await panel.locator(".step.done .am").allInnerTexts();
	const sum = amounts.reduce((all, words) => all + Number(words.replace("−", "-") || 0), 0);
	expect(sum).toBeGreaterThan(0);
	await expect(total(page)).toContainText(`+${sum} `);
});
