// The ships of Freight on Board, as Small Railroad Empires and Broadhorns both have them.
import { boxOf } from "../../muddy/box";
import type { GameName } from "../../table/messages";

/** Events that happen there. */
export const AT_QUAY = ["docked", "loaded", "neutral", "slot_bonus", "export", "export_tie", "sailed", "unfilled"];

/** What a view says about the quay. */
export interface Freight { /** 1 + the ship; 0: none. */ docked: number; /** 0 nothing, 1 neutral, 2 + side. */ slot: number[]; gone: number[] }

export interface Slot { good: string; prestige: number; money: number }
export interface ShipCard { name: string; slots: number; slot: Slot[]; first_prestige: number; first_money: number; tie_prestige: number; tie_money: number }
export interface Quay { ships: number; ship: ShipCard[] }

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
	coal: "r-C", iron: "r-I", timber: "r-T", grain: "r-G", livestock: "r-L",
	flour: "g-F", apples: "g-A", pork: "g-P", furs: "g-U", whiskey: "g-W",
};

export const goodName = (game: GameName, good: number) => GOODS[game]?.[good] ?? "goods";
export const goodSymbol = (name: string) => SYMBOLS[name] ?? "r-C";

/** The next slot to be covered, from 0; null without a ship. */
export function nextSlot(freight: Freight, ship: ShipCard | null): number | null {
	const at = ship ? ship.slot.findIndex((_, i) => freight.slot[i] === 0) : -1;
	return at < 0 ? null : at;
}
