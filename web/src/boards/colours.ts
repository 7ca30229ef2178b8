// The rules call seats by their colours; the table calls them by the names of who sits there, and draws them in our own five colours.
import type { GameName, Match } from "../table/messages";

const seats: Record<GameName, string[]> = {
	queen: ["Red", "Green", "Yellow", "Purple", "Blue"],
	broadhorns: ["Red", "Green", "Yellow", "Purple"],
	rails: ["Purple", "Red", "Yellow", "Green"],
};
const colour: Record<string, number> = { Red: 1, Yellow: 2, Green: 3, Purple: 4, Blue: 5 };
const botNames = ["Adelaide", "Jonas", "Ruth", "Clara", "Tom", "Ines", "Wm. Bell", "Pearl", "Silas", "Minnie"];

/** Which of the five colours, emblems and patterns a seat has: 1 to 5, for the classes pc1 to pc5 and the symbols em1 to em5. */
export function colourOf(game: GameName, seat: number): number {
	return colour[seats[game][seat] ?? ""] ?? 1;
}

/** What the rules call a seat. */
export const seatName = (game: GameName, seat: number): string => seats[game][seat] ?? "";

/** What a seat is called: by who sits there. A bot has a name by game and seat, because a record knows no more of it: so a table, its
 *  share link and its replay agree. It is never that of a person at the table. */
export function nameOf(match: Match, seat: number): string {
	const p = match.players[seat];
	if (!p) return match.gameName === "rails" ? "The rival" : "Somebody";
	if (p.kind !== "bot") return p.name || seats[match.gameName][seat]!;
	const taken = new Set(match.players.map((q) => (q.kind === "bot" ? "" : (q.name ?? "").trim().toLowerCase())));
	const free = botNames.filter((name) => !taken.has(name.toLowerCase()));
	return free[(3 * Object.keys(seats).indexOf(match.gameName) + seat) % free.length]!;
}

/** A sentence of the rules with names instead of colours, in pieces: every second one is a name, or "you". */
export function named(match: Match, words: string): string[] {
	const own = seats[match.gameName].slice(0, match.players.length);
	return words
		.split(new RegExp(`\\b(${own.join("|")}|You|you)\\b`))
		.map((word, i) => (i % 2 === 1 && own.includes(word) ? nameOf(match, own.indexOf(word)) : word));
}
