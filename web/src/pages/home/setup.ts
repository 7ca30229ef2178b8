// What can be chosen before a game begins. The C code says which options there are; this file only gives them words.
import type { Option } from "../../muddy/about";
import type { GameName } from "../../table/messages";

/** An option's name in words: "wild_any_order" is "Wild any order". */
export const spoken = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** Options that most people decide about; the others are rulings, and folded away. */
const main: Record<GameName, string[]> = { queen: ["mode"], broadhorns: ["freight"], rails: ["freight", "rival"] };
export const isMain = (game: GameName, option: Option) => main[game].includes(option.name);
/** Options that mean something to so many players. */
export const matters = (option: Option, players: number) =>
	players === 1 ? option.name !== "order" : option.name !== "rival";

const titles: Record<string, string> = {
	mode: "The race",
	freight: "Freight on Board",
	rival: "The rival",
	order: "Order of turns",
};
export const titleOf = (o: Option) => titles[o.name] ?? spoken(o.name);
const words: Record<string, string> = {
	passengers: "Passengers",
	intro: "First race, without passengers",
	turning: "Turns after each round",
	fixed: "Always the same",
	passing: "First player passes on",
	on: "With it",
	off: "Without",
};
export const wordsOf = (value: string) => words[value] ?? spoken(value);

export type Pace = { kind: "none" } | { kind: "live"; move: number; bank: number } | { kind: "slow"; days: number };
export const paceOf = (p: Pace) =>
	p.kind === "live" ? { move: p.move, bank: p.bank } : p.kind === "slow" ? { days: p.days } : null;

/** A name as the server takes it: up to 31 bytes without comma, # and control characters. */
export function goodName(name: string): string {
	let good = [...name]
		.filter((c) => c >= " " && c !== "," && c !== "#" && c !== "\x7f")
		.join("")
		.trim();
	while (new TextEncoder().encode(good).length > 31) good = [...good].slice(0, -1).join("").trim();
	return good;
}
