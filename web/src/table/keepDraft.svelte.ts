// Keeps the draft in the session storage of the tab: after a reload it is restored, or a message says that it is gone.
import { untrack } from "svelte";
import { MOVED_ON, type TableState } from "./state.svelte";

interface Kept {
	place: number;
	moves: string[];
}

const name = (id: string) => `bigmuddy.draft.${id}`;

function recall(id: string): Kept | null {
	try {
		const found = JSON.parse(sessionStorage.getItem(name(id)) ?? "null") as Kept | null;
		return found &&
			Number.isInteger(found.place) &&
			Array.isArray(found.moves) &&
			found.moves.every((m) => typeof m === "string")
			? found
			: null;
	} catch {
		return null;
	}
}

function keep(id: string, kept: Kept): void {
	try {
		if (kept.moves.length > 0) sessionStorage.setItem(name(id), JSON.stringify(kept));
		else sessionStorage.removeItem(name(id));
	} catch {
		// Storage is off: then the draft lasts as long as the page.
	}
}

/** Drafts the kept moves again. If the table has moved on a message says so, unless it moved on by these very moves. */
async function restore(table: TableState, { place, moves }: Kept): Promise<void> {
	if (table.game!.place === place) await table.replaceDraft(...moves);
	else if (
		!table.lines.some(
			(l) =>
				l.kind === "move" && l.seq > place && table.source.mine.includes(l.seat ?? -1) && l.text === moves[0],
		)
	)
		table.refusal = { rule: null, words: MOVED_ON };
}

/** To be called by a component with a table while the component is initialised. */
export function keepDraft(at: () => TableState | null): void {
	let begun: TableState | null = null;
	let ready = $state.raw<TableState | null>(null);

	$effect(() => {
		const table = at();
		const id = table?.match?.matchID;
		if (!table?.game || !id || begun === table) return;
		const kept = recall(id);
		if (kept?.place === table.game.place && !(table.mine && table.game.view?.eyes === table.eyes)) return; // on a hot seat the player who drafted them has to take the screen first
		begun = table;
		if (kept) untrack(() => void restore(table, kept).finally(() => (ready = table)));
		else ready = table;
	});
	$effect(() => {
		const table = at();
		if (table && ready === table) keep(table.match!.matchID, { place: table.game!.place, moves: table.drafted });
	});
}
