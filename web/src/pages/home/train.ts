// The poster of Small Railroad Empires: a train on a trestle, and the ship that takes its freight.
import { short } from "../../boards/hex";
import { seeded, symbol, type Dice } from "../../boards/shore";
import { beam, block, BRASS, CREAM, DEEP_INK, disc, INK, line, moved, shape, times } from "./ink";
import { bank, fade, RIVER, sky, skyLines, smoke, sun, water, waves } from "./landscape";

const RED = "#a93a22";
const IRON = "#2f4a50";
const SOOT = "#332a22";
const TIMBER = "#b78a53";
const GLASS = "#bfe0e3";

const mountains = (dice: Dice) =>
	moved(
		-14,
		-52,
		1.36,
		shape("M-5 150L40 78L66 112L104 46L150 118L176 88L226 150z", "#b7ab97", 1.4, 'stroke-linejoin="round"') +
			`<path d="M104 46L112 84L102 96L116 118L112 150H226L176 88L150 118zM40 78L46 104L40 112L50 150H90L66 112z" fill="#8f8372" opacity=".8"/>` +
			shape("M104 46L90 70L97 74L104 66L111 76L118 68zM40 78L30 94L36 97L41 92L47 97L50 92z", CREAM, 1) +
			line(
				times(
					22,
					(i) =>
						`M${110 + i * 4.5} ${short(84 + i * 2.4 + dice() * 6)}l${short(4 + dice() * 4)} ${short(26 + dice() * 20)}`,
				),
				0.7,
				INK,
				0.6,
			) +
			line(
				times(8, (i) => `M${46 + i * 4} ${short(104 + i * 3)}l5 ${short(22 + dice() * 14)}`),
				0.7,
				INK,
				0.6,
			),
	);

const hills = (dice: Dice) =>
	shape("M230 150C262 118 300 112 330 124C352 112 380 116 405 128V152H230z", "#c9b580") +
	line(
		times(
			16,
			(i) =>
				`M${300 + i * 6.5} ${short(124 + Math.sin(i / 2) * 6)}l${short(3 + dice() * 3)} ${short(14 + dice() * 8)}`,
		),
		0.7,
		INK,
		0.5,
	);

/** One bent of the trestle: two legs, ties and crosses. */
function bent(x: number): string {
	return (
		`M${x} 136L${x - 10} 262M${x + 14} 136L${x + 24} 262M${x - 4} 172H${x + 18}M${x - 7} 208H${x + 21}M${x - 1} 140L${x + 20} 206M${x + 15} 140L${x - 6} 206` +
		`M${x - 6} 208L${x + 24} 256M${x + 20} 208L${x - 9} 256`
	);
}

function trestle(): string {
	const braces = times(7, (i) => `M${20 + i * 56} 140l42 36m0-36l-42 36`);
	return (
		beam(
			times(8, (i) => bent(6 + i * 56)),
			4,
			2,
			TIMBER,
		) +
		beam(braces, 2.6, 1.1, TIMBER) +
		block(-6, 126, 412, 11, "#9a6f42", 1.5) +
		times(42, (i) => block(-4 + i * 10, 121, 5.5, 6, "#6b4a26", 0.8)) +
		line("M-6 120.5H406", 2.6)
	);
}

function wheel(x: number, y: number, r: number, spokes: number): string {
	const all = times(spokes, (i) => {
		const a = (i * 2 * Math.PI) / spokes;
		return `M${x} ${y}L${short(x + Math.cos(a) * (r - 2))} ${short(y + Math.sin(a) * (r - 2))}`;
	});
	return (
		disc(x, y, r, CREAM, 2.4) +
		disc(x, y, r - 2.6, "none", 1.8, RED) +
		line(all, 1.3, RED) +
		disc(x, y, 2.6, BRASS, 1)
	);
}

const cowcatcher = () =>
	shape("M330 116L364 120L340 96z", RED, 1.4) +
	line(
		times(6, (i) => `M${338 + i * 0.5} ${short(100 + i * 0.3)}L${336 + i * 5} 119`),
		1,
	) +
	shape("M224 98H342V104H224z", RED, 1.3);

const boiler = () =>
	shape("M232 68H326C332 68 334 72 334 80S332 95 326 95H232z", IRON, 1.6) +
	line("M236 73H326", 2, "#7fa2a6") +
	line("M252 68v27M276 68v27M300 68v27", 2.2, BRASS) +
	disc(330, 81.5, 11, SOOT, 1.5) +
	disc(330, 81.5, 6.5, "#4f463b", 1.2, BRASS);

/** Funnel, domes, bell and lamp. */
const fittings = () =>
	shape("M300 68V52L290 28H324L313 52V68z", SOOT, 1.5) +
	shape("M288 28H326V23H288z", BRASS) +
	shape("M270 68V58Q270 50 277 50T284 58V68z", BRASS, 1.3) +
	shape("M252 68V60h10v8", BRASS, 1.3) +
	shape("M254 60q3-9 6 0z", BRASS) +
	block(326, 56, 15, 13, RED, 1.3) +
	disc(340, 62.5, 4.5, "#fbe6a8");

const cab = () =>
	shape("M188 100V48H234V100z", RED, 1.6) +
	shape("M182 49Q211 38 240 49V44Q211 33 182 44z", "#5b2415", 1.3) +
	shape("M193 56h15v18h-15zM213 56h15v18h-15z", GLASS) +
	line("M193 82h36v12h-36z", 1.3, BRASS) +
	`<text x="211" y="92.5" text-anchor="middle" font-family="Abril Fatface" font-size="11.5" fill="#f4d68b">No. 3</text>`;

const gear = () =>
	wheel(208, 102, 18, 12) +
	wheel(250, 102, 18, 12) +
	wheel(296, 110, 10, 8) +
	wheel(320, 110, 10, 8) +
	beam("M208 106L250 106L284 98", 4.5, 2.2, "#d9cdb6") +
	block(280, 90, 24, 12, SOOT, 1.2, 'rx="2"');

const tender = () =>
	shape("M128 104V70H180V104z", IRON, 1.5) +
	shape("M130 70q4-9 10-5q5-8 12-2q7-7 13 1q7-4 13 6z", "#8a5f38") +
	line("M134 78h40v18h-40z", 1.2, BRASS) +
	wheel(140, 110, 9, 8) +
	wheel(168, 110, 9, 8) +
	line("M180 104h10M118 104h12", 3);

const wagon = (x: number, colour: string, load: string) =>
	shape(`M${x} 104V72H${x + 56}V104z`, colour, 1.5) +
	line(
		times(6, (i) => `M${x + 8 + i * 8} 73V103`),
		0.8,
		INK,
		0.55,
	) +
	load +
	wheel(x + 12, 110, 9, 8) +
	wheel(x + 44, 110, 9, 8);

const train = (dice: Dice) =>
	smoke(306, 22, 1.05, dice, 10) +
	cowcatcher() +
	boiler() +
	fittings() +
	cab() +
	gear() +
	tender() +
	wagon(62, "#c59a62", symbol("r-T", 68, 54, 24, 24) + symbol("r-T", 88, 54, 24, 24)) +
	wagon(-4, "#8d8a6a", symbol("r-G", 4, 50, 26, 26) + symbol("r-G", 24, 50, 26, 26));

const crate = (x: number, colour: string) =>
	shape(`M${x} 36h30v24h-30z`, colour, 1.8) + line(`M${x + 7} 38v20M${x + 15} 38v20M${x + 23} 38v20`, 0.9, INK, 0.6);

const ship = () =>
	shape("M6 60H214C226 60 238 56 246 48L232 96H30z", "#5d3427", 2.2) +
	line("M10 70H240", 3, "#f0d9a8") +
	shape("M186 60V26h26v34z", CREAM, 1.8) +
	shape("M194 26V-2h11v28z", RED, 1.8) +
	line("M26 60V-20M26-14L176 12", 2) +
	crate(40, "#66398f") +
	crate(74, "#efc431") +
	crate(108, "#14705f") +
	crate(142, "#c53c22") +
	shape("M57 36h30v-22h-30z", "#b9ad97", 1.8);

export function railsPoster(): string {
	const dice = seeded(79);
	return (
		sky("rails", fade("#d9a778", 0.5, "#f2d9a6", "#fbf0d2"), RIVER) +
		skyLines(110, "#7a4a20", dice) +
		sun(352, 58, 22) +
		mountains(dice) +
		hills(dice) +
		bank(154, 0.5, 8) +
		water("rails", 160, 104) +
		waves({ left: -10, right: 400, top: 164, bottom: 256 }, 70, dice) +
		moved(0, 36, 1, trestle()) +
		moved(8, 42, 1, train(dice)) +
		moved(22, 186, 0.6, ship()) +
		waves({ left: -10, right: 400, top: 238, bottom: 258 }, 26, dice, DEEP_INK)
	);
}
