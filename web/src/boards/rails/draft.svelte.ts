// The draft of a decision, shared by chart, slips and tray: what could be done, what it would bring, and what is chosen but not yet done.
import { untrack } from "svelte";
import { still, tempo } from "../../settings.svelte";
import type { TableState } from "../../table/state.svelte";
import type { Event, Game } from "../../table/messages";
import type { Motion } from "../../table/pace.svelte";
import { perTable } from "../perTable.svelte";
import { shelf } from "./box.svelte";
import { Pieces, RailsMap, wayOver, type Hex } from "./map";
import { GOODS, handOf, tracksOf, type RailsBox, type RailsFacts, type RailsView } from "./pieces";
import { better, billsOf, deliveriesOf, factsOf, isFinal, usesOf, type Bill, type Delivery } from "./preview";

/** A good on its way to a city. */
export interface Run {
	id: number;
	seat: number;
	good: number;
	city: number;
	way: Hex[];
	ms: number;
}

const HEX_MS = 110;
const MOST_MS = 900;
const PICKED = ["buy", "unlock", "load"];

export class Draft {
	readonly table!: TableState;
	readonly box = $derived(shelf.box);
	/** What follows by the rules from the position that is shown; for a moment after a move, from the one before. */
	facts = $state.raw<RailsFacts | null>(null);
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
	/** A delivery of one's own is on its way: it is made when it arrives. */
	private going = $state(false);

	readonly view = $derived(this.table.view as RailsView | null);
	readonly seat = $derived(this.table.eyes);
	/** Whoever sits here is to decide. */
	readonly deciding = $derived(this.table.mine && this.table.live && !this.table.sending && !this.going);
	readonly phase = $derived(this.view?.phase ?? "");
	private lastMap: RailsMap | null = null;
	readonly map = $derived.by(() => {
		if (!this.view || !this.box) return null;
		const map = new RailsMap(this.view, this.box);
		if (this.lastMap?.name !== map.name) this.lastMap = map;
		return this.lastMap;
	});
	readonly pieces = $derived(this.map && this.view ? new Pieces(this.map, this.view) : null);
	readonly builds = $derived(
		new Map(
			this.deciding ? this.table.legal.filter((m) => m.startsWith("build ")).map((m) => [m.slice(6), m]) : [],
		),
	);
	/** Not in the past, where none of its tracks may lie yet. */
	readonly shown = $derived(this.table.live ? (this.hoveredDelivery ?? this.chosen) : null);
	readonly route = $derived(this.shown ? this.hexes(this.shown.route) : []);
	readonly hand = $derived(this.view && this.seat !== null ? handOf(this.view, this.seat) : []);

	private runNumber = 0;
	private arrived: (() => void) | null = null;
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(table: TableState) {
		this.table = table;
		shelf.open();
		$effect(() => {
			const view = this.view;
			if (!view) return;
			table.whileOpen(factsOf(view)).then(
				(facts) => {
					if (this.view === view) this.facts = facts;
				},
				() => {}, // the rules were restarted: the next position asks again
			);
		});
	}

	name = (side: number) => this.table.name(side, "you");
	/** As everybody sees it; before the rules have answered, that of the track. */
	prestige = (side: number) => this.facts?.prestige[side] ?? this.view!.side[side]!.prestige;

	/** Keeps up with the table: for an effect. */
	follow(): void {
		const { view, box, deciding } = this;
		const legal = this.table.legal;
		untrack(() => this.forget());
		if (view && box && deciding) void this.work(view, box, legal);
	}

	private forget(): void {
		this.bills = new Map();
		this.deliveries = [];
		this.chosen = this.source = this.picked = this.hovered = this.hoveredDelivery = null;
		this.final = false;
	}

	private async work(view: RailsView, box: RailsBox, legal: string[]): Promise<void> {
		const now = () => this.table.view === view;
		const delivers = legal.filter((m) => m.startsWith("deliver "));
		const uses = legal.filter((m) => m.startsWith("use "));
		const named = (side: number) => (this.table.closed ? "" : untrack(() => this.name(side)));
		try {
			const rest = legal.filter((m) => !m.startsWith("deliver ") && m !== "pass");
			const bills = await this.table.whileOpen(billsOf(view, box, rest, named));
			if (!now()) return;
			this.bills = bills;
			const found =
				delivers.length > 0
					? await this.table.whileOpen(deliveriesOf(view, box, delivers, named))
					: uses.length > 0
						? await this.table.whileOpen(usesOf(view, box, this.begun(view), uses, named))
						: [];
			if (!now()) return;
			this.deliveries = found.sort(better);
			if (new Set(found.map((d) => d.move)).size === 1) this.choose(this.deliveries[0]!);
		} catch {
			// The table has moved on, or the rules were restarted: moves can be made without knowing what they bring.
		}
	}

	/** The delivery under way as a move. */
	private begun(view: RailsView): string {
		return `deliver ${this.map!.factories[view.from as number]!.name} to ${this.map!.cities[view.to as number]!.name}`;
	}

	/** Shows the first of these moves: where a track would lie, or the route of a delivery. */
	point(moves: readonly string[] | null): void {
		const use = moves?.find((m) => m.startsWith("use "));
		const move = moves?.[0];
		this.hovered = move?.startsWith("build ") ? move : null;
		const here = this.deliveries.filter((d) => d.move === move || d.use === move);
		this.hoveredDelivery = here.find((d) => d.use === use) ?? here[0] ?? null;
	}

	private hexes(ids: number[]): Hex[] {
		return ids.map((id) => this.map!.byId.get(id)!);
	}

	choose(d: Delivery | null): void {
		this.chosen = d;
		this.source = d?.from ?? null;
		this.picked = null;
		if (d)
			this.askFinal(d.move === this.table.drafted.at(-1) || this.phase === "route" ? [d.use] : [d.move, d.use]);
	}

	pick(move: string): void {
		this.picked = move;
		this.chosen = null;
		this.askFinal([move]);
	}

	private askFinal(moves: string[]): void {
		const view = this.view!;
		this.final = false;
		void this.table.whileOpen(isFinal(view, moves)).then(
			(final) => {
				if (this.table.view === view && (this.picked === moves[0] || this.chosen?.use === moves.at(-1)))
					this.final = final;
			},
			() => {},
		);
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
		if (this.ways.length > 1) this.choose(this.ways[(this.ways.indexOf(this.chosen!) + 1) % this.ways.length]!);
	}

	/** Uses a card of the hand for the delivery that is chosen. */
	useCard(card: number): void {
		if (!this.deciding || this.deliveries.length === 0) {
			void this.table.explain(`use ${this.box!.card[card]!.name} length 1`);
			return;
		}
		const fits = this.ways.filter((d) => d.card === card);
		const to =
			fits[(fits.indexOf(this.chosen!) + 1) % Math.max(1, fits.length)] ?? this.best((d) => d.card === card);
		if (to) this.choose(to);
	}

	/** A hex is pressed: builds, chooses a delivery, or says why not. */
	pressHex(hex: Hex): void {
		if (!this.table.live) return;
		const build = this.builds.get(hex.name);
		if (build) {
			void this.act(build);
			return;
		}
		if (this.deciding && this.deliveries.length > 0 && (hex.factory !== null || hex.city !== null)) {
			this.pressDelivery(hex);
			return;
		}
		void this.table.explain(`build ${hex.name}`);
	}

	private pressDelivery(hex: Hex): void {
		const offers = this.offers.filter((d) => (hex.city !== null ? d.to : d.from) === hex.name);
		if (hex.city !== null) {
			const to =
				this.offers.find((d) => d.to === hex.name && d.from === this.source) ??
				offers[(offers.findIndex((d) => d.move === this.chosen?.move) + 1) % Math.max(1, offers.length)];
			if (to) this.choose(to);
			else void this.table.explain(`deliver ${this.source ?? this.offers[0]!.from} to ${hex.name}`);
			return;
		}
		if (offers.length > 0) {
			this.source = hex.name;
			this.choose(offers[(offers.findIndex((d) => d.move === this.chosen?.move) + 1) % offers.length]!);
		} else void this.table.explain(`deliver ${hex.name} to ${(this.chosen ?? this.offers[0]!).to}`);
	}

	/** Something is pressed that is no hex: a card of the market, an ability, a slot. Once chooses it, twice does it. */
	async pressMove(move: string): Promise<void> {
		if (!this.deciding || !this.table.legal.includes(move)) await this.table.explain(move);
		else if (this.picked === move || !PICKED.includes(move.split(" ")[0]!)) await this.act(move);
		else this.pick(move);
	}

	/** Makes a move, or chooses it first if that would end more than the eye can see. */
	async act(move: string): Promise<void> {
		if (this.phase === "start track" && this.picked !== move) {
			this.pick(move);
			return;
		}
		await this.table.choose(move);
	}

	/** The main button: does what is chosen. */
	async go(): Promise<void> {
		const d = this.chosen;
		if (d) {
			const moves = this.phase === "route" ? [d.use] : [d.move, d.use];
			const { place } = this.table.game!;
			this.going = !still();
			await this.drive([this.runFor(this.view!.active, this.route, d.to, tempo())]);
			this.going = false;
			if (this.table.game!.place === place) await this.table.choose(...moves);
		} else if (this.picked) await this.table.choose(this.picked);
	}

	/** Answers the rest of the turn with pass. */
	async endTurn(): Promise<void> {
		const { table } = this;
		const turn = this.view?.turn;
		while (this.deciding && !table.risk && this.view!.turn === turn && table.legal.includes("pass")) {
			const place = table.game!.place;
			const risk = await table.riskOf([...table.drafted, "pass"], true);
			if (table.game!.place !== place) return; // the table has moved on meanwhile
			if (risk) {
				table.risk = { ...risk, after: () => this.endTurn() };
				return;
			}
			await table.choose("pass");
			if (table.refusal) return;
		}
	}

	/** Takes back the last move of the draft; a delivery together with its card. */
	async undo(): Promise<void> {
		const { chosen } = this.table;
		const begun = chosen.map((m) => m.startsWith("deliver ")).lastIndexOf(true);
		if (begun >= 0 && chosen.slice(begun + 1).every((m) => /^(use|load) /.test(m)))
			await this.table.replaceDraft(...chosen.slice(0, begun));
		else await this.table.undo();
	}

	// Motion

	private runFor(seat: number, way: Hex[], to: string, pace: number): Run {
		const from = way[0]!;
		const city = this.map!.byName.get(to)!;
		const good = GOODS.indexOf(from.piece.good);
		return {
			id: ++this.runNumber,
			seat,
			good,
			city: city.city!,
			way: [...way, city],
			ms: pace * Math.min(MOST_MS, HEX_MS * (way.length + 1)),
		};
	}

	/** Trains run over the map; ends when the last has arrived. */
	private drive(runs: Run[]): Promise<void> {
		if (still() || runs.length === 0) return Promise.resolve();
		this.skip();
		this.runs = runs;
		this.timer = setTimeout(() => this.skip(), Math.max(...runs.map((r) => r.ms)));
		return new Promise((yes) => (this.arrived = yes));
	}

	/** Whoever presses something does not want to wait. */
	skip(): void {
		if (this.runs.length > 0) this.runs = [];
		clearTimeout(this.timer);
		this.arrived?.();
		this.arrived = null;
	}

	/** Deliveries that are about to be told of; those of the people here have run when they were made. */
	perform(next: Game, events: readonly Event[], pace: number): Motion | null {
		const { mine } = this.table.source;
		const told = events.filter((e) => e.what === "delivered" && e.seat !== null && !mine.includes(e.seat));
		if (told.length === 0 || !this.map) return null;
		let over = false;
		const ended = this.runsOf(told, next.view as RailsView, pace).then(
			(runs) => (over ? undefined : this.drive(runs)),
			() => undefined, // the rules were restarted: it is told without being shown
		);
		return {
			ended,
			end: () => {
				over = true;
				this.skip();
			},
		};
	}

	private async runsOf(told: Event[], after: RailsView, pace: number): Promise<Run[]> {
		const before = this.table.game!.view as RailsView;
		const { links } = await this.table.whileOpen(factsOf(after));
		return told.flatMap((e) => {
			const to = this.map!.cities[e.place];
			const from = this.map!.factories.find(
				(hex, i) => hex && before.cubes[i]! > after.cubes[i]! && GOODS.indexOf(hex.piece.good) === e.thing,
			);
			if (!from || !to || !tracksOf(after.side[e.seat!]!).includes(from.id)) return [];
			const way = this.hexes(wayOver(links[e.seat!]!, from.id, to.id).slice(0, -1));
			return way.length > 0 ? [this.runFor(e.seat!, way, to.name, pace)] : [];
		});
	}
}

export const draftOf = perTable((table) => new Draft(table));
