// Drawings for the rules of Broadhorns: pieces of its board, side by side.
import type { Figure, Seen } from "./position";

/** A piece of the board, where it lies in the picture. */
export type Part =
	| { kind: "town"; town: (view: Seen) => number; x: number; y: number }
	| { kind: "boat" | "market" | "hand" | "seasons" | "quay"; x: number; y: number; width: number }
	| { kind: "river"; x: number; y: number; width: number; height: number };
export interface BroadFigure extends Figure {
	size: [width: number, height: number];
	parts: Part[];
	/** A move that is pointed at, by how it begins. */
	point?: string;
}

const BEGIN = "new broadhorns players=3 seed=4";
const SHIPS = "new broadhorns players=3 seed=4 freight=on";
const here = (v: Seen): number => v.port;
const me = (v: Seen) => v.player[v.active];
const PERISHABLE = ["flour", "apples", "pork"];
/** A box has five spaces. */
const atEnd = (v: Seen, seat: number) => PERISHABLE.some((c) => (v.player[seat][c] as number[])[4]! > 0);
const legal = (v: Seen) => v.phase as string;
const travelersIn = (v: Seen) => (v.where as string[]).slice(30, 46);
const CODES = ["STG", "CAP", "NMD", "MEM", "HEL", "GRV", "VIC", "NAT", "BAT", "NOR"];

export const figures: BroadFigure[] = [
	{
		rules: ["B25", "B26", "B15"],
		title: "Spoiling: a step to the right at the beginning of each turn.",
		words: "Flour, apples and pork move; from the last space they are lost. Furs and whiskey keep.",
		begin: BEGIN,
		until: (v) => legal(v) === "actions" && atEnd(v, v.active),
		size: [340, 276],
		parts: [{ kind: "boat", x: 10, y: 8, width: 316 }],
	},
	{
		rules: ["B41", "B43", "B45"],
		title: "Selling: one space, one barrel, one price.",
		words: "The boat lies at the town. A barrel that no open space wants goes for a single gold.",
		begin: BEGIN,
		until: (v) => legal(v) === "sell",
		size: [640, 276],
		parts: [
			{ kind: "town", town: here, x: 40, y: 90 },
			{ kind: "boat", x: 330, y: 8, width: 300 },
		],
		point: "sell ",
	},
	{
		rules: ["B63", "B55", "B59"],
		title: "Two barrels sold to spaces in one visit earn the town bonus; the last space fills the town.",
		words: "Who fills it takes the tile with its wreaths, and lays one of the barrels on the season track.",
		begin: BEGIN,
		until: (v) => legal(v) === "full",
		size: [640, 206],
		parts: [
			{ kind: "town", town: here, x: 220, y: 12 },
			{ kind: "seasons", x: 10, y: 134, width: 620 },
		],
	},
	{
		rules: ["B74", "B21", "B155"],
		title: "Loading: the market of St. Louis.",
		words: "The cheapest barrel of a cargo goes first. What is bought comes onto the first space of an empty box.",
		begin: BEGIN,
		until: (v) => legal(v) === "market" && v.round >= 2,
		size: [640, 276],
		parts: [
			{ kind: "market", x: 10, y: 16, width: 300 },
			{ kind: "boat", x: 330, y: 8, width: 300 },
		],
	},
	{
		rules: ["B79", "B81", "B82"],
		title: "Buying in a town: the market price, and what the tile adds.",
		words: "Only what stands after the word sells, and only into an empty box.",
		begin: BEGIN,
		until: (v) => legal(v) === "buy" && v.port < 10,
		size: [640, 276],
		parts: [
			{ kind: "town", town: here, x: 40, y: 16 },
			{ kind: "market", x: 10, y: 150, width: 300 },
			{ kind: "boat", x: 330, y: 8, width: 300 },
		],
		point: "buy ",
	},
	{
		rules: ["B84", "B87", "B89"],
		title: "Travelers: aboard here, paid there.",
		words: "A traveler who lies open at a town, or in the hand, takes a place on the boat. Carried past the destination, the fare is lost.",
		begin: BEGIN,
		until: (v) =>
			legal(v) === "travelers" &&
			travelersIn(v).some((w) => w === `at ${CODES[v.port]}` || w.startsWith(`hand ${v.active}`)),
		size: [640, 244],
		parts: [
			{ kind: "town", town: here, x: 40, y: 50 },
			{ kind: "hand", x: 290, y: 16, width: 340 },
		],
	},
	{
		rules: ["B92", "B94", "B97"],
		title: "Drifting: as far as the boat is fast, or less; never upstream.",
		words: "The numbers are the spaces of one move. Rings mark entrances of towns within reach.",
		begin: BEGIN,
		until: (v) => legal(v) === "actions" && me(v).boat > 0 && me(v).space > 2 && me(v).space < 20,
		size: [640, 360],
		parts: [{ kind: "river", x: 0, y: 0, width: 640, height: 360 }],
	},
	{
		rules: ["B103", "B104", "B109"],
		title: "A spoil card hits everybody who has that cargo.",
		words: "Each is asked in turn whether to play ice; then all that is not protected moves a step.",
		begin: BEGIN,
		until: (v) => legal(v) === "spoil_card",
		size: [640, 276],
		parts: [
			{ kind: "boat", x: 10, y: 8, width: 300 },
			{ kind: "hand", x: 330, y: 40, width: 300 },
		],
	},
	{
		rules: ["B130", "B131", "B134"],
		title: "The season track: a barrel for every town that is filled.",
		words: "Winter is slow and nothing spoils at the beginning of a turn, spring is fast, in summer a spoil card hits all. When it is full the round is the last.",
		begin: BEGIN,
		until: (v) => v.seasons >= 5,
		size: [640, 90],
		parts: [{ kind: "seasons", x: 10, y: 14, width: 620 }],
	},
	{
		rules: ["F10", "F12", "F29"],
		title: "With Freight on Board each sale loads a slot of the ship.",
		words: "Where the cargo fits, the container is yours and the slot pays its bonus. A full ship pays who has the most.",
		begin: SHIPS,
		until: (v) => legal(v) === "sell" && (v.freight.slot as number[]).some((n) => n > 1),
		size: [640, 276],
		parts: [
			{ kind: "town", town: here, x: 40, y: 90 },
			{ kind: "quay", x: 300, y: 10, width: 330 },
		],
		point: "sell ",
	},
];
