// Moves as motion: ships travel and the die is shown before the table tells of it.
import { tempo } from "../../settings.svelte";
import type { Event } from "../../table/messages";
import type { Motion } from "../../table/pace.svelte";
import { headingNumber, type Cusp, type Heading, type River } from "./river";

/** Where a ship is drawn. The angle goes on beyond 360, so that no ship spins the long way round. */
export interface Pose {
	x: number;
	y: number;
	angle: number;
}
interface Travel {
	seat: number;
	to?: { x: number; y: number };
	heading?: number;
	ms: number;
}
type Beat = Travel | { die: Cusp; ms: number };

const HEX_MS = 140;
const TURN_MS = 70;
const PUSH_MS = 220;
const DIE_MS = 650;
const MOST_MS = 900;
const CUSPS: Cusp[] = ["left", "middle", "right"];
const ease = (t: number) => 1 - (1 - t) ** 2;

export class Stage {
	poses = $state.raw<ReadonlyMap<number, Pose>>(new Map());
	/** What the die shows just now. */
	die = $state<Cusp | null>(null);
	private frame = 0;

	/** Shows what is about to be told; null: nothing moves. */
	perform(events: readonly Event[], river: River, hurry: number): Motion | null {
		const beats = events.flatMap((e) => beatsOf(e, river));
		if (beats.length === 0) return null;
		const sailing = beats.reduce((sum, b) => sum + ("seat" in b ? b.ms : 0), 0);
		const pace = (tempo() / hurry) * Math.min(1, MOST_MS / Math.max(1, sailing));
		let over = (): void => {};
		const ended = new Promise<void>((yes) => (over = yes));
		this.play(beats, pace, performance.now(), over);
		return { ended, end: () => this.clear() };
	}

	private clear(): void {
		cancelAnimationFrame(this.frame);
		this.die = null;
		this.poses = new Map();
	}

	/** One beat after the other. */
	private play([beat, ...rest]: readonly Beat[], pace: number, begin: number, over: () => void): void {
		if (!beat) {
			over();
			return;
		}
		const from = "seat" in beat ? (this.poses.get(beat.seat) ?? this.home(beat.seat)) : null;
		const ms = "seat" in beat && !from ? 0 : beat.ms * pace;
		this.die = "die" in beat ? beat.die : null;
		const step = (now: number): void => {
			const t = ms <= 0 ? 1 : Math.max(0, Math.min(1, (now - begin) / ms));
			if ("seat" in beat && from) this.poses = new Map(this.poses).set(beat.seat, between(from, beat, t));
			if (t < 1) this.frame = requestAnimationFrame(step);
			else this.play(rest, pace, begin + ms, over);
		};
		step(begin);
	}

	/** Where the drawn position has a ship; set by the chart, which knows the river. */
	home: (seat: number) => Pose | null = () => null;
}

/** Where a ship is on its way: 0 at the beginning, 1 at the end. It turns the short way round. */
function between(from: Pose, { to, heading }: Travel, t: number): Pose {
	const way = heading === undefined ? 0 : ((((heading * 60 - from.angle) % 360) + 540) % 360) - 180;
	return {
		x: to ? from.x + (to.x - from.x) * t : from.x,
		y: to ? from.y + (to.y - from.y) * t : from.y,
		angle: from.angle + way * ease(t),
	};
}

function beatsOf(e: Event, river: River): Beat[] {
	const at = (hex: number) => {
		const [x, y] = river.cell(hex).at;
		return { x, y };
	};
	if (e.seat === null) return [];
	switch (e.what) {
		case "ahead":
		case "bumped":
			return [{ seat: e.seat, to: at(e.place), ms: HEX_MS }];
		case "turned":
		case "faced":
			return [{ seat: e.seat, heading: e.thing, ms: TURN_MS }];
		case "pushed":
			return [{ seat: e.seat, to: at(e.place), ms: PUSH_MS }];
		case "landed": {
			const quay = river.platform?.middle;
			return quay ? [{ seat: e.seat, to: { x: quay[0], y: quay[1] }, ms: 2 * HEX_MS }] : [];
		}
		case "rolled":
			return [{ die: CUSPS[e.thing] ?? "middle", ms: DIE_MS }];
		default:
			return [];
	}
}

export const angleOf = (heading: Heading) => headingNumber(heading) * 60;
