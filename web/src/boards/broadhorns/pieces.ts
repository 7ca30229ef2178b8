// What Broadhorns is made of, as the C code tells it: the pieces of its box, and the fields of a view. Words and symbols are ours.
import { boxOf, namesOf } from "../../muddy/box";
import type * as Fields from "../../muddy/fields";
import type { View } from "../../table/messages";

export const cargoes = ["flour", "apples", "pork", "furs", "whiskey"] as const;
export type Cargo = (typeof cargoes)[number];

/** The symbol of each cargo; its letter is also that of delivery cards. */
export const goodOf: Record<Cargo, string> = { flour: "g-F", apples: "g-A", pork: "g-P", furs: "g-U", whiskey: "g-W" };

export type Space = Fields.BroadhornsBoxTownTileSpace;
export type Tile = Fields.BroadhornsBoxTownTile;
export type TownPiece = Fields.BroadhornsBoxTown;
export type BoatPiece = Fields.BroadhornsBoxBoat;
export type ShipPiece = Fields.BroadhornsBoxFreightShip;
export type Box = Fields.BroadhornsBox;
export type Hold = Record<Cargo, number[]>;
export type Player = Fields.BroadhornsViewPlayer;
export type TownNow = Fields.BroadhornsViewTown;
export type BroadView = View & Fields.BroadhornsView;
export type Phase = BroadView["phase"];

/** does: in two words what its rules say; speed: of boats; spoils: whether there is a spoil step; all: whether a spoil card hits all that spoils. */
export interface Season {
	name: string;
	does: string;
	speed: number;
	spoils: boolean;
	all: boolean;
	rules: string[];
}

/** It is read once, before anything of the board is drawn. */
export const box: Box = await boxOf<Box>("broadhorns");
/** Numbers of the rules that are not of the box. */
export const names = await namesOf<{
	season: Season[];
	season_of: number[];
	/** Where the first barrel of a cargo stands in the market, the second and so on; all others stand where the last of these does. */
	price: number[];
	/** Actions of a turn. */
	actions: number;
	/** Barrels sold to spaces in a visit that earn the town bonus. */
	sales: number;
	/** Tiles of a town that come into play. */
	stack: number;
	ices: number;
	peddlers: number;
	currents: number;
}>("broadhorns");
export const seasons = names.season;

/** St. Louis is no town of the box, but a port like them. */
export const ST_LOUIS = box.town.length;
export const portName = (port: number) => box.town[port]?.name ?? "St. Louis";
export const townByCode = new Map(box.town.map((t, i) => [t.code, i]));
export const tileOf = (view: BroadView, town: number): Tile => box.town[town]!.tile[view.town[town]!.tile]!;
export const isFilled = (now: TownNow, space: number) => ((now.filled >> space) & 1) === 1;
export const boatOf = (p: Player): BoatPiece | null => box.boat[p.boat - 1] ?? null;

/** The port at a space of the river. */
export function portAt(space: number): number | null {
	const town = box.town.findIndex((t) => t.entrance === space);
	return space === 0 ? ST_LOUIS : town >= 0 ? town : null;
}

/* Seasons -------------------------------------------------------------------- */

export const seasonOf = (view: BroadView) => seasons[names.season_of[view.seasons]!]!;
/** The symbol of a season; the last is an autumn again. */
export const seasonIcon = (s: Season) => `s-${s.name.split(" ").at(-1)}`;

/* Barrels -------------------------------------------------------------------- */

/** What spoils is what there are spoil cards for. */
export const isPerishable = (cargo: Cargo) => cargoes.indexOf(cargo) < box.spoil.length;
export interface Barrel {
	cargo: Cargo;
	place: number;
}

export function barrelsOf(p: Player): Barrel[] {
	return cargoes.flatMap((cargo) =>
		p[cargo].flatMap((n, place) => Array.from({ length: n }, () => ({ cargo, place }))),
	);
}
export const isLast = (b: Barrel) => isPerishable(b.cargo) && b.place >= box.length - 1;

/* Cards ---------------------------------------------------------------------- */

export interface Card {
	kind: "delivery" | "traveler" | "ice" | "peddler" | "current" | "spoil";
	/** As moves call it. */
	name: string;
	town?: number;
	cargo?: Cargo;
	gold?: number;
	waits?: number;
}

const several = (n: number, card: Card): Card[] => Array.from({ length: n }, () => card);

/** All cards in the order of `where`. */
export const cards: readonly Card[] = [
	...box.delivery.map((d): Card => ({
		kind: "delivery",
		name: `${d.town}-${goodOf[d.cargo].slice(2)}`,
		town: townByCode.get(d.town)!,
		cargo: d.cargo,
	})),
	...box.traveler.map((t, i): Card => ({
		kind: "traveler",
		name: `TR${i + 1}`,
		town: townByCode.get(t.to)!,
		gold: t.gold,
		waits: townByCode.get(t.waits)!,
	})),
	...several(names.ices, { kind: "ice", name: "ice" }),
	...several(names.peddlers, { kind: "peddler", name: "peddler" }),
	...several(names.currents, { kind: "current", name: "current" }),
	...box.spoil.flatMap((n, c) => several(n, { kind: "spoil", name: `spoil-${cargoes[c]!}`, cargo: cargoes[c]! })),
];
export const cardByName = new Map(cards.map((c) => [c.name, c]));

export interface Lying {
	id: number;
	card: Card;
}

const lying = (view: BroadView, fits: (where: string) => boolean): Lying[] =>
	view.where.flatMap((where, id) => (fits(where) ? [{ id, card: cards[id]! }] : []));
export const handOf = (view: BroadView, seat: number) =>
	lying(view, (w) => w === `hand ${seat}` || w.startsWith(`hand ${seat} `));
export const aboardOf = (view: BroadView, seat: number) => lying(view, (w) => w === `aboard ${seat}`);
export const cardsAt = (view: BroadView, town: number) => lying(view, (w) => w === `at ${box.town[town]!.code}`);
export const handSize = (p: Player) => p.held.reduce((sum, n) => sum + n, 0);

/** How many cards are in the pile, and how many are discarded. What others hold is among the unseen. */
export function piles(view: BroadView): { pile: number; discarded: number } {
	const known = view.where.filter((w) => !w.startsWith("unseen") && w !== "pile").length;
	const inHands = view.player.reduce((sum, p) => sum + handSize(p), 0);
	const ownKnown = view.where.filter((w) => w.startsWith("hand")).length;
	return {
		pile: cards.length - known - (inHands - ownKnown),
		discarded: view.where.filter((w) => w === "discard").length,
	};
}

export const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** What a card is called in a sentence. */
export function cardWords(c: Card): string {
	return c.kind === "delivery"
		? `delivery of ${c.cargo} to ${portName(c.town!)}`
		: c.kind === "traveler"
			? `traveler to ${portName(c.town!)}`
			: c.kind === "current"
				? "good current"
				: c.kind === "spoil"
					? `spoil card for ${c.cargo}`
					: c.kind;
}
