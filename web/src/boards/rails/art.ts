// The land under the rails, drawn once for a map: shore, terrain, lakes, trees. What changes in the game lies on top of it.
import { areaOf, closedCurve, corners, hexPath, outlines, polygon, POINTY } from "../hex";
import { drawn, engravedWater, hachures, seeded, seedOf, symbol, tree, type Dice } from "../shore";
import { hexKeys, SIZE, type Hex, type RailsMap } from "./map";

const FILLS: Record<string, string> = { forest: "var(--t-forest)", hills: "var(--t-hill)", mountain: "var(--t-mount)" };
const BANDS = [
	{ width: 10, light: 0.25 },
	{ width: 6, light: 0.45 },
	{ width: 2.6, light: 0.75 },
];
const GROVE = [
	[-17, -8],
	[0, -17],
	[16, -9],
	[-23, 8],
	[-8, 2],
	[8, 4],
	[22, 7],
	[-14, 19],
	[1, 17],
	[15, 20],
] as const;

function lake(hex: Hex, dice: Dice): string {
	const shore = drawn(corners(hex.at, SIZE * 0.84, POINTY), { step: 5, smooth: 14, out: 1, wobble: 2.2, dice });
	const d = closedCurve(shore);
	return `${engravedWater(`lake-${hex.name}`, d, BANDS, 0.5)}<path d="${d}" fill="none" stroke="var(--shore)" stroke-width="1.5"/>`;
}

function terrain(hex: Hex, dice: Dice): string {
	const [x, y] = hex.at;
	switch (hex.piece.terrain) {
		case "water":
			return lake(hex, dice);
		case "mountain":
			return symbol("t-mount", x - 31, y - 32, 62, 62);
		case "hills":
			return symbol("t-hill", x - 29, y - 31, 58, 58);
		case "forest":
			return GROVE.map(([dx, dy]) =>
				tree(x + dx, y + dy + 4, 0.72 * (0.9 + dice() * 0.28), () => 0.84 * dice()),
			).join("");
		case "plains":
			return Array.from({ length: 4 }, () =>
				symbol("t-grass", x + (dice() - 0.5) * 42 - 6, y + (dice() - 0.5) * 40 - 4, 12, 8),
			).join("");
		default:
			return "";
	}
}

/** Everything that stays as it is, as SVG. */
export function landArt(map: RailsMap): string {
	const dice = seeded(seedOf(map.name));
	const keys = hexKeys(map);
	const coast = outlines(keys, SIZE, POINTY).map((loop) =>
		drawn(loop, { step: 6, smooth: 6, out: 5, wobble: 2.5, dice }),
	);
	const shore = coast.map(closedCurve).join("");
	const fills = map.hexes
		.map(
			(h) =>
				`<path d="${hexPath(h.at, SIZE * 0.975, POINTY)}" fill="${FILLS[h.piece.terrain] ?? "var(--t-plain)"}"/>`,
		)
		.join("");
	const tiles = [...new Set(map.hexes.map((h) => h.tile))];
	const seams = tiles
		.flatMap((tile) =>
			outlines(
				map.hexes.filter((h) => h.tile === tile).map((h) => h.key),
				SIZE,
				POINTY,
			),
		)
		.map(polygon)
		.join("");
	const inOrder = [...map.hexes].sort((a, b) => a.r - b.r);
	return (
		`<path d="${shore}" fill="var(--land)" stroke="var(--land)" stroke-width="70" filter="url(#soft)" opacity=".75"/>` +
		`<path d="${shore}" fill="var(--land-2)" fill-rule="evenodd" stroke="var(--shore)" stroke-width="2.4"/>` +
		`<path d="${coast.map((loop) => (areaOf(loop) > 0 ? hachures(loop, dice, 3, 5) : "")).join("")}" stroke="var(--shore)" stroke-width=".75" opacity=".45" fill="none"/>` +
		`<g stroke="var(--land-ink)" stroke-opacity=".45">${fills}</g>` +
		`<path d="${seams}" fill="none" stroke="var(--t-seam)" stroke-width="2.6" stroke-opacity=".9"/>` +
		inOrder.map((h) => `<g>${terrain(h, dice)}</g>`).join("")
	);
}

/** The skyline over a city's name. */
export const SKYLINE = "M-19 0v-7h5v-5l4-3 4 3v3h5v-7h7v9h6v7z";
