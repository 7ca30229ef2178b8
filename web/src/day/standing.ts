// Where a deal stands for whoever reads this: on a server, where it counts, or in this page alone.
import type { GameName } from "../table/messages";
import { results, type Result } from "../table/results";
import { dealOf, keptExpert, play, resultIn, isBegun, type Deal, type Expert } from "./deals";
import { ask, begin, rankIn, tableOf, type Told } from "./ranked";

export interface Standing {
	game: GameName;
	name: string;
	players: number;
	bots: string;
	net: string;
	begun: boolean;
	/** One's own game, once it is over. */
	own: Result | null;
	/** Among all on this server; null: one has not played it there, or there is none. */
	rank: { n: number; of: number } | null;
	expert: Expert | null;
	/** Decisions that expert has made so far in its game in this page; null: it does not play now. */
	far: number | null;
	/** What the server tells; null: the deal is played in this page. */
	told: Told | null;
	/** In this page. */
	deal: Deal | null;
}

export async function localStanding(game: GameName, name: string): Promise<Standing> {
	const deal = await dealOf(game, name);
	const { players, bots, net } = deal;
	return {
		...{ game, name, players, bots, net, deal, rank: null, far: null, told: null },
		begun: isBegun(deal),
		own: resultIn(deal),
		expert: keptExpert(deal.id),
	};
}

export async function rankedStanding(game: GameName, name: string): Promise<Standing> {
	const told = await ask(game, name);
	const { players, bots, net } = told;
	const id = tableOf(game, name);
	return {
		...{ game, name, players, bots, net, told, far: null, deal: null, begun: id !== null },
		own: results().find((r) => r.id === id) ?? null,
		rank: rankIn(told.results ?? []),
		expert: told.expert ?? null,
	};
}

/** Begins the deal, or goes on with it; where. */
export const enter = async ({ game, name, deal }: Standing, person: string): Promise<string> =>
	deal ? play(deal, person) : begin(game, name, person);

/** One's place: among all on the server, else at one's table. */
export const placeOf = ({ rank, own }: Standing): { n: number; of: number } | null =>
	rank ?? (own && own.you !== null ? { n: own.seats[own.you]!.place, of: own.seats.length } : null);
