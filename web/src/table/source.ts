// Where a table is: on a server, or in this page. The table does not know which.
import { capital } from "../boards/words";
import { ask } from "../waiting.svelte";
import type { FromTable, Match, ToTable } from "./messages";

export interface Source {
	/** Whether moves can get lost on the way, so that one has to wait for an answer: a table on a server. */
	readonly remote: boolean;
	/** The seats that people at this screen may decide for: one; more on a hot seat; none for a watcher. */
	readonly mine: number[];
	/** In a replay: the seat that was the reader's own; null: none was. */
	readonly own?: number | null;
	/** Told of everything the table says. The first is a welcome, then a game. */
	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void;
	say(message: ToTable): void;
	/** The pieces of a table that is not played with the built-in ones. */
	pieces(match: Match): Promise<object>;
	/** On a hot seat: whose eyes are at the screen now. */
	look?(seat: number): void;
	close(): void;
}

/** The pieces that a record brings along: as text on a line of its own, or in JSON. */
export async function piecesOf(record: string): Promise<object> {
	const line = /^pieces (.*)$/m.exec(record);
	return (line ? JSON.parse(line[1]!) : (JSON.parse(record) as { pieces: object }).pieces) as object;
}

export interface Credentials {
	seat: number;
	secret: string;
}

/** Answers to a hello that no second try will change. */
const FINAL = ["no_such_table", "forbidden", "bad_message", "damaged", "seat"];

/** In ms: an answer that takes longer will not come, the connection is dead; nor will a connection; after so long a silence it is worth asking. */
const PATIENCE = 6000;
const CONNECTING = 20_000;
const SILENCE = 10_000;

/** A table on the server that this page came from. It connects again by itself, and asks for what it has missed. */
export class RemoteTable implements Source {
	readonly remote = true;
	readonly mine: number[];
	private socket: WebSocket | null = null;
	private heard: (message: FromTable) => void = () => {};
	private state: (connected: boolean) => void = () => {};
	private unsent: ToTable[] = [];
	private after = 0;
	private tries = 0;
	private closed = false;
	private welcomed = false;
	private lastHeard = 0;
	private retry: ReturnType<typeof setTimeout> | undefined;
	private overdue: ReturnType<typeof setTimeout> | undefined;

	constructor(
		private readonly id: string,
		private readonly seat: Credentials | null,
	) {
		this.mine = seat ? [seat.seat] : [];
	}

	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void {
		this.heard = heard;
		this.state = state;
		addEventListener("online", this.hurry);
		addEventListener("offline", this.drop);
		document.addEventListener("visibilitychange", this.hurry);
		this.connect();
	}

	/** The network is back, or somebody looks at the page again: no more waiting, and no trust in a connection that has long been silent. */
	private readonly hurry = (): void => {
		if (this.closed || document.hidden) return;
		if (!this.socket) this.connect();
		else if (this.welcomed && Date.now() - this.lastHeard > SILENCE) this.hello(this.socket);
	};

	/** What was not acknowledged is said again: its key makes that harmless. */
	say(message: ToTable): void {
		this.unsent.push(message);
		if (this.welcomed) {
			this.socket!.send(JSON.stringify(message));
			this.await();
		}
	}

	pieces({ gameName, matchID }: Match): Promise<object> {
		return api(`/${gameName}/${matchID}/box`);
	}

	close(): void {
		this.closed = true;
		removeEventListener("online", this.hurry);
		removeEventListener("offline", this.drop);
		document.removeEventListener("visibilitychange", this.hurry);
		this.drop();
	}

	/** Browsers do not tell that the other end is gone: who waits for an answer must not wait for ever. */
	private await(patience = PATIENCE): void {
		clearTimeout(this.overdue);
		this.overdue = setTimeout(this.drop, patience);
	}

	/** This connection is not worth anything any more. Its own end may come minutes later: nobody listens to it by then. */
	private readonly drop = (): void => {
		const socket = this.socket;
		clearTimeout(this.retry);
		clearTimeout(this.overdue);
		this.socket = null;
		this.welcomed = false;
		socket?.close();
		if (this.closed) return;
		this.state(false);
		this.retry = setTimeout(
			() => this.connect(),
			Math.min(10_000, 250 * 2 ** this.tries++) * (0.75 + Math.random() / 2),
		);
	};

	private hello(socket: WebSocket): void {
		socket.send(
			JSON.stringify({
				type: "hello",
				table: this.id,
				after: this.after,
				...(this.seat && { seat: this.seat.seat, secret: this.seat.secret }),
			}),
		);
		this.await();
	}

	private connect(): void {
		clearTimeout(this.retry);
		const socket = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
		this.socket = socket;
		this.await(CONNECTING);
		socket.onopen = () => {
			if (this.socket === socket) this.hello(socket);
		};
		socket.onmessage = ({ data }) => {
			if (this.socket === socket) this.take(JSON.parse(data as string) as FromTable, socket);
		};
		socket.onclose = () => {
			if (this.socket === socket) this.drop();
		};
	}

	private take(message: FromTable, socket: WebSocket): void {
		this.lastHeard = Date.now();
		if (message.type === "game") this.after = message.seq;
		if (message.type === "welcome") {
			this.welcomed = true;
			this.tries = 0;
			for (const unsent of this.unsent) socket.send(JSON.stringify(unsent));
			this.state(true);
		}
		if (message.type === "error" && !message.key && FINAL.includes(message.code)) this.close(); // it would be the same next time
		if ("key" in message && message.key) this.unsent = this.unsent.filter((m) => m.key !== message.key);
		if (this.welcomed && this.unsent.length === 0) clearTimeout(this.overdue);
		else if (!this.closed) this.await();
		this.heard(message);
	}
}

/** 128 bits of chance: the key of a request, by which it can be made again when no answer came. */
export const freshKey = () =>
	btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.slice(0, 22);

/** Asks the HTTP API of the server that this page came from. A request with a key is made once more if no answer comes. */
export async function api<T>(path: string, body?: object): Promise<T> {
	const send = () =>
		ask(
			`/games${path}`,
			body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {},
		);
	const answer = await (body && "key" in body
		? send().catch(() => new Promise((r) => setTimeout(r, 1000)).then(send))
		: send());
	const said = (await answer
		.json()
		.catch(() => ({ error: "no_server", words: "There is no server behind this page." }))) as T & {
		error?: string;
		words?: string;
	};
	if (!answer.ok || (said.error !== undefined && said.words !== undefined))
		throw Object.assign(new Error(capital(said.words ?? answer.statusText)), { code: said.error ?? "" });
	return said;
}

/** Whether no answer came, so that nobody knows whether it was done. */
export const lost = (wrong: unknown) => wrong instanceof TypeError || (wrong as { code?: string }).code === "no_server";

export const match = (game: string, id: string) => api<Match>(`/${game}/${id}`);
