// The drawings of the rules: there are enough of them, the engine makes their positions, and what their captions say is so.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Muddy } from "../src/muddy/wasm";
import { parse } from "../src/pages/rules/parse";
import type { GameName } from "../src/table/messages";

let muddy: Muddy;
beforeAll(async () => {
	muddy = await Muddy.start(readFileSync(process.env.MUDDY_WASM ?? "../build-wasm/web/wasm/muddy.wasm"));
});
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.mock("../src/muddy/muddy", () => ({
	Engine: class {
		lines = (...lines: string[]) => Promise.resolve(lines.map((l) => muddy.line(l)));
	},
	rules: {},
}));

const entries = (game: GameName) => parse(readFileSync(`../docs/rules/${game}.md`, "utf8")).entries;

describe.each(["queen", "broadhorns", "rails"] as const)("%s", (game) => {
	test("at least eight drawings, of rules that exist, each at a place of its own", async () => {
		const { figuresOf } = await import("../src/pages/rules/figures/shelves");
		const all = await figuresOf[game]();
		expect(all.length).toBeGreaterThanOrEqual(8);
		for (const f of all) for (const id of f.rules) expect(entries(game).has(id), `${f.title} ${id}`).toBe(true);
		expect(new Set(all.map((f) => f.rules[0])).size).toBe(all.length);
		// they are numbered as they come when the page is read
		const places = [...entries(game).keys()];
		const order = all.map((f) => places.indexOf(f.rules[0]!));
		expect(order).toEqual([...order].sort((a, b) => a - b));
	});

	test("the engine makes every position", async () => {
		const { figuresOf } = await import("../src/pages/rules/figures/shelves");
		const { positionOf } = await import("../src/pages/rules/figures/position");
		for (const figure of await figuresOf[game]()) {
			const { view, seat, mover } = await positionOf(figure);
			expect(view.game, figure.title).toBe(game);
			expect(figure.seat ?? mover, figure.title).toBe(seat);
		}
	});
});

test("the courses of the river drawings are those that their captions tell of", async () => {
	const { figures } = await import("../src/pages/rules/figures/queen");
	const { positionOf } = await import("../src/pages/rules/figures/position");
	for (const f of figures.filter((f) => f.show)) {
		const { view, seat } = await positionOf(f);
		muddy.line(`view ${JSON.stringify(view)}`);
		const plan = muddy
			.line("plans")
			.map(
				(l) =>
					JSON.parse(l) as {
						moves: string[];
						missed: number;
						landed: number;
						passengers: number;
						coal: number;
					},
			)
			.find((p) => f.show!.every((m, i) => p.moves[i] === m));
		expect(plan, f.title).toBeDefined();
		expect(plan!.missed, f.title).toBe(f.title.startsWith("Too fast") ? 1 : 0);
		if (f.title.includes("boards by itself")) expect(plan!.passengers).toBe(1);
		if (f.title.startsWith("The landing")) expect(plan!.landed).toBe(1);
		if (f.title.startsWith("One turn")) expect(plan!.coal).toBe((view.ship as { coal: number }[])[seat]!.coal - 1);
	}
});
