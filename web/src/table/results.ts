// Games that have ended, as long as this browser keeps anything: who played, how it ended, and where it can be looked at again.
import { nameOf } from "../boards/colours";
import { isKept } from "./local";
import type { Game, GameName, Match } from "./messages";

export interface Result {
	id: string;
	game: GameName;
	at: number;
	remote: boolean;
	/** Of each seat: its name, how strong the bot there was ("": a person), its place, what it has. */
	seats: { name: string; level: string; place: number; score: number }[];
	/** The reader's seat; null: several people shared the screen, or none was here. */
	you: number | null;
	/** The deal that others played too (src/table/deal.h). */
	deal?: string;
}

const KEY = "bigmuddy.results";
/** In storage; the oldest go first. */
const MOST = 400;

const isResult = (r: unknown): r is Result => {
	const found = r as Partial<Result> | null;
	return typeof found?.id === "string" && typeof found.game === "string" && Array.isArray(found.seats);
};

/** The newest first. Damaged storage is as good as none, and is left as it is until a game ends. */
export function results(): Result[] {
	try {
		const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
		return Array.isArray(found) ? found.filter(isResult) : [];
	} catch {
		return [];
	}
}

export function resultOf(
	match: Match,
	game: Game,
	mine: readonly number[],
	remote: boolean,
	at: number,
): Result | null {
	const { places, scores } = game.over ?? {};
	if (!places || !scores) return null;
	return {
		id: match.matchID,
		game: match.gameName,
		at,
		remote,
		you: mine.length === 1 ? mine[0]! : null,
		...(match.deal !== undefined && { deal: match.deal }),
		seats: match.players.map((p, i) => ({
			name: nameOf(match, i),
			level: p.kind === "bot" ? (p.level ?? "").split(":")[0]! : "",
			place: places[i]!,
			score: scores[i]!,
		})),
	};
}

/** Keeps it, unless it is kept already. */
export function keepResult(result: Result | null): void {
	const all = results();
	if (!result || all.some((r) => r.id === result.id)) return;
	try {
		const sorted = [result, ...all].sort((a, b) => b.at - a.at);
		localStorage.setItem(KEY, JSON.stringify(sorted.slice(0, MOST)));
	} catch {
		// No room: the game itself may still be there.
	}
}

/** Where it can be looked at again; null: this browser has thrown it away. */
export const replayOf = ({ id, game, remote }: Result): string | null =>
	remote ? `./#/replay/t/${game}/${id}` : isKept(id) ? `./#/replay/local/${id}` : null;

export interface Tally {
	game: GameName;
	level: string;
	won: number;
	played: number;
}
/** How often the reader has won, by game and by the strongest bot at the table; "": people alone, or the rival. */
export function tallies(all: readonly Result[], levels: readonly string[]): Tally[] {
	const found = new Map<string, Tally>();
	for (const { game, seats, you } of all) {
		if (you === null || !seats[you]) continue;
		const level = levels.findLast((l) => seats.some((s) => s.level === l)) ?? "";
		const key = `${game} ${level}`;
		const tally = found.get(key) ?? { game, level, won: 0, played: 0 };
		found.set(key, { ...tally, won: tally.won + Number(seats[you]!.place === 1), played: tally.played + 1 });
	}
	return [...found.values()];
}
