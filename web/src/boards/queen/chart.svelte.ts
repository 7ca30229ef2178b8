// What the layers of the chart share: the position that is drawn, where its ships lie, and the camera.
import { colourOf } from "../colours";
import { below, Camera, type Frame } from "../camera.svelte";
import { Drag } from "../drag.svelte";
import { DIRECTIONS, FLAT, HEADINGS, keyOf, type Point } from "../hex";
import type { Draft } from "./draft.svelte";
import type { Ending, Plan } from "./plans";
import { pointOf, River, SIZE, type QueenView } from "./river";
import { angleOf, type Pose } from "./stage.svelte";

/** A ship as it is drawn. */
export interface Afloat extends Pose {
	seat: number;
	scale: number;
	colour: number;
}

/** Fates with which a ship is still on the river. */
const AFLOAT = ["racing", "last afloat", "round cap"];
/** Where ships lie on the quay, in the order in which they land: from one end of it (0) to the other (2). */
const BERTHS = [1, 0, 2, 0.5, 1.5];

/** The house of a tile at which passengers wait: where it is, how many they are, and whether they are the red ones. */
export interface Station {
	tile: number;
	at: Point;
	n: number;
	red: boolean;
}

export class ChartState {
	readonly camera = new Camera();
	readonly drag = new Drag(this.camera);
	size = $state({ width: 1, height: 1 });
	/** The part of the chart that the slips around it leave. */
	between = $state.raw<Frame>({ left: 0, top: 0, width: 1, height: 1 });
	/** The hex that has the focus of the keyboard. */
	focused = $state<number | null>(null);

	readonly draft: Draft;
	constructor(draft: Draft) {
		this.draft = draft;
		draft.stage.home = (seat) => this.poseOf(seat);
	}

	/** The part of the chart that no slip of paper covers. */
	readonly frame = $derived.by(() => below(this.between, this.draft.table.strip));
	readonly phone = $derived.by(() => this.draft.table.room === "narrow");
	/** Who races is shown in chips over the chart, where there is no room for a slip. */
	readonly chips = $derived.by(() => this.draft.table.room !== "wide");
	readonly view = $derived.by((): QueenView | null => this.draft.base);
	readonly river = $derived.by(() => (this.view && this.draft.box ? new River(this.view, this.draft.box) : null));
	readonly stations = $derived.by((): Station[] =>
		(this.river?.tiles ?? []).slice(this.river?.first ?? 0).flatMap((t) => {
			const house = t.cells.find((c) => c.station);
			const n = this.view!.waiting[t.number] ?? 0;
			return house ? [{ tile: t.number, at: house.at, n, red: t.colour === "red" }] : [];
		}),
	);
	readonly passengers = $derived(this.view?.options.mode !== "intro");
	/** Small things to press do not get smaller than they are at full size. */
	readonly knob = $derived(Math.min(1.6, Math.max(1, 1 / this.camera.scale)));

	readonly ships = $derived.by((): Afloat[] => {
		const { poses } = this.draft.stage;
		return (this.view?.ship ?? []).flatMap((ship, seat) => {
			const pose = poses.get(seat) ?? this.poseOf(seat);
			const scale = ship.fate === "landed" && !poses.has(seat) ? 0.56 : 0.97;
			return pose ? [{ ...pose, seat, scale, colour: colourOf("queen", seat) }] : [];
		});
	});
	/** Hexes with a ship on them. */
	readonly taken = $derived.by(() => {
		const { river, view } = this;
		return new Set(river ? view!.ship.filter((s) => s.fate === "racing").map((s) => river.hexOf(s)) : []);
	});

	readonly ends = $derived.by(() => [...this.draft.ends.values()]);
	readonly chosenEnd = $derived.by((): Ending | null =>
		this.draft.chosen ? this.draft.endingOf(this.draft.chosen) : null,
	);
	/** Middles of the hexes that the course on the chart leads over. */
	readonly beads = $derived.by(() => (this.draft.shownWay?.poses ?? []).map((p) => pointOf(p.q, p.r)));
	/** Those hexes by their numbers. */
	readonly sailed = $derived.by(
		() =>
			new Set(
				(this.draft.shownWay?.poses ?? [])
					.flatMap(({ q, r }) => this.river?.cells.get(keyOf(q, r)) ?? [])
					.map((c) => this.river!.hexOf(c)),
			),
	);
	/** The end of the course on the chart. */
	readonly goal = $derived.by(() => {
		const pose = this.draft.shownWay?.poses.at(-1);
		if (!pose || !this.draft.deciding || this.draft.seat === null) return null;
		return { pose, at: pointOf(pose.q, pose.r) };
	});
	/** Turns that are shown, with the middles of their hexes. */
	readonly courses = $derived.by(() => {
		const { river, view, draft } = this;
		if (!river || !view) return [];
		return draft.table.courses.flatMap((course) => {
			const ship = view.ship[course.seat];
			if (!ship || !AFLOAT.includes(ship.fate)) return [];
			const own = course.events.filter((e) => e.seat === course.seat);
			const hexes = own.filter((e) => e.what === "ahead" || e.what === "bumped").map((e) => e.place);
			const turned = own.findLast((e) => e.what === "turned");
			const points = [river.hexOf(ship), ...hexes].filter((h) => river.has(h)).map((h) => river.cell(h).at);
			return [{ course, points, heading: turned?.thing ?? HEADINGS.indexOf(ship.heading) }];
		});
	});
	/** Directions in which the ship that was run into can be pushed by hand. */
	readonly steerPush = $derived.by(() =>
		this.draft.deciding && !this.draft.chosen && this.draft.view?.phase === "push"
			? headingsOf("push ", this.draft.table.legal)
			: [],
	);
	/** The hex of the ship that is about to be pushed. */
	readonly rammed = $derived.by((): Point | null => {
		const { seat, view } = this.draft;
		const ship = seat === null ? null : view?.ship[seat];
		return this.steerPush.length > 0 && ship ? (this.river?.cell(this.river.hexOf(ship)).at ?? null) : null;
	});

	private poseOf(seat: number): Pose | null {
		const { view, river } = this;
		const ship = view?.ship[seat];
		if (!ship || !river) return null;
		if (AFLOAT.includes(ship.fate)) {
			const { at } = river.cell(river.hexOf(ship));
			const rams = view.phase === "push" && seat === view.order[view.at];
			// It has run into another one, and both are on one hex until that is pushed on.
			const [x, y] = rams ? beyond(at, (HEADINGS.indexOf(ship.heading) + 3) % 6, SIZE * 0.82) : at;
			return { x, y, angle: angleOf(ship.heading) };
		}
		if (ship.fate !== "landed" || !river.platform) return null;
		const [a, b, c] = river.platform.hexes.map((h) => h.at) as [Point, Point, Point];
		const t = BERTHS[ship.left - 1] ?? 1;
		const [from, to, along] = t <= 1 ? [a, b, t] : [b, c, t - 1];
		return {
			x: from[0] + (to[0] - from[0]) * along,
			y: from[1] + (to[1] - from[1]) * along,
			angle: river.platform.heading * 60,
		};
	}

	/** Shows the course of a plan for as long as the pointer is on what stands for it. */
	look(plan: Plan | null): void {
		if (!this.drag.dragged) this.draft.hovered = plan;
	}

	pick(plan: Plan): void {
		if (!this.drag.dragged) void this.draft.choose(plan);
	}

	zoom(by: number): void {
		const { left, top, width, height } = this.frame;
		this.camera.zoom(by, [left + width / 2, top + height / 2]);
	}

	/** Whether a point of the screen is within the frame. */
	inFrame([x, y]: Point, slack = 0): boolean {
		const { left, top, width, height } = this.frame;
		return x >= left - slack && y >= top - slack && x <= left + width + slack && y <= top + height + slack;
	}
}

/** The headings in moves such as "push NE". */
export const headingsOf = (verb: string, moves: readonly string[]) =>
	moves.filter((m) => m.startsWith(verb)).map((m) => HEADINGS.indexOf(m.slice(verb.length) as never));

/** A point so far from another one, in a heading. */
export const beyond = (at: Point, heading: number, far: number): Point => {
	const [dx, dy] = FLAT.centre(...DIRECTIONS[heading]!, far);
	return [at[0] + dx, at[1] + dy];
};

/** How a hex is tinted for the coal that it takes to end there: 0 (free) to 3 (three or more). */
export const tint = (cost: number | null) => (cost === null ? 0 : Math.min(3, Math.max(0, cost)));

/** Carries out an action on Enter or Space, on something that is drawn as a button. */
export function press(e: KeyboardEvent, act: () => void): void {
	if (e.key !== "Enter" && e.key !== " ") return;
	e.preventDefault();
	e.stopPropagation();
	act();
}
