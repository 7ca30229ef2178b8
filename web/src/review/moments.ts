// What the engine's `review` prints for each move of a game (docs/review.md), and what follows from all of it: the account of each seat, the turns
// and draws that told, and who played like which level. Chances are from 0 to 1.
export interface Option {
	move: string;
	played: boolean;
	/** Of each seat, after this move. */
	promise: number[];
	/** The rest of the turn, of the best option and of the one that was played: its moves, and the turn in words. */
	line?: string[];
	story?: string;
	events?: Told[];
	/** What to do for it, as a sentence; of the best three and of the one that was played. */
	advice?: string;
}

/** What a move told, for a board to point at. */
export interface Told {
	what: string;
	seat: number | null;
	thing: number;
	place: number;
	n: number;
}

export interface Moment {
	ply: number;
	turn: number;
	kind: "forced" | "decision" | "draw";
	mover: number | "chance";
	move: string;
	before: number[];
	after: number[];
	luck: number[];
	decided: number[];
	hidden: number[];
	error: number[];
	options: Option[];
	/** Of a decision: how much it counts in `waste`, the share of what was at stake that was given away, and its part of `slips`. */
	weight?: number;
	gave?: number;
	slip?: number;
	/** Of a draw: what it brought, in words. */
	story?: string;
}

/** Where a seat's chance came from: start + luck + own + others + hidden + drift + toJudge = end. */
export interface Account {
	start: number;
	luck: number;
	own: number;
	others: number;
	/** From cards that whoever decided did not know. */
	hidden: number;
	/** By how much the judgement changed its mind from one move to the next. */
	drift: number;
	/** Of moves that are not judged yet. */
	toJudge: number;
	end: number;
	/** The share of what was at stake in its decisions that it gave away, and whether its moves look chosen: docs/review.md. */
	waste: number;
	slips: number;
	decisions: number;
}

export type Moments = readonly (Moment | null)[];

/** Whoever is first has won; several share it. */
export function outcomeOf(places: readonly number[]): number[] {
	const first = places.filter((p) => p === 1).length;
	return places.map((p) => (p === 1 ? 1 / first : 0));
}

/** By how much the judgement changed its mind before this move. */
function driftOf(moments: Moments, ply: number, seat: number): number {
	const last = ply > 0 ? moments[ply - 1] : null;
	return last ? moments[ply]!.before[seat]! - last.after[seat]! : 0;
}

/** Of each move: which share of its drift makes up for what the decisions of its turn seemed to cost, as src/review/review.c has it. */
function regained(moments: Moments): number[] {
	const shares = moments.map(() => 0);
	for (let from = 0, to; from < moments.length; from = to) {
		const first = moments[from];
		for (to = from + 1; first && moments[to]?.mover === first.mover && moments[to]!.turn === first.turn;) to++;
		if (!first || first.mover === "chance") continue;
		const seat = first.mover;
		const turn = moments.slice(from, to);
		const spent = -turn.reduce((sum, m) => sum + m!.decided[seat]!, 0);
		const better = turn.reduce((sum, _, i) => sum + (i > 0 ? driftOf(moments, from + i, seat) : 0), 0);
		if (better > 0) shares.fill(Math.min(1, spent / better), from + 1, to);
	}
	return shares;
}

export function accountOf(moments: Moments, seat: number, end: number | null): Account {
	const a: Account = {
		start: moments[0]?.before[seat] ?? 0,
		luck: 0,
		own: 0,
		others: 0,
		hidden: 0,
		drift: 0,
		toJudge: 0,
		end: end ?? moments.at(-1)?.after[seat] ?? 0,
		waste: 0,
		slips: 0,
		decisions: 0,
	};
	let weights = 0;
	const shares = regained(moments);
	moments.forEach((m, ply) => {
		if (!m) return;
		const drift = driftOf(moments, ply, seat);
		const back = shares[ply]! * drift;
		a.luck += m.luck[seat]!;
		a.hidden += m.hidden[seat]!;
		a.drift += drift - back;
		if (m.mover !== seat) {
			a.others += m.decided[seat]! + back;
			return;
		}
		a.own += m.decided[seat]! + back;
		if (m.kind !== "decision") return;
		a.decisions++;
		a.slips += m.slip!;
		a.waste += m.weight! * m.gave! ** 2;
		weights += m.weight!;
	});
	a.waste = weights > 0 ? Math.sqrt(a.waste / weights) : 0;
	a.toJudge = a.end - a.start - a.luck - a.own - a.others - a.hidden - a.drift;
	return a;
}

/** What a turn of decisions or a run of draws has changed: one mark of the graph, one line of the turning points. */
export interface Swing {
	kind: "choice" | "draw";
	/** Whose turn; of a draw, the seat that it changed most for. */
	seat: number;
	/** The moves that it is made of, and the one that is looked at: where most was decided. */
	from: number;
	to: number;
	ply: number;
	/** What it changed for each seat; of a choice what it left on the table, so that it is 0 or less for whoever chose. */
	by: number[];
	/** How much it is worth telling. */
	size: number;
}

const add = (a: number[], b: readonly number[]) => a.map((x, i) => x + b[i]!);
const most = (by: readonly number[]) => by.reduce((best, x, i) => (Math.abs(x) > Math.abs(by[best]!) ? i : best), 0);

/** Small decisions of one seat within one turn belong together, and so do draws that follow on each other. */
export function swingsOf(moments: Moments): Swing[] {
	const swings: Swing[] = [];
	let turn = -1;
	let peak = -1;
	for (const m of moments) {
		if (!m || m.kind === "forced") continue;
		const kind = m.kind === "draw" ? "draw" : "choice";
		const by = kind === "draw" ? m.luck : m.decided;
		const here = m.mover === "chance" ? Math.max(...by.map(Math.abs)) : -by[m.mover]!;
		const last = swings.at(-1);
		let open: Swing;
		if (last?.kind === kind && (kind === "draw" ? last.to === m.ply - 1 : turn === m.turn && last.seat === m.mover))
			open = last;
		else {
			const seat = m.mover === "chance" ? 0 : m.mover;
			open = { kind, seat, from: m.ply, to: m.ply, ply: m.ply, by: by.map(() => 0), size: 0 };
			swings.push(open);
			peak = -1;
		}
		turn = m.turn;
		open.by = add(open.by, by);
		open.to = m.ply;
		if (here > peak) [peak, open.ply] = [here, m.ply];
		if (kind === "draw") open.seat = most(open.by);
	}
	for (const s of swings) {
		if (s.kind === "choice") s.by = netOf(moments, s);
		s.size = Math.abs(s.by[s.seat]!);
	}
	return swings;
}

/** What a turn of decisions cost as a whole. What one of them seemed to cost and the next made up for is nothing: the judgement had changed its mind in between. */
function netOf(moments: Moments, s: Swing): number[] {
	const turn = moments.slice(s.from, s.to + 1);
	if (turn.some((m) => m === null)) return s.by;
	return s.by.map((_, i) => {
		const chance = turn.reduce(
			(sum, m) => sum - m!.luck[i]! - m!.hidden[i]!,
			turn.at(-1)!.after[i]! - turn[0]!.before[i]!,
		);
		return i === s.seat ? Math.min(0, chance) : chance;
	});
}

/** Less than this is not worth a word. */
export const LEAST = 0.015;

/** The swings that tell the story, in the order of the game. */
export const turningPoints = (swings: readonly Swing[], cap = 6): Swing[] =>
	[...swings]
		.filter((s) => s.size >= LEAST)
		.sort((a, b) => b.size - a.size)
		.slice(0, cap)
		.sort((a, b) => a.ply - b.ply);

/** What bots of each level do, the weakest first: from the engine, as src/review/review.h says. Null: nobody has measured it for this game. */
export interface Standards {
	levels: { level: string; waste: number; slip: number }[];
	/** Within a level: variance of the logarithm of waste, covariance, variance of slips for each decision. */
	spread: [number, number, number];
}

/** The likeliest level, or the two likeliest where that is not sure; null where it cannot be told. As src/review/standard.c has it. */
export function playedLike(account: Account, standards: Standards | null): string | null {
	const [FEW, FLOOR, SURE] = [8, 0.005, 2 / 3];
	if (!standards || account.decisions < FEW) return null;
	const [a, b, c] = standards.spread;
	const all = standards.levels.map(({ level, waste, slip }, place) => {
		const x = Math.log(account.waste + FLOOR) - waste;
		const y = account.slips / account.decisions - slip;
		return { level, place, far: (c * x * x - 2 * b * x * y + a * y * y) / (a * c - b * b) / 2 };
	});
	const [first, second] = [...all].sort((p, q) => p.far - q.far);
	const chance = 1 / all.reduce((sum, { far }) => sum + Math.exp(first!.far - far), 0);
	if (chance >= SURE) return first!.level;
	if (Math.abs(first!.place - second!.place) > 1) return null;
	return [first!, second!]
		.sort((p, q) => p.place - q.place)
		.map((s) => s.level)
		.join(" or ");
}

/** Who has most to gain by deciding otherwise, whoever won; null: alone, or before there is anything to tell. */
export function mostToGain(accounts: readonly Account[]): number | null {
	const slips = accounts.map((a) => a.slips);
	return accounts.length > 1 && new Set(slips).size > 1 ? slips.indexOf(Math.max(...slips)) : null;
}

/** The moves of a seat as a whole, by `slips`: above 0 some of them look like moves at random. */
export const howChosen = (a: Account): string =>
	a.slips < -CLEARLY
		? "The moves look well considered."
		: a.slips < CLEARLY
			? "Most moves look considered."
			: "Some moves look like quick ones.";
const CLEARLY = 2;

/** In the order in which a coarse picture is there first and gets finer: every 64th move, then those half-way between, and so on. */
export function coarseFirst(n: number): number[] {
	const order: number[] = n > 0 ? [0] : [];
	let step = 1;
	while (step < n) step *= 2;
	for (step /= 2; step >= 1; step /= 2) for (let i = step; i < n; i += 2 * step) order.push(i);
	return order;
}

/** In whole hundredths, with a sign that is no hyphen. */
export const signed = (x: number): string => {
	const n = Math.round(100 * x);
	return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
};
export const hundredths = (x: number): number => Math.round(100 * x);
