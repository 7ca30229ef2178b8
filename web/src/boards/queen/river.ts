// The river on the paper: where its tiles and cells lie. What a ship may do there is the business of the C code.
import type { View } from "../../table/messages";
import { DIRECTIONS, FLAT, HEADINGS, keyOf, rotated, type Axial, type Point } from "../hex";

export type Heading = (typeof HEADINGS)[number];
export type Cusp = "left" | "middle" | "right";

export interface Ship { tile: number; cell: number; heading: Heading; speed: number; coal: number; fate: string; left: number; reached: number; boarded: number[] }

/** The fields of docs/protocol.md. */
export interface QueenView extends View {
	phase: string; ending: string; round: number; turn: number; order: number[]; at: number; laid: number; first: number; platform: Cusp | null;
	tile: number[]; heading: Heading[]; waiting: number[]; cusp: Cusp; ship: Ship[]; points: number; turns: number; pushed: number; trailed: number; trail: number[];
}

/** What is printed on the tiles, and how many there are. */
export interface Pieces {
	tile: { id: string; land: number[]; dock: number | null; station: number | null; colour: "red" | "brown" | null }[];
	start: number[]; laid: [number, number]; speed_max: number; coal_start: number; needed: number;
}

/** The size of a hex, in units of the chart. */
export const SIZE = 30;
export const headingNumber = (heading: Heading) => HEADINGS.indexOf(heading);
export const turned = (heading: number, by: number) => (heading + by + 6) % 6;

/** The cells of a tile that heads north, from its centre. */
export const CELLS: readonly Axial[] = [
	[-2, 3], [-1, 2], [0, 1], [1, 1], [2, 1], [-2, 2], [-1, 1], [0, 0], [1, 0], [2, 0],
	[-2, 1], [-1, 0], [0, -1], [1, -1], [2, -1], [-2, 0], [-1, -1], [0, -2], [1, -2], [2, -2],
];
const STRIDE = 4;
const BEND: Record<Cusp, number> = { left: -1, middle: 0, right: 1 };
/** For each cusp the cells from which a landing platform is reached. */
const PIERS: Record<Cusp, number[]> = { left: [10, 15, 16], middle: [16, 17, 18], right: [14, 18, 19] };

export interface Cell { tile: number; cell: number; q: number; r: number; at: Point; land: boolean; dock: boolean; station: boolean }
export interface Tile { number: number; centre: Axial; heading: number; colour: "red" | "brown" | null; cells: Cell[] }
/** The hexes that the landing platform covers, and for each the entry before it, if that is water. */
export interface Platform { hexes: { at: Point; entry: Cell | null }[]; heading: number; middle: Point }

export const pointOf = (q: number, r: number) => FLAT.centre(q, r, SIZE);
const add = (a: Axial, b: Axial, times = 1): Axial => [a[0] + times * b[0], a[1] + times * b[1]];

export class River {
	/** All tiles ever laid; those before `first` have been removed. */
	readonly tiles: Tile[] = [];
	readonly first: number;
	/** The cells that are on the table, by their place. */
	readonly cells = new Map<string, Cell>();
	readonly platform: Platform | null;
	/** Whether tiles are still to come. */
	readonly open: boolean;
	/** Tiles of the whole river. */
	readonly length: number;
	/** The same text, the same picture. */
	readonly name: string;

	constructor(view: QueenView, box: Pieces) {
		this.first = view.first;
		this.length = 1 + box.laid[view.options.mode === "intro" ? 1 : 0];
		this.open = view.laid < this.length;
		this.name = [view.first, view.platform, this.open, ...view.tile.map((t, i) => t + view.heading[i]!)].join(" ");
		let centre: Axial = [0, 0];
		view.tile.forEach((kind, number) => {
			const heading = headingNumber(view.heading[number]!), printed = box.tile[kind]!;
			if (number > 0)
				centre = add(centre, DIRECTIONS[heading]!, STRIDE);
			const cells = CELLS.map((local, cell): Cell => {
				const [q, r] = add(centre, rotated(local, heading));
				return { tile: number, cell, q, r, at: pointOf(q, r), land: printed.land.includes(cell), dock: printed.dock === cell, station: printed.station === cell };
			});
			this.tiles.push({ number, centre, heading, colour: printed.colour, cells });
			if (number >= this.first)
				for (const c of cells)
					this.cells.set(keyOf(c.q, c.r), c);
		});
		this.platform = view.platform ? this.landing(view.platform) : null;
	}

	get last(): Tile {
		return this.tiles.at(-1)!;
	}

	get water(): Cell[] {
		return [...this.cells.values()].filter((c) => !c.land);
	}

	/** A cell by its number on the river, 20 × tile + cell. */
	cell(hex: number): Cell {
		return this.tiles[Math.floor(hex / CELLS.length)]!.cells[hex % CELLS.length]!;
	}

	/** Where the next tile could join: its centre and heading. */
	ghosts(): { centre: Axial; heading: number }[] {
		return (["left", "middle", "right"] as const).map((cusp) => {
			const heading = turned(this.last.heading, BEND[cusp]);
			return { heading, centre: add(this.last.centre, DIRECTIONS[heading]!, STRIDE) };
		});
	}

	private landing(cusp: Cusp): Platform {
		const { centre, cells, heading: h } = this.last, heading = turned(h, BEND[cusp]), out = DIRECTIONS[heading]!;
		const hexes = PIERS[cusp].map((cell) => {
			const entry = cells[cell]!;
			return { at: pointOf(...add([entry.q, entry.r], out)), entry: entry.land ? null : entry };
		});
		return { hexes, heading, middle: pointOf(...add(centre, out, STRIDE - 0.7)) };
	}
}

/** The hexes of a tile that may come to lie somewhere. */
export const hexesOf = (centre: Axial, heading: number) => CELLS.map((local) => keyOf(...add(centre, rotated(local, heading))));
