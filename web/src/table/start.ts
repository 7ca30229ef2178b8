// Tables that were begun in this page and have no rows yet.
import { go } from "../route.svelte";
import { settings } from "../settings.svelte";
import { fresh, type Kept, type Setting } from "./local";
import type { GameName } from "./messages";

export const started = new Map<string, { table: Kept; seats: Setting["seats"] }>();

const bots: Record<GameName, number> = { queen: 3, broadhorns: 2, rails: 2 };

/** One click: you against bots. */
export function playNow(game: GameName): void {
	begin({ game, settings: [], seats: [{ person: settings.name || "Guest" }, ...Array.from({ length: bots[game] }, () => ({ bot: settings.level }))], level: settings.level });
}

export function begin(s: Setting): void {
	const table = fresh(s);
	started.set(table.id, { table, seats: s.seats });
	go(`./#/play/${table.id}`);
}
