// Which keys are the table's.

/** Whether it belongs to a field that is typed in, or to a dialog. A slider has its own keys and lets the others pass. */
export function isTaken(e: KeyboardEvent): boolean {
	const field = (e.target as Element).closest?.<HTMLInputElement>("input, textarea, select");
	return document.querySelector("dialog[open]") !== null || (!!field && (field.type !== "range" || /^(Arrow|Home|End|Page)/.test(e.key)));
}

/** Whether a board may take it: a key alone, that nobody has taken. */
export const isFree = (e: KeyboardEvent) => !e.defaultPrevented && !e.ctrlKey && !e.altKey && !e.metaKey && !isTaken(e) && !(e.target as Element).closest?.("[role=dialog]");
