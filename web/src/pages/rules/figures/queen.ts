// Drawings for the rules of Mississippi Queen.
import type { Figure, Seen } from "./position";

export interface QueenFigure extends Figure {
	/** The course that is drawn: the first that begins with these moves. */
	show?: string[];
	/** What lies in the picture: hexes as [tile, cell], and how much around them, in hexes. */
	crop: [tile: number, cell: number][];
	around?: number;
	labels?: { at: [tile: number, cell: number]; up?: number; right?: number; text: string; red?: boolean }[];
}

const BEGIN = "new queen players=3 seed=1";
interface Placed {
	order?: number[];
	at?: number;
	ships: [tile: number, cell: number, heading: string, speed: number, coal?: number, boarded?: number[]][];
	more?: (s: Seen) => void;
}
/** Three tiles straight on: the start, one with a brown station, one with a red. Who waits there is what the box says for three. */
const river =
	({ order = [0, 1, 2], at = 0, ships, more }: Placed) =>
	(s: Seen) => {
		Object.assign(s, {
			phase: "speed",
			laid: 3,
			tile: [0, 1, 5],
			heading: ["N", "N", "N"],
			waiting: [0, 1, 1],
			round: 3,
			turn: 7,
			order,
			at,
			cusp: "left",
		});
		ships.forEach(([tile, cell, heading, speed, coal = 6, boarded = []], i) =>
			Object.assign(s.ship[i], { tile, cell, heading, speed, coal, boarded, reached: 0 }),
		);
		more?.(s);
	};
/** Twelve tiles straight on, of which the last two are left, and the landing. */
const end = (ships: Placed["ships"]) => (s: Seen) => {
	river({ ships })(s);
	Object.assign(s, {
		laid: 12,
		first: 10,
		tile: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10],
		heading: Array(12).fill("N"),
		waiting: Array(12).fill(0),
		platform: "middle",
	});
};

export const figures: QueenFigure[] = [
	{
		rules: ["Q16", "Q17", "Q29"],
		title: "Every hex where the turn can end.",
		words: "Red goes at 2. Speeds 1 to 3 are free; each step more or less burns a coal, and so does each turn after the first.",
		begin: BEGIN,
		change: river({
			ships: [
				[1, 12, "N", 2],
				[0, 16, "N", 2],
				[0, 13, "N", 2],
			],
		}),
		crop: [
			[1, 2],
			[1, 12],
			[2, 12],
		],
		around: 1.6,
	},
	{
		rules: ["Q39", "Q40", "Q41"],
		title: "One turn of 60 degrees is free, the second burns a coal.",
		words: "Red sails at speed 3: ahead, a turn to the right, two hexes ahead, and the bow back to the left.",
		begin: BEGIN,
		change: river({
			ships: [
				[1, 12, "N", 3],
				[0, 16, "N", 2],
				[0, 13, "N", 2],
			],
		}),
		show: ["speed 3", "ahead", "right", "ahead", "ahead", "left", "end"],
		crop: [
			[1, 12],
			[2, 9],
		],
		around: 2.2,
	},
	{
		rules: ["Q57", "Q58", "Q60"],
		title: "Red enters the hex for one point and pushes for another.",
		words: "Green may go to the three free hexes ahead; islands and the hex where Red came from are barred. One point is left.",
		begin: BEGIN,
		change: river({
			order: [1, 0, 2],
			at: 1,
			ships: [
				[1, 2, "N", 3],
				[1, 7, "NE", 2],
				[0, 16, "N", 2],
			],
		}),
		show: ["speed 3", "ahead", "push NE", "ahead"],
		crop: [
			[1, 2],
			[1, 12],
		],
		around: 2.1,
		labels: [
			{ at: [1, 2], right: 1.7, up: -0.3, text: "enter: 1 point" },
			{ at: [1, 7], right: 1.9, up: 0.7, text: "push: 1 point more", red: true },
		],
	},
	{
		rules: ["Q69", "Q70", "Q71"],
		title: "Whoever was pushed points the bow, in any of six directions.",
		words: "It is free, and happens before Red goes on. Speed and coal of the pushed ship stay.",
		begin: BEGIN,
		change: river({
			order: [1, 0, 2],
			at: 1,
			ships: [
				[1, 2, "N", 3],
				[1, 7, "NE", 2],
				[0, 16, "N", 2],
			],
		}),
		play: ["speed 3", "ahead", "push NE"],
		crop: [
			[1, 2],
			[1, 13],
		],
		around: 2,
	},
	{
		rules: ["Q81", "Q83", "Q84"],
		title: "The newest tile is reached: the die says where the next one joins.",
		words: "Left, straight on or right, each as likely. Whoever leads steers into the unknown.",
		begin: BEGIN,
		change: river({
			ships: [
				[1, 17, "N", 3],
				[0, 16, "N", 2],
				[0, 13, "N", 2],
			],
		}),
		show: ["speed 3", "ahead", "ahead", "ahead"],
		crop: [
			[1, 17],
			[2, 17],
		],
		around: 4,
	},
	{
		rules: ["Q92", "Q33"],
		title: "What all have left behind is taken away.",
		words: "The start tile is gone, with whoever still waited there, and nobody can go back.",
		begin: BEGIN,
		change: river({
			ships: [
				[1, 17, "N", 3],
				[1, 7, "N", 2],
				[1, 3, "NE", 2],
			],
			more: (s) => (s.first = 1),
		}),
		crop: [
			[1, 2],
			[2, 17],
		],
		around: 1.9,
	},
	{
		rules: ["Q101", "Q103", "Q107"],
		title: "To the pier at speed 1: a passenger boards by itself.",
		words: "One a stop, though more may wait, and never two from one island.",
		begin: BEGIN,
		change: river({
			ships: [
				[1, 10, "NE", 1],
				[0, 16, "N", 2],
				[0, 13, "N", 2],
			],
		}),
		show: ["speed 1", "ahead"],
		crop: [
			[1, 10],
			[1, 11],
			[1, 6],
		],
		around: 1.9,
		labels: [{ at: [1, 6], right: 1, up: -1, text: "the station" }],
	},
	{
		rules: ["Q102", "Q110"],
		title: "Too fast to board: it takes speed 1.",
		words: "Red ends its turn on the pier at speed 2, and nobody comes aboard.",
		begin: BEGIN,
		change: river({
			ships: [
				[1, 18, "SW", 2],
				[0, 16, "N", 2],
				[0, 13, "N", 2],
			],
		}),
		show: ["speed 2", "ahead", "ahead", "end"],
		crop: [
			[1, 18],
			[1, 11],
			[1, 6],
		],
		around: 1.6,
	},
	{
		rules: ["Q125", "Q127", "Q128"],
		title: "The landing takes speed 1 and two passengers aboard.",
		words: "Red has both and is one step away. In the introductory race any speed will do, and nobody is needed aboard.",
		begin: BEGIN,
		change: end([
			[11, 12, "N", 1, 3, [2, 5]],
			[11, 6, "N", 2, 4],
			[10, 16, "N", 3, 2],
		]),
		show: ["speed 1", "ahead"],
		crop: [
			[11, 7],
			[11, 17],
		],
		around: 2.6,
	},
];
