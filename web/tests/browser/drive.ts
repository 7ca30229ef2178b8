// Plays whatever table is on the screen. It knows no rule: it takes what the page offers, on the board before the tray, by mouse, by keys alone,
// or by finger.
import type { Page } from "@playwright/test";
import type { GameName } from "../../src/table/messages";

export type Way = "click" | "keys" | "touch";

/** Things that can be pressed. Of those that are there one is taken by lot, from the first kind of which there are any. */
interface Offer {
	things: string;
	/** A kind that is passed over, so many times in a hundred: otherwise some things would always, and others never be done. */
	skip?: number;
	/** The key by which the focus gets there from anywhere; else it takes Tab, unless the thing names its key itself. */
	leads?: string;
}

/** The button of the next person on a hot seat. */
export const TAKES_OVER = ".middle .hand .go";

/** At every table: a question about what would be lost, the next person on a hot seat, and the teacher of a lesson. */
const ANYWHERE: Offer[] = [
	{ things: "dialog .yes" },
	{ things: TAKES_OVER },
	{ things: ".coach .ways:not(:has(a[href$='/learn'])) .go" },
];

const offers: Record<GameName, Offer[]> = {
	queen: [
		{ things: ".facing.big, .t-face .facing" },
		{ things: ".t-go .go:not(.waiting)" },
		{ things: ".reach[tabindex='0']", leads: "ArrowDown" },
		{ things: ".reach", leads: "ArrowDown" },
		{ things: ".dart[role=button]" },
		{ things: ".by-hand:not(.no)" },
		{ things: ".spd button:not(.no)" },
	],
	broadhorns: [
		// The river, the towns, the market, the boat, the hand, the ship. What would take something back is not among it.
		{
			things: ".board .space.can, .market .cell.can, .louis.can, .sells.can, .lies.can, .barrel.can:not(.leaving), .card.use:not(.aboard), .quay .pick",
			skip: 20,
		},
		{ things: ".panel .row:not(.on):not(.quiet), .panel .sail", skip: 20 },
		{ things: ".panel footer .go, .tray .go" },
		{ things: ".panel .row:not(.on):not(.quiet), .panel .sail" },
		{ things: ".panel footer .aside, .tray .aside" },
		// On a phone the river may move under the finger: a tap on somebody's boat opens its sheet in the place of the move.
		{ things: ".sheet-tabs button:first-child:not(.on)" },
	],
	rails: [
		{ things: ".company .ab.can:not(.on)", skip: 60 },
		{ things: ".ends .go" },
		{ things: ".ship-slip .pick, .market .tc.can", skip: 30 },
		{ things: ".hits .hit.can", leads: "m", skip: 10 },
		{ things: ".choices .chip:not(.on):not(.plain)", skip: 10 },
		{ things: ".ends .btn:not(:has(use[href='#i-undo']))" },
		{ things: ".hits .hit.can", leads: "m" },
		{ things: ".choices .chip:not(.on):not(.plain)" },
	],
};

/** Things in a row that change nothing: each waits for one that is slow, so that this is far more than any of them takes. */
const STUCK = 20;

interface Target {
	x: number;
	y: number;
	offer: number;
	words: string;
	/** As it stands on the thing. */ key: string | null;
}
interface Look {
	over: boolean;
	seen: string;
	game: string;
	refusal: string;
	target: Target | null;
}

/** In the page: waits for something to do that is not what was there before, and says where it is. */
async function look({
	offers,
	way,
	before,
	roll,
	wait,
}: {
	offers: Record<string, Offer[]>;
	way: Way;
	before: string;
	roll: number;
	wait: number;
}): Promise<Look> {
	const frame = () => new Promise(requestAnimationFrame);
	const began = performance.now();
	const text = (at: string) => document.querySelector(at)?.textContent ?? "";
	const seen = () =>
		[
			document.querySelector<HTMLInputElement>(".hist input")?.max,
			text(".tray"),
			text(".panel"),
			text(".middle .hand"),
			text(".coach"),
			text(".refusal"),
			text(".chips"),
			...[...document.querySelectorAll("[aria-pressed=true], .reach.on")].map(
				(e) => e.getAttribute("aria-label") ?? e.textContent,
			),
		].join("|");
	const over = () => document.querySelector(".end[role=dialog]") !== null;
	/** A place of the thing where nothing lies on top of it. */
	function pointOn(e: Element): { x: number; y: number } | null {
		const r = e.getBoundingClientRect();
		if (r.width === 0 || r.height === 0) return null;
		for (const [fx, fy] of [
			[0.5, 0.5],
			[0.5, 0.28],
			[0.5, 0.72],
			[0.28, 0.5],
			[0.72, 0.5],
			[0.1, 0.5],
			[0.06, 0.9],
		] as const) {
			const x = r.left + r.width * fx;
			const y = r.top + r.height * fy;
			if (e.contains(document.elementFromPoint(x, y))) return { x, y };
		}
		return null;
	}
	const shown = (e: Element) => e.checkVisibility({ visibilityProperty: true }) && !e.matches(":disabled");
	while (!over() && seen() === before && performance.now() - began < wait) await frame();
	await frame();
	await frame();
	const game = document.querySelector(".table")?.getAttribute("data-game") ?? "";
	const say = (target: Target | null): Look => ({
		over: over(),
		seen: seen(),
		game,
		refusal: text(".refusal p"),
		target,
	});
	let dice = roll;
	const next = () => (dice = (dice * 48271) % 2147483647) / 2147483647;
	for (const [i, offer] of (offers[game] ?? []).entries()) {
		const all = [...document.querySelectorAll(offer.things)].filter(shown);
		if (all.length === 0 || next() * 100 < (offer.skip ?? 0)) continue;
		while (all.length > 0) {
			const [thing] = all.splice(Math.floor(next() * all.length), 1);
			const words = (thing!.getAttribute("aria-label") ?? thing!.textContent ?? "").trim();
			const key = thing!.querySelector("kbd")?.textContent ?? null;
			(globalThis as { driven?: Element }).driven = thing;
			if (way === "keys") return say({ x: 0, y: 0, offer: i, words, key });
			let at = pointOn(thing!);
			if (!at) {
				thing!.scrollIntoView({ block: "nearest", inline: "nearest" });
				await frame();
				at = pointOn(thing!);
			}
			if (at) return say({ ...at, offer: i, words, key });
		}
	}
	return say(null);
}

/** In the page: how many times Tab leads from the focus to the thing; below zero: with Shift. Null: not at all, or it is gone. */
function tabsTo(): number | null {
	const can = [
		...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]"),
	].filter((e) => e.tabIndex >= 0 && !e.matches(":disabled") && e.checkVisibility({ visibilityProperty: true }));
	const from = can.indexOf(document.activeElement as HTMLElement);
	const to = can.indexOf((globalThis as { driven?: Element }).driven as HTMLElement);
	return to < 0 ? null : to - from;
}
const there = () => document.activeElement === (globalThis as { driven?: Element }).driven;

export class Driver {
	/** What was done, for the message when it fails. */
	readonly done: string[] = [];
	/** How often each kind of thing was pressed. */
	readonly pressed = new Map<string, number>();
	/** What was refused. */
	readonly refused: string[] = [];
	private seen = "";
	private roll: number;
	/** How many things in a row have changed nothing. */
	private idle = 0;

	constructor(
		readonly page: Page,
		readonly way: Way,
		seed = 1,
		/** Which of the offers above it never takes. */
		private readonly leaves: readonly string[] = [],
	) {
		this.roll = (seed * 7919) % 2147483647 || 1;
	}

	/** Does one thing, if there is one to do within some time; over: the end of the game is on the screen. */
	async step(wait = 1500): Promise<"did" | "waited" | "over"> {
		this.roll = (this.roll * 16807) % 2147483647;
		const all = Object.fromEntries(
			Object.entries(offers).map(([game, list]) => [
				game,
				[...ANYWHERE, ...list].filter(({ things }) => !this.leaves.includes(things)),
			]),
		);
		const found = await this.page.evaluate(look, {
			offers: all,
			way: this.way,
			before: this.seen,
			roll: this.roll,
			wait,
		});
		this.idle = found.seen === this.seen ? this.idle + 1 : 0;
		this.seen = found.seen;
		if (found.over) return "over";
		if (found.refusal) {
			this.refused.push(`${found.refusal} (after ${this.done.at(-1)})`);
			await this.page.keyboard.press("Escape");
		}
		if (!found.target) return "waited";
		const { offer, words, x, y, key } = found.target;
		const what = all[found.game]![offer]!;
		this.done.push(words);
		this.pressed.set(what.things, (this.pressed.get(what.things) ?? 0) + 1);
		if (this.way === "click") await this.page.mouse.click(x, y);
		else if (this.way === "touch") await this.page.touchscreen.tap(x, y);
		else await this.type(what, key);
		return "did";
	}

	private async type(what: Offer, key: string | null): Promise<void> {
		const { keyboard } = this.page;
		if (key) {
			await keyboard.press(key.length === 1 ? key.toLowerCase() : key);
			return;
		}
		if (what.leads && !(await this.page.evaluate(there))) {
			await keyboard.press(what.leads);
			if (await this.page.evaluate((things) => document.activeElement!.matches(things), what.things)) {
				await keyboard.press("Enter");
				return;
			}
		}
		for (let tries = 0; tries < 2 && !(await this.page.evaluate(there)); tries++) {
			const tabs = await this.page.evaluate(tabsTo);
			if (tabs === null) return;
			for (let i = 0; i < Math.abs(tabs); i++) await keyboard.press(tabs > 0 ? "Tab" : "Shift+Tab");
		}
		// What is looked at on the way may change what can be reached: then one by one.
		for (let i = 0; i < 200 && !(await this.page.evaluate(there)); i++) await keyboard.press("Tab");
		// Space is always the control's own; Enter is the primary button's unless a key has just led here.
		if (await this.page.evaluate(there)) await keyboard.press("Space");
	}

	/** To the end of the game, or until something is so. */
	async play(until: () => boolean | Promise<boolean> = () => false, limit = 170_000): Promise<void> {
		for (const end = Date.now() + limit; ;) {
			if ((await until()) || (await this.step()) === "over") return;
			if (Date.now() > end || this.idle >= STUCK)
				throw new Error(
					`the game does not end: after ${this.done.length} things the last were ${this.done.slice(-8).join("; ")}, and refused ${this.refused.slice(-3).join("; ") || "nothing"}; the tray says ${await this.page.locator(".tray").innerText()}`,
				);
		}
	}
}

/** Plays to the end of the game; the driver tells what was done. */
export async function playOut(page: Page, way: Way, seed = 1, limit?: number): Promise<Driver> {
	const driver = new Driver(page, way, seed);
	await driver.play(undefined, limit);
	return driver;
}
