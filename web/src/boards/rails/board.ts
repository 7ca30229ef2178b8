// Small Railroad Empires at the table.
import type { View } from "../../table/messages";
import type { Board, Holding } from "../boards";
import { AT_QUAY } from "../freight/ships";
import { count } from "../words";
import Chart from "./Chart.svelte";
import Goals from "./Goals.svelte";
import { GOOD_SYMBOLS, type RailsFacts, type RailsView } from "./pieces";
import Tray from "./Tray.svelte";
import { draftOf, type Draft } from "./draft.svelte";

function holdings(view: View, seat: number, facts: unknown): Holding[] {
	const rails = view as RailsView;
	const side = rails.side[seat];
	if (!side) return [];
	return [
		{ icon: "i-usd", n: side.money, label: "money" },
		{ icon: "i-star", n: (facts as RailsFacts | null)?.prestige[seat] ?? side.prestige, label: "prestige" },
		{ icon: "i-track", n: side.tracks, label: "tracks left" },
		{ icon: "i-train", n: side.wagons, label: "trains left" },
		{ icon: "k-card", n: side.dealt + side.bought, label: "train cards in hand" },
	];
}

const ICONS: Record<string, string> = {
	star: "i-star",
	claimed: "i-star",
	achieved: "i-star",
	gained: "i-star",
	export: "i-star",
	export_tie: "i-star",
	slot_bonus: "i-star",
	fee: "i-usd",
	borrowed: "i-usd",
	repaid: "i-usd",
	docked: "k-current",
	sailed: "k-current",
	laid: "i-tile",
	offered: "k-card",
};

const ON_HEX = ["started", "built", "star", "expanded"];

/** Who is next, as the rules say (R16, R17, R128). */
function orderOf({ facts, view }: Draft) {
	const order = facts?.order;
	if (!order || !view) return null;
	const { seats, done, next } = order;
	const words = view.round === 0 ? "Then round 1" : view.options.order === "turning" ? "Then back" : "Then";
	return { seats, done, then: next ? { words, seats: next } : undefined };
}

export const board: Board = {
	Chart,
	Tray,
	Aside: Goals,
	players: "Companies",
	desk: 1280,
	where: (view) => {
		const { options, round, last } = view as RailsView;
		return `${options.freight === "on" ? "Freight on Board" : "without ships"} · ${round === 0 ? "setting up" : `round ${round}`}${last !== "goes on" ? ", the last" : ""}`;
	},
	order: (_, table) => orderOf(draftOf(table)),
	facts: (table) => draftOf(table).facts,
	about: (view, seat) => {
		const loans = (view as RailsView).side[seat]?.loans ?? 0;
		return loans > 0 ? count(loans, "loan") : "";
	},
	holdings,
	marks: { prestige: "i-star", money: "i-usd" },
	icon: (event) =>
		event.what === "delivered" || event.what === "rival_delivered"
			? (GOOD_SYMBOLS[event.thing] ?? null)
			: (ICONS[event.what] ?? null),
	spots: ({ what, place, thing }) =>
		ON_HEX.includes(what)
			? [`hex-${place}`]
			: what === "delivered" || what === "rival_delivered"
				? [`city-${place}`]
				: what === "offered" || what === "bought" || what === "surveyed"
					? ["market"]
					: what === "goal" || what === "claimed" || what === "achieved"
						? [`goal-${thing}`]
						: AT_QUAY.includes(what)
							? ["quay"]
							: [],
	keys: [
		["m", "to the next hex where something can be done; from hex to hex with the arrows"],
		["Enter", "choose; once more: do it"],
		["r", "another way for the same delivery"],
		["s", "go on to the next step"],
		["e", "end the turn: pass all that is left of it"],
		["l", "take a loan"],
	],
	point: (table, moves) => draftOf(table).point(moves),
	undo: (table) => draftOf(table).undo(),
};
