// The C code as WebAssembly, without a page: it plays whole games through the table, and the engine answers as everywhere.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Muddy } from "../src/muddy/wasm";
import type { Game } from "../src/table/messages";

let muddy: Muddy;
beforeAll(async () => {
	muddy = await Muddy.start(readFileSync(process.env.MUDDY_WASM ?? "../build-wasm/web/wasm/muddy.wasm"));
});

const messages = (printed: string[]) => printed.filter((l) => l.startsWith("say ")).map((l) => JSON.parse(l.slice(4)) as Game);

for (const [game, players] of [["queen", 3], ["broadhorns", 3], ["rails", 3], ["rails", 1]] as const)
	test(`a whole game of ${game} for ${players}, people and bots, is told in messages and can be told again from its rows`, () => {
		const key = "ab".repeat(32), head = `table abcdefgh ${key} 1000 easy ${game} players=${players}`;
		muddy.house(head);
		const rows = muddy.house(`sit 1000 person:Ann_B ${"bot:easy ".repeat(players - 1).trim()}`.trim()).filter((l) => l.startsWith("row "));
		for (let turns = 0; turns < 5000; turns++) {
			const now = 2000 + turns, [said] = messages(muddy.house(`game 0 0 ${now}`));
			if (said!.over)
				break;
			const bot = muddy.house("bot");
			const more = bot.length > 0
				? muddy.house(`decided ${bot[0]!.split(" ")[0]} ${bot[0]!.split(" ")[2]} ${now} ${muddy.line(`view ${bot[1]}`) && muddy.line("go simple")[0]!.slice(5)}`)
				: muddy.house(`play 0 ${now} k${turns} ${said!.place} ${muddy.line(`view ${JSON.stringify(said!.view)}`) && muddy.line("go simple")[0]!.slice(5)}`);
			expect(more.filter((l) => l.includes('"type":"error"'))).toEqual([]);
			rows.push(...more.filter((l) => l.startsWith("row ")));
		}
		const end = messages(muddy.house("game 0 0 9000"))[0]!;
		expect(end.status).toBe("over");
		expect(end.over!.places).toHaveLength(players);
		const record = muddy.house("record");
		muddy.house(head);
		for (const row of rows)
			muddy.house(row);
		expect(messages(muddy.house("game 0 0 9000"))[0]).toEqual(end);
		expect(muddy.house("record")).toEqual(record);
		muddy.load(record.join("\n") + "\n");
		expect(muddy.line("tomove")).toEqual(["over"]);
	});

test("a draft is laid out on a view, and says what is final", () => {
	muddy.line("new queen players=3 seed=7");
	const view = muddy.line("view 0")[0]!;
	muddy.line(`view ${view}`);
	expect(muddy.line("draft speed 2")).toEqual([]);
	muddy.line("draft ahead");
	muddy.line("draft ahead");
	expect(muddy.line("draft end")).toEqual(["final"]);
	expect(() => muddy.line("draft ahead")).toThrow(/^Q/);
});

test("bad lines are refused and change nothing", () => {
	muddy.house("table abcdefgh " + "00".repeat(32) + " 1 easy queen");
	muddy.house("sit 1 person:A bot:easy bot:easy");
	const before = muddy.house("game 0 0 5");
	for (const line of ["", "nonsense", "play", "play 9 1 k 1 ahead", "row 1 move player 0 1 - ahead", "game 7 0 0", "table short", "want fly 0 1 k ", "show 0 99 k"])
		expect(() => muddy.house(line), line).toThrow();
	expect(muddy.house("game 0 0 5")).toEqual(before);
});
