// Moves as the rules write them (docs/notation.md), taken apart so that things on the chart can find their own.
import { box, type Cargo } from "./pieces";

interface Cargoed {
	cargo: Cargo;
}
interface Carded {
	card: string;
}
type Nothing = Record<never, never>;

/** What each kind of move says beside its name. */
interface Parts {
	move: { spaces: number };
	sell: { cargo: Cargo; place: number; value: number };
	buy: Cargoed;
	peddle: Cargoed;
	season: Cargoed;
	claim: Carded;
	board: Carded;
	"set down": Carded;
	discard: Carded;
	boat: { boat: number };
	load: { slot: number };
	port: Nothing;
	current: Nothing;
	abandon: Nothing;
	stop: Nothing;
	ice: Nothing;
	"no ice": Nothing;
	blind: Nothing;
	done: Nothing;
	resell: Nothing;
	"sail on": Nothing;
	other: Nothing;
}
export type Kind = keyof Parts;
export type MoveOf<K extends Kind> = { text: string; kind: K } & Parts[K];
export type Move = { [K in Kind]: MoveOf<K> }[Kind];

const plain = new Set(["port", "current", "abandon", "stop", "ice", "no ice", "blind", "done", "resell", "sail on"]);

export function read(text: string): Move {
	if (plain.has(text)) return { text, kind: text } as Move;
	const sale = /^sell (\w+)@(\d+) for (\d+)$/.exec(text);
	if (sale) return { text, kind: "sell", cargo: sale[1] as Cargo, place: Number(sale[2]), value: Number(sale[3]) };
	const [, kind, what] = /^(set down|\w+) (.+)$/.exec(text) ?? [];
	if (kind === "move") return { text, kind, spaces: Number(what) };
	if (kind === "buy" || kind === "peddle" || kind === "season") return { text, kind, cargo: what as Cargo };
	if (kind === "claim" || kind === "board" || kind === "set down" || kind === "discard")
		return { text, kind, card: what! };
	if (kind === "boat") return { text, kind, boat: box.boat.findIndex((b) => b.name === what) };
	if (kind === "load") return { text, kind, slot: Number(what) };
	return { text, kind: "other" };
}
