// Where everything lies on the chart of the river, and its drawing: one hand-placed curve from St. Louis to New Orleans, with the
// spaces of the box along it and a town at every bend.
import { distanceTo, openCurve, short, smoothThrough, type Box as Area, type Point } from "../hex";
import { scattered, seeded, symbol, tree } from "../shore";
import { box } from "./pieces";

export interface Place {
	point: Point;
	/** Degrees in which the water runs. */ heading: number;
}

export interface Layout {
	width: number;
	height: number;
	/** How large the towns are drawn. */
	panel: { width: number; height: number };
	towns: { left: number; top: number; side: 1 | -1; port: Point }[];
	market: { left: number; top: number; width: number };
	banner: Point;
	pile: Point;
	/** A place on the water; between two spaces too. */
	at(space: number): Place;
	/** The middle of the water, as a path. */
	course: string;
	line: Point[];
	/** What must stay free of trees. */
	keep: Area[];
}

// How far each bend swings out, and how crooked it is drawn: by hand, so that no two are alike.
const SWING = [96, 112, 84, 108, 98, 92, 110, 86, 104, 96];
const SHIFT = [2, -4, 5, -3, 4, -5, 0, 5, -3, 0];
const BELLY = [9, 12, 10, 11, 8, 12, 9, 11, 10, 9];
const DRIFT = [10, -14, 6, -8, 14, -6, 12, -10, 4, 0];
const SAG = [3, -3, 2, -2, 3, -3, 2, -2, 3, 0];

const sideOf = (town: number): 1 | -1 => (town % 2 === 0 ? 1 : -1);
const of = (list: number[], i: number) => list[i % list.length]!;

/** Distances along a line. */
function lengths(line: readonly Point[]): number[] {
	const far = [0];
	for (let i = 1; i < line.length; i++)
		far.push(far[i - 1]! + Math.hypot(line[i]![0] - line[i - 1]![0], line[i]![1] - line[i - 1]![1]));
	return far;
}

function nearest(line: readonly Point[], [x, y]: Point): number {
	let best = 0;
	let least = Infinity;
	line.forEach((p, i) => {
		const d = (p[0] - x) ** 2 + (p[1] - y) ** 2;
		if (d < least) [best, least] = [i, d];
	});
	return best;
}

/** How far along the line each space of the river lies: evenly between two ports. */
function spread(line: readonly Point[], far: readonly number[], ports: readonly Point[]): number[] {
	const marks: [space: number, far: number][] = [
		[0, 0],
		...box.town.map((t, i): [number, number] => [t.entrance, far[nearest(line, ports[i]!)]!]),
	];
	const last = marks.at(-1)!;
	if (last[0] < box.last_space) marks.push([box.last_space, far.at(-1)!]);
	const spaces: number[] = [];
	for (let k = 0; k + 1 < marks.length; k++) {
		const [a, from] = marks[k]!;
		const [b, to] = marks[k + 1]!;
		for (let n = a; n <= b; n++) spaces[n] = from + ((to - from) * (n - a)) / (b - a);
	}
	return spaces;
}

function placed(line: readonly Point[], far: readonly number[], spaces: readonly number[]): (space: number) => Place {
	const along = (s: number): number => {
		const low = Math.min(Math.max(0, Math.floor(s)), spaces.length - 1);
		const high = Math.min(low + 1, spaces.length - 1);
		return spaces[low]! + (spaces[high]! - spaces[low]!) * (s - low);
	};
	return (space) => {
		const d = along(space);
		let i = 1;
		while (i < line.length - 1 && far[i]! < d) i++;
		const a = line[i - 1]!;
		const b = line[i]!;
		const t = (d - far[i - 1]!) / (far[i]! - far[i - 1]! || 1);
		const back = line[Math.max(0, i - 4)]!;
		const ahead = line[Math.min(line.length - 1, i + 4)]!;
		return {
			point: [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t],
			heading: (Math.atan2(ahead[1] - back[1], ahead[0] - back[0]) * 180) / Math.PI,
		};
	};
}

interface Frame {
	width: number;
	height: number;
	panel: { width: number; height: number };
	top: number;
	pitch: number;
	swing: number;
	source: Point[];
	mouth: Point[];
	market: Layout["market"];
	banner: Point;
	pile: Point;
	marketHeight: number;
	/** Between the towns and the edge. */ margin: number;
}

function laidOut(f: Frame): Layout {
	const middle = f.width / 2;
	const ease = f.pitch / 58;
	const ports = box.town.map((_, i): Point => [
		middle + sideOf(i) * of(SWING, i) * f.swing,
		f.top + f.pitch * i + of(SHIFT, i) * ease,
	]);
	const through: Point[] = [...f.source];
	ports.forEach(([x, y], i) => {
		const s = sideOf(i);
		const belly = (of(BELLY, i) + 4) * ease;
		through.push(
			[x - s * 16 * Math.min(1, f.swing * 1.6), y - belly],
			[x, y],
			[x - s * 16 * Math.min(1, f.swing * 1.6), y + belly],
		);
		if (i + 1 < ports.length) through.push([middle + of(DRIFT, i) * f.swing, y + f.pitch / 2 + of(SAG, i)]);
	});
	through.push(...f.mouth);
	const line = smoothThrough(through, 24);
	const far = lengths(line);
	const towns = ports.map((port, i) => ({
		left: sideOf(i) > 0 ? f.width - f.panel.width - f.margin : f.margin,
		top: f.top + f.pitch * i - f.panel.height / 2,
		side: sideOf(i),
		port,
	}));
	return {
		width: f.width,
		height: f.height,
		panel: f.panel,
		towns,
		market: f.market,
		banner: f.banner,
		pile: f.pile,
		line,
		course: openCurve(line),
		at: placed(line, far, spread(line, far, ports)),
		keep: [
			...towns.map((t) => ({
				left: t.left + 2,
				top: t.top + 4,
				right: t.left + f.panel.width - 2,
				bottom: t.top + f.panel.height - 2,
			})),
			{
				left: f.market.left,
				top: f.market.top,
				right: f.market.left + f.market.width,
				bottom: f.market.top + f.marketHeight,
			},
			{ left: f.banner[0] - 6, top: f.banner[1] - 2, right: f.banner[0] + 122, bottom: f.banner[1] + 46 },
			{ left: f.pile[0] - 8, top: f.pile[1] - 12, right: f.pile[0] + 120, bottom: f.pile[1] + 58 },
		],
	};
}

/** The whole river in one look. */
export function wideLayout(width: number, height: number): Layout {
	const top = 116;
	const pitch = Math.min((height - top - 52) / 9, (height - 114) / 10);
	const panelHeight = Math.min(100, 2 * pitch - 8);
	const panelWidth = Math.min(198, Math.max(146, (width - 300) / 2));
	const middle = width / 2;
	const swing = Math.min(1.5, Math.max(0.7, (width - 2 * panelWidth - 102) / 224));
	const foot = top + 9 * pitch;
	const run = Math.max(24, height - foot);
	return laidOut({
		width,
		height,
		panel: { width: panelWidth, height: panelHeight },
		top,
		pitch,
		swing,
		marketHeight: 118,
		margin: 0,
		source: [
			[middle, 22],
			[middle - 26, 48],
			[middle, 78],
		],
		mouth: [
			[middle - 50, foot + run * 0.45],
			[middle - 20, foot + run * 0.85],
			[middle + 30, foot + run * 1.5],
		],
		market: { left: 0, top: 0, width: Math.min(276, middle - 56) },
		banner: [middle + 34, 6],
		pile: [Math.max(width - 184, middle + 162), 4],
	});
}

/** A long one to scroll along, for a narrow screen. */
export function tallLayout(width: number): Layout {
	const pitch = 84;
	const top = 236;
	const height = top + 9 * pitch + 92;
	const middle = width / 2;
	return laidOut({
		width,
		height,
		panel: { width: Math.min(150, Math.max(126, Math.round(width * 0.346))), height: 80 },
		top,
		pitch,
		swing: 0.27,
		marketHeight: 122,
		margin: 6,
		source: [
			[middle - 20, 158],
			[middle - 34, 178],
			[middle + 4, 200],
		],
		mouth: [
			[middle - 4, height - 62],
			[middle + 12, height - 30],
			[middle - 26, height + 16],
		],
		market: { left: 6, top: 6, width: width - 12 },
		banner: [middle + 12, 142],
		pile: [10, 146],
	});
}

const stroke = (d: string, width: number, colour: string, opacity = 1) =>
	`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;

const within = (x: number, y: number, a: Area) => x > a.left && x < a.right && y > a.top && y < a.bottom;

function woods(l: Layout): string {
	const dice = seeded(9);
	const water = l.line.filter((_, i) => i % 4 === 0);
	return scattered({
		dice,
		tries: Math.round((l.width * l.height) / 95),
		box: { left: -14, top: 0, right: l.width + 14, bottom: l.height + 10 },
		kindAt(x, y) {
			if (l.keep.some((a) => within(x, y - 4, a))) return null;
			const far = distanceTo([x, y], water);
			if (far < 30 || far > 150) return null;
			const grove = Math.sin(x / 37 + 1) * Math.sin(y / 33 + 2) + 0.5 * Math.sin((x + y) / 19);
			return dice() < (grove > 0 ? 1 : 0.08) ? { gap: 8.5 + far * 0.02 } : null;
		},
		draw: (x, y) => tree(x, y, 0.56 * (0.8 + dice() * 0.5), dice),
	});
}

/** A landing stage from the port's ring to the town. */
function pier(l: Layout, i: number): string {
	const t = l.towns[i]!;
	const [x, y] = l.at(box.town[i]!.entrance).point;
	const d = `M${short(x + t.side * 17)} ${short(y)}H${t.side > 0 ? t.left : t.left + l.panel.width}`;
	return (
		`<path d="${d}" stroke="#2a2017" stroke-width="6.5"/><path d="${d}" stroke="#c59a62" stroke-width="4"/><path d="${d}" stroke="#2a2017" stroke-width="4" stroke-dasharray="1 5"/>` +
		`<circle class="lamp" cx="${short(x + t.side * 26)}" cy="${short(y)}" r="34" fill="url(#lamp)"/>`
	);
}

const ring = ([x, y]: Point, radius: number, width: number) =>
	`<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" fill="var(--paper-3)" stroke="var(--shore)" stroke-width="${width}"/>`;

function spacesOf(l: Layout): string {
	const ports = new Map(box.town.map((t) => [t.entrance, t]));
	const drawn: string[] = [];
	for (let n = 0; n <= box.last_space; n++) {
		const p = l.at(n).point;
		if (n === 0) drawn.push(ring(p, 13, 1.8));
		else if (ports.has(n))
			drawn.push(
				ring(p, 11.5, 1.6),
				`<text x="${short(p[0])}" y="${short(p[1] + 4.5)}" text-anchor="middle" font-size="12.5" font-weight="800" fill="var(--ink)">${n}</text>`,
			);
		else drawn.push(ring(p, 4.2, 1.2));
	}
	return drawn.join("");
}

/** What never moves: land, woods and water. */
export function drawing(l: Layout): string {
	const wide = 33;
	const d = l.course;
	const water = [
		stroke(d, wide + 5, "var(--shore)"),
		stroke(d, wide + 1, "var(--water)"),
		stroke(d, wide + 1, "var(--water-lite)", 0.75),
		stroke(d, wide - 3, "var(--water-deep)", 0.55),
		stroke(d, wide - 5, "var(--water)"),
		stroke(d, wide - 5, "var(--water-lite)", 0.45),
		stroke(d, wide - 10, "var(--water-deep)", 0.5),
		stroke(d, wide - 12, "var(--water)"),
		stroke(d, wide - 12, "var(--water-lite)", 0.12),
	];
	return (
		`<g filter="url(#soft)"><path d="${d}" fill="none" stroke="var(--land)" stroke-width="${l.width > 500 ? 300 : 220}" opacity=".5"/><path d="${d}" fill="none" stroke="var(--land-2)" stroke-width="96" opacity=".55"/></g>` +
		`<g>${woods(l)}</g>${water.join("")}`
	);
}

/** What stands on the water and at its banks. */
export function landings(l: Layout): string {
	const cabins = l.towns.map((t, i) => {
		const [x, y] = l.at(box.town[i]!.entrance).point;
		const edge = t.side > 0 ? t.left : t.left + l.panel.width;
		return Math.abs(edge - x) > 60 ? symbol("cabin", (x + edge) / 2 - 3, y - 20, 18, 14.4) : "";
	});
	return box.town.map((_, i) => pier(l, i)).join("") + cabins.join("") + spacesOf(l);
}

/** The lines of the current, which drift: apart from the rest, so that nothing else has to be drawn again. Their dashes repeat after 94. */
export function flow(l: Layout): string {
	return [-6, -2, 2, 6]
		.map(
			(o) =>
				`<path d="${l.course}" transform="translate(${short(o * 0.6)} ${o})" fill="none" stroke="var(--water-ink)" stroke-width=".8" stroke-opacity=".55" stroke-dasharray="${14 + o} ${30 - o} 6 44" stroke-linecap="round"/>`,
		)
		.join("");
}
