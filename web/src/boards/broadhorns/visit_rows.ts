// What can be chosen in each step of the guided panel, in words: rows and steps, made from the legal moves and what the rules say each of them brings.
import { capital, count, inWords } from "../words";
import type { Draft } from "./draft.svelte";
import type { Kind, Move, MoveOf } from "./moves";
import {
	aboardOf,
	barrelsOf,
	boatOf,
	box,
	cardByName,
	cardsAt,
	cardWords,
	cargoes,
	goodOf,
	handOf,
	isFilled,
	isLast,
	isPerishable,
	names,
	portName,
	seasonOf,
	signed,
	ST_LOUIS,
	tileOf,
	type BroadView,
	type Cargo,
} from "./pieces";

export interface Row {
	move: string;
	icon: string;
	title: string;
	note: string;
	amount: string;
	/** What is lost by it, or without it. */
	alert?: string;
	/** It is drafted already: pressing it takes it back. */
	on?: boolean;
	/** It cannot be taken back, and why. */
	final?: string;
	/** Set apart: what gives something up. */
	quiet?: boolean;
}

export interface Step {
	n: string;
	title: string;
	amount: string;
	text: string;
	rows: Row[];
	state: "now" | "todo" | "done";
}
export interface Way {
	move: string;
	label: string;
	final: string | null;
}

/** Why a move cannot be taken back: what will be drawn or told by it. */
export function finality(g: Draft, m: Move): string | null {
	if (!g.quoteOf(m.text)?.final) return null;
	switch (m.kind) {
		case "blind":
			return "draws a barrel, final";
		case "season":
			return "turns a tile, final";
		case "stop":
		case "abandon":
		case "resell":
		case "move":
		case "sail on":
			return "draws a card, final";
		case "discard":
			return "ends your turn, final";
		case "done":
			return g.view!.phase === "sell" ? "turns a tile, final" : "final";
		case "claim":
		case "board":
		case "ice":
		case "current":
		case "peddle":
			return "shows your card, final";
		case "sell":
		case "load":
			return "the ship sails, final";
		default:
			return "final";
	}
}

const gold = (g: Draft, move: string) => {
	const q = g.quoteOf(move);
	return q && !q.final ? signed(q.gold) : "";
};

type Words = Partial<Row> & { icon: string; title: string };

export function row(g: Draft, m: Move, more: Words): Row {
	return { move: m.text, note: "", amount: gold(g, m.text), final: finality(g, m) ?? undefined, ...more };
}

/** A row for each move of that kind that is legal. */
const rowsOf = <K extends Kind>(g: Draft, kind: K, words: (m: MoveOf<K>) => Words): Row[] =>
	g.of(kind).map((m) => row(g, m as Move, words(m)));

export const way = (g: Draft, move: string, label: string): Way | null => {
	const m = g.moves.find((x) => x.text === move);
	return m ? { move, label, final: finality(g, m) } : null;
};

const placeWords = (cargo: Cargo, place: number) =>
	isPerishable(cargo) ? `place ${place + 1} of ${box.length}` : "keeps";

/* A visit to a town ------------------------------------------------------------ */

/** Drafted moves, each to be taken back with a press. */
function draftedRows(g: Draft, word: string, ...kinds: Kind[]): Row[] {
	return g.drafted(...kinds).map(({ move, gold }): Row => {
		const card = "card" in move ? cardByName.get(move.card) : undefined;
		const cargo = "cargo" in move ? move.cargo : card?.cargo;
		return {
			move: move.text,
			icon: cargo ? goodOf[cargo] : "k-trav",
			title: card ? `${portName(card.town!)}${cargo ? `: ${cargo}` : ""}` : capital(cargo ?? ""),
			note: `${word}; press to take it back`,
			amount: gold === 0 ? "" : signed(gold),
			on: true,
		};
	});
}

const sumOf = (drafted: { gold: number }[]) =>
	drafted.length === 0 ? "" : signed(drafted.reduce((sum, l) => sum + l.gold, 0));

function sellRows(g: Draft): Row[] {
	const { view } = g;
	const town = view!.port;
	const tile = tileOf(view!, town);
	const ordered = new Set(
		[...handOf(view!, g.seat), ...cardsAt(view!, town)]
			.filter(({ card }) => card.kind === "delivery" && card.town === town)
			.map(({ card }) => card.cargo!),
	);
	const open = g.of("sell").map((m): Row => {
		const wanted = tile.space.some(
			(s, i) => s.cargo === m.cargo && s.value === m.value && !isFilled(view!.town[town]!, i),
		);
		const after = g.quoteOf(m.text)?.after?.town[town];
		const fills = wanted && after !== undefined && tile.space.every((_, i) => isFilled(after, i));
		const lost = isLast({ cargo: m.cargo, place: m.place });
		const note = [
			!wanted ? "no space wants it" : fills ? "would fill the town" : "fills an open space",
			wanted && ordered.has(m.cargo) ? `delivery card +${box.delivery_bonus}` : "",
			!lost && g.of("sell").filter((x) => x.cargo === m.cargo).length > 1 ? placeWords(m.cargo, m.place) : "",
		]
			.filter(Boolean)
			.join(" · ");
		return row(g, m, {
			icon: goodOf[m.cargo],
			title: capital(m.cargo),
			note,
			amount: signed(m.value),
			alert: lost ? "lost next" : undefined,
		});
	});
	return [...draftedRows(g, "sold", "sell"), ...open];
}

function deliverRows(g: Draft): Row[] {
	return [
		...draftedRows(g, "claimed", "claim"),
		...g.of("claim").map((m) => {
			const c = cardByName.get(m.card)!;
			const own = handOf(g.view!, g.seat).some(({ card }) => card.name === c.name);
			return row(g, m, {
				icon: goodOf[c.cargo!],
				title: `${portName(c.town!)}: ${c.cargo}`,
				note: own ? "your delivery card" : "a delivery card that lies here",
			});
		}),
		...rowsOf(g, "ice", () => ({ icon: "k-ice", title: "Ice for gold", note: "gives up an ice card" })),
	];
}

const cardsHere = (view: BroadView, seat: number, town: number) =>
	[...handOf(view, seat), ...cardsAt(view, town)].filter(
		({ card }) => card.kind === "delivery" && card.town === town,
	);

/** The steps of a call at a town, in the order in which they are taken. */
const ORDER = ["sell", "buy", "travelers", "resale"] as const;

/** Where a call at a town is: the step under way, and how another step stands to it. */
function callOf(g: Draft) {
	const { phase, port } = g.view!;
	const now = ORDER.indexOf((phase === "full" || phase === "load" ? "sell" : phase) as (typeof ORDER)[number]);
	const stateOf = (step: (typeof ORDER)[number]): Step["state"] => {
		const at = ORDER.indexOf(step);
		return at === now ? "now" : at < now ? "done" : "todo";
	};
	return { phase, town: port, now, stateOf, sold: stateOf("sell") === "done" };
}
type Call = ReturnType<typeof callOf>;

function sellStep(g: Draft, { phase, stateOf }: Call): Step {
	const step = { n: "1", title: "Sell", state: stateOf("sell"), amount: sumOf(g.drafted("sell")), text: "" };
	switch (phase) {
		case "sell":
			return { ...step, rows: sellRows(g) };
		case "full":
			return {
				...step,
				text: "The town has all it wants.",
				rows: rowsOf(g, "season", (m) => ({
					icon: goodOf[m.cargo],
					title: capital(m.cargo),
					note: "to the season track",
					amount: "",
				})),
			};
		case "load":
			return {
				...step,
				rows: rowsOf(g, "load", (m) => ({
					icon: "box",
					title: `Slot ${m.slot}`,
					note: "of the ship at the quay",
				})),
			};
		default:
			return { ...step, rows: [] };
	}
}

function deliverStep(g: Draft, { phase, town, sold }: Call): Step {
	const rows = phase === "sell" ? deliverRows(g) : [];
	const cards = cardsHere(g.view!, g.seat, town).map(({ card }) => capital(card.cargo!));
	return {
		n: "2",
		title: "Deliver",
		state: rows.length > 0 ? "now" : sold ? "done" : "todo",
		rows,
		amount: sumOf(g.drafted("claim")),
		text:
			rows.length > 0 || sold
				? ""
				: cards.length > 0
					? `${cards.join(" or ")} sold to a space: a card pays ${box.delivery_bonus}.`
					: "No delivery card for this town.",
	};
}

function bonusStep(g: Draft, { phase, town, sold }: Call): Step {
	/** The first "done" of a visit ends the sale; until it is laid out, what it would bring. */
	const paid = g.drafted("done")[0];
	const bonus = paid ? paid.gold : phase === "sell" ? (g.quoteOf("done")?.gold ?? 0) : 0;
	const over = sold || paid !== undefined;
	return {
		n: "",
		title: "Town bonus",
		state: over ? "done" : "todo",
		rows: [],
		amount: bonus > 0 ? signed(bonus) : "",
		text: over
			? ""
			: bonus > 0
				? "Paid when the sale is over."
				: `${box.town[town]!.bonus} gold for ${inWords(names.sales)} barrels sold to spaces, or for the last space.`,
	};
}

function buyStep(g: Draft, { phase, town, sold, stateOf }: Call): Step {
	const view = g.view!;
	const top = tileOf(view, town);
	const tile = sold ? (box.town[town]!.tile[view.priced] ?? top) : top;
	const offers = cargoes.flatMap((c, i) =>
		tile.increase[i] === null ? [] : [`${capital(c)}, market price + ${tile.increase[i]}`],
	);
	const free = `${capital(boxesFree((boatOf(g.me!)?.boxes ?? 0) - barrelsOf(g.me!).length))}.`;
	return {
		n: "3",
		title: "Buy",
		state: stateOf("buy"),
		amount: sumOf(g.drafted("buy", "peddle")),
		rows: phase === "buy" ? buyRows(g) : [],
		text:
			phase === "buy"
				? free
				: stateOf("buy") === "done"
					? ""
					: offers.length === 0
						? "This town sells nothing."
						: `${offers.join("; ")}. ${free}`,
	};
}

function travelersStep(g: Draft, { phase, town, stateOf }: Call): Step {
	const view = g.view!;
	const state = stateOf("travelers");
	const fares = aboardOf(view, g.seat).filter(({ card }) => card.town === town);
	const waiting = cardsAt(view, town).filter(({ card }) => card.kind === "traveler");
	const words = [
		fares.length > 0 ? `${count(fares.length, "traveler steps", "travelers step")} ashore.` : "",
		waiting.length > 0 ? `Waiting here for ${waiting.map(({ card }) => portName(card.town!)).join(" and ")}.` : "",
	];
	return {
		n: "4",
		title: "Travelers",
		state,
		amount:
			state === "todo" && fares.length > 0 ? signed(fares.reduce((sum, { card }) => sum + card.gold!, 0)) : "",
		rows: phase === "travelers" ? travelerRows(g) : [],
		text: state === "todo" ? words.filter(Boolean).join(" ") || "Nobody waits here." : "",
	};
}

function resaleStep(g: Draft, { phase, stateOf }: Call): Step {
	const boat = boatOf(g.me!);
	const asked = phase === "resale";
	return {
		n: "5",
		title: "Sail on or go home",
		state: stateOf("resale"),
		amount: asked || !boat ? "" : signed(boat.resale),
		rows: asked ? resaleRows(g) : [],
		text: asked ? g.advice : "Ending the expedition sells the boat.",
	};
}

export function townSteps(g: Draft): Step[] {
	const call = callOf(g);
	return [sellStep, deliverStep, bonusStep, buyStep, travelersStep, resaleStep].map((step) => step(g, call));
}

function buyRows(g: Draft): Row[] {
	return [
		...draftedRows(g, "bought", "buy", "peddle"),
		...rowsOf(g, "buy", (m) => ({
			icon: goodOf[m.cargo],
			title: capital(m.cargo),
			note: `${g.view!.market[cargoes.indexOf(m.cargo)]} in the market${isPerishable(m.cargo) ? "" : ", keeps"}`,
		})),
		...rowsOf(g, "peddle", (m) => ({
			icon: goodOf[m.cargo],
			title: `${capital(m.cargo)} from a peddler`,
			note: "gives up a peddler card",
		})),
	];
}

function travelerRows(g: Draft): Row[] {
	const own = new Set(handOf(g.view!, g.seat).map(({ card }) => card.name));
	return [
		...draftedRows(g, "on the move", "board", "set down"),
		...g.of("board").map((m) => {
			const c = cardByName.get(m.card)!;
			return row(g, m, {
				icon: "k-trav",
				title: `Aboard: to ${portName(c.town!)}`,
				note: `pays ${c.gold} gold there · ${own.has(m.card) ? "from your hand" : "waits here"}`,
				amount: "",
			});
		}),
		...rowsOf(g, "set down", (m) => ({
			icon: "k-trav",
			title: `Set down: to ${portName(cardByName.get(m.card)!.town!)}`,
			note: "pays nothing; waits here for anybody",
			amount: "",
			quiet: true,
		})),
	];
}

/** What a move loses, in the words of the rules, "Lost: ..." once before all of it; undefined: nothing. */
function lossOf(g: Draft, m: Move): string | undefined {
	const [first, ...others] = g.quoteOf(m.text)?.loses.map((l) => l.words.replace(/\.$/, "")) ?? [];
	return first && `${[first, ...others.map((w) => w.replace(/^Lost: /, ""))].join("; ")}.`;
}

function resaleRows(g: Draft): Row[] {
	return [
		...rowsOf(g, "sail on", () => ({
			icon: "i-next",
			title: "Sail on",
			note: "keep the boat and what is aboard",
			amount: "",
		})),
		...rowsOf(g, "resell", (m) => ({
			icon: "i-coin",
			title: "End the expedition",
			note: "the boat is sold for its wood",
			alert: lossOf(g, m),
			amount: signed(boatOf(g.me!)?.resale ?? 0),
		})),
	];
}

/* St. Louis -------------------------------------------------------------------- */

export function saintLouis(g: Draft): Step[] {
	const view = g.view!;
	const choosing = view.phase === "boat";
	const free = (boatOf(g.me!)?.boxes ?? 0) - barrelsOf(g.me!).length;
	return [
		{
			n: "1",
			title: choosing ? "Choose a broadhorn" : "Broadhorn",
			state: choosing ? "now" : "done",
			amount: "",
			text: "",
			rows: choosing
				? box.boat.map((b, i): Row => {
						const move = `boat ${b.name}`;
						const m = g.of("boat").find((x) => x.boat === i);
						const note = `${b.boxes} boxes · speed ${b.speed} · ${count(b.occupants, "traveler")} · ${b.hand} cards · resale ${b.resale}`;
						return m
							? row(g, m, {
									icon: "broad",
									title: `${b.name} feet`,
									note,
									amount: b.cost === 0 ? "free" : signed(-b.cost),
								})
							: {
									move,
									icon: "broad",
									title: `${b.name} feet`,
									note,
									amount: signed(-b.cost),
									quiet: true,
								};
					})
				: [],
		},
		{
			n: "2",
			title: "Load cargo",
			state: choosing ? "todo" : "now",
			amount: sumOf(g.drafted("buy")),
			text: choosing
				? "From the market, or blindly out of the bag."
				: `${capital(boxesFree(free))}${g.me!.gold === 0 ? "; your gold is spent" : ""}.`,
			rows: choosing
				? []
				: [
						...draftedRows(g, "bought", "buy"),
						...rowsOf(g, "buy", (m) => ({
							icon: goodOf[m.cargo],
							title: capital(m.cargo),
							note: `${view.market[cargoes.indexOf(m.cargo)]} in the market${isPerishable(m.cargo) ? "" : ", keeps"}`,
						})),
						...rowsOf(g, "blind", () => ({
							icon: "i-help",
							title: "Out of the bag",
							note: "one of what is in it, by chance",
							amount: signed(-box.blind),
						})),
					],
		},
	];
}

/* Everything else -------------------------------------------------------------- */

export function iceRows(g: Draft): Row[] {
	const view = g.view!;
	const cargo = view.phase === "spoil_card" && !seasonOf(view).all ? cargoes[view.spoiling - 1] : undefined;
	const lost = barrelsOf(g.me!).filter((b) => isLast(b) && (!cargo || b.cargo === cargo)).length;
	return [
		...rowsOf(g, "ice", () => ({
			icon: "k-ice",
			title: "Play ice",
			note: "nothing on your boat moves",
			amount: "",
		})),
		...rowsOf(g, "no ice", () => ({
			icon: "i-next",
			title: "Let it happen",
			note: "barrels move one place on",
			alert: lost > 0 ? `${count(lost, "barrel")} lost` : undefined,
			amount: "",
		})),
	];
}

export function discardRows(g: Draft): Row[] {
	const held = handOf(g.view!, g.seat);
	return g.of("discard").map((m) => {
		const card = cardByName.get(m.card) ?? held.find((h) => h.card.name === m.card)!.card;
		const lies =
			card.kind === "delivery"
				? `lies open at ${portName(card.town!)}`
				: card.kind === "traveler"
					? `waits at ${portName(card.waits!)}`
					: "is discarded";
		return row(g, m, {
			icon:
				card.kind === "delivery" ? goodOf[card.cargo!] : card.kind === "traveler" ? "k-trav" : `k-${card.kind}`,
			title: capital(cardWords(card)),
			note: lies,
			amount: "",
		});
	});
}

export function actionRows(g: Draft): Row[] {
	const port = g.port;
	return g.moves.flatMap((m): Row[] =>
		m.kind === "port"
			? [
					row(g, m, {
						icon: port === ST_LOUIS ? "cabin" : "i-coin",
						title: port === ST_LOUIS ? "Fit out in St. Louis" : `Call at ${portName(port!)}`,
						note: port === ST_LOUIS ? "a boat and its cargo" : "sell, buy, travelers",
						amount: "",
					}),
				]
			: m.kind === "current"
				? [
						row(g, m, {
							icon: "k-current",
							title: "Good current",
							note: `every move of this turn +${box.current}`,
							amount: "",
						}),
					]
				: m.kind === "abandon"
					? [
							row(g, m, {
								icon: "i-loss",
								title: "Abandon the expedition",
								note: "",
								amount: "",
								quiet: true,
								alert: lossOf(g, m),
							}),
						]
					: [],
	);
}

const boxesFree = (n: number) => (n === 0 ? "no box free" : count(n, "box free", "boxes free"));
