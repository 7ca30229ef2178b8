// Mississippi Queen: whoever comes from the last place to the first has two turns in a row. Nothing happens between them that could not be taken back, and yet the
// turn is sent when it is ordered.
import { expect, test, vi } from "vitest";
import type { Game } from "../src/table/messages";
import { muddy, tableState } from "./state";

const { Draft } = await import("../src/boards/queen/draft.svelte");

const ship = (tile: number, cell: number, heading: string, speed: number, coal: number) => ({
	...{ tile, cell, heading, speed, coal, fate: "racing", left: 0, reached: 0, boarded: [] },
});
const view = {
	...{ game: "queen", rules: 1, eyes: 0, players: 3, phase: "speed", ending: "goes on", round: 2, turn: 6 },
	options: { mode: "passengers", facing: "river", first_round: "start", stragglers: "stay", rounds: 100 },
	...{ order: [2, 1, 0], at: 2, laid: 3, first: 0, platform: null, tile: [0, 1, 8], heading: ["N", "N", "NW"] },
	...{ waiting: [0, 1, 1], cusp: "left", points: 0, turns: 0, pushed: 0, trailed: 0, trail: [] },
	ship: [ship(0, 14, "NE", 2, 6), ship(0, 12, "N", 1, 0), ship(1, 2, "N", 2, 3)],
};
const COURSE = ["speed 3", "left", "ahead", "ahead", "ahead", "end"];

/** It is our turn, and it is the last one of the round. */
function ours() {
	const { source, table } = tableState();
	muddy.line(`view ${JSON.stringify(view)}`);
	const legal = muddy.line("legal");
	table.eyes = 0;
	table.game = { view, legal, place: 7, ply: 9, toMove: 0, status: "running", log: [] } as unknown as Game;
	return { source, table };
}

test("a course that goes on in this turn is laid out, one that ends it is sent", async () => {
	const { source, table } = ours();
	await table.choose(...COURSE.slice(0, -1));
	expect(table.drafted).toEqual(COURSE.slice(0, -1));
	expect(source.said).toEqual([]);
	void table.choose("end");
	await vi.waitFor(() => expect(source.said).toMatchObject([{ type: "play", moves: COURSE, place: 7 }]));
});

test("full steam sends such a turn, chosen or steered by hand", async () => {
	for (const byHand of [false, true]) {
		const { source, table } = ours();
		const draft = new Draft(table);
		await vi.waitFor(() => expect(draft.box).not.toBeNull());
		draft.follow();
		await vi.waitFor(() => expect(draft.ends.size).toBeGreaterThan(0));
		if (byHand) {
			await draft.setSpeed(3);
			for (const order of COURSE.slice(1, -1)) await draft.order(order);
		} else {
			const all = [...draft.ends.values()].flatMap((e) => e.plans);
			await draft.choose(all.find((p) => p.moves.join() === COURSE.join())!);
		}
		expect(draft.ready).toBe(true);
		void draft.steam();
		await vi.waitFor(() => expect(source.said).toMatchObject([{ type: "play", moves: COURSE, place: 7 }]));
	}
});
