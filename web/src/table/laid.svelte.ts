// Moves that are laid out but not sent, kept for this tab: a page that is loaded again finds them as they were, or says that they are gone.
import { untrack } from "svelte";
import { MOVED_ON, type Desk } from "./desk.svelte";

interface Laid { place: number; moves: string[] }

const name = (id: string) => `bigmuddy.laid.${id}`;

function recall(id: string): Laid | null {
	try {
		const found = JSON.parse(sessionStorage.getItem(name(id)) ?? "null") as Laid | null;
		return found && Number.isInteger(found.place) && Array.isArray(found.moves) && found.moves.every((m) => typeof m === "string") ? found : null;
	} catch {
		return null;
	}
}

function keep(id: string, laid: Laid): void {
	try {
		if (laid.moves.length > 0)
			sessionStorage.setItem(name(id), JSON.stringify(laid));
		else
			sessionStorage.removeItem(name(id));
	} catch {
		// A browser that keeps nothing: then they last as long as the page.
	}
}

/** Lays out again what was laid out before. If the table has moved on that is over; if it was by these very moves there is nothing to say. */
async function restore(desk: Desk, { place, moves }: Laid): Promise<void> {
	if (desk.game!.place === place)
		await desk.instead(...moves);
	else if (!desk.lines.some((l) => l.kind === "move" && l.seq > place && desk.source.mine.includes(l.seat ?? -1) && l.text === moves[0]))
		desk.refusal = { rule: null, words: MOVED_ON };
}

/** For a component with a table: call it while the component is made. */
export function keepLaid(at: () => Desk | null): void {
	let begun: Desk | null = null, ready = $state.raw<Desk | null>(null);

	$effect(() => {
		const desk = at(), id = desk?.match?.matchID;
		if (!desk?.game || !id || begun === desk)
			return;
		const laid = recall(id);
		if (laid?.place === desk.game.place && !(desk.mine && desk.game.view.eyes === desk.eyes))
			return;                                     // on a hot seat whose moves they are has to sit down first, and see the table
		begun = desk;
		if (laid)
			untrack(() => void restore(desk, laid).finally(() => (ready = desk)));
		else
			ready = desk;
	});
	$effect(() => {
		const desk = at();
		if (desk && ready === desk)
			keep(desk.match!.matchID, { place: desk.game!.place, moves: desk.draft });
	});
}
