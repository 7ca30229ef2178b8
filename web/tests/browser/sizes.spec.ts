// Every board at thirteen sizes, from a small phone to a large screen, by day and by night.
import type { Page } from "@playwright/test";
import { handOf, type RailsView } from "../../src/boards/rails/pieces";
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
	[1200, 800],
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
	{
		what: "Rails with a hand of four cards",
		table: (from) =>
			from.kept(rails, "mid", { at: 0, fits: (v) => handOf(v as unknown as RailsView, 0).length === 4 }),
		does: (page) => expect(page.locator(".hand .tc")).toHaveCount(4),
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
	test(`${what}: room for everything at thirteen sizes, day and night`, async ({ visitor, cabinet }) => {
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

for (const [width, height] of [
	[844, 390],
	[390, 844],
] as const)
	test(`rails: what a delivery brings is named once, with its sum in sight, at ${width}x${height}`, async ({
		visitor,
		cabinet,
	}) => {
		const page = await visitor({ viewport: { width, height } });
		await sitAt(page, cabinet.kept(rails, "mid", { at: 0.6, fits: (v) => v.phase === "deliver" }));
		const turn = page.locator(".tray .page");
		await expect(turn.locator(".say")).toHaveText(/^Deliver \w+ to \w+/);
		const city = (await turn.locator(".say").innerText()).replace(/.* to (.*)\?/, "$1");
		expect((await turn.innerText()).split(city)).toHaveLength(2);
		await expect(turn.locator(".sum")).toBeInViewport({ ratio: 1 });
	});

test("rails: all companies with their loans and all achievements are in sight at 1440x900", async ({
	visitor,
	cabinet,
}) => {
	const page = await visitor();
	await sitAt(page, cabinet.kept(rails, "mid", { at: 0.6, fits: (v) => v.phase === "deliver" }));
	const rows = page.locator(".players .pl");
	await expect(rows.filter({ hasText: "1 loan" })).not.toHaveCount(0);
	const heights = await rows.evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().height)));
	expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(3);
	await expect(page.locator(".players .goal").last()).toBeInViewport({ ratio: 1 });
	await expect(page.locator(".players").getByText("more below")).toHaveCount(0);
});

test("queen: the darts of a push lie beside the ship that is pushed", async ({ visitor, cabinet }) => {
	const page = await visitor();
	const fits = (v: Record<string, unknown>) => v.phase === "push";
	await sitAt(page, cabinet.kept({ game: "queen", players: 5 }, "mid", { at: 0.1, fits }));
	const darts = page.locator(".dart[role=button] path");
	await expect(darts).not.toHaveCount(0);
	const near = await darts.evaluateAll((all) => {
		const ship = document.querySelector(".pushed-rim")!.getBoundingClientRect();
		const middle = (r: DOMRect) => [(r.left + r.right) / 2, (r.top + r.bottom) / 2] as const;
		const [x, y] = middle(ship);
		return Math.min(
			...all.map((e) => {
				const [dx, dy] = middle(e.getBoundingClientRect());
				return Math.hypot(dx - x, dy - y) / ship.width;
			}),
		);
	});
	expect(near).toBeGreaterThan(0.75);
});

test("queen: what to do stands in the tray of a small desk, and beside the board of a phone on its side", async ({
	visitor,
	cabinet,
}) => {
	const page = await visitor({ viewport: { width: 1024, height: 768 } });
	await sitAt(page, cabinet.kept({ game: "queen", players: 4 }, "mid", { at: 0.5, fits: at("speed").fits }));
	await expect(page.locator(".say")).toHaveText("Where to, Captain?");
	expect((await page.locator(".say").boundingBox())!.height).toBeLessThan(30); // one line
	await page.setViewportSize({ width: 844, height: 390 });
	await expect(page.locator(".t-course")).toHaveText(/pick a hex/, { useInnerText: true });
});

test("a phone on its side: every game can be begun and learnt without scrolling", async ({ visitor }) => {
	for (const [path, buttons] of [
		["/", "article .bts :is(button, a)"],
		["/#/learn", ".games .btn"],
	] as const) {
		const page = await visitor({ viewport: { width: 844, height: 390 }, path });
		await expect(page.locator(buttons).last()).toBeVisible();
		const low = await page
			.locator(buttons)
			.evaluateAll((all) => Math.max(...all.map((e) => e.getBoundingClientRect().bottom)));
		expect(low).toBeLessThanOrEqual(390);
		await page.context().close();
	}
});

test("a small desk: the way on is in sight beside a lesson, and below what a new table asks", async ({ visitor }) => {
	const small = { viewport: { width: 1024, height: 768 } };
	const lesson = await visitor({ ...small, path: "/#/learn/broadhorns" });
	await expect(lesson.locator(".coach")).toBeVisible();
	await lesson
		.getByRole("button", { name: /^Fit out/ })
		.last()
		.click({ trial: true });
	const setup = await visitor({ ...small, path: "/" });
	await setup.getByRole("button", { name: "With friends" }).first().click();
	await expect(setup.getByRole("button", { name: "Make the table" })).toBeInViewport({ ratio: 1 });
});

/** In the page: whether what lies in this box stands in full rows. */
const fullRows = (box: Element): boolean => {
	const feet = new Map<number, number>();
	for (const e of box.children) {
		const { top, bottom, right } = e.getBoundingClientRect();
		const row = Math.round((top + bottom) / 2 / 8);
		if (e.clientHeight > 1) feet.set(row, Math.max(feet.get(row) ?? 0, right));
	}
	return Math.max(...feet.values()) - Math.min(...feet.values()) < 3;
};
for (const [game, least, most] of [
	["queen", 3, 5],
	["broadhorns", 2, 4],
	["rails", 1, 4],
] as const)
	test(`${game}: the end counts any number of players in full rows`, async ({ visitor, cabinet }) => {
		const wrong: string[] = [];
		for (let players = least; players <= most; players++) {
			const page = await visitor();
			await sitAt(page, cabinet.kept({ game, players }, "end"));
			const end = page.getByRole("dialog", { name: "The end of the game" });
			for (const [width, height] of [
				[1440, 900],
				[1024, 768],
				[820, 1180],
				[768, 1024],
				[844, 390],
				[390, 844],
			] as const) {
				await page.setViewportSize({ width, height });
				await drawn(page);
				for (const part of [".count", ".ways"])
					if (!(await end.locator(part).evaluate(fullRows)))
						wrong.push(`${players} at ${width}x${height}: ${part}`);
			}
			await page.context().close();
		}
		expect(wrong).toEqual([]);
	});
