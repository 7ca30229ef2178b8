// Every lesson is played to its end, by legal moves of any kind: nothing the learner does gets it stuck.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Muddy } from "../src/muddy/wasm";
import { broadhorns } from "../src/pages/learn/broadhorns";
import { ALONE, Course, said, type Lesson, type Now } from "../src/pages/learn/course";
import { queen } from "../src/pages/learn/queen";
import { rails } from "../src/pages/learn/rails";
import { parse } from "../src/pages/rules/parse";
import type { FromLocal, View } from "../src/table/messages";
import { errorsIn, gameIn, hear, look, start, thinkIn } from "./muddy";

let muddy: Muddy;
beforeAll(async () => {
	muddy = await start();
});

function begin({ id, key, game, settings, bots }: Lesson): FromLocal[] {
	const seats = [{ person: "You" }, ...Array.from({ length: bots }, () => ({ bot: "easy" }))];
	hear(muddy, { type: "open", id, key, made: 1000, level: "easy", game, settings, rows: [], seats });
	return look(muddy, id, 0);
}
const boxOf = (game: string) =>
	Object.assign(
		{},
		...["box", "names"].map((w) => JSON.parse(muddy.line(`${w} ${game}`).join("\n")) as object),
	) as object;
/** The same with every number one higher. */
const higher = <T>(of: T): T =>
	(typeof of === "number" || (typeof of === "string" && /^\d+$/.test(of))
		? Number(of) + 1
		: Array.isArray(of)
			? of.map(higher)
			: of && typeof of === "object"
				? Object.fromEntries(Object.entries(of).map(([k, v]) => [k, higher<unknown>(v)]))
				: of) as T;
/** Numbers that are the same each time. */
function dice(seed: number): (n: number) => number {
	let s = seed;
	return (n) => ((s = (Math.imul(s, 1103515245) + 12345) >>> 0) >>> 8) % n;
}

for (const lesson of [queen, broadhorns, rails]) {
	test(`${lesson.game}: the lesson begins the same each time, and its rules exist`, () => {
		const first = gameIn(begin(lesson))!.view;
		expect(gameIn(begin(lesson))!.view).toEqual(first);
		const book = parse(readFileSync(`../docs/rules/${lesson.game}.md`, "utf8"));
		for (const step of lesson.steps)
			for (const rule of step.rules ?? []) expect(book.entries.has(rule), `${step.title}: ${rule}`).toBe(true);
	});

	test(`${lesson.game}: every number that the lesson says is one of the engine`, () => {
		const view = gameIn(begin(lesson))!.view!;
		const draft: string[] = [];
		const now: Now = {
			view,
			draft,
			legal: [],
			mine: true,
			seat: 0,
			turns: 0,
			over: false,
			box: boxOf(lesson.game),
		};
		const other: Now = { ...now, view: higher(view), box: higher(now.box) };
		// How far a bow turns is no number but a shape, and how many turns are made alone is one of all lessons.
		const numbers = (words: string) =>
			words.replace("60 degrees", "").match(/\b(?:two|three|four|five|six|seven|eight|nine|\d+)\b/gi) ?? [];
		let found = 0;
		for (const say of lesson.steps.flatMap((s) => [s.title, s.say, s.ask])) {
			const [these, those] = [now, other].map((n) => numbers(said(say, n)));
			these!.forEach((n, i) => expect(those![i], said(say, now)).not.toBe(n));
			found += these!.length;
		}
		expect(found).toBeGreaterThan(2);
	});

	for (const [how, seed] of [
		["as a bot would", 0],
		["anyhow", 1],
		["anyhow", 2],
		["anyhow", 3],
		["without ever pressing Next", 4],
	] as const)
		test(`${lesson.game}: played ${how} (${seed}), the lesson comes to its end`, () => {
			const course = new Course(lesson, 0);
			const roll = dice(seed);
			const told: string[] = [];
			const box = boxOf(lesson.game);
			let answers = begin(lesson);
			let game = gameIn(answers)!;
			let plays = 0;
			let patience = how === "without ever pressing Next" ? 60 : 0;
			const now = (view: View, draft: string[], legal: string[]): Now => ({
				view,
				draft,
				legal,
				mine: game.toMove === 0,
				seat: 0,
				turns: course.turns,
				over: game.status === "over",
				box,
			});
			for (; plays < 3000; plays++) {
				course.hear(game.view!);
				const at = now(game.view!, [], game.legal);
				course.settle(at);
				if (course.step) {
					expect(said(course.step.say, at).length).toBeGreaterThan(20);
					expect(said(course.step.say, at)).not.toMatch(/undefined|NaN|null/);
					expect(said(course.step.ask, at)).not.toMatch(/undefined|NaN|null/);
					if (told.at(-1) !== course.step.title) told.push(course.step.title);
				}
				while (course.step && !course.step.ask && patience === 0) course.next(at);
				if (patience > 0) patience--;
				if (course.finished(at)) break;
				expect(game.status).not.toBe("over");
				const bot = thinkIn(answers);
				if (bot) {
					muddy.line(`view ${JSON.stringify(bot.view)}`);
					const move = muddy.line("go easy")[0]!.slice(5);
					answers = hear(muddy, { type: "decided", seat: bot.seat, place: bot.place, move });
				} else {
					// What is laid out is looked at, too.
					muddy.line(`view ${JSON.stringify(game.view!)}`);
					const move =
						seed === 0 ? muddy.line("go simple")[0]!.slice(5) : game.legal[roll(game.legal.length)]!;
					if (muddy.line(`draft ${move}`)[0] !== "final")
						course.settle(now(JSON.parse(muddy.line("state")[0]!) as View, [move], muddy.line("legal")));
					answers = hear(muddy, { type: "play", moves: [move], place: game.place, key: `k${plays}` });
				}
				expect(errorsIn(answers)).toEqual([]);
				game = gameIn(answers)!;
			}
			const end = now(game.view!, [], game.legal);
			expect(course.finished(end)).toBe(true);
			expect(course.alone(end) === ALONE || end.over).toBe(true);
			if (seed === 0) expect(told).toEqual(lesson.steps.map((s) => s.title).filter((t) => told.includes(t)));
		});
}
