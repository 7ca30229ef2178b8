// Where records come from besides the address: tables of this browser, tables of the server.
import { Engine } from "../../muddy/muddy";
import { add, find, fresh, granted, keep, opening, peopleAt, recordIn, type Kept, type Setting } from "../local";
import type { Match } from "../messages";
import { heldSeat } from "../remote/held";
import { decode } from "./codec";
import { ask } from "../../waiting.svelte";

export async function recordOfKept(id: string): Promise<{ record: string; people: number[] }> {
	const t = find(id);
	const engine = new Engine();
	try {
		return {
			record: recordIn(await engine.table(opening(t), { type: "record" })),
			people: peopleAt(t.rows),
		};
	} finally {
		engine.restart("the record is written");
	}
}

export async function recordOfServer(game: string, id: string): Promise<string> {
	const answer = await ask(`/games/${encodeURIComponent(game)}/${encodeURIComponent(id)}/record`).catch(() => null);
	if (!answer) throw new Error("The server cannot be reached: try again when you are online.");
	const text = await answer.text();
	if (text.startsWith('{"error":"running"'))
		throw new Error("The game is still going on: until it is over, its record would tell what is hidden.");
	if (!answer.ok)
		throw new Error(
			(/"words":"([^"]*)"/.exec(text)?.[1] ?? `The server has no such record (${answer.status})`) + ".",
		);
	return text;
}

/** A game to look at again, and how it was asked for. own: the seat that was the reader's; cut: the link was cut off on its way. */
export interface Found {
	record: string;
	ply: number | null;
	id?: string;
	own: number | null;
	cut: boolean;
}

const plyOf = (word: string | undefined) => (word ? Number(word) : null);

/** What an address names: a record in the address itself (hash), or `local ID [PLY]`, or `t GAME ID [PLY]`. */
export async function recordAt(words: string[], hash: string): Promise<Found> {
	if (hash) {
		const { text, ply, cut } = await decode(hash);
		return { record: text, ply, own: null, cut };
	}
	if (words[0] === "local") {
		const { record, people } = await recordOfKept(words[1] ?? "");
		return { record, ply: plyOf(words[2]), id: words[1], own: people.length === 1 ? people[0]! : null, cut: false };
	}
	if (words[0] === "t") {
		const record = await recordOfServer(words[1] ?? "", words[2] ?? "");
		return { record, ply: plyOf(words[3]), own: heldSeat(words[2] ?? "")?.seat ?? null, cut: false };
	}
	throw new Error("The address names no game.");
}

/** What if: a new table of this browser that begins with the first moves of a record, and goes on with these people and bots. */
export async function branch(
	record: string,
	match: Match,
	ply: number,
	seats: Setting["seats"],
	level: string,
): Promise<Kept> {
	if (/^pieces /m.test(record))
		throw new Error(
			"This game was played with other pieces than ours: it can be looked at, but not gone on with in the page.",
		);
	const table = fresh({
		game: match.gameName,
		settings: [`rules=${match.rules}`, ...Object.entries(match.setupData).map(([k, v]) => `${k}=${v}`)],
		seats,
		level,
	});
	const engine = new Engine();
	try {
		const { id, key, made } = table;
		add(table, granted(await engine.table({ type: "open", id, key, made, level, seats, record, plies: ply })));
		granted(await engine.table(opening(table))); // as it will be opened later: from its rows alone
	} finally {
		engine.restart("the branch is made");
	}
	keep(table);
	return table;
}
