// What a bot would do and what it hopes for: the lines that `go BOT info` prints, and how far each is one's own to decide.
import { rules, thinker } from "../muddy/muddy";
import type { View } from "./messages";

/** What to do, and why, as the rules say it. */
export interface Words {
	act: string;
	why: string;
}

export interface Thought {
	looked: number;
	proved: boolean;
	lines: { visits: number; expected: number[]; moves: string[]; words: Words | null }[];
	move: string;
}

/** A line for the page: what one would do oneself, and what the bot expects after it. */
export interface Advice {
	/** null: a game without words for it. */
	words: Words | null;
	own: string[];
	/** Of those, so many can be laid out and taken back. */ safe: number;
	then: string[];
	expected: number[];
	/** Iterations behind what is expected; Infinity where that is proved. */ visits: number;
}

/** Fewer iterations than this behind a line are no ground for numbers. */
const ENOUGH = 100;

/** The chances of all seats to win, in whole percent that add up to 100; null where the bot has looked too little to tell. */
export function chances(a: Advice): number[] | null {
	const worth = a.expected.map((x) => Math.max(0, x));
	const sum = worth.reduce((s, x) => s + x, 0);
	if (worth.length < 2 || sum <= 0 || a.visits < ENOUGH) return null;
	const exact = worth.map((x) => (100 * x) / sum);
	const whole = exact.map(Math.floor);
	const left = 100 - whole.reduce((s, n) => s + n, 0);
	const byRemainder = exact.map((x, i) => ({ i, rest: x - whole[i]! })).sort((p, q) => q.rest - p.rest || p.i - q.i);
	for (const { i } of byRemainder.slice(0, left)) whole[i]!++;
	return whole;
}

export function readThought(printed: string[]): Thought {
	const thought: Thought = { looked: 0, proved: false, lines: [], move: "" };
	for (const text of printed) {
		const head = /^info iterations (\d+) visits (\d+).*?( solved)?$/.exec(text);
		const line = /^info line \d+ visits (\d+) expected ((?:-?[\d.]+ )+)moves ?(.*)$/.exec(text);
		if (head) {
			thought.looked = Number(head[2]);
			thought.proved = head[3] !== undefined;
		} else if (line) {
			thought.lines.push({
				visits: Number(line[1]),
				expected: line[2]!.trim().split(" ").map(Number),
				moves: line[3]!.split("; ").filter((m) => m !== ""),
				words: null,
			});
		} else if (text.startsWith("info words ")) {
			thought.lines.at(-1)!.words = JSON.parse(text.slice(text.indexOf("{"))) as Words;
		} else if (text.startsWith("move ")) {
			thought.move = text.slice(5);
		}
	}
	return thought;
}

/** The moves of a line that are one's own: up to the first that cannot be taken back. */
async function follow(view: View, moves: string[]): Promise<{ own: string[]; safe: number }> {
	const own: string[] = [];
	let safe = 0;
	for (const move of moves) {
		const drafts = [...own, move].map((m) => `draft ${m}`);
		const answers = await rules.lines(`view ${JSON.stringify(view)}`, ...drafts).catch(() => null);
		if (!answers) break;
		own.push(move);
		if (answers.at(-1)![0] === "final") break;
		safe = own.length;
	}
	return { own, safe };
}

/** Asks for the mover of this view. The best lines first; what comes to the same words is told once. */
export async function advise(
	view: View,
	bot: string,
	most = 3,
): Promise<{ mover: number; thought: Thought; advice: Advice[] }> {
	const answers = await thinker.lines(`view ${JSON.stringify(view)}`, "tomove", `go ${bot} info`);
	const thought = readThought(answers[2]!);
	const lines =
		thought.lines.length > 0 ? thought.lines : [{ visits: 0, expected: [], moves: [thought.move], words: null }];
	const advice: Advice[] = [];
	const seen = new Set<string>();
	for (const line of lines) {
		const { own, safe } = await follow(view, line.moves);
		const name = line.words?.act ?? own.join("; ");
		if (own.length === 0 || seen.has(name)) continue;
		seen.add(name);
		advice.push({
			words: line.words,
			own,
			safe,
			then: line.moves.slice(own.length),
			expected: line.expected,
			visits: thought.proved ? Infinity : line.visits,
		});
		if (advice.length === most) break;
	}
	return { mover: Number(answers[1]![0]), thought, advice };
}
