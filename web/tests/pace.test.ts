// What the table says is told when the pieces have arrived.
import { beforeEach, expect, test, vi } from "vitest";
import type { Game } from "../src/table/messages";
import type { Moment, Motion } from "../src/table/pace.svelte";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (k: string) => stored.get(k) ?? null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
const heard: string[] = [];
vi.mock("../src/table/sound", () => ({ sound: (what: string) => heard.push(what) }));
const { Pace } = await import("../src/table/pace.svelte");
const { settings } = await import("../src/settings.svelte");

const event = { what: "landed", seat: 1, thing: 0, place: 0, n: 1, rule: "Q1", words: "Red lands." };
const game = (seq: number, said = [event]): Game =>
	({ type: "game", seq, view: { seq }, log: [{ seq, kind: "move", said }] }) as unknown as Game;

/** A board whose motion ends when the test says so. */
class Board {
	readonly begun: number[] = [];
	readonly ends: (() => void)[] = [];
	cleared = 0;
	great: Moment | null = null;
	perform = ({ seq }: Game): Motion => {
		this.begun.push(seq);
		return { ended: new Promise<void>((yes) => this.ends.push(yes)), end: () => this.cleared++ };
	};
	moment = () => this.great;
}
let board: Board;
let told: number[];
let pace: InstanceType<typeof Pace>;
const settled = () => new Promise((r) => setTimeout(r, 0));

beforeEach(() => {
	settings.motion = 1;
	vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
	board = new Board();
	told = [];
	heard.length = 0;
	pace = new Pace(
		(g) => told.push(g.seq),
		() => true,
	);
	pace.show = board;
	pace.hear(game(1));
});

test("the first look is told at once, and then nothing before its motion has ended", async () => {
	expect(told).toEqual([1]);
	pace.hear(game(2));
	pace.hear(game(3));
	await settled();
	expect([told, board.begun, pace.busy]).toEqual([[1], [2], true]);
	board.ends[0]!();
	await settled();
	expect([told, board.begun, board.cleared]).toEqual([[1, 2], [2, 3], 1]);
	board.ends[1]!();
	await settled();
	expect([told, pace.busy]).toEqual([[1, 2, 3], false]);
});

test("what has no motion waits for what has", async () => {
	pace.hear(game(2));
	pace.hear(game(3, []));
	expect(told).toEqual([1]);
	board.ends[0]!();
	await settled();
	expect([told, pace.busy]).toEqual([[1, 2, 3], false]);
});

test("a press tells everything at once, and late ends of motion change nothing", async () => {
	for (const seq of [2, 3, 4]) pace.hear(game(seq));
	pace.skip();
	expect([told, board.begun, pace.busy]).toEqual([[1, 2, 3, 4], [2], false]);
	board.ends[0]!();
	await settled();
	expect(told).toEqual([1, 2, 3, 4]);
});

test("a great moment has its while before the next message", async () => {
	vi.useFakeTimers();
	board.great = { kind: "landing", event };
	pace.hear(game(2));
	pace.hear(game(3));
	board.ends[0]!();
	await vi.advanceTimersByTimeAsync(499);
	expect([told, board.begun, pace.moment?.kind, pace.busy]).toEqual([[1, 2], [2], "landing", true]);
	await vi.advanceTimersByTimeAsync(1);
	expect(board.begun).toEqual([2, 3]);
	vi.useRealTimers();
});

test("who wants no motion gets none, nor who looks elsewhere, nor what was taken back", () => {
	settings.motion = 0;
	pace.hear(game(2));
	settings.motion = 1;
	vi.stubGlobal("document", { hidden: true });
	pace.hear(game(3));
	vi.stubGlobal("document", { hidden: false });
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	pace.hear(game(4));
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	const undone = game(5);
	undone.log.push({ ...undone.log[0]!, kind: "undo" });
	pace.hear(undone);
	expect([told, board.begun, pace.busy]).toEqual([[1, 2, 3, 4, 5], [], false]);
});

test("each great moment is heard", async () => {
	for (const [i, kind] of (["landing", "push", "sails", "contract", "season"] as const).entries()) {
		board.great = { kind, event };
		pace.hear(game(2 + i));
		pace.skip();
		settings.motion = 0; // also without motion
		pace.hear(game(10 + i));
		settings.motion = 1;
	}
	expect(heard).toEqual(["whistle", "thud", "horn", "ding", "chime"]);
});

test("at double speed a great moment takes half as long", async () => {
	vi.useFakeTimers();
	settings.motion = 0.5;
	board.great = { kind: "landing", event };
	pace.hear(game(2));
	board.ends[0]!();
	await vi.advanceTimersByTimeAsync(249);
	expect(pace.busy).toBe(true);
	await vi.advanceTimersByTimeAsync(1);
	expect(pace.busy).toBe(false);
	vi.useRealTimers();
});
