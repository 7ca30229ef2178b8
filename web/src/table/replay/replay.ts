// A record as a table to look at: the same C code lays out its moves as rows, so that log, places and every moment come as from any table.
import { Engine } from "../../muddy/muddy";
import type { FromTable, Match, ToTable } from "../messages";
import { granted } from "../local";
import { piecesOf, type Source } from "../source";

/** Whose eyes: a seat's, those of somebody without one, or open: nothing is hidden, and the hand in front is that of whoever moves. */
export type Eyes = number | "watcher" | "open";

const NO_ID = "repeated";
const NO_KEY = "00".repeat(32);

export class ReplayTable implements Source {
	readonly remote = false;
	readonly mine: number[] = [];
	eyes: Eyes = "open";
	match: Match | null = null;
	/** Open: told who moves at the moment that is shown. */
	onMover: (seat: number | null) => void = () => {};
	private id = NO_ID;
	private readonly engine = new Engine();
	private heard: (message: FromTable) => void = () => {};

	private constructor(
		readonly record: string,
		readonly own: number | null,
	) {}

	/** Checks the record and lays it out; what is wrong with it is thrown, with its line. own: the seat that was the reader's. */
	static async open(record: string, id = NO_ID, own: number | null = null): Promise<ReplayTable> {
		const table = new ReplayTable(record, own);
		try {
			granted(
				await table.engine.table({ type: "open", id, key: NO_KEY, made: Date.now(), level: "medium", record }),
			);
			table.id = id;
			return table;
		} catch (wrong) {
			table.close();
			throw wrong;
		}
	}

	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void {
		this.heard = heard;
		void this.look(this.eyes).then(
			() => state(true),
			(wrong: Error) => heard({ type: "error", code: "table", words: wrong.message }),
		);
	}

	async look(eyes: Eyes): Promise<void> {
		this.eyes = eyes;
		const seat = typeof eyes === "number" ? { seat: eyes } : {};
		for (const m of await this.engine.table({ type: "hello", table: this.id, ...seat })) {
			if (
				m.type === "row" ||
				m.type === "think" ||
				m.type === "record" ||
				m.type === "opened" ||
				m.type === "dealt"
			)
				continue;
			if (m.type === "welcome") this.match = m.table;
			if (m.type === "game") {
				if (eyes === "open") m.view = (await this.whole(m.ply)).view;
				// There is nothing to decide here any more, however it ended.
				this.heard({
					...m,
					legal: [],
					asked: false,
					toMove: null,
					status: m.status === "running" ? "closed" : m.status,
				});
			} else {
				this.heard(m);
			}
		}
	}

	private async whole(ply: number, key?: string): Promise<FromTable & { type: "shown" }> {
		const answers = granted(await this.engine.table({ type: "whole", ply, ...(key && { key }) }));
		const shown = answers.find((m) => m.type === "shown")!;
		this.onMover(shown.toMove ?? null);
		return shown;
	}

	say(m: ToTable): void {
		const refuse = (wrong: Error) =>
			this.heard({ type: "error", key: m.key, code: "replay", words: wrong.message });
		if (m.type !== "show") refuse(new Error("This is a game of the past: play on from here to change it."));
		else if (this.eyes === "open") void this.whole(m.ply, m.key).then((shown) => this.heard(shown), refuse);
		else
			void this.engine
				.table(m)
				.then((answers) => answers.forEach((a) => a.type === "shown" && this.heard(a)), refuse);
	}

	pieces(): Promise<object> {
		return piecesOf(this.record);
	}

	close(): void {
		this.engine.restart("the replay was left");
	}
}
