// The poster of Mississippi Queen: two side-wheelers in the evening.
import { short } from "../../boards/hex";
import { seeded, type Dice } from "../../boards/shore";
import { block, BRASS, CREAM, DEEP_INK, disc, FOAM, INK, line, moved, shape, times, WATER_INK } from "./ink";
import { bank, fade, RIVER, sky, skyLines, smoke, sun, water, waves } from "./landscape";

const GLASS = "#bfe0e3";
const DARK_WOOD = "#6d4a2c";

interface Colours {
	colour: string;
	dark: string;
}

const hull = ({ colour }: Colours) =>
	shape("M58 166C54 160 52 152 50 146H330C342 146 352 142 360 136C356 150 348 162 338 170H70z", "#f6ecd2", 1.8) +
	shape("M56 160H346C342 166 340 168 338 170H70C64 170 60 166 56 160z", colour);

const mainDeck = () =>
	block(66, 122, 250, 25, "#e9d6ab", 1.3) +
	line(
		times(17, (i) => `M${72 + i * 15} 122V147`),
		1.1,
	) +
	line("M66 138H316", 0.8) +
	line(
		times(31, (i) => `M${70 + i * 8} 138V146`),
		0.5,
	) +
	times(6, (i) => block(222 + i * 13, 131, 9, 15, "#9b6a35", 0.9, 'rx="4"'));

const boilerDeck = () =>
	block(60, 118, 266, 5, CREAM, 1.1) +
	block(80, 94, 226, 24, CREAM, 1.3) +
	times(14, (i) => shape(`M${87 + i * 16} 116V104q3.5-5 7 0V116z`, i % 3 === 1 ? "#f2c869" : DARK_WOOD, 0.8)) +
	line("M62 109H324", 0.9) +
	line(
		times(44, (i) => `M${64 + i * 6} 109V118`),
		0.5,
	) +
	line(
		times(9, (i) => `M${66 + i * 32} 90V118`),
		1.3,
	);

const hurricaneDeck = () =>
	shape("M56 90H330L326 85H60z", CREAM) + line(`M60 90q4 5 8 0${times(32, () => "t8 0")}`, 0.9);

const texas = ({ colour }: Colours) =>
	block(118, 68, 130, 17, CREAM) +
	times(11, (i) => block(123 + i * 11, 72, 6, 8, DARK_WOOD, 0.7)) +
	shape("M112 68H254L250 64H116z", colour, 1.1);

const pilotHouse = ({ colour }: Colours) =>
	block(206, 44, 30, 20, CREAM) +
	shape("M209 48h24v10h-24z", GLASS, 0.8) +
	line("M217 48v10M225 48v10", 0.8) +
	shape("M202 44Q221 32 240 44z", colour) +
	line("M221 38V28", 1.2) +
	disc(221, 27, 2, BRASS, 0.8);

const stack = (x: number, dark: string) =>
	shape(`M${x - 4.5} 86V34H${x + 4.5}V86z`, "#332a22") +
	line(`M${x - 2.5} 84V36`, 1.5, "#7d6f5e") +
	shape(`M${x - 9} 26l3 9h12l3-9-3 3-3-4-3 4-3-4-3 4z`, dark, 1.1, 'stroke-linejoin="round"') +
	line(`M${x - 4.5} 58h9M${x - 4.5} 74h9`, 1.6, BRASS);

const stacks = ({ dark }: Colours) =>
	stack(263, dark) + stack(283, dark) + line("M263 50L283 50", 1.5) + shape("M273 46l3 4-3 4-3-4z", BRASS, 0.8);

function paddleBox({ colour, dark }: Colours, number: string): string {
	const spokes = times(13, (i) => {
		const a = ((180 + i * 15) * Math.PI) / 180;
		return `M${short(170 + Math.cos(a) * 14)} ${short(148 + Math.sin(a) * 14)}L${short(170 + Math.cos(a) * 35)} ${short(148 + Math.sin(a) * 35)}`;
	});
	return (
		shape("M128 168V148A42 42 0 01212 148V168z", CREAM, 1.8) +
		shape("M134 168V148A36 36 0 01206 148V168z", colour, 1.1) +
		line(spokes, 1.6, dark) +
		disc(170, 148, 13, CREAM) +
		`<text x="170" y="154" text-anchor="middle" font-family="Abril Fatface" font-size="17" fill="${INK}">${number}</text>`
	);
}

const flags = ({ colour }: Colours) =>
	line("M62 122V60", 1.4) +
	shape("M62 61C54 58 48 65 38 61V76C48 80 54 73 62 76z", colour, 1.1) +
	line("M344 142V84", 1.3) +
	shape("M344 85L331 90L344 95z", colour, 1) +
	line("M344 88L288 40M344 92L330 118M62 64L112 66", 0.6) +
	line("M318 147h28M322 140v7M330 138v9M338 137v9", 1);

const wake = () =>
	`<path d="M336 172c10 1 18-2 26-9 2 5 8 8 16 8-10 5-22 8-42 6zM128 170c20-4 60-4 84 0 10 3 4 7-6 7H120c-12 0-8-5 8-7zM46 172c6-3 12-3 20-1 20 5 40 4 60 5" fill="${FOAM}" stroke="${WATER_INK}" stroke-width="1.1"/>`;

/** A side-wheel steamer, its bow to the right; near and far the same drawing. */
function steamer(c: Colours, number: string, dice: Dice): string {
	return (
		smoke(263, 30, 1.05, dice) +
		smoke(283, 30, 0.9, dice, 8) +
		hull(c) +
		mainDeck() +
		boilerDeck() +
		hurricaneDeck() +
		texas(c) +
		pilotHouse(c) +
		stacks(c) +
		paddleBox(c, number) +
		flags(c) +
		wake()
	);
}

export function queenPoster(): string {
	const dice = seeded(77);
	return (
		sky("queen", fade("#e8c98d", 0.6, "#f6e6bd", "#fbf2d8"), RIVER) +
		skyLines(120, "#8a6a34", dice) +
		sun(318, 70, 25) +
		bank(150, 0.62, 4) +
		water("queen", 156, 110) +
		moved(-18, 88, 0.42, steamer({ colour: "#14705f", dark: "#083f35" }, "2", dice)) +
		waves({ left: -10, right: 400, top: 160, bottom: 256 }, 90, dice) +
		moved(14, 52, 0.98, steamer({ colour: "#c53c22", dark: "#7e2110" }, "1", dice)) +
		waves({ left: -10, right: 400, top: 228, bottom: 258 }, 22, dice, DEEP_INK)
	);
}
