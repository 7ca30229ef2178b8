// What Small Railroad Empires says of its own table.
import { cite } from "../../table/help/cite";
import type { GameHelp, Tip, Try } from "../../table/help/help.svelte";
import type { TableState } from "../../table/state.svelte";
import { capital, count, inWords } from "../words";
import { draftOf } from "./draft.svelte";
import { abilityWords, cardWords, goalWords, GOODS, tilesInPlay, tracksOf, type RailsView } from "./pieces";

const view = (table: TableState) => table.view as RailsView;

function city(table: TableState, n: number): Tip | null {
	const { box, map, pieces } = draftOf(table);
	const hex = map?.cities[n];
	if (!hex || !box || !pieces) return null;
	const trains = pieces.trains.get(n) ?? [];
	return {
		title: hex.piece.name,
		lines: [
			`Wants ${hex.piece.wants.map((g) => GOODS[g]).join(" or ")}.`,
			trains.length === 0
				? `Room for ${inWords(box.stalls)} trains, of different companies.`
				: `Trains: ${trains.map((s) => table.name(s)).join(" and ")}${trains.length < box.stalls ? `; ${inWords(box.stalls - trains.length)} more can come` : "; it is full"}.`,
		],
		rules: cite("deliver|good|train", "R42", "R45", "R48", "R49"),
	};
}

function hex(table: TableState, id: number): Tip | null {
	const draft = draftOf(table);
	const { map, box } = draft;
	const h = map?.byId.get(id);
	const v = view(table);
	if (!h || !box) return null;
	const lying = v.side.flatMap((s, i) => (tracksOf(s).includes(id) ? [table.name(i)] : []));
	const build = draft.builds.get(h.name);
	const bill = build ? draft.bills.get(build) : undefined;
	return {
		title:
			h.factory !== null ? `${capital(String(h.piece.good))} factory` : `${capital(h.piece.terrain)}, ${h.name}`,
		lines: [
			...(h.factory !== null ? [`${v.cubes[h.factory]} of ${h.piece.cubes} left.`] : []),
			...(h.piece.star && lying.length === 0 ? ["A star: who is first here gains prestige."] : []),
			lying.length > 0 ? `Tracks of ${lying.join(" and ")}.` : "No track yet.",
			...(bill
				? [bill.money === 0 ? "You can build here for nothing." : `You can build here for $${-bill.money}.`]
				: []),
		],
		rules: h.factory !== null ? cite("factory", "R44", "R46") : cite("track", "R20", "R103"),
	};
}

function goal(table: TableState, n: number): Tip | null {
	const { box, facts } = draftOf(table);
	const v = view(table);
	const at = v.goal.indexOf(n);
	const piece = box?.goal[n];
	if (!piece || at < 0) return null;
	const by = v.claimed[at];
	const far = facts?.goal[at];
	return {
		title: piece.title,
		lines: [
			`${capital(goalWords(piece, tilesInPlay(v)))}: ${piece.prestige} prestige for the first who has it.`,
			by != null
				? `${table.name(by)} ${by === table.you ? "have" : "has"} it.`
				: far
					? far
							.slice(0, v.players)
							.map(([has, of], i) => `${table.name(i)} ${Math.min(has, of)} of ${of}`)
							.join(", ") + "."
					: "",
		].filter(Boolean),
		rules: cite("achievement", "R11", "R64", "R65"),
	};
}

function card(table: TableState, n: number): Tip | null {
	const piece = draftOf(table).box?.card[n];
	if (!piece) return null;
	const pay = [piece.prestige ? `${piece.prestige} prestige` : "", piece.money ? `$${piece.money}` : ""]
		.filter(Boolean)
		.join(" and ");
	return {
		title: `${capital(piece.class)} train card`,
		lines: [`A delivery takes one card. With ${cardWords(piece)} it pays ${pay} more.`],
		rules: cite("card", "R51", "R60", "R61"),
	};
}

function company(table: TableState, seat: number): Tip | null {
	const v = view(table);
	const side = v.side[seat];
	if (!side) return null;
	return {
		title: seat < v.players ? table.name(seat) : "The rival",
		lines: [
			`$${side.money}, ${draftOf(table).prestige(seat)} prestige${side.loans > 0 ? `, ${count(side.loans, "loan")}` : ""}.`,
			`${count(side.tracks, "track")} and ${count(side.wagons, "train")} left, ${count(side.dealt + side.bought, "train card")} in hand.`,
		],
		rules: cite("prestige", "R117"),
	};
}

function ability(table: TableState, n: number): Tip | null {
	const box = draftOf(table).box;
	const piece = box?.ability[n];
	return piece && box
		? {
				title: piece.title,
				lines: [`${capital(abilityWords(box, n))}.`, `It costs $${piece.price}, and frees a track.`],
				rules: cite("unlock|covered", "R74", "R75"),
			}
		: null;
}

const WORDS: Record<string, Tip> = {
	then: {
		title: "The order of turns",
		lines: ["Above it is that of this round, here that of the next."],
		rules: cite("order", "R16"),
	},
	market: {
		title: "Train cards to buy",
		lines: ["The leftmost is the cheapest. What is bought is replaced from the deck."],
		rules: cite("market|card", "R69", "R70", "R71"),
	},
	quay: {
		title: "The ship at the quay",
		lines: [
			"Each delivery loads a slot: a container of yours where the good fits, else a neutral one.",
			"When it is full it sails and pays who leads.",
		],
		rules: cite("slot|ship", "F10", "F11", "F12", "F29"),
	},
	contract: {
		title: "Your contract",
		lines: ["Nobody else sees it. It pays if it is met at the end."],
		rules: cite("contract", "R12"),
	},
	loan: {
		title: "Loans",
		lines: ["Money now, prestige lost at the end for each that is not repaid."],
		rules: cite("loan|repa", "R82", "R83", "R84"),
	},
	money: {
		title: "Money",
		lines: ["For tracks, cards and abilities. At the end it breaks ties."],
		rules: cite("money", "R117"),
	},
	prestige: {
		title: "Prestige",
		lines: ["Who has the most of it at the end wins."],
		rules: cite("prestige", "R117"),
	},
	tracks: { title: "Tracks left", lines: ["A company has only so many."], rules: cite("track", "R20") },
	trains: { title: "Trains left", lines: ["Each delivery leaves a train in its city."], rules: cite("train", "R50") },
	train: { title: "Train cards in hand", lines: ["A delivery takes one of them."], rules: cite("card", "R51") },
};

function about(what: string, table: TableState): Tip | null {
	const [kind, n] = what.split("-");
	switch (kind) {
		case "city":
			return city(table, Number(n));
		case "hex":
			return hex(table, Number(n));
		case "goal":
			return goal(table, Number(n));
		case "card":
			return card(table, Number(n));
		case "seat":
			return company(table, Number(n));
		case "ability":
			return ability(table, Number(n));
		case "hold":
			return WORDS[n!.split(" ")[0]!] ?? WORDS[n === "loans" ? "loan" : ""] ?? null;
		default:
			return WORDS[kind!] ?? null;
	}
}

const LOAN: Try = { words: "Take a loan", key: "L", begins: "loan", such: "loan" };
const PASS: Try = { words: "Go on to the next step", key: "S", begins: "pass", such: "pass" };
const TRIES: Record<string, Try[]> = {
	"start track": [{ words: "Place your first track", key: "M", begins: "build " }],
	build: [{ words: "Build a track: its price stands on the hex", key: "M", begins: "build " }, LOAN],
	third: [{ words: "Build a third track, for more", key: "M", begins: "build " }, PASS, LOAN],
	deliver: [{ words: "Deliver: choose a factory or a city", key: "M", begins: "deliver " }, PASS],
	route: [{ words: "Choose the card and the route", key: "R", begins: "use " }],
	load: [{ words: "Choose the slot of the ship", begins: "load " }],
	buy: [{ words: "Buy a train card", begins: "buy " }, LOAN, PASS],
	unlock: [
		{ words: "Unlock an ability", begins: "unlock " },
		{ words: "Repay a loan", begins: "repay", such: "repay" },
		{ words: "End the turn", key: "E", begins: "pass", such: "pass" },
	],
};
const AT_HAND: Record<string, string[]> = {
	"start track": cite("track", "R17", "R20"),
	build: cite("track", "R19", "R20", "R103"),
	third: cite("third|cost", "R102", "R78"),
	deliver: cite("delivery|cube|good", "R42", "R44", "R45"),
	route: cite("card|route", "R60", "R105", "R61"),
	load: cite("slot", "F48", "F10"),
	buy: cite("card|market", "R69", "R70"),
	unlock: cite("unlock|covered", "R74", "R75"),
};

export const help: GameHelp = {
	about,
	tries: (table) => TRIES[view(table).phase] ?? [],
	rules: (table) => AT_HAND[view(table).phase] ?? cite("order", "R16"),
};
