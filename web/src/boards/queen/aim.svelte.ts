// Where the camera looks: it follows the race, and above all the ship of whoever sits here, until somebody moves it by hand.
import { onMount, untrack } from "svelte";
import { boxAround, type Point } from "../hex";
import type { ChartState } from "./chart.svelte";
import { pointOf, SIZE, type QueenView, type River } from "./river";

/** Sets of points from the widest view to the closest; the camera shows the first that is not too small to read. */
function wanted(chart: ChartState, river: River, view: QueenView): Point[][] {
	const { draft, ships } = chart;
	const me = draft.seat;
	const at = (seats: typeof ships) => seats.map((s): Point => [s.x, s.y]);
	const racing = at(ships.filter((s) => view.ship[s.seat]!.fate === "racing"));
	const mine = me === null ? [] : at(ships.filter((s) => s.seat === me));
	const reach = chart.ends.map((e) => river.cell(e.hex).at);
	const newest = [...river.last.cells.map((c) => c.at), ...(river.platform?.hexes.map((h) => h.at) ?? [])];
	const all = [...river.cells.values()].map((c) => c.at);
	const foremost = view.order.find((seat) => view.ship[seat]!.fate === "racing") ?? null;
	const around = (seat: number | null) => {
		const tile = seat === null ? river.last.number : view.ship[seat]!.tile;
		return river.tiles.slice(Math.max(river.first, tile - 1), tile + 3).flatMap((t) => t.cells.map((c) => c.at));
	};
	const shown = chart.courses.flatMap((c) => c.points);
	if (shown.length > 0) return [[...shown, ...around(chart.courses[0]!.course.seat)], shown];
	const sets =
		draft.table.mine && mine.length > 0
			? [
					[...all, ...newest],
					[...racing, ...reach, ...newest],
					[...around(me), ...mine, ...reach],
					[...mine, ...reach],
				]
			: [[...all, ...newest], [...racing, ...newest], [...around(foremost), ...newest], newest];
	return sets.filter((s) => s.length > 0);
}

function aim(chart: ChartState): void {
	const { river, view, frame, camera, phone, draft } = chart;
	if (!river || !view) return;
	const least = phone ? 0.76 : chart.chips ? 0.66 : 0.78;
	const most = phone ? 1.15 : 1.32 * Math.max(1, Math.min(chart.size.width / 1440, chart.size.height / 900));
	const margin = SIZE * (phone ? 1.4 : 1.9);
	const sets = wanted(chart, river, view);
	const fits = (points: Point[]) => {
		const b = boxAround(points, margin);
		return Math.min(frame.width / (b.right - b.left), frame.height / (b.bottom - b.top)) >= least;
	};
	const points = sets.find(fits) ?? sets.at(-1);
	if (!points) return;
	// What is shown alone, because the rest is too far away, need not be large.
	camera.show(boxAround(points, margin), frame, least, sets.indexOf(points) > 1 ? Math.min(most, 1) : most);
	// Where not all of the reach fits in, the ship does.
	const mine = chart.ships.filter((s) => s.seat === draft.seat).map((s): Point => [s.x, s.y]);
	if (draft.table.mine && mine.length > 0) camera.include(boxAround(mine, SIZE * 1.2), frame, camera.gliding);
}

/** Lets the camera follow the race again. */
export function fit(chart: ChartState): void {
	chart.camera.held = false;
	aim(chart);
}

/** To be called while the chart is initialised: keeps the camera on what matters. */
export function follow(chart: ChartState): void {
	const { camera, draft } = chart;
	const { stage, table } = draft;
	$effect(() => {
		void [
			chart.river?.name,
			chart.frame,
			chart.courses,
			chart.ends.length > 0,
			chart.view?.turn,
			table.mine,
			table.pace.busy,
		];
		untrack(() => {
			if (!camera.held && !table.pace.busy) aim(chart);
		});
	});
	// It goes along with ships that travel out of the frame.
	$effect(() => {
		const far = [...stage.poses.values()].map(({ x, y }): Point => [x, y]);
		untrack(() => {
			if (!camera.held && far.some((p) => !chart.inFrame(camera.toScreen(p))))
				camera.include(boxAround(far, SIZE * 3), chart.frame);
		});
	});
	// At the beginning of the own turn the ship must be on the screen.
	$effect(() => {
		const turn = table.mine ? chart.view?.turn : null;
		untrack(() => {
			const own = turn != null ? chart.ships.find((s) => s.seat === draft.seat) : null;
			if (own && !chart.inFrame(camera.toScreen([own.x, own.y]))) fit(chart);
		});
	});
	$effect(() => {
		const plan = draft.chosen ?? (chart.focused !== null ? draft.hovered : null);
		untrack(() => {
			const end = plan ? draft.wayOf(plan)?.poses.at(-1) : null;
			if (end) camera.include(boxAround([pointOf(end.q, end.r)], SIZE * 2.4), chart.frame);
		});
	});
}

/** To be called while the chart is initialised: measures the chart and the frame that the slips of paper leave of it. */
export function measure(chart: ChartState, root: () => HTMLElement): void {
	onMount(() => {
		const around = root().parentElement!;
		const look = () => {
			const outer = root().getBoundingClientRect();
			const inner = around.getBoundingClientRect();
			chart.size = { width: outer.width, height: outer.height };
			const chips = chart.draft.table.room === "narrow" ? 58 : 0; // elsewhere the frame begins below them
			chart.between = {
				left: inner.left - outer.left + 8,
				top: inner.top - outer.top + 8 + chips,
				width: Math.max(80, inner.width - 16),
				height: Math.max(80, inner.height - 16 - chips),
			};
		};
		look();
		const watch = new ResizeObserver(look);
		watch.observe(root());
		watch.observe(around);
		return () => watch.disconnect();
	});
}
