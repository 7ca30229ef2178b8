// What Mississippi Queen says of its own table.
import { cite } from "../../table/help/cite";
import type { GameHelp, Tip, Try } from "../../table/help/help.svelte";
import type { TableState } from "../../table/state.svelte";
import { capital, count, inWords } from "../words";
import { opened } from "./ask.svelte";
import { draftOf } from "./draft.svelte";
import type { Heading, Pieces, QueenView } from "./river";

const view = (table: TableState) => table.view as QueenView;

const BOWS: Record<Heading, string> = {
	N: "north",
	NE: "north-east",
	SE: "south-east",
	S: "south",
	SW: "south-west",
	NW: "north-west",
};

function ship(table: TableState, seat: number): Tip | null {
	const s = view(table).ship[seat];
	if (!s) return null;
	const needed = opened()?.needed;
	const aboard =
		needed === undefined || view(table).options.mode === "intro"
			? ""
			: `, ${s.boarded.length} of ${needed} passengers`;
	return {
		title: table.name(seat),
		lines:
			s.fate === "racing"
				? [
						`Speed ${s.speed}, ${s.coal} coal${aboard}.`,
						`On ${s.tile === 0 ? "the start tile" : `tile ${s.tile}`}, bow to the ${BOWS[s.heading]}.`,
					]
				: ["Out of the race."],
		rules: cite("points|used|push", "Q28", "Q29", "Q57"),
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
				: `Come to the pier ${slowly()}: one boards by itself.`,
		],
		rules: cite("passenger", "Q101", "Q102", "Q103", "Q105"),
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
		rules: pushes
			? cite("push", "Q57", "Q58", "Q59")
			: best.missed
				? cite("passenger", "Q102")
				: cite("points|turn", "Q29", "Q39", "Q40"),
	};
}

/** At which speed a passenger boards and a ship lands. */
const slowly = () => (opened() ? `at speed ${opened()!.slow}` : "slowly");

const words = (box: Pieces | null): Record<string, Tip> => ({
	push: {
		title: "Push that way",
		lines: [
			"Entering the hex costs a point, the push one more. No coal is burnt.",
			"Then the captain who was pushed points the bow.",
		],
		rules: cite("push", "Q58", "Q60", "Q67", "Q69"),
	},
	facing: {
		title: "The bow at the end",
		lines: [
			box
				? `${capital(count(box.free_turns, "turn"))} of 60 degrees ${box.free_turns === 1 ? "is" : "are"} free in your move, each further one burns a coal.`
				: "Each turn of 60 degrees beyond the free ones burns a coal.",
		],
		rules: cite("turn", "Q39", "Q40"),
	},
	speed: {
		title: "Speed",
		lines: [
			"So many hexes you sail in a turn, no more and no less.",
			`${box ? `${capital(count(box.free_change, "step"))} up or down ${box.free_change === 1 ? "is" : "are"} free, each further one` : "A larger change"} burns a coal.`,
		],
		rules: cite("faster|change|points", "Q16", "Q17", "Q28"),
	},
	coal: {
		title: "Coal",
		lines: [
			`${box ? `${capital(inWords(box.coal_start))} at the start, and never more. ` : ""}It pays for changes of speed and for turns.`,
		],
		rules: cite("coal", "Q17", "Q40"),
	},
	passenger: {
		title: "Passengers",
		lines: [`You need ${box ? inWords(box.needed) : "them"} aboard before you may land.`],
		rules: cite("passenger", "Q101", "Q128"),
	},
	landing: {
		title: "The landing",
		lines: [
			`Land ${slowly()} with ${box ? `${inWords(box.needed)} ` : "your "}passengers aboard; in the introductory race at any speed.`,
		],
		rules: cite("land", "Q125", "Q127", "Q128"),
	},
});

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
			return words(opened())[n === "speed" || n === "coal" ? n : "passenger"]!;
		default:
			return words(opened())[kind!] ?? null;
	}
}

function tries(table: TableState): Try[] {
	const { phase, points } = view(table);
	const most = opened()?.speed_max;
	if (phase === "speed")
		return [
			{ words: "Pick a tinted hex: the turn ends there, and its coal stands on it", key: "↓", begins: "speed " },
			{ words: "Set the speed, then steer", key: most ? `1–${most}` : undefined, begins: "speed " },
			...(most
				? [{ words: `Go faster than ${most}`, begins: `speed ${most + 1}`, such: `speed ${most + 1}` }]
				: []),
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
	if (table.mine && draftOf(table).whole?.missed) return cite("passenger", "Q102", "Q101");
	if (chosen?.moves.some((m) => m.startsWith("push ")) || phase === "push") return cite("push", "Q58", "Q60", "Q67");
	if (phase === "face") return cite("bow|facing", "Q69", "Q70");
	if (phase === "steer") return cite("points|turn", "Q29", "Q39", "Q40");
	if (options.mode !== "intro" && own && own.boarded.length < (opened()?.needed ?? 0))
		return cite("faster|passenger", "Q16", "Q101", "Q102");
	return platform
		? cite("land|faster", "Q127", "Q128", "Q16")
		: cite("faster|change|newest tile", "Q16", "Q17", "Q81");
}

export const help: GameHelp = { about, tries, rules };
