// What Mississippi Queen says of its own table.
import type { GameHelp, Tip, Try } from "../../table/help/help.svelte";
import type { TableState } from "../../table/state.svelte";
import { opened } from "./ask.svelte";
import { draftOf } from "./draft.svelte";
import type { QueenView } from "./river";
import { count } from "./words";

const view = (table: TableState) => table.view as QueenView;

function ship(table: TableState, seat: number): Tip | null {
	const s = view(table).ship[seat];
	if (!s) return null;
	const needed = opened()?.needed ?? 2;
	const aboard = view(table).options.mode === "intro" ? "" : `, ${s.boarded.length} of ${needed} passengers`;
	return {
		title: table.name(seat),
		lines:
			s.fate === "racing"
				? [`Speed ${s.speed}, ${s.coal} coal${aboard}.`, `On tile ${s.tile}, bow to ${s.heading}.`]
				: ["Out of the race."],
		rules: ["Q28", "Q29", "Q57"],
	};
}

function station(table: TableState, tile: number): Tip {
	const n = view(table).waiting[tile] ?? 0;
	const seat = table.eyes;
	const had = seat !== null && (view(table).ship[seat]?.boarded.includes(tile) ?? false);
	return {
		title: `Station on tile ${tile}`,
		lines: [
			n === 0 ? "Nobody waits here any more." : `${n === 1 ? "One waits" : `${n} wait`} here.`,
			had
				? "You have taken one here, and a ship takes no second."
				: "Come to the pier at speed 1: one boards by itself.",
		],
		rules: ["Q101", "Q102", "Q103", "Q105"],
	};
}

function ending(table: TableState, hex: number): Tip | null {
	const draft = draftOf(table);
	const end = draft.ends.get(hex);
	if (!end) return null;
	const { best } = end;
	const pushes = best.moves.some((m) => m.startsWith("push "));
	return {
		title: "Your turn can end here",
		lines: [
			best.landed ? "You land." : `It leaves ${best.coal} of ${draft.coal} coal, at speed ${best.speed}.`,
			...(best.missed ? [draft.box!.too_fast] : []),
			...(pushes ? ["The red rim: a ship is pushed on the way, for one point more."] : []),
		],
		rules: pushes ? ["Q57", "Q58", "Q59"] : best.missed ? ["Q102"] : ["Q29", "Q39", "Q40"],
	};
}

const WORDS: Record<string, Tip> = {
	push: {
		title: "Push that way",
		lines: [
			"Entering the hex costs a point, the push one more. No coal is burnt.",
			"Then the captain who was pushed points the bow.",
		],
		rules: ["Q58", "Q60", "Q67", "Q69"],
	},
	facing: {
		title: "The bow at the end",
		lines: ["Each turn of 60 degrees after the first burns a coal."],
		rules: ["Q39", "Q40"],
	},
	speed: {
		title: "Speed",
		lines: [
			"So many hexes you sail in a turn, no more and no less.",
			"One step up or down is free, each further one burns a coal.",
		],
		rules: ["Q16", "Q17", "Q28"],
	},
	coal: {
		title: "Coal",
		lines: ["Six at the start, and never more. It pays for changes of speed and for turns."],
		rules: ["Q17", "Q40"],
	},
	passenger: { title: "Passengers", lines: ["You need two aboard before you may land."], rules: ["Q101", "Q128"] },
	landing: {
		title: "The landing",
		lines: ["Land at speed 1 with two passengers aboard; in the introductory race at any speed."],
		rules: ["Q125", "Q127", "Q128"],
	},
};

function about(what: string, table: TableState): Tip | null {
	const [kind, n] = what.split("-");
	const number = Number(n);
	switch (kind) {
		case "boat":
		case "seat":
			return ship(table, number);
		case "station":
		case "pier":
			return station(table, number);
		case "reach":
			return ending(table, number);
		case "hold":
			return WORDS[n === "speed" || n === "coal" ? n : "passenger"]!;
		default:
			return WORDS[kind!] ?? null;
	}
}

function tries(table: TableState): Try[] {
	const { phase, points } = view(table);
	if (phase === "speed")
		return [
			{ words: "Pick a tinted hex: the turn ends there, and its coal stands on it", key: "↓", begins: "speed " },
			{ words: "Set the speed, then steer", key: "1–6", begins: "speed " },
			{ words: "Go faster than 6", begins: "speed 7", such: "speed 7" },
		];
	if (phase === "steer")
		return [
			{ words: `Steam ahead: ${count(points, "step")} left`, key: "↑", begins: "ahead", such: "ahead" },
			{ words: "Turn left", key: "←", begins: "left", such: "left" },
			{ words: "Turn right", key: "→", begins: "right", such: "right" },
			{ words: "End the turn", key: "Enter", begins: "end", such: "end" },
		];
	if (phase === "push") return [{ words: "Push the ship off your hex, by a red dart", begins: "push " }];
	return [{ words: "Point the bow: it is free", key: "1–6", begins: "face " }];
}

function rules(table: TableState): string[] {
	const { phase, ship: ships, platform, options } = view(table);
	const chosen = table.match && table.mine ? draftOf(table).shown : null;
	const own = table.eyes === null ? null : ships[table.eyes];
	if (chosen?.missed) return ["Q102", "Q101"];
	if (chosen?.moves.some((m) => m.startsWith("push ")) || phase === "push") return ["Q58", "Q60", "Q67"];
	if (phase === "face") return ["Q69", "Q70"];
	if (phase === "steer") return ["Q29", "Q39", "Q40"];
	if (options.mode !== "intro" && own && own.boarded.length < 2) return ["Q16", "Q101", "Q102"];
	return platform ? ["Q127", "Q128", "Q16"] : ["Q16", "Q17", "Q81"];
}

export const help: GameHelp = { about, tries, rules };
