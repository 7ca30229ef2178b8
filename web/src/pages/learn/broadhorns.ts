// The first expedition: market, river, a town, and home again.
import { capital, inWords } from "../../boards/words";
import type { BroadhornsBox } from "../../muddy/fields";
import { ALONE, type Lesson, type Now } from "./course";

interface Trader {
	gold: number;
	boat: number;
	space: number;
	visited: number[];
	[cargo: string]: unknown;
}
interface BroadNow {
	phase: string;
	active: number;
	player: Trader[];
}
const view = (now: Now) => now.view as unknown as BroadNow;
const me = (now: Now) => view(now).player[now.seat]!;
/** actions: of a turn; sales: so many in a visit earn the bonus of a town. */
const box = (now: Now) => now.box as BroadhornsBox & { actions: number; sales: number };
const aboard = (now: Now) =>
	["flour", "apples", "pork", "furs", "whiskey"].reduce(
		(n, c) => n + (me(now)[c] as number[]).reduce((a, b) => a + b, 0),
		0,
	);
const waiting = (now: Now, ask: string) => (now.mine ? ask : "The other trader is at it.");

export const broadhorns: Lesson = {
	game: "broadhorns",
	id: "teachbbb",
	key: "62".repeat(32),
	settings: ["players=2"],
	bots: 1,
	owner: (v) => v.active as number,
	steps: [
		{
			title: "Down the river",
			point: [".middle"],
			rules: ["B68", "B123", "B149"],
			say: "You are a trader in St. Louis. Load a flatboat, drift down to the towns, sell, break the boat up for its wood, and begin again. Who has the most gold in the end wins.",
		},
		{
			title: "To the market",
			point: [".panel", ".market", ".tray"],
			rules: ["B30", "B33"],
			by: 1,
			say: (now) =>
				`In a turn you have ${inWords(box(now).actions)} actions: move, or do business in a port. Without a boat the only port is St. Louis.`,
			ask: "Make a port action.",
			done: (now) => ["boat", "market", "blind"].includes(view(now).phase) || me(now).boat > 0,
		},
		{
			title: "A boat",
			point: [".panel", ".tray"],
			rules: ["B70", "B71", "B73"],
			by: 1,
			say: (now) => {
				const { name, cost, boxes } = box(now).boat[0]!;
				return `The boat of ${name} feet ${cost === 0 ? "is free" : `costs ${cost} gold`} and carries ${inWords(boxes)} barrels. The larger ones cost more, carry more and hold more cards. You have ${me(now).gold} gold, and cargo costs, too.`;
			},
			ask: "Choose a boat.",
			done: (now) => me(now).boat > 0,
		},
		{
			title: "Barrels",
			point: [".market", ".panel"],
			rules: ["B14", "B155"],
			by: 1,
			say: "Each town shows on its tile which barrels it wants and what it pays; the further down, the more. The market's cheapest barrels go first. Buy what several towns on the way want.",
			ask: "Buy what you like, then be done with it.",
			done: (now) => aboard(now) > 0 && view(now).phase === "actions",
		},
		{
			title: "What spoils",
			point: [".boat", ".middle"],
			rules: ["B15", "B16", "B26"],
			say: "Flour, apples and pork are perishable: at the beginning of each of your turns they move one space towards the end of their box, and beyond it they are lost. Furs and whiskey keep.",
		},
		{
			title: "Cast off",
			point: [".middle"],
			rules: ["B93", "B94", "B97"],
			by: 1,
			say: "A move takes you as many spaces downstream as the boat is fast, or fewer. Never upstream. The numbered spaces are the entrances of towns.",
			ask: (now) => waiting(now, "Move down the river."),
			done: (now) => me(now).space > 0,
		},
		{
			title: "A card ends the turn",
			point: [".hand-slip", ".boat", ".middle"],
			rules: ["B100", "B18"],
			say: (now) =>
				`At the end of your turn you draw a card: a delivery that pays ${inWords(box(now).delivery_bonus)} gold more in its town, a traveler who pays for the passage, ice, a peddler, a good current; or a spoil card that hits everybody at once.`,
		},
		{
			title: "Into a town",
			point: [".panel", ".middle"],
			rules: ["B40", "B43"],
			by: 4,
			say: (now) =>
				`On the entrance of a town a port action takes you in. ${capital(inWords(box(now).actions))} moves in one turn bring another one for nothing: that gets you there faster.`,
			ask: (now) => waiting(now, "Reach a town and make a port action there."),
			done: (now) =>
				me(now).visited.some((p) => p < 10) || ["sell", "buy", "travelers", "resale"].includes(view(now).phase),
		},
		{
			title: "Sell",
			point: [".panel", ".tray"],
			rules: ["B45", "B46", "B65"],
			by: 4,
			say: (now) =>
				`One space, one barrel, one price. A barrel that no empty space wants goes for ${box(now).overflow} gold. ${capital(inWords(box(now).sales))} barrels on spaces in one visit earn the town bonus. Then you may buy what the town sells, and take travelers aboard.`,
			ask: (now) => waiting(now, "Sell what is wanted here, or keep it for the next town."),
			done: (now) =>
				view(now).phase === "resale" || (view(now).phase === "actions" && me(now).visited.some((p) => p < 10)),
		},
		{
			title: "End the expedition",
			point: [".panel", ".tray"],
			rules: ["B127", "B128"],
			say: "At the end of a visit you choose: sail on with what is left, or sell the boat for its wood and be in St. Louis at once, ready for the next load. A boat with nothing to sell is worth nothing out there.",
		},
		{
			title: "Wreaths and seasons",
			point: [".seasons", ".middle"],
			rules: ["B59", "B130", "B144"],
			say: "Who fills the last space of a town takes its tile with the wreaths, and moves the season on. Winter is slow, summer is hot. When the season track is full the round is played out, wreaths are counted in gold, and the richest wins.",
		},
	],
	alone: `Now ${inWords(ALONE)} turns by yourself. Look which towns want the same barrels, and what will spoil before you get there.`,
	end: "You are a trader now. Finish this game, or begin one with more of them. With Freight on Board a ship waits in the river as well.",
};
