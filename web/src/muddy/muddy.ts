// The C code in workers, as promises. Two of them: rules that answer at once, and a bot that may think.
import type { FromLocal, ToLocal } from "../table/messages";
import { waits } from "../waiting.svelte";
import type { Reply, Request, Waits } from "./worker";

export class Engine {
	/** Hired when it is first asked: each of them fetches and compiles the rules. */
	private worker: Worker | null = null;
	private next = 1;
	private begun: string | null = null;
	private waiting = new Map<number, { yes: (r: Reply) => void; no: (e: Error) => void }>();

	private hire(): Worker {
		const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
		worker.onmessage = ({ data }: MessageEvent<Reply | Waits>) => {
			if ("waits" in data) {
				waits(data.waits);
				return;
			}
			const who = this.waiting.get(data.id);
			this.waiting.delete(data.id);
			if (data.wrong === undefined) who?.yes(data);
			else who?.no(new Error(data.wrong));
			if (data.panic) this.restart(data.wrong ?? "the rules have stopped");
		};
		worker.onerror = () => this.restart("the rules could not be loaded");
		if (this.begun !== null) worker.postMessage({ id: 0, load: this.begun });
		return worker;
	}

	/** So that it does not have to be fetched when it is needed. */
	warm(): Worker {
		return (this.worker ??= this.hire());
	}

	/** Ends whatever it is doing; the next question begins afresh. */
	restart(why: string): void {
		this.worker?.terminate();
		this.worker = null;
		for (const { no } of this.waiting.values()) no(new Error(why));
		this.waiting.clear();
	}

	private ask(request: Omit<Request, "id">): Promise<Reply> {
		const id = this.next++;
		return new Promise((yes, no) => {
			this.waiting.set(id, { yes, no });
			this.warm().postMessage({ id, ...request });
		});
	}

	/** Lines of the engine protocol, one after the other; what each printed. The first that is refused ends it. */
	async lines(...lines: string[]): Promise<string[][]> {
		return (await this.ask({ lines })).answers;
	}

	async load(record: string, ...lines: string[]): Promise<string[][]> {
		return (await this.ask({ load: record, lines })).answers;
	}

	/** A record that it always goes on with, also after a restart. */
	async begin(record: string): Promise<void> {
		await this.load(record);
		this.begun = record;
	}

	/** What a record proves about its draws to somebody who noted these: the verdict, then a line for each finding. */
	async audit(record: string, commit: string | null, nonce: string | null): Promise<string[]> {
		return (await this.ask({ audit: `${commit ?? "-"} ${nonce ?? "-"}\n${record}` })).answers[0]!;
	}

	/** The hash of a nonce, which a seat commits to when it sits down: 64 hexadecimal digits each. */
	async hash(nonce: string): Promise<string> {
		return (await this.ask({ hash: nonce })).answers[0]![0]!;
	}

	/** Messages to the table in this page, one after the other, and what it answers to all of them. */
	async table(...messages: ToLocal[]): Promise<FromLocal[]> {
		const { answers } = await this.ask({ table: messages.map((m) => JSON.stringify(m)) });
		return answers.flat().map((line) => JSON.parse(line) as FromLocal);
	}
}

export const rules = new Engine();
rules.warm();
export const thinker = new Engine();
