// The seats on the server that belong to this browser: their secrets, and the nonces that were promised when sitting down.
import { rules } from "../../muddy/muddy";
import type { GameName } from "../messages";
import { freshKey, api, lost } from "../source";

/** nonce: 64 hexadecimal digits that nobody else knows before the start; the draws come from everybody's. told: this browser gets word of its turns. */
export interface Held {
	id: string;
	game: GameName;
	seat: number;
	secret: string;
	nonce: string | null;
	since: number;
	told?: boolean;
	/** The hash of the table's key, as it was told before the start. */
	commit?: string;
}

const SEAT = "bigmuddy.seat.";
const HOST = "bigmuddy.host.";
const JOIN = "bigmuddy.join.";
const SECRET = /^[\w-]{22}$/;
const HEX = /^[0-9a-f]{64}$/;

/** A browser that keeps nothing can still play, for as long as the page is open. */
const memory = new Map<string, string>();

function keep(name: string, value: string): void {
	memory.set(name, value);
	try {
		localStorage.setItem(name, value);
	} catch {
		// Then memory has to do.
	}
}

function recall(name: string): string | null {
	try {
		return localStorage.getItem(name) ?? memory.get(name) ?? null;
	} catch {
		return memory.get(name) ?? null;
	}
}

function drop(name: string): void {
	memory.delete(name);
	try {
		localStorage.removeItem(name);
	} catch {
		// It was not there.
	}
}

/** What cannot be read counts as nothing, and is left as it is. */
export function heldSeat(id: string): Held | null {
	try {
		const found = JSON.parse(recall(SEAT + id) ?? "null") as Held | null;
		return found && Number.isInteger(found.seat) && SECRET.test(found.secret) ? { ...found, id } : null;
	} catch {
		return null;
	}
}

export const holdSeat = (held: Held): void => keep(SEAT + held.id, JSON.stringify(held));
export const dropSeat = (id: string): void => drop(SEAT + id);
export const hostSecret = (id: string): string | null => recall(HOST + id);
export const holdHost = (id: string, secret: string): void => keep(HOST + id, secret);

/** All seats of this browser, the newest first. */
export function heldSeats(): Held[] {
	const names = new Set(memory.keys());
	try {
		for (let i = 0; i < localStorage.length; i++) names.add(localStorage.key(i)!);
	} catch {
		// Then memory has to do.
	}
	return [...names]
		.filter((n) => n.startsWith(SEAT))
		.map((n) => heldSeat(n.slice(SEAT.length)))
		.filter((h) => h !== null)
		.sort((a, b) => b.since - a.since);
}

const KIND = "seats of Big Muddy";
const ID = /^[a-hjkmnp-z2-9]{8}$/;
const GAMES: readonly string[] = ["queen", "broadhorns", "rails"];

/** All seats and what is the host's, as the text of a file. They are those of one server: the file says of which. */
export function seatsFile(): string {
	const seats = heldSeats().map((h) => ({ ...h, told: undefined, host: hostSecret(h.id) ?? undefined }));
	return JSON.stringify({ kind: KIND, version: 1, origin: location.origin, seats }, null, "\t") + "\n";
}

function isHeld(h: Partial<Held & { host: string }> | null): h is Held & { host?: string } {
	return (
		typeof h === "object" &&
		h !== null &&
		ID.test(String(h.id)) &&
		GAMES.includes(String(h.game)) &&
		[0, 1, 2, 3, 4].includes(h.seat!) &&
		SECRET.test(String(h.secret)) &&
		(h.nonce === null || HEX.test(String(h.nonce))) &&
		(h.commit === undefined || HEX.test(String(h.commit))) &&
		(h.host === undefined || SECRET.test(String(h.host))) &&
		Number.isFinite(h.since)
	);
}

function parsed(text: string): { kind?: unknown; version?: unknown; origin?: unknown; seats?: unknown } | null {
	try {
		return JSON.parse(text) as ReturnType<typeof parsed>;
	} catch {
		return null;
	}
}

/** Adds the seats of such a file; what this browser has already stays as it is. How many are new. Nothing is added of a file that is damaged. */
export function readSeatsFile(text: string): number {
	const file = parsed(text);
	if (file?.kind !== KIND || !Array.isArray(file.seats)) throw new Error("This is not a file of seats.");
	if (file.version !== 1) throw new Error("This file was written by a newer Big Muddy.");
	if (file.origin !== location.origin)
		throw new Error(`These are seats at ${String(file.origin).slice(0, 80)}: open the file there.`);
	const seats: unknown[] = file.seats;
	if (!seats.every((h): h is Held & { host?: string } => isHeld(h as Partial<Held>)))
		throw new Error("This file of seats is damaged. Nothing was added.");
	let added = 0;
	for (const { host, id, game, seat, secret, nonce, since, commit } of seats) {
		if (!heldSeat(id)) {
			holdSeat({ id, game, seat, secret, nonce, since, ...(commit !== undefined && { commit }) });
			added++;
		}
		if (host !== undefined && hostSecret(id) === null) holdHost(id, host);
	}
	return added;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

/** Whether sitting down at this table was asked for, and never answered. */
export const hasAsked = (id: string) => recall(JOIN + id) !== null;

/** Sits down: promises a nonce by its hash, and keeps the seat's secret. Key and nonce are kept until there is an answer: who asks again because
 * none came, even after a reload, gets the same seat and not another one. A game that has started takes no more nonces. */
export async function sitDown(game: GameName, id: string, name: string, seat?: number, started = false): Promise<Held> {
	const [, key, nonce] = /^([\w-]{22})\.([0-9a-f]{64})$/.exec(recall(JOIN + id) ?? "") ?? [
		"",
		freshKey(),
		hex(crypto.getRandomValues(new Uint8Array(32))),
	];
	keep(JOIN + id, `${key}.${nonce}`);
	try {
		const got = await api<{ playerID: string; playerCredentials: string }>(`/${game}/${id}/join`, {
			playerName: name,
			commit: await rules.hash(nonce!),
			key,
			...(seat !== undefined && { playerID: String(seat) }),
		});
		const held = {
			id,
			game,
			seat: Number(got.playerID),
			secret: got.playerCredentials,
			nonce: started ? null : nonce!,
			since: Date.now(),
		};
		holdSeat(held);
		drop(JOIN + id);
		return held;
	} catch (wrong) {
		if (!lost(wrong)) drop(JOIN + id);
		throw wrong;
	}
}

/** A link that takes the seat along to another device. What is behind the # is never sent to the server. */
export const seatLink = (h: Held, root: string) =>
	`${location.origin}${root}t/${h.id}/seat#${[h.seat, h.secret, ...(h.nonce ? [h.nonce] : [])].join(".")}`;

/** What such a link says; null: it is damaged. The game is told by the table itself. */
export function readSeatLink(id: string, token: string): Omit<Held, "game"> | null {
	const [seat, secret, nonce] = token.split(".");
	if (!/^[0-4]$/.test(seat ?? "") || !SECRET.test(secret ?? "") || (nonce !== undefined && !HEX.test(nonce)))
		return null;
	return { id, seat: Number(seat), secret: secret!, nonce: nonce ?? null, since: Date.now() };
}
