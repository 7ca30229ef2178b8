// The three rulebooks, each fetched when somebody opens it: they are text, not script.
import broadhorns from "../../../../docs/rules/broadhorns.md?url";
import queen from "../../../../docs/rules/queen.md?url";
import rails from "../../../../docs/rules/rails.md?url";
import type { GameName } from "../../table/messages";
import { parse, type Rulebook } from "./parse";
import { ask } from "../../waiting.svelte";

const addresses: Record<GameName, string> = { queen, broadhorns, rails };
const opened = new Map<GameName, Promise<Rulebook>>();

export function rulebook(game: GameName): Promise<Rulebook> {
	const known = opened.get(game);
	if (known) return known;
	const book = ask(addresses[game]).then(async (file) => {
		if (!file.ok) throw new Error(`The rules could not be fetched (${file.status}).`);
		return parse(await file.text());
	});
	opened.set(game, book);
	book.catch(() => opened.delete(game)); // the next one tries again
	return book;
}
