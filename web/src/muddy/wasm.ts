// The C code as WebAssembly: what it needs of the page, and how lines are said to it. It knows no rule, and this file knows none either.

/** What web/wasm/wasm.c lets us call. */
interface Exports {
	memory: WebAssembly.Memory;
	_initialize(): void;
	room(n: number): number;
	drop(at: number): void;
	line(words: number, n: number): number;
	load(record: number, n: number): number;
	net(file: number, n: number): number;
	audit(words: number, n: number): number;
	hash(nonce: number, n: number): number;
	table(message: number, n: number): number;
}

/** The C code has found a mistake of its own. What it says now is not to be trusted: begin with a new one. */
export class Panic extends Error {}

/** What judges this game is to be brought first: see Muddy.net. */
export class NetMissing extends Error {
	constructor(readonly game: string) {
		super(`the net of ${game} is not here`);
	}
}

/** Throws where a line refuses to answer before a net is there. */
function missing(line: string): void {
	if (!/^(error |{"type":"error")/.test(line)) return;
	const game = /\bthe net of (\w+) is not here\b/.exec(line)?.[1];
	if (game !== undefined) throw new NetMissing(game);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Muddy {
	private readonly c: Exports;

	private constructor(module: WebAssembly.Module) {
		const said: string[] = [];
		const imports = {
			page: {
				random: (out: number, n: number) => {
					crypto.getRandomValues(this.bytes(out, n));
				},
			},
			wasi_snapshot_preview1: {
				/** id 0 is the time of day, 1 a clock that only goes forward; both in ns. */
				clock_time_get: (id: number, _precision: bigint, out: number) => {
					const ms = id === 0 ? Date.now() : performance.now();
					this.data().setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
					return 0;
				},
				fd_write: (_fd: number, vectors: number, count: number, written: number) => {
					let all = 0;
					for (let i = 0; i < count; i++) {
						const at = this.data().getUint32(vectors + 8 * i, true);
						const n = this.data().getUint32(vectors + 8 * i + 4, true);
						said.push(decoder.decode(this.bytes(at, n)));
						all += n;
					}
					this.data().setUint32(written, all, true);
					return 0;
				},
				proc_exit: () => {
					throw new Panic(said.join("").trim() || "the rules have stopped");
				},
				// No files, whatever is asked.
				fd_close: () => 8,
				fd_seek: () => 8,
				fd_fdstat_get: () => 8,
				fd_prestat_get: () => 8,
				fd_prestat_dir_name: () => 8,
			},
		};
		this.c = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
		this.c._initialize();
	}

	static async start(bytes: BufferSource): Promise<Muddy> {
		return new Muddy(await WebAssembly.compile(bytes));
	}

	/** One line of the engine protocol. What it prints, without the `ok`; an error is thrown with its words. */
	line(words: string): string[] {
		return this.ask(this.c.line, words);
	}

	/** A message to the table in this page (web/wasm/local_table.c), and its answers: all of them JSON. */
	table(message: string): string[] {
		const said = this.lines(this.c.table, encoder.encode(message));
		for (const line of said) missing(line);
		return said;
	}

	/** "COMMIT NONCE", and below it a record: what that proves about its draws. */
	audit(words: string): string[] {
		return this.ask(this.c.audit, words);
	}

	/** The hash of a nonce, which a seat commits to: 64 hexadecimal digits each. */
	hash(nonce: string): string[] {
		return this.ask(this.c.hash, nonce);
	}

	/** The file of the net by which bots, hints and reviews judge a game. It is needed when one of them says that it is missing. */
	net(game: string, file: Uint8Array): void {
		const name = encoder.encode(`${game}\n`);
		const words = new Uint8Array(name.length + file.length);
		words.set(name);
		words.set(file, name.length);
		this.askOf(this.c.net, words);
	}

	/** A record to go on with. */
	load(record: string): void {
		this.ask(this.c.load, record);
	}

	private lines(call: (at: number, n: number) => number, bytes: Uint8Array): string[] {
		const at = this.c.room(bytes.length + 1);
		this.bytes(at, bytes.length).set(bytes);
		const answer = this.text(call(at, bytes.length)).split("\n").slice(0, -1);
		this.c.drop(at);
		return answer;
	}

	private ask(call: (at: number, n: number) => number, words: string): string[] {
		return this.askOf(call, encoder.encode(words));
	}

	private askOf(call: (at: number, n: number) => number, bytes: Uint8Array): string[] {
		const answer = this.lines(call, bytes);
		const last = answer.pop();
		if (last === "ok") return answer;
		missing(last ?? "");
		throw new Error(last?.replace(/^error /, "") ?? "that is no command");
	}

	private data(): DataView {
		return new DataView(this.c.memory.buffer);
	}

	private bytes(at: number, n: number): Uint8Array {
		return new Uint8Array(this.c.memory.buffer, at, n);
	}

	private text(at: number): string {
		const all = new Uint8Array(this.c.memory.buffer, at);
		return decoder.decode(all.subarray(0, all.indexOf(0)));
	}
}
