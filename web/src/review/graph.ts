// The geometry of the graphs: nothing here knows a game.
import type { Moments } from "./moments";

export type XY = readonly [x: number, y: number];
const f = (n: number) => n.toFixed(1);

/** A soft line through the points that never rises above what was there, so that a chance never reads higher than it was. */
export function softLine(p: readonly XY[]): string {
	const n = p.length;
	if (n === 0) return "";
	const dx = p.slice(1).map((q, i) => q[0] - p[i]![0]);
	const m = p.slice(1).map((q, i) => (q[1] - p[i]![1]) / (dx[i] || 1));
	const slope = p.map((_, i) => {
		if (i === 0 || i === n - 1) return m[Math.min(i, n - 2)] ?? 0;
		const [a, b, c, d] = [m[i - 1]!, m[i]!, dx[i - 1]!, dx[i]!];
		return a * b <= 0 ? 0 : (3 * (c + d)) / ((2 * d + c) / a + (d + 2 * c) / b);
	});
	let path = `M${f(p[0]![0])} ${f(p[0]![1])}`;
	for (let i = 0; i < n - 1; i++) {
		const [x, y] = p[i]!;
		const [u, v] = p[i + 1]!;
		const third = dx[i]! / 3;
		path += `C${f(x + third)} ${f(y + slope[i]! * third)} ${f(u - third)} ${f(v - slope[i + 1]! * third)} ${f(u)} ${f(v)}`;
	}
	return path;
}

/** The shapes of the five colours: disc, diamond, triangle, square, star. */
export function shape(colour: number, x: number, y: number, r: number): string {
	const at = (points: readonly XY[]) => `M${points.map(([u, v]) => `${f(x + u * r)} ${f(y + v * r)}`).join("L")}Z`;
	if (colour === 1)
		return `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0Z`;
	if (colour === 2)
		return at([
			[0, -1.3],
			[1.3, 0],
			[0, 1.3],
			[-1.3, 0],
		]);
	if (colour === 3)
		return at([
			[0, -1.25],
			[1.25, 0.95],
			[-1.25, 0.95],
		]);
	if (colour === 4)
		return at([
			[-1, -1],
			[1, -1],
			[1, 1],
			[-1, 1],
		]);
	return at(
		Array.from({ length: 10 }, (_, i) => {
			const far = i % 2 ? 0.6 : 1.4;
			return [far * Math.sin((i * Math.PI) / 5), -far * Math.cos((i * Math.PI) / 5)] as const;
		}),
	);
}

/** The rounds of a game: where each begins, as a move. */
export class Rounds {
	/** begins[r]: the first move of round r; round 0 is what comes before the first. */
	constructor(
		readonly begins: readonly number[],
		readonly plies: number,
	) {}

	get count(): number {
		return Math.max(1, this.begins.length - 1);
	}

	roundOf(ply: number): number {
		let r = this.begins.length - 1;
		while (r > 0 && this.begins[r]! > ply) r--;
		return r;
	}

	/** Where a move stands on an axis from 0 to `count`: what comes before the first round takes no room. */
	at(ply: number): number {
		const r = this.roundOf(ply);
		if (r === 0) return this.begins.length > 1 ? 0 : ply / Math.max(1, this.plies);
		const from = this.begins[r]!;
		const to = this.begins[r + 1] ?? this.plies;
		return r - 1 + (ply - from) / Math.max(1, to - from);
	}
}

/** A point of the graph: after which move, and everybody's chances then. */
export interface Point {
	ply: number;
	at: number;
	chance: readonly number[];
}

/** The chances at the end of each round, when everybody has moved as often, as far as it is judged; of a short game at the end of each turn. */
export function pointsOf(moments: Moments, rounds: Rounds, outcome: readonly number[] | null): Point[] {
	const points: Point[] = [];
	if (moments[0]) points.push({ ply: 0, at: 0, chance: moments[0].before });
	const FEW = 8;
	const whole = rounds.count >= FEW;
	moments.forEach((m, i) => {
		if (!m || i === moments.length - 1) return;
		const next = moments[i + 1];
		if (whole ? rounds.roundOf(i + 1) === rounds.roundOf(i) : next?.turn === m.turn) return;
		const at = rounds.at(i + 1);
		if (points.at(-1) && at - points.at(-1)!.at < 0.01) points.pop();
		points.push({ ply: i + 1, at, chance: m.after });
	});
	if (outcome) {
		if (points.at(-1)?.ply === moments.length) points.pop();
		points.push({ ply: moments.length, at: rounds.count, chance: outcome });
	}
	return points;
}
