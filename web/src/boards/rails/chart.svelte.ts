// What the layers of the map share: the camera, the frame between the slips, and what can be done where.
import { below, Camera, type Frame } from "../camera.svelte";
import { Drag } from "../drag.svelte";
import { boxAround, type Point } from "../hex";
import type { Draft } from "./draft.svelte";
import { SIZE, type Hex } from "./map";
import { tracksOf, type RailsView } from "./pieces";
import type { Bill } from "./preview";

/** A bill covers so much of the map, in pixels. */
const billSize = (bill: Bill, small: boolean): [wide: number, high: number] =>
	small ? [234, 80 + 24 * bill.lines.length] : [250, 100 + 27 * bill.lines.length];

export type Corner = `by-${"left" | "right"} ${"high" | "low"}`;

export class ChartState {
	readonly camera = new Camera();
	readonly drag = new Drag(this.camera);
	size = $state.raw({ width: 1, height: 1 });
	/** The hex that had the focus of the keyboard last. */
	focused = $state<string | null>(null);

	readonly draft: Draft;
	constructor(draft: Draft) {
		this.draft = draft;
	}

	readonly phone = $derived.by(() => this.draft.table.room === "narrow");
	/** The companies are chips over the map, where there is no room for their slip. */
	readonly chips = $derived.by(() => this.draft.table.room !== "wide");
	readonly view = $derived.by(() => this.draft.view);
	readonly map = $derived.by(() => this.draft.map);
	readonly pieces = $derived.by(() => this.draft.pieces);
	readonly froms = $derived.by(() => new Set(this.draft.deliveries.map((d) => d.from)));
	readonly tos = $derived.by(() => {
		const { deliveries, source, chosen } = this.draft;
		return new Set(deliveries.filter((d) => source === null || d.from === source || !chosen).map((d) => d.to));
	});
	/** Hexes of tracks that are drafted but not sent. */
	readonly drafted = $derived.by(() => {
		const { table, seat, view } = this.draft;
		if (table.drafted.length === 0 || !view || seat === null) return new Set<number>();
		const before = new Set(tracksOf((table.game!.view as RailsView).side[seat]!));
		return new Set(tracksOf(view.side[seat]!).filter((id) => !before.has(id)));
	});
	/** Where the route that is shown runs: from the factory to the middle of the city. */
	readonly wayPoints = $derived.by((): Point[] => {
		const { shown, route, pieces, map, view } = this.draft;
		if (!shown || !pieces || route.length === 0) return [];
		return [...route.map((h) => pieces.node(view!.active, h)), map!.byName.get(shown.to)!.at];
	});

	/** Where the paper beside the players begins. */
	readonly side = $derived(this.chips ? 14 : 284);
	/** Where the map may lie: between the slips. */
	readonly frame = $derived.by((): Frame => {
		const { size, map } = this;
		const { strip } = this.draft.table;
		if (this.phone) return below({ left: 6, top: 60, width: size.width - 12, height: size.height - 66 }, strip);
		// On a smaller desk two slips lie in the lower corners: a little less map, and they hide none of it.
		const foot = this.draft.table.shape === "folded" ? 88 : 72;
		if (this.chips) return below({ left: 8, top: 68, width: size.width - 16, height: size.height - foot }, strip);
		const [left, right] = [286, 334];
		const width = size.width - left - right;
		const { top, height } = below({ left, top: 10, width, height: size.height - 20 }, strip);
		// A narrow map lies to the right: the bill of a delivery has the paper at its left.
		const b = map?.bounds;
		const spare = b ? width - height * ((b.right - b.left) / (b.bottom - b.top)) : 0;
		const aside = Math.max(0, Math.min(spare * 0.72, spare - 30));
		return { left: left + aside, top, width: width - aside, height };
	});
	/** On a phone what matters now fills the frame: the route, or the sites and the own line. */
	readonly focus = $derived.by(() => {
		const { map, pieces, draft } = this;
		if (!map || !pieces) return null;
		const { seat } = draft;
		if (!this.phone || !draft.deciding || seat === null) return map.bounds;
		const hexes = draft.chosen
			? [...draft.route, map.byName.get(draft.chosen.to)!]
			: draft.builds.size > 0
				? [...draft.builds.keys()].map((name) => map.byName.get(name)!)
				: map.hexes.filter((h) => pieces.has(seat, h));
		const points = hexes.map((h) => h.at);
		return points.length > 0 ? boxAround(points, SIZE * 1.6) : map.bounds;
	});

	/** Shows the whole map, or on a phone what matters now. */
	fit(): void {
		const { focus, phone } = this;
		if (!focus || this.size.width <= 1) return;
		this.camera.held = false;
		this.camera.show(focus, this.frame, phone && focus !== this.map?.bounds ? 0.68 : 0.2, phone ? 0.95 : 2.4);
	}

	zoom(by: number): void {
		const { left, top, width, height } = this.frame;
		this.camera.zoom(by, [left + width / 2, top + height / 2]);
	}

	/** How much of the map a slip would hide: a hex of the route that is shown counts more than others. */
	private hides(x: number, y: number, wide: number, high: number): number {
		const { map, camera } = this;
		const { shown, route } = this.draft;
		const along = new Set(shown ? [...route.map((h) => h.id), map!.byName.get(shown.to)!.id] : []);
		const near = SIZE * camera.scale * 0.6;
		const under = (h: Hex) => {
			const [hx, hy] = camera.toScreen(h.at);
			return hx > x - near && hx < x + wide + near && hy > y - near && hy < y + high + near;
		};
		return map!.hexes.reduce((sum, h) => sum + (under(h) ? (along.has(h.id) ? 8 : 1) : 0), 0);
	}
	/** The corners of the map, and how much of it a slip there would hide. */
	private corners(wide: number, high: number): [Corner, number][] {
		const { left, top, width, height } = this.frame;
		const right = left + width - wide;
		const low = this.chips ? this.size.height - 10 - high : top + height - high;
		return [
			["by-right low", this.hides(right, low, wide, high)],
			["by-left low", this.hides(this.side, low, wide, high)],
			["by-right high", this.hides(right, top, wide, high)],
			["by-left high", this.hides(this.side, top, wide, high) + 1.5],
		];
	}
	/** Where the ship and the achievements lie on the map, when they have no place beside it: a slip that would hide some of the map is left out. */
	readonly slips = $derived.by((): { ship: Corner; goals: Corner | null } => {
		if (!this.map || this.phone || !this.chips) return { ship: "by-right high", goals: null };
		const ship = this.corners(234, 144).sort((a, b) => a[1] - b[1])[0]![0];
		const goals = this.corners(282, 96)
			.filter(([where, n]) => where !== ship && n < 1)
			.sort((a, b) => a[1] - b[1])[0];
		return { ship, goals: goals?.[0] ?? null };
	});
	/** The corner in which the bill of a delivery hides the least of the map, and of the route least of all. */
	readonly corner = $derived.by((): Corner => {
		const { shown } = this.draft;
		if (!shown || !this.map || this.phone) return "by-right low";
		const taken = this.chips ? [this.slips.ship, this.slips.goals] : [];
		return this.corners(...billSize(shown.bill, this.chips))
			.filter(([where]) => !taken.includes(where))
			.sort((a, b) => a[1] - b[1])[0]![0];
	});

	/** What a build costs, in words. */
	price(move: string): string {
		const bill = this.draft.bills.get(move);
		return !bill ? "…" : bill.money === 0 ? "free" : `$${-bill.money}`;
	}

	/** Shows what the hex under the pointer or the focus stands for: a build, or the best delivery from or to it. */
	look(hex: Hex | null): void {
		if (this.drag.moving) return;
		const { draft } = this;
		const build = hex ? draft.builds.get(hex.name) : undefined;
		draft.hovered = build ?? null;
		draft.hoveredDelivery = hex && !build ? this.deliveryAt(hex) : null;
	}

	private deliveryAt(hex: Hex) {
		const { draft } = this;
		const { chosen, source } = draft;
		if ((hex.city === null && hex.factory === null) || chosen?.to === hex.name || chosen?.from === hex.name)
			return null;
		if (hex.city === null) return draft.best((d) => d.from === hex.name);
		return (
			draft.best((d) => d.to === hex.name && (source === null || d.from === source)) ??
			draft.best((d) => d.to === hex.name)
		);
	}
}

/** How a site is tinted for what it costs: 0 (free) to 3 ($3 or more). */
export const tint = (bill: { money: number } | undefined) => Math.min(3, Math.max(0, -(bill?.money ?? 0)));

const short = (n: number) => Math.round(n * 10) / 10;
/** A line through points, as a path. */
export const lineThrough = (points: readonly Point[]) =>
	`M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;
