// Replays: a record in an address comes back as it went in, damaged ones say so; a record becomes a table to look at, and to play on from.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Muddy } from "../src/muddy/wasm";
import { decode, encode } from "../src/table/replay/codec";
import type { Game } from "../src/table/messages";

let muddy: Muddy;
beforeAll(async () => {
	muddy = await Muddy.start(readFileSync(process.env.MUDDY_WASM ?? "../build-wasm/web/wasm/muddy.wasm"));
});

const KEY = "cd".repeat(32);
const said = (printed: string[]) => printed.filter((l) => l.startsWith("say ")).map((l) => JSON.parse(l.slice(4)) as Game);

/** A whole game by bots, as a record. */
function played(game: string, players: number): string {
	muddy.line(`new ${game} players=${players} seed=11`);
	while (muddy.line("tomove")[0] !== "over")
		muddy.line(`play ${muddy.line("go simple")[0]!.slice(5)}`);
	return muddy.line("record").join("\n") + "\n";
}

for (const [game, players] of [["queen", 4], ["broadhorns", 3], ["rails", 2], ["rails", 1]] as const)
	test(`${game} for ${players}: the record in an address round-trips, and every moment can be seen`, async () => {
		const record = played(game, players), data = await encode(record);
		expect(data).toMatch(/^d[A-Za-z0-9_-]+$/);
		expect(await decode(data)).toEqual({ text: record, ply: null, cut: false });
		expect(await decode(`${data}.17`)).toEqual({ text: record, ply: 17, cut: false });
		muddy.house(`begin abcdefgh ${KEY} 1000 easy all\n${record}`);
		const [end] = said(muddy.house("game watcher 0 2000"));
		expect(end!.status).toBe("over");
		expect(end!.over!.places).toHaveLength(players);
		expect(end!.log.length).toBeGreaterThan(10);
		for (const ply of [0, 1, end!.ply >> 1, end!.ply]) {
			const open = JSON.parse(muddy.house(`open ${ply}`)[1]!) as { eyes: string };
			expect(open.eyes).toBe("all");
			expect(said(muddy.house(`show 0 ${ply} k`))[0]!.view.eyes).toBe(0);
		}
		muddy.load(record);
		expect(JSON.parse(muddy.line("state")[0]!)).toEqual(JSON.parse(muddy.house(`open ${end!.ply}`)[1]!));
	});

for (const [game, players] of [["queen", 3], ["broadhorns", 3], ["rails", 3]] as const)
	test(`${game}: play on from a moment, and the branch can be opened again from its rows`, () => {
		const record = played(game, players);
		muddy.house(`begin abcdefgh ${KEY} 1000 easy all\n${record}`);
		const plies = said(muddy.house("game watcher 0 2000"))[0]!.ply;
		for (const ply of [0, 5, plies >> 1, plies - 1]) {
			const rows = muddy.house(`begin bcdefghj ${KEY} 1000 easy ${ply} person:Me ${"bot:easy ".repeat(players - 1).trim()}\n${record}`).filter((l) => l.startsWith("row "));
			const now = said(muddy.house("game 0 0 2000"))[0]!;
			expect(now.ply).toBeGreaterThanOrEqual(ply);
			expect(now.status === "over" || now.toMove !== null).toBe(true);
			const options = Object.entries(now.view.options).map(([k, v]) => `${k}=${v}`).join(" ");
			muddy.house(`table bcdefghj ${KEY} 1000 easy ${game} players=${players} ${options}`);
			rows.forEach((r) => muddy.house(r));
			expect(said(muddy.house("game 0 0 2000"))[0]).toEqual(now);
		}
	});

test("damaged addresses: what can be read is read, the rest is told", async () => {
	const record = played("queen", 3), data = await encode(record);
	const cut = await decode(data.slice(0, data.length * 0.8));
	expect(cut.cut).toBe(true);
	expect(record.startsWith(cut.text)).toBe(true);
	if (cut.text)
		muddy.house(`begin abcdefgh ${KEY} 1000 easy all\n${cut.text}`);
	for (const bad of ["", "x", "d", "dAAAA", "d!!!!", "zzzz", "%%%", "p", "d" + "_".repeat(40)])
		await expect(decode(bad), bad).rejects.toThrow(/address/);
	expect((await decode("p" + Buffer.from(record).toString("base64"))).text).toBe(record);
});

test("damaged records are refused with their line, and what was there stays", () => {
	const record = played("queen", 3);
	muddy.house(`begin abcdefgh ${KEY} 1000 easy all\n${record}`);
	const before = muddy.house("game watcher 0 2000");
	for (const bad of [record.replace("ahead", "behind"), record.replace("game queen", "game poker"), "hello", "", record.replace(/turn 3\n/, "turn 9\n")])
		expect(() => muddy.house(`begin bcdefghj ${KEY} 1000 easy all\n${bad}`)).toThrow();
	expect(() => muddy.house(`begin bcdefghj ${KEY} 1000 easy all\n${record.replace("ahead", "behind")}`)).toThrow(/line \d+/);
	expect(() => muddy.house("begin bcdefghj")).toThrow();
	expect(muddy.house("game watcher 0 2000")).toEqual(before);
});
