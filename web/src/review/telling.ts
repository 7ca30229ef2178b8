// A review in words: its turning points and the best and dearest moments of a seat, from sentences of the rules.
import type { Rounds } from "./graph";
import { hundredths, type Moments, type Option, type Swing } from "./moments";

export interface Told {
	ply: number;
	words: string;
	/** What it cost or brought. */
	by: number;
}

/** What is worth a sentence of its own. */
const LEAST = 0.005;

/** What a way to go on is called: advice in words, or the move itself. */
export const adviceOf = (o: Option): string => o.advice ?? `${o.move}.`;

export class Telling {
	constructor(
		private readonly moments: Moments,
		private readonly swings: readonly Swing[],
		private readonly rounds: Rounds,
		/** A sentence of the rules with names in it, and the name of a seat. */
		private readonly tell: (sentence: string) => string,
		private readonly name: (seat: number) => string,
	) {}

	/** What happened. */
	happened(s: Swing): string {
		const m = this.moments[s.ply];
		if (!m) return "";
		return this.tell(s.kind === "draw" ? (m.story ?? m.move) : (m.options.find((o) => o.played)?.story ?? m.move));
	}

	/** What it left, and what would have kept more: "That left 12 in 100. Go at speed 2 to tile 3: 31." */
	kept(s: Swing): string {
		const m = this.moments[s.ply];
		if (!m) return "";
		if (s.kind === "draw")
			return `${this.name(s.seat)}: ${hundredths(m.before[s.seat]!)} in 100 before it, ${hundredths(m.after[s.seat]!)} after.`;
		const of = (o: Option) => hundredths(o.promise[s.seat]!);
		const best = m.options[0]!;
		const left = of(m.options.find((o) => o.played)!);
		return `That left ${left} in 100. ${this.tell(adviceOf(best)).replace(/\.$/, "")}: ${of(best)}.`;
	}

	/** The dearest choice of a seat. */
	costly(seat: number): Told | null {
		const s = this.swings.filter((x) => x.kind === "choice" && x.seat === seat).sort((a, b) => b.size - a.size)[0];
		return s && s.size >= LEAST ? this.told(seat, s.ply, this.happened(s), s.by[seat]!) : null;
	}

	/** The turn in which it found what was worth most: by how much it is better than the next. */
	best(seat: number): Told | null {
		let most: Told | null = null;
		let by = LEAST;
		for (const m of this.moments) {
			const [first, second] = m?.mover === seat ? m.options : [];
			if (!m || !first?.played || !second || first.promise[seat]! - second.promise[seat]! < by) continue;
			by = first.promise[seat]! - second.promise[seat]!;
			most = this.told(seat, m.ply, this.tell(first.story || m.move), by);
		}
		return most;
	}

	/** The card says whose it is: "Round 9: slows down to speed 1." */
	private told(seat: number, ply: number, words: string, by: number): Told {
		const own = `${this.name(seat)} `;
		const round = this.rounds.roundOf(ply);
		return {
			ply,
			words: `${round === 0 ? "Before round 1" : `Round ${round}`}: ${words.startsWith(own) ? words.slice(own.length) : words}`,
			by,
		};
	}
}
