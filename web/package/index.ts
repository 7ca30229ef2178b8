// The rules of Big Muddy for programs in JavaScript: one game, asked in the words of the engine protocol (docs/protocol.md). No rule is written here.
import type { BroadhornsView, GameName, QueenPlan, QueenView, RailsView, View } from "../src/muddy/fields.js";
import { Muddy } from "../src/muddy/wasm.js";

export type { BroadhornsView, GameName, QueenPlan, QueenView, RailsView, View };
export { Panic } from "../src/muddy/wasm.js";

/** What a seat may know of each game. */
export interface Views {
	queen: View & QueenView;
	broadhorns: View & BroadhornsView;
	rails: View & RailsView;
}

/** How a game can be set up, as `bigmuddy play --help` lists it: players, seed, names and the options of the game. */
export type Settings = Record<string, string | number>;

/** Each of the files beside this one is read once, in Node, or fetched elsewhere. */
const files = new Map<string, Promise<Uint8Array>>();

async function read(name: string): Promise<Uint8Array> {
	const url = new URL(name, import.meta.url);
	if (url.protocol === "file:") return (await import("node:fs/promises")).readFile(url);
	const answer = await fetch(url);
	if (!answer.ok) throw new Error(`${url.href} could not be loaded (${answer.status})`);
	return new Uint8Array(await answer.arrayBuffer());
}

function file(name: string): Promise<Uint8Array> {
	const known = files.get(name);
	if (known) return known;
	const asked = read(name);
	files.set(name, asked);
	asked.catch(() => files.delete(name)); // the next one tries again
	return asked;
}

const started = async (): Promise<Muddy> => Muddy.start(new Uint8Array(await file("./muddy.wasm")));

export class Game<Name extends GameName> {
	private constructor(
		readonly name: Name,
		private readonly muddy: Muddy,
	) {}

	/** Begins a game. Chance is drawn by itself, from `seed` if that is given. */
	static async start<Name extends GameName>(name: Name, settings: Settings = {}): Promise<Game<Name>> {
		const game = new Game(name, await started());
		game.muddy.line(
			`new ${[name, ...Object.entries(settings).map(([key, value]) => `${key}=${value}`)].join(" ")}`,
		);
		game.muddy.net(name, await file(`./${name}.net`));
		return game;
	}

	/** Goes on from the end of a record. */
	static async load(record: string): Promise<Game<GameName>> {
		const muddy = await started();
		muddy.load(record);
		const { game } = JSON.parse(muddy.line("view watcher")[0]!) as View;
		muddy.net(game, await file(`./${game}.net`));
		return new Game(game, muddy);
	}

	/** The seat that decides, from 0; undefined: the game is over, or chance=manual and chance is to move. */
	get toMove(): number | undefined {
		const seat = Number(this.muddy.line("tomove")[0]);
		return Number.isNaN(seat) ? undefined : seat;
	}

	get isOver(): boolean {
		return this.muddy.line("tomove")[0] === "over";
	}

	/** The moves that can be played, as they are written. */
	legal(): string[] {
		return this.muddy.line("legal");
	}

	/** Undefined: it is legal. Else the rule that forbids it and why: "Q31 there is land ahead". */
	why(move: string): string | undefined {
		const answer = this.muddy.line(`why ${move}`)[0];
		return answer === "legal" ? undefined : answer;
	}

	/** Plays a move, and what chance does after it. One that is not legal throws with its reason and changes nothing. */
	play(move: string): void {
		this.muddy.line(`play ${move}`);
	}

	undo(): void {
		this.muddy.line("undo");
	}

	/** What a seat may know, or somebody who only watches, and nothing else. */
	view(seat: number | "watcher"): Views[Name] {
		return JSON.parse(this.muddy.line(`view ${seat}`)[0]!) as Views[Name];
	}

	/** The move that a bot would make for the seat to move. It sees that seat's view: "simple", "search:200", "hard:300ms". */
	ask(bot: string): string {
		return this.muddy.line(`go ${bot}`)[0]!.replace(/^move /, "");
	}

	/** The board as text. */
	board(): string {
		return this.muddy.line("board").join("\n");
	}

	/** Places from 1 and points, by seat. */
	score(): { place: number; score: number }[] {
		return this.muddy
			.line("score")
			.flatMap((line) => [...line.matchAll(/^\d+ place (\d+) score (-?\d+)/g)])
			.map(([, place, score]) => ({ place: Number(place), score: Number(score) }));
	}

	/** The game so far, as a record that every version of Big Muddy can replay. */
	record(): string {
		return this.muddy.line("record").join("\n") + "\n";
	}
}
