// Duplicates: one deal among friends, each at a table of their own on the server, and where their games parted.
import { seatName } from "../boards/colours";
import { Engine } from "../muddy/muddy";
import type { GameName } from "../table/messages";
import { partedIn } from "./days";
import type { Outcome } from "./ranked";
import { ask } from "../waiting.svelte";

export interface Duplicate {
	name: string;
	game: GameName;
}

const KEY = "bigmuddy.duplicates";
const MOST = 20;
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export function freshDuplicate(game: GameName, date: string): Duplicate {
	const word = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => LETTERS[b % LETTERS.length]).join("");
	return { name: `${date}-${word}`, game };
}

/** Those that this browser has seen, the newest first. */
export function duplicates(): Duplicate[] {
	try {
		const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
		return Array.isArray(found)
			? found.filter((d: Partial<Duplicate> | null) => typeof d?.name === "string" && typeof d.game === "string")
			: [];
	} catch {
		return [];
	}
}

export function keepDuplicate(one: Duplicate): void {
	const others = duplicates().filter((d) => d.name !== one.name || d.game !== one.game);
	try {
		localStorage.setItem(KEY, JSON.stringify([one, ...others].slice(0, MOST)));
	} catch {
		// Its link still leads there.
	}
}

/** The record without the names of the players, which the story would tell. */
const nameless = (record: string) => record.replace(/^names .*\n/m, "");

/** A game by rounds; what happened before the first is round 0. */
async function roundsOf(engine: Engine, record: string): Promise<string[][]> {
	const [story] = await engine.load(nameless(record), "story");
	const rounds: string[][] = [[]];
	for (const line of story!)
		if (/^Round \d+\b/.test(line)) rounds.push([line]);
		else rounds.at(-1)!.push(line);
	return rounds;
}

export interface Parting {
	round: number;
	/** For each game: what its seat did in that round, and whether this is where it left the first one's course. */
	cells: { words: string; left: boolean }[];
}

/** The rounds in which somebody left the course of the first, in their order. */
export function partings(games: readonly string[][][], seat: string): Parting[] {
	const left = games.map((g) => (g === games[0] ? null : partedIn(games[0]!, g)));
	const rounds = [...new Set(left.filter((r) => r !== null))].sort((a, b) => a - b);
	const own = (lines: string[] | undefined) =>
		(lines ?? [])
			.filter((l) => l.startsWith(`${seat} `))
			.map((l) => l.slice(seat.length + 1))
			.join(" ");
	return rounds.map((round) => ({
		round,
		cells: games.map((g, i) => ({ words: own(g[round]), left: left[i] === round })),
	}));
}

/** Where the games of these people parted; the first is the one that the others are compared with. */
export async function compare({ game }: Duplicate, people: readonly Outcome[], seat: number): Promise<Parting[]> {
	const engine = new Engine();
	try {
		const all: string[][][] = [];
		for (const { matchID } of people) {
			const answer = await ask(`/games/${game}/${matchID}/record`);
			if (!answer.ok) throw new Error("A record of this duplicate cannot be had.");
			all.push(await roundsOf(engine, await answer.text()));
		}
		return partings(all, seatName(game, seat));
	} finally {
		engine.restart("the games are compared");
	}
}
