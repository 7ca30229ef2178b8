// The C code as WebAssembly: what it needs of the page, and how lines are said to it. It knows no rule, and this file knows none either.
import { blake2b, chacha20 } from "./sodium";

/** What web/wasm/wasm.c lets us call. */
interface Exports {
	memory: WebAssembly.Memory;
	_initialize(): void;
	room(n: number): number;
	drop(at: number): void;
	line(words: number, n: number): number;
	load(record: number, n: number): number;
	house(words: number, n: number): number;
}

/** The C code has found a mistake of its own. What it says now is not to be trusted: begin with a new one. */
export class Panic extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// As in enum flat_kind of core/fields.h, and the limits of driver/json.h.
const INT = 0, TEXT = 1, NULL = 2, BOOL = 3, LIST = 4, OBJECT = 5;
const FLAT_BYTES = 24, MAX_ERROR = 480, MAX_PATH = 96, MAX_VALUES = 1 << 14, MAX_DEPTH = 16;

interface Flat { path: string; kind: number; n: bigint; text: string | null }

/** Every value of a JSON object with its path: `ship[2].speed`. */
function flatten(json: string): Flat[] {
	const flats: Flat[] = [];
	const add = (value: unknown, path: string, depth: number): void => {
		if (depth > MAX_DEPTH || flats.length >= MAX_VALUES)
			throw new Error(`the JSON is too large: at most ${MAX_VALUES} values, ${MAX_DEPTH} deep`);
		if (encoder.encode(path).length >= MAX_PATH)
			throw new Error(`'${path.slice(0, 40)}' is unknown here`);
		const flat = (kind: number, n: bigint, text: string | null = null) => flats.push({ path, kind, n, text });
		if (value === null)
			flat(NULL, 0n);
		else if (typeof value === "boolean")
			flat(BOOL, value ? 1n : 0n);
		else if (typeof value === "string")
			flat(TEXT, 0n, value);
		else if (typeof value === "number") {
			if (!Number.isSafeInteger(value))
				throw new Error(`${path} is not a whole number`);
			flat(INT, BigInt(value));
		} else if (Array.isArray(value)) {
			flat(LIST, BigInt(value.length));
			value.forEach((v, i) => add(v, `${path}[${i}]`, depth + 1));
		} else {
			if (path !== "")
				flat(OBJECT, 0n);
			for (const [key, v] of Object.entries(value as object)) {
				if (!/^[\w -]+$/.test(key))
					throw new Error(`'${key.slice(0, 40)}' is unknown here`);
				add(v, path === "" ? key : `${path}.${key}`, depth + 1);
			}
		}
	};
	const root: unknown = JSON.parse(json);
	if (typeof root !== "object" || root === null || Array.isArray(root))
		throw new Error("the JSON is not an object");
	add(root, "", 0);
	return flats;
}

export class Muddy {
	private readonly c: Exports;

	private constructor(module: WebAssembly.Module) {
		const said: string[] = [];
		const imports = {
			page: {
				json: (text: number, n: number, values: number, why: number) => this.json(text, n, values, why),
				blake2b: (out: number, outN: number, at: number, n: number, key: number, keyN: number) =>
					this.bytes(out, outN).set(blake2b(this.bytes(at, n), outN, this.bytes(key, keyN))),
				chacha20: (out: number, n: number, nonce: number, counter: number, key: number) =>
					this.bytes(out, n).set(chacha20(this.bytes(key, 32), this.bytes(nonce, 12), n, counter)),
				random: (out: number, n: number) => {
					crypto.getRandomValues(this.bytes(out, n));
				},
			},
			wasi_snapshot_preview1: {
				clock_time_get: (_id: number, _precision: bigint, out: number) => {
					this.data().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
					return 0;
				},
				fd_write: (_fd: number, vectors: number, count: number, written: number) => {
					let all = 0;
					for (let i = 0; i < count; i++) {
						const at = this.data().getUint32(vectors + 8 * i, true), n = this.data().getUint32(vectors + 8 * i + 4, true);
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
				fd_close: () => 8, fd_seek: () => 8, fd_fdstat_get: () => 8, fd_prestat_get: () => 8, fd_prestat_dir_name: () => 8,
			},
		};
		this.c = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
		this.c._initialize();
	}

	static async start(source: Response | BufferSource): Promise<Muddy> {
		const bytes = source instanceof Response ? await source.arrayBuffer() : source;
		return new Muddy(await WebAssembly.compile(bytes));
	}

	/** One line of the engine protocol. What it prints, without the `ok`; an error is thrown with its words. */
	line(words: string): string[] {
		return this.ask(this.c.line, words);
	}

	/** One line for the table in this page: web/wasm/house.c. */
	house(words: string): string[] {
		return this.ask(this.c.house, words);
	}

	/** A record to go on with. */
	load(record: string): void {
		this.ask(this.c.load, record);
	}

	private ask(call: (at: number, n: number) => number, words: string): string[] {
		const bytes = encoder.encode(words), at = this.c.room(bytes.length + 1);
		this.bytes(at, bytes.length).set(bytes);
		const answer = this.text(call(at, bytes.length)).split("\n").slice(0, -1);
		this.c.drop(at);
		const last = answer.pop();
		if (last !== "ok")
			throw new Error(last?.replace(/^error /, "") ?? "that is no command");
		return answer;
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

	/** page_json of web/wasm/page.c: an array of struct flat, and behind it the texts that it points to. */
	private json(text: number, n: number, values: number, why: number): number {
		try {
			const flats = flatten(decoder.decode(this.bytes(text, n)));
			const texts = flats.map((f) => [encoder.encode(f.path), f.text === null ? null : encoder.encode(f.text)] as const);
			const size = texts.reduce((all, [path, t]) => all + path.length + 1 + (t ? t.length + 1 : 0), flats.length * FLAT_BYTES);
			const block = this.c.room(size + 1), memory = this.bytes(block, size), data = this.data();
			let free = flats.length * FLAT_BYTES;
			const put = (bytes: Uint8Array | null): number => {
				if (!bytes)
					return 0;
				memory.set(bytes, free);
				memory[free + bytes.length] = 0;
				free += bytes.length + 1;
				return block + free - bytes.length - 1;
			};
			flats.forEach((f, i) => {
				const at = block + i * FLAT_BYTES;
				data.setUint32(at, put(texts[i]![0]), true);
				data.setUint32(at + 4, put(texts[i]![1]), true);
				data.setBigInt64(at + 8, f.n, true);
				data.setBigUint64(at + 16, BigInt(f.kind), true);       // and `used` is false
			});
			data.setInt32(values, flats.length, true);
			return block;
		} catch (wrong) {
			const words = encoder.encode(String((wrong as Error).message)).slice(0, MAX_ERROR - 1);
			this.bytes(why, words.length + 1).set([...words, 0]);
			return 0;
		}
	}
}
