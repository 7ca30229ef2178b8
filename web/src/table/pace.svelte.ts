// Pieces move first, then the table tells of it: a message waits until the motion that shows it has ended, and a great moment has a while of
// its own. Whoever presses something does not want to wait: then everything that waits is taken at once.
import { still, tempo } from "../settings.svelte";
import type { Event, Game, View } from "./messages";
import { sound, type Sound } from "./sound";

/** Motion under way. `end`: at once, and nothing of it is left on the board. */
export interface Motion {
	readonly ended: Promise<void>;
	end(): void;
}

/** Something that deserves a while of its own. */
export interface Moment {
	kind: "landing" | "push" | "sails" | "contract" | "season";
	event: Event;
	/** In large letters, where the sentence of the event does not say enough. */
	title?: string;
	/** The symbol of it, where the kind has no picture. */
	icon?: string;
}

export interface Show {
	/** Shows on the board what is about to be told; null: there is nothing to see. hurry: how many times faster than usual. */
	perform(next: Game, events: readonly Event[], hurry: number): Motion | null;
	/** The greatest of what has happened, between two views. */
	moment?(events: readonly Event[], before: View, after: View): Moment | null;
}

const SOUNDS: Record<Moment["kind"], Sound> = {
	landing: "whistle",
	push: "thud",
	sails: "horn",
	contract: "ding",
	season: "chime",
};
const MOMENT_MS = 500;
/** More than that was not played just now: somebody comes back. */
const MOST_EVENTS = 60;
/** So many messages that wait double the speed. */
const QUEUE = 8;

/** Motion that is only a wait; `end` is called once, at its end or before. */
export function lasting(ms: number, end: () => void = () => {}): Motion {
	let over = (): void => {};
	const ended = new Promise<void>((yes) => (over = yes));
	const timer = setTimeout(() => over(), ms);
	return {
		ended,
		end() {
			clearTimeout(timer);
			over();
			end();
		},
	};
}

export class Pace {
	/** Whether something is shown that is not told yet, or a great moment has its while. */
	busy = $state(false);
	moment = $state.raw<Moment | null>(null);
	/** Whether something was told while nobody looked: before the table was opened, or while the page was out of sight. */
	unseen = $state(false);
	/** How the board that is on the screen shows things; null: there is none, and everything is told at once. */
	show: Show | null = null;
	private waiting: Game[] = [];
	private motion: Motion | null = null;
	private view: View | null = null;
	private seq = -1;

	/** live: whether the present is on the screen. */
	constructor(
		private readonly tell: (game: Game) => void,
		private readonly live: () => boolean,
	) {}

	hear(game: Game): void {
		this.waiting.push(game);
		if (!this.motion) this.next();
	}

	/** Tells all that waits, without motion. */
	skip(): void {
		if (!this.motion) return;
		const { motion, waiting } = this;
		this.motion = null;
		this.moment = null;
		this.waiting = [];
		motion.end();
		for (const game of waiting) this.take(game);
		this.busy = false;
	}

	private next(): void {
		for (let game = this.waiting[0]; game; game = this.waiting[0]) {
			const events = this.fresh(game);
			const told = game;
			const motion = this.motionOf(told, events);
			if (motion) {
				this.hold(motion, () => this.arrive(told, events));
				return;
			}
			if (!this.arrive(told, events)) return;
		}
		this.busy = false;
	}

	private motionOf(game: Game, events: readonly Event[]): Motion | null {
		return events.length > 0 && !still()
			? (this.show?.perform(game, events, 1 + this.waiting.length / QUEUE) ?? null)
			: null;
	}

	/** What a message tells that was not told before and is worth a look. */
	private fresh(game: Game): Event[] {
		const lines = game.log.filter((l) => l.seq > this.seq);
		if (lines.length > 0 && (this.view === null || document.hidden)) this.unseen = true;
		const odd = this.view === null || document.hidden || !this.live() || lines.some((l) => l.kind === "undo");
		const events = odd ? [] : lines.flatMap((l) => l.said ?? []);
		return events.length > MOST_EVENTS ? [] : events;
	}

	private hold(motion: Motion, then: () => void): void {
		this.motion = motion;
		this.busy = true;
		void motion.ended.then(() => {
			if (this.motion !== motion) return; // it was skipped
			this.motion = null;
			motion.end();
			then();
			if (!this.motion) this.next();
		});
	}

	/** Takes the message that waits first; false: a great moment has its while now. */
	private arrive(game: Game, events: readonly Event[]): boolean {
		const before = this.view;
		this.waiting.shift();
		this.take(game);
		const moment = before && game.view && events.length > 0 ? this.show?.moment?.(events, before, game.view) : null;
		if (!moment) return true;
		sound(SOUNDS[moment.kind]);
		if (still()) return true;
		this.moment = moment;
		this.hold(lasting(MOMENT_MS * tempo()), () => {});
		return false;
	}

	private take(game: Game): void {
		this.view = game.view;
		this.seq = Math.max(this.seq, game.seq, ...game.log.map((l) => l.seq));
		this.tell(game);
	}
}
