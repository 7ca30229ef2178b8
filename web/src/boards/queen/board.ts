// Mississippi Queen at the table.
import type { View } from "../../table/messages";
import type { Board, Holding } from "../boards";
import Aside from "./Aside.svelte";
import Chart from "./Chart.svelte";
import { opened } from "./ask.svelte";
import { draftOf } from "./draft.svelte";
import type { QueenView } from "./river";
import Tray from "./Tray.svelte";
import { place } from "./words";

const FATES: Record<string, string> = {
	"last afloat": "last afloat",
	"round cap": "afloat at the end",
	aground: "aground",
	straggler: "left behind",
};

function holdings(view: View, seat: number): Holding[] {
	const { ship, options } = view as QueenView;
	const s = ship[seat];
	if (!s) return [];
	if (s.fate !== "racing")
		return [
			{
				icon: "i-tile",
				n: s.fate === "landed" ? `landed ${place(s.left)}` : (FATES[s.fate] ?? s.fate),
				label: "out of the race",
			},
		];
	const room = options.mode === "intro" ? 0 : (opened()?.needed ?? s.boarded.length);
	const passengers = Array.from({ length: room }, (_, i): Holding =>
		i < s.boarded.length
			? { icon: "i-pax", n: "", label: `passenger ${i + 1} aboard` }
			: { icon: "i-paxo", n: "", label: `passenger ${i + 1} missing` },
	);
	return [
		{ icon: "i-speed", n: s.speed, label: "speed" },
		{ icon: "i-coal", n: s.coal, label: "coal" },
		...passengers,
	];
}

const ICONS: Record<string, string> = {
	rolled: "i-die",
	laid: "i-tile",
	removed: "i-tile",
	platform: "i-tile",
	stocked: "i-pax",
	boarded: "i-pax",
	pushed: "i-push",
	bumped: "i-push",
};

const ON_HEX = ["ahead", "bumped", "pushed"];
const ON_TILE = ["boarded", "removed", "laid", "stocked"];

export const board: Board = {
	Chart,
	Tray,
	Aside,
	where: (view) => {
		const { options, round } = view as QueenView;
		return `${options.mode === "intro" ? "Introductory race" : "Passenger race"} · Round ${Math.max(1, round)}`;
	},
	order: (view) => {
		const { order, at } = view as QueenView;
		return { seats: order, done: at };
	},
	holdings,
	marks: { coal: "i-coal", passenger: "i-pax", tile: "i-tile" },
	icon: (event) => ICONS[event.what] ?? null,
	spots: ({ what, seat, place }) => [
		...(seat === null ? [] : [`boat-${seat}`]),
		...(ON_HEX.includes(what) ? [`hex-${place}`] : ON_TILE.includes(what) ? [`tile-${place}`] : []),
	],
	keys: [
		["1 to 6", "set the speed; where to face, clockwise from north"],
		["← ↑ →", "steer: left, ahead, right"],
		["↓", "to the hexes where the turn can end; from one to the next with the arrows"],
		["Enter", "lay out a course; once more: steam ahead"],
		["Backspace", "take back a step"],
	],
	steers: true,
	point: (table, moves) => draftOf(table).point(moves),
	undo: (table) => draftOf(table).undo(),
};
