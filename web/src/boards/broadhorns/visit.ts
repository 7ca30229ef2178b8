// The guided panel, in words: which step it is, what can be chosen in it (visit_rows.ts), and how to go on.
import { capital, count, list } from "../words";
import type { Draft } from "./draft.svelte";
import { read, type Move } from "./moves";
import {
	barrelsOf,
	boatOf,
	cargoes,
	handSize,
	isPerishable,
	names,
	portAt,
	portName,
	seasonOf,
	ST_LOUIS,
	type BroadView,
} from "./pieces";
import {
	actionRows,
	discardRows,
	finality,
	iceRows,
	row,
	saintLouis,
	townSteps,
	way,
	type Row,
	type Step,
	type Way,
} from "./visit_rows";

export type { Row } from "./visit_rows";

export interface Visit {
	title: string;
	under: string;
	/** The next step in one sentence, for the tray; up to a colon where there is little room. */
	say: string;
	help: string;
	steps: Step[];
	/** The one button that goes on. */
	go: Way | null;
	/** What could be done instead of all that: to end the turn with actions left. */
	aside?: Way | null;
	/** Whether there is a running total. */
	total: boolean;
	/** Spaces that can be sailed to, as a row of buttons. */
	sails: { move: string; spaces: number; to: string; final: string | null }[];
}

const plainly = (m: Move): string => capital(m.text);

function nowStep(title: string, text: string, rows: Row[]): Step {
	return { n: "", title, amount: "", text, rows, state: "now" };
}

const nothing = (title: string, under: string, say: string, help = ""): Visit => ({
	title,
	under,
	say,
	help,
	steps: [],
	go: null,
	total: false,
	sails: [],
});

const actionOf = (g: Draft) => `action ${names.actions - g.view!.actions} of ${names.actions}`;

/** A step of a call at a town: the panel is named after it, and counts gold. */
const inTown = (g: Draft, under: string, say: string, go: Way | null, help = ""): Visit => ({
	...nothing(portName(g.view!.port), under, say, help),
	steps: townSteps(g),
	go,
	total: true,
});
const calling = (g: Draft, say: string, go: Way | null, help = ""): Visit =>
	inTown(g, `Port visit, ${actionOf(g)}`, say, go, help);

/** A question about ice: one step, and no way on but to answer. */
const asksForIce = (g: Draft, title: string, under: string, say: string, text: string): Visit => ({
	...nothing(title, under, say, g.can("ice") ? "" : "You have none."),
	steps: [nowStep("Ice?", text, iceRows(g))],
});

/** Spaces that can be sailed to. */
const sailsOf = (g: Draft): Visit["sails"] =>
	g.of("move").map((m) => {
		const port = portAt(g.me!.space + m.spaces);
		return {
			move: m.text,
			spaces: m.spaces,
			to: port === null ? "" : portName(port),
			final: finality(g, m),
		};
	});

/** What to do with an action, in one sentence. */
function askForAction(g: Draft): string {
	const sails = g.of("move").length > 0;
	if (g.view!.bonus) return "A bonus move, if you like.";
	if (g.view!.actions === 0) return "Your turn is done.";
	if (!g.me!.boat) return "Fit out a boat in St. Louis.";
	if (sails && g.can("port")) return `Call at ${portName(g.port!)}, or sail?`;
	return sails ? "Where to? Sail down the river." : `Call at ${portName(g.port ?? ST_LOUIS)}?`;
}

function actions(g: Draft): Visit {
	const view = g.view!;
	const rows = actionRows(g);
	const sails = sailsOf(g);
	const idle = sails.length === 0 && !g.can("port");
	const left = view.bonus
		? "Bonus move"
		: view.actions > 0
			? count(view.actions, "action") + " left"
			: "No action left";
	const here = g.port !== null ? portName(g.port) : `Space ${g.me!.space}`;
	return {
		...nothing(g.me!.boat ? here : "St. Louis", left, askForAction(g), left),
		steps: rows.length > 0 || sails.length > 0 ? [nowStep(sails.length > 0 ? "Sail, or" : "Choose", "", rows)] : [],
		sails,
		go: idle ? way(g, "stop", "End turn") : sails.length === 0 && !g.me!.boat ? way(g, "port", "Fit out") : null,
		aside: idle ? null : way(g, "stop", "End turn"),
	};
}

function market(g: Draft): Visit {
	/** Nobody means to cast off without cargo, as long as there is any to be had. */
	const empty = barrelsOf(g.me!).length === 0 && g.of("buy").length + g.of("blind").length > 0;
	return {
		...nothing("St. Louis", `Fitting out, ${actionOf(g)}`, "Load your boat.", "Take barrels from the market."),
		steps: saintLouis(g),
		go: empty ? null : way(g, "done", "Cast off"),
		aside: empty ? way(g, "done", "Cast off empty") : null,
		total: true,
	};
}

function spoilCard(g: Draft): Visit {
	const view = g.view!;
	const season = seasonOf(view);
	return asksForIce(
		g,
		`Spoil card: ${cargoes[view.spoiling - 1] ?? ""}`,
		`drawn by ${view.active === g.seat ? "you" : "another"}${season.all ? `; in ${season.name} it hits every perishable` : ""}`,
		"A spoil card! Play ice?",
		"It hits every boat that does not play ice.",
	);
}

function discard(g: Draft): Visit {
	const boat = boatOf(g.me!);
	const over = handSize(g.me!) - (boat?.hand ?? 0);
	return {
		...nothing(
			"Too many cards",
			`${boat?.name ?? ""} ft boat: ${boat?.hand ?? 0} cards`,
			`Give up ${count(over, "card")}.`,
		),
		steps: [nowStep("Give up", "", discardRows(g))],
	};
}

/** What is asked in each phase of the game. */
const phases: Partial<Record<BroadView["phase"], (g: Draft) => Visit>> = {
	actions,
	boat: (g) => ({
		...nothing(
			"St. Louis",
			`Fitting out, ${actionOf(g)}`,
			"Choose a boat.",
			"It carries you one way; its wood is sold at the end.",
		),
		steps: saintLouis(g),
		total: true,
	}),
	market,
	sell: (g) => calling(g, `Sell at ${portName(g.view!.port)}: choose your barrels.`, way(g, "done", "On to buying")),
	full: (g) =>
		inTown(
			g,
			"The town is full",
			"Which barrel goes on the season track?",
			null,
			"The town turns to its next tile.",
		),
	load: (g) => inTown(g, "The ship at the quay", "Which slot of the ship is loaded?", null),
	buy: (g) => calling(g, `Buy in ${portName(g.view!.port)}?`, way(g, "done", "On to travelers")),
	travelers: (g) => calling(g, "Who comes aboard?", way(g, "done", "Done here")),
	resale: (g) => calling(g, "Sail on, or end the expedition?", way(g, "sail on", "Sail on"), g.advice),
	spoil_step: (g) =>
		asksForIce(
			g,
			"The cargo spoils",
			`Your turn begins, ${seasonOf(g.view!).name}`,
			"Your perishables move on. Play ice?",
			`${capital(list(cargoes.filter(isPerishable)))} move one place on in their boxes.`,
		),
	spoil_card: spoilCard,
	discard,
};

const anyMove = (g: Draft): Visit => ({
	...nothing("Your move", "", "Your move"),
	steps: [
		nowStep(
			"Choose",
			"",
			g.moves.map((m) => row(g, m, { icon: "i-next", title: plainly(m) })),
		),
	],
});

/** What the panel and the tray show to whoever is to decide; others get to know whom the table waits for. */
export function visitOf(g: Draft, mover: string): Visit {
	const view = g.view!;
	const season = seasonOf(view);
	if (!g.table.live)
		return nothing(
			"Looking back",
			`Round ${view.round}, ${season.name}`,
			"Looking back",
			g.table.source.own === undefined
				? "The key End leads back to the present."
				: "The slider leads through the whole game.",
		);
	if (g.table.game?.status === "over" || view.phase === "over")
		return nothing(
			"The end",
			capital(season.name),
			"The game is over",
			"The slider above leads through the whole game.",
		);
	if (!g.table.mine) {
		const who = mover ? `${mover} is to decide` : "One moment";
		return nothing(who, capital(season.name), who);
	}
	return (phases[view.phase] ?? anyMove)(g);
}

/** What an undo takes back. */
export function undoWords(text: string): string {
	const m = read(text);
	return m.kind === "sell"
		? `the sale of ${m.cargo}`
		: m.kind === "buy" || m.kind === "peddle"
			? `buying ${m.cargo}`
			: m.kind === "move"
				? "the move"
				: m.kind === "port"
					? "the call"
					: m.kind === "boat"
						? "the boat"
						: m.kind === "done"
							? "going on"
							: m.kind === "claim"
								? "the delivery"
								: m.kind === "board" || m.kind === "set down"
									? "the traveler"
									: m.text;
}

/** Whether a barrel on the last place is really lost next: without a spoil step only a spoil card takes it. */
export const lossWords = (view: BroadView): [string, string] =>
	seasonOf(view).spoils ? ["lost", "next"] : ["at", "risk"];
