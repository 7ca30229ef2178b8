// Dates of rivers, what was played on them, and where games of one deal part.
import type { GameName } from "../table/messages";
import type { Result } from "../table/results";

export const games: readonly GameName[] = ["queen", "broadhorns", "rails"];
const DAY = 86_400_000;

/** The date of the river that is open now: it changes for everybody at once, at midnight UTC. */
export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);
export const dayAfter = (date: string, by: number): string => today(Date.parse(date) + by * DAY);
export const isDate = (text: string): boolean =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && today(Date.parse(text)) === text;

/** The name of a duplicate: a date and a word. */
export const isDuplicate = (text: string): boolean =>
	isDate(text.slice(0, 10)) && /^-[a-hjkmnp-z2-9]{8}$/.test(text.slice(10));

const inWords = (date: string, how: Intl.DateTimeFormatOptions) =>
	new Date(`${date}T12:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", ...how });
export const longDate = (date: string) =>
	inWords(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
export const shortDate = (date: string) => inWords(date, { day: "numeric", month: "long", year: "numeric" });
export const weekday = (date: string) => inWords(date, { weekday: "long" });
export const monthName = (date: string) => inWords(date, { month: "long" });

/** Until the next river. */
export function untilNext(now = Date.now()): string {
	const minutes = Math.ceil((DAY - (now % DAY)) / 60_000);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The days of its month, and how many cells of the first week (which begins on Monday) come before them. */
export function monthOf(date: string): { lead: number; days: string[] } {
	const first = `${date.slice(0, 8)}01`;
	const days: string[] = [];
	for (let d = first; d.slice(0, 7) === first.slice(0, 7); d = dayAfter(d, 1)) days.push(d);
	return { lead: (new Date(first).getUTCDay() + 6) % 7, days };
}

export type Played = Record<string, Partial<Record<GameName, "won" | "played">>>;

/** By date, what was played of rivers of the day. */
export function playedIn(results: readonly Result[]): Played {
	const found: Played = {};
	for (const { deal, game, seats, you } of results)
		if (deal !== undefined && isDate(deal) && you !== null)
			(found[deal] ??= {})[game] = seats[you]?.place === 1 ? "won" : "played";
	return found;
}

/** Days in a row on which something was played, up to today; a day that is not over yet does not end it. */
export function running(played: Played, now: string): number {
	let n = 0;
	for (let d = played[now] ? now : dayAfter(now, -1); played[d]; d = dayAfter(d, -1)) n++;
	return n;
}

/** The bots of a deal, "hard:240": their level, their iterations, and the beginning of the hash that names their net. */
export function botsInWords(bots: string, net: string): string {
	const [level, iterations] = bots.split(":");
	return `${level}, ${iterations} iterations, net ${net.slice(0, 8)}`;
}

const WORDS = ["first", "second", "third", "fourth", "fifth"];
export const nth = (n: number): string => WORDS[n - 1] ?? ordinal(n);
/** 1st, 2nd, 11th. */
export function ordinal(n: number): string {
	const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10;
	return `${n}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}

/** The first round in which two games of one deal differ; null: they do not. */
export function partedIn(a: readonly string[][], b: readonly string[][]): number | null {
	for (let r = 0; r < Math.max(a.length, b.length); r++) if (a[r]?.join("\n") !== b[r]?.join("\n")) return r;
	return null;
}
