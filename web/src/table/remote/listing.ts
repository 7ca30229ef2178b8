// How the games of this browser stand, for the tickets on the landing: those that are kept here, and those on the server.
import { boards } from "../../boards/boards";
import { nameOf } from "../../boards/colours";
import { Engine } from "../../muddy/muddy";
import { granted, kept, opening, peopleAt, type Kept } from "../local";
import type { FromTable, Game, GameName, Match } from "../messages";
import { resultOf, type Result } from "../results";
import { heldSeats, type Held } from "./held";
import { ask } from "../../waiting.svelte";

export interface Ticket {
	id: string;
	game: GameName;
	address: string;
	seats: number[];
	/** "Round 9", or what it waits for. */
	where: string;
	/** Who has to decide: "" nobody. */
	mover: string;
	mine: boolean;
	over: boolean;
	changed: number;
	remote: boolean;
	/** How it ended; null: it has not. */
	result: Result | null;
}

async function ticket(
	match: Match,
	game: Game,
	own: number[],
	address: string,
	changed: number,
	remote: boolean,
): Promise<Ticket> {
	const { board } = await boards[match.gameName]();
	const mine = game.toMove !== null && own.includes(game.toMove) && game.status === "running";
	const free = match.players.filter((p) => p.kind === "free").length;
	const waiting =
		game.status === "open"
			? free > 0
				? `${free} ${free === 1 ? "seat is" : "seats are"} free`
				: "Everybody is here"
			: game.status === "starting"
				? "It is about to start"
				: "";
	const closed = game.status === "closed" ? "Closed" : game.over?.ending ? `Over: ${game.over.ending}` : "";
	return {
		id: match.matchID,
		game: match.gameName,
		address,
		seats: match.players.map((p) => p.id),
		changed,
		remote,
		mine,
		where: waiting || closed || (own.length > 1 ? "Hot seat, " : "") + board.where(game.view!),
		mover: game.toMove !== null && game.status === "running" ? nameOf(match, game.toMove) : "",
		over: game.status === "over" || game.status === "closed",
		result: resultOf(match, game, own, remote, changed),
	};
}

async function localTicket(engine: Engine, t: Kept): Promise<Ticket> {
	const people = peopleAt(t.rows);
	const said = granted(
		await engine.table(opening(t), {
			type: "hello",
			table: t.id,
			after: t.rows.length,
			...(people.length === 1 && { seat: people[0] }),
		}),
	);
	const welcome = said.find((m) => m.type === "welcome");
	const game = said.find((m) => m.type === "game");
	if (!welcome || !game) throw new Error("This table says nothing.");
	return ticket(welcome.table, game, people, `./#/play/${t.id}`, t.changed, false);
}

/** One after the other, as each is ready. One that is damaged is shown as such, and kept. */
export async function localTickets(found: (t: Ticket) => void, most = 12): Promise<void> {
	const tables = kept().slice(0, most);
	if (tables.length === 0) return;
	const engine = new Engine();
	for (const t of tables)
		found(
			await localTicket(engine, t).catch((wrong: Error): Ticket => ({
				id: t.id,
				game: t.game,
				address: `./#/play/${t.id}`,
				seats: [],
				where: wrong.message,
				mover: "",
				mine: false,
				over: false,
				changed: t.changed,
				remote: false,
				result: null,
			})),
		);
	engine.restart("all tables have been looked at");
}

/** The server's, over one connection that goes from table to table. It only watches: who looks at a list is not at the table. */
export function remoteTickets(found: (t: Ticket) => void, most = 12): Promise<void> {
	const todo = heldSeats().slice(0, most);
	if (todo.length === 0) return Promise.resolve();
	return new Promise((done) => {
		const socket = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
		let now: Held | undefined;
		let match: Match | null = null;
		const next = (): void => {
			now = todo.shift();
			if (now) socket.send(JSON.stringify({ type: "hello", table: now.id, after: 2 ** 31 - 1 }));
			else socket.close();
		};
		socket.onopen = next;
		socket.onmessage = ({ data }) => {
			const m = JSON.parse(data as string) as FromTable;
			if (m.type === "welcome") {
				match = m.table;
			} else if (m.type === "game" && match && match.matchID === now?.id) {
				void ticket(match, m, [now.seat], `./t/${now.id}`, match.updatedAt || match.createdAt, true).then(
					found,
				);
				next();
			} else if (m.type === "error") {
				next(); // it is gone, or no longer ours: the table's own page says so
			}
		};
		socket.onclose = () => done();
	});
}

/** Whether there is a server behind this page. */
export async function hasServer(): Promise<boolean> {
	try {
		const answer = await ask("/games");
		return answer.ok && Array.isArray(await answer.json());
	} catch {
		return false;
	}
}
