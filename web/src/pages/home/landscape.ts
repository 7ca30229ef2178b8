// What the three posters have in common: the sky, the sun, water, smoke, and trees on a bank. Seeded, so they are always the same.
import { closedCurve, short, type Point } from "../../boards/hex";
import { seeded, symbol, type Dice } from "../../boards/shore";
import { disc, INK, line, shape, times, WATER_INK } from "./ink";

/** Stops of a gradient from the top to the bottom. */
function gradient(id: string, stops: Stops): string {
	return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(([at, c]) => `<stop offset="${at}" stop-color="${c}"/>`).join("")}</linearGradient>`;
}

type Stops = [at: number, colour: string][];

/** From one colour over another, so far down, to a third. */
export const fade = (top: string, at: number, middle: string, bottom: string): Stops => [
	[0, top],
	[at, middle],
	[1, bottom],
];

/** The sky down to the water, and the colours of the water for `water()`. name: of the poster, for the names of its gradients. */
export const sky = (name: string, colours: Stops, river: Stops) =>
	`<defs>${gradient(`sky-${name}`, colours)}${gradient(`water-${name}`, river)}</defs><rect width="400" height="180" fill="url(#sky-${name})"/>`;
export const water = (name: string, y: number, height: number) =>
	`<rect y="${y}" width="400" height="${height}" fill="url(#water-${name})"/>`;

export interface Patch {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** Little waves, larger towards the front. */
export function waves({ left, right, top, bottom }: Patch, n: number, dice: Dice, colour = WATER_INK): string {
	const d = times(n, () => {
		const y = top + (bottom - top) * dice() ** 1.2;
		const near = (y - top) / (bottom - top);
		const width = 8 + near * 26 + dice() * 14;
		const x = left + dice() * (right - left);
		return `M${short(x)} ${short(y)}q${short(width / 4)} ${short(-1.5 - near * 2)} ${short(width / 2)} 0t${short(width / 2)} 0`;
	});
	return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="1" stroke-linecap="round" opacity=".75"/>`;
}

export function sun(x: number, y: number, r: number): string {
	const rays = times(48, (i) => {
		const a = (i * 7.5 * Math.PI) / 180;
		const far = r * (i % 2 ? 1.9 : 2.7);
		return `M${short(x + Math.cos(a) * r * 1.12)} ${short(y + Math.sin(a) * r * 1.12)}L${short(x + Math.cos(a) * far)} ${short(y + Math.sin(a) * far)}`;
	});
	return line(rays, 0.9, "#b9852b", 0.55) + disc(x, y, r, "#f7d98a", 1.2, "#b9852b");
}

/** The engraver's sky. */
export const skyLines = (height: number, colour: string, dice: Dice) =>
	line(
		times(Math.floor(height / 6), (i) => `M${short(dice() * 60)} ${6 + i * 6}H${short(300 + dice() * 110)}`),
		0.6,
		colour,
		0.35,
	);

const SMOKE = ["#6d6358", "#877b6c", "#a2957f", "#bcae94", "#d3c5a8"];

/** Puffs that drift to the left, the newest in front. */
export function smoke(x: number, y: number, scale: number, dice: Dice, n = 9): string {
	const puffs = Array.from({ length: n }, (_, i) => {
		const age = i / n;
		const r = scale * (5 + age * 19);
		const cx = x - scale * (age * age * 150 + age * 40);
		const cy = y - scale * (age * 34 + Math.sin(age * 3) * 9);
		const cloud = closedCurve(
			Array.from({ length: 11 }, (__, k): Point => {
				const a = (k / 11) * 2 * Math.PI;
				const far = r * (0.88 + dice() * 0.34);
				return [cx + Math.cos(a) * far, cy + Math.sin(a) * far * 0.8];
			}),
		);
		return (
			`<path d="${cloud}" fill="${SMOKE[Math.min(4, Math.floor(age * 5.5))]}" stroke="${INK}" stroke-width=".9" stroke-opacity="${short((0.75 - age * 0.5) * 10) / 10}"/>` +
			line(
				`M${short(cx + r * 0.1)} ${short(cy + r * 0.5)}a${short(r * 0.55)} ${short(r * 0.5)} 0 0 0 ${short(r * 0.5)} ${short(-r * 0.5)}`,
				0.7,
				INK,
				0.6 - age * 0.4,
			)
		);
	});
	return puffs.reverse().join("");
}

/** A far bank with its trees. */
export function bank(y: number, height: number, seed: number): string {
	const dice = seeded(seed);
	let trees = "";
	for (let x = -8; x < 415; x += 7 + dice() * 6) {
		const z = height * (0.7 + dice() * 0.6);
		trees +=
			dice() < 0.7
				? symbol("tree1", x - 10 * z, y - 18 * z, 20 * z, 24 * z)
				: symbol("tree2", x - 10 * z, y - 22 * z, 20 * z, 28 * z);
	}
	return trees + shape(`M-5 ${y + 1}C90 ${y - 2} 230 ${y + 4} 410 ${y}V${y + 7}H-5z`, "#bcb982", 1);
}

export const RIVER: [number, string][] = [
	[0, "#c5dcd6"],
	[0.3, "#8abbc2"],
	[1, "#4f8c9b"],
];
