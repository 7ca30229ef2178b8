// Puzzles: every kind of them lays itself out, ratings move as they should, and the next one is near.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seatName } from "../src/boards/colours";
import { idOf, nextOf, score, type Progress, type Puzzle } from "../src/puzzle/progress";
import { asYou } from "../src/puzzle/you";
import { start } from "./muddy";

const fresh = (): Progress => ({ rating: 1500, streak: 0, history: [1500], tried: {} });
const read = (game: "queen" | "broadhorns" | "rails"): Puzzle[] =>
	readFileSync(`../data/puzzles/${game}.jsonl`, "utf8")
		.split("\n")
		.filter((l) => l !== "")
		.map((l, i) => ({ ...(JSON.parse(l) as Puzzle), game, number: i + 1 }));

for (const game of ["queen", "broadhorns", "rails"] as const)
	test(`${game}: a puzzle stands where its code leads, and its best line begins with a legal move`, async () => {
		const all = read(game);
		const muddy = await start();
		expect(new Set(all.map(idOf)).size).toBe(all.length);
		for (const p of all.filter((_, i) => i % Math.ceil(all.length / 6) === 0)) {
			muddy.line(`new ${game} ${p.setup}`);
			muddy.line(`follow ${p.code}`);
			expect(muddy.line("tomove")).toEqual([String(p.seat)]);
			expect(muddy.line("legal")).toContain(p.best.line[0]);
			expect(p.best.chance - p.next.chance).toBeGreaterThanOrEqual(119); // thousandths, each rounded
			expect(p.reasons.length).toBeGreaterThan(0);
		}
	});

test("a code that does not fit is refused", async () => {
	const muddy = await start();
	muddy.line("new queen players=3 seed=1");
	expect(() => muddy.line("follow yy!")).toThrow(/does not fit/);
});

test("only the first try counts, and a hard puzzle counts more", () => {
	const won = score(fresh(), "a", 1800, true);
	expect(won.rating).toBeGreaterThan(score(fresh(), "a", 1200, true).rating);
	expect(won.streak).toBe(1);
	expect(score(won, "a", 1800, false)).toBe(won);
	const lost = score(won, "b", 1200, false);
	expect(lost.streak).toBe(0);
	expect(lost.rating).toBeLessThan(won.rating);
	expect(lost.tried.b!.rating).toBeGreaterThan(1200);
});

test("the next puzzle is one that was not tried, about as hard as one is good", () => {
	const all = read("queen");
	const p = nextOf(all, fresh(), null, 0);
	expect(Math.abs(p.rating - 1500)).toBeLessThanOrEqual(120);
	const tried = Object.fromEntries(all.slice(1).map((x) => [idOf(x), { won: true, rating: 1500 }]));
	expect(nextOf(all, { ...fresh(), tried }, null, 0.99).number).toBe(1);
});

test("whoever is asked is you, in every sentence of every puzzle", () => {
	expect(asYou("Red opens up to speed 2 and burns one coal. Red pushes Green to the north.", "Red")).toBe(
		"You open up to speed 2 and burn one coal. You push Green to the north.",
	);
	expect(asYou("Red takes a loan and now has 2. Green is pushed S by Red to tile 3, cell 4.", "Red")).toBe(
		"You take a loan and now have 2. Green is pushed S by you to tile 3, cell 4.",
	);
	expect(asYou("Red carries a traveler past Vicksburg, who is lost.", "Red")).toBe(
		"You carry a traveler past Vicksburg, who is lost.",
	);
	for (const game of ["queen", "broadhorns", "rails"] as const)
		for (const p of read(game))
			for (const words of [p.best.story, p.next.story, p.simple.story, ...p.reasons]) {
				const told = asYou(words, seatName(game, p.seat));
				expect(told).not.toMatch(new RegExp(`\\b${seatName(game, p.seat)}\\b`));
				expect(told).not.toMatch(/You \w+s\b(?<!pass)/);
			}
});
