// The C code as WebAssembly for tests without a page: the table in the page, as typed messages.
import { readFileSync } from "node:fs";
import { Muddy } from "../src/muddy/wasm";
import type { FromLocal, Game, ToLocal } from "../src/table/messages";

/** As the page starts it: without nets. */
export const bare = () => Muddy.start(readFileSync(process.env.MUDDY_WASM ?? "../build-wasm/web/wasm/muddy.wasm"));
export const net = (game: string) => readFileSync(`../nets/${game}.net`);

/** With the nets of all games. */
export async function start(): Promise<Muddy> {
	const muddy = await bare();
	for (const game of ["queen", "broadhorns", "rails"]) muddy.net(game, net(game));
	return muddy;
}

/** What the table in the page answers. */
export const hear = (muddy: Muddy, message: ToLocal): FromLocal[] =>
	muddy.table(JSON.stringify(message)).map((line) => JSON.parse(line) as FromLocal);

export const rowsIn = (said: FromLocal[]) => said.flatMap((m) => (m.type === "row" ? [m.row] : []));
export const errorsIn = (said: FromLocal[]) => said.filter((m) => m.type === "error");
export const gameIn = (said: FromLocal[]): Game | undefined => said.findLast((m) => m.type === "game");
export const thinkIn = (said: FromLocal[]) => said.find((m) => m.type === "think");

/** Says hello, and has the whole log. */
export const look = (muddy: Muddy, table: string, seat?: number): FromLocal[] =>
	hear(muddy, { type: "hello", table, ...(seat !== undefined && { seat }) });

/** The next decision, a bot's or that of seat 0, as a bot of that name makes it. */
export function decide(muddy: Muddy, said: FromLocal[], key: string, level = "simple"): FromLocal[] {
	const think = thinkIn(said);
	const game = gameIn(said)!;
	muddy.line(`view ${JSON.stringify(think?.view ?? game.view)}`);
	const move = muddy.line(`go ${level}`)[0]!.slice(5);
	return hear(
		muddy,
		think
			? { type: "decided", seat: think.seat, place: think.place, move }
			: { type: "play", moves: [move], place: game.place, key },
	);
}
