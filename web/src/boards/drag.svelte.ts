// Moves a camera by hand: drag with the mouse or a finger, pinch with two fingers, turn the wheel.
import type { Camera } from "./camera.svelte";
import type { Point } from "./hex";

/** A press that moves less than this is a click, in pixels. */
const SLACK = 6;

export class Drag {
	/** Whether the chart is being moved now: then it is a layer of its own, and nothing is drawn anew. */
	moving = $state(false);
	/** Whether this press has moved the chart: the click that ends it must press nothing. */
	dragged = false;
	/** On the screen: where the chart lies there is asked only when it must be known, for that costs a layout of it all. */
	private fingers = new Map<number, Point>();
	private begun: Point = [0, 0];

	constructor(private readonly camera: Camera) {}

	down(e: PointerEvent): void {
		if (e.button !== 0) return;
		const at: Point = [e.clientX, e.clientY];
		this.fingers.set(e.pointerId, at);
		this.begun = at;
		if (this.fingers.size === 1) this.dragged = false;
	}

	move(e: PointerEvent): void {
		const was = this.fingers.get(e.pointerId);
		if (!was) return;
		const now: Point = [e.clientX, e.clientY];
		if (!this.dragged && far(now, this.begun) < SLACK) return;
		if (!this.dragged) (e.currentTarget as Element).setPointerCapture(e.pointerId);
		this.dragged = this.moving = true;
		const other = [...this.fingers].find(([id]) => id !== e.pointerId)?.[1];
		if (other) {
			const [x, y] = local(e);
			this.camera.zoom(far(now, other) / Math.max(1, far(was, other)), [
				x + (other[0] - now[0]) / 2,
				y + (other[1] - now[1]) / 2,
			]);
		} else this.camera.pan(now[0] - was[0], now[1] - was[1]);
		this.fingers.set(e.pointerId, now);
	}

	up(e: PointerEvent): void {
		this.fingers.delete(e.pointerId);
		this.moving = false;
	}

	wheel(e: WheelEvent): void {
		e.preventDefault();
		this.camera.zoom(Math.exp(-Math.max(-80, Math.min(80, e.deltaY)) / 400), local(e));
	}
}

const far = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Where a pointer is, from the upper left corner of the element that listens. */
export function local(e: MouseEvent): Point {
	const box = (e.currentTarget as Element).getBoundingClientRect();
	return [e.clientX - box.left, e.clientY - box.top];
}
