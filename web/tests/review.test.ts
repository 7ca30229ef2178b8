// What the page makes of a review: accounts that close, turns and draws that belong together, an order that is coarse first.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { pointsOf, Rounds, softLine } from "../src/review/graph";
import {
	accountOf,
	coarseFirst,
	howChosen,
	mostToGain,
	outcomeOf,
	playedLike,
	swingsOf,
	turningPoints,
	type Moment,
	type Standards,
} from "../src/review/moments";
import { Telling } from "../src/review/telling";
import { start } from "./muddy";

const record = (game: string) => readFileSync(`../tests/golden/${game}`, "utf8");
const golden = readdirSync("../tests/golden").filter((f) => /^(queen|broadhorns|rails).*\.record$/.test(f));
const game = golden.find((f) => f.startsWith("queen"))!;

async function review(of: string): Promise<{ moments: Moment[]; like: Standards; judge: string }> {
	const m = await start();
	m.load(record(of));
	const about = JSON.parse(m.line("review quick")[0]!) as { like: Standards; judge: string };
	const plies = (record(of).match(/^[ \t]+\S/gm) ?? []).length;
	const moments: Moment[] = [];
	for (let ply = 0; ply < plies + 1000; ply++)
		try {
			moments.push(JSON.parse(m.line(`review quick ${ply}`)[0]!) as Moment);
		} catch {
			break;
		}
	return { moments, ...about };
}

test("the account of each seat closes, and is the one that the program prints", async () => {
	const { moments, like } = await review(game);
	const program = process.env.BIGMUDDY ?? "../build/bigmuddy";
	const printed = JSON.parse(
		execFileSync(program, ["review", `../tests/golden/${game}`, "--level", "quick", "--json"], {
			encoding: "utf8",
		}),
	) as { seats: Record<string, number>[]; moments: Record<string, unknown>[] };
	expect(moments.length).toBe(printed.moments.length);
	// Another compiler, another machine, another mathematical library: not a digit differs. Only all moves together know drift and what was regained.
	const alone = (m: object) => ({ ...m, drift: null, regained: null });
	moments.forEach((m, ply) => expect(alone(m)).toEqual(alone(printed.moments[ply]!)));
	printed.seats.forEach((seat, i) => {
		const a = accountOf(moments, i, null);
		expect(a.start + a.luck + a.own + a.others + a.hidden + a.drift + a.toJudge).toBeCloseTo(a.end, 6);
		expect(a.toJudge).toBeCloseTo(0, 6);
		for (const part of ["start", "luck", "own", "others", "end", "waste", "slips"] as const)
			expect(a[part], part).toBeCloseTo(seat[part]!, 5);
		expect(a.hidden + a.drift).toBeCloseTo(seat.hidden!, 5);
		expect(playedLike(a, like)).toBe((seat as unknown as { like: string | null }).like);
	});
});

test("what is not judged yet stands in a column of its own, and the account still closes", async () => {
	const { moments } = await review(game);
	const half = moments.map((m, i) => (i % 3 === 1 ? null : m));
	const a = accountOf(half, 0, 1);
	expect(a.start + a.luck + a.own + a.others + a.hidden + a.drift + a.toJudge).toBeCloseTo(1, 9);
});

test("what a turn cost as a whole is less than what its decisions cost one by one", async () => {
	const { moments } = await review(golden.find((f) => f.startsWith("rails"))!);
	const swings = swingsOf(moments).filter((s) => s.kind === "choice");
	for (const s of swings) expect(s.by[s.seat]).toBeGreaterThanOrEqual(-1); // nobody can lose more than all
	const own = moments.reduce((sum, m) => sum + (m.mover === "chance" ? 0 : m.decided[m.mover]!), 0);
	const turns = swings.reduce((sum, s) => sum + s.by[s.seat]!, 0);
	expect(turns).toBeGreaterThan(own);
	expect(accountOf(moments, 0, null).own + accountOf(moments, 1, null).own).toBeGreaterThan(own);
});

test("moments of one turn are one swing, and turning points come in the order of the game", async () => {
	const { moments } = await review(game);
	const swings = swingsOf(moments);
	const turns = swings.filter((s) => s.kind === "choice").map((s) => `${moments[s.from]!.turn} ${s.seat}`);
	expect(swings.length).toBeGreaterThan(3);
	for (const s of swings.filter((x) => x.kind === "choice")) expect(s.by[s.seat]).toBeLessThanOrEqual(0);
	expect(new Set(turns).size).toBeGreaterThan(1);
	const points = turningPoints(swings, 4);
	expect(points.length).toBeGreaterThan(0);
	expect(points.map((p) => p.ply)).toEqual(points.map((p) => p.ply).sort((a, b) => a - b));
});

test("every move comes once, far ones first", () => {
	for (const n of [0, 1, 2, 7, 64, 485])
		expect([...coarseFirst(n)].sort((a, b) => a - b)).toEqual([...Array(n).keys()]);
	expect(coarseFirst(64).slice(0, 4)).toEqual([0, 32, 16, 48]);
});

test("who shares the first place shares the win", () => {
	expect(outcomeOf([2, 1, 1, 4])).toEqual([0, 0.5, 0.5, 0]);
});

test("a game's rounds lie side by side, and the line ends with what happened", async () => {
	const { moments } = await review(game);
	const rounds = new Rounds([0, 4, 20, 30], moments.length);
	expect(rounds.at(0)).toBe(0);
	expect(rounds.at(20)).toBe(1);
	expect(rounds.at(25)).toBeCloseTo(1.5);
	const points = pointsOf(moments, rounds, [1, 0, 0]);
	expect(points.at(-1)).toEqual({ ply: moments.length, at: 3, chance: [1, 0, 0] });
	expect(points.map((p) => p.at)).toEqual(points.map((p) => p.at).sort((a, b) => a - b));
});

test("a soft line goes through its points and never beyond them", () => {
	const path = softLine([
		[0, 10],
		[10, 10],
		[20, 40],
		[30, 40],
	]);
	const ys = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((m) => Number(m[2]));
	expect(Math.min(...ys)).toBeGreaterThanOrEqual(10);
	expect(Math.max(...ys)).toBeLessThanOrEqual(40);
});

test("whoever has most slips has most to gain, whoever won, and words do not scold", async () => {
	const { moments } = await review(game);
	const accounts = [0, 1, 2].map((seat) => accountOf(moments, seat, null));
	const gains = mostToGain(accounts)!;
	for (const a of accounts) expect(a.slips).toBeLessThanOrEqual(accounts[gains]!.slips);
	expect(mostToGain([accounts[0]!])).toBeNull();
	expect(mostToGain(accounts.map((a) => ({ ...a, slips: 0 })))).toBeNull();
	expect(howChosen({ ...accounts[0]!, slips: -5 })).not.toBe(howChosen({ ...accounts[0]!, slips: 5 }));
});

test("turning points are told in sentences, with what was left and what would have kept more", async () => {
	for (const of of ["queen", "broadhorns", "rails"].map((g) => golden.find((f) => f.startsWith(g))!)) {
		const { moments } = await review(of);
		const swings = swingsOf(moments);
		const telling = new Telling(
			moments,
			swings,
			new Rounds([0, 4, 20, 30], moments.length),
			(s) => s,
			(seat) => `Seat ${seat}`,
		);
		const points = turningPoints(swings).filter((s) => s.kind === "choice");
		expect(points.length, of).toBeGreaterThan(0);
		for (const s of points) {
			expect(telling.happened(s), of).toMatch(/^[A-Z].*\.$/);
			expect(telling.kept(s), of).toMatch(/^That left \d+ in 100\. [A-Z].*: \d+\.$/);
		}
	}
});
