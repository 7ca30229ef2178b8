// A table in this page, with bots or on a hot seat. It is the same C code that a server runs; its rows are kept in this browser, so that
// closing the page loses nothing.
import { capital } from "../boards/words";
import { Engine, thinker } from "../muddy/muddy";
import type { FromLocal, FromTable, GameName, SeatOf, ToLocal, ToTable } from "./messages";
import { piecesOf, type Source } from "./source";

/** What is kept of a table: how it was made, and everything that happened. */
export interface Kept {
	id: string;
	key: string;
	made: number;
	level: string;
	game: GameName;
	settings: string[];
	rows: string[];
	changed: number;
	/** The deal that is played here, of which others have tables of their own (src/table/deal.h). */
	deal?: string;
}

export interface Setting {
	game: GameName;
	settings: string[];
	seats: SeatOf[];
	level: string;
}

const PREFIX = "bigmuddy.table.";
/** Before a bot that could not answer is asked again, in milliseconds. */
const AGAIN = 4000;

/** Null: somebody else's, or damaged. */
function read(text: string): Kept | null {
	try {
		const table = JSON.parse(text) as Kept | null;
		return typeof table?.id === "string" &&
			typeof table.key === "string" &&
			Array.isArray(table.rows) &&
			Array.isArray(table.settings)
			? table
			: null;
	} catch {
		return null;
	}
}

/** The tables of this browser, the newest first. What cannot be read is left alone: the table's own page says so when it is opened. */
export function kept(): Kept[] {
	const found: Kept[] = [];
	for (let i = 0; i < localStorage.length; i++) {
		const name = localStorage.key(i)!;
		if (!name.startsWith(PREFIX)) continue;
		const table = read(localStorage.getItem(name)!);
		if (table) found.push(table);
	}
	return found.sort((a, b) => b.changed - a.changed);
}

export function find(id: string): Kept {
	const found = localStorage.getItem(PREFIX + id);
	if (found === null) throw new Error("There is no such table in this browser.");
	const table = read(found);
	if (!table)
		throw new Error("What this browser has kept of the table is damaged and cannot be read. It is left as it is.");
	return table;
}

/** The seats where people sit. */
export const peopleAt = (rows: string[]): number[] => [
	...new Set(rows.flatMap((r) => /^\d+ sit \S+ (\d+) /.exec(r)?.[1] ?? []).map(Number)),
];

export const isKept = (id: string): boolean => localStorage.getItem(PREFIX + id) !== null;

/** False: this browser has no room for it. */
export function keep(table: Kept): boolean {
	try {
		localStorage.setItem(PREFIX + table.id, JSON.stringify(table));
		return true;
	} catch {
		return false;
	}
}

export function forget(id: string): void {
	localStorage.removeItem(PREFIX + id);
}

const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const random = (n: number) => crypto.getRandomValues(new Uint8Array(n));

export function fresh(s: Setting): Kept {
	const made = Date.now();
	return {
		id: Array.from(random(8), (b) => letters[b % letters.length]).join(""),
		key: Array.from(random(32), (b) => b.toString(16).padStart(2, "0")).join(""),
		made,
		level: s.level,
		game: s.game,
		settings: [`players=${s.seats.length}`, ...s.settings],
		rows: [],
		changed: made,
	};
}

/** The message by which the table in this page opens what was kept. */
export const opening = ({ id, key, made, level, game, settings, rows, deal }: Kept) =>
	({ type: "open", id, key, made, level, game, settings, rows, ...(deal !== undefined && { deal }) }) as const;

/** What a bot answers. At a table of a deal it draws from the deal's seed, so that it answers alike wherever the deal is played. */
export async function decide(
	mind: Engine,
	game: GameName,
	{ level, view, seed }: FromLocal & { type: "think" },
): Promise<string> {
	const seeded = seed === undefined ? [] : [`new ${game} players=${view.players} seed=${seed}`];
	const answers = await mind.lines(...seeded, `view ${JSON.stringify(view)}`, `go ${level}`);
	return answers
		.at(-1)!
		.at(-1)!
		.replace(/^move /, "");
}

/** What was answered, unless the answer is that it cannot be done. */
export function granted(answers: FromLocal[]): FromLocal[] {
	const wrong = answers.find((m) => m.type === "error");
	if (wrong) throw new Error(capital(wrong.words));
	return answers;
}

/** Adds the rows among the answers to what is kept, and the version of the rules; how many rows there were. */
export function add(table: Kept, answers: FromLocal[]): number {
	const rows = answers.flatMap((m) => (m.type === "row" ? [m.row] : []));
	const opened = answers.find((m) => m.type === "opened");
	if (opened && !table.settings.some((s) => s.startsWith("rules="))) table.settings.unshift(`rules=${opened.rules}`);
	table.rows.push(...rows);
	if (rows.length > 0) table.changed = Date.now();
	return rows.length;
}

export class LocalTable implements Source {
	readonly remote = false;
	mine: number[];
	private readonly engine = new Engine();
	private heard: (message: FromTable) => void = () => {};
	private closed = false;
	private full = false;
	private warned = false;

	/** seats: of a new table; one that was kept knows its own. keeps: whether it is kept in this browser; a lesson is not. */
	constructor(
		readonly table: Kept,
		private readonly seats: SeatOf[] | null,
		private readonly keeps = true,
	) {
		this.mine = seats ? seats.flatMap((s, i) => ("person" in s ? [i] : [])) : peopleAt(table.rows);
	}

	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void {
		this.heard = heard;
		void this.begin().then(
			() => state(true),
			(wrong: Error) => this.complain(wrong),
		);
	}

	/** What was under way when the table was left is nobody's business any more. */
	private complain(wrong: Error, key?: string): void {
		if (!this.closed) this.heard({ type: "error", key, code: "table", words: wrong.message });
	}

	private async begin(): Promise<void> {
		this.take(
			granted(await this.engine.table({ ...opening(this.table), ...(this.seats && { seats: this.seats }) })),
		);
		await this.look(this.mine[0] ?? "watcher");
	}

	private async send(message: ToLocal): Promise<void> {
		this.take(await this.engine.table(message));
	}

	/** Keeps the rows, lets bots think, and passes on what a table says. */
	private take(answers: FromLocal[]): void {
		const rows = add(this.table, answers);
		if (rows > 0) this.full = this.keeps && !keep(this.table);
		for (const m of answers)
			if (m.type === "think") void this.think(m);
			else if (m.type !== "row" && m.type !== "record" && m.type !== "opened" && m.type !== "dealt")
				this.heard(m);
		if (this.full && !this.warned && answers.some((m) => m.type === "game")) this.warn();
	}

	private warn(): void {
		this.warned = true;
		this.heard({
			type: "error",
			code: "not_kept",
			words: "This browser has no room to keep the game: it is lost when the page closes.",
		});
	}

	/** Where what a bot judges by cannot be loaded it tries again, for nobody else goes on meanwhile. */
	private async think(m: FromLocal & { type: "think" }): Promise<void> {
		try {
			const move = await decide(thinker, this.table.game, m);
			if (!this.closed) await this.send({ type: "decided", seat: m.seat, place: m.place, move });
		} catch (wrong) {
			this.complain(wrong as Error);
			if (!this.closed) setTimeout(() => !this.closed && void this.think(m), AGAIN);
		}
	}

	say(m: ToTable): void {
		this.send(m).catch((wrong: Error) => this.complain(wrong, m.key));
	}

	async look(seat: number | "watcher"): Promise<void> {
		await this.send({ type: "hello", table: this.table.id, ...(seat !== "watcher" && { seat }) });
	}

	async record(): Promise<string> {
		return recordIn(await this.engine.table({ type: "record" }));
	}

	async pieces(): Promise<object> {
		return piecesOf(await this.record());
	}

	close(): void {
		this.closed = true;
		this.engine.restart("the table was left");
	}
}

/** The record among the answers to a question for it. */
export function recordIn(answers: FromLocal[]): string {
	return granted(answers).find((m) => m.type === "record")!.text;
}
