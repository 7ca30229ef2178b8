// One deal for everybody, played at a table in this page. The C code deals (src/table/deal.h): from the name of the deal alone, so whoever has
// the same name has the same draws, the same seat and the same bots.
import { Engine, rules } from "../muddy/muddy";
import { decide, granted, isKept, opening, type Kept } from "../table/local";
import type { FromLocal, Game, GameName, SeatOf } from "../table/messages";
import { results, type Result } from "../table/results";
import { start } from "../table/start";
import type { DealtFromLocal } from "../table/words";

/** What was dealt: `id` and `key` are those of the table in this page, `seat` is the person's, `bots` are levels with iterations, "hard:240", and `net` is what they
 *  judge positions by. */
export interface Deal extends Omit<DealtFromLocal, "type"> {
	game: GameName;
	/** "2026-11-17", or of a duplicate "2026-11-17-k3fmx9aq". */
	name: string;
}

export async function dealOf(game: GameName, name: string): Promise<Deal> {
	const dealt = granted(await rules.table({ type: "deal", game, name })).find((m) => m.type === "dealt")!;
	const { id, key, players, seat, bots, expert, net } = dealt;
	return { game, name, id, key, players, seat, bots, expert, net };
}

const seatsOf = ({ players, seat, bots }: Deal, mine: SeatOf): SeatOf[] =>
	Array.from({ length: players }, (_, i) => (i === seat ? mine : { bot: bots }));

function tableOf({ id, key, game, name, players, bots }: Deal): Kept {
	const made = Date.now();
	return { id, key, made, level: bots, game, settings: [`players=${players}`], rows: [], changed: made, deal: name };
}

/** Where the deal is played: one table in this browser for each deal, begun now or gone on with. */
export function play(deal: Deal, person: string): string {
	if (!isKept(deal.id)) start(tableOf(deal), seatsOf(deal, { person: person || "Captain" }));
	return `./#/play/${deal.id}`;
}

export const resultIn = (deal: Deal): Result | null => results().find((r) => r.id === deal.id) ?? null;
export const isBegun = (deal: Deal): boolean => isKept(deal.id);

/* What expert makes of the seat ---------------------------------------------------------- */

export interface Expert {
	place: number;
	score: number;
}
const EXPERT = "bigmuddy.expert.";

export function keptExpert(id: string): Expert | null {
	try {
		const found = JSON.parse(localStorage.getItem(EXPERT + id) ?? "null") as Partial<Expert> | null;
		return typeof found?.place === "number" && typeof found.score === "number" ? (found as Expert) : null;
	} catch {
		return null;
	}
}

function keepExpert(id: string, found: Expert): void {
	try {
		localStorage.setItem(EXPERT + id, JSON.stringify(found));
	} catch {
		// It is worked out again the next time.
	}
}

/** Plays the deal with an expert in the seat, in workers of its own. far: decisions so far. Null: it was stopped. */
export async function expertIn(
	deal: Deal,
	far: (decisions: number) => void,
	stopped: () => boolean,
): Promise<Expert | null> {
	const { id, seat, game, expert } = deal;
	const [engine, mind] = [new Engine(), new Engine()];
	try {
		let said: FromLocal[] = granted(
			await engine.table(
				{ ...opening(tableOf(deal)), seats: seatsOf(deal, { bot: expert }) },
				{ type: "hello", table: id },
			),
		);
		for (let n = 1; !stopped(); n++) {
			const think = said.find((m) => m.type === "think");
			if (!think) break;
			const move = await decide(mind, game, think);
			said = granted(await engine.table({ type: "decided", seat: think.seat, place: think.place, move }));
			far(n);
		}
		const over = said.findLast((m): m is Game => m.type === "game")?.over;
		if (!over?.places || !over.scores) return null;
		const found = { place: over.places[seat]!, score: over.scores[seat]! };
		keepExpert(id, found);
		return found;
	} finally {
		engine.restart("the expert has played");
		mind.restart("the expert has played");
	}
}
