// The first race, with passengers: speed and coal, then a stop at a station, then the landing. The tiles of this river are always the same.
import { count, inWords } from "../../boards/words";
import type { QueenBox } from "../../muddy/fields";
import { ALONE, type Lesson, type Now } from "./course";

interface QueenNow {
	phase: string;
	order: number[];
	at: number;
	points: number;
	platform: string | null;
	ship: { speed: number; coal: number; fate: string; boarded: number[] }[];
}
const view = (now: Now) => now.view as unknown as QueenNow;
const ship = (now: Now) => view(now).ship[now.seat]!;
/** slow: the speed at a pier. */
const box = (now: Now) => now.box as QueenBox & { slow: number };
const isFree = (n: number) => (n === 1 ? "is free" : "are free");

export const queen: Lesson = {
	game: "queen",
	id: "teachqqq",
	key: "55".repeat(32),
	settings: ["players=3"],
	bots: 2,
	owner: (v) => (v.order as number[])[v.at as number] ?? null,
	steps: [
		{
			title: "A river nobody has seen yet",
			point: [".middle"],
			rules: ["Q4", "Q83"],
			say: (now) =>
				`Paddle steamers race down a river that is laid tile by tile as the leader gets there. You are Red. Fetch ${inWords(box(now).needed)} passengers on the way: who is first at the landing with all of them aboard wins.`,
		},
		{
			title: "Speed and coal",
			point: [".t-wheels", ".small-wheels", ".tray"],
			rules: ["Q16", "Q17"],
			say: (now) =>
				`Of the wheels of your ship one shows its speed: so many hexes it sails each turn, no more and no less. The other shows its coal: ${inWords(box(now).coal_start)} at the start, and there is never more to come.`,
		},
		{
			title: "Set the speed",
			point: [".t-speed", ".tray"],
			rules: ["Q16"],
			by: 1,
			say: (now) =>
				`Every turn begins with the speed: ${inWords(box(now).free_change)} ${box(now).free_change === 1 ? "step" : "steps"} up or down ${isFree(box(now).free_change)}; each further step burns a coal.`,
			ask: (now) =>
				`Choose a speed in the tray, ${box(now).speed_start + box(now).free_change} for a start, or a tinted hex of the river: then the speed comes with it.`,
			done: (now) => now.draft.length > 0 || view(now).phase === "steer",
		},
		{
			title: "Sail",
			point: [".middle"],
			rules: ["Q29", "Q39"],
			by: 1,
			say: (now) =>
				`You go at ${ship(now).speed}: sail exactly that far, where the bow points. Of turns of 60 degrees ${inWords(box(now).free_turns)} ${isFree(box(now).free_turns)}, the next burns a coal. Nothing is sent before you say so: undo as you like.`,
			ask: "Finish your turn: with the arrow keys, in the tray, or by a tinted hex.",
		},
		{
			title: "The river grows",
			point: [".middle"],
			rules: ["Q81", "Q83", "Q92"],
			say: "When a ship comes to the newest tile, the die says where the next one joins: left, straight on, or right. So the leader steers into the unknown, and the others see what comes. Tiles behind everybody are taken away.",
		},
		{
			title: "Faster, at a price",
			point: [".t-speed", ".tray"],
			rules: ["Q17", "Q20"],
			by: 2,
			say: (now) =>
				`Your speed is ${ship(now).speed}, your coal ${ship(now).coal}. ${count(box(now).free_change + 1, "step")} faster in one turn cost one coal: the price stands below each number.`,
			ask: (now) =>
				now.mine
					? "Try it, look where it takes you, and finish the turn as you like best."
					: "The others sail first.",
		},
		{
			title: "Passengers",
			point: [".waiting", ".middle"],
			rules: ["Q100", "Q101", "Q103"],
			say: (now) =>
				`People wait at the houses on the islands. Each has a pier, a hex of water with planks. A ship that comes to the pier at speed ${box(now).slow} takes one of them aboard, by itself. You need ${inWords(box(now).needed)}, each from another island.`,
		},
		{
			title: "Come to the pier slowly",
			point: [".waiting", ".middle"],
			rules: ["Q101", "Q102"],
			by: 9,
			say: (now) =>
				ship(now).speed <= box(now).slow
					? `You go at speed ${ship(now).speed}: that is slow enough. The turn has to end on the hex of the pier.`
					: `You go at speed ${ship(now).speed}. A pier takes speed ${box(now).slow}, and only ${count(box(now).free_change, "step")} slower each turn ${isFree(box(now).free_change)}, so begin to brake before you are there. A course that ends at a pier too fast says so before you send it.`,
			ask: (now) =>
				now.mine
					? `Take a passenger aboard: end a turn on a pier at speed ${box(now).slow}.`
					: "The others sail. Somebody else may be at the pier before you.",
			done: (now) => ship(now).boarded.length > 0,
		},
		{
			title: "In the way",
			point: [".middle"],
			rules: ["Q57", "Q58", "Q67"],
			say: "You may sail onto the hex of a rival if you have a point to spare: then you push the ship aside, to a free hex of your choice, and its captain points the bow anew. No coal is burnt. With your last point you cannot do it.",
		},
		{
			title: "Do not run aground",
			point: [".t-wheels", ".tray"],
			rules: ["Q49", "Q51", "Q31"],
			say: "A ship cannot stop before land. The table offers nothing that leads aground in the same turn, but it does not look further: brake in time before a bend. Try something that is not allowed, if you like: you will be told why, with the rule.",
		},
		{
			title: "The landing",
			point: [".players"],
			rules: ["Q125", "Q127", "Q128"],
			say: (now) =>
				`${view(now).platform ? "The landing platform is on the river now." : "At the last tile the die places a landing platform."} You land with ${inWords(box(now).needed)} passengers aboard, and as at a pier: at speed ${box(now).slow}. You have ${ship(now).boarded.length === 0 ? "none yet" : inWords(ship(now).boarded.length)}.`,
		},
	],
	alone: (now) =>
		`You know all there is to know for a race: ${inWords(box(now).needed)} passengers, then the landing. Make your next ${inWords(ALONE)} turns by yourself; the lamp at the top tells what a bot would do.`,
	end: "That was your first race. Finish it, or begin one against better captains.",
};
