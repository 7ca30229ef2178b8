// How a shore is drawn by hand: hex outlines relaxed, pushed out and wobbled; water engraved along it; trees scattered over the land.
// All of it comes from seeded numbers, so that a table always looks the same.
import { areaOf, closedCurve, outlines, short, type Box, type Lie, type Point } from "./hex";

/** Numbers from 0 to below 1, always the same for one seed. */
export type Dice = () => number;

export function seeded(seed: number): Dice {
	let s = seed | 0;
	return () => {
		s = (s + 0x6d2b79f5) | 0;
		let t = Math.imul(s ^ (s >>> 15), 1 | s);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

/** A seed for a text: the same text looks the same everywhere. */
export const seedOf = (text: string) => [...text].reduce((n, c) => (Math.imul(n, 31) + c.charCodeAt(0)) | 0, 7);

/** The loop with points about `step` apart. */
function resampled(loop: readonly Point[], step: number): Point[] {
	return loop.flatMap((a, i) => {
		const b = loop[(i + 1) % loop.length]!;
		const n = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
		return Array.from({ length: n }, (_, j): Point => [
			a[0] + ((b[0] - a[0]) * j) / n,
			a[1] + ((b[1] - a[1]) * j) / n,
		]);
	});
}

function relaxed(loop: readonly Point[], times: number): Point[] {
	let now = [...loop];
	for (; times > 0; times--)
		now = now.map((p, i) => {
			const a = now[(i + now.length - 1) % now.length]!;
			const b = now[(i + 1) % now.length]!;
			return [(a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4];
		});
	return now;
}

/** For each point of a loop the direction out of what the loop runs around clockwise. */
export function outward(loop: readonly Point[]): Point[] {
	return loop.map((_, i) => {
		const a = loop[(i + loop.length - 1) % loop.length]!;
		const b = loop[(i + 1) % loop.length]!;
		const dx = b[0] - a[0];
		const dy = b[1] - a[1];
		const length = Math.hypot(dx, dy) || 1;
		return [dy / length, -dx / length];
	});
}

/** The loop moved along its outward directions. */
export function pushed(loop: readonly Point[], by: number): Point[] {
	const out = outward(loop);
	return loop.map(([x, y], i) => [x + out[i]![0] * by, y + out[i]![1] * by]);
}

/** How far a shore strays at a place, about -1 to 1. It depends on the place alone, so that a shore stays where it is when it grows elsewhere. */
export type Waves = (x: number, y: number) => number;

export function wavesOf(dice: Dice): Waves {
	const parts = [
		[160, 0.4],
		[68, 0.3],
		[28, 0.2],
		[16, 0.14],
	].map(([length, size]) => {
		const way = dice() * 6.28;
		return {
			size: size!,
			phase: dice() * 6.28,
			x: Math.cos(way) / length!,
			y: Math.sin(way) / length!,
			across: dice() * 6.28,
		};
	});
	return (x, y) =>
		parts.reduce(
			(sum, p) =>
				sum + p.size * 0.75 * (Math.sin(x * p.x + y * p.y + p.phase) + Math.sin(x * p.y - y * p.x + p.across)),
			0,
		);
}

/** A number from 0 to below 1 that belongs to a place. */
export function grain(x: number, y: number): number {
	const n = Math.sin(Math.round(x) * 12.9898 + Math.round(y) * 78.233) * 43758.5453;
	return n - Math.floor(n);
}

/** `waves` or, for a shore of its own, `dice`. */
export interface Hand {
	step?: number;
	smooth?: number;
	out?: number;
	wobble?: number;
	dice?: Dice;
	waves?: Waves;
}

/** A hex outline as a hand would draw it as a shore. */
export function drawn(
	loop: readonly Point[],
	{ step = 5, smooth = 14, out = 6, wobble = 3, dice = seeded(1), waves = wavesOf(dice) }: Hand,
): Point[] {
	const calm = relaxed(resampled(loop, step), smooth);
	const away = outward(calm);
	const pushedOut = calm.map(([x, y], i): Point => {
		const d = out + wobble * waves(x, y) + (grain(x, y) - 0.5) * 0.7;
		return [x + away[i]![0] * d, y + away[i]![1] * d];
	});
	return relaxed(pushedOut, 2);
}

export interface Shores {
	banks: Point[][];
	isles: Point[][];
	/** Bounds of the water: fill it with the rule evenodd. */ water: string;
}

/** Banks and islands of the water that covers some hexes. */
export function shores(hexes: Iterable<string>, size: number, dice: Dice, lie?: Lie): Shores {
	const loops = outlines(hexes, size, lie);
	const waves = wavesOf(dice);
	const banks = loops
		.filter((l) => areaOf(l) > 0)
		.map((l) => drawn(l, { smooth: 26, out: size * 0.34, wobble: size * 0.1, waves }));
	const isles = loops
		.filter((l) => areaOf(l) < 0)
		.map((l) => drawn(l, { smooth: 9, out: size * 0.1, wobble: size * 0.07, waves }));
	return { banks, isles, water: [...banks, ...isles].map(closedCurve).join("") };
}

export interface Band {
	width: number;
	light: number;
}

/** Water between shores, engraved: bands of depth and lines along the shore, clipped to the water. The clip path's id is `${id}-clip`. */
export function engravedWater(id: string, d: string, bands: Band[], lines = 0.55): string {
	// The outline is long: it is written once, and used for every line.
	const line = (stroke: string) => `<use href="#${id}-line" ${stroke}/>`;
	const strokes = bands.map(
		({ width, light }) =>
			line(`stroke="var(--water-deep)" stroke-opacity="${lines}" stroke-width="${short(2 * width + 1)}"`) +
			line(`stroke="var(--water)" stroke-width="${short(2 * width - 0.5)}"`) +
			line(`stroke="var(--water-lite)" stroke-opacity="${light}" stroke-width="${short(2 * width - 0.5)}"`),
	);
	return (
		`<defs><path id="${id}-line" d="${d}"/></defs><clipPath id="${id}-clip"><path d="${d}" clip-rule="evenodd"/></clipPath>${line('fill="var(--water)" fill-rule="evenodd"')}` +
		`<g clip-path="url(#${id}-clip)" fill="none" stroke-linejoin="round">${strokes.join("")}</g>`
	);
}

/** Bands that suit hexes of a size. */
export const bandsFor = (size: number): Band[] =>
	[
		[1.02, 0.1],
		[0.74, 0.2],
		[0.5, 0.34],
		[0.31, 0.52],
		[0.15, 0.8],
	].map(([width, light]) => ({ width: size * width!, light: light! }));

/** Short strokes out of a shore, longer on the side away from the light: a path. */
export function hachures(loop: readonly Point[], dice: Dice, least = 4, more = 5): string {
	const out = outward(loop);
	return loop
		.map(([x, y], i) => {
			const [nx, ny] = out[i]!;
			const lee = nx * 0.6 + ny * 0.8 > 0;
			const length = (least + dice() * more) * (lee ? 1.5 : 0.8);
			return `M${short(x + nx * 2.5)} ${short(y + ny * 2.5)}L${short(x + nx * (2.5 + length) + dice() * 2 - 1)} ${short(y + ny * (2.5 + length) + dice() * 2 - 1)}`;
		})
		.join("");
}

/** One of our symbols, at a place and in a size. */
export const symbol = (id: string, x: number, y: number, width: number, height: number, more = "") =>
	`<use href="#${id}" x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" ${more}/>`;

export interface Scatter<Kind extends { gap: number }> {
	dice: Dice;
	tries: number;
	box: Box;
	/** What may stand here, and how far from its neighbours; null: nothing. */
	kindAt(x: number, y: number): Kind | null;
	draw(x: number, y: number, kind: Kind): string;
}

/** Little drawings strewn over the land, the nearer ones in front of those behind them. */
export function scattered<Kind extends { gap: number }>({ dice, tries, box, kindAt, draw }: Scatter<Kind>): string {
	const cell = 40;
	const near = new Map<string, Point[]>();
	const drawings: { y: number; svg: string }[] = [];
	const cellOf = (x: number, y: number) => [Math.floor(x / cell), Math.floor(y / cell)] as const;
	const crowded = (x: number, y: number, gap: number): boolean => {
		const [cx, cy] = cellOf(x, y);
		const reach = Math.ceil(gap / cell);
		for (let i = -reach; i <= reach; i++)
			for (let j = -reach; j <= reach; j++)
				if (near.get(`${cx + i},${cy + j}`)?.some((p) => (p[0] - x) ** 2 + (p[1] - y) ** 2 < gap * gap))
					return true;
		return false;
	};
	for (let i = 0; i < tries; i++) {
		const x = box.left + dice() * (box.right - box.left);
		const y = box.top + dice() * (box.bottom - box.top);
		const kind = kindAt(x, y);
		if (!kind || crowded(x, y, kind.gap)) continue;
		const at = cellOf(x, y).join(",");
		near.set(at, [...(near.get(at) ?? []), [x, y]]);
		drawings.push({ y, svg: draw(x, y, kind) });
	}
	return drawings
		.sort((a, b) => a.y - b.y)
		.map((d) => d.svg)
		.join("");
}

/** A tree, seldom a bush, with its foot at a place. `scale` 1 is about 24 high. */
export function tree(x: number, y: number, scale: number, dice: Dice, opacity = 1): string {
	const z = scale;
	const pick = dice();
	const more = opacity < 1 ? `opacity="${short(opacity)}"` : "";
	if (pick < 0.55) return symbol("tree1", x - 10 * z, y - 20 * z, 20 * z, 24 * z, more);
	if (pick < 0.85) return symbol("tree2", x - 10 * z, y - 24 * z, 20 * z, 28 * z, more);
	return symbol("bush", x - 8 * z, y - 8 * z, 16 * z, 10 * z, more);
}
