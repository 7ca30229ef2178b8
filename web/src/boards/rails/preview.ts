// What a move would do, before it is made: the rules carry it out on a guess of what is hidden, and tell the events.
import { RAILS_LONGEST } from "../../muddy/fields";
import { rules } from "../../muddy/muddy";
import { capital } from "../words";
import type { RailsBox, RailsFacts, RailsView } from "./pieces";
import { cardWords } from "./pieces";

/** An event as the engine prints it: NAME RULE SEAT THING PLACE N sentence. */
export interface Happening {
	what: string;
	rule: string;
	seat: number | null;
	thing: number;
	place: number;
	n: number;
	words: string;
}

function parsed(line: string): Happening {
	const [what, rule, seat, thing, place, n, ...words] = line.split(" ");
	return {
		what: what!,
		rule: rule!,
		seat: seat === "-" ? null : Number(seat),
		thing: Number(thing),
		place: Number(place),
		n: Number(n),
		words: words.join(" "),
	};
}

/** One line of a bill: what for, money and prestige gained (or lost), or a word instead. */
export interface Source {
	words: string;
	money: number;
	prestige: number;
	note?: string;
}
export interface Bill {
	lines: Source[];
	money: number;
	prestige: number;
	/** Achievements that would be claimed. */ claims: number[];
	/** The slot of the ship it covers. */ slot: { n: number; own: boolean } | null;
	paid: boolean;
}

/** A delivery with the card and the route that go with it. */
export interface Delivery {
	move: string;
	from: string;
	to: string;
	use: string;
	card: number;
	length: number;
	/** Hexes of the route, from the factory on. */
	route: number[];
	bill: Bill;
}

const asView = (view: RailsView) => [`view ${JSON.stringify(view)}`, "guess 1"];

/** What each of some moves would cost and bring. */
export async function billsOf(
	view: RailsView,
	box: RailsBox,
	moves: string[],
	named: (seat: number) => string,
): Promise<Map<string, Bill>> {
	const answers = await rules.lines(...asView(view), ...moves.flatMap((m) => [`play ${m}`, "events", "undo"]));
	return new Map(moves.map((m, i) => [m, billOf(answers[2 + 3 * i + 1]!.map(parsed), view.active, box, named)]));
}

/** What follows by the rules from a position. */
export async function factsOf(view: RailsView): Promise<RailsFacts> {
	const [, facts] = await rules.lines(`view ${JSON.stringify(view)}`, "facts");
	return JSON.parse(facts![0]!) as RailsFacts;
}

const routeIn = (facts: string[]) => (JSON.parse(facts[0]!) as { route: number[] }).route;

/** Every way to make one of some deliveries. */
export async function deliveriesOf(
	view: RailsView,
	box: RailsBox,
	moves: string[],
	named: (seat: number) => string,
): Promise<Delivery[]> {
	const begun = await rules.lines(...asView(view), ...moves.flatMap((m) => [`play ${m}`, "legal", "undo"]));
	const ways = moves.flatMap((move, i) => begun[2 + 3 * i + 1]!.map((use) => ({ move, use })));
	const answers = await rules.lines(
		...asView(view),
		...ways.flatMap(({ move, use }) => [`play ${move}`, `facts ${use}`, `play ${use}`, "events", "undo", "undo"]),
	);
	return ways.map(({ move, use }, i) =>
		delivery(
			{
				move,
				use,
				route: routeIn(answers[2 + 6 * i + 1]!),
				bill: billOf(answers[2 + 6 * i + 3]!.map(parsed), view.active, box, named),
			},
			box,
		),
	);
}

/** The ways on from a delivery that is begun already. */
export async function usesOf(
	view: RailsView,
	box: RailsBox,
	move: string,
	uses: string[],
	named: (seat: number) => string,
): Promise<Delivery[]> {
	const bills = await billsOf(view, box, uses, named);
	const facts = await rules.lines(`view ${JSON.stringify(view)}`, ...uses.map((use) => `facts ${use}`));
	return uses.map((use, i) => delivery({ move, use, route: routeIn(facts[i + 1]!), bill: bills.get(use)! }, box));
}

function delivery(way: Pick<Delivery, "move" | "use" | "route" | "bill">, box: RailsBox): Delivery {
	const [, from, to] = /^deliver (\S+) to (\S+)$/.exec(way.move)!;
	const [, card, length] = /^use (\S+) length (\d+)$/.exec(way.use)!;
	return {
		...way,
		from: from!,
		to: to!,
		card: box.card.findIndex((c) => c.name === card),
		length: Number(length),
	};
}

/** Whether moves, made one after the other, can still be taken back. */
export async function isFinal(view: RailsView, moves: string[]): Promise<boolean> {
	const answers = await rules.lines(`view ${JSON.stringify(view)}`, ...moves.map((m) => `draft ${m}`));
	return answers.slice(1).some((printed) => printed[0] === "final");
}

function billOf(events: Happening[], me: number, box: RailsBox, named: (seat: number) => string): Bill {
	const bill: Bill = { lines: [], money: 0, prestige: 0, claims: [], slot: null, paid: false };
	const add = (words: string, money: number, prestige: number, note?: string) => {
		bill.lines.push({ words, money, prestige, ...(note !== undefined && { note }) });
		bill.money += money;
		bill.prestige += prestige;
	};
	const bonus = (prestige: number, money: number) => {
		const last = bill.lines.at(-1)!;
		last.prestige += prestige;
		last.money += money;
		bill.prestige += prestige;
		bill.money += money;
	};
	for (const e of events) {
		const mine = e.seat === me;
		switch (e.what) {
			case "built":
				add(e.thing > 2 ? "Third track, to the bank" : "To the bank", -e.n, 0);
				break;
			case "fee":
				add(e.thing === 255 ? "Fee, to the bank" : `Fee to ${named(e.thing)}`, -e.n, 0);
				break;
			case "star":
				add("First at the star", 0, e.n);
				break;
			case "delivered":
				add(`Route of ${e.n}${e.n >= RAILS_LONGEST ? " or more" : ""}`, 0, 0);
				break;
			case "gained":
				if (mine) bonus(e.place, e.n);
				break;
			case "card": {
				const card = box.card[e.thing]!;
				bill.paid = e.n === 1;
				add(`${capital(card.class)} card: ${cardWords(card)}`, 0, 0, e.n === 1 ? "" : "not met");
				break;
			}
			case "loaded":
				bill.slot = { n: e.place, own: true };
				add(`Ship, slot ${e.place + 1}`, 0, 0, "container");
				break;
			case "neutral":
				bill.slot = { n: e.place, own: false };
				add(`Ship, slot ${e.place + 1}`, 0, 0, "neutral");
				break;
			case "slot_bonus":
				if (mine) bonus(e.place, e.n);
				break;
			case "export":
				if (mine) add("Ship full, most aboard", e.n, e.place);
				else add(`Ship full, pays ${named(e.seat!)}`, 0, 0, rivalGets(e));
				break;
			case "export_tie":
				if (mine) add("Ship full, tied", e.n, e.place);
				else add(`Ship full, tied: ${named(e.seat!)}`, 0, 0, rivalGets(e));
				break;
			case "claimed":
				bill.claims.push(e.thing);
				add(`Then claim ${box.goal[e.thing]!.title}`, 0, e.n);
				break;
			case "bought":
				add(`Card ${box.card[e.thing]!.name}`, -e.n, 0);
				break;
			case "unlocked":
				add(box.ability[e.thing]!.title, -e.n, 0);
				break;
			case "borrowed":
				add("A loan", box.loan, 0);
				break;
			case "repaid":
				add("A loan repaid", -box.repay, 0);
				break;
		}
	}
	return bill;
}

const rivalGets = (e: Happening) => [e.n ? `$${e.n}` : "", e.place ? `${e.place}★` : ""].filter(Boolean).join(" ");

/** "$5 and 6★" */
export function amounts({ money, prestige }: { money: number; prestige: number }): string {
	return (
		[money ? `${money < 0 ? "−" : ""}$${Math.abs(money)}` : "", prestige ? `${prestige}★` : ""]
			.filter(Boolean)
			.join(" and ") || "nothing"
	);
}

/** Which of two deliveries somebody would rather look at first. */
export const better = (a: Delivery, b: Delivery) =>
	b.bill.prestige - a.bill.prestige || b.bill.money - a.bill.money || Number(b.bill.paid) - Number(a.bill.paid);
