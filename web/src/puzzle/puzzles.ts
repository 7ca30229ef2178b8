// Where puzzles come from, the tables they stand at, and what a turn that was tried costs.
import broadhorns from "../../../data/puzzles/broadhorns.jsonl?url";
import queen from "../../../data/puzzles/queen.jsonl?url";
import rails from "../../../data/puzzles/rails.jsonl?url";
import { Engine } from "../muddy/muddy";
import { settings } from "../settings.svelte";
import { add, fresh, granted, LocalTable } from "../table/local";
import type { GameName } from "../table/messages";
import type { Told } from "../review/moments";
import type { Puzzle } from "./progress";
import { ask } from "../waiting.svelte";

const files: Record<GameName, string> = { queen, broadhorns, rails };
/** Whoever has no name here yet, in sentences: "The captain slows down". */
const somebody: Record<GameName, string> = { queen: "The captain", broadhorns: "The trader", rails: "The owner" };
const read = new Map<GameName, Promise<Puzzle[]>>();

async function load(game: GameName): Promise<Puzzle[]> {
	const answer = await ask(files[game]);
	if (!answer.ok) throw new Error("The puzzles could not be loaded.");
	const lines = (await answer.text()).split("\n").filter((l) => l !== "");
	return lines.map((l, i) => ({ ...(JSON.parse(l) as Puzzle), game, number: i + 1 }));
}

export function puzzlesOf(game: GameName): Promise<Puzzle[]> {
	const found = read.get(game) ?? load(game);
	read.set(game, found);
	found.catch(() => read.delete(game));
	return found;
}

/** A table that stands at the puzzle, with whoever is asked in their seat and bots in the others. */
export async function tableOf(p: Puzzle): Promise<LocalTable> {
	const words = p.setup.split(" ");
	const players = Number(words.find((w) => w.startsWith("players="))!.slice(8));
	const seats = Array.from({ length: players }, (_, i) =>
		i === p.seat ? { person: settings.name || somebody[p.game] } : { bot: "medium" },
	);
	const options = words.filter((w) => !/^(players|seed)=/.test(w));
	const kept = fresh({ game: p.game, settings: options, seats, level: "medium" });
	const engine = new Engine();
	try {
		const answers = await engine.lines(`new ${p.game} ${p.setup}`, `follow ${p.code}`, "record");
		const record = `${answers[2]!.join("\n")}\n`;
		const { id, key, made, level } = kept;
		add(kept, granted(await engine.table({ type: "open", id, key, made, level, seats, record, plies: p.ply })));
	} finally {
		engine.restart("the puzzle is laid out");
	}
	return new LocalTable(kept, null, false);
}

/** What the moves of the best line tell, up to where somebody else answers. */
export async function wayOf(p: Puzzle): Promise<Told[]> {
	const engine = new Engine();
	const told: Told[] = [];
	try {
		await engine.lines(`new ${p.game} ${p.setup}`, `follow ${p.code}`);
		for (const move of p.best.line) {
			const answers = await engine.lines(`play ${p.seat} ${move}`, "events").catch(() => null);
			if (!answers) break;
			for (const line of answers[1]!) {
				const [what, , seat, thing, place, n] = line.split(" ");
				told.push({
					what: what!,
					seat: seat === "-" ? null : Number(seat),
					thing: Number(thing),
					place: Number(place),
					n: Number(n),
				});
			}
		}
		return told;
	} finally {
		engine.restart("the way is known");
	}
}

/** How much of a chance to win the turn that was played left on the table. */
export async function costOf(record: string, p: Puzzle, plies: number[]): Promise<number> {
	const engine = new Engine();
	try {
		const [lines] = await engine.load(record, `review puzzle ${plies.join(" ")}`);
		const moments = lines!.map((l) => JSON.parse(l) as { mover: number | "chance"; decided: number[] });
		return moments.reduce((sum, m) => sum - (m.mover === p.seat ? m.decided[p.seat]! : 0), 0);
	} finally {
		engine.restart("the turn is judged");
	}
}
