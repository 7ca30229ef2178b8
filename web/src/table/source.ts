// Where a table is: on a server, or in this page. The desk does not know which.
import type { FromTable, Match, ToTable } from "./messages";

export interface Source {
	/** Whether moves can get lost on the way, so that one has to wait for an answer: a table on a server. */
	readonly remote: boolean;
	/** The seats that people at this screen may decide for: one; more on a hot seat; none for a watcher. */
	readonly mine: number[];
	/** Told of everything the table says. The first is a welcome, then a game. */
	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void;
	say(message: ToTable): void;
	/** On a hot seat: whose eyes are at the screen now. */
	look?(seat: number): void;
	close(): void;
}

export interface Credentials { seat: number; secret: string }

/** Answers to a hello that no second try will change. */
const FINAL = ["no_such_table", "forbidden", "bad_message", "damaged", "seat"];

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
	private retry: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly id: string, private readonly seat: Credentials | null) {
		this.mine = seat ? [seat.seat] : [];
	}

	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void {
		this.heard = heard;
		this.state = state;
		addEventListener("online", this.hurry);
		document.addEventListener("visibilitychange", this.hurry);
		this.connect();
	}

	/** The network is back, or somebody looks at the page again: no more waiting. */
	private readonly hurry = (): void => {
		if (this.closed || document.hidden || this.socket?.readyState !== WebSocket.CLOSED)
			return;
		clearTimeout(this.retry);
		this.connect();
	};

	/** What was not acknowledged is said again: its key makes that harmless. */
	say(message: ToTable): void {
		this.unsent.push(message);
		if (this.welcomed && this.socket?.readyState === WebSocket.OPEN)
			this.socket.send(JSON.stringify(message));
	}

	close(): void {
		this.closed = true;
		clearTimeout(this.retry);
		removeEventListener("online", this.hurry);
		document.removeEventListener("visibilitychange", this.hurry);
		this.socket?.close();
	}

	private connect(): void {
		const socket = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
		this.socket = socket;
		socket.onopen = () => {
			socket.send(JSON.stringify({ type: "hello", table: this.id, after: this.after, ...(this.seat && { seat: this.seat.seat, secret: this.seat.secret }) }));
		};
		socket.onmessage = ({ data }) => {
			const message = JSON.parse(data as string) as FromTable;
			if (message.type === "game")
				this.after = message.seq;
			if (message.type === "welcome") {
				this.welcomed = true;
				this.tries = 0;
				for (const unsent of this.unsent)
					socket.send(JSON.stringify(unsent));
				this.state(true);
			}
			if (message.type === "error" && !message.key && FINAL.includes(message.code))
				this.close();                           // it would be the same next time
			if ("key" in message && message.key)
				this.unsent = this.unsent.filter((m) => m.key !== message.key);
			this.heard(message);
		};
		socket.onclose = () => {
			this.welcomed = false;
			if (this.closed)
				return;
			this.state(false);
			this.retry = setTimeout(() => this.connect(), Math.min(10_000, 250 * 2 ** this.tries++) * (0.75 + Math.random() / 2));
		};
	}
}

/** The lobby of the server that this page came from. */
export async function lobby<T>(path: string, body?: object): Promise<T> {
	const answer = await fetch(`/games${path}`, body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {});
	const said = (await answer.json().catch(() => ({ error: "no_server", words: "There is no server behind this page." }))) as T & { error?: string; words?: string };
	if (!answer.ok || (said.error !== undefined && said.words !== undefined))
		throw Object.assign(new Error(said.words ?? answer.statusText), { code: said.error ?? "" });
	return said;
}

export const match = (game: string, id: string) => lobby<Match>(`/${game}/${id}`);
