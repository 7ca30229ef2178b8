// Geometry of hexes, for drawing only: where they lie on the paper, their outlines, and paths through points.

export type Point = readonly [x: number, y: number];
export type Axial = readonly [q: number, r: number];

const ROOT3 = Math.sqrt(3);

/** The six directions of flat-topped hexes, clockwise from north: N NE SE S SW NW. */
export const DIRECTIONS: readonly Axial[] = [
	[0, -1],
	[1, -1],
	[1, 0],
	[0, 1],
	[-1, 1],
	[-1, 0],
];
export const HEADINGS = ["N", "NE", "SE", "S", "SW", "NW"] as const;

export const keyOf = (q: number, r: number) => `${q},${r}`;
export const axialOf = (key: string): Axial => {
	const [q, r] = key.split(",").map(Number);
	return [q!, r!];
};

/** Turned about the origin by sixths, clockwise. */
export function rotated([q, r]: Axial, sixths: number): Axial {
	for (let i = ((sixths % 6) + 6) % 6; i > 0; i--) [q, r] = [-r, q + r];
	return [q, r];
}

/** How hexes lie on the paper: with a flat top, or with a point at the top. */
export interface Lie {
	/** Degrees of the first corner; corners run clockwise on the screen. */
	readonly first: number;
	/** The neighbour behind the side from corner i to corner i + 1. */
	readonly beyond: readonly Axial[];
	centre(q: number, r: number, size: number): Point;
}

export const FLAT: Lie = {
	first: 0,
	beyond: [
		[1, 0],
		[0, 1],
		[-1, 1],
		[-1, 0],
		[0, -1],
		[1, -1],
	],
	centre: (q, r, size) => [1.5 * q * size, ROOT3 * (r + q / 2) * size],
};
export const POINTY: Lie = {
	first: 30,
	beyond: [
		[0, 1],
		[-1, 1],
		[-1, 0],
		[0, -1],
		[1, -1],
		[1, 0],
	],
	centre: (q, r, size) => [ROOT3 * (q + r / 2) * size, 1.5 * r * size],
};

export function corners([x, y]: Point, size: number, lie: Lie = FLAT): Point[] {
	return [0, 1, 2, 3, 4, 5].map((i) => {
		const a = ((lie.first + 60 * i) * Math.PI) / 180;
		return [x + size * Math.cos(a), y + size * Math.sin(a)];
	});
}

/** A number short enough for a path. */
export const short = (n: number) => Math.round(n * 10) / 10;
const pair = ([x, y]: Point) => `${short(x)} ${short(y)}`;
const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A closed path with straight sides. */
export const polygon = (points: readonly Point[]) => `M${points.map(pair).join("L")}Z`;
export const hexPath = (centre: Point, size: number, lie: Lie = FLAT) => polygon(corners(centre, size, lie));

/** A closed path that is drawn in one sweep near its points. */
export function closedCurve(points: readonly Point[]): string {
	const next = (i: number) => points[(i + 1) % points.length]!;
	return `M${pair(between(points.at(-1)!, points[0]!))}${points.map((p, i) => `Q${pair(p)} ${pair(between(p, next(i)))}`).join("")}Z`;
}

/** The same from a first point to a last one. */
export function openCurve(points: readonly Point[]): string {
	const inner = points.slice(1, -1).map((p, i) => `Q${pair(p)} ${pair(between(p, points[i + 2]!))}`);
	return `M${pair(points[0]!)}${inner.join("")}L${pair(points.at(-1)!)}`;
}

/** Points of a smooth line that goes through all of `through`. */
export function smoothThrough(through: readonly Point[], steps = 12): Point[] {
	const line: Point[] = [];
	for (let i = 0; i + 1 < through.length; i++) {
		const a = through[Math.max(0, i - 1)]!;
		const b = through[i]!;
		const c = through[i + 1]!;
		const d = through[Math.min(through.length - 1, i + 2)]!;
		for (let j = 0; j < steps; j++) {
			const t = j / steps;
			const along = (m: 0 | 1) =>
				0.5 *
				(2 * b[m] +
					(c[m] - a[m]) * t +
					(2 * a[m] - 5 * b[m] + 4 * c[m] - d[m]) * t * t +
					(3 * b[m] - a[m] - 3 * c[m] + d[m]) * t * t * t);
			line.push([along(0), along(1)]);
		}
	}
	line.push(through.at(-1)!);
	return line;
}

/** The outlines of a set of hexes, by their keys "q,r": outer ones run clockwise (areaOf > 0), holes the other way. */
export function outlines(hexes: Iterable<string>, size: number, lie: Lie = FLAT): Point[][] {
	const all = new Set(hexes);
	const sides = new Map<string, [Point, Point][]>();
	const name = (p: Point) => `${Math.round(p[0] * 4)},${Math.round(p[1] * 4)}`;
	for (const key of all) {
		const [q, r] = axialOf(key);
		const corner = corners(lie.centre(q, r, size), size, lie);
		lie.beyond.forEach(([dq, dr], i) => {
			if (all.has(keyOf(q + dq, r + dr))) return;
			const from = corner[i]!;
			const at = sides.get(name(from));
			const side: [Point, Point] = [from, corner[(i + 1) % 6]!];
			if (at) at.push(side);
			else sides.set(name(from), [side]);
		});
	}
	const take = (at: string): [Point, Point] | undefined => {
		const here = sides.get(at);
		const side = here?.pop();
		if (here?.length === 0) sides.delete(at);
		return side;
	};
	const loops: Point[][] = [];
	for (;;) {
		const start = sides.keys().next().value;
		if (start === undefined) return loops;
		const loop: Point[] = [];
		for (let side = take(start); side; side = name(side[1]) === start ? undefined : take(name(side[1])))
			loop.push(side[0]);
		loops.push(loop);
	}
}

/** The area within a loop: below 0 if it runs anticlockwise on the screen. */
export function areaOf(loop: readonly Point[]): number {
	return (
		loop.reduce((sum, [x, y], i) => {
			const [nextX, nextY] = loop[(i + 1) % loop.length]!;
			return sum + x * nextY - nextX * y;
		}, 0) / 2
	);
}

export function isInside([x, y]: Point, loop: readonly Point[]): boolean {
	let is = false;
	loop.forEach((a, i) => {
		const b = loop[(i + loop.length - 1) % loop.length]!;
		if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) is = !is;
	});
	return is;
}

/** How far it is to the nearest of some points. */
export function distanceTo([x, y]: Point, points: readonly Point[]): number {
	let least = Infinity;
	for (const p of points) least = Math.min(least, (p[0] - x) ** 2 + (p[1] - y) ** 2);
	return Math.sqrt(least);
}

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export function boxAround(points: Iterable<Point>, margin = 0): Box {
	const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
	for (const [x, y] of points) {
		box.left = Math.min(box.left, x - margin);
		box.top = Math.min(box.top, y - margin);
		box.right = Math.max(box.right, x + margin);
		box.bottom = Math.max(box.bottom, y + margin);
	}
	return box;
}
