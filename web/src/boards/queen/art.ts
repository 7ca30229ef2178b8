// What does not change while a river lies as it lies: land, water, current, shores, islands, trees, docks, stations and the landing. It is
// drawn once for each river as one text of SVG, and shared by day and night: what differs is in the colours and in Art.css.
import {
	boxAround,
	closedCurve,
	DIRECTIONS,
	distanceTo,
	FLAT,
	hexPath,
	isInside,
	keyOf,
	openCurve,
	outlines,
	polygon,
	short,
	smoothThrough,
	type Box,
	type Point,
} from "../hex";
import {
	bandsFor,
	engravedWater,
	grain,
	hachures,
	outward,
	pushed,
	scattered,
	seeded,
	seedOf,
	shores,
	symbol,
	tree,
	type Shores,
} from "../shore";
import { pointOf, SIZE, type Platform, type River, type Tile } from "./river";

const INK = "#2a2017";
const wide = (from: Point, to: Point) => Math.hypot(to[0] - from[0], to[1] - from[1]);

export interface Art {
	svg: string;
	box: Box;
	/** What the compass rose and its words need. */ rose: Box;
}

export function riverArt(river: River): Art {
	const dice = seeded(42);
	const box = boxAround(
		[...river.cells.values()].map((c) => c.at),
		SIZE * 13,
	);
	const shore = shores(
		river.water.map((c) => keyOf(c.q, c.r)),
		SIZE,
		dice,
	);
	const stream = streamOf(river);
	const places = placesFor(river, box);
	const svg = [
		rhumbLines(places.rose),
		land(shore),
		river.open ? unsurveyed(river) : "",
		vacated(river),
		engravedWater("mq", shore.water, bandsFor(SIZE), 0.5),
		current(stream),
		glints(stream),
		hexes(river),
		levees(river),
		banks(shore),
		islands(shore),
		`<g class="woods">${trees(river, shore, box, places)}</g>`,
		...river.tiles.slice(river.first).map(station),
		river.platform ? landing(river.platform) : "",
		startWords(river),
		compassRose(places.rose),
		captions(places),
	].join("");
	return { svg, box, rose: roseBox(places.rose) };
}

/** A line down the middle of the river, with the way to its right at each point. */
interface Stream {
	points: Point[];
	right: Point[];
}

function streamOf(river: River): Stream {
	const through: Point[] = [];
	for (const t of river.tiles.slice(river.first)) {
		const [x, y] = pointOf(...t.centre);
		const [dx, dy] = FLAT.centre(...DIRECTIONS[t.heading]!, SIZE);
		through.push([x - dx * 1.9, y - dy * 1.9], [x, y]);
		if (t === river.last) through.push([x + dx * 1.4, y + dy * 1.4]);
	}
	const points = smoothThrough(through, 14);
	const right = points.map((_, i): Point => {
		const a = points[Math.max(0, i - 1)]!;
		const b = points[Math.min(points.length - 1, i + 1)]!;
		const length = wide(a, b) || 1;
		return [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
	});
	return { points, right };
}

/** A hand-tinted wash that fades into blank paper, and bluffs as hachures. */
function land({ banks }: Shores): string {
	const coarse = banks.map((l) => closedCurve(l.filter((_, i) => i % 4 === 0))).join("");
	const line = (width: number) => `<use href="#mq-bank" stroke-width="${short(SIZE * width)}"/>`;
	const wash = Array.from({ length: 16 }, (_, i) => 6.4 - 0.28 * i)
		.map(line)
		.join("");
	const edge = [2.3, 2, 1.7, 1.4, 1.1, 0.8].map(line).join("");
	const strokes = banks.map((l) => hachures(l, seeded(7))).join("");
	return (
		`<defs><path id="mq-bank" d="${coarse}"/></defs><g fill="none" stroke-linejoin="round"><g stroke="var(--land)" stroke-opacity=".075">${wash}</g>` +
		`<g stroke="var(--land-2)" stroke-opacity=".17">${edge}</g></g>` +
		`<path d="${strokes}" stroke="var(--line)" stroke-width=".75" opacity=".5" fill="none"/>`
	);
}

/** Broken lines along the stream. */
function current({ points, right }: Stream): string {
	const lines: string[] = [];
	for (let o = -62; o <= 62; o += 9) {
		const dice = seeded(o);
		const off = (o * SIZE) / 30 + dice() * 4;
		const line = points.map((p, i): Point => {
			const d = off + Math.sin(i / 5 + o) * 2;
			return [p[0] + right[i]![0] * d, p[1] + right[i]![1] * d];
		});
		const dashes = [8 + dice() * 26, 40 + dice() * 70, 4 + dice() * 12, 60 + dice() * 60].map(short).join(" ");
		lines.push(
			`<path d="${openCurve(line)}" stroke-dasharray="${dashes}" stroke-dashoffset="${short(dice() * 200)}"/>`,
		);
	}
	return `<g clip-path="url(#mq-clip)" fill="none" stroke="var(--water-ink)" stroke-width=".9" stroke-linecap="round" opacity=".5">${lines.join("")}</g>`;
}

/** The moon on the water, at night. */
function glints({ points }: Stream): string {
	const dice = seeded(3);
	const marks: string[] = [];
	for (let i = 0; i < points.length; i++) {
		const [px, py] = points[i]!;
		const x = px + (dice() - 0.5) * SIZE * 4;
		const y = py + (dice() - 0.5) * SIZE * 4;
		const w = 4 + dice() * 10;
		marks.push(
			`<path d="M${short(x)} ${short(y)}q${short(w / 2)} -1.6 ${short(w)} 0" opacity="${short(0.2 + dice() * 0.6)}"/>`,
		);
	}
	return `<g class="at-night" clip-path="url(#mq-clip)" stroke="#cfe6ea" stroke-width=".9" fill="none" opacity=".5">${marks.join("")}</g>`;
}

function hexes(river: River): string {
	const d = river.water.map((c) => hexPath(c.at, SIZE)).join("");
	return `<path d="${d}" fill="none" stroke="var(--water-ink)" stroke-opacity=".42" stroke-width="1.1"/>`;
}

/** Where the river winds back beside itself nobody can cross: a dam of earth lies between. */
function levees(river: River): string {
	let d = "";
	for (const c of river.water)
		for (const [dq, dr] of DIRECTIONS.slice(0, 3)) {
			const other = river.cells.get(keyOf(c.q + dq, c.r + dr));
			if (!other || other.land || Math.abs(other.tile - c.tile) <= 1) continue;
			const mx = (c.at[0] + other.at[0]) / 2;
			const my = (c.at[1] + other.at[1]) / 2;
			const length = wide(c.at, other.at);
			const sx = (-(other.at[1] - c.at[1]) / length) * SIZE * 0.56;
			const sy = ((other.at[0] - c.at[0]) / length) * SIZE * 0.56;
			d += `M${short(mx - sx)} ${short(my - sy)}L${short(mx + sx)} ${short(my + sy)}`;
		}
	if (d === "") return "";
	return `<g fill="none" stroke-linecap="round"><path d="${d}" stroke="var(--shore)" stroke-width="12"/><path d="${d}" stroke="var(--sand)" stroke-width="8.5"/></g>`;
}

const banks = (shore: Shores) =>
	`<path d="${shore.banks.map(closedCurve).join("")}" fill="none" stroke="var(--shore)" stroke-width="2.1"/>`;

function islands({ isles }: Shores): string {
	const one = (l: Point[]): string => {
		const out = outward(l);
		const marks: string[] = [];
		// An island's loop runs the other way: outward of the water is into the land.
		l.forEach(([x, y], i) => {
			const [nx, ny] = out[i]!;
			if (i % 2 === 0 && nx * 0.5 + ny * 0.85 > 0.1) {
				const length = 3 + grain(x, y) * 5;
				marks.push(`M${short(x + nx)} ${short(y + ny)}L${short(x + nx * length)} ${short(y + ny * length)}`);
			}
		});
		return (
			`<path d="${closedCurve(l)}" fill="var(--sand)" stroke="var(--shore)" stroke-width="1.7"/>` +
			`<path d="${closedCurve(pushed(l, SIZE * 0.16))}" fill="var(--land-2)" opacity=".9"/>` +
			`<path d="${marks.join("")}" stroke="var(--line)" stroke-width=".7" opacity=".6"/>`
		);
	};
	return isles.map(one).join("");
}

/** Dashed ghosts of where the next tile can join. */
function unsurveyed(river: River): string {
	const free = river.ghosts().filter((ghost) => !river.hexesOf(ghost).some((key) => river.cells.has(key)));
	return free
		.map(({ centre, heading }) => {
			const [x, y] = pointOf(...centre);
			return (
				`<path d="${polygon(outlines(river.hexesOf({ centre, heading }), SIZE)[0]!)}" fill="var(--water)" fill-opacity=".09" stroke="var(--water-ink)" stroke-opacity=".5" stroke-width="1.2" stroke-dasharray="5 5" stroke-linejoin="round"/>` +
				`<text class="water-words" x="${short(x)}" y="${short(y + 4)}" font-size="14">unsurveyed</text>`
			);
		})
		.join("");
}

/** The tile that was removed last, as a memory. */
function vacated(river: River): string {
	const gone = river.tiles[river.first - 1];
	if (!gone) return "";
	const keys = river.hexesOf(gone).filter((key) => !river.cells.has(key));
	return outlines(keys, SIZE)
		.map(
			(l) =>
				`<path d="${polygon(l)}" fill="none" stroke="var(--ink)" stroke-opacity=".16" stroke-width="1" stroke-dasharray="2 5"/>`,
		)
		.join("");
}

type Growth = { gap: number; kind: "reed" | "isle" | "bank"; far: number };

/** Trees and reeds on the banks and islands, from a noise of the place: they stay when the river grows. */
function trees(river: River, shore: Shores, box: Box, places: Places): string {
	const stations = [...river.cells.values()].filter((c) => c.station).map((c) => c.at);
	const bank = shore.banks.flatMap((l) => l.filter((_, i) => i % 3 === 0));
	const cells = [...river.cells.values()];
	const grove = (x: number, y: number) => Math.sin(x / 47 + 1) * Math.sin(y / 39 + 2) + 0.5 * Math.sin((x + y) / 23);
	const near = (x: number, y: number, p: Point, r: number) => Math.abs(x - p[0]) < r && Math.abs(y - p[1]) < r;
	const kept = [
		...places.captions.map((c) => c.at),
		...(river.open ? river.ghosts().map((g) => pointOf(...g.centre)) : []),
		startCaption(river),
	];
	const kindAt = (x: number, y: number, chance: number): Growth | null => {
		// Most of the paper is far from the river, or in the middle of it.
		let nearest = cells[0]!;
		let away = Infinity;
		for (const c of cells) {
			const d = (c.at[0] - x) ** 2 + (c.at[1] - y) ** 2;
			if (d < away) [nearest, away] = [c, d];
		}
		if (away > (SIZE * 7.5) ** 2 || (!nearest.land && away < (SIZE * 0.7) ** 2)) return null;
		if (
			stations.some((p) => wide([p[0] + 5, p[1] + 2], [x, y]) < SIZE * 0.9) ||
			river.platform?.hexes.some((h) => wide(h.at, [x, y]) < SIZE * 1.6)
		)
			return null;
		if (near(x, y, places.rose, SIZE * 3.4) || kept.some((p) => near(x, y, p, SIZE * 1.7))) return null;
		const isle = away < (SIZE * 1.3) ** 2 ? shore.isles.find((l) => isInside([x, y], l)) : undefined;
		if (isle) return distanceTo([x, y], isle) > SIZE * 0.27 ? { kind: "isle", gap: SIZE * 0.33, far: 0 } : null;
		const far = distanceTo([x, y], bank);
		if (far > SIZE * 6.5 || (away < (SIZE * 1.8) ** 2 && shore.banks.some((l) => isInside([x, y], l)))) return null;
		if (far < SIZE * 0.42) return chance < 0.2 && far > SIZE * 0.2 ? { kind: "reed", gap: SIZE * 0.3, far } : null;
		const likely = Math.exp(-(far - SIZE * 0.4) / (SIZE * 2.4)) * (grove(x, y) > 0 ? 1 : 0.05);
		return chance < likely ? { kind: "bank", gap: SIZE * (0.29 + Math.max(0, far / SIZE - 1) * 0.05), far } : null;
	};
	const draw = (x: number, y: number, { kind, far }: Growth, dice: () => number): string => {
		const scale = (kind === "isle" ? 0.72 : 0.8) * (0.8 + dice() * 0.45);
		if (kind === "reed") return symbol("reed", x - 6 * scale, y - 9 * scale, 12 * scale, 10 * scale);
		return tree(x, y, scale, dice, kind === "bank" ? Math.min(1, Math.max(0.35, 1.15 - far / (SIZE * 5.5))) : 1);
	};
	// Squares of the paper, each with dice of its own.
	const SQUARE = 150;
	const all: { y: number; svg: string }[] = [];
	for (let left = Math.floor(box.left / SQUARE) * SQUARE; left < box.right; left += SQUARE)
		for (let top = Math.floor(box.top / SQUARE) * SQUARE; top < box.bottom; top += SQUARE) {
			const dice = seeded(seedOf(`${left},${top}`));
			const svg = scattered<Growth>({
				dice,
				tries: 130,
				box: { left, top, right: left + SQUARE, bottom: top + SQUARE },
				kindAt: (x, y) => kindAt(x, y, dice()),
				draw: (x, y, kind) => draw(x, y, kind, dice),
			});
			if (svg !== "") all.push({ y: top, svg });
		}
	return all
		.sort((a, b) => a.y - b.y)
		.map((s) => s.svg)
		.join("");
}

/** A boarding platform and its station; who waits there is drawn elsewhere. */
function station({ cells, colour }: Tile): string {
	const dock = cells.find((c) => c.dock);
	const house = cells.find((c) => c.station);
	if (!dock || !house) return "";
	const [x, y] = dock.at;
	const [sx, sy] = house.at;
	const red = colour === "red";
	const angle = (Math.atan2(sy - y, sx - x) * 180) / Math.PI;
	return (
		`<g transform="translate(${short(x)} ${short(y)}) rotate(${short(angle)})">${jetty(6, 34)}</g>` +
		`<circle class="at-night" cx="${short(sx)}" cy="${short(sy)}" r="${SIZE * 1.5}" fill="url(#lamp)"/>` +
		`<g class="house">${symbol(red ? "staR" : "staB", sx - 21.5, sy - (red ? 15.7 : 18), 31.4, red ? 29 : 31.4)}</g>`
	);
}

/** Planks along the x axis. */
function jetty(from: number, to: number): string {
	let planks = "";
	for (let x = from + 4; x < to; x += 4) planks += `M${x}-7V7`;
	return (
		`<path d="M${from} -7H${to}V7H${from}z" fill="#b98d55" stroke="${INK}" stroke-width="1.3"/><path d="${planks}" stroke="${INK}" stroke-width=".7" opacity=".7"/>` +
		`<path d="M${from}-9.5V9.5" stroke="${INK}" stroke-width="2.6" stroke-linecap="round"/>`
	);
}

/** The landing platform: a quay around the cusp with a pier to each entry. */
function landing({ hexes: places, heading, middle }: Platform): string {
	const piers = places
		.map(({ at, entry }) => {
			if (!entry) return "";
			const angle = (Math.atan2(entry.at[1] - at[1], entry.at[0] - at[0]) * 180) / Math.PI;
			return `<g transform="translate(${short(at[0])} ${short(at[1])}) rotate(${short(angle + 180)})">${jetty(-44, -14)}</g>`;
		})
		.join("");
	const quay = openCurve([places[0]!.at, places[1]!.at, places[2]!.at]);
	const line = `M${places.map(({ at }) => `${short(at[0])} ${short(at[1])}`).join("L")}`;
	const [x, y] = middle;
	const out = DIRECTIONS[heading]!;
	const [ox, oy] = FLAT.centre(...out, 1);
	return (
		`<g class="landing" aria-hidden="true"><circle class="at-night" cx="${short(x)}" cy="${short(y)}" r="${SIZE * 2.6}" fill="url(#lamp)"/>` +
		`<g fill="none" stroke-linejoin="round" stroke-linecap="round"><path d="${line}" stroke="var(--shore)" stroke-width="45"/><path d="${line}" stroke="#c79c62" stroke-width="41"/>` +
		`<path d="${line}" stroke="#a67c46" stroke-width="41" stroke-dasharray="1 5" stroke-linecap="butt" opacity=".75"/><path d="${quay}" stroke="#efe0b8" stroke-width="1.2" opacity=".0"/></g>${piers}` +
		`<g class="house" transform="translate(${short(x + ox * 4)} ${short(y + oy * 4)})">` +
		`<path d="M-27 10V-6L0-22L27-6V10z" fill="#f1e3c0" stroke="${INK}" stroke-width="1.5"/><path d="M-31-4L0-25L31-4L27-1L0-19L-27-1z" fill="#a3301b" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/>` +
		`<path d="M-6 10V-1a6 6 0 0112 0V10z" fill="var(--win,#5a4632)" stroke="${INK}" stroke-width="1.1"/><path d="M-20 1h8v6h-8zM12 1h8v6h-8z" fill="var(--win,#7c99a0)" stroke="${INK}" stroke-width="1"/>` +
		`<path d="M0-25V-40" stroke="${INK}" stroke-width="1.4"/><path d="M0-40H17L12-35.500L17-31H0z" fill="var(--brass)" stroke="${INK}" stroke-width="1.1"/></g></g>`
	);
}

/** A word below the start, as long as the start tile lies there. */
function startWords(river: River): string {
	if (river.first > 0) return "";
	const [x, y] = startCaption(river);
	return `<text class="water-words" x="${short(x)}" y="${short(y)}" font-size="15">the start</text>`;
}

function startCaption(river: River): Point {
	const [x, y] = pointOf(...river.tiles[0]!.centre);
	return [x, y + SIZE * 5.4];
}

interface Caption {
	at: Point;
	words: string;
	turn: number;
}
interface Places {
	rose: Point;
	captions: Caption[];
}

const CAPTIONS = [
	"cypress swamp",
	"high bluffs",
	"cotton fields",
	"old levee",
	"canebrake",
	"sugar landing",
	"willow bar",
	"oak ridge",
	"the oxbow",
	"pecan grove",
	"sand hills",
	"pilot's rest",
];

/** Free paper for the compass rose, and for a word beside every second tile. */
function placesFor(river: River, box: Box): Places {
	const taken: Point[] = [...river.cells.values()].map((c) => c.at);
	if (river.open)
		for (const { centre, heading } of river.ghosts())
			taken.push(
				...river
					.hexesOf({ centre, heading })
					.map((key) => pointOf(...(key.split(",").map(Number) as [number, number]))),
			);
	if (river.platform) taken.push(...river.platform.hexes.map((h) => h.at));
	const clear = (p: Point) => distanceTo(p, taken);
	const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
	// Inside what a window as wide as most shows with the whole river in it.
	const water = boxAround(
		[...river.cells.values()].map((c) => c.at),
		SIZE * 1.9,
	);
	const high = Math.max(water.bottom - water.top, (water.right - water.left) / 1.7) / 2;
	const beyond = (x: number, y: number) => {
		const b = roseBox([x, y]);
		return (
			Math.max(0, middle[0] - 1.7 * high - b.left) +
			Math.max(0, b.right - middle[0] - 1.7 * high) +
			Math.max(0, middle[1] - high - b.top) +
			Math.max(0, b.bottom - middle[1] - high)
		);
	};
	let rose: Point = [box.left + SIZE * 5, box.top + SIZE * 7];
	let best = -Infinity;
	for (let x = box.left + SIZE * 4; x <= box.right - SIZE * 4; x += SIZE * 1.5)
		for (let y = box.top + SIZE * 4; y <= box.bottom - SIZE * 5; y += SIZE * 1.5) {
			const free = clear([x, y]);
			const worth =
				Math.min(free, SIZE * 5.2) * 3 -
				Math.max(0, free - SIZE * 6) -
				wide([x, y], middle) * 0.5 -
				3 * beyond(x, y);
			if (free > SIZE * 4.6 && worth > best) {
				best = worth;
				rose = [x, y];
			}
		}
	const captions: Caption[] = [];
	for (const t of river.tiles.slice(river.first)) {
		const side = t.number % 2 === 0 ? 1 : -1;
		const [x, y] = pointOf(...t.centre);
		const [dx, dy] = FLAT.centre(...DIRECTIONS[t.heading]!, 1);
		const length = Math.hypot(dx, dy);
		const at: Point = [x - (dy / length) * side * SIZE * 5.3, y + (dx / length) * side * SIZE * 5.3];
		let turn = (Math.atan2(dy, dx) * 180) / Math.PI;
		turn = turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn;
		if (clear(at) > SIZE * 2.4 && wide(at, rose) > SIZE * 6)
			captions.push({
				at,
				turn: Math.abs(turn) > 80 ? -90 * side : turn,
				words: CAPTIONS[t.number % CAPTIONS.length]!,
			});
	}
	return { rose, captions };
}

const captions = ({ captions: all, rose: [x, y] }: Places) =>
	all
		.map(
			({ at, turn, words }) =>
				`<text class="water-words" transform="translate(${short(at[0])} ${short(at[1])}) rotate(${short(turn)})" font-size="15">${words}</text>`,
		)
		.join("") +
	`<text class="water-words rose" x="${short(x)}" y="${short(y + 78)}" font-size="19">The Lower River</text>`;

const roseBox = ([x, y]: Point): Box => ({ left: x - 70, right: x + 70, top: y - 64, bottom: y + 84 });

function rhumbLines([x, y]: Point): string {
	const lines = Array.from({ length: 16 }, (_, i) => {
		const a = (i * 22.5 * Math.PI) / 180;
		return `M${short(x + Math.sin(a) * 52)} ${short(y - Math.cos(a) * 52)}L${short(x + Math.sin(a) * 2400)} ${short(y - Math.cos(a) * 2400)}`;
	});
	return `<path d="${lines.join("")}" stroke="var(--ink)" stroke-width=".7" opacity=".09"/>`;
}

function compassRose([x, y]: Point): string {
	const r = 44;
	const ticks: string[] = [];
	for (let i = 0; i < 72; i++) {
		const a = (i * 5 * Math.PI) / 180;
		const from = i % 18 === 0 ? 0.86 : i % 9 === 0 ? 0.885 : 0.9;
		ticks.push(
			`M${short(Math.sin(a) * r * from)} ${short(-Math.cos(a) * r * from)}L${short(Math.sin(a) * r)} ${short(-Math.cos(a) * r)}`,
		);
	}
	const points = [
		[45, 0.62, 0.15],
		[0, 0.98, 0.17],
	].flatMap(([first, length, w]) =>
		[0, 90, 180, 270].map(
			(turn) =>
				`<g transform="rotate(${first! + turn})" stroke="var(--ink)" stroke-width=".9"><path d="M0 ${short(-r * length!)}L${short(r * w!)} ${short(-r * w!)}L0 0Z" fill="var(--paper-2)"/>` +
				`<path d="M0 ${short(-r * length!)}L${short(-r * w!)} ${short(-r * w!)}L0 0Z" fill="var(--ink)"/></g>`,
		),
	);
	return (
		`<g class="rose" transform="translate(${short(x)} ${short(y)})" opacity=".8" fill="none" stroke="var(--ink)"><circle r="${r}" stroke-width="1.1"/><circle r="${short(r * 0.86)}" stroke-width=".6"/>` +
		`<path d="${ticks.join("")}" stroke-width=".6"/>${points.join("")}<circle r="3" fill="var(--paper-2)"/>` +
		`<text y="${-r - 7}" text-anchor="middle" class="chart-words" font-size="17" fill="var(--ink)" stroke="none">N</text></g>`
	);
}
