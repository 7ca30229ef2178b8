import type { Event } from "../../table/messages";
import type { Board } from "../boards";
import { AT_QUAY } from "../freight/ships";
import { capital } from "../words";
import Chart from "./Chart.svelte";
import { draftOf } from "./draft.svelte";
import {
	boatOf,
	cargoes,
	goodOf,
	handSize,
	portAt,
	portName,
	seasonIcon,
	seasonOf,
	seasons,
	type BroadView,
} from "./pieces";
import Tray from "./Tray.svelte";

const cargoEvents = new Set([
	"refreshed",
	"lost",
	"unloaded",
	"bought",
	"blind",
	"sold",
	"dumped",
	"season",
	"peddled",
]);
const icons: Record<string, string> = {
	iced: "k-ice",
	chilled: "k-ice",
	current: "k-current",
	fare: "k-trav",
	boarded: "k-trav",
	set_down: "k-trav",
	passed: "k-trav",
	left: "k-trav",
	stranded: "k-trav",
	abandoned: "i-loss",
	drew: "k-card",
	discarded: "k-card",
	reshuffled: "k-card",
	spoil_card: "k-card",
	tile: "i-wreath",
	filled: "i-wreath",
	revealed: "i-tile",
	bonus: "i-coin",
	resold: "i-coin",
	slot_bonus: "i-coin",
	export: "i-coin",
	export_tie: "i-coin",
	harvest: "s-autumn",
};

const AT_TOWN = [
	"revealed",
	"port",
	"sold",
	"dumped",
	"claimed",
	"bonus",
	"filled",
	"season",
	"tile",
	"fare",
	"boarded",
	"set_down",
	"passed",
	"resold",
	"left",
];
const AT_MARKET = ["refreshed", "bought", "blind", "peddled"];

export const board: Board = {
	Chart,
	Tray,
	where: (view) => {
		const v = view as BroadView;
		return `${capital(seasonOf(v).name)} · Round ${v.round}${v.final ? ", the last" : ""}`;
	},
	players: "Traders",
	about: (view, seat) => {
		const p = (view as BroadView).player[seat];
		const boat = p && boatOf(p);
		const port = p ? portAt(p.space) : null;
		return !p
			? ""
			: !boat
				? "in St. Louis"
				: `${boat.name} ft, ${port === null ? `space ${p.space}` : portName(port)}`;
	},
	holdings: (view, seat) => {
		const p = (view as BroadView).player[seat];
		return p
			? [
					{ icon: "i-coin", n: p.gold, label: "gold" },
					{ icon: "i-wreath", n: p.wreaths, label: "wreaths" },
					{ icon: "k-card", n: handSize(p), label: "cards in hand" },
				]
			: [];
	},
	marks: { gold: "i-coin", wreath: "i-wreath", ...goodOf },
	season: (n) => capital(seasons[n]!.name),
	icon: (event: Event) =>
		event.what === "season"
			? seasonIcon(seasons[event.n]!)
			: cargoEvents.has(event.what)
				? (goodOf[cargoes[event.thing]!] ?? null)
				: (icons[event.what] ?? null),
	spots: ({ what, seat, place, thing }) => [
		...(seat === null ? [] : [`boat-${seat}`]),
		...(AT_TOWN.includes(what)
			? [`town-${place}`]
			: what === "moved"
				? [`space-${place}`]
				: AT_MARKET.includes(what)
					? ["market", `market-${cargoes[thing]}`]
					: AT_QUAY.includes(what)
						? ["quay"]
						: []),
		...(what === "season" || what === "harvest" ? ["seasons"] : []),
	],
	point: (table, moves) => {
		draftOf(table).pointed = moves?.find((m) => /^(move|sell|buy|board|claim) /.test(m)) ?? moves?.[0] ?? null;
	},
	tabbed: true,
	desk: 1280,
	keys: [
		["1 to 9", "sail so many spaces; or choose that row of the panel"],
		["Enter", "what the panel proposes"],
		["p", "call at the port"],
		["l", "leave the port"],
	],
};
