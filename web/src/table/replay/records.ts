// Where records come from besides the address: tables of this browser, tables of the server.
import { Engine } from "../../muddy/muddy";
import { find, fresh, keep, peopleAt, type Kept, type Setting } from "../local";
import type { Match } from "../messages";

export async function recordOfKept(id: string): Promise<{ record: string; people: number[] }> {
	const t = find(id), engine = new Engine();
	try {
		const answers = await engine.house(`table ${t.id} ${t.key} ${t.made} ${t.level} ${t.game} ${t.settings.join(" ")}`, ...t.rows.map((r) => `row ${r}`), "record");
		return { record: answers.at(-1)!.join("\n") + "\n", people: peopleAt(t.rows) };
	} finally {
		engine.restart("the record is written");
	}
}

export async function recordOfServer(game: string, id: string): Promise<string> {
	const answer = await fetch(`/games/${encodeURIComponent(game)}/${encodeURIComponent(id)}/record`).catch(() => null);
	if (!answer)
		throw new Error("The server cannot be reached: try again when you are online.");
	const text = await answer.text();
	if (!answer.ok)
		throw new Error((/"words":"([^"]*)"/.exec(text)?.[1] ?? `The server has no such record (${answer.status})`) + ".");
	return text;
}

/** What if: a new table of this browser that begins with the first moves of a record, and goes on with these people and bots. */
export async function branch(record: string, match: Match, ply: number, seats: Setting["seats"], level: string): Promise<Kept> {
	if (/^pieces /m.test(record))
		throw new Error("This game was played with other pieces than ours: it can be looked at, but not gone on with in the page.");
	const table = fresh({ game: match.gameName, settings: Object.entries(match.setupData).map(([k, v]) => `${k}=${v}`), seats, level });
	const who = seats.map((s) => ("bot" in s ? `bot:${s.bot}` : `person:${s.person.replaceAll(" ", "_")}`)).join(" ");
	const engine = new Engine();
	try {
		const said = (await engine.house(`begin ${table.id} ${table.key} ${table.made} ${level} ${ply} ${who}\n${record}`)).flat();
		table.rows = said.filter((l) => l.startsWith("row ")).map((l) => l.slice(4));
		// As it will be opened later: from its rows alone.
		await engine.house(`table ${table.id} ${table.key} ${table.made} ${table.level} ${table.game} ${table.settings.join(" ")}`, ...table.rows.map((r) => `row ${r}`));
	} finally {
		engine.restart("the branch is made");
	}
	keep(table);
	return table;
}
