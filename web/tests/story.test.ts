// The log as rounds and turns.
import { describe, expect, test } from "vitest";
import type { Event, Line } from "../src/table/messages";
import { roman, roundsOf, tellOf } from "../src/table/story";

const event = (what: string, seat: number | null = null, n = 0): Event => ({
	what,
	seat,
	thing: 0,
	place: 0,
	n,
	rule: "Q1",
	words: `${what}.`,
});
let seq = 0;
const move = (ply: number, ...said: Event[]): Line => ({
	seq: ++seq,
	ply,
	at: 0,
	kind: "move",
	seat: 0,
	by: "player",
	text: "",
	said,
});
const other = (kind: Line["kind"], text: string): Line => ({ seq: ++seq, at: 0, kind, seat: 0, by: "player", text });

describe("story", () => {
	test("rounds hold turns, and turns their steps", () => {
		const rounds = roundsOf(
			[
				move(0, event("laid")),
				move(1, event("round", null, 1), event("turn", 0)),
				move(2, event("speed", 0, 3)),
				other("chat", "hello"),
				move(3, event("ahead", 0), event("turn", 1)),
				move(4, event("speed", 1, 1), event("round", null, 2), event("turn", 1)),
			],
			() => 1,
		);
		expect(rounds.map((r) => r.n)).toEqual([0, 1, 2]);
		expect(rounds[1]!.turns.map((t) => [t.seat, t.note, t.steps.map((s) => s.event?.what)])).toEqual([
			[0, false, ["speed", "ahead"]],
			[0, true, [undefined]],
			[1, false, ["speed"]],
		]);
		expect(tellOf("turn", rounds[1]!.turns[0]!.events)).toBe("story turn turn/0/0/0/0 speed/0/0/0/3 ahead/0/0/0/0");
	});
	test("what was taken back is no part of it", () => {
		const rounds = roundsOf(
			[
				move(0, event("round", null, 1), event("turn", 0)),
				move(1, event("speed", 0, 3)),
				other("undo", "1"),
				move(1, event("speed", 0, 4)),
			],
			() => 1,
		);
		expect(rounds[0]!.turns[0]!.events.map((e) => e.n)).toEqual([0, 4]);
	});
	test("a season is a heading of the round that it came in", () => {
		const rounds = roundsOf(
			[
				move(0, event("round", null, 1), event("turn", 0), event("season", 0, 0)),
				move(1, event("round", null, 2), event("turn", 0), event("season", 0, 1), event("season", 0, 1)),
			],
			() => 1,
		);
		expect(rounds.map((r) => r.season)).toEqual([undefined, 1]);
	});
	test("Roman numbers", () => {
		expect([1, 4, 9, 14, 23, 40, 99].map(roman)).toEqual(["I", "IV", "IX", "XIV", "XXIII", "XL", "XCIX"]);
	});
});
