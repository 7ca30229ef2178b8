// The ships of Freight on Board, as Small Railroad Empires and Broadhorns both have them.
import { boxOf } from "../../muddy/box";
import type * as Fields from "../../muddy/fields";
import type { GameName } from "../../table/messages";

/** Events that happen there. */
export const AT_QUAY = ["docked", "loaded", "neutral", "slot_bonus", "export", "export_tie", "sailed", "unfilled"];

/** What a view says about the quay. docked: 1 + the ship, 0 none; slot: 0 nothing, 1 neutral, 2 + side. */
export type Freight = Fields.RailsViewFreight | Fields.BroadhornsViewFreight;
export type Quay = Fields.RailsBoxFreight | Fields.BroadhornsBoxFreight;
export type ShipCard = Quay["ship"][number];
export type Slot = ShipCard["slot"][number];

const quays = new Map<GameName, Promise<Quay>>();

/** The ships of a game. */
export function quayOf(game: GameName): Promise<Quay> {
	let quay = quays.get(game);
	if (!quay) {
		quay = boxOf<{ freight: Quay }>(game).then((box) => box.freight);
		quays.set(game, quay);
	}
	return quay;
}

const GOODS: Partial<Record<GameName, string[]>> = {
	rails: ["coal", "iron", "timber", "grain", "livestock"],
	broadhorns: ["flour", "apples", "pork", "furs", "whiskey"],
};
const SYMBOLS: Record<string, string> = {
	coal: "r-C",
	iron: "r-I",
	timber: "r-T",
	grain: "r-G",
	livestock: "r-L",
	flour: "g-F",
	apples: "g-A",
	pork: "g-P",
	furs: "g-U",
	whiskey: "g-W",
};

export const goodName = (game: GameName, good: number) => GOODS[game]?.[good] ?? "goods";
export const goodSymbol = (name: string) => SYMBOLS[name] ?? "r-C";

/** The next slot to be covered, from 0; null without a ship. */
export function nextSlot(freight: Freight, ship: ShipCard | null): number | null {
	const at = ship ? ship.slot.findIndex((_, i) => freight.slot[i] === 0) : -1;
	return at < 0 ? null : at;
}
