// One copy of the C code, off the page's own thread. It answers one request after the other, in their order.
import { Muddy, Panic } from "./wasm";
import address from "../../../build-wasm/web/wasm/muddy.wasm?url";

/** A record to go on with, then lines for the engine; and lines for the table in the page. */
export interface Request { id: number; load?: string; lines?: string[]; house?: string[] }
export interface Reply { id: number; answers: string[][]; wrong?: string; panic?: boolean }

const muddy = fetch(address).then((file) => Muddy.start(file));

self.onmessage = async ({ data }: MessageEvent<Request>) => {
	const reply: Reply = { id: data.id, answers: [] };
	try {
		const m = await muddy;
		if (data.load !== undefined)
			m.load(data.load);
		reply.answers = [...(data.lines ?? []).map((line) => m.line(line)), ...(data.house ?? []).map((line) => m.house(line))];
	} catch (wrong) {
		reply.wrong = (wrong as Error).message;
		reply.panic = wrong instanceof Panic || wrong instanceof WebAssembly.RuntimeError;
	}
	self.postMessage(reply);
};
