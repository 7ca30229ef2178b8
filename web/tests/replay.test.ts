// Replays: a record in an address comes back as it went in, damaged ones say so; a record becomes a table to look at, and to play on from.
import { beforeAll, expect, test } from "vitest";
import type { Muddy } from "../src/muddy/wasm";
import type { Game } from "../src/table/messages";
import { decode, encode } from "../src/table/replay/codec";
import { errorsIn, gameIn, hear, look, rowsIn, start } from "./muddy";

let muddy: Muddy;
beforeAll(async () => {
	muddy = await start();
});

const head = (id: string) => ({ type: "open", id, key: "cd".repeat(32), made: 1000, level: "easy" }) as const;
const timeless = (game: Game | undefined) => ({ ...game, now: 0 });
const whole = (ply: number) => hear(muddy, { type: "whole", ply }).find((m) => m.type === "shown")!.view;

/** A whole game by bots, as a record. */
function played(game: string, players: number): string {
	muddy.line(`new ${game} players=${players} seed=11`);
	while (muddy.line("tomove")[0] !== "over") muddy.line(`play ${muddy.line("go simple")[0]!.slice(5)}`);
	return muddy.line("record").join("\n") + "\n";
}

for (const [game, players] of [
	["queen", 4],
	["broadhorns", 3],
	["rails", 2],
	["rails", 1],
] as const)
	test(`${game} for ${players}: the record in an address round-trips, and every moment can be seen`, async () => {
		const record = played(game, players);
		const data = await encode(record);
		expect(data).toMatch(/^d[A-Za-z0-9_-]+$/);
		expect(await decode(data)).toEqual({ text: record, ply: null, cut: false });
		expect(await decode(`${data}.17`)).toEqual({ text: record, ply: 17, cut: false });
		hear(muddy, { ...head("abcdefgh"), record });
		const end = gameIn(look(muddy, "abcdefgh"));
		expect(end!.status).toBe("over");
		expect(end!.over!.places).toHaveLength(players);
		expect(end!.log.length).toBeGreaterThan(10);
		for (const ply of [0, 1, end!.ply >> 1, end!.ply]) {
			expect(whole(ply).eyes).toBe("all");
			look(muddy, "abcdefgh", 0);
			expect(hear(muddy, { type: "show", ply, key: "k" })[0]).toMatchObject({ type: "shown", view: { eyes: 0 } });
		}
		muddy.load(record);
		expect(JSON.parse(muddy.line("state")[0]!)).toEqual(whole(end!.ply));
	});

for (const [game, players] of [
	["queen", 3],
	["broadhorns", 3],
	["rails", 3],
] as const)
	test(`${game}: play on from a moment, and the branch can be opened again from its rows`, () => {
		const record = played(game, players);
		hear(muddy, { ...head("abcdefgh"), record });
		const plies = gameIn(look(muddy, "abcdefgh"))!.ply;
		for (const ply of [0, 5, plies >> 1, plies - 1]) {
			const seats = [{ person: "Me" }, ...Array.from({ length: players - 1 }, () => ({ bot: "easy" }))];
			const rows = rowsIn(hear(muddy, { ...head("bcdefghj"), record, plies: ply, seats }));
			const now = gameIn(look(muddy, "bcdefghj", 0))!;
			expect(now.ply).toBeGreaterThanOrEqual(ply);
			expect(now.status === "over" || now.toMove !== null).toBe(true);
			const options = Object.entries(now.view!.options).map(([k, v]) => `${k}=${v}`);
			const settings = [`rules=${now.view!.rules}`, `players=${players}`, ...options];
			expect(errorsIn(hear(muddy, { ...head("bcdefghj"), game, settings, rows }))).toEqual([]);
			expect(timeless(gameIn(look(muddy, "bcdefghj", 0)))).toEqual(timeless(now));
		}
	});

test("damaged addresses: what can be read is read, the rest is told", async () => {
	const record = played("queen", 3);
	const data = await encode(record);
	const cut = await decode(data.slice(0, data.length * 0.8));
	expect(cut.cut).toBe(true);
	expect(record.startsWith(cut.text)).toBe(true);
	if (cut.text) expect(errorsIn(hear(muddy, { ...head("abcdefgh"), record: cut.text }))).toEqual([]);
	for (const bad of ["", "x", "d", "dAAAA", "d!!!!", "zzzz", "%%%", "p", "d" + "_".repeat(40)])
		await expect(decode(bad), bad).rejects.toThrow(/address/);
	expect((await decode("p" + Buffer.from(record).toString("base64"))).text).toBe(record);
});

test("damaged records are refused with their line, and what was there stays", () => {
	const record = played("queen", 3);
	hear(muddy, { ...head("abcdefgh"), record });
	const before = timeless(gameIn(look(muddy, "abcdefgh")));
	const words = (bad: string) => errorsIn(hear(muddy, { ...head("bcdefghj"), record: bad })).map((e) => e.words);
	for (const bad of [
		record.replace("ahead", "behind"),
		record.replace("game queen", "game poker"),
		"hello",
		"",
		record.replace(/turn 3\n/, "turn 9\n"),
	])
		expect(words(bad), bad.slice(0, 40)).toHaveLength(1);
	expect(words(record.replace("ahead", "behind"))[0]).toMatch(/line \d+/);
	expect(timeless(gameIn(look(muddy, "abcdefgh")))).toEqual(before);
});
