// Presses that come faster than the rules answer, as on a slow machine: none is lost, and none does what it was not meant for.
import { expect, test, vi } from "vitest";
import type { FromTable, View } from "../src/table/messages";
import { muddy, tableState } from "./state";

/** A game that was begun and played on, always by the first move, until this one is legal; and a table where it stands. */
function at(game: string, move: string) {
	muddy.line(`new ${game} seed=1 chance=auto`);
	for (let legal = muddy.line("legal"); !legal.includes(move); legal = muddy.line("legal"))
		muddy.line(`play ${legal[0]}`);
	const seat = Number(muddy.line("tomove")[0]);
	const view = JSON.parse(muddy.line(`view ${seat}`)[0]!) as View;
	const { source, table } = tableState();
	table.eyes = seat;
	function tell(now: View, place: number): void {
		muddy.line(`view ${JSON.stringify(now)}`);
		const legal = muddy.line("legal");
		const told = { view: now, legal, place, ply: place, seq: place, log: [], toMove: seat, status: "running" };
		source.heard({ type: "game", key: source.said.at(-1)?.key, ...told } as unknown as FromTable);
	}
	tell(view, 7);
	return { source, table, view, tell };
}

test("moves that are chosen at once are laid out one behind the other", async () => {
	const { source, table } = at("queen players=3", "speed 2");
	await Promise.all([table.choose("speed 2"), table.choose("ahead"), table.choose("ahead")]);
	expect(table.drafted).toEqual(["speed 2", "ahead", "ahead"]);
	await Promise.all([table.undo(), table.undo(), table.choose("left")]);
	expect(table.drafted).toEqual(["speed 2", "left"]);
	expect(table.refusal).toBeNull();
	expect(source.said).toEqual([]);
});

test("a press behind one that sends the turn does nothing in the next", async () => {
	const { source, table, view, tell } = at("queen players=3", "speed 1");
	const turn = ["speed 1", "ahead", "end"];
	const both = [table.choose(...turn), table.choose("speed 2"), table.undo()];
	await vi.waitFor(() => expect(source.said).toMatchObject([{ type: "play", moves: turn }]));
	const late = table.choose("speed 2");
	tell(view, 9);
	await Promise.all([...both, late]);
	expect(table.drafted).toEqual([]);
	expect(source.said).toHaveLength(1);
	await table.choose("speed 2");
	expect(table.drafted).toEqual(["speed 2"]);
});

test("a press behind one that is asked about does not answer the question", async () => {
	const { table } = at("broadhorns players=2", "abandon");
	await Promise.all([table.choose("abandon"), table.choose("move 1")]);
	expect(table.risk?.moves).toEqual(["abandon"]);
	expect(table.drafted).toEqual([]);
	await table.takeRisk();
	expect(table.drafted).toEqual(["abandon"]);
});

test("undo with nothing to take back says so, and asks nobody", async () => {
	const { source, table } = at("queen players=3", "speed 1");
	await table.undo();
	expect(table.refusal?.words).toBe("There is nothing to take back.");
	expect(source.said).toEqual([]);
	await table.choose("speed 1");
	await table.undo();
	expect(table.drafted).toEqual([]);
	expect(table.refusal).toBeNull();
});
