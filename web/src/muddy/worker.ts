// One copy of the C code, off the page's own thread. It answers one request after the other, in their order.
import { patiently } from "../ask";
import { Muddy, Panic } from "./wasm";
import address from "../../../build-wasm/web/wasm/muddy.wasm?url";

/** A record to go on with, then lines for the engine; and messages to the table in the page. */
export interface Request {
	id: number;
	load?: string;
	lines?: string[];
	/** What a record proves about its draws: see Muddy.audit. */
	audit?: string;
	/** A nonce to be hashed: see Muddy.hash. */
	hash?: string;
	table?: string[];
}
export interface Reply {
	id: number;
	answers: string[][];
	wrong?: string;
	panic?: boolean;
}

/** Said before there is anything to answer: the server asks to wait, so many seconds. */
export interface Waits {
	waits: number;
}

async function load(): Promise<Muddy> {
	const file = await patiently(address, {}, (waits) => self.postMessage({ waits } satisfies Waits));
	if (!file.ok) throw new Error(`The rules could not be loaded (${file.status}).`);
	return Muddy.start(await file.arrayBuffer());
}
const muddy = load();
muddy.catch(() => {}); // whoever asks is told

self.onmessage = async ({ data }: MessageEvent<Request>) => {
	const reply: Reply = { id: data.id, answers: [] };
	const m = await muddy.catch((wrong: Error) => ({ wrong: wrong.message }));
	if ("wrong" in m) {
		self.postMessage({ ...reply, wrong: m.wrong, panic: true } satisfies Reply); // another worker may have better luck
		return;
	}
	try {
		if (data.load !== undefined) m.load(data.load);
		reply.answers = [
			...(data.lines ?? []).map((line) => m.line(line)),
			...(data.audit === undefined ? [] : [m.audit(data.audit)]),
			...(data.hash === undefined ? [] : [m.hash(data.hash)]),
			...(data.table ?? []).map((message) => m.table(message)),
		];
	} catch (wrong) {
		reply.wrong = (wrong as Error).message;
		reply.panic = wrong instanceof Panic || wrong instanceof WebAssembly.RuntimeError;
	}
	self.postMessage(reply);
};
