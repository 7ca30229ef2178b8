// The first race. The introductory game: no passengers, a short river, whoever lands first wins.
import type { Lesson, Now } from "./course";

interface QueenNow { phase: string; order: number[]; at: number; points: number; platform: string | null; ship: { speed: number; coal: number; fate: string }[] }
const view = (now: Now) => now.view as unknown as QueenNow;
const ship = (now: Now) => view(now).ship[now.seat]!;

export const queen: Lesson = {
	game: "queen",
	id: "learnqqq",
	key: "51".repeat(32),
	settings: ["players=3", "mode=intro"],
	bots: 2,
	owner: (v) => (v.order as number[])[v.at as number] ?? null,
	steps: [
		{
			title: "A river nobody has seen yet", point: [".middle"], rules: ["Q4", "Q83"],
			say: "Three paddle steamers race down a river that is laid tile by tile as the leader gets there. You are Red. Who reaches the landing first wins.",
		},
		{
			title: "Speed and coal", point: [".t-wheels", ".small-wheels", ".tray"], rules: ["Q16", "Q17"],
			say: "Your ship has two wheels. One shows its speed: so many hexes it sails each turn, no more and no less. The other shows its coal: six, and there is never more to come.",
		},
		{
			title: "Set the speed", point: [".t-speed", ".tray"], rules: ["Q16"], by: 1,
			say: "Every turn begins with the speed. One step up or down is free; each further step burns a coal.",
			ask: "Choose a speed in the tray, 2 for a start, or a tinted hex of the river: then the speed comes with it.",
			done: (now) => now.draft.length > 0 || view(now).phase === "steer",
		},
		{
			title: "Sail", point: [".middle"], rules: ["Q29", "Q39"], by: 1,
			say: (now) => `You go at ${ship(now).speed}: sail exactly that far, where the bow points. One turn of 60 degrees is free, the next burns a coal. Nothing is sent before you say so: undo as you like.`,
			ask: "Finish your turn: with the arrow keys, in the tray, or by a tinted hex.",
		},
		{
			title: "The river grows", point: [".middle"], rules: ["Q81", "Q83", "Q92"],
			say: "When a ship comes to the newest tile, the die says where the next one joins: left, straight on, or right. So the leader steers into the unknown, and the others see what comes. Tiles behind everybody are taken away.",
		},
		{
			title: "Faster, at a price", point: [".t-speed", ".tray"], rules: ["Q17", "Q20"], by: 2,
			say: (now) => `Your speed is ${ship(now).speed}, your coal ${ship(now).coal}. Two steps faster in one turn cost one coal: the price stands below each number.`,
			ask: (now) => (now.mine ? "Try it, look where it takes you, and finish the turn as you like best." : "The others sail first."),
		},
		{
			title: "In the way", point: [".middle"], rules: ["Q57", "Q58", "Q67"],
			say: "You may sail onto the hex of a rival if you have a point to spare: then you push the ship aside, to a free hex of your choice, and its captain points the bow anew. No coal is burnt. With your last point you cannot do it.",
		},
		{
			title: "Do not run aground", point: [".t-wheels", ".tray"], rules: ["Q49", "Q51", "Q31"],
			say: "A ship cannot stop before land. The table offers nothing that leads aground in the same turn, but it does not look further: brake in time before a bend, one step a turn is free. Try something that is not allowed, if you like: you will be told why, with the rule.",
		},
		{
			title: "The landing", point: [".players"], rules: ["Q125", "Q135"],
			say: (now) => `${view(now).platform ? "The landing platform is on the river now." : "At the last tile the die places a landing platform."} In this first game you land at any speed. In the passenger game you need two passengers aboard, and speed 1.`,
		},
	],
	alone: "You know all there is to know for a race. Make your next three turns by yourself; the lamp at the top tells what a bot would do.",
	end: "That was your first race. Finish it, or begin one with passengers: they wait at the stations, two of them have to come along.",
};
