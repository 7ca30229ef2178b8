// What is kept of games that have ended, and what Play now remembers.
import { beforeEach, expect, test, vi } from "vitest";
import type { Game, Match } from "../src/table/messages";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
	getItem: (k: string) => stored.get(k) ?? null,
	setItem: (k: string, v: string) => stored.set(k, v),
});
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("location", { hash: "", pathname: "/" });
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("document", { addEventListener: () => {} });
vi.stubGlobal("Worker", class {});
const { keepResult, replayOf, resultOf, results, tallies } = await import("../src/table/results");
const { playOf, remember } = await import("../src/table/start");

const match = (id: string, ...levels: string[]) =>
	({
		matchID: id,
		gameName: "queen",
		players: [
			{ id: 0, name: "Ann", kind: "person" },
			...levels.map((level, i) => ({ id: i + 1, name: "", kind: "bot", level })),
		],
	}) as unknown as Match;
const over = (...places: number[]) => ({ over: { places, scores: places.map((p) => 10 - p) } }) as unknown as Game;
beforeEach(() => stored.clear());

test("a game that has ended is kept once, with names, places and the way to look at it again", () => {
	const result = resultOf(match("a", "easy", "hard"), over(2, 1, 3), [0], false, 5)!;
	keepResult(result);
	keepResult({ ...result, at: 9 });
	expect(results()).toEqual([result]);
	expect(result.seats.map((s) => [s.level, s.place, s.score])).toEqual([
		["", 2, 8],
		["easy", 1, 9],
		["hard", 3, 7],
	]);
	expect(result.seats[0]!.name).toBe("Ann");
	expect(replayOf(result)).toBeNull();
	stored.set("bigmuddy.table.a", "{}");
	expect(replayOf(result)).toBe("./#/replay/local/a");
	expect(resultOf(match("b"), {} as Game, [0], false, 5)).toBeNull();
});

test("wins are counted by game and by the strongest bot; a shared screen counts for nobody", () => {
	keepResult(resultOf(match("a", "easy", "hard"), over(1, 2, 3), [0], false, 1));
	keepResult(resultOf(match("b", "hard", "easy"), over(2, 1, 3), [0], false, 2));
	keepResult(resultOf(match("c", "easy", "easy"), over(1, 2, 3), [0], false, 3));
	keepResult(resultOf(match("d", "easy"), over(1, 2), [0, 1], false, 4));
	expect(results().map((r) => r.id)).toEqual(["d", "c", "b", "a"]);
	expect(tallies(results(), ["easy", "medium", "hard"])).toEqual([
		{ game: "queen", level: "easy", won: 1, played: 1 },
		{ game: "queen", level: "hard", won: 1, played: 2 },
	]);
});

test("damaged storage is as good as none, and what does not fit goes from the old end", () => {
	stored.set("bigmuddy.results", '[{"id":5},null');
	expect(results()).toEqual([]);
	stored.set("bigmuddy.results", '[{"id":5},null]');
	expect(results()).toEqual([]);
	for (let i = 0; i < 405; i++) keepResult(resultOf(match(`g${i}`), over(1), [0], false, i));
	expect(results().length).toBe(400);
	expect(results()[0]!.id).toBe("g404");
});

test("Play now remembers what is offered, and nothing else", () => {
	expect(playOf("rails")).toEqual({ bots: 2, level: "medium", value: "on" });
	remember("rails", { bots: 0, level: "hard", value: "off" });
	expect(playOf("rails")).toEqual({ bots: 0, level: "hard", value: "off" });
	expect(playOf("queen").bots).toBe(3);
	remember("rails", { bots: 9, level: "godly", value: "maybe" });
	expect(playOf("rails")).toEqual({ bots: 2, level: "medium", value: "on" });
	expect(JSON.parse(stored.get("bigmuddy.settings")!).play.rails.bots).toBe(9);
});
