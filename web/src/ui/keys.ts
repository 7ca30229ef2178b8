// Which keys are the table's.

/** Whether it belongs to a field that is typed in, or to a dialog. A slider has its own keys and lets the others pass. */
export function isTaken(e: KeyboardEvent): boolean {
	const field = (e.target as Element).closest?.<HTMLInputElement>("input, textarea, select");
	return (
		document.querySelector("dialog[open]") !== null ||
		(!!field && (field.type !== "range" || /^(Arrow|Home|End|Page)/.test(e.key)))
	);
}

/** Whether a board may take it: a key alone, that nobody has taken. */
export const isFree = (e: KeyboardEvent) =>
	!e.defaultPrevented &&
	!e.ctrlKey &&
	!e.altKey &&
	!e.metaKey &&
	!isTaken(e) &&
	!(e.target as Element).closest?.("[role=dialog]");

/** To be called in an effect: Enter presses the primary button wherever the focus is, but for a field, a dialog, and a control that
 *  a key has just led to. A control that was pressed already, or clicked with the mouse, has no claim to Enter any more. */
export function enterPresses(primary: () => HTMLElement | null): () => void {
	let movesFocus = false;
	let led = false;
	const key = (e: KeyboardEvent) => {
		const here = led;
		led = false;
		movesFocus = e.key !== "Enter" && e.key !== " ";
		if (e.key === "Shift") led = here; // Shift and Tab are one key to whoever presses them
		if (e.key !== "Enter" || !isFree(e)) return;
		const button = primary();
		const on = (e.target as Element).closest?.("button, a, summary, [role=button]");
		if (!button || (on && on !== button && (here || button.ariaDisabled === "true"))) return;
		e.preventDefault();
		e.stopPropagation();
		button.click();
	};
	const focus = () => (led = movesFocus);
	const pointer = () => (led = movesFocus = false);
	window.addEventListener("keydown", key, true);
	window.addEventListener("focusin", focus, true);
	window.addEventListener("pointerdown", pointer, true);
	return () => {
		window.removeEventListener("keydown", key, true);
		window.removeEventListener("focusin", focus, true);
		window.removeEventListener("pointerdown", pointer, true);
	};
}
