// The log as a story: rounds of turns, and the steps of each turn. The sentences of turns and rounds are the rules' own (engine: story).
import type { Event, Line } from "./messages";

/** One sentence of the log, and the move that it belongs to. */
export interface Step {
	id: string;
	line: Line;
	event: Event | null;
}

export interface Turn {
	id: string;
	/** Whose turn; null: set-up, or what the table itself has to say. */
	seat: number | null;
	/** What began it is the first. */
	events: Event[];
	steps: Step[];
	/** A line that is no move: it stands for itself. */
	note: boolean;
}

export interface Round {
	id: string;
	/** 0: before the first. */
	n: number;
	turns: Turn[];
	/** The season that has come in it, by its number. */
	season?: number;
}

export interface Mark {
	thing: string;
	n: number;
}
export interface Story {
	words: string;
	marks: Mark[];
}

/** Lines that still count: what was taken back is no part of the story. */
export function standing(lines: readonly Line[]): Line[] {
	const left: Line[] = [];
	for (const line of lines) {
		if (line.kind === "undo") {
			const to = Number.parseInt(line.text!, 10);
			while (left.some((l) => l.ply !== undefined && l.ply >= to))
				left.splice(
					left.findIndex((l) => l.ply !== undefined && l.ply >= to),
					1,
				);
		}
		left.push(line);
	}
	return left;
}

/** says: how many sentences a line without events has. */
export function roundsOf(all: readonly Line[], says: (line: Line) => number): Round[] {
	const rounds: Round[] = [{ id: "r0", n: 0, turns: [] }];
	let turn: Turn | null = null;
	let season = 0;
	const begin = (id: string, seat: number | null, note = false): Turn => {
		const begun: Turn = { id, seat, events: [], steps: [], note };
		rounds.at(-1)!.turns.push(begun);
		return begun;
	};
	for (const line of standing(all)) {
		if (!line.said?.length) {
			for (let i = 0; i < says(line); i++)
				begin(`n${line.seq}`, line.seat, true).steps.push({ id: `${line.seq}.${i}`, line, event: null });
			continue;
		}
		for (const [i, event] of line.said.entries()) {
			if (event.what === "round") {
				rounds.push({ id: `r${line.seq}`, n: event.n, turns: [] });
				turn = null;
				continue;
			}
			if (event.what === "season" && event.n !== season) rounds.at(-1)!.season = season = event.n;
			if (event.what === "turn") turn = begin(`t${line.seq}.${i}`, event.seat);
			turn ??= begin(`t${line.seq}.${i}`, null);
			turn.events.push(event);
			if (event.what !== "turn") turn.steps.push({ id: `${line.seq}.${i}`, line, event });
		}
	}
	return rounds.filter((r) => r.turns.length > 0);
}

/** As the engine takes events; no more than it takes. now: a turn that is under way; you: the seat of the reader. */
export const tellOf = (what: "turn" | "now" | "round", events: readonly Event[], you: number | null = null): string =>
	`story ${you === null ? "" : `for ${you} `}${what} ${events
		.slice(-255)
		.map((e) => `${e.what}/${e.seat ?? 255}/${e.thing}/${e.place}/${e.n}`)
		.join(" ")}`;

const ROMAN: [number, string][] = [
	[100, "C"],
	[90, "XC"],
	[50, "L"],
	[40, "XL"],
	[10, "X"],
	[9, "IX"],
	[5, "V"],
	[4, "IV"],
	[1, "I"],
];
export function roman(n: number): string {
	const found = ROMAN.find(([value]) => value <= n);
	return found ? found[1] + roman(n - found[0]) : "";
}
