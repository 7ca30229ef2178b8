// What the view and the box of Small Railroad Empires hold, and what things are called.
import type * as Fields from "../../muddy/fields";
import { RAILS_HEXES, RAILS_LONGEST } from "../../muddy/fields";
import type { View } from "../../table/messages";
import type { Axial } from "../hex";
import { capital, count, inWords } from "../words";

export type HexPiece = Fields.RailsBoxTileHex;
export type Terrain = HexPiece["terrain"];
export type TilePiece = Fields.RailsBoxTile;
export type CardPiece = Fields.RailsBoxCard;
export type GoalPiece = Fields.RailsBoxGoal;
export type Side = Fields.RailsViewSide;
export type RailsView = View & Fields.RailsView;

export interface RailsBox extends Fields.RailsBox {
	/** How the hexes of a tile lie around its middle before it is turned. */
	hex: Axial[];
	/** How many trains a city takes. */
	stalls: number;
}

/** What follows by the rules from a position: docs/protocol.md. */
export interface RailsFacts {
	/** For each open achievement and each side: what it has, and how much of it there has to be. */
	goal: ([has: number, of: number][] | null)[];
	/** The same for the contract of each seat, where it is known. */
	contract: ([has: number, of: number] | null)[];
	/** For each side the pairs of hexes that its rails join. */
	links: [number, number][][];
	/** For each side: that of the track, and of achievements claimed. */
	prestige: number[];
	/** The seats in the order of this round, or of the start tracks, how many are done, and the order of the next round; null alone and before. */
	order: { seats: number[]; done: number; next: number[] | null } | null;
}

export const GOODS = ["coal", "iron", "timber", "grain", "livestock"];
export const GOOD_SYMBOLS = ["r-C", "r-I", "r-T", "r-G", "r-L"];
export const CUBE_COLOURS = ["#34343b", "#8fa3b3", "#9a6a3c", "#e8bb3f", "#c9725a"];
export const TERRAINS: Terrain[] = ["plains", "forest", "hills", "water", "mountain", "factory", "city"];

const either = (words: string[]) => words.join(" or ");
const terrainWord = (name: string, n: number) =>
	name === "mountain"
		? n === 1
			? "tunnel"
			: "tunnels"
		: name === "water"
			? n === 1
				? "bridge"
				: "bridges"
			: name === "forest" && n > 1
				? "forests"
				: name;

/** What a train card is called, as it stands on it. */
export const cardTitle = (card: CardPiece) => `${capital(card.class)} ${card.name.slice(1)}`;

/** What a train card asks of a route, in a few words. */
export function cardWords(card: CardPiece): string {
	switch (card.test) {
		case "length":
			return `length ${card.n} or more`;
		case "terrain":
			return `${card.n === 1 ? "a" : inWords(card.n)} ${either(card.terrains.map((t) => terrainWord(TERRAINS[t]!, card.n)))}`;
		case "shared":
			return card.n === 1 ? "a shared hex" : `${inWords(card.n)} shared hexes`;
		case "goods":
			return either(card.goods.map((g) => GOODS[g]!));
		default:
			return card.test;
	}
}

/** The picture on a train card. */
export function cardSymbols(card: CardPiece): string[] {
	if (card.test === "goods") return card.goods.map((g) => GOOD_SYMBOLS[g]!);
	if (card.test !== "terrain") return [];
	const symbols: Record<string, string> = {
		mountain: "t-mount",
		hills: "t-hill",
		water: "k-current",
		forest: "tree1",
		plains: "t-grass",
	};
	return card.terrains.flatMap((t) => Array<string>(Math.min(3, card.n)).fill(symbols[TERRAINS[t]!] ?? "tree1"));
}

/** What an achievement or a contract asks for. */
export function goalWords(goal: GoalPiece, tiles: number): string {
	const { n } = goal;
	switch (goal.test) {
		case "length":
			return `a delivery of length ${n}${n < RAILS_LONGEST ? " or more" : ""}`;
		case "terrain":
			return `${n} tracks on ${goal.terrains.map((t) => (TERRAINS[t] === "mountain" ? "mountains" : TERRAINS[t])).join(" and ")}`;
		case "goods":
			return goal.goods.length === GOODS.length
				? `one good delivered ${n === 2 ? "twice" : `${n} times`}`
				: `${count(n, "delivery", "deliveries")} of ${either(goal.goods.map((g) => GOODS[g]!))}`;
		case "kinds":
			return `${n} different goods`;
		case "deliveries":
			return `${n} deliveries`;
		case "classes":
			return `cards of ${n} classes used`;
		case "stars":
			return `${n} stars gained`;
		case "tiles":
			return `a track on all ${tiles} tiles`;
		case "money":
			return `$${n} in hand`;
		case "train_tiles":
			return `trains on ${n} tiles`;
		case "no_loan":
			return `no loan, and $${n}`;
		default:
			return goal.test;
	}
}

/** The number of a hex on the whole map, as events and facts count them. */
export const hexId = (tile: number, hex: number) => RAILS_HEXES * tile + hex;
export const tracksOf = (side: Side): number[] =>
	[side.track_a, side.track_b, side.track_c, side.track_d].flatMap((of, tile) => of.map((hex) => hexId(tile, hex)));
export const tilesInPlay = (view: RailsView) => view.place.filter((p) => p !== null).length;

/** Train cards in the hand of a seat that this view shows, by their places in the box. */
export const handOf = (view: RailsView, seat: number) =>
	view.where.flatMap((w, i) => (w === `dealt ${seat}` || w === `bought ${seat}` ? [i] : []));
/** Cards of the market from the left. */
export const marketOf = (view: RailsView) =>
	(["market 1", "market 2", "market 3"] as const).flatMap((place) => {
		const card = view.where.indexOf(place);
		return card < 0 ? [] : [card];
	});
/** Cards in the deck: what is nowhere in sight, less what was dealt to hands that this view does not show. */
export function deckOf(view: RailsView): number {
	const unseen = view.where.filter((w) => w === "unseen" || w === "deck").length;
	const shown = view.where.filter((w) => w.startsWith("dealt ")).length;
	return unseen - (view.side.reduce((sum, s) => sum + s.dealt, 0) - shown);
}

/** What an ability does, in a few words. */
export function abilityWords(box: RailsBox, i: number): string {
	return (
		[
			`a third track in a turn, $${box.third_track} more`,
			`hills and mountains $${box.crew} less`,
			`water costs $${box.crew} less`,
			"a second delivery in a turn",
		][i] ?? ""
	);
}
