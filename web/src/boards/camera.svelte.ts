// Which part of the chart is on the screen: it follows the race until somebody moves it by hand.
import type { Box, Point } from "./hex";

export interface Frame {
	left: number;
	top: number;
	width: number;
	height: number;
}

/** What is left of a frame below a strip that covers so many pixels at the upper edge of the chart. */
export function below(frame: Frame, strip: number): Frame {
	const top = strip > 0 ? Math.max(frame.top, strip + 8) : frame.top;
	return { ...frame, top, height: Math.max(80, frame.top + frame.height - top) };
}

const MOST = 2.2;
const LEAST = 0.3;
const clamp = (n: number, least: number, most: number) => Math.min(most, Math.max(least, n));

export class Camera {
	x = $state(0);
	y = $state(0);
	scale = $state(1);
	/** Somebody has moved it: it stays where it is. */
	held = $state(false);
	/** Whether it goes to its new place in a glide. */
	gliding = $state(false);
	placed = false;

	/** Shows a part of the chart in a frame of the screen, not larger and not smaller than it is good to read. */
	show(part: Box, frame: Frame, least: number, most: number): void {
		const scale = clamp(
			Math.min(frame.width / (part.right - part.left), frame.height / (part.bottom - part.top)),
			least,
			most,
		);
		this.gliding = this.placed;
		this.placed = true;
		this.scale = scale;
		this.x = frame.left + frame.width / 2 - (scale * (part.left + part.right)) / 2;
		this.y = frame.top + frame.height / 2 - (scale * (part.top + part.bottom)) / 2;
	}

	/** Moves as little as it takes to have a part of the chart in the frame. */
	include(part: Box, frame: Frame, glides = true): void {
		const shift = (from: number, to: number, least: number, most: number) =>
			to - from > most - least
				? (least + most - from - to) / 2
				: from < least
					? least - from
					: to > most
						? most - to
						: 0;
		const [left, top] = this.toScreen([part.left, part.top]);
		const [right, bottom] = this.toScreen([part.right, part.bottom]);
		this.gliding = glides;
		this.x += shift(left, right, frame.left, frame.left + frame.width);
		this.y += shift(top, bottom, frame.top, frame.top + frame.height);
	}

	pan(dx: number, dy: number): void {
		this.held = true;
		this.gliding = false;
		this.x += dx;
		this.y += dy;
	}

	/** Larger or smaller, about a point of the screen that stays where it is. */
	zoom(by: number, about: Point): void {
		this.held = true;
		this.gliding = false;
		const scale = clamp(this.scale * by, LEAST, MOST);
		const real = scale / this.scale;
		this.x = about[0] - (about[0] - this.x) * real;
		this.y = about[1] - (about[1] - this.y) * real;
		this.scale = scale;
	}

	toScreen([x, y]: Point): Point {
		return [this.x + x * this.scale, this.y + y * this.scale];
	}

	toChart([x, y]: Point): Point {
		return [(x - this.x) / this.scale, (y - this.y) / this.scale];
	}
}
