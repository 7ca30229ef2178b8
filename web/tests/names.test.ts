// Names of bots: the same wherever a game is looked at, and nobody's twice.
import { expect, test } from "vitest";
import { nameOf } from "../src/boards/colours";
import type { Match } from "../src/table/messages";

const at = (matchID: string, gameName: Match["gameName"], ...people: string[]) =>
	({
		matchID,
		gameName,
		players: [0, 1, 2, 3].map((id) =>
			people[id] ? { id, name: people[id], kind: "person" } : { id, name: "easy", kind: "bot", level: "easy" },
		),
	}) as Match;
const names = (match: Match) => match.players.map((p) => nameOf(match, p.id));

for (const game of ["queen", "broadhorns", "rails"] as const)
	test(`${game}: a table and its replay call bots by the same names`, () => {
		expect(names(at("abcdefgh", game, "Ann"))).toEqual(names(at("replayed", game, "Ann")));
	});

test("no bot has the name of a person or of another bot", () => {
	const bots = names(at("x", "queen"));
	for (const name of bots)
		for (const game of ["queen", "broadhorns", "rails"] as const) {
			const called = names(at("x", game, name.toUpperCase())).map((n) => n.toLowerCase());
			expect(new Set(called).size).toBe(4);
		}
});
