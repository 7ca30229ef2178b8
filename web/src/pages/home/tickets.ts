// The little charts on the tickets of running games, and the river behind the landing.
import { hexPath, openCurve, POINTY, smoothThrough, type Point } from "../../boards/hex";
import { seeded, symbol } from "../../boards/shore";
import type { GameName } from "../../table/messages";
import { beam, disc, INK, times } from "./ink";

const stream = (d: string) =>
	(
		[
			[INK, 31, 1],
			["var(--water)", 28, 1],
			["var(--water-lite)", 20, 0.5],
			["var(--water)", 12, 1],
		] as const
	)
		.map(
			([colour, width, opacity]) =>
				`<path d="${d}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`,
		)
		.join("");

function valley(d: string, boats: string): string {
	const dice = seeded(77);
	const trees = times(16, (i) => symbol(i % 3 ? "tree1" : "tree2", dice() * 112 - 6, dice() * 88 - 8, 11, 13));
	return `<rect width="118" height="94" fill="var(--land)"/>${trees}${stream(d)}${boats}`;
}

/** `pat`: the class that gives the pattern of the deck. */
const boat = (kind: "ship" | "broad", x: number, y: number, turn: number, colour: number) => {
	const [width, height] = kind === "ship" ? [52, 68] : [60, 40];
	return `<g class="pc${colour} deck${colour}" transform="translate(${x} ${y}) rotate(${turn}) scale(.52)">${symbol(kind, -width / 2, -height / 2, width, height)}</g>`;
};

const TERRAIN: Record<string, string> = { P: "#e7dfb3", F: "#cdd2a0", W: "var(--water)", H: "#e3cf9c", M: "#d8cdb9" };

function hexes(): string {
	const kinds = "PFPWPPHPPFPMPPWPFP";
	let n = 0;
	let all = "";
	for (let r = -1; r < 4; r++)
		for (let q = -2; q < 5; q++) {
			const [cx, cy] = POINTY.centre(q, r, 17);
			const x = cx + 16;
			const y = cy + 12;
			const kind = kinds[(n++ + r * r + 20) % 18]!;
			all += `<path d="${hexPath([x, y], 16.6, POINTY)}" fill="${TERRAIN[kind]}" stroke="#5b5a34" stroke-opacity=".45"/>`;
			if (kind === "F")
				all +=
					symbol("tree1", x - 10, y - 12, 10, 12) +
					symbol("tree2", x + 1, y - 8, 10, 13) +
					symbol("tree1", x - 4, y - 3, 10, 12);
			if (kind === "M") all += symbol("t-mount", x - 13, y - 13, 26, 26);
			if (kind === "H") all += symbol("t-hill", x - 13, y - 13, 26, 26);
		}
	return all;
}

const track = (d: string, colour: number) =>
	`<g class="pc${colour}" stroke-linecap="round" stroke-linejoin="round">${beam(d, 7, 5, "var(--pc)")}<path d="${d}" fill="none" stroke="var(--pd)" stroke-width="5" stroke-dasharray="1.5 4" stroke-linecap="butt"/></g>`;

const charts: Record<GameName, () => string> = {
	queen: () =>
		valley(
			"M-10 70C30 84 40 30 66 34S96 60 130 20",
			boat("ship", 28, 60, 70, 4) + boat("ship", 62, 36, 80, 1) + boat("ship", 98, 42, 60, 2),
		),
	broadhorns: () =>
		valley("M30 -10C60 14 20 34 50 48S100 60 84 104", boat("broad", 44, 26, 70, 2) + boat("broad", 74, 62, 60, 1)),
	rails: () =>
		`<rect width="118" height="94" fill="var(--land-2)"/>${hexes()}${track("M16 63L46 63L60 38L90 38", 1)}${track("M46 12L60 38L75 63L104 63", 4)}` +
		disc(16, 63, 9, "var(--paper-3)", 1.4) +
		symbol("r-C", 10, 57, 12, 12) +
		`<g class="pc1">${symbol("loco", 80, 28, 24, 18)}</g>`,
};

export const ticketChart = (game: GameName) => charts[game]();

const COURSE: Point[] = [
	[-60, 190],
	[160, 150],
	[330, 260],
	[520, 330],
	[700, 210],
	[900, 190],
	[1080, 330],
	[1270, 420],
	[1500, 300],
];

/** For a window of 1440 × 900. */
export function riverBehind(): string {
	const d = openCurve(smoothThrough(COURSE, 18));
	return (
		`<path d="${d}" fill="none" stroke="var(--water-lite)" stroke-width="130" opacity=".35"/>` +
		[66, 54, 43, 33, 24, 16]
			.map(
				(w) =>
					`<path d="${d}" fill="none" stroke="var(--water-deep)" stroke-width="${2 * w + 1}" opacity=".16"/>` +
					`<path d="${d}" fill="none" stroke="var(--paper-2)" stroke-width="${2 * w - 0.6}" opacity=".6"/>`,
			)
			.join("") +
		// The current: short lines that drift down the river, where somebody looks on who has nothing else to do.
		[-34, -12, 10, 32]
			.map(
				(y, i) =>
					`<path class="drift" d="${d}" transform="translate(0 ${y})" fill="none" stroke="var(--water-deep)" stroke-width="1.6" stroke-linecap="round" stroke-dasharray="${26 + 6 * i} ${70 - 6 * i} 10 94" opacity=".5"/>`,
			)
			.join("")
	);
}
