// Others' moves as motion. What the chart shows lags behind the table while ships travel; then both agree again.
import { still, tempo } from "../../settings.svelte";
import type { Event, Game } from "../../table/messages";
import { headingNumber, type Cusp, type Heading, type Pieces, type QueenView, River } from "./river";

/** Where a ship is drawn. The angle goes on beyond 360, so that no ship spins the long way round. */
export interface Pose { x: number; y: number; angle: number }
type Beat = { seat: number; to?: { x: number; y: number }; heading?: number; ms: number } | { die: Cusp; ms: number } | { view: QueenView; ms: number };

const HEX_MS = 140, TURN_MS = 70, PUSH_MS = 220, DIE_MS = 650, TILE_MS = 350, MOST_MS = 900, MOST_EVENTS = 60;
const CUSPS: Cusp[] = ["left", "middle", "right"];
const ease = (t: number) => 1 - (1 - t) ** 2;

export class Stage {
	/** The position that is drawn; null: whatever the desk says. */
	view = $state.raw<QueenView | null>(null);
	poses = $state.raw<ReadonlyMap<number, Pose>>(new Map());
	busy = $state(false);
	/** What the die shows just now. */
	die = $state<Cusp | null>(null);

	private beats: Beat[] = [];
	private lastSeq = -1;
	private frame = 0;

	/** Hears what the table says. The first time, and after anything but moves, it just looks. */
	hear(game: Game, box: Pieces): void {
		const view = game.view as QueenView, fresh = game.log.filter((l) => l.seq > this.lastSeq), first = this.lastSeq < 0;
		this.lastSeq = Math.max(this.lastSeq, game.seq, ...fresh.map((l) => l.seq));
		const events = fresh.flatMap((l) => l.said ?? []);
		const odd = fresh.some((l) => l.kind === "undo");
		if (first || odd || still() || document.hidden || events.length > MOST_EVENTS || (!this.busy && events.length === 0)) {
			this.finish(view);
			return;
		}
		const river = new River(view, box);
		this.beats.push(...events.flatMap((e) => beatsOf(e, river)), { view, ms: events.some((e) => e.what === "laid") ? TILE_MS : 0 });
		if (!this.busy) {
			this.busy = true;
			this.frame = requestAnimationFrame((now) => this.next(now));
		}
	}

	/** Everything at once: somebody does not want to wait. */
	skip(): void {
		if (this.busy)
			this.finish(this.beats.reduce<QueenView | null>((last, b) => ("view" in b ? b.view : last), null));
	}

	private finish(view: QueenView | null): void {
		cancelAnimationFrame(this.frame);
		this.beats = [];
		this.busy = false;
		this.die = null;
		this.poses = new Map();
		if (view)
			this.view = view;
	}

	private next(now: number): void {
		const beat = this.beats.shift();
		if (!beat) {
			this.finish(null);
			return;
		}
		const waiting = beat.ms + this.beats.reduce((sum, b) => sum + ("seat" in b ? b.ms : 0), 0);
		const ms = tempo() * ("seat" in beat ? beat.ms * Math.min(1, MOST_MS / waiting) : beat.ms);
		if ("view" in beat) {
			this.view = beat.view;
			this.poses = new Map([...this.poses].filter(([seat]) => this.beats.some((b) => "seat" in b && b.seat === seat)));
		} else if ("die" in beat)
			this.die = beat.die;
		else
			this.travel(beat, now, ms);
		if (!("seat" in beat))
			this.after(now + ms);
	}

	private after(end: number): void {
		this.frame = requestAnimationFrame((now) => {
			if (now < end) {
				this.after(end);
				return;
			}
			this.die = null;
			this.next(now);
		});
	}

	private travel(beat: Extract<Beat, { seat: number }>, begin: number, ms: number): void {
		const from = this.poses.get(beat.seat) ?? this.home(beat.seat);
		if (!from) {
			this.next(begin);
			return;
		}
		const way = beat.heading === undefined ? 0 : ((((beat.heading * 60 - from.angle) % 360) + 540) % 360) - 180;
		const step = (now: number) => {
			const t = ms <= 0 ? 1 : Math.min(1, (now - begin) / ms), along = beat.to && !beat.heading ? t : ease(t);
			const x = beat.to ? from.x + (beat.to.x - from.x) * along : from.x, y = beat.to ? from.y + (beat.to.y - from.y) * along : from.y;
			this.poses = new Map(this.poses).set(beat.seat, { x, y, angle: from.angle + way * ease(t) });
			if (t < 1)
				this.frame = requestAnimationFrame(step);
			else
				this.next(now);
		};
		step(begin);
	}

	/** Where the drawn position has a ship; set by the chart, which knows the river. */
	home: (seat: number) => Pose | null = () => null;
}

function beatsOf(e: Event, river: River): Beat[] {
	const at = (hex: number) => {
		const [x, y] = river.cell(hex).at;
		return { x, y };
	};
	if (e.seat === null)
		return [];
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
