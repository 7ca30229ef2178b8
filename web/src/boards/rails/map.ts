// Where everything lies on the map. Geometry for drawing only: what may be built, delivered or paid comes from the rules.
import { boxAround, corners, keyOf, POINTY, rotated, type Box, type Point } from "../hex";
import { hexId, tracksOf, type HexPiece, type RailsBox, type RailsView } from "./pieces";

export const SIZE = 38;
export interface Hex {
	/** As events and facts count them. */
	id: number;
	/** As moves call it: A7. */
	name: string;
	tile: number;
	key: string;
	q: number;
	r: number;
	at: Point;
	piece: HexPiece;
	/** Numbers of the factory or the city that stands here. */
	factory: number | null;
	city: number | null;
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
			if (place === null) return;
			const piece = box.tile[tile]!;
			const centre = box.centre[place]!;
			box.hex.forEach((local, n) => {
				const [dq, dr] = rotated(local, view.turned[tile]!);
				const q = centre.q + dq;
				const r = centre.r + dr;
				const factory = piece.factory.indexOf(n);
				const city = piece.city.indexOf(n);
				const hex: Hex = {
					id: hexId(tile, n),
					name: `${piece.name}${n + 1}`,
					tile,
					key: keyOf(q, r),
					q,
					r,
					at: POINTY.centre(q, r, SIZE),
					piece: piece.hex[n]!,
					factory: factory < 0 ? null : piece.factory.length * tile + factory,
					city: city < 0 ? null : piece.city.length * tile + city,
				};
				this.hexes.push(hex);
				this.byId.set(hex.id, hex);
				this.byName.set(hex.name, hex);
				this.byKey.set(hex.key, hex);
				if (hex.factory !== null) this.factories[hex.factory] = hex;
				if (hex.city !== null) this.cities[hex.city] = hex;
			});
		});
		// Before the first tile is laid there is an empty table.
		this.bounds = boxAround(
			this.hexes.length > 0 ? this.hexes.flatMap((h) => corners(h.at, SIZE, POINTY)) : [[0, 0]],
			18,
		);
	}
}

/** Who has tracks and trains where. */
export class Pieces {
	/** Sides with a track on a hex, in their order. */
	readonly tracks = new Map<number, number[]>();
	/** Sides with a train in a city, by the city's number. */
	readonly trains = new Map<number, number[]>();

	constructor(
		readonly map: RailsMap,
		view: RailsView,
	) {
		view.side.forEach((side, seat) => {
			for (const id of tracksOf(side)) this.tracks.set(id, [...(this.tracks.get(id) ?? []), seat]);
			for (const city of side.trains) this.trains.set(city, [...(this.trains.get(city) ?? []), seat]);
		});
	}

	has(seat: number, hex: Hex): boolean {
		return hex.city !== null
			? (this.trains.get(hex.city)?.includes(seat) ?? false)
			: (this.tracks.get(hex.id)?.includes(seat) ?? false);
	}

	/** Where the rails of a side run through a hex: two of them lie one above the other. */
	node(seat: number, hex: Hex): Point {
		const there = this.tracks.get(hex.id) ?? [];
		if (there.length < 2 || hex.city !== null) return hex.at;
		return [hex.at[0], hex.at[1] + (there.indexOf(seat) === 0 ? -8.5 : 8.5)];
	}
}

/** A way over joined hexes, for a good of another company that is already delivered: the fewest hexes from one to another. */
export function wayOver(links: readonly [number, number][], from: number, to: number): number[] {
	const came = new Map<number, number | null>([[from, null]]);
	for (const here of came.keys())
		for (const [a, b] of links)
			for (const [x, y] of [[a, b] as const, [b, a] as const]) if (x === here && !came.has(y)) came.set(y, x);
	const way: number[] = [];
	for (let hex = came.has(to) ? to : null; hex !== null; hex = came.get(hex)!) way.unshift(hex);
	return way;
}

export const hexKeys = (map: RailsMap) => map.hexes.map((h) => h.key);
