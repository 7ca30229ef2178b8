// Questions that a game asks out of turn, and how they can be answered beforehand. The server says which there are.
import type { GameName } from "../messages";
import { api } from "../source";

export interface Prompt {
	name: string;
	orders: string[];
	preset: string;
	help: string;
}

const known = new Map<GameName, Promise<Prompt[]>>();

export function promptsOf(game: GameName): Promise<Prompt[]> {
	if (!known.has(game))
		known.set(
			game,
			api<{ prompts: Prompt[] }>(`/${game}/options`).then((o) => o.prompts),
		);
	const found = known.get(game)!;
	found.catch(() => known.delete(game));
	return found;
}
