// The river of the day: dates follow on each other, days are counted, and the picture gives nothing away.
import { expect, test, vi } from "vitest";
import {
	botsInWords,
	dayAfter,
	isDate,
	monthOf,
	ordinal,
	partedIn,
	playedIn,
	running,
	today,
	untilNext,
} from "../src/day/days";
import { shareCard, shareWords } from "../src/day/share";
import type { Result } from "../src/table/results";

vi.stubGlobal("Worker", class {}); // nothing here asks the rules
const { partings } = await import("../src/day/duplicates");
const { barsOf, rankIn } = await import("../src/day/ranked");

test("a river has a date, everywhere the same", () => {
	expect(today(Date.UTC(2026, 10, 17, 23, 59))).toBe("2026-11-17");
	expect(dayAfter("2026-11-30", 1)).toBe("2026-12-01");
	expect(dayAfter("2024-03-01", -1)).toBe("2024-02-29");
	expect(isDate("2026-02-29")).toBe(false);
	expect(isDate("2026-11-17-k3fmx9aq")).toBe(false);
	expect(untilNext(Date.UTC(2026, 10, 17, 17, 2))).toBe("6 h 58 min");
	expect(untilNext(Date.UTC(2026, 10, 17, 23, 30))).toBe("30 min");
});

test("a month begins on its weekday", () => {
	const { lead, days } = monthOf("2026-11-17"); // the 1st was a Sunday
	expect([lead, days.length, days[0], days.at(-1)]).toEqual([6, 30, "2026-11-01", "2026-11-30"]);
});

const result = (deal: string | undefined, place: number, game: Result["game"] = "queen"): Result => ({
	id: `${deal}${game}`,
	game,
	at: 0,
	remote: false,
	seats: [
		{ name: "Ann", level: "", place, score: 1 },
		{ name: "Tom", level: "hard", place: 3 - place, score: 1 },
	],
	you: 0,
	...(deal !== undefined && { deal }),
});

test("what was played is counted by days, and one without a game ends the row", () => {
	const played = playedIn([
		result("2026-11-17", 1),
		result("2026-11-17", 2, "rails"),
		result("2026-11-16", 2),
		result("2026-11-14", 1),
		result("2026-11-13-k3fmx9aq", 1),
		result(undefined, 1),
	]);
	expect(played["2026-11-17"]).toEqual({ queen: "won", rails: "played" });
	expect(Object.keys(played)).toHaveLength(3);
	expect(running(played, "2026-11-17")).toBe(2);
	expect(running(played, "2026-11-18")).toBe(2);
	expect(running(played, "2026-11-19")).toBe(0);
});

test("bots are named by level, iterations and net", () => {
	expect(botsInWords("hard:240", "0123456789abcdef")).toBe("hard, 240 iterations, net 01234567");
});

test("places have their endings", () => {
	expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual(
		"1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th".split(" "),
	);
});

test("games of one deal part in the first round that differs", () => {
	const a = [[], ["x", "y"], ["z"]];
	expect(partedIn(a, [[], ["x", "y"], ["z"]])).toBe(null);
	expect(partedIn(a, [[], ["x", "q"], ["z"]])).toBe(1);
	expect(partedIn(a, [[], ["x", "y"]])).toBe(2);
});

test("the picture to share has places, words for who cannot see it, and nothing that could be markup", () => {
	const rows = [
		{ title: "<Queen>", place: { n: 2, of: 4 } },
		{ title: "Rails", place: null },
	];
	const svg = shareCard("17 November", rows, "x");
	expect(svg).toContain("2/4");
	expect(svg).toContain("to play");
	expect(svg).not.toContain("<Queen>");
	expect(shareWords("17 November", rows, "x")).toBe(
		"Big Muddy, river of 17 November\n<Queen>: 2/4\nRails: to play\nx",
	);
});

const outcome = (name: string, place: number, score: number, you = false) => ({
	name,
	place,
	score,
	...(you && { you }),
});

test("one's place on a server is shared with who did as well", () => {
	const all = [
		outcome("a", 1, 80),
		outcome("b", 2, 74, true),
		outcome("c", 2, 74),
		outcome("d", 1, 74),
		outcome("e", 3, 20),
	];
	expect(rankIn(all)).toEqual({ n: 3, of: 5 });
	expect(rankIn(all.map((r) => ({ ...r, you: false })))).toBe(null);
});

test("bars cover everybody once, and a race is counted by places", () => {
	const all = [outcome("a", 1, 93), outcome("b", 2, 74, true), outcome("c", 3, 38), outcome("d", 3, 31)];
	const bars = barsOf("broadhorns", all, 3);
	expect(bars.map((b) => b.label)[0]).toBe("30–39");
	expect(bars.reduce((n, b) => n + b.n, 0)).toBe(4);
	expect(bars.filter((b) => b.mine).map((b) => b.label)).toEqual(["70–79"]);
	expect(barsOf("queen", all, 4).map((b) => b.n)).toEqual([1, 1, 2, 0]);
	expect(barsOf("rails", [], 3)).toEqual([]);
});

test("partings name the round and what each seat did there", () => {
	const common = [["Tile 1."], ["Round 1.", "Red keeps speed 1.", "Green waits."]];
	const a = [...common, ["Round 2.", "Red docks."]];
	const b = [...common, ["Round 2.", "Red steams past."]];
	const c = [["Tile 1."], ["Round 1.", "Red opens up.", "Green waits."], ["Round 2.", "Red docks."]];
	expect(partings([a, b, c], "Red")).toEqual([
		{
			round: 1,
			cells: [
				{ words: "keeps speed 1.", left: false },
				{ words: "keeps speed 1.", left: false },
				{ words: "opens up.", left: true },
			],
		},
		{
			round: 2,
			cells: [
				{ words: "docks.", left: false },
				{ words: "steams past.", left: true },
				{ words: "docks.", left: false },
			],
		},
	]);
	expect(partings([a, a], "Red")).toEqual([]);
});
