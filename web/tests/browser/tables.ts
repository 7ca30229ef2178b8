// Tables on the server, and the people at them.
import { expect, type Page } from "@playwright/test";
import type { FromTable, Game, GameName, Line, ToTable } from "../../src/table/messages";
import { fillIn } from "./kit";

/** Makes a table for friends, by the form; the link for them. seats: "person", or how strong a bot is; the first is the host. */
export async function makeTable(
	host: Page,
	game: GameName,
	name: string,
	seats: readonly string[],
	options: Record<string, string | number> = {},
): Promise<string> {
	const form = await fillIn(host, game, "With friends", seats, options);
	await form.getByLabel("Name on seat 1").fill(name);
	await form.getByRole("button", { name: "Make the table" }).click();
	return host.getByLabel("Link to this table").inputValue();
}

/** A friend opens the link and sits down. */
export async function join(page: Page, link: string, name: string): Promise<void> {
	await page.goto(link);
	await page.getByLabel("Your name").fill(name);
	await page.getByRole("button", { name: "Sit down" }).click();
	await expect(page.getByText(`${name} (you)`)).toBeVisible();
}

/** The host starts the game, and everybody sees the board. */
export async function begin(host: Page, ...others: Page[]): Promise<void> {
	await host.getByRole("button", { name: "Start the game" }).click();
	await Promise.all([host, ...others].map((page) => page.locator(".table .tray").waitFor()));
}

/** A table of two people and bots, begun. */
export async function beginTwo(
	host: Page,
	guest: Page,
	game: GameName,
	options: Record<string, string | number> = {},
): Promise<string> {
	const link = await makeTable(
		host,
		game,
		"Ann",
		game === "queen" ? ["person", "person", "easy"] : ["person", "person"],
		options,
	);
	await join(guest, new URL(link).pathname, "Bob"); // the guest may come by another wire
	await begin(host, guest);
	return link;
}

/** Plays the table on the screen to its end over a connection of its own: always the first move, which runs a ship aground soon. */
export async function finish(page: Page): Promise<void> {
	const id = /\/t\/([^/#]+)/.exec(page.url())![1]!;
	await page.evaluate(async (table) => {
		const { seat, secret } = JSON.parse(localStorage.getItem(`bigmuddy.seat.${table}`)!) as {
			seat: number;
			secret: string;
		};
		const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
		await new Promise((open) => (socket.onopen = open));
		const over = new Promise<void>((done) => {
			socket.onmessage = ({ data }) => {
				const m = JSON.parse(data as string) as {
					type: string;
					status: string;
					place: number;
					legal: string[];
				};
				if (m.type !== "game") return;
				if (m.status === "over") done();
				else if (m.legal.length > 0)
					socket.send(JSON.stringify({ type: "play", moves: [m.legal[0]], place: m.place }));
			};
		});
		socket.send(JSON.stringify({ type: "hello", table, seat, secret }));
		await over;
		socket.close();
	}, id);
}

export const menu = async (page: Page) => {
	await page.getByRole("button", { name: "This table" }).click();
	return page.getByRole("dialog", { name: "This table" });
};

/** Everything that a page says and hears over its sockets and by requests. To be called before it opens anything. */
export class Ear {
	readonly heard: FromTable[] = [];
	readonly said: ToTable[] = [];
	readonly bodies: Promise<string>[] = [];
	sockets = 0;

	constructor(page: Page) {
		page.on("websocket", (socket) => {
			this.sockets++;
			socket.on("framereceived", ({ payload }) => this.heard.push(JSON.parse(String(payload)) as FromTable));
			socket.on("framesent", ({ payload }) => this.said.push(JSON.parse(String(payload)) as ToTable));
		});
		page.on("response", (answer) => {
			if (!/\/assets\/|\.(svg|js|css|wasm|woff2|webmanifest)$/.test(new URL(answer.url()).pathname))
				this.bodies.push(answer.text().catch(() => ""));
		});
	}

	get games(): Game[] {
		return this.heard.filter((m) => m.type === "game");
	}

	/** The moves that were told, each once, however often it was told. */
	moves(seat?: number): Line[] {
		const rows = new Map(this.games.flatMap((g) => g.log).map((l) => [`${l.seq} ${l.at}`, l]));
		return [...rows.values()].filter((l) => l.kind === "move" && (seat === undefined || l.seat === seat));
	}

	/** Where the game stands for these eyes. */
	get game(): Game {
		return this.games.at(-1)!;
	}
}
