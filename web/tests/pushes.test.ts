// Mississippi Queen: the table makes a step by itself where there is no other, also one onto the hex of another ship. Then the position of the table, without a draft,
// is one in which a ship is to be pushed.
import { expect, test, vi } from "vitest";
import type { FromTable, Line } from "../src/table/messages";
import { muddy, tableState } from "./state";

const { Draft } = await import("../src/boards/queen/draft.svelte");

const ship = (cell: number, heading: string, speed: number, coal: number) => ({
	...{ tile: 0, cell, heading, speed, coal, fate: "racing", left: 0, reached: 0, boarded: [] },
});
const river = {
	...{ game: "queen", rules: 1, eyes: 0, players: 3, ending: "goes on" },
	options: { mode: "passengers", facing: "river", first_round: "start", stragglers: "stay", rounds: 100 },
	...{
		order: [0, 1, 2],
		at: 0,
		laid: 2,
		first: 0,
		platform: null,
		tile: [0, 9],
		heading: ["N", "N"],
		waiting: [0, 0],
	},
	...{ cusp: "left", round: 1, turn: 1 },
};
/** The first of two pushes of one turn. */
const first = {
	...{ ...river, phase: "push", points: 3, turns: 3, pushed: 1, trailed: 3, trail: [2, 3, 9] },
	ship: [ship(9, "NE", 5, 1), ship(9, "N", 1, 6), ship(5, "N", 1, 6)],
};
/** The ship that was pushed is in the way again: the table has turned and stepped onto its hex. */
const second = {
	...{ ...river, phase: "push", points: 1, turns: 4, pushed: 1, trailed: 4, trail: [2, 3, 9, 14] },
	ship: [ship(14, "N", 5, 0), ship(14, "SW", 1, 6), ship(5, "N", 1, 6)],
};
const madeByTable = ["left", "ahead"].map(
	(text, i): Line => ({ seq: 9 + i, kind: "move", by: "server", seat: 0, ply: 9 + i, text }) as Line,
);
/** Our next turn. */
const next = {
	...{ ...river, phase: "speed", points: 0, turns: 0, pushed: 0, trailed: 0, trail: [], round: 2, turn: 4 },
	ship: [ship(14, "N", 5, 0), ship(9, "N", 1, 6), ship(5, "N", 1, 6)],
};

async function at(view: object) {
	const { source, table } = tableState();
	const draft = new Draft(table);
	table.eyes = 0;
	await vi.waitFor(() => expect(draft.box).not.toBeNull());
	/** The table says how it stands, in answer to what was said last. */
	function tell(now: object, place: number, ply: number, log: Line[] = []): void {
		muddy.line(`view ${JSON.stringify(now)}`);
		const game = {
			view: now,
			legal: muddy.line("legal"),
			place,
			ply,
			seq: place,
			log,
			toMove: 0,
			status: "running",
		};
		source.heard({ type: "game", key: source.said.at(-1)?.key, ...game } as unknown as FromTable);
		draft.follow();
	}
	const plans = async () => {
		await vi.waitFor(() => expect(draft.ends.size).toBeGreaterThan(0));
		return [...draft.ends.values()].flatMap((e) => e.plans);
	};
	tell(view, 7, 7);
	return { source, draft, tell, plans };
}

test("a course with two pushes goes on, also where the table itself steps onto the hex of the second ship", async () => {
	const { source, draft, tell, plans } = await at(first);
	const course = ["push N", "left", "ahead", "push NW", "end"];
	await draft.choose((await plans()).find((p) => p.moves.join() === course.join())!);
	const sent = draft.steam();
	for (let i = 0; i < 100 && source.said.length === 0; i++) {
		tell(first, 7, 7); // something else is said meanwhile
		await Promise.resolve();
	}
	await vi.waitFor(() => expect(source.said).toMatchObject([{ type: "play", moves: ["push N"], place: 7 }]));
	tell(second, 10, 11, madeByTable);
	await sent;
	await vi.waitFor(() =>
		expect(source.said.slice(1)).toMatchObject([{ type: "play", moves: ["push NW"], place: 10 }]),
	);
});

test("a course that was only a push is forgotten when the table has moved on", async () => {
	const { source, draft, tell, plans } = await at(second);
	await draft.choose((await plans()).find((p) => p.moves.join() === "push NW,end")!);
	expect(draft.ready).toBe(true);
	const sent = draft.steam();
	await vi.waitFor(() => expect(source.said).toMatchObject([{ type: "play", moves: ["push NW"], place: 7 }]));
	tell(next, 20, 20);
	await sent;
	expect(draft.chosen).toBeNull();
	expect(draft.ready).toBe(false);
});
