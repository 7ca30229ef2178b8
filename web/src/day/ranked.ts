// Deals on a server: begun and drawn there, so that nobody can claim what they have not played. Who one is, is a token that this browser keeps.
import { capital } from "../boards/words";
import type { GameName } from "../table/messages";
import { holdSeat } from "../table/remote/held";
import { api, freshKey } from "../table/source";
import { ask as askServer } from "../waiting.svelte";

export interface Outcome {
	name: string;
	/** At their table. */
	place: number;
	score: number;
	you?: boolean;
	/** Of a duplicate. */
	matchID?: string;
}

/** What a server tells of a deal: docs/openapi.json. */
export interface Told {
	until: number;
	now: number;
	commit: string;
	/** Once the deal is over. */
	key?: string;
	players: number;
	seat: number;
	bots: string;
	expertBot: string;
	/** The hash of what bots judge positions by. */
	net: string;
	played: number;
	/** Once one's own game is over, or the deal is. */
	results?: Outcome[];
	expert?: { place: number; score: number } | null;
}

const TOKEN = "bigmuddy.day.token";
const TABLE = "bigmuddy.day.table.";
/** For a browser that keeps nothing. */
const memory = new Map<string, string>();

function recall(name: string): string | null {
	try {
		return localStorage.getItem(name) ?? memory.get(name) ?? null;
	} catch {
		return memory.get(name) ?? null;
	}
}
function keep(name: string, value: string): void {
	memory.set(name, value);
	try {
		localStorage.setItem(name, value);
	} catch {
		// Then memory has to do.
	}
}

function token(): string {
	const found = recall(TOKEN);
	if (found !== null && /^[\w-]{22}$/.test(found)) return found;
	const made = freshKey();
	keep(TOKEN, made);
	return made;
}

/** The table of this browser, if it has begun that deal. */
export const tableOf = (game: GameName, name: string): string | null => recall(`${TABLE}${name}.${game}`);

export async function ask(game: GameName, name: string): Promise<Told> {
	const answer = await askServer(`/games/${game}/deals/${name}`, { headers: { Authorization: `Bearer ${token()}` } });
	const said = (await answer.json()) as Told & { words?: string };
	if (!answer.ok) throw new Error(capital(said.words ?? answer.statusText));
	return said;
}

/** Begins the deal, or goes on with it; where. */
export async function begin(game: GameName, name: string, person: string): Promise<string> {
	const { commit } = await ask(game, name);
	const got = await api<{ matchID: string; playerID: string; playerCredentials: string }>(`/${game}/deals/${name}`, {
		playerName: person || "Captain",
		key: token(),
	});
	const { matchID: id, playerCredentials: secret } = got;
	keep(`${TABLE}${name}.${game}`, id);
	holdSeat({ id, game, seat: Number(got.playerID), secret, nonce: null, since: Date.now(), commit });
	return `./t/${id}`;
}

const better = (a: Outcome, b: Outcome) => b.score - a.score || a.place - b.place;

/** One's place among all who have played it; those who did as well share it. Null: one has not. */
export function rankIn(results: readonly Outcome[]): { n: number; of: number } | null {
	const mine = results.find((r) => r.you);
	return mine ? { n: 1 + results.filter((r) => better(r, mine) < 0).length, of: results.length } : null;
}

export interface Bar {
	label: string;
	n: number;
	mine: boolean;
}
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const MOST_BARS = 8;

/** How many did how well: by places in a race, else by what they have. */
export function barsOf(game: GameName, results: readonly Outcome[], players: number): Bar[] {
	if (game === "queen")
		return Array.from({ length: players }, (_, i) => ({
			label: `${i + 1}.`,
			n: results.filter((r) => r.place === i + 1).length,
			mine: results.some((r) => r.you && r.place === i + 1),
		}));
	const scores = results.map((r) => r.score);
	if (scores.length === 0) return [];
	const [least, most] = [Math.min(...scores), Math.max(...scores)];
	const count = (step: number) => Math.floor(most / step) - Math.floor(least / step) + 1;
	const step = STEPS.find((s) => count(s) <= MOST_BARS) ?? Math.ceil((most - least + 1) / (MOST_BARS - 1));
	const first = Math.floor(least / step);
	return Array.from({ length: count(step) }, (_, i) => {
		const from = (first + i) * step;
		const here = results.filter((r) => Math.floor(r.score / step) === first + i);
		return {
			label: step === 1 ? `${from}` : `${from}–${from + step - 1}`,
			n: here.length,
			mine: here.some((r) => r.you),
		};
	});
}
