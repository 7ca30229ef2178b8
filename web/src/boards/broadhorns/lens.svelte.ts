// A closer look at the river on a wide screen: the whole of it fits the window, and can be made larger and moved about.
const MOST = 2.5;

export class Lens {
	by = $state(1);
	x = $state(0);
	y = $state(0);
	private held: { id: number; x: number; y: number } | null = null;

	/** Larger or smaller, about a point that stays where it is; measured from the middle of the upper edge. */
	zoom(factor: number, x = 0, y = 300): void {
		const by = Math.min(MOST, Math.max(1, this.by * factor));
		const real = by / this.by;
		this.x = by === 1 ? 0 : x - (x - this.x) * real;
		this.y = by === 1 ? 0 : y - (y - this.y) * real;
		this.by = by;
	}

	fit(): void {
		this.zoom(0);
	}

	wheel(e: WheelEvent, board: HTMLElement): void {
		e.preventDefault();
		const box = board.getBoundingClientRect();
		this.zoom(
			Math.exp(-Math.max(-80, Math.min(80, e.deltaY)) / 400),
			e.clientX - box.left - box.width / 2,
			e.clientY - box.top,
		);
	}

	/** Dragging begins beside the things that can be pressed. */
	down(e: PointerEvent): void {
		if (this.by > 1 && e.button === 0 && !(e.target as Element).closest("button, [role=button]"))
			this.held = { id: e.pointerId, x: e.clientX, y: e.clientY };
	}

	move(e: PointerEvent): void {
		if (this.held?.id !== e.pointerId) return;
		this.x += e.clientX - this.held.x;
		this.y += e.clientY - this.held.y;
		this.held = { id: e.pointerId, x: e.clientX, y: e.clientY };
	}

	up(): void {
		this.held = null;
	}

	/** `+`, `-` and `f`: whether it was one of them. */
	key(e: KeyboardEvent): boolean {
		if (e.key === "+" || e.key === "=") this.zoom(1.25);
		else if (e.key === "-") this.zoom(0.8);
		else if (e.key === "f") this.fit();
		else return false;
		return true;
	}
}
