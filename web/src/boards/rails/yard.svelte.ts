// The yard: what chart, slips and tray of one table share. What could be done, what it would bring, and what is chosen but not yet done.
import { untrack } from "svelte";
import { still, tempo } from "../../settings.svelte";
import type { Desk } from "../../table/desk.svelte";
import type { Event, Game } from "../../table/messages";
import { perDesk } from "../perDesk.svelte";
import { shelf } from "./box.svelte";
import { Pieces, RailsMap, type Hex } from "./map";
import { GOODS, handOf, tracksOf, type RailsBox, type RailsView } from "./pieces";
import { better, billsOf, deliveriesOf, isFinal, usesOf, type Bill, type Delivery } from "./preview";

/** A good on its way to a city. */
export interface Run { id: number; seat: number; good: number; city: number; way: Hex[]; ms: number }

const HEX_MS = 110, MOST_MS = 900;
const PICKED = ["buy", "unlock", "load"];

export class Yard {
	readonly desk!: Desk;
	readonly box = $derived(shelf.box);
	/** What moves would cost and bring, as far as that has been worked out. */
	bills = $state.raw<Map<string, Bill>>(new Map());
	deliveries = $state.raw<Delivery[]>([]);
	/** The delivery that is chosen. */
	chosen = $state.raw<Delivery | null>(null);
	/** The factory that is chosen, when several cities could be served from it. */
	source = $state<string | null>(null);
	/** Another move that is chosen: to buy, unlock or start. */
	picked = $state<string | null>(null);
	/** Whether what is chosen cannot be taken back. */
	final = $state(false);
	/** What the pointer or the focus is on. */
	hovered = $state<string | null>(null);
	hoveredDelivery = $state.raw<Delivery | null>(null);
	runs = $state.raw<Run[]>([]);

	readonly view = $derived(this.desk.view as RailsView | null);
	readonly seat = $derived(this.desk.eyes);
	/** Whoever sits here is to decide. */
	readonly deciding = $derived(this.desk.mine && this.desk.live && !this.desk.sending);
	readonly phase = $derived(this.view?.phase ?? "");
	private lastMap: RailsMap | null = null;
	readonly map = $derived.by(() => {
		if (!this.view || !this.box)
			return null;
		const map = new RailsMap(this.view, this.box);
		if (this.lastMap?.name !== map.name)
			this.lastMap = map;
		return this.lastMap;
	});
	readonly pieces = $derived(this.map && this.view ? new Pieces(this.map, this.view) : null);
	readonly builds = $derived(new Map(this.deciding ? this.desk.legal.filter((m) => m.startsWith("build ")).map((m) => [m.slice(6), m]) : []));
	/** Not in the past, where none of its tracks may lie yet. */
	readonly shown = $derived(this.desk.live ? this.hoveredDelivery ?? this.chosen : null);
	readonly route = $derived(this.shown && this.pieces ? this.routeOf(this.shown) : []);
	readonly hand = $derived(this.view && this.seat !== null ? handOf(this.view, this.seat) : []);

	private runNumber = 0;
	private heard: { place: number; view: RailsView } | null = null;

	constructor(desk: Desk) {
		this.desk = desk;
		shelf.open();
	}

	name = (side: number) => this.desk.name(side, "you");

	/** Keeps up with the table: for an effect. */
	follow(): void {
		const { view, box, deciding } = this, legal = this.desk.legal;
		untrack(() => this.forget());
		if (view && box && deciding)
			void this.work(view, box, legal);
	}

	private forget(): void {
		this.bills = new Map();
		this.deliveries = [];
		this.chosen = this.source = this.picked = this.hovered = this.hoveredDelivery = null;
		this.final = false;
	}

	private async work(view: RailsView, box: RailsBox, legal: string[]): Promise<void> {
		const now = () => this.desk.view === view;
		const delivers = legal.filter((m) => m.startsWith("deliver ")), uses = legal.filter((m) => m.startsWith("use "));
		const named = (side: number) => untrack(() => this.name(side));
		try {
			const bills = await billsOf(view, box, legal.filter((m) => !m.startsWith("deliver ") && m !== "pass"), named);
			if (!now())
				return;
			this.bills = bills;
			const found = delivers.length > 0 ? await deliveriesOf(view, box, delivers, named)
				: uses.length > 0 ? await usesOf(view, box, this.begun(view), uses, named) : [];
			if (!now())
				return;
			this.deliveries = found.sort(better);
			if (new Set(found.map((d) => d.move)).size === 1)
				this.choose(this.deliveries[0]!);
		} catch {
			// The table has moved on, or the rules were restarted: moves can be made without knowing what they bring.
		}
	}

	/** The delivery under way as a move. */
	private begun(view: RailsView): string {
		return `deliver ${this.map!.factories[view.from as number]!.name} to ${this.map!.cities[view.to as number]!.name}`;
	}

	routeOf(d: Delivery): Hex[] {
		const from = this.map!.byName.get(d.from)!, to = this.map!.byName.get(d.to)!;
		return this.pieces!.route(this.view!.active, from, to, d.length, d.bill.paid ? this.box!.card[d.card]! : null);
	}

	choose(d: Delivery | null): void {
		this.chosen = d;
		this.source = d?.from ?? null;
		this.picked = null;
		if (d)
			this.askFinal(d.move === this.desk.draft.at(-1) || this.phase === "route" ? [d.use] : [d.move, d.use]);
	}

	pick(move: string): void {
		this.picked = move;
		this.chosen = null;
		this.askFinal([move]);
	}

	private askFinal(moves: string[]): void {
		const view = this.view!;
		this.final = false;
		void isFinal(view, moves).then((final) => {
			if (this.desk.view === view && (this.picked === moves[0] || this.chosen?.use === moves.at(-1)))
				this.final = final;
		}, () => {});
	}

	/** The best way to make a delivery, or one of those from a factory or to a city. */
	best(fits: (d: Delivery) => boolean): Delivery | null {
		return this.deliveries.find(fits) ?? null;
	}

	/** Other cards and lengths for the delivery that is chosen. */
	readonly ways = $derived(this.chosen ? this.deliveries.filter((d) => d.move === this.chosen!.move) : []);
	/** One entry for each factory and city. */
	readonly offers = $derived(this.deliveries.filter((d, i, all) => all.findIndex((o) => o.move === d.move) === i));

	another(): void {
		if (this.ways.length > 1)
			this.choose(this.ways[(this.ways.indexOf(this.chosen!) + 1) % this.ways.length]!);
	}

	/** Uses a card of the hand for the delivery that is chosen. */
	useCard(card: number): void {
		if (!this.deciding || this.deliveries.length === 0) {
			void this.desk.why(`use ${this.box!.card[card]!.name} length 1`);
			return;
		}
		const fits = this.ways.filter((d) => d.card === card);
		const to = fits[(fits.indexOf(this.chosen!) + 1) % Math.max(1, fits.length)] ?? this.best((d) => d.card === card);
		if (to)
			this.choose(to);
	}

	/** A hex is pressed: builds, chooses a delivery, or says why not. */
	pressHex(hex: Hex): void {
		this.runs = [];
		if (!this.desk.live)
			return;
		const build = this.builds.get(hex.name);
		if (build) {
			void this.act(build);
			return;
		}
		if (this.deciding && this.deliveries.length > 0 && (hex.factory !== null || hex.city !== null)) {
			this.pressDelivery(hex);
			return;
		}
		void this.desk.why(`build ${hex.name}`);
	}

	private pressDelivery(hex: Hex): void {
		const offers = this.offers.filter((d) => (hex.city !== null ? d.to : d.from) === hex.name);
		if (hex.city !== null) {
			const to = this.offers.find((d) => d.to === hex.name && d.from === this.source) ?? offers[(offers.findIndex((d) => d.move === this.chosen?.move) + 1) % Math.max(1, offers.length)];
			if (to)
				this.choose(to);
			else
				void this.desk.why(`deliver ${this.source ?? this.offers[0]!.from} to ${hex.name}`);
			return;
		}
		if (offers.length > 0) {
			this.source = hex.name;
			this.choose(offers[(offers.findIndex((d) => d.move === this.chosen?.move) + 1) % offers.length]!);
		} else
			void this.desk.why(`deliver ${hex.name} to ${(this.chosen ?? this.offers[0]!).to}`);
	}

	/** Something is pressed that is no hex: a card of the market, an ability, a slot. Once chooses it, twice does it. */
	async pressMove(move: string): Promise<void> {
		if (!this.deciding || !this.desk.legal.includes(move))
			await this.desk.why(move);
		else if (this.picked === move || !PICKED.includes(move.split(" ")[0]!))
			await this.act(move);
		else
			this.pick(move);
	}

	/** Makes a move, or chooses it first if that would end more than the eye can see. */
	async act(move: string): Promise<void> {
		if (this.phase === "start track" && this.picked !== move) {
			this.pick(move);
			return;
		}
		await this.desk.choose(move);
	}

	/** The main button: does what is chosen. */
	async go(): Promise<void> {
		const d = this.chosen;
		if (d) {
			const run = this.runFor(this.view!.active, this.route, d.to);
			const moves = this.phase === "route" ? [d.use] : [d.move, d.use];
			this.start(run);
			await this.desk.choose(...moves);
			if (this.desk.refusal)
				this.runs = this.runs.filter((r) => r !== run);
		} else if (this.picked)
			await this.desk.choose(this.picked);
	}

	/** Takes back the last thing that was laid out; a delivery with its card. */
	async undo(): Promise<void> {
		const draft = this.desk.draft, begun = draft.map((m) => m.startsWith("deliver ")).lastIndexOf(true);
		if (begun >= 0 && draft.slice(begun + 1).every((m) => /^(use|load) /.test(m)))
			await this.desk.instead(...draft.slice(0, begun));
		else
			await this.desk.undo();
	}

	// Motion

	private runFor(seat: number, way: Hex[], to: string): Run {
		const from = way[0]!, city = this.map!.byName.get(to)!;
		const good = GOODS.indexOf(from.piece.good);
		return { id: ++this.runNumber, seat, good, city: city.city!, way: [...way, city], ms: tempo() * Math.min(MOST_MS, HEX_MS * (way.length + 1)) };
	}

	/** Whoever presses something does not want to wait. */
	skip(): void {
		if (this.runs.length > 0)
			this.runs = [];
	}

	private start(run: Run): void {
		if (still() || run.way.length < 2)
			return;
		this.runs = [...this.runs, run];
		setTimeout(() => (this.runs = this.runs.filter((r) => r !== run)), run.ms + 60);
	}

	/** The table has said something: deliveries of others run over the map. */
	hear(game: Game): void {
		const before = this.heard, view = game.view as RailsView;
		this.heard = { place: game.place, view };
		if (!before || before.place >= game.place || !this.box || !this.map || !this.desk.live || still())
			return;
		const pieces = new Pieces(this.map, view);
		for (const line of game.log)
			for (const e of line.said ?? [])
				if (e.what === "delivered" && e.seat !== null && !this.desk.source.mine.includes(e.seat))
					this.replay(e, before.view, view, pieces);
	}

	private replay(e: Event, before: RailsView, after: RailsView, pieces: Pieces): void {
		const to = this.map!.cities[e.place];
		const from = this.map!.factories.find((hex, i) => hex && before.cubes[i]! > after.cubes[i]! && GOODS.indexOf(hex.piece.good) === e.thing);
		if (from && to && tracksOf(after.side[e.seat!]!).includes(from.id))
			this.start(this.runFor(e.seat!, pieces.route(e.seat!, from, to, e.n, null), to.name));
	}
}

export const yardOf = perDesk((desk) => new Yard(desk));
