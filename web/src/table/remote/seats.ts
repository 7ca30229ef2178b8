// Who may have the seat of somebody at a running table: the server decides, and this says beforehand what it will say.
import type { Match, Seat } from "../messages";

/** People who hold a seat and have not resigned. */
export const othersOf = (match: Match, but: number | null): Seat[] =>
	match.players.filter((p) => p.kind === "person" && !p.resigned && p.id !== but);

/** Whether a seat of this running game can go to another person. */
export const mayPass = (match: Match): boolean => match.unlisted || othersOf(match, null).length !== 2;

/** A seat that somebody who watches can take now. */
export const vacantSeat = (match: Match, now: number): Seat | undefined =>
	mayPass(match)
		? match.players.find((p) => p.kind === "person" && p.vacantFrom != null && p.vacantFrom <= now)
		: undefined;

export const dateOf = (ms: number): string =>
	new Date(ms).toLocaleString(undefined, {
		weekday: "long",
		day: "numeric",
		month: "long",
		hour: "2-digit",
		minute: "2-digit",
	});
