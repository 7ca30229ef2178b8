// A table in this page, with bots or on a hot seat. It is the same C code that a server runs; its rows are kept in this browser, so that
// closing the page loses nothing.
import { Engine, thinker } from "../muddy/muddy";
import type { FromTable, GameName, ToTable } from "./messages";
import { piecesOf, type Source } from "./source";

/** What is kept of a table: how it was made, and everything that happened. */
export interface Kept { id: string; key: string; made: number; level: string; game: GameName; settings: string[]; rows: string[]; changed: number }

export interface Setting { game: GameName; settings: string[]; seats: ({ person: string } | { bot: string })[]; level: string }

const PREFIX = "bigmuddy.table.";

/** Null: somebody else's, or damaged. */
function read(text: string): Kept | null {
	try {
		const table = JSON.parse(text) as Kept | null;
		return typeof table?.id === "string" && typeof table.key === "string" && Array.isArray(table.rows) && Array.isArray(table.settings) ? table : null;
	} catch {
		return null;
	}
}

/** The tables of this browser, the newest first. What cannot be read is left alone: the table's own page says so when it is opened. */
export function kept(): Kept[] {
	const found: Kept[] = [];
	for (let i = 0; i < localStorage.length; i++) {
		const name = localStorage.key(i)!;
		if (!name.startsWith(PREFIX))
			continue;
		const table = read(localStorage.getItem(name)!);
		if (table)
			found.push(table);
	}
	return found.sort((a, b) => b.changed - a.changed);
}

export function find(id: string): Kept {
	const found = localStorage.getItem(PREFIX + id);
	if (found === null)
		throw new Error("There is no such table in this browser.");
	const table = read(found);
	if (!table)
		throw new Error("What this browser has kept of the table is damaged and cannot be read. It is left as it is.");
	return table;
}

/** The seats where people sit. */
export const peopleAt = (rows: string[]): number[] => [...new Set(rows.flatMap((r) => /^\d+ sit \S+ (\d+) /.exec(r)?.[1] ?? []).map(Number))];

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
		made, level: s.level, game: s.game, settings: [`players=${s.seats.length}`, ...s.settings], rows: [], changed: made,
	};
}

const seatWord = (s: Setting["seats"][number]) => ("bot" in s ? `bot:${s.bot}` : `person:${s.person.replaceAll(" ", "_")}`);

export class LocalTable implements Source {
	readonly remote = false;
	mine: number[];
	private readonly engine = new Engine();
	private heard: (message: FromTable) => void = () => {};
	private eyes: number | "watcher";
	private told = 0;
	private thinking = false;
	private closed = false;
	private full = false;
	private warned = false;

	/** seats: of a new table; one that was kept knows its own. keeps: whether it is kept in this browser; a lesson is not. */
	constructor(readonly table: Kept, private readonly seats: Setting["seats"] | null, private readonly keeps = true) {
		this.mine = seats ? seats.flatMap((s, i) => ("person" in s ? [i] : [])) : peopleAt(table.rows);
		this.eyes = this.mine[0] ?? "watcher";
	}

	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void {
		this.heard = heard;
		void this.begin().then(() => state(true), (wrong: Error) => this.complain(wrong));
	}

	/** What was under way when the table was left is nobody's business any more. */
	private complain(wrong: Error, key?: string): void {
		if (!this.closed)
			this.heard({ type: "error", key, code: "table", words: wrong.message });
	}

	private async begin(): Promise<void> {
		const t = this.table;
		const head = `table ${t.id} ${t.key} ${t.made} ${t.level} ${t.game} ${t.settings.join(" ")}`;
		if (this.seats)
			await this.house(head, `sit ${t.made} ${this.seats.map(seatWord).join(" ")}`);
		else
			await this.engine.house(head, ...t.rows.map((r) => `row ${r}`));
		await this.look(this.mine[0] ?? "watcher");
	}

	/** Says lines to the table: keeps the rows that come of it, and passes on the messages. */
	private async house(...lines: string[]): Promise<void> {
		const answers = (await this.engine.house(...lines)).flat();
		const rows = answers.filter((a) => a.startsWith("row ")).map((a) => a.slice(4));
		if (rows.length > 0) {
			this.table.rows.push(...rows);
			this.table.changed = Date.now();
			this.full = this.keeps && !keep(this.table);
		}
		for (const a of answers)
			if (a.startsWith("say "))
				this.heard(JSON.parse(a.slice(4)) as FromTable);
		if (rows.length > 0 && this.told > 0)
			await this.tell();
	}

	private async tell(): Promise<void> {
		const [said] = await this.engine.house(`game ${this.eyes} ${this.told} ${Date.now()}`);
		for (const a of said!) {
			const message = JSON.parse(a.slice(4)) as FromTable;
			if (message.type === "game")
				this.told = message.seq;
			this.heard(message);
		}
		if (this.full && !this.warned) {
			this.warned = true;
			this.heard({ type: "error", code: "not_kept", words: "This browser has no room to keep the game: it is lost when the page closes." });
		}
		void this.bots().catch((wrong: Error) => this.complain(wrong));
	}

	/** Lets bots decide, one after the other, until a person has to. */
	private async bots(): Promise<void> {
		if (this.thinking || this.closed)
			return;
		this.thinking = true;
		try {
			const [asked] = await this.engine.house("bot");
			if (asked!.length === 2) {
				const [seat, level, place] = asked![0]!.split(" ");
				const answers = await thinker.lines(`view ${asked![1]}`, `go ${level}`);
				const move = answers[1]!.at(-1)!.replace(/^move /, "");
				this.thinking = false;
				if (!this.closed)
					await this.house(`decided ${seat} ${place} ${Date.now()} ${move}`);
			}
		} finally {
			this.thinking = false;
		}
	}

	say(m: ToTable): void {
		const now = Date.now(), seat = this.eyes;
		const line =
			m.type === "play" ? `play ${seat} ${now} ${m.key} ${m.place} ${m.moves.join("; ")}`
			: m.type === "undo" ? `want undo ${seat} ${now} ${m.key} ${m.place} ${m.to}`
			: m.type === "order" ? `want order ${seat} ${now} ${m.key} ${m.prompt} ${m.order}${m.once ? " once" : ""}`
			: m.type === "chat" ? `want chat ${seat} ${now} ${m.key} ${m.text}`
			: m.type === "show" ? `show ${seat} ${m.ply} ${m.key}`
			: `want ${m.type} ${seat} ${now} ${m.key} `;
		this.house(line).catch((wrong: Error) => this.complain(wrong, m.key));
	}

	async look(seat: number | "watcher"): Promise<void> {
		this.eyes = seat;
		this.told = 0;
		await this.house(`welcome ${seat} ${Date.now()}`);
		await this.tell();
	}

	async record(): Promise<string> {
		return (await this.engine.house("record"))[0]!.join("\n") + "\n";
	}

	async pieces(): Promise<object> {
		return piecesOf(await this.record());
	}

	close(): void {
		this.closed = true;
		this.engine.restart("the table was left");
	}
}
