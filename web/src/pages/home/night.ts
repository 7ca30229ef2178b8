// The pictures of the landing after dark: the same drawings, in which every colour of the day has become one of the night. Windows are
// lit, lanterns glow, and where the sun stood there is the moon.
import { short } from "../../boards/hex";
import { seeded } from "../../boards/shore";
import { times } from "./ink";

/** What is more than darker by night: lights, the sky, the water, smoke, and the pen itself. */
const BY_NIGHT: Record<string, string> = {
	"#2a2017": "#070c12", // the pen
	"#6d4a2c": "#ffcf6b", // windows
	"#3b2c1e": "#ffd98a",
	"#f2c869": "#ffe7ae",
	"#bfe0e3": "#ffdf96", // glass
	"#fbe6a8": "#fff3c4",
	"#f7d98a": "#f8eecb", // the sun
	"#b9852b": "#b9b79a",
	"#f7fbf6": "#9fc0cb", // foam
	"#2b5f6d": "#5f93a6",
	"#1f4c58": "#4b7a8c",
	"#fbf5e4": "#67727c", // white paint
	"#f6ecd2": "#566270",
	"#e9d6ab": "#414c57",
	"#c53c22": "#96301d",
	"#14705f": "#12594d",
	"#e9bf55": "#d8a840",
	"#bcb982": "#16262a", // banks
};
const SKIES = /(<linearGradient id="sky-[^>]*>).*?(<\/linearGradient>)/g;
const WATERS = /(<linearGradient id="water-[^>]*>).*?(<\/linearGradient>)/g;
const stops = (...colours: string[]) =>
	colours.map((c, i) => `<stop offset="${short(i / (colours.length - 1))}" stop-color="${c}"/>`).join("");

/** A colour in moonlight: darker, and bluer. */
function moonlit(colour: string): string {
	const part = (at: number, share: number, blue: number) =>
		Math.round(parseInt(colour.slice(at, at + 2), 16) * share + blue)
			.toString(16)
			.padStart(2, "0");
	return `#${part(1, 0.34, 6)}${part(3, 0.36, 12)}${part(5, 0.4, 20)}`;
}

function stars(seed: number): string {
	const dice = seeded(seed);
	const at = () => [short(dice() * 400), short(4 + dice() ** 1.2 * 120)] as const;
	const bright = times(7, () => {
		const [x, y] = at();
		return `M${x - 3.5} ${y}h7M${x} ${y - 3.5}v7`;
	});
	const faint = times(46, () => {
		const [x, y] = at();
		return `<circle cx="${x}" cy="${y}" r="${short(0.4 + dice() * 0.8)}"/>`;
	});
	return `<g fill="#f4ebd0" opacity=".8">${faint}</g><path d="${bright}" stroke="#f4ebd0" stroke-width=".8" fill="none"/>`;
}

/** Light around a lamp, and what the water gives back of it: broken lines below. */
function lamp([x, y, r, water]: Lamp, i: number): string {
	const dice = seeded(31 + i);
	const light = `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#night-lamp)"/>`;
	if (water === undefined) return light;
	const broken = times(8, (k) => {
		const w = 3 + dice() * 6;
		return `M${short(x - w)} ${water + k * 5}q${short(w)} -1.6 ${short(w * 2)} 0`;
	});
	return `${light}<path d="${broken}" stroke="#ffd67f" stroke-width="1.3" fill="none" stroke-linecap="round" opacity=".7"/>`;
}

/** Where a light is, how far it shines, and where its reflection in the water begins. */
export type Lamp = readonly [x: number, y: number, r: number, water?: number];

/** The picture by night. */
export function afterDark(picture: string, seed: number, lamps: readonly Lamp[]): string {
	const dark = picture
		.replace(/#[0-9a-f]{6}/g, (c) => BY_NIGHT[c] ?? moonlit(c))
		.replace(SKIES, `$1${stops("#0a111d", "#132437", "#2b4a60")}$2`)
		.replace(WATERS, `$1${stops("#2c5266", "#173748", "#0d2230")}$2`)
		.replace(/(<rect width="400"[^>]*\/>)/, `$1${stars(seed)}`);
	return (
		`<defs><radialGradient id="night-lamp"><stop offset="0" stop-color="#ffe3a0" stop-opacity=".75"/>` +
		`<stop offset="1" stop-color="#ffd27a" stop-opacity="0"/></radialGradient></defs>${dark}${lamps.map(lamp).join("")}`
	);
}

const steamerLamps: Lamp[] = [
	...[0, 2, 4, 6, 8, 10, 12].map((i): Lamp => [101 + i * 15.7, 160, 15, 222]),
	[230, 104, 22],
	[351, 134, 26, 220],
];
export const lampsOf: Record<"queen" | "broadhorns" | "rails", readonly Lamp[]> = {
	queen: steamerLamps,
	broadhorns: [
		[126, 142, 26, 206],
		[184, 150, 22, 208],
		[334, 146, 34, 208],
	],
	rails: [
		[348, 104, 40],
		[208, 107, 20],
		[228, 107, 20],
		[140, 206, 14, 240],
	],
};
