// Help at a table: whether its drawer is open, what the pointer is on, and which rule is read. One for each table.
import type { GameName } from "../messages";
import { perTable } from "../../boards/perTable.svelte";
import type { TableState } from "../state.svelte";

/** What a thing on the table is: a title, what there is to know of this very one, and the rules behind it. */
export interface Tip {
	title: string;
	lines: string[];
	rules: string[];
}
/** Something that can be tried. Moves that begin like this carry it out; where none is legal, the rules say why of the whole move. */
export interface Try {
	words: string;
	key?: string;
	begins: string;
	/** A whole move, to hear why there is none. */
	such?: string;
}
/** What a game can say of its own table; loaded when somebody asks. */
export interface GameHelp {
	/** By the name that the thing has in `data-tip` or `data-spot`. */
	about(what: string, table: TableState): Tip | null;
	tries(table: TableState): Try[];
	/** Rules that matter now, the nearest first. */
	rules(table: TableState): string[];
}

const helps: Record<GameName, () => Promise<{ help: GameHelp }>> = {
	queen: () => import("../../boards/queen/help"),
	broadhorns: () => import("../../boards/broadhorns/help"),
	rails: () => import("../../boards/rails/help"),
};

/** A link to a rule: the game and the id. */
const RULE = /#\/rules\/([a-z]+)\/([A-Z]\d+[a-z]?)$/;

export class Help {
	open = $state(false);
	/** The name of what the pointer or the focus is on. */
	what = $state<string | null>(null);
	/** The rule that was asked for; null: those at hand. */
	rule = $state<string | null>(null);
	game = $state.raw<GameHelp | null>(null);
	/** Of which game the rule is: one text refers to another at times. */
	book = $state<GameName | null>(null);

	constructor(readonly table: TableState) {}

	/** Tips of this table, as soon as they are there. */
	load(): void {
		const name = this.table.match?.gameName;
		if (name && !this.game)
			void helps[name]().then(
				(m) => (this.game = m.help),
				() => {}, // offline for the first time: the next one asks again
			);
	}

	about(what: string | null): Tip | null {
		return what === null || !this.table.view ? null : (this.game?.about(what, this.table) ?? null);
	}

	toggle(): void {
		this.open = !this.open;
		this.rule = null;
		if (this.open) this.load();
	}

	read(rule: string, book = this.table.match!.gameName): void {
		this.load();
		this.table.refusal = null; // its link was followed, or something else is of interest by now
		this.rule = rule;
		this.book = book;
		this.open = true;
	}

	/** A link to a rule opens the drawer over the board, unless somebody wants it elsewhere. */
	follow(e: MouseEvent): void {
		const link = e.target instanceof Element ? e.target.closest("a") : null;
		const to = RULE.exec(link?.getAttribute("href") ?? "");
		if (!to || link!.hasAttribute("data-page") || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey) return;
		e.preventDefault();
		link!.closest("dialog")?.close();
		this.read(to[2]!, to[1] as GameName);
	}
}

export const helpOf = perTable((table) => new Help(table));

/** The thing that an element belongs to. What lies on a board without being in its way (`data-through`) takes no presses, so it is found
 *  by its place: `at` says where the pointer is, and `root` where such things may be. */
export function thingAt(
	target: EventTarget | null,
	at?: { clientX: number; clientY: number },
	root?: HTMLElement,
): { what: string; box: DOMRect } | null {
	const on = at && target instanceof Element && target.closest(".middle") ? throughAt(at, root) : null;
	const thing =
		on ?? (target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-tip], [data-spot]") : null);
	const what = thing?.dataset.tip ?? thing?.dataset.spot;
	return thing && what ? { what, box: thing.getBoundingClientRect() } : null;
}

function throughAt({ clientX: x, clientY: y }: { clientX: number; clientY: number }, root?: HTMLElement) {
	for (const e of root?.querySelectorAll<HTMLElement>("[data-through]") ?? []) {
		const { left, right, top, bottom } = e.getBoundingClientRect();
		if (x >= left && x < right && y >= top && y < bottom) return e;
	}
	return null;
}
