// The C code as WebAssembly, without a page: it plays whole games through the table, and the engine answers as everywhere.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { NetMissing, type Muddy } from "../src/muddy/wasm";
import type { Kept } from "../src/table/local";
import type { FromLocal, Game, GameName, ToLocal } from "../src/table/messages";
import { bare, decide, errorsIn, gameIn, hear, look, net, rowsIn, start, thinkIn } from "./muddy";

let muddy: Muddy;
beforeAll(async () => {
	muddy = await start();
});

const ID = "abcdefgh";
const easy = (n: number) => Array.from({ length: n }, () => ({ bot: "easy" }));
const opening = (game: GameName, settings: string[], rows: string[] = []) =>
	({ type: "open", id: ID, key: "ab".repeat(32), made: 1000, level: "easy", game, settings, rows }) as const;
/** Without the time of day. */
const timeless = (game: Game | undefined) => ({ ...game, now: 0 });
const record = () => hear(muddy, { type: "record" }).find((m) => m.type === "record")!.text;

for (const [game, players] of [
	["queen", 3],
	["broadhorns", 3],
	["rails", 3],
	["rails", 1],
] as const)
	test(`a whole game of ${game} for ${players}, people and bots, is told in messages and can be told again from its rows`, () => {
		const open = opening(game, [`players=${players}`]);
		const opened = hear(muddy, { ...open, seats: [{ person: "a_b c" }, ...easy(players - 1)] });
		const rows = rowsIn(opened);
		const settings = [`rules=${opened.find((m) => m.type === "opened")!.rules}`, ...open.settings];
		let said: FromLocal[] = look(muddy, ID, 0);
		for (let turns = 0; turns < 5000 && !gameIn(said)!.over; turns++) {
			said = decide(muddy, said, `k${turns}`);
			expect(errorsIn(said)).toEqual([]);
			rows.push(...rowsIn(said));
		}
		const end = look(muddy, ID, 0);
		expect(gameIn(end)!.status).toBe("over");
		expect(gameIn(end)!.over!.places).toHaveLength(players);
		const welcome = end.find((m) => m.type === "welcome")!;
		expect(welcome.table.players[0]!.name).toBe("a_b c");
		const written = record();
		expect(rowsIn(hear(muddy, { ...open, settings, rows }))).toEqual([]);
		expect(timeless(gameIn(look(muddy, ID, 0)))).toEqual(timeless(gameIn(end)));
		expect(record()).toBe(written);
		muddy.load(written);
		expect(muddy.line("tomove")).toEqual(["over"]);
	});

for (const game of ["queen", "broadhorns", "rails"] as const)
	test(`a game of ${game} that the version before this one has kept stands where it stood, and is played to its end`, () => {
		const { kept, now } = JSON.parse(readFileSync(`tests/kept/${game}.json`, "utf8")) as {
			kept: Kept;
			now: Partial<Game> & { lines: number };
		};
		const { lines, ...stood } = now;
		expect(errorsIn(hear(muddy, { type: "open", ...kept } as ToLocal))).toEqual([]);
		let said = look(muddy, kept.id, 0);
		expect(gameIn(said)).toMatchObject(stood);
		expect(gameIn(said)!.log).toHaveLength(lines);
		for (let turns = 0; turns < 5000 && !gameIn(said)!.over; turns++) {
			said = decide(muddy, said, `n${turns}`);
			expect(errorsIn(said)).toEqual([]);
		}
		expect(gameIn(said)!.status).toBe("over");
	});

test("it answers as a server does: by the game itself, by ok when it was done before, and by codes", () => {
	hear(muddy, { ...opening("queen", ["players=3"]), seats: [{ person: "A" }, ...easy(2)] });
	const game = gameIn(look(muddy, ID, 0))!;
	const play: ToLocal = { type: "play", moves: ["speed 2"], place: game.place, key: "p1" };
	const first = hear(muddy, play);
	expect(gameIn(first)).toMatchObject({ key: "p1", seq: game.seq + 1, ply: game.ply + 1 });
	expect(hear(muddy, play)).toEqual([{ type: "ok", key: "p1", seq: game.seq + 1 }]);
	const code = (m: object) => errorsIn(hear(muddy, m as ToLocal)).map((e) => e.code);
	expect(code({ ...play, key: "p2" })).toEqual(["crossed"]);
	expect(code({ type: "fly", key: "x" })).toEqual(["bad_message"]);
	expect(code({ type: "chat", text: "", key: "x" })).toEqual(["bad_message"]);
	expect(code({ type: "resume", key: "x" })).toEqual(["not_paused"]);
	expect(code({ type: "hello", table: ID, seat: 4 })).toEqual(["forbidden"]);
	expect(code({ type: "hello", table: "bcdefghj" })).toEqual(["no_such_table"]);
	expect(hear(muddy, { type: "why", move: "speed 3", key: "w" })[0]).toMatchObject({ type: "why", key: "w" });
	look(muddy, ID);
	expect(code({ type: "pause", key: "x" })).toEqual(["forbidden"]);
});

test("a bot is asked again when the game goes on after a pause", () => {
	hear(muddy, { ...opening("rails", ["rules=1", "players=2"]), seats: [{ bot: "easy" }, { person: "B" }] });
	const think = thinkIn(look(muddy, ID, 1))!;
	expect(think.seat).toBe(0);
	hear(muddy, { type: "pause", key: "p" });
	muddy.line(`view ${JSON.stringify(think.view)}`);
	const decided = {
		type: "decided",
		seat: 0,
		place: think.place,
		move: muddy.line("go simple")[0]!.slice(5),
	} as const;
	expect(hear(muddy, decided)).toEqual([]);
	expect(thinkIn(hear(muddy, { type: "resume", key: "r" }))?.place).toBe(think.place);
	expect(rowsIn(hear(muddy, decided)).length).toBeGreaterThan(0);
});

test("who is away is told so, and is back with the next message", () => {
	hear(muddy, { ...opening("rails", ["rules=1", "players=2"]), seats: [{ person: "A" }, { person: "B" }] });
	look(muddy, ID, 1);
	const away = (said: FromLocal[]) => said.find((m) => m.type === "seats")?.players[1]!.away;
	expect(away(hear(muddy, { type: "leave", key: "l" }))).toBe(true);
	expect(away(hear(muddy, { type: "chat", text: "here I am", key: "c" }))).toBe(false);
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

test("what makes no sense is refused and changes nothing", () => {
	hear(muddy, { ...opening("queen", []), seats: [{ person: "A" }, ...easy(2)] });
	const before = timeless(gameIn(look(muddy, ID, 0)));
	const open = opening("queen", []);
	for (const message of [
		"",
		"nonsense",
		"[]",
		'{"type":"play"}',
		'{"type":"decided"}',
		'{"type":"decided","seat":0,"place":0,"move":"x","more":1}',
		'{"type":"whole","ply":0}',
		'{"type":"open"}',
		JSON.stringify({ ...open, id: "short" }),
		JSON.stringify({ ...open, key: "zz" }),
		JSON.stringify({ ...open, game: "poker" }),
		JSON.stringify({ ...open, settings: ["players=99"] }),
		JSON.stringify({ ...open, rows: ["1 move player 0 1 - ahead"] }),
		JSON.stringify({ ...open, rows: ["1 fly player 0 1 - ahead"] }),
		JSON.stringify({ ...open, rows: [7] }),
		JSON.stringify({ ...open, seats: [{ person: "A" }] }),
		JSON.stringify({ ...open, seats: [{ person: "A" }, { bot: "mighty" }, { bot: "easy" }] }),
		JSON.stringify({ ...open, record: "hello" }),
		JSON.stringify({ ...open, colour: "red" }),
	])
		expect(
			muddy.table(message).map((line) => (JSON.parse(line) as FromLocal).type),
			message,
		).toEqual(["error"]);
	expect(timeless(gameIn(look(muddy, ID, 0)))).toEqual(before);
});

test("a nonce is hashed as the server does it, and what is no nonce is refused", () => {
	// BLAKE2b of 32 bytes c2, 32 bytes long, as Python's hashlib gives it.
	expect(muddy.hash("c2".repeat(32))).toEqual(["b627602900d9fc7446f0d21cf8a20865a91e0f41fbe2678f724a8f54f31989cd"]);
	for (const wrong of ["", "c2", "C2".repeat(32), "c2".repeat(33)])
		expect(() => muddy.hash(wrong)).toThrow("a nonce is 64 hexadecimal digits");
});

for (const game of ["queen", "broadhorns", "rails"] as const)
	test(`the net of ${game} is asked for when it is first needed, and only it fits`, async () => {
		const program = process.env.BIGMUDDY ?? "../build/bigmuddy";
		const setup = `new ${game} players=3 seed=5`;
		const m = await bare();
		m.line(setup);
		for (const bot of ["simple", "easy", "medium:20", "hard1:20"]) expect(m.line(`go ${bot}`)).toHaveLength(1);
		const missing = (say: () => unknown) => expect(say).toThrow(new NetMissing(game));
		missing(() => m.line("go hard:40 info"));
		missing(() => m.table(JSON.stringify({ type: "deal", game, name: "2026-11-18" })));
		expect(m.line("review quick")).toHaveLength(1);
		m.line(`play ${m.line("go simple")[0]!.slice(5)}`);
		missing(() => m.line("review quick 0"));
		const file = net(game);
		const wrong = [
			file.subarray(0, 100),
			file.subarray(1),
			net(game === "queen" ? "rails" : "queen"),
			new Uint8Array(),
		];
		for (const other of wrong) expect(() => m.net(game, other)).toThrow(/^(the net is|this is no file of a net)/);
		expect(() => m.net("chess", file)).toThrow("there is no such game");
		missing(() => m.line("go hard:40"));
		m.net(game, file);
		m.net(game, file); // once more is no harm
		m.line("undo");
		const input = `${setup}\ngo hard:40\nquit\n`;
		expect(m.line("go hard:40")).toEqual([
			execFileSync(program, ["engine"], { input, encoding: "utf8" }).split("\n")[1],
		]);
		expect(m.table(JSON.stringify({ type: "deal", game, name: "2026-11-18" })).join()).toMatch(
			/"net":"[0-9a-f]{16}"/,
		);
	});
