// Boats drift down the river: where each is drawn follows where it is, at its own pace, however many views come meanwhile.
import type { Player } from "./pieces";

const SPACE_MS = 90;
const MOST_MS = 1400;

export class Drift {
	/** The space at which each boat is drawn, between two of them as well. */
	at = $state.raw<number[]>([]);
	private target: number[] = [];
	/** In ms for a space. */
	private pace: number[] = [];
	private frame = 0;
	private arrived: (() => void) | null = null;

	/** From where the boats are drawn to where they are. Ends when the last has arrived; null: all are there. A boat never drifts upstream. */
	to(players: readonly Player[], tempo: number): Promise<void> | null {
		const was = this.at;
		const spaces = players.map((p) => p.space);
		const jump = tempo === 0 || was.length !== spaces.length;
		this.pace = spaces.map((to, i) =>
			to === this.target[i]
				? this.pace[i]!
				: tempo * Math.min(SPACE_MS, MOST_MS / Math.max(1, to - (was[i] ?? to))),
		);
		this.target = spaces;
		this.at = spaces.map((to, i) => (jump || players[i]!.boat === 0 || was[i]! > to ? to : was[i]!));
		if (!this.drifts()) {
			this.end();
			return null;
		}
		if (this.frame === 0) this.step(performance.now());
		const earlier = this.arrived;
		return new Promise((yes) => {
			this.arrived = () => {
				earlier?.();
				yes();
			};
		});
	}

	private drifts(): boolean {
		return this.at.some((at, i) => at < this.target[i]!);
	}

	private step(last: number): void {
		this.frame = requestAnimationFrame((now) => {
			// A boat that is there stays, whatever its pace: after a look back that is 0, and no time by no pace is no number.
			this.at = this.at.map((at, i) =>
				at < this.target[i]! ? Math.min(this.target[i]!, at + Math.max(0, now - last) / this.pace[i]!) : at,
			);
			if (this.drifts()) this.step(now);
			else this.end();
		});
	}

	/** Every boat is where it belongs. */
	end(): void {
		cancelAnimationFrame(this.frame);
		this.frame = 0;
		if (this.drifts()) this.at = [...this.target];
		this.arrived?.();
		this.arrived = null;
	}
}
