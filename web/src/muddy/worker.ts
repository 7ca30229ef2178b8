// One copy of the C code, off the page's own thread. It answers one request after the other, in their order.
import { patiently } from "../ask";
import { Muddy, NetMissing, Panic } from "./wasm";
import broadhorns from "../../../nets/broadhorns.net?url";
import queen from "../../../nets/queen.net?url";
import rails from "../../../nets/rails.net?url";
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

const nets: Record<string, string> = { broadhorns, queen, rails };

async function bytes(address: string, what: string): Promise<ArrayBuffer> {
	const file = await patiently(address, {}, (waits) => self.postMessage({ waits } satisfies Waits)).catch(() => {
		throw new Error(`${what} could not be loaded.`);
	});
	if (!file.ok) throw new Error(`${what} could not be loaded (${file.status}).`);
	return file.arrayBuffer();
}
const muddy = bytes(address, "The rules").then((file) => Muddy.start(file));
muddy.catch(() => {}); // whoever asks is told

/** What is said to the C code. The first time a bot or a review judges a game, its net is fetched. */
async function asked(m: Muddy, say: () => string[]): Promise<string[]> {
	try {
		return say();
	} catch (wrong) {
		if (!(wrong instanceof NetMissing)) throw wrong;
		m.net(wrong.game, new Uint8Array(await bytes(nets[wrong.game]!, "What bots know of the game")));
		return say();
	}
}

async function answer(data: Request): Promise<void> {
	const reply: Reply = { id: data.id, answers: [] };
	const m = await muddy.catch((wrong: Error) => ({ wrong: wrong.message }));
	if ("wrong" in m) {
		self.postMessage({ ...reply, wrong: m.wrong, panic: true } satisfies Reply); // another worker may have better luck
		return;
	}
	try {
		if (data.load !== undefined) m.load(data.load);
		for (const line of data.lines ?? []) reply.answers.push(await asked(m, () => m.line(line)));
		if (data.audit !== undefined) reply.answers.push(m.audit(data.audit));
		if (data.hash !== undefined) reply.answers.push(m.hash(data.hash));
		for (const message of data.table ?? []) reply.answers.push(await asked(m, () => m.table(message)));
	} catch (wrong) {
		reply.wrong = (wrong as Error).message;
		reply.panic = wrong instanceof Panic || wrong instanceof WebAssembly.RuntimeError;
	}
	self.postMessage(reply);
}

let last = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<Request>) => {
	last = last.then(() => answer(data));
};
