// A record as a table to look at: the same C code lays out its moves as rows, so that log, places and every moment come as from any table.
import { Engine } from "../../muddy/muddy";
import type { FromTable, Match, ToTable, View } from "../messages";
import { piecesOf, type Source } from "../source";

/** Whose eyes: a seat's, those of somebody without one, or open: nothing is hidden, and the hand in front is that of whoever moves. */
export type Eyes = number | "watcher" | "open";

/** Names of bots depend on the id; a table that was kept has its own. */
const NO_ID = "replayed", NO_KEY = "00".repeat(32);

export class ReplayTable implements Source {
	readonly remote = false;
	readonly mine: number[] = [];
	eyes: Eyes = "open";
	match: Match | null = null;
	/** Open: told who moves at the moment that is shown. */
	onMover: (seat: number | null) => void = () => {};
	private readonly engine = new Engine();
	private heard: (message: FromTable) => void = () => {};

	private constructor(readonly record: string, readonly own: number | null) {}

	/** Checks the record and lays it out; what is wrong with it is thrown, with its line. own: the seat that was the reader's. */
	static async open(record: string, id = NO_ID, own: number | null = null): Promise<ReplayTable> {
		const table = new ReplayTable(record, own);
		try {
			await table.engine.house(`begin ${id} ${NO_KEY} ${Date.now()} medium all\n${record}`);
			return table;
		} catch (wrong) {
			table.close();
			throw wrong;
		}
	}

	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void {
		this.heard = heard;
		void this.look(this.eyes).then(() => state(true), (wrong: Error) => heard({ type: "error", code: "table", words: wrong.message }));
	}

	async look(eyes: Eyes): Promise<void> {
		this.eyes = eyes;
		const as = eyes === "open" ? "watcher" : eyes;
		const said = (await this.engine.house(`welcome ${as} ${Date.now()}`, `game ${as} 0 ${Date.now()}`)).flat();
		for (const line of said) {
			const m = JSON.parse(line.slice(4)) as FromTable;
			if (m.type === "welcome")
				this.match = m.table;
			if (m.type === "game") {
				if (eyes === "open")
					m.view = await this.openView(m.ply);
				// There is nothing to decide here any more, however it ended.
				this.heard({ ...m, legal: [], asked: false, toMove: null, status: m.status === "running" ? "closed" : m.status });
			} else {
				this.heard(m);
			}
		}
	}

	private async openView(ply: number): Promise<View> {
		const [said] = await this.engine.house(`open ${ply}`);
		const mover = Number(said![0]);
		this.onMover(mover >= 0 ? mover : null);
		return JSON.parse(said![1]!) as View;
	}

	say(m: ToTable): void {
		const refuse = (wrong: Error) => this.heard({ type: "error", key: m.key, code: "replay", words: wrong.message });
		if (m.type !== "show")
			refuse(new Error("This is a game of the past: play on from here to change it."));
		else if (this.eyes === "open")
			void this.openView(m.ply).then((view) => this.heard({ type: "shown", key: m.key, ply: m.ply, view }), refuse);
		else
			void this.engine.house(`show ${this.eyes} ${m.ply} ${m.key}`).then(([said]) => this.heard(JSON.parse(said![0]!.slice(4)) as FromTable), refuse);
	}

	pieces(): Promise<object> {
		return piecesOf(this.record);
	}

	close(): void {
		this.engine.restart("the replay was left");
	}
}
