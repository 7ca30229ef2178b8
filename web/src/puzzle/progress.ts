// A puzzle as `bigmuddy puzzles` prints it (docs/puzzles.md), and how one plays: rating, streak and what was tried, kept in this browser.
import type { GameName } from "../table/messages";

export interface Way {
	/** Of 1,000. */
	chance: number;
	line: string[];
	story: string;
}
export interface Puzzle {
	game: GameName;
	/** Its place in the file, from 1. */
	number: number;
	setup: string;
	code: string;
	ply: number;
	turn: number;
	seat: number;
	rating: number;
	theme: string;
	best: Way;
	next: Way;
	simple: Way;
	reasons: string[];
}

/** What names a puzzle for good: a file may be made anew. */
export const idOf = (p: Puzzle): string => {
	const word = (key: string) => new RegExp(`${key}=(\\d+)`).exec(p.setup)?.[1] ?? "";
	return `${p.game}-${word("players")}-${word("seed")}-${p.ply}`;
};

export interface Progress {
	rating: number;
	streak: number;
	/** Ratings so far, the last ones. */
	history: number[];
	/** By id: how the first try went, and the rating of the puzzle since. */
	tried: Record<string, { won: boolean; rating: number }>;
}

const KEY = "bigmuddy.puzzles";
const START = 1500;
const HISTORY = 40;

export function progress(): Progress {
	const none: Progress = { rating: START, streak: 0, history: [START], tried: {} };
	try {
		const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Progress | null;
		return found &&
			typeof found.rating === "number" &&
			Array.isArray(found.history) &&
			typeof found.tried === "object"
			? found
			: none;
	} catch {
		return none;
	}
}

/** Whoever was expected to win gains little: Elo, with steps that get smaller. Only the first try counts. */
export function score(before: Progress, id: string, puzzle: number, won: boolean): Progress {
	if (before.tried[id]) return before;
	const expected = 1 / (1 + 10 ** ((puzzle - before.rating) / 400));
	const step = Math.max(12, 40 - Object.keys(before.tried).length);
	const by = Math.round(step * ((won ? 1 : 0) - expected));
	const rating = before.rating + by;
	return {
		rating,
		streak: won ? before.streak + 1 : 0,
		history: [...before.history, rating].slice(-HISTORY),
		tried: { ...before.tried, [id]: { won, rating: puzzle - Math.round(by / 4) } },
	};
}

export function keepProgress(p: Progress): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(p));
	} catch {
		// A browser that keeps nothing: then it holds for as long as the page is open.
	}
}

/** The next one: not tried yet if there is one, and about as hard as one is good. */
export function nextOf(all: readonly Puzzle[], p: Progress, last: number | null, chance = Math.random()): Puzzle {
	const open = all.filter((x) => !p.tried[idOf(x)] && x.number !== last);
	const from = open.length > 0 ? open : all.filter((x) => x.number !== last || all.length === 1);
	const near = [...from].sort((a, b) => Math.abs(a.rating - p.rating) - Math.abs(b.rating - p.rating));
	return near[Math.floor(chance * Math.min(8, near.length))]!;
}
