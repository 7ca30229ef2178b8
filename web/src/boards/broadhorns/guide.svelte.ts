// What one person can do at this moment, for every thing on the table that offers it: the chart, the boat card, the hand, the port
// visit and the tray all ask here. What is legal, what it brings and whether it can be taken back is asked of the rules.
import { rules } from "../../muddy/muddy";
import type { Desk } from "../../table/desk.svelte";
import { perDesk } from "../perDesk.svelte";
import { read, type Kind, type Move, type MoveOf } from "./moves";
import { barrelsOf, portAt, tileOf, type Barrel, type BroadView, type Card, type Cargo, type Phase, type Player } from "./pieces";

/** What a move would do: whether it is final, and the gold it brings or costs. */
export interface Quote { final: boolean; gold: number; after: BroadView | null }

const inPort: ReadonlySet<Phase> = new Set<Phase>(["boat", "market", "blind", "sell", "buy", "travelers", "resale", "load", "dock", "full", "reveal"]);

async function quote(view: BroadView, seat: number, moves: readonly string[]): Promise<Map<string, Quote>> {
	const words = `view ${JSON.stringify(view)}`, answers = await rules.lines(...moves.flatMap((m) => [words, `draft ${m}`, "state"]));
	return new Map(moves.map((move, i) => {
		const final = answers[3 * i + 1]![0] === "final";
		const after = final ? null : (JSON.parse(answers[3 * i + 2]![0]!) as BroadView);
		return [move, { final, after, gold: after ? after.player[seat]!.gold - view.player[seat]!.gold : 0 }];
	}));
}

export class Guide {
	constructor(readonly desk: Desk) {}

	/** Whose boat card is looked at; null: the own. */
	chosen = $state<number | null>(null);
	/** What is under the pointer or has the focus in the panel, to be shown on the chart. */
	pointed = $state<string | null>(null);
	/** Gold before the port visit under way. */
	private before = $state.raw<{ turn: number; gold: number } | null>(null);
	/** What each of the moves that are laid out has brought or cost. */
	private paid = $state<number[]>([]);
	private told = $state.raw<{ view: BroadView; quotes: Map<string, Quote> } | null>(null);

	readonly view = $derived.by(() => this.desk.view as BroadView | null);
	/** The seat that this screen plays; a watcher looks over the shoulder of whoever is to move. In the set-up `active` may be a town. */
	readonly seat = $derived.by(() => this.desk.eyes ?? (this.view?.player[this.view.active] ? this.view.active : 0));
	readonly me: Player | null = $derived(this.view?.player[this.seat] ?? null);
	readonly moves: Move[] = $derived.by(() => (this.desk.mine && this.desk.live && !this.desk.sending ? this.desk.legal.map(read) : []));
	readonly visiting = $derived(this.view !== null && inPort.has(this.view.phase) && this.view.active === this.seat);
	/** The port at which the boat lies. */
	readonly port = $derived(this.me ? portAt(this.me.space) : null);
	/** Gold that this visit has brought so far; after a reload, that the moves laid out bring. */
	readonly earned = $derived.by(() => {
		const table = this.desk.game?.view as BroadView | undefined;
		if (!this.view || !this.me || !table || this.desk.past)
			return 0;
		return this.me.gold - (this.before?.turn === this.view.turn ? this.before.gold : (table.player[this.seat]?.gold ?? this.me.gold));
	});
	readonly seatShown = $derived(this.chosen ?? this.seat);

	/** A watcher has no boat of their own, nor has who reads an old game of others. */
	isOwn(seat: number): boolean {
		return seat === this.desk.you;
	}

	/** To be called in an effect: keeps what is asked of the rules up to date. */
	watch(): void {
		const { view, seat } = this, legal = this.moves.map((m) => m.text);
		if (!view)
			return;
		if (!this.visiting)
			this.before = { turn: view.turn, gold: view.player[seat]!.gold };
		if (legal.length > 0 && this.told?.view !== view)
			void quote(view, seat, legal).then((quotes) => {
				if (this.view === view)
					this.told = { view, quotes };
			}, () => undefined);
	}

	quoteOf(move: string): Quote | null {
		return this.told && this.told.view === this.view ? (this.told.quotes.get(move) ?? null) : null;
	}

	/** Moves of these kinds that are laid out in this visit, with the gold of each. */
	laid(...kinds: Kind[]): { move: Move; gold: number }[] {
		const from = this.desk.draft.lastIndexOf("port") + 1;
		return this.desk.draft.slice(from).flatMap((text, i) => {
			const move = read(text);
			return kinds.includes(move.kind) ? [{ move, gold: this.paid[from + i] ?? 0 }] : [];
		});
	}

	of<K extends Kind>(kind: K): MoveOf<K>[] {
		return this.moves.filter((m) => m.kind === kind) as MoveOf<K>[];
	}

	can(move: string): boolean {
		return this.moves.some((m) => m.text === move);
	}

	/** Makes a move; one that is not allowed is answered with the reason. */
	async take(move: string): Promise<void> {
		this.chosen = null;
		if (this.can(move)) {
			const at = this.desk.draft.length, gold = this.me!.gold;
			await this.desk.choose(move);
			if (this.desk.draft.length > at)
				this.paid[at] = this.me!.gold - gold;
		} else if (this.desk.mine && this.desk.live)
			await this.desk.why(move);
	}

	/** Takes back one of the moves that are laid out, and keeps those after it. */
	async without(move: string): Promise<void> {
		const at = this.desk.draft.lastIndexOf(move);
		if (at < 0)
			return;
		this.paid.splice(at, 1);
		await this.desk.instead(...this.desk.draft.filter((_, i) => i !== at));
	}

	/** Takes back the last sale of such a barrel that is laid out. */
	async unsell(cargo: Cargo, fits: (m: MoveOf<"sell">) => boolean): Promise<void> {
		const sales = this.desk.draft.map(read).filter((m) => m.kind === "sell") as MoveOf<"sell">[];
		const sale = sales.reverse().find((m) => m.cargo === cargo && fits(m));
		if (sale)
			await this.without(sale.text);
	}

	/** Leaves out whatever is left of the port visit. */
	async leavePort(): Promise<void> {
		for (let parts = 0; parts < 4 && this.visiting; parts++) {
			const move = ["done", "sail on"].find((m) => this.can(m)), view = this.view;
			if (!move)
				return;
			await this.desk.choose(move);
			if (this.view === view)
				return;
		}
	}

	/* Things on the table, and the move they stand for ----------------------- */

	sailMove(space: number): string {
		return `move ${space - (this.me?.space ?? 0)}`;
	}

	canSail(space: number): boolean {
		return this.can(this.sailMove(space));
	}

	async sailTo(space: number): Promise<void> {
		const at = this.me?.space ?? 0;
		if (space === at)
			return this.take("port");
		if (space > at || !this.me?.boat)
			return this.take(`move ${Math.abs(space - at)}`);
		return this.desk.cite("B97");
	}

	/** The sale of a barrel to a space of the town that is visited: that of the oldest barrel, if several would do. */
	saleTo(town: number, space: number): MoveOf<"sell"> | null {
		if (!this.view || this.view.phase !== "sell" || this.view.port !== town)
			return null;
		const { cargo, value } = tileOf(this.view, town).space[space]!;
		return this.of("sell").filter((m) => m.cargo === cargo && m.value === value).sort((a, b) => b.place - a.place)[0] ?? null;
	}

	/** Calls at a town; from elsewhere that is answered with what is in the way. */
	async callAt(town: number): Promise<void> {
		if (this.port === town || !this.me?.boat)
			return this.take("port");
		return this.desk.cite("B34");
	}

	async clickSpace(town: number, space: number): Promise<void> {
		const sale = this.saleTo(town, space);
		if (sale)
			return this.take(sale.text);
		if (this.view?.phase !== "sell" || this.view.port !== town)
			return this.callAt(town);
		const { cargo, value } = tileOf(this.view, town).space[space]!;
		const aboard = barrelsOf(this.me!).find((b) => b.cargo === cargo);
		return this.take(`sell ${cargo}@${aboard?.place ?? 0} for ${value}`);
	}

	/** The best sale of a barrel. */
	saleOf(b: Barrel): MoveOf<"sell"> | null {
		return this.of("sell").filter((m) => m.cargo === b.cargo && m.place === b.place).sort((x, y) => y.value - x.value)[0] ?? null;
	}

	clickBarrel(b: Barrel): Promise<void> {
		return this.take(this.saleOf(b)?.text ?? (this.view?.phase === "sell" ? `sell ${b.cargo}@${b.place} for 1` : "port"));
	}

	/** What buying a barrel from the market would be. */
	buying(cargo: Cargo): string {
		return this.can(`buy ${cargo}`) || !this.can(`peddle ${cargo}`) ? `buy ${cargo}` : `peddle ${cargo}`;
	}

	/** What a card can be used for now: the first that is legal, or what it would be used for at another time. */
	useOf(c: Card): { move: string; legal: boolean } {
		const uses = [
			`discard ${c.name}`,
			...(c.kind === "delivery" ? [`claim ${c.name}`]
				: c.kind === "traveler" ? [`board ${c.name}`, `set down ${c.name}`]
				: c.kind === "peddler" ? this.of("peddle").map((m) => m.text)
				: [c.name]),
		];
		const legal = uses.find((m) => this.can(m));
		return { move: legal ?? uses[1] ?? "peddle flour", legal: legal !== undefined };
	}
}

export const guideOf = perDesk((desk) => new Guide(desk));
