// The first tracks and the first delivery. Without the ships: they are easy to add later.
import { inWords } from "../../boards/words";
import type { RailsBox } from "../../muddy/fields";
import { ALONE, type Lesson, type Now } from "./course";

interface RailsNow {
	phase: string;
	active: number;
	building: number;
	deliveries: number;
	side: { money: number; tracks: number; delivered: number[]; prestige: number; built: number[] }[];
}
const view = (now: Now) => now.view as unknown as RailsNow;
const me = (now: Now) => view(now).side[now.seat]!;
const box = (now: Now) => now.box as RailsBox;
const built = (now: Now) => me(now).built.reduce((a, b) => a + b, 0);
const waiting = (now: Now, ask: string) => (now.mine ? ask : "The other company is at it.");

export const rails: Lesson = {
	game: "rails",
	id: "teachrrr",
	key: "73".repeat(32),
	settings: ["players=2", "freight=off"],
	bots: 1,
	owner: (v) => v.active as number,
	steps: [
		{
			title: "A small railroad",
			point: [".middle"],
			rules: ["R19", "R46"],
			say: "Factories have goods, cities want goods. Lay tracks between them, carry the goods over your own line, and earn money and prestige. The most prestige wins.",
		},
		{
			title: "The first track",
			point: [".middle"],
			rules: ["R17", "R18"],
			by: 1,
			say: "Everybody begins with a track on a factory, free of charge. Take one whose good is wanted in a city nearby: each city shows what it wants.",
			ask: (now) => waiting(now, "Choose a factory."),
			done: (now) => built(now) >= 1,
		},
		{
			title: "Who is next",
			point: [".players"],
			rules: ["R16", "R17"],
			say: "The companies stand in the order of this round. The next round runs the other way: whoever was last begins, so that nobody is always first. The last to have a turn chose a factory before all others.",
		},
		{
			title: "Tracks first",
			point: [".middle"],
			rules: ["R19", "R20", "R37"],
			by: 1,
			say: (now) =>
				`A turn begins with building: each track lies next to a piece of your own. You have $${me(now).money}. Plains are free; forest, hills, water and mountains cost, and what stands on the hex is what it takes.`,
			ask: (now) => waiting(now, "Place your tracks, on the way to a city."),
			done: (now) => built(now) >= 3 || (built(now) >= 2 && view(now).phase !== "build"),
		},
		{
			title: "Meeting others",
			point: [".middle"],
			rules: ["R25", "R32", "R35"],
			say: (now) =>
				`Where another company has a track you pay $${box(now).fee} more, and that company gets it; a third finds the hex closed. Who comes first to a star gains prestige.`,
		},
		{
			title: "Cards and abilities",
			point: [".tray", ".left"],
			rules: ["R69", "R70", "R74"],
			by: 1,
			say: "At the end of a turn you may buy one card of the market and unlock one ability of your company. Both cost money that tracks will need, too.",
			ask: (now) => waiting(now, "Finish your turn: buy something, or pass."),
		},
		{
			title: "Go on building",
			point: [".middle"],
			rules: ["R22", "R46"],
			by: 2,
			say: "No track goes onto a city itself: it is enough to lie next to it. Then your line leads from the factory to the city.",
			ask: (now) => waiting(now, "Build towards the city."),
		},
		{
			title: "Deliver",
			point: [".tray", ".middle"],
			rules: ["R44", "R46", "R57", "R61"],
			by: 5,
			say: "With a chain of your own tracks from a factory to a city that wants its good you deliver a cube. The longer the route, the more money and prestige. Each delivery takes a train card from your hand; if the route meets what it asks for, it pays as well. A train of yours stays in the city, and you can build on from there.",
			ask: (now) =>
				now.legal.some((m) => m.startsWith("deliver"))
					? "You can deliver now."
					: waiting(now, "Bring your line to a city that wants what your factory makes, and deliver."),
			done: (now) => me(now).delivered.some((n) => n > 0),
		},
		{
			title: "What else counts",
			point: [".left", ".players"],
			rules: ["R64", "R65", "R84"],
			say: (now) =>
				`Achievements are for whoever is first. Your contract is secret and counts in the end. Money that is missing can be borrowed; a loan that is not repaid costs ${box(now).loan_prestige} prestige.`,
		},
	],
	alone: `Your line runs. Make ${inWords(ALONE)} turns by yourself, and look at your train cards before you choose a route.`,
	end: "You run a railroad. Finish this game, or begin one with Freight on Board, where every delivery loads a ship.",
};
