// The pieces that a game is played with: the built-in ones, or the box of somebody's own that a table was made with.
import type { GameName, Match } from "../table/messages";
import { about } from "./about";
import { rules, thinker } from "./muddy";

const own = new Map<GameName, object>();
/** By which box a game is played in this page, by its hash; "": the built-in one. */
const taken = new Map<GameName, string>();

/** To be called before the board of a table is loaded: boards keep their pieces for as long as the page lives, so that other ones need a new page. */
export async function takeBox({ gameName: game, players, box }: Match, pieces: () => Promise<object>): Promise<void> {
	const hash = !box || box.hash === (await about(game)).box ? "" : box.hash; // whatever its owner calls it
	if ((taken.get(game) ?? hash) !== hash) {
		location.reload();
		await new Promise(() => {});
	}
	taken.set(game, hash);
	if (hash === "") return;
	// A record without moves: a position of the same game is then understood with these pieces, until one of another game comes in between.
	const take = (...lines: string[]) => {
		const record = ["big muddy record 1", `game ${game}`, `players ${players.length}`, ...lines, ""].join("\n");
		return Promise.all([rules, thinker].map((engine) => engine.begin(record)));
	};
	try {
		await take(`box built-in ${hash}`); // what was built in once is known by its hash
		own.set(game, JSON.parse((await rules.lines("box"))[0]!.join("\n")) as object);
	} catch {
		const found = own.get(game) ?? (await pieces());
		await take(`box ${hash}`, `pieces ${JSON.stringify(found)}`);
		own.set(game, found);
	}
}

/** What its board shows besides the pieces. */
export const namesOf = async <Names>(game: GameName) =>
	JSON.parse((await rules.lines(own.has(game) ? "names" : `names ${game}`))[0]![0]!) as Names;

/** Who asks before a table has taken one, as the landing does for its tickets, has the built-in box. */
export async function boxOf<Box>(game: GameName): Promise<Box> {
	if (!own.has(game)) taken.set(game, "");
	return (own.get(game) ?? JSON.parse((await rules.lines(`box ${game}`))[0]!.join("\n"))) as Box;
}
