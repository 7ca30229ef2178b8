// The draft of a decision, shared by chart, boat card, hand, panel and tray: what can be done now, what it brings, and what is chosen.
// What is legal, what it brings and whether it can be taken back is asked of the rules.
import { rules } from "../../muddy/muddy";
import type { View } from "../../table/messages";
import type { Loss, TableState } from "../../table/state.svelte";
import { standing } from "../../table/story";
import { perTable } from "../perTable.svelte";
import { read, type Kind, type Move, type MoveOf } from "./moves";
import {
	barrelsOf,
	box,
	portAt,
	portName,
	tileOf,
	type Barrel,
	type BroadView,
	type Card,
	type Cargo,
	type Phase,
	type Player,
} from "./pieces";

/** What a move would do: whether it is final, and the gold it brings or costs. */
export interface Quote {
	final: boolean;
	gold: number;
	after: BroadView | null;
	/** What it loses, in the words of the rules. */
	loses: Loss[];
}

/** What the rules say of a position: the advice of its prompt, and what each move would do. */
interface Told {
	advice: string;
	quotes: Map<string, Quote>;
}

const inPort: ReadonlySet<Phase> = new Set<Phase>([
	"boat",
	"market",
	"blind",
	"sell",
	"buy",
	"travelers",
	"resale",
	"load",
	"dock",
	"full",
	"reveal",
]);

const goldIn = (view: View, seat: number) => (view as unknown as BroadView).player[seat]!.gold;

async function quote(view: BroadView, seat: number, moves: readonly string[]): Promise<Told> {
	const words = `view ${JSON.stringify(view)}`;
	const answers = await rules.lines(
		words,
		"facts",
		...moves.flatMap((m) => [words, `facts ${m}`, `draft ${m}`, "state"]),
	);
	const read = (at: number) => JSON.parse(answers[at]![0]!) as Record<string, unknown>;
	const quotes = moves.map((move, i): [string, Quote] => {
		const at = 2 + 4 * i;
		const final = answers[at + 2]![0] === "final";
		const after = final ? null : (read(at + 3) as unknown as BroadView);
		const gold = after ? after.player[seat]!.gold - view.player[seat]!.gold : 0;
		return [move, { final, after, gold, loses: (read(at + 1).loses as Loss[] | undefined) ?? [] }];
	});
	return { advice: (read(1).advice as Loss | undefined)?.words ?? "", quotes: new Map(quotes) };
}

export class Draft {
	constructor(readonly table: TableState) {}

	/** Whose boat card is looked at; null: the own. */
	chosen = $state<number | null>(null);
	/** What is under the pointer or has the focus in the panel, to be shown on the chart. */
	pointed = $state<string | null>(null);
	/** Gold before the move that began the port visit under way, out of the position that the table has of then. */
	private before = $state.raw<{ called: number; gold: number } | null>(null);
	private told = $state.raw<(Told & { view: BroadView }) | null>(null);

	readonly view = $derived.by(() => this.table.view as BroadView | null);
	/** The seat that this screen plays; a watcher looks over the shoulder of whoever is to move. In the set-up `active` may be a town. */
	readonly seat = $derived.by(() => this.table.eyes ?? (this.view?.player[this.view.active] ? this.view.active : 0));
	readonly me: Player | null = $derived(this.view?.player[this.seat] ?? null);
	readonly moves: Move[] = $derived.by(() =>
		this.table.mine && this.table.live && !this.table.sending ? this.table.legal.map(read) : [],
	);
	readonly visiting = $derived(this.view !== null && inPort.has(this.view.phase) && this.view.active === this.seat);
	/** The port at which the boat lies. */
	readonly port = $derived(this.me ? portAt(this.me.space) : null);
	/** Which move of the game began the visit under way; null: there is none, or it is still a draft. */
	private readonly called = $derived.by(() => {
		if (!this.visiting || !this.table.live || this.table.drafted.includes("port")) return null;
		const call = standing(this.table.lines).findLast((l) => l.text === "port" && l.seat === this.seat);
		return call?.ply ?? null;
	});
	/** Gold that this visit has brought so far. */
	readonly earned = $derived.by(() => {
		if (!this.visiting || !this.me || !this.table.live) return 0;
		const drafted = this.table.drafted.lastIndexOf("port");
		const { gold } = this.me;
		if (drafted >= 0) return gold - goldIn(this.table.views[drafted]!, this.seat);
		return this.before?.called === this.called ? gold - this.before!.gold : 0;
	});
	readonly seatShown = $derived(this.chosen ?? this.seat);

	/** A watcher has no boat of their own, nor has who reads an old game of others. */
	isOwn(seat: number): boolean {
		return seat === this.table.you;
	}

	/** To be called in an effect: keeps what is asked of the rules up to date. */
	watch(): void {
		const { view, seat } = this;
		const legal = this.moves.map((m) => m.text);
		if (!view) return;
		const { called } = this;
		if (called !== null && this.before?.called !== called)
			void this.table.request({ type: "show", ply: called }).then(
				(then) => {
					if (then.type === "shown") this.before = { called, gold: goldIn(then.view, seat) };
				},
				() => undefined,
			);
		if (legal.length > 0 && this.told?.view !== view)
			void this.table.whileOpen(quote(view, seat, legal)).then(
				(told) => {
					if (this.view === view) this.told = { view, ...told };
				},
				() => undefined,
			);
	}

	/** What the rules advise before one decides; "": nothing. */
	get advice(): string {
		return this.told && this.told.view === this.view ? this.told.advice : "";
	}

	quoteOf(move: string): Quote | null {
		return this.told && this.told.view === this.view ? (this.told.quotes.get(move) ?? null) : null;
	}

	/** Drafted moves of these kinds in this visit, with the gold that each has brought or cost. */
	drafted(...kinds: Kind[]): { move: Move; gold: number }[] {
		const { drafted, views } = this.table;
		const from = drafted.lastIndexOf("port") + 1;
		return drafted.slice(from).flatMap((text, i) => {
			const move = read(text);
			const at = from + i;
			return kinds.includes(move.kind)
				? [{ move, gold: goldIn(views[at + 1]!, this.seat) - goldIn(views[at]!, this.seat) }]
				: [];
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
		if (this.can(move)) await this.table.choose(move);
		else if (this.table.mine && this.table.live) await this.table.explain(move);
	}

	/** Takes back one of the drafted moves, and keeps those after it. */
	async without(move: string): Promise<void> {
		const { chosen } = this.table;
		const at = chosen.lastIndexOf(move);
		if (at < 0) return this.table.undo(); // it followed by itself: back to the choice before it
		await this.table.replaceDraft(...chosen.filter((_, i) => i !== at));
	}

	/** Takes back the last drafted sale of such a barrel. */
	async unsell(cargo: Cargo, fits: (m: MoveOf<"sell">) => boolean): Promise<void> {
		const sales = this.table.drafted.map(read).filter((m) => m.kind === "sell") as MoveOf<"sell">[];
		const sale = sales.reverse().find((m) => m.cargo === cargo && fits(m));
		if (sale) await this.without(sale.text);
	}

	/** Leaves out whatever is left of the port visit. */
	async leavePort(): Promise<void> {
		for (let parts = 0; parts < 4 && this.visiting; parts++) {
			const move = ["done", "sail on"].find((m) => this.can(m));
			const view = this.view;
			if (!move) return;
			await this.table.choose(move);
			if (this.view === view) return;
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
		return this.take(space === (this.me?.space ?? 0) ? "port" : this.sailMove(space));
	}

	/** The sale of a barrel to a space of the town that is visited: that of the oldest barrel, if several would do. */
	saleTo(town: number, space: number): MoveOf<"sell"> | null {
		if (!this.view || this.view.phase !== "sell" || this.view.port !== town) return null;
		const { cargo, value } = tileOf(this.view, town).space[space]!;
		return (
			this.of("sell")
				.filter((m) => m.cargo === cargo && m.value === value)
				.sort((a, b) => b.place - a.place)[0] ?? null
		);
	}

	/** Calls at a port; from elsewhere that is answered with what is in the way. */
	async callAt(town: number): Promise<void> {
		return this.take(this.port === town ? "port" : `port ${portName(town)}`);
	}

	async clickSpace(town: number, space: number): Promise<void> {
		const sale = this.saleTo(town, space);
		if (sale) return this.take(sale.text);
		if (this.view?.phase !== "sell" || this.view.port !== town) return this.callAt(town);
		const { cargo, value } = tileOf(this.view, town).space[space]!;
		const aboard = barrelsOf(this.me!).find((b) => b.cargo === cargo);
		return this.take(`sell ${cargo}@${aboard?.place ?? 0} for ${value}`);
	}

	/** The best sale of a barrel. */
	saleOf(b: Barrel): MoveOf<"sell"> | null {
		return (
			this.of("sell")
				.filter((m) => m.cargo === b.cargo && m.place === b.place)
				.sort((x, y) => y.value - x.value)[0] ?? null
		);
	}

	clickBarrel(b: Barrel): Promise<void> {
		return this.take(
			this.saleOf(b)?.text ??
				(this.view?.phase === "sell" ? `sell ${b.cargo}@${b.place} for ${box.overflow}` : "port"),
		);
	}

	/** What buying a barrel from the market would be. */
	buying(cargo: Cargo): string {
		return this.can(`buy ${cargo}`) || !this.can(`peddle ${cargo}`) ? `buy ${cargo}` : `peddle ${cargo}`;
	}

	/** What a card can be used for now: the first that is legal, or what it would be used for at another time. */
	useOf(c: Card): { move: string; legal: boolean } {
		const uses = [
			`discard ${c.name}`,
			...(c.kind === "delivery"
				? [`claim ${c.name}`]
				: c.kind === "traveler"
					? [`board ${c.name}`, `set down ${c.name}`]
					: c.kind === "peddler"
						? this.of("peddle").map((m) => m.text)
						: [c.name]),
		];
		const legal = uses.find((m) => this.can(m));
		return { move: legal ?? uses[1] ?? "peddle flour", legal: legal !== undefined };
	}
}

export const draftOf = perTable((table) => new Draft(table));
