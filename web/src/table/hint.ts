// What a bot would do and what it hopes for: the lines that `go BOT info` prints, and how far each is one's own to decide.
import { rules, thinker } from "../muddy/muddy";
import type { View } from "./messages";

export interface Thought { looked: number; proved: boolean; lines: { visits: number; expected: number[]; moves: string[] }[]; move: string }

/** A line for the page: what one would do oneself, where that leads, and what the bot expects after it. */
export interface Advice { own: string[]; /** Of those, so many can be laid out and taken back. */ safe: number; then: string[]; after: View; expected: number[]; share: number }

export function readThought(printed: string[]): Thought {
	const thought: Thought = { looked: 0, proved: false, lines: [], move: "" };
	for (const text of printed) {
		const head = /^info iterations (\d+) visits (\d+).*?( solved)?$/.exec(text), line = /^info line \d+ visits (\d+) expected ((?:-?[\d.]+ )+)moves ?(.*)$/.exec(text);
		if (head) {
			thought.looked = Number(head[2]);
			thought.proved = head[3] !== undefined;
		} else if (line) {
			thought.lines.push({ visits: Number(line[1]), expected: line[2]!.trim().split(" ").map(Number), moves: line[3]!.split("; ").filter((m) => m !== "") });
		} else if (text.startsWith("move ")) {
			thought.move = text.slice(5);
		}
	}
	return thought;
}

/** The moves of a line that are one's own: up to the first that cannot be taken back. */
async function follow(view: View, moves: string[]): Promise<{ own: string[]; safe: number; after: View }> {
	const own: string[] = [];
	let after = view, safe = 0;
	for (const move of moves) {
		const drafts = [...own, move].map((m) => `draft ${m}`);
		const answers = await rules.lines(`view ${JSON.stringify(view)}`, ...drafts, "state").catch(() => null);
		if (!answers)
			break;
		own.push(move);
		if (answers.at(-2)![0] === "final")
			break;
		after = JSON.parse(answers.at(-1)![0]!) as View;
		safe = own.length;
	}
	return { own, safe, after };
}

/** Asks for the mover of this view. The best lines first; what begins alike and leads to the same is told once. */
export async function advise(view: View, bot: string, most = 3): Promise<{ mover: number; thought: Thought; advice: Advice[] }> {
	const answers = await thinker.lines(`view ${JSON.stringify(view)}`, "tomove", `go ${bot} info`);
	const thought = readThought(answers[2]!);
	const lines = thought.lines.length > 0 ? thought.lines : [{ visits: 0, expected: [], moves: [thought.move] }];
	const advice: Advice[] = [], seen = new Set<string>();
	for (const line of lines) {
		const { own, safe, after } = await follow(view, line.moves);
		const name = own.join("; ");
		if (own.length === 0 || seen.has(name))
			continue;
		seen.add(name);
		advice.push({ own, safe, after, then: line.moves.slice(own.length), expected: line.expected, share: thought.looked > 0 ? line.visits / thought.looked : 0 });
		if (advice.length === most)
			break;
	}
	return { mover: Number(answers[1]![0]), thought, advice };
}
