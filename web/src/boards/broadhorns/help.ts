// What Broadhorns says of its own table.
import { cite } from "../../table/help/cite";
import type { GameHelp, Tip, Try } from "../../table/help/help.svelte";
import type { TableState } from "../../table/state.svelte";
import { capital, count, inWords, list } from "../words";
import {
	barrelsOf,
	boatOf,
	box,
	cards,
	cardsAt,
	cardWords,
	cargoes,
	handSize,
	isFilled,
	isPerishable,
	names,
	portName,
	seasonOf,
	seasons,
	ST_LOUIS,
	tileOf,
	type BroadView,
	type Cargo,
	type Phase,
} from "./pieces";

const view = (table: TableState) => table.view as BroadView;

function town(table: TableState, n: number): Tip {
	if (n === ST_LOUIS)
		return {
			title: "St. Louis",
			lines: ["Here expeditions begin: a boat, and barrels from the market."],
			rules: cite("st. louis", "B67", "B68", "B74"),
		};
	const v = view(table);
	const tile = tileOf(v, n);
	const open = tile.space.filter((_, i) => !isFilled(v.town[n]!, i));
	const sells = cargoes.flatMap((c, i) =>
		tile.increase[i] == null ? [] : [`${c}, ${tile.increase[i]} above the market`],
	);
	const lying = cardsAt(v, n);
	const me = table.eyes === null ? null : v.player[table.eyes];
	const away = me && me.boat > 0 ? box.town[n]!.entrance - me.space : 0;
	return {
		title: portName(n),
		lines: [
			open.length > 0
				? `Buys ${list(open.map((s) => `${s.cargo} for ${s.value}`))}.`
				: "All its spaces are filled.",
			sells.length > 0 ? `Sells ${list(sells)}.` : "Sells nothing.",
			`Who fills it takes ${count(tile.wreaths, "wreath")}. ${capital(inWords(names.sales))} sales in a visit bring ${box.town[n]!.bonus} gold.`,
			...(away > 0 ? [`${count(away, "space")} downstream from you.`] : []),
			...(lying.length > 0 ? [`Lies here: ${list(lying.map((l) => cardWords(l.card)))}.`] : []),
		],
		rules: cite("sold|bonus|wreath|market", "B41", "B63", "B59", "B79"),
	};
}

function space(table: TableState, n: number, i: number): Tip {
	const s = tileOf(view(table), n).space[i]!;
	const full = isFilled(view(table).town[n]!, i);
	return {
		title: `${portName(n)}: ${s.cargo}`,
		lines: [
			full
				? `This space is filled: more of it goes for ${box.overflow} gold.`
				: `Pays ${s.value} gold for one barrel of ${s.cargo}.`,
		],
		rules: cite("empty|barrel", "B41", "B43", "B55"),
	};
}

function boat(table: TableState, seat: number): Tip | null {
	const p = view(table).player[seat];
	const b = p && boatOf(p);
	if (!p) return null;
	if (!b) return { title: table.name(seat), lines: ["In St. Louis, without a boat."], rules: cite("boat", "B68") };
	const aboard = barrelsOf(p);
	return {
		title: table.name(seat),
		lines: [
			`A boat of ${b.name} feet: speed ${b.speed}, ${count(b.boxes, "box", "boxes")}, resale ${b.resale} gold.`,
			aboard.length > 0 ? `Aboard: ${list(aboard.map((x) => x.cargo))}.` : "Nothing aboard.",
			`${count(p.gold, "gold", "gold")}, ${count(handSize(p), "card")} in hand.`,
		],
		rules: cite("boat", "B92", "B71", "B123"),
	};
}

function barrel(cargo: Cargo, place: number): Tip {
	if (!isPerishable(cargo))
		return { title: capital(cargo), lines: ["It never spoils."], rules: cite("perishable|spoil", "B15", "B16") };
	const left = box.length - 1 - place;
	return {
		title: capital(cargo),
		lines: [
			left === 0
				? "It is lost at the next spoil step, or by a spoil card."
				: `It moves one space on at each spoil step; after ${inWords(left)} more the next one takes it.`,
		],
		rules: cite("space", "B25", "B26", "B104"),
	};
}

const CARDS: Record<string, Tip["lines"]> = {
	delivery: [`Sell that cargo in that town, and claim it for ${box.delivery_bonus} gold more.`],
	traveler: ["Take the traveler aboard and bring them there for the fare. Sail past, and they are lost."],
	ice: ["Against one spoil step or spoil card; or with a sale, for gold."],
	peddler: ["When you buy in a town: one barrel of any cargo in the market, though the town does not sell it."],
	current: ["Makes your moves of this turn longer."],
	spoil: ["Everybody's barrels of that cargo move one space towards their loss."],
};
const CARD_RULES: Record<string, string[]> = {
	delivery: cite("delivery", "B48", "B115"),
	traveler: cite("traveler", "B84", "B87", "B89"),
	ice: cite("ice", "B29", "B109", "B110"),
	peddler: cite("peddler", "B111"),
	current: cite("current", "B112"),
	spoil: cite("spoil|carried|barrels", "B103", "B104"),
};
function card(id: number): Tip | null {
	const c = cards[id];
	if (!c) return null;
	const fare = c.gold === undefined ? [] : [`The fare is ${c.gold} gold.`];
	return { title: capital(cardWords(c)), lines: [...CARDS[c.kind]!, ...fare], rules: CARD_RULES[c.kind]! };
}

const WORDS: Record<string, Tip> = {
	market: {
		title: "The market",
		lines: ["The cheapest barrel of a cargo goes first; it is refilled each round."],
		rules: cite("barrel", "B20", "B21", "B155"),
	},
	quay: {
		title: "The ship",
		lines: [
			"Each barrel that is sold loads a slot. When it is full it sails, and pays who has the most containers.",
		],
		rules: cite("ship|slot|container|export", "F10", "F12", "F29", "F35"),
	},
	pile: {
		title: "Expedition cards",
		lines: [
			"One is drawn at the end of each turn: deliveries, travelers, ice, peddlers, currents, or a spoil card.",
		],
		rules: cite("card", "B100", "B101"),
	},
	gold: {
		title: "Gold",
		lines: ["Money now, and the score in the end."],
		rules: cite("gold|wreath", "B144", "B149"),
	},
	wreaths: {
		title: "Wreaths",
		lines: ["For filled towns; at the end they are worth gold, the more the better you stand."],
		rules: cite("wreath", "B59", "B145"),
	},
	cards: {
		title: "Cards in hand",
		lines: ["One is drawn at the end of each turn. The boat says how many you may keep."],
		rules: cite("card", "B100", "B114"),
	},
};

/** space: one of the track, whose season is meant; else the one that it is now. */
function season(table: TableState, space?: number): Tip {
	const now = space === undefined ? seasonOf(view(table)) : seasons[names.season_of[space + 1]!]!;
	const speed =
		now.speed === 0 ? "" : ` Boats are ${now.speed > 0 ? "faster" : "slower"} by ${inWords(Math.abs(now.speed))}.`;
	return {
		title: capital(now.name),
		lines: [
			`${now.spoils ? "There is a spoil step at the beginning of each turn." : "Nothing spoils at the beginning of a turn."}${speed}${now.all ? " A spoil card hits all that spoils." : ""}`,
			`A barrel comes onto the track with each town that is filled; ${list(seasons.map((s) => s.name))} in turn.`,
		],
		rules: [...cite("season", "B130", "B131"), ...now.rules],
	};
}

function about(what: string, table: TableState): Tip | null {
	const [kind, a, b] = what.split("-");
	switch (kind) {
		case "town":
			return b === undefined ? town(table, Number(a)) : space(table, Number(a), Number(b));
		case "boat":
		case "seat":
			return boat(table, Number(a));
		case "barrel":
			return barrel(a as Cargo, Number(b));
		case "card":
			return card(Number(a));
		case "seasons":
			return season(table);
		case "season":
			return season(table, Number(a));
		case "space":
			return {
				title: `Space ${a}`,
				lines: ["A space of the river. Numbered ones are the entrances of towns."],
				rules: cite("boat", "B92", "B94"),
			};
		case "hold":
			return WORDS[a!.split(" ")[0]!] ?? null;
		default:
			return WORDS[kind!] ?? null;
	}
}

const LEAVE: Try = { words: "Leave the port, without the rest of the visit", key: "L", begins: "done" };
const TRIES: Partial<Record<Phase, Try[]>> = {
	actions: [
		{ words: "Drift down the river", key: "1–9", begins: "move ", such: "move 1" },
		{ words: "Call at the port", key: "P", begins: "port", such: "port" },
		{ words: "Play a good current", begins: "current", such: "current" },
		{ words: "Abandon the expedition: boat and cargo are lost", begins: "abandon", such: "abandon" },
		{ words: "End the turn", begins: "stop", such: "stop" },
	],
	boat: [{ words: "Take a boat: larger ones cost gold and carry more", key: "1–9", begins: "boat " }],
	market: [
		{ words: "Buy a barrel from the market", key: "1–9", begins: "buy " },
		{ words: "Buy one blind, out of the bag", begins: "blind", such: "blind" },
		{ words: "Be done with buying", key: "L", begins: "done", such: "done" },
	],
	sell: [
		{ words: `Sell a barrel to a space, or for ${box.overflow} gold`, key: "1–9", begins: "sell " },
		{ words: `Claim a delivery for ${box.delivery_bonus} gold more`, begins: "claim " },
		{ words: "Play ice with the sale, for gold", begins: "ice", such: "ice" },
		{ words: "Be done with selling", key: "Enter", begins: "done", such: "done" },
		LEAVE,
	],
	buy: [
		{ words: "Buy what the town sells", key: "1–9", begins: "buy " },
		{ words: "Play a peddler", begins: "peddle " },
		{ words: "Be done with buying", key: "Enter", begins: "done", such: "done" },
		LEAVE,
	],
	travelers: [
		{ words: "Take a traveler aboard", key: "1–9", begins: "board " },
		{ words: "Set one down", begins: "set down " },
		{ words: "Be done with it", key: "Enter", begins: "done", such: "done" },
		LEAVE,
	],
	resale: [
		{
			words: "Sell the boat here: the expedition ends, and you are in St. Louis",
			begins: "resell",
			such: "resell",
		},
		{ words: "Keep the boat and sail on", key: "Enter", begins: "sail on", such: "sail on" },
	],
	discard: [{ words: "Give up a card: the boat holds no more", key: "1–9", begins: "discard " }],
	full: [{ words: "Choose the barrel that goes on the season track", begins: "season " }],
	load: [{ words: "Choose the slot of the ship", begins: "load " }],
};
const ICE: Try[] = [
	{ words: "Play ice: nothing on your boat moves", begins: "ice", such: "ice" },
	{ words: "Let it happen: barrels move one space on", begins: "no ice", such: "no ice" },
];

const AT_HAND: Partial<Record<Phase, string[]>> = {
	actions: cite("action", "B30", "B92", "B34"),
	boat: cite("boat", "B68", "B69"),
	market: cite("bought|barrel", "B74", "B75"),
	sell: cite("barrel|sold", "B41", "B43", "B63"),
	buy: cite("buy", "B79", "B81"),
	travelers: cite("traveler", "B84", "B87", "B88"),
	resale: cite("resale|expedition", "B123", "B127"),
	discard: cite("card", "B114", "B115"),
	full: cite("filled", "B57", "B59"),
	load: cite("container", "F48", "F10"),
	spoil_step: cite("spoil|space|ice", "B25", "B26", "B29"),
	spoil_card: cite("spoil|barrels|ice", "B103", "B104", "B109"),
};

export const help: GameHelp = {
	about,
	tries: (table) => {
		const { phase } = view(table);
		const tries = TRIES[phase] ?? (phase.startsWith("spoil") ? ICE : []);
		// With actions left the turn is not what Enter ends.
		const ends = phase === "actions" && !table.legal.some((m) => m === "port" || m.startsWith("move "));
		return ends ? tries.map((t) => (t.begins === "stop" ? { ...t, key: "Enter" } : t)) : tries;
	},
	rules: (table) => AT_HAND[view(table).phase] ?? cite("clockwise|action", "B17", "B30"),
};
