// The river on the paper: where its tiles and cells lie. What a ship may do there is the business of the C code.
import type * as Fields from "../../muddy/fields";
import type { View } from "../../table/messages";
import { DIRECTIONS, FLAT, HEADINGS, keyOf, rotated, type Axial, type Point } from "../hex";

export type Heading = (typeof HEADINGS)[number];
export type Cusp = Fields.QueenView["cusp"];

export type Ship = Fields.QueenViewShip;
export type QueenView = View & Fields.QueenView;

/** What is printed on the tiles, and how many there are. */
export interface Pieces extends Fields.QueenBox {
	/** The cells of a tile that heads north, from its centre. */
	cell: Axial[];
	/** Hexes between the centres of joined tiles. */
	stride: number;
	/** For each cusp the cells from which the landing platform is entered. */
	entry: number[][];
	/** What the rules say of a course that stops at a pier too fast for a passenger. */
	too_fast: string;
	/** The speed at which a passenger boards, and at which a ship with its passengers lands. */
	slow: number;
}

/** The size of a hex, in units of the chart. */
export const SIZE = 30;
export const headingNumber = (heading: Heading) => HEADINGS.indexOf(heading);
export const turned = (heading: number, by: number) => (heading + by + 6) % 6;

const CUSPS: readonly Cusp[] = ["left", "middle", "right"];
const bend = (cusp: Cusp) => CUSPS.indexOf(cusp) - 1;

export interface Cell {
	tile: number;
	cell: number;
	q: number;
	r: number;
	at: Point;
	land: boolean;
	dock: boolean;
	station: boolean;
}
export interface Tile {
	number: number;
	centre: Axial;
	heading: number;
	colour: "red" | "brown" | null;
	cells: Cell[];
}
/** The hexes that the landing platform covers, and for each the entry before it, if that is water. */
export interface Platform {
	hexes: { at: Point; entry: Cell | null }[];
	heading: number;
	middle: Point;
}

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

	constructor(
		view: QueenView,
		private readonly box: Pieces,
	) {
		this.first = view.first;
		this.length = 1 + box.laid[view.options.mode === "intro" ? 1 : 0]!;
		this.open = view.laid < this.length;
		this.name = [view.first, view.platform, this.open, ...view.tile.map((t, i) => t + view.heading[i]!)].join(" ");
		let centre: Axial = [0, 0];
		view.tile.forEach((kind, number) => {
			const heading = headingNumber(view.heading[number]!);
			const printed = box.tile[kind]!;
			if (number > 0) centre = add(centre, DIRECTIONS[heading]!, box.stride);
			const cells = box.cell.map((local, cell): Cell => {
				const [q, r] = add(centre, rotated(local, heading));
				return {
					tile: number,
					cell,
					q,
					r,
					at: pointOf(q, r),
					land: printed.land.includes(cell),
					dock: printed.dock === cell,
					station: printed.station === cell,
				};
			});
			this.tiles.push({ number, centre, heading, colour: printed.colour, cells });
			if (number >= this.first) for (const c of cells) this.cells.set(keyOf(c.q, c.r), c);
		});
		this.platform = view.platform ? this.landing(view.platform) : null;
	}

	get last(): Tile {
		return this.tiles.at(-1)!;
	}

	get water(): Cell[] {
		return [...this.cells.values()].filter((c) => !c.land);
	}

	/** Whether there is a cell of this number. */
	has(hex: number): boolean {
		return this.tiles[Math.floor(hex / this.box.cell.length)] !== undefined;
	}

	/** The number of a cell on the whole river, as the C code counts them. */
	hexOf({ tile, cell }: { tile: number; cell: number }): number {
		return this.box.cell.length * tile + cell;
	}

	/** A cell by that number. */
	cell(hex: number): Cell {
		return this.tiles[Math.floor(hex / this.box.cell.length)]!.cells[hex % this.box.cell.length]!;
	}

	/** Where the next tile could join: its centre and heading. */
	ghosts(): { centre: Axial; heading: number }[] {
		return CUSPS.map((cusp) => {
			const heading = turned(this.last.heading, bend(cusp));
			return { heading, centre: add(this.last.centre, DIRECTIONS[heading]!, this.box.stride) };
		});
	}

	private landing(cusp: Cusp): Platform {
		const { centre, cells, heading: h } = this.last;
		const heading = turned(h, bend(cusp));
		const out = DIRECTIONS[heading]!;
		const hexes = this.box.entry[CUSPS.indexOf(cusp)]!.map((cell) => {
			const entry = cells[cell]!;
			return { at: pointOf(...add([entry.q, entry.r], out)), entry: entry.land ? null : entry };
		});
		return { hexes, heading, middle: pointOf(...add(centre, out, this.box.stride - 0.7)) };
	}

	/** The hexes of a tile that lies somewhere, or that may come to lie there. */
	hexesOf({ centre, heading }: { centre: Axial; heading: number }): string[] {
		return this.box.cell.map((local) => keyOf(...add(centre, rotated(local, heading))));
	}
}
