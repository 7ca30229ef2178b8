// Which keys are the table's.

/** Whether it belongs to a field that is typed in, or to a dialog. A slider has its own keys and lets the others pass. */
export function isTaken(e: KeyboardEvent): boolean {
	const field = (e.target as Element).closest?.<HTMLInputElement>("input, textarea, select");
	return (
		document.querySelector("dialog[open]") !== null ||
		(!!field && (field.type !== "range" || /^(Arrow|Home|End|Page)/.test(e.key)))
	);
}

/** A key alone, that nobody has taken. */
const isPlain = (e: KeyboardEvent) => !e.defaultPrevented && !e.ctrlKey && !e.altKey && !e.metaKey && !isTaken(e);

/** Whether a board may take it: not in a slip that asks something. One that lies beside a table in play (`data-beside`) has only the keys of its controls. */
export function isFree(e: KeyboardEvent): boolean {
	const at = e.target as Element;
	const slip = at.closest?.("[role=dialog]");
	return isPlain(e) && (!slip || (at === slip && slip.hasAttribute("data-beside")));
}

/** To be called in an effect: Enter presses the primary button wherever the focus is, but for a field, a dialog, and a control that
 *  a key has just led to. A control that was pressed already, or clicked with the mouse, has no claim to Enter any more: a button that
 *  cannot be pressed yet then says why, rather than that the other is pressed once more. */
export function enterPresses(primary: () => HTMLElement | null): () => void {
	let movesFocus = false;
	let led = false;
	const key = (e: KeyboardEvent) => {
		const here = led;
		led = false;
		movesFocus = e.key !== "Enter" && e.key !== " ";
		if (e.key === "Shift") led = here; // Shift and Tab are one key to whoever presses them
		const at = e.target as Element;
		if (e.key !== "Enter" || !isPlain(e) || at.closest?.("[role=dialog]:not([data-beside])")) return;
		const button = primary();
		const on = at.closest?.("button, a, summary, [role=button]");
		if (!button || (on && on !== button && here)) return;
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
