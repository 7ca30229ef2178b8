// Tables that are begun in this page: what Play now offers, and those that have no rows yet.
import { go } from "../route.svelte";
import { choose, settings } from "../settings.svelte";
import { fresh, isKept, type Kept, type Setting } from "./local";
import type { GameName } from "./messages";

interface Started {
	table: Kept;
	seats: Setting["seats"];
}
const started = new Map<string, Started>();
/** Where the newest of them is, for a page that is opened anew before it has rows. */
const NEWEST = "bigmuddy.started";

export function start(table: Kept, seats: Setting["seats"]): void {
	started.set(table.id, { table, seats });
	try {
		sessionStorage.setItem(NEWEST, JSON.stringify({ table, seats }));
	} catch {
		// Then it begins only in this page.
	}
}

/** The table as it was begun; undefined: it was not, or has rows that are kept. */
export function startedAs(id: string): Started | undefined {
	if (started.has(id) || isKept(id)) return started.get(id);
	try {
		const newest = JSON.parse(sessionStorage.getItem(NEWEST) ?? "null") as Started | null;
		return newest?.table.id === id ? newest : undefined;
	} catch {
		return undefined;
	}
}

/** What somebody has chosen for Play now: how many bots, how strong, and the value of the game's one option there. */
export interface Play {
	bots: number;
	level: string;
	value: string;
}
/** What can be chosen: the first number of bots and the first value are where one begins. The C code has the options; here are words for them. */
export interface Offer {
	bots: number[];
	option: string;
	values: [value: string, words: string][];
}
export const levels = ["easy", "medium", "hard", "expert"] as const;
export const offers: Record<GameName, Offer> = {
	queen: {
		bots: [3, 2, 4],
		option: "mode",
		values: [
			["passengers", "Passenger race"],
			["intro", "First race"],
		],
	},
	broadhorns: {
		bots: [2, 1, 3],
		option: "freight",
		values: [
			["off", "River trade"],
			["on", "With ships"],
		],
	},
	rails: {
		bots: [2, 0, 1, 3],
		option: "freight",
		values: [
			["on", "With ships"],
			["off", "Without ships"],
		],
	},
};

/** What was chosen last; what is not offered, or not any more, is as good as nothing. */
export function playOf(game: GameName): Play {
	const offer = offers[game];
	const last: Partial<Play> = settings.play[game] ?? {};
	const among = <T>(all: readonly T[], found: T | undefined, preset: T) =>
		found !== undefined && all.includes(found) ? found : preset;
	return {
		bots: among(offer.bots, last.bots, offer.bots[0]!),
		level: among(levels as readonly string[], last.level, "medium"),
		value: among(
			offer.values.map(([v]) => v),
			last.value,
			offer.values[0]![0],
		),
	};
}

export const remember = (game: GameName, play: Play): void => choose("play", { ...settings.play, [game]: play });

/** One click: you against bots. */
export function playNow(game: GameName): void {
	const { bots, level, value } = playOf(game);
	begin({
		game,
		settings: [`${offers[game].option}=${value}`],
		seats: [{ person: settings.name || "Guest" }, ...Array.from({ length: bots }, () => ({ bot: level }))],
		level,
	});
}

export function begin(s: Setting): void {
	const table = fresh(s);
	start(table, s.seats);
	go(`./#/play/${table.id}`);
}
