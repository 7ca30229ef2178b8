// The poster of Broadhorns: a flatboat with its sweeps, the horns, and its cargo.
import { short } from "../../boards/hex";
import { seeded, symbol, type Dice } from "../../boards/shore";
import { beam, block, BRASS, DEEP_INK, disc, FOAM, INK, line, moved, shape, times, WATER_INK } from "./ink";
import { bank, fade, sky, skyLines, smoke, sun, water, waves } from "./landscape";

const PLANK = "#d9b681";
const GRAIN = "#6b4a26";
const DARK = "#7a5530";

/** A boatman; his arms reach to whatever he holds. */
const boatman = (x: number, y: number, scale: number, shirt: string, arms: string) =>
	moved(
		x,
		y,
		scale,
		shape("M-5 0L-4-14Q0-18 4-14L5 0L2 0L0-8L-2 0z", "#4a3b2c", 1) +
			shape("M-5-13Q0-26 5-13L4-9H-4z", shirt, 1) +
			disc(0, -25, 3.8, "#f1cfa6", 1) +
			shape("M-7-27.5Q0-29 7-27.5M-4-28q0-6 4-6t4 6z", "#6d4a2c") +
			line(arms, 1.6),
	);

const cask = (x: number, y: number, scale = 1) =>
	moved(
		x,
		y,
		scale,
		shape("M-8-22h16c3 8 3 14 0 22h-16c-3-8-3-14 0-22z", "#c59a62", 1.3) +
			line("M-9.5-17h19M-9.5-5h19", 1.9) +
			line("M-3-22q-2 11 0 22M3-22q2 11 0 22", 0.8, DARK) +
			line("M5-20q2.6 9 0 18", 2.4, INK, 0.25),
	);

function bluffs(dice: Dice): string {
	const slopes = times(46, (i) => {
		const x = 4 + i * 6;
		const y = 100 - 14 * Math.sin(i / 6) + i * 0.55;
		return `M${x} ${short(y + dice() * 6)}l${short(2 + dice() * 3)} ${short(18 + dice() * 18)}`;
	});
	const trees = seeded(12);
	let wood = "";
	for (let x = 0; x < 300; x += 9 + trees() * 6) {
		const y = 92 - 14 * Math.sin(x / 36) + x * 0.1 + trees() * 3;
		const z = 0.55 + trees() * 0.25;
		wood += symbol("tree1", x - 10 * z, y - 18 * z, 20 * z, 24 * z);
	}
	return (
		shape(
			"M-5 150V96C20 84 40 92 58 84C84 70 110 76 128 90C150 82 168 96 190 104C214 108 230 118 262 122C300 128 350 126 405 132V152z",
			"#cdb98a",
			1.3,
		) +
		line(slopes, 0.7, INK, 0.55) +
		wood +
		bank(148, 0.5, 31)
	);
}

const hull = () =>
	`<ellipse cx="205" cy="206" rx="160" ry="9" fill="${WATER_INK}" opacity=".35"/>` +
	shape("M52 162L32 190Q36 206 52 206H352Q372 204 378 186L362 162z", "#b78a53", 1.9) +
	line(
		times(4, (i) => `M${44 - i * 3} ${170 + i * 9}H${368 + i * 2.5}`),
		1,
		GRAIN,
	) +
	line(
		times(9, (i) => `M${66 + i * 36} 162V206`),
		0.8,
		GRAIN,
		0.7,
	) +
	line("M46 162H368", 3) +
	line("M36 196H372", 0.9, INK, 0.6);

const cabin = () =>
	shape("M84 162V120H214V162z", PLANK, 1.6) +
	line(
		times(5, (i) => `M84 ${127 + i * 8}H214`),
		0.9,
		DARK,
	) +
	shape("M76 122Q149 90 222 122L216 126Q149 100 82 126z", "#8a5f38", 1.5) +
	line("M90 117Q149 94 208 117M104 110.5Q149 96 194 110.5", 0.8, INK, 0.7) +
	block(108, 132, 18, 15, "#3b2c1e") +
	line("M117 132v15M108 139.5h18", 1, PLANK) +
	shape("M170 162V134h20V162", "#6d4a2c") +
	`<circle cx="186" cy="149" r="1.2" fill="${BRASS}"/>` +
	shape("M194 106V92h9v17", "#8b7f70");

const cargo = () =>
	cask(236, 162) +
	cask(256, 162) +
	cask(276, 162) +
	cask(246, 140) +
	cask(266, 140) +
	cask(256, 118, 0.96) +
	symbol("g-A", 292, 140, 22, 22) +
	symbol("g-A", 306, 138, 24, 24) +
	symbol("g-A", 300, 124, 22, 22) +
	shape("M290 162L293 148H330L333 162z", "#c9a06a", 1.3) +
	line("M292 155H331M299 148l-1 14M308 148v14M317 148v14M325 148l1 14", 0.9, GRAIN);

/** The long oars on either side: from afar they look like horns. */
const sweeps = () =>
	beam("M150 112L20 66", 4, 1.8, PLANK) +
	shape("M34 71L4 56L-2 66L28 77z", "#c59a62", 1.3) +
	beam("M330 150L398 214", 4.5, 2.2, PLANK) +
	beam("M60 150L-8 216", 4.5, 2.2, PLANK);

const crew = () =>
	boatman(158, 112, 1, "#a93a22", "M-4-14L-12-6M4-14L-6-5") +
	boatman(340, 163, 1.05, "#2f5c6b", "M4-14L10-8M-4-14L6-9") +
	boatman(66, 163, 1.05, "#66398f", "M-4-14L-10-8M4-14L-6-9");

const wake = () =>
	`<path d="M36 206c40 6 270 7 336-1 12 2 20 3 34 1-20 10-340 14-390 3 8-2 14-2 20-3z" fill="${FOAM}" opacity=".85" stroke="${WATER_INK}"/>`;

function reeds(): string {
	let all = "";
	for (let x = 8; x < 120; x += 11) all += symbol("reed", x, 226 + Math.sin(x) * 5, 26, 22);
	for (let x = 330; x < 396; x += 12) all += symbol("reed", x, 230 + Math.cos(x) * 4, 26, 22);
	return all;
}

export function broadhornsPoster(): string {
	const dice = seeded(78);
	return (
		sky("broad", fade("#b9d3cf", 0.55, "#ecebc9", "#f8eccb"), fade("#cfdfce", 0.35, "#93bdbd", "#5b9199")) +
		skyLines(100, "#4a6a68", dice) +
		sun(300, 52, 20) +
		line("M210 60q6-6 11 0q5-6 11 0M240 46q5-5 9 0q4-5 9 0M222 38q4-4 7 0q3-4 7 0", 1.2) +
		bluffs(dice) +
		water("broad", 152, 110) +
		waves({ left: -10, right: 400, top: 156, bottom: 256 }, 80, dice) +
		moved(18, 14, 0.92, hull() + cabin() + smoke(198, 90, 0.5, dice, 7) + cargo() + sweeps() + crew() + wake()) +
		waves({ left: -10, right: 400, top: 226, bottom: 258 }, 24, dice, DEEP_INK) +
		reeds()
	);
}
