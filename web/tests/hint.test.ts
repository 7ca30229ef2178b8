// What a bot tells of its thoughts is read as it is printed.
import { beforeAll, expect, test, vi } from "vitest";
import type { Muddy } from "../src/muddy/wasm";
import { start } from "./muddy";

let muddy: Muddy;
beforeAll(async () => {
	muddy = await start();
});
vi.mock("../src/muddy/muddy", () => {
	const engine = { lines: async (...lines: string[]) => lines.map((l) => muddy.line(l)) };
	return { rules: engine, thinker: engine };
});

for (const [game, players] of [
	["queen", 3],
	["broadhorns", 2],
	["rails", 3],
	["rails", 1],
] as const)
	test(`${game} for ${players}: the advice can be followed to its end, all through a game`, async () => {
		const { advise } = await import("../src/table/hint");
		muddy.line(`new ${game} players=${players} seed=5`);
		for (let turn = 0; turn < 12 && muddy.line("tomove")[0] !== "over"; turn++) {
			const seat = muddy.line("tomove")[0]!;
			const record = muddy.line("record").join("\n") + "\n";
			const view = JSON.parse(muddy.line(`view ${seat}`)[0]!);
			const { thought, advice } = await advise(view, "search:60");
			expect(advice.length).toBeGreaterThan(0);
			expect(advice[0]!.own[0]).toBe(thought.move);
			for (const a of advice) {
				expect(a.safe).toBeLessThanOrEqual(a.own.length);
				if (a.expected.length > 0) expect(a.expected).toHaveLength(players);
			}
			muddy.load(record);
			for (const move of advice[0]!.own) muddy.line(`play ${seat} ${move}`);
			while (muddy.line("tomove")[0] === "chance") muddy.line(`play ${muddy.line("go")[0]!.slice(5)}`);
		}
	});

test("chances of all seats add up to 100, and are left out when the bot has looked too little", async () => {
	const { chances } = await import("../src/table/hint");
	const advice = (visits: number, ...expected: number[]) => ({ visits, expected }) as Parameters<typeof chances>[0];
	expect(chances(advice(500, 0.05, 1))).toEqual([5, 95]);
	expect(chances(advice(500, 1, 1, 1))).toEqual([34, 33, 33]);
	expect(chances(advice(500, 0.667, 0.667, 0.666, -0.1))).toEqual([34, 33, 33, 0]);
	expect(chances(advice(99, 0.3, 0.7))).toBeNull();
	expect(chances(advice(Infinity, 0, 1))).toEqual([0, 100]);
	expect(chances(advice(500, 0, 0))).toBeNull();
	expect(chances(advice(500, 0.4))).toBeNull(); // alone there is nobody to beat
});
