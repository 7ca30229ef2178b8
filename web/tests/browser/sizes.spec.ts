// Every board at twelve sizes, from a small phone to a large screen, by day and by night.
import type { Page } from "@playwright/test";
import type { Kept } from "../../src/table/local";
import type { Tables } from "../pictures/tables.mjs";
import { expect, sitAt, test } from "./cabinet";
import { measured } from "./kit";
import { faults } from "./layout";
import { crowding, underStrip } from "./sizes";

// 720x450 is 1440x900 at a zoom of 200 %.
const SIZES = [
	[320, 568],
	[390, 844],
	[720, 450],
	[768, 1024],
	[820, 1180],
	[844, 390],
	[932, 430],
	[1024, 768],
	[1280, 720],
	[1440, 900],
	[1920, 1080],
	[2560, 1440],
] as const;

interface Moment {
	what: string;
	table: (from: Tables) => Kept;
	does?: (page: Page) => Promise<void>;
	/** The strip "since your last turn" is shown, and covers nothing. */
	strip?: boolean;
}
const rails = { game: "rails", players: 4 } as const;
const broadhorns = { game: "broadhorns", players: 4, options: ["freight=on", "rounds=10"] } as const;
const at = (phase: string) => ({ at: 0.55, fits: (v: Record<string, unknown>) => v.phase === phase });
const moments: Moment[] = [
	{
		what: "Mississippi Queen with a course laid out",
		table: (from) => from.kept({ game: "queen", players: 5 }, "mid", at("speed")),
		does: async (page) => {
			await page.locator(".reach").first().waitFor();
			await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Enter");
			await page.locator(".tip").waitFor();
			// it lies at the course, on a slip of its own
			expect(await page.locator(".tip").evaluate((e) => e.clientWidth)).toBeGreaterThan(60);
		},
	},
	{
		what: "Mississippi Queen with the turns of others told",
		table: (from) => from.kept({ game: "queen", players: 5 }, "mid", at("speed")),
		strip: true,
	},
	{
		what: "Broadhorns before sailing, with the turns of others told",
		table: (from) =>
			from.kept({ ...broadhorns, options: [...broadhorns.options] }, "mid", {
				at: 0.3,
				fits: (v) => v.phase === "actions" && v.actions === 2,
			}),
		strip: true,
	},
	{
		what: "Broadhorns while cargo is bought",
		table: (from) => from.kept({ ...broadhorns, options: [...broadhorns.options] }, "mid", at("market")),
	},
	{
		what: "Broadhorns in a port",
		table: (from) => from.kept({ ...broadhorns, options: [...broadhorns.options] }, "mid", at("sell")),
	},
	{
		what: "Rails before a track is built",
		table: (from) => from.kept(rails, "mid", at("build")),
		does: (page) => page.locator(".since-slip").getByRole("button", { name: "Close" }).click(),
	},
	{
		what: "Rails with the turns of others told",
		table: (from) => from.kept(rails, "mid", at("build")),
		strip: true,
	},
	{ what: "Rails with a delivery", table: (from) => from.kept(rails, "mid", at("deliver")) },
];

/** Until what changed with the window has been drawn. */
const drawn = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<void>((done) =>
				setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done())), 80),
			),
	);

declare const measures: { faults: typeof faults; crowding: typeof crowding; underStrip: typeof underStrip };
/** In the page: what is wrong by day and by night. All at once, so that not every size is painted twice. */
function inBothLights({ touch, strip }: { touch: boolean; strip: boolean }): string[] {
	return ["light", "night"].flatMap((theme) => {
		document.documentElement.dataset.theme = theme;
		return [
			...measures.faults({ touch, board: 0 }),
			...measures.crowding(),
			...(strip ? measures.underStrip() : []),
		].map((f) => `${theme}: ${f}`);
	});
}

for (const { what, table, does, strip } of moments)
	test(`${what}: room for everything at twelve sizes, day and night`, async ({ visitor, cabinet }) => {
		const page = await visitor();
		await page.addInitScript(
			`globalThis.measures = { ${[faults, crowding, underStrip].map((f) => `${f.name}: ${f}`).join(", ")} }`,
		);
		const kept = table(cabinet);
		await page.addInitScript((t) => {
			localStorage.setItem(
				"bigmuddy.settings",
				JSON.stringify({ theme: "light", name: "Captain Marlowe", motion: 0 }),
			);
			localStorage.setItem(`bigmuddy.table.${t.id}`, JSON.stringify(t));
		}, kept);
		await page.goto(`/#/play/${kept.id}`);
		await page.locator(".table .tray").waitFor();
		await page.locator(".chart-of-queen .art, .rails-chart .land, .bh .sheet").first().waitFor();
		await does?.(page);
		await page.evaluate(() => document.fonts.ready);
		const wrong: string[] = [];
		for (const [width, height] of SIZES) {
			await page.setViewportSize({ width, height });
			await drawn(page);
			const touch = (await page.locator(".table").getAttribute("data-room")) === "narrow";
			const found = await measured(page, inBothLights, { touch, strip: strip === true });
			wrong.push(...found.map((f) => `${width}x${height} ${f}`));
		}
		expect(wrong.join("\n")).toBe("");
	});

test("on a phone the strip unfolds to all turns of others, and folds again", async ({ visitor, cabinet }) => {
	const page = await visitor({ viewport: { width: 844, height: 390 } });
	await sitAt(page, cabinet.kept(rails, "mid", at("build")));
	const strip = page.locator(".since-slip");
	const more = strip.getByRole("button", { name: /^\d more$/ });
	const last = strip.getByRole("listitem").last();
	await expect(last).not.toBeInViewport();
	const { height: before } = (await strip.boundingBox())!;
	await more.click();
	await expect(last).toBeInViewport({ ratio: 1 });
	await strip.getByRole("button", { name: "less" }).click();
	await expect(more).toBeVisible();
	expect((await strip.boundingBox())!.height).toBe(before);
});

test("on a phone that lies on its side a button leads to the choices below", async ({ visitor, cabinet }) => {
	const page = await visitor({ viewport: { width: 844, height: 390 } });
	const fits = (v: Record<string, unknown>) => v.phase === "actions" && v.actions === 2;
	await sitAt(page, cabinet.kept({ ...broadhorns, options: [...broadhorns.options] }, "mid", { at: 0.3, fits }));
	const abandon = page.locator(".panel").getByRole("button", { name: "Abandon the expedition" });
	const below = page.getByRole("button", { name: "more below" });
	await expect(abandon).not.toBeInViewport({ ratio: 1 });
	await below.click();
	await expect(abandon).toBeInViewport({ ratio: 1 });
});
