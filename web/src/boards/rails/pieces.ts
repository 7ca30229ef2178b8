// What the view and the box of Small Railroad Empires hold, and what things are called.
import type { View } from "../../table/messages";
import type { Freight, Quay } from "../freight/ships";

export type Terrain = "plains" | "forest" | "hills" | "water" | "mountain" | "factory" | "city";

export interface HexPiece { terrain: Terrain; star: number; good: string; cubes: number; wants: number[]; name: string }
export interface TilePiece { name: string; factory: (number | null)[]; city: (number | null)[]; hex: HexPiece[] }
/** A condition of a card, an achievement or a contract. */
export interface Test { test: string; n: number; goods: number[]; /** As in TERRAINS. */ terrains: number[] }
export interface CardPiece extends Test { name: string; class: "freight" | "mail" | "express" | "local"; prestige: number; money: number }
export interface GoalPiece extends Test { name: string; title: string; prestige: number }
export interface AbilityPiece { name: string; title: string; price: number }

export interface RailsBox {
	tile: TilePiece[]; centre: { q: number; r: number }[]; cost: number[]; income: number[]; prestige: number[];
	card: CardPiece[]; goal: GoalPiece[]; contract: GoalPiece[]; ability: AbilityPiece[];
	third_track: number; crew: number; rival: number[]; market: number[]; hand_limit: number; fee: number; star: number;
	loans: number; loan: number; repay: number; loan_prestige: number; tracks: number; wagons: number; freight: Quay;
}

export interface Side {
	money: number; prestige: number; loans: number; tracks: number; wagons: number; unlocked: number; dealt: number; bought: number; stars: number; longest: number;
	delivered: number[]; built: number[]; trains: number[]; track_a: number[]; track_b: number[]; track_c: number[]; track_d: number[];
}

export interface RailsView extends View {
	phase: string; ending: string; last: string; sides: number; round: number; turn: number; first: number; active: number;
	place: (number | null)[]; turned: number[]; cubes: number[]; goal: (number | null)[]; claimed: (number | null)[]; where: string[];
	contract: (number | null)[]; rival: number[]; side: Side[]; freight: Freight; building: number; deliveries: number; dealing: string;
	from: number | string; to: number | string;
}

export const GOODS = ["coal", "iron", "timber", "grain", "livestock"];
export const GOOD_SYMBOLS = ["r-C", "r-I", "r-T", "r-G", "r-L"];
export const CUBE_COLOURS = ["#34343b", "#8fa3b3", "#9a6a3c", "#e8bb3f", "#c9725a"];
export const TERRAINS: Terrain[] = ["plains", "forest", "hills", "water", "mountain", "factory", "city"];
const CLASSES = ["freight", "mail", "express", "local"];

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const either = (words: string[]) => words.join(" or ");
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
export const inWords = (n: number) => NUMBERS[n] ?? String(n);
export const count = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
const terrainWord = (name: string, n: number) => (name === "mountain" ? (n === 1 ? "tunnel" : "tunnels") : name === "water" ? (n === 1 ? "bridge" : "bridges") : name === "forest" && n > 1 ? "forests" : name);

/** What a train card asks of a route, in a few words. */
export function cardWords(card: CardPiece): string {
	switch (card.test) {
		case "length": return `length ${card.n} or more`;
		case "terrain": return `${card.n === 1 ? "a" : inWords(card.n)} ${either(card.terrains.map((t) => terrainWord(TERRAINS[t]!, card.n)))}`;
		case "shared": return card.n === 1 ? "a shared hex" : `${inWords(card.n)} shared hexes`;
		case "goods": return either(card.goods.map((g) => GOODS[g]!));
		default: return card.test;
	}
}

/** The picture on a train card. */
export function cardSymbols(card: CardPiece): string[] {
	if (card.test === "goods")
		return card.goods.map((g) => GOOD_SYMBOLS[g]!);
	if (card.test !== "terrain")
		return [];
	const symbols: Record<string, string> = { mountain: "t-mount", hills: "t-hill", water: "k-current", forest: "tree1", plains: "t-grass" };
	return card.terrains.flatMap((t) => Array<string>(Math.min(3, card.n)).fill(symbols[TERRAINS[t]!] ?? "tree1"));
}

/** What an achievement or a contract asks for. */
export function goalWords(goal: GoalPiece, tiles: number): string {
	const { n } = goal;
	switch (goal.test) {
		case "length": return `a delivery of length ${n}${n < 9 ? " or more" : ""}`;
		case "terrain": return `${n} tracks on ${goal.terrains.map((t) => (TERRAINS[t] === "mountain" ? "mountains" : TERRAINS[t])).join(" and ")}`;
		case "goods": return goal.goods.length === GOODS.length ? `one good delivered ${n === 2 ? "twice" : `${n} times`}` : `${count(n, "delivery", "deliveries")} of ${either(goal.goods.map((g) => GOODS[g]!))}`;
		case "kinds": return `${n} different goods`;
		case "deliveries": return `${n} deliveries`;
		case "classes": return `cards of ${n} classes used`;
		case "stars": return `${n} stars gained`;
		case "tiles": return `a track on all ${tiles} tiles`;
		case "money": return `$${n} in hand`;
		case "train_tiles": return `trains on ${n} tiles`;
		case "no_loan": return `no loan, and $${n}`;
		default: return goal.test;
	}
}

export const tracksOf = (side: Side): number[] =>
	[side.track_a, side.track_b, side.track_c, side.track_d].flatMap((of, tile) => of.map((hex) => 19 * tile + hex));
export const tilesInPlay = (view: RailsView) => view.place.filter((p) => p !== null).length;

/** How far a side has come towards an achievement or a contract: what it has, and how much of it there has to be. */
export function progress(goal: GoalPiece, view: RailsView, box: RailsBox, seat: number): { has: number; of: number } {
	const side = view.side[seat]!, { n } = goal;
	const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
	const delivered = (goods: number[]) => goods.map((g) => side.delivered[g] ?? 0);
	switch (goal.test) {
		case "length": return { has: side.longest, of: n };
		case "terrain": return { has: sum(goal.terrains.map((t) => side.built[t] ?? 0)), of: n };
		case "goods": return { has: Math.max(0, ...delivered(goal.goods)), of: n };
		case "kinds": return { has: side.delivered.filter((d) => d > 0).length, of: n };
		case "deliveries": return { has: sum(side.delivered), of: n };
		case "classes": return { has: new Set(view.where.flatMap((w, i) => (w === `collected ${seat}` ? [CLASSES.indexOf(box.card[i]!.class)] : []))).size, of: n };
		case "stars": return { has: side.stars, of: n };
		case "tiles": return { has: [side.track_a, side.track_b, side.track_c, side.track_d].filter((t) => t.length > 0).length, of: tilesInPlay(view) };
		case "money": return { has: side.money, of: n };
		case "train_tiles": return { has: new Set(side.trains.map((city) => Math.floor(city / 2))).size, of: n };
		case "no_loan": return { has: side.loans > 0 ? 0 : side.money, of: n };
		default: return { has: 0, of: n };
	}
}

/** Train cards in the hand of a seat that this view shows, by their places in the box. */
export const handOf = (view: RailsView, seat: number) => view.where.flatMap((w, i) => (w === `dealt ${seat}` || w === `bought ${seat}` ? [i] : []));
/** Cards of the market from the left. */
export const marketOf = (view: RailsView) => [1, 2, 3].flatMap((n) => {
	const card = view.where.indexOf(`market ${n}`);
	return card < 0 ? [] : [card];
});
/** Cards in the deck: what is nowhere in sight, less what was dealt to hands that this view does not show. */
export function deckOf(view: RailsView): number {
	const unseen = view.where.filter((w) => w === "unseen" || w === "deck").length;
	const shown = view.where.filter((w) => w.startsWith("dealt ")).length;
	return unseen - (view.side.reduce((sum, s) => sum + s.dealt, 0) - shown);
}

/** Prestige as it stands: that of the track, and of achievements claimed. The rival's are on its track already. */
export function prestigeOf(view: RailsView, box: RailsBox | null, seat: number): number {
	const side = view.side[seat]!;
	if (!box || seat >= view.players)
		return side.prestige;
	return view.goal.reduce<number>((sum, goal, i) => sum + (goal !== null && view.claimed[i] === seat ? box.goal[goal]!.prestige : 0), side.prestige);
}

/** What an ability does, in a few words. */
export function abilityWords(box: RailsBox, i: number): string {
	return [`a third track in a turn, $${box.third_track} more`, `hills and mountains $${box.crew} less`, `water costs $${box.crew} less`, "a second delivery in a turn"][i] ?? "";
}
