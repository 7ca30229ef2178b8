// One copy of the C code, off the page's own thread. It answers one request after the other, in their order.
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

const muddy = fetch(address).then((file) => Muddy.start(file));

self.onmessage = async ({ data }: MessageEvent<Request>) => {
	const reply: Reply = { id: data.id, answers: [] };
	try {
		const m = await muddy;
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
