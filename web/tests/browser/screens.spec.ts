/// <reference types="node" />
// Every screen at every size: laid out well, and fit for everybody by the rules of axe.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import type { Kept } from "../../src/table/local";
import { tables, type Tables, type What } from "../pictures/tables.mjs";
import { faults } from "./layout";
import { expect, golden, linkTo, measured, nobodyIsYou, PHONE, test as base, titles } from "./kit";
import type { GameName } from "../../src/table/messages";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const test = base.extend<object, { cabinet: Tables }>({
	/** Tables of any game at any moment of it, the same ones every time. */
	cabinet: [
		async ({}, use) =>
			use(await tables(here("../.."), process.env.MUDDY_WASM ?? here("../../../build-wasm/web/wasm/muddy.wasm"))),
		{ scope: "worker" },
	],
});

const axeScript = readFileSync(here("../../node_modules/axe-core/axe.min.js"), "utf8");

interface Screen {
	what: string;
	/** The table that is opened; else an address. */
	table?: (from: Tables) => Kept;
	at?: string;
	/** More tables of this browser. */
	others?: (from: Tables) => Kept[];
	does?: (page: Page) => Promise<void>;
	board?: boolean;
}

const mid: Record<GameName, { at: number; fits: (v: Record<string, unknown>) => boolean }> = {
	queen: { at: 0.5, fits: (v) => v.phase === "speed" },
	broadhorns: { at: 0.55, fits: (v) => v.phase === "sell" },
	rails: { at: 0.6, fits: (v) => v.phase === "deliver" },
};
const full: Record<GameName, What> = {
	queen: { game: "queen", players: 5 },
	broadhorns: { game: "broadhorns", players: 4, options: ["freight=on", "rounds=10"] },
	rails: { game: "rails", players: 4 },
};
const small: Record<GameName, What> = {
	queen: { game: "queen", players: 3, options: ["mode=intro"] },
	broadhorns: { game: "broadhorns", players: 2, options: ["rounds=10"] },
	rails: { game: "rails", players: 1, options: ["freight=off"] },
};
const running = (from: Tables) => (Object.keys(full) as GameName[]).map((g) => from.kept(full[g], "mid", mid[g]));
const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const poster = (page: Page, game: GameName) =>
	page.locator("article", { has: page.getByRole("heading", { name: titles[game] }) });
const kept: Record<GameName, string> = {
	queen: linkTo(golden("queen-passengers-4-landed"), 60),
	broadhorns: linkTo(golden("broadhorns-port-4-won"), 60),
	rails: linkTo(golden("rails-on-4-won"), 60),
};

/** Something is chosen and not yet sent, so that all there is to say about it is on the screen. */
const chosen: Partial<Record<GameName, (page: Page) => Promise<void>>> = {
	queen: async (page) => {
		await page.locator(".reach").first().waitFor();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await page.locator(".tip").waitFor();
	},
	// The only delivery there is has been chosen already.
	rails: async (page) => {
		const on = page.locator(".choices .chip.on");
		const offer = page.locator(".choices .chip", { hasText: " to " });
		await on.or(offer).first().waitFor();
		if (!(await on.isVisible())) await offer.first().click();
		await on.waitFor();
	},
};

/** Two barrels are sold so fast that nobody has yet worked out what the second one brings: it stands there all the same. */
const soldAtOnce = async (page: Page) => {
	await page.locator(".panel .row").first().waitFor();
	await page.evaluate(
		() =>
			new Promise<void>((done) => {
				const press = (key: string) =>
					document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
				const watch = new MutationObserver(() => {
					if (!document.querySelector(".panel .row.on")) return;
					watch.disconnect();
					press("2");
					done();
				});
				watch.observe(document.body, { subtree: true, childList: true, attributes: true });
				press("1");
			}),
	);
	await expect(page.locator(".panel .row.on .v")).toHaveText([/^[+]/, /^[+]/]);
};

const screens: Screen[] = [
	{ what: "the first page", at: "/" },
	{ what: "the first page with games", at: "/", others: running },
	{ what: "the settings", at: "/", does: press("Settings") },
	{
		what: "the form for friends",
		at: "/",
		does: (page) => poster(page, "queen").getByRole("button", { name: "With friends" }).click(),
	},
	{
		what: "the form for a hot seat",
		at: "/",
		does: async (page) => {
			await poster(page, "rails").getByRole("button", { name: "Hot seat" }).click();
			await page.getByRole("dialog").locator("summary").click();
		},
	},
	{ what: "opening a replay", at: "/", does: press("Open a replay") },
	{
		what: "the waiting room",
		at: "/",
		does: async (page) => {
			await poster(page, "broadhorns").getByRole("button", { name: "With friends" }).click();
			await page.getByRole("button", { name: "Make the table" }).click();
			await page.getByRole("button", { name: "Start the game" }).waitFor();
		},
	},
	...(Object.keys(full) as GameName[]).flatMap((game): Screen[] => [
		{ what: `${game} at the start`, table: (from) => from.kept(full[game], "start"), board: true },
		{
			what: `${game} in the middle`,
			table: (from) => from.kept(full[game], "mid", mid[game]),
			board: true,
			does: chosen[game],
		},
		{
			what: `${game} at its smallest in the middle`,
			table: (from) => from.kept(small[game], "mid", mid[game]),
			board: true,
			does: game === "broadhorns" ? soldAtOnce : undefined,
		},
		{ what: `${game} at the end`, table: (from) => from.kept(full[game], "end") },
		{ what: `${game} as a replay`, at: kept[game], board: true, does: nobodyIsYou },
		{ what: `the first game of ${game}`, at: `/#/learn/${game}` },
		{ what: `the rules of ${game}`, at: `/#/rules/${game}` },
	]),
	{ what: "the hand-over", table: (from) => from.kept({ ...small.broadhorns, people: 2 }, "mid", { seat: 1 }) },
	{ what: "sharing", at: kept.rails, does: press(/Share/) },
	{ what: "playing on", at: kept.rails, does: press(/Play on/) },
	{ what: "a damaged link", at: "/#r=!!!" },
	{ what: "a table that is not there", at: "/#/play/nothing" },
	{ what: "a table of the server that is not there", at: "/t/abcdefgh" },
	...(Object.keys(full) as GameName[]).map((game): Screen => ({
		what: `help at the table of ${game}`,
		table: (from) => from.kept(full[game], "mid", mid[game]),
		does: async (page) => {
			await page.keyboard.press("?");
			await page.getByRole("dialog", { name: "What now?" }).locator("article").first().waitFor();
		},
	})),
	{
		what: "the keys",
		table: (from) => from.kept(full.queen, "mid", mid.queen),
		does: async (page) => {
			await page.keyboard.press("?");
			await page.getByRole("button", { name: "All keys" }).click();
		},
	},
	{
		what: "the board as text",
		table: (from) => from.kept(full.rails, "mid", mid.rails),
		does: (page) => page.keyboard.press("t"),
	},
	{
		what: "a refusal",
		table: (from) => from.kept(full.queen, "mid", mid.queen),
		does: (page) => page.keyboard.press("ArrowUp"),
	},
	{
		what: "a question before something is lost",
		table: (from) =>
			from.kept(full.broadhorns, "mid", { at: 0.3, fits: (v) => v.phase === "actions" && v.actions === 2 }),
		does: async (page) => {
			await press(/Abandon the expedition/)(page);
			await page.getByRole("dialog", { name: "Abandon the expedition?" }).waitFor();
		},
	},
	...(Object.keys(full) as GameName[]).flatMap((game): Screen[] => [
		{
			what: `a hint of ${game}`,
			table: (from) => from.kept(full[game], "mid", mid[game]),
			does: async (page) => {
				await page.getByRole("button", { name: /^Hint/ }).click();
				await page.locator(".hint .btn.go").first().waitFor();
			},
		},
		{
			what: `a puzzle of ${game}`,
			at: `/#/puzzle/${game}`,
			does: (page) => page.getByRole("region", { name: "The puzzle" }).waitFor(),
		},
	]),
	{
		what: "a review",
		at: linkTo(golden("queen-passengers-3-round-cap")).replace("#r=", "#v="),
		does: async (page) => {
			const judged = page.getByRole("status").filter({ hasText: /all \d+ moves judged/ });
			await judged.first().waitFor({ state: "attached", timeout: 150_000 });
		},
	},
	{
		what: "what happened since the last turn",
		table: (from) => from.kept(full.queen, "mid", mid.queen),
		does: (page) => page.locator(".since-slip").waitFor(),
	},
	{ what: "the river of the day", at: "/#/day", does: (page) => page.locator("article").first().waitFor() },
	{ what: "the lessons", at: "/#/learn" },
	{ what: "the rules", at: "/#/rules" },
];

/** What axe finds: on the slip that lies on top, if there is one, for what is below it is a screen of its own. */
async function barriers(page: Page): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeScript);
	const look = async () => {
		interface Found {
			violations: {
				id: string;
				impact: string;
				help: string;
				nodes: { target: unknown[]; failureSummary?: string }[];
			}[];
		}
		const { axe } = globalThis as unknown as {
			axe: { run: (where: Document | Element, how: object) => Promise<Found> };
		};
		const { violations } = await axe.run(
			document.querySelector("dialog[open], [role=dialog], .refusal") ?? document,
			{ resultTypes: ["violations"], preload: false }, // what it would load is asked for by no rule but that of sounds
		);
		return violations.flatMap((v) =>
			v.nodes.map(
				(n) =>
					`${v.id}: ${n.target.join(" ")}: ${(n.failureSummary ?? v.help).split("\n").slice(1, 2).join("").trim()}`,
			),
		);
	};
	return measured(page, look, null);
}

async function open(page: Page, screen: Screen, from: Tables): Promise<void> {
	const table = screen.table?.(from);
	const stored = [...(table ? [table] : []), ...(screen.others?.(from) ?? [])];
	await page.addInitScript((all) => {
		localStorage.setItem(
			"bigmuddy.settings",
			JSON.stringify({ theme: "auto", name: "Captain Marlowe", motion: 0, sound: false, level: "easy" }),
		);
		for (const t of all)
			localStorage.setItem(`bigmuddy.table.${t.id}`, JSON.stringify({ ...t, changed: Date.now() - 240_000 }));
	}, stored);
	await page.goto(table ? `/#/play/${table.id}` : screen.at!);
	await page.locator(".table .tray, .home .posters, main").first().waitFor();
	await screen.does?.(page);
	await page.evaluate(() => document.fonts.ready);
	await settled(page);
}

/** A tablet that stands, and a phone that lies on its side. */
const BETWEEN = [
	[820, 1180],
	[844, 390],
] as const;

/** Until nothing changes any more, for a moment. */
const settled = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<void>((done) => {
				let timer = setTimeout(finish, 250);
				// A machine that is busy has not drawn a new size yet, and changes nothing before it does.
				const frame = new Promise<void>((drawn) =>
					requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))),
				);
				const watch = new MutationObserver(() => {
					clearTimeout(timer);
					timer = setTimeout(finish, 250);
				});
				function finish(): void {
					void frame.then(() => {
						watch.disconnect();
						done();
					});
				}
				watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
			}),
	);

for (const screen of screens)
	test(`${screen.what}: laid out well at every size, day and night`, async ({ visitor, cabinet, watch }) => {
		watch.expect(/status of 404/);
		const wrong: string[] = [];
		const note = (where: string, found: string[]) => wrong.push(...found.map((f) => `${where}: ${f}`));
		/** What a board has of the screen, when what lay on it until the first choice was closed. */
		const roomFor = async (on: Page, where: string, board: number, touch = false) => {
			if (!screen.board) return;
			const close = on.locator(".since-slip").getByRole("button", { name: "Close" });
			if (await close.isVisible()) {
				await close.click();
				await settled(on);
			}
			note(where, await measured(on, faults, { touch, board }));
		};
		const page = await visitor({ viewport: { width: 1440, height: 900 } });
		await open(page, screen, cabinet);
		note("1440", await measured(page, faults, { touch: false, board: 0 }));
		note("1440", await barriers(page));
		await roomFor(page, "1440", 0.38);
		await page.setViewportSize({ width: 1024, height: 768 });
		await page.evaluate(() => (document.documentElement.dataset.theme = "night"));
		await settled(page);
		note("1024 by night", await measured(page, faults, { touch: false, board: screen.board ? 0.35 : 0 }));
		note("1024 by night", await barriers(page));
		for (const [width, height] of BETWEEN) {
			await page.setViewportSize({ width, height });
			await settled(page);
			const touch = (await page.locator(".table[data-room=narrow]:not(.mini)").count()) > 0;
			note(`${width}x${height}`, await measured(page, faults, { touch, board: 0 }));
			// A second is much for each of fifty screens: axe looks at one of these sizes.
			if (width > height) note(`${width}x${height} by night`, await barriers(page));
		}
		await page.context().close();
		const phone = await visitor({ ...PHONE, colorScheme: "dark" });
		await open(phone, screen, cabinet);
		note("390", await measured(phone, faults, { touch: true, board: 0 }));
		note("390 by night", await barriers(phone));
		await roomFor(phone, "390", 0.35, true);
		expect([...new Set(wrong)].join("\n")).toBe("");
	});

test("alone, the end counts the rival as it counts the player", async ({ visitor, cabinet }) => {
	const page = await visitor();
	await open(page, { what: "", table: (from) => from.kept(small.rails, "end") }, cabinet);
	const end = page.getByRole("dialog", { name: "The end of the game" });
	const rival = end.locator("section", { hasText: "The rival" });
	await expect(end.getByRole("heading", { level: 3 })).toHaveCount(2);
	await expect(rival.locator("tr")).toHaveText([/deliveries/, /stars/, /achievements/, /other cards/]);
	const total = (of: Locator) => of.locator("h3 .num").innerText().then(Number);
	const sum = async (of: Locator) =>
		(await of.locator("td.num").allInnerTexts()).reduce((all, n) => all + Number(n), 0);
	expect(await sum(rival)).toBe(await total(rival));
	const own = await total(end.locator("section", { hasText: "You" }));
	const won = own > (await total(rival));
	await expect(end.getByRole("heading", { level: 2 })).toHaveText(won ? "You win" : "The rival wins");
	await expect(end.locator("section").first()).toContainText(won ? "You" : "The rival");
	await rival.getByRole("link", { name: "R121" }).click();
	await expect(
		page.getByRole("dialog", { name: "What now?" }).getByRole("heading", { name: /Rule R121/ }),
	).toBeVisible();
});
