// Positions for the drawings of the rules. The engine makes them: a game that two or three bots play until something holds, or a position that is
// set up and checked. What is drawn is a table that stands still there.
import { Engine } from "../../../muddy/muddy";
import type { FromTable, Game, GameName, Match, View } from "../../../table/messages";
import type { Source } from "../../../table/source";
import { TableState } from "../../../table/state.svelte";

export interface Figure {
	/** The rules that it shows, the nearest first. It stands behind the first of them. */
	rules: string[];
	/** What there is to see, in bold; and the rest of the caption. */
	title: string;
	words: string;
	/** How the engine begins: `new queen players=3 seed=1`. */
	begin: string;
	/** Played by the bot `simple` until this holds, at a decision of a seat. */
	until?: (view: Seen) => boolean;
	/** A position that is set up from there: it changes what `state` printed. */
	change?: (state: Seen) => void;
	/** Moves after that. */
	play?: string[];
	/** Whose eyes; without it those of the seat to move. */
	seat?: number;
}
/** Views and states as JSON: a figure knows the fields of its game. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Seen = any;

/** An engine of its own: that of a table may be at work with other pieces. */
const artist = new Engine();
const MOST_MOVES = 600;

async function ask(...lines: string[]): Promise<string[][]> {
	return artist.lines(...lines);
}

/** The first decision of the game at which it holds; one call at a time, for the engine remembers where it is. */
async function playUntil(begin: string, holds: (view: Seen) => boolean): Promise<void> {
	await ask(begin);
	for (let n = 0; n < MOST_MOVES; n++) {
		const mover = (await ask("tomove"))[0]![0]!;
		if (mover === "over") break;
		if (mover !== "chance") {
			const view = JSON.parse((await ask(`view ${mover}`))[0]![0]!) as Seen;
			if (holds(view)) return;
		}
		const move = (await ask("go simple"))[0]!.at(-1)!.slice(5);
		await ask(`play ${move}`);
	}
	throw new Error(`no position for a drawing in ${begin}`);
}

export interface Position {
	view: View;
	legal: string[];
	seat: number;
	mover: number | null;
}

let turn: Promise<unknown> = Promise.resolve();
/** Positions are made one after the other. */
export function positionOf(figure: Figure): Promise<Position> {
	const made = turn.then(() => make(figure));
	turn = made.catch(() => {});
	return made;
}

async function make({ begin, until, change, play = [], seat }: Figure): Promise<Position> {
	if (until) await playUntil(begin, until);
	else await ask(begin);
	if (change) {
		const state = JSON.parse((await ask("state"))[0]![0]!) as Seen;
		change(state);
		await ask(`position ${JSON.stringify(state)}`);
	}
	const answers = await ask(...play.map((m) => `play ${m}`), "tomove");
	const to = Number(answers.at(-1)![0]!);
	const mover = Number.isNaN(to) ? null : to;
	const eyes = seat ?? mover ?? 0;
	const [view, legal] = await ask(`view ${eyes}`, mover === eyes ? "legal" : "tomove");
	return { view: JSON.parse(view![0]!) as View, legal: mover === eyes ? legal! : [], seat: eyes, mover };
}

/** A table that says one thing, and hears nothing. */
class StillTable implements Source {
	readonly remote = false;
	readonly mine: number[];
	constructor(
		private readonly match: Match,
		private readonly game: Game,
		seat: number,
	) {
		this.mine = [seat];
	}
	listen(heard: (message: FromTable) => void, state: (connected: boolean) => void): void {
		heard({ type: "welcome", table: this.match, you: this.mine[0]!, now: 0, reachable: true });
		heard(this.game);
		state(true);
	}
	say(): void {}
	pieces(): Promise<object> {
		return Promise.resolve({});
	}
	close(): void {}
}

export function stillTable(gameName: GameName, { view, legal, seat, mover }: Position): TableState {
	const players = Array.from({ length: view.players as number }, (_, id) => ({ id, name: "", kind: "bot" as const }));
	const match = {
		matchID: "drawing",
		gameName,
		players,
		setupData: {},
		rules: 1,
		pace: null,
		status: "running",
		unlisted: true,
		createdAt: 0,
		updatedAt: 0,
		commit: "",
	} as unknown as Match;
	const game = {
		type: "game",
		seq: 1,
		place: 1,
		ply: 0,
		status: "running",
		toMove: mover,
		prompt: null,
		asked: false,
		view,
		legal,
		undo: 0,
		ask: null,
		clock: null,
		orders: {},
		log: [],
	} as unknown as Game;
	return new TableState(new StillTable(match, game, seat));
}
