// Where everything lies on the map. Geometry for drawing only: what may be built, delivered or paid comes from the rules.
import { boxAround, corners, keyOf, POINTY, rotated, type Axial, type Box, type Point } from "../hex";
import { TERRAINS, tracksOf, type CardPiece, type HexPiece, type RailsBox, type RailsView } from "./pieces";

export const SIZE = 38;
export const HEXES = 19;

/** Hexes of a tile before it is turned, row by row. */
const AT: Axial[] = [3, 4, 5, 4, 3].flatMap((n, row) => Array.from({ length: n }, (_, i): Axial => [[0, -1, -2, -2, -2][row]! + i, row - 2]));

export interface Hex {
	/** 19 × tile + place, as events count them. */
	id: number;
	/** As moves call it: A7. */
	name: string;
	tile: number; key: string; q: number; r: number; at: Point; piece: HexPiece;
	/** Numbers of the factory or the city that stands here. */
	factory: number | null; city: number | null;
}

export class RailsMap {
	readonly hexes: Hex[] = [];
	readonly byId = new Map<number, Hex>();
	readonly byName = new Map<string, Hex>();
	readonly byKey = new Map<string, Hex>();
	readonly factories: (Hex | undefined)[] = [];
	readonly cities: (Hex | undefined)[] = [];
	readonly bounds: Box;
	/** The same for every position of one game. */
	readonly name: string;

	constructor(view: RailsView, box: RailsBox) {
		this.name = `${view.place.join()}/${view.turned.join()}`;
		view.place.forEach((place, tile) => {
			if (place === null)
				return;
			const piece = box.tile[tile]!, centre = box.centre[place]!;
			AT.forEach((local, n) => {
				const [dq, dr] = rotated(local, view.turned[tile]!), q = centre.q + dq, r = centre.r + dr;
				const factory = piece.factory.indexOf(n), city = piece.city.indexOf(n);
				const hex: Hex = {
					id: HEXES * tile + n, name: `${piece.name}${n + 1}`, tile, key: keyOf(q, r), q, r, at: POINTY.centre(q, r, SIZE), piece: piece.hex[n]!,
					factory: factory < 0 ? null : 3 * tile + factory, city: city < 0 ? null : 2 * tile + city,
				};
				this.hexes.push(hex);
				this.byId.set(hex.id, hex);
				this.byName.set(hex.name, hex);
				this.byKey.set(hex.key, hex);
				if (hex.factory !== null)
					this.factories[hex.factory] = hex;
				if (hex.city !== null)
					this.cities[hex.city] = hex;
			});
		});
		// Before the first tile is laid there is an empty table.
		this.bounds = boxAround(this.hexes.length > 0 ? this.hexes.flatMap((h) => corners(h.at, SIZE, POINTY)) : [[0, 0]], 18);
	}

	around(hex: Hex): Hex[] {
		return POINTY.beyond.flatMap(([dq, dr]) => this.byKey.get(keyOf(hex.q + dq, hex.r + dr)) ?? []);
	}
}

/** Who has tracks and trains where. */
export class Pieces {
	/** Sides with a track on a hex, in their order. */
	readonly tracks = new Map<number, number[]>();
	/** Sides with a train in a city, by the city's number. */
	readonly trains = new Map<number, number[]>();

	constructor(readonly map: RailsMap, view: RailsView) {
		view.side.forEach((side, seat) => {
			for (const id of tracksOf(side))
				this.tracks.set(id, [...(this.tracks.get(id) ?? []), seat]);
			for (const city of side.trains)
				this.trains.set(city, [...(this.trains.get(city) ?? []), seat]);
		});
	}

	has(seat: number, hex: Hex): boolean {
		return hex.city !== null ? (this.trains.get(hex.city)?.includes(seat) ?? false) : (this.tracks.get(hex.id)?.includes(seat) ?? false);
	}

	/** Where the rails of a side run through a hex: two of them lie one above the other. */
	node(seat: number, hex: Hex): Point {
		const there = this.tracks.get(hex.id) ?? [];
		if (there.length < 2 || hex.city !== null)
			return hex.at;
		return [hex.at[0], hex.at[1] + (there.indexOf(seat) === 0 ? -8.5 : 8.5)];
	}

	/** Joints between neighbouring pieces of a side, each once. */
	links(seat: number): [Hex, Hex][] {
		const own = this.map.hexes.filter((h) => this.has(seat, h));
		return own.flatMap((a) => this.map.around(a).filter((b) => b.id > a.id && this.has(seat, b) && !(a.city !== null && b.city !== null)).map((b): [Hex, Hex] => [a, b]));
	}

	private shared(seat: number, hex: Hex): boolean {
		return ((hex.city !== null ? this.trains.get(hex.city) : this.tracks.get(hex.id)) ?? []).some((s) => s !== seat);
	}

	/** A route to draw: one of that length (9 is nine or more) from a factory to beside a city, and one that the card pays for if it does.
	    The rules have found that there is one; which of several is drawn changes nothing. */
	route(seat: number, from: Hex, to: Hex, length: number, card: CardPiece | null): Hex[] {
		const counts = (hex: Hex) =>
			card?.test === "terrain" ? (hex.city === null && card.terrains.includes(TERRAINS.indexOf(hex.piece.terrain)) ? 1 : 0)
			: card?.test === "shared" ? (this.shared(seat, hex) ? 1 : 0) : 0;
		const needed = card && (card.test === "terrain" || card.test === "shared") ? card.n : 0;
		const besides = new Set(this.map.around(to).map((h) => h.id));
		const most = this.map.hexes.filter((h) => this.has(seat, h)).length;
		let tries = 0;
		const search = (way: Hex[], on: Set<number>, goal: number, met: number): Hex[] | null => {
			const last = way.at(-1)!;
			if (way.length === goal)
				return besides.has(last.id) && last.city === null && met >= needed ? way : null;
			if (++tries > 60_000)
				return null;
			for (const next of this.map.around(last)) {
				if (next.id === to.id || on.has(next.id) || !this.has(seat, next))
					continue;
				on.add(next.id);
				const found = search([...way, next], on, goal, met + counts(next));
				on.delete(next.id);
				if (found)
					return found;
			}
			return null;
		};
		for (let goal = length; goal <= (length >= 9 ? most : length); goal++) {
			tries = 0;
			const found = search([from], new Set([from.id]), goal, counts(from));
			if (found)
				return found;
		}
		return [from];
	}
}

export const hexKeys = (map: RailsMap) => map.hexes.map((h) => h.key);
