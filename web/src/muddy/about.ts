// What the rules say of each game before it begins.
import type { GameName } from "../table/messages";
import { rules } from "./muddy";

export interface Option {
	name: string;
	values?: string[];
	min?: number;
	max?: number;
	preset: string | number;
	help: string;
}
/** box: the hash of the built-in pieces. */
export interface About {
	game: GameName;
	title: string;
	box: string;
	players: [number, number];
	options: Option[];
}

let all: Promise<About[]> | undefined;

export async function about(game: GameName): Promise<About> {
	all ??= rules.lines("games").then(([lines]) => lines!.map((l) => JSON.parse(l) as About));
	all.catch(() => (all = undefined));
	return (await all).find((a) => a.game === game)!;
}
