// The draft of a turn, shared by chart and tray: the plans that are open, the one under the pointer, the one that is chosen.
import { untrack } from "svelte";
import type { TableState } from "../../table/state.svelte";
import { HEADINGS } from "../hex";
import { perTable } from "../perTable.svelte";
import { after, pieces, plansFrom, refusalsFrom } from "./ask.svelte";
import { endings, isPush, wayOn, wayThrough, type Ending, type Plan, type Way } from "./plans";
import { River, type Pieces, type QueenView } from "./river";
import { Stage } from "./stage.svelte";

/** One step of a course: a move, and the coal that the C code takes for it; null where it cannot be told yet. */
export interface Step {
	move: string;
	coal: number | null;
}

const DECIDES = ["speed", "steer", "push"];

export class Draft {
	box = $state.raw<Pieces | null>(null);
	readonly stage = new Stage();
	/** Ways to finish the turn from `stem` on, which are the moves steered by hand. */
	private plans = $state.raw<Plan[]>([]);
	stem = $state.raw<string[]>([]);
	/** The plan that is drafted behind the stem. */
	chosen = $state.raw<Plan | null>(null);
	/** The plan under the pointer or the focus. */
	hovered = $state.raw<Plan | null>(null);
	steps = $state.raw<Step[]>([]);
	/** For each speed from 1 on the coal that it costs to set it; null: it cannot be set. */
	speedCosts = $state.raw<(number | null)[]>([]);
	/** Moves that follow once the captain of a pushed ship has answered. */
	private rest: { turn: number; ply: number; moves: string[] } | null = null;
	private studied = "";
	/** The revision of the table that the plans and the chosen one belong to. A plan that begins with a push has nothing in the draft by which to tell. */
	private place: number | null = null;

	constructor(readonly table: TableState) {
		void pieces().then(
			(box) => (this.box = box),
			(wrong: Error) => (table.refusal = { words: wrong.message, rule: null }),
		);
	}

	/** The position as the table knows it, without the draft. */
	readonly base = $derived.by(() => (this.table.past?.view ?? this.table.game?.view ?? null) as QueenView | null);
	readonly view = $derived.by(() => this.table.view as QueenView | null);
	readonly seat = $derived.by(() => this.table.eyes);
	readonly river = $derived(this.box && this.base ? new River(this.base, this.box) : null);
	readonly deciding = $derived.by(
		() =>
			this.box !== null &&
			this.table.mine &&
			this.table.live &&
			this.view !== null &&
			DECIDES.includes(this.view.phase) &&
			this.base!.order[this.base!.at] === this.seat,
	);
	readonly facing = $derived.by(
		() =>
			this.table.mine && this.table.live && (this.view?.phase === "face" || this.view?.phase === "start_facing"),
	);
	readonly coal = $derived(this.base && this.seat !== null ? (this.base.ship[this.seat]?.coal ?? 0) : 0);
	/** The views before and after each of the moves steered by hand. */
	private readonly stemViews = $derived.by(() =>
		this.base ? (this.table.views.slice(0, 1 + this.stem.length) as QueenView[]) : [],
	);
	readonly ends = $derived(this.deciding ? endings(this.plans) : new Map<number, Ending>());
	/** The plan that is drawn: the one under the pointer, else the chosen one. */
	readonly shown = $derived(this.deciding ? (this.hovered ?? this.chosen) : null);
	readonly shownWay = $derived.by((): Way | null => {
		if (!this.deciding) return null;
		if (this.shown) return this.wayOf(this.shown);
		return this.table.drafted.length > 0 ? this.wayThrough(this.table.views as QueenView[]) : null;
	});
	/** Whether the draft is a whole turn: one order more and it is sent. */
	readonly ready = $derived.by(() => this.deciding && (this.chosen !== null || this.table.legal.includes("end")));
	/** The whole turn that is laid out: the plan that was chosen, or where one has steered to by hand. */
	readonly whole = $derived.by(() =>
		!this.deciding
			? null
			: (this.chosen ?? this.plans.find((p) => p.moves.length === 1 && p.moves[0] === "end") ?? null),
	);
	readonly speed = $derived(this.view && this.seat !== null ? (this.view.ship[this.seat]?.speed ?? 1) : 1);

	private wayThrough(views: readonly QueenView[]): Way | null {
		return this.river && this.seat !== null && views[0]?.ship[this.seat]
			? wayThrough(views, this.seat, this.river)
			: null;
	}

	/** The whole course of a plan, from where the ship lies. */
	wayOf(plan: Plan): Way | null {
		const stem = this.wayThrough(this.stemViews);
		return stem && wayOn(stem, plan, this.river!);
	}

	endingOf(plan: Plan): Ending | null {
		for (const ending of this.ends.values()) if (ending.plans.includes(plan)) return ending;
		return null;
	}

	/** To be called in an effect: keeps up with the table and with its draft. */
	follow(): void {
		void [this.table.game, this.table.drafted, this.deciding];
		untrack(() => this.settle());
	}

	private settle(): void {
		const { table, deciding } = this;
		const { game, drafted } = table;
		if (!game) return;
		const moved = game.place !== this.place;
		this.place = game.place;
		if (moved || !this.chosen || !this.isDrafted(this.chosen)) {
			this.stem = drafted;
			this.chosen = null;
			this.hovered = null;
		}
		const name = `${game.place} ${deciding} ${this.stem.join()}`;
		if (name !== this.studied) {
			this.studied = name;
			this.plans = [];
			if (deciding) void this.study(name);
		}
		void this.price(drafted);
		this.goOn();
	}

	/** Carries out one order after the other, however fast they come: each begins where the one before has led. */
	private inTurn(act: () => Promise<void>): Promise<void> {
		this.orders = this.table.whileOpen(this.orders.then(act)).then(
			() => untrack(() => this.settle()),
			() => {},
		);
		return this.orders;
	}
	private orders: Promise<void> = Promise.resolve();

	private async study(name: string): Promise<void> {
		const view = this.view!;
		const base = this.base!;
		try {
			if (this.stem.length === 0) await this.priceSpeeds(base);
			const plans = await this.table.whileOpen(plansFrom(view));
			if (name === this.studied) this.plans = plans;
		} catch {
			// A position that has no plans: the buttons of the tray are still there.
			if (name === this.studied) this.plans = [];
		}
	}

	/** What each speed costs: set it, and see what coal is left. */
	private async priceSpeeds(base: QueenView): Promise<void> {
		const seat = this.seat!;
		const legal = this.table.game!.legal;
		const costs: (number | null)[] = [];
		for (let speed = 1; speed <= this.box!.speed_max; speed++) {
			if (!legal.includes(`speed ${speed}`)) {
				costs.push(null);
				continue;
			}
			const [set] = await this.table.whileOpen(after(base, [`speed ${speed}`]));
			costs.push(base.ship[seat]!.coal - set!.ship[seat]!.coal);
		}
		this.speedCosts = costs;
	}

	/** What each step of the course costs. After a push it is not known before the other captain has answered. */
	private async price(drafted: string[]): Promise<void> {
		const moves = this.chosen ? [...this.stem, ...this.chosen.moves] : drafted;
		const known = moves.findIndex(isPush) < 0 ? moves : moves.slice(0, moves.findIndex(isPush));
		const bare = moves.map((move): Step => ({ move, coal: null }));
		if (known.length === 0 || this.seat === null) {
			this.steps = bare;
			return;
		}
		try {
			let coal = this.coal;
			(await this.table.whileOpen(after(this.base!, known))).forEach(({ ship }, i) => {
				const left = ship[this.seat!]!.coal;
				bare[i]!.coal = coal - left;
				coal = left;
			});
		} catch {
			// The table has moved on: the next draft is priced again.
		}
		if (drafted === this.table.drafted) this.steps = bare;
	}

	/** The moves of a plan that can be drafted: all before a push, or before the one that ends the turn. */
	private undoable({ moves }: Plan): string[] {
		const push = moves.findIndex(isPush);
		return moves.slice(0, push >= 0 ? push : -1);
	}

	/** Whether the draft is that plan, with the moves that follow by themselves. */
	private isDrafted(plan: Plan): boolean {
		const { drafted } = this.table;
		const course = [...this.stem, ...plan.moves];
		return (
			drafted.length >= this.stem.length + this.undoable(plan).length && drafted.every((m, i) => m === course[i])
		);
	}

	/** Drafts a plan. */
	choose(plan: Plan): Promise<void> {
		return this.inTurn(async () => {
			if (!this.plans.includes(plan)) return; // the ship has gone on since it was looked at
			this.hovered = null;
			this.chosen = plan;
			await this.table.replaceDraft(...this.stem, ...this.undoable(plan));
		});
	}

	/** Shows the plan that begins with these moves. */
	point(moves: readonly string[] | null): void {
		this.hovered = moves ? (this.plans.find((p) => moves.every((m, i) => p.moves[i] === m)) ?? null) : null;
	}

	/** One order by hand: it is added to the draft. */
	order(move: string): Promise<void> {
		return this.inTurn(async () => {
			if (!this.deciding && !this.facing) return;
			if (this.table.legal.includes(move)) await this.table.choose(move);
			else await this.table.explain(move);
		});
	}

	/** Sets the speed, also in place of another one that was drafted. */
	setSpeed(speed: number): Promise<void> {
		return this.inTurn(async () => {
			if (!this.deciding) return;
			if (this.base!.phase === "speed" && this.table.game!.legal.includes(`speed ${speed}`))
				await this.table.replaceDraft(`speed ${speed}`);
			else await this.explain(`speed ${speed}`);
		});
	}

	undo(): Promise<void> {
		return this.inTurn(() => this.table.undo());
	}

	/** A number key: a speed, or where to face, clockwise from north. */
	async number(n: number): Promise<void> {
		if (this.facing) await this.order(`face ${HEADINGS[n - 1]}`);
		else await this.setSpeed(n);
	}

	/** Sends the draft. A push waits for an answer; the rest of the course is sent by itself afterwards. */
	steam(): Promise<void> {
		return this.inTurn(async () => {
			if (!this.deciding) return;
			if (this.chosen) await this.send(this.chosen.moves.slice(this.table.drafted.length - this.stem.length));
			else if (this.table.legal.includes("end")) await this.table.choose("end");
			else await this.table.explain("end");
		});
	}

	private async send(moves: string[]): Promise<void> {
		const push = moves.findIndex(isPush);
		const now = push < 0 ? moves : moves.slice(0, push + 1);
		const later = push < 0 ? [] : moves.slice(push + 1);
		const ply = this.table.game!.ply + this.table.drafted.length + now.length;
		this.rest = later.length > 0 ? { turn: this.base!.turn, ply, moves: later } : null;
		await this.table.choose(...now);
		if (this.table.game!.ply < ply) this.rest = null; // it was refused
	}

	/** How many of our moves from a ply on the table has made itself, being the only ones. */
	private madeByTable(ply: number): number {
		return this.table.lines.filter(
			(l) =>
				l.kind === "move" && l.by === "server" && l.seat === this.seat && l.ply !== undefined && l.ply >= ply,
		).length;
	}

	private goOn(): void {
		const { rest, table } = this;
		const view = table.game!.view as QueenView;
		if (!rest || table.sending) return;
		if (view.turn !== rest.turn) this.rest = null;
		else if (
			table.mine &&
			table.game!.ply >= rest.ply &&
			(view.phase === "steer" || view.phase === "push") &&
			view.order[view.at] === this.seat &&
			table.drafted.length === 0
		) {
			this.rest = null;
			void this.send(rest.moves.slice(this.madeByTable(rest.ply)));
		}
	}

	/** Why moves cannot be made: the first that the C code refuses says so. */
	async explain(...moves: string[]): Promise<boolean> {
		try {
			await this.table.whileOpen(after(this.base!, moves));
			return false;
		} catch (wrong) {
			const message = (wrong as Error).message;
			const cited = /^([A-Z]\d+) (.*)$/s.exec(message);
			this.table.refusal = cited ? { rule: cited[1]!, words: cited[2]! } : { rule: null, words: message };
			return true;
		}
	}

	/** Why a turn cannot end on a hex: what the rules say on the straight way there. */
	async whyNot(hex: number): Promise<void> {
		const view = this.stemViews.at(-1);
		if (!view || this.seat === null) return;
		const reason = (await this.table.whileOpen(refusalsFrom(view))).find((r) => r.hex === hex);
		this.table.refusal = reason
			? { rule: reason.rule, words: `No course ends there. On the straight way: ${reason.words}` }
			: { rule: null, words: "No course of this turn ends there." };
	}
}

/** The draft of a table: one for chart and tray together. It outlives both: on a hot seat the chart comes and goes. */
export const draftOf = perTable((table) => new Draft(table));
