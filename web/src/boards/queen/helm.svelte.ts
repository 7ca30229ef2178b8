// What a captain is about to do: the ways that are open, the one looked at, the one laid out. Chart and tray share it.
import { untrack } from "svelte";
import type { Desk } from "../../table/desk.svelte";
import { DIRECTIONS, HEADINGS, keyOf } from "../hex";
import { perDesk } from "../perDesk.svelte";
import { after, pieces, plansFrom } from "./ask.svelte";
import { endings, isPush, poseOf, walk, type Ending, type Plan, type Pose, type Way } from "./plans";
import { River, turned, type Pieces, type QueenView } from "./river";
import { Stage } from "./stage.svelte";

/** One step of a course: a move, and the coal that the C code takes for it; null where it cannot be told yet. */
export interface Step { move: string; coal: number | null }

const DECIDES = ["speed", "steer", "push"];

export class Helm {
	box = $state.raw<Pieces | null>(null);
	readonly stage = new Stage();
	/** Ways to finish the turn from `stem` on, which are the moves steered by hand. */
	private plans = $state.raw<Plan[]>([]);
	stem = $state.raw<string[]>([]);
	/** The plan whose course is laid out behind the stem. */
	chosen = $state.raw<Plan | null>(null);
	/** The plan that is looked at. */
	hovered = $state.raw<Plan | null>(null);
	steps = $state.raw<Step[]>([]);
	/** For each speed from 1 on the coal that it costs to set it; null: it cannot be set. */
	speedCosts = $state.raw<(number | null)[]>([]);
	/** What is to follow once the captain of a pushed ship has answered. */
	private rest: { turn: number; moves: string[] } | null = null;
	private studied = "";

	constructor(readonly desk: Desk) {
		void pieces().then((box) => (this.box = box), (wrong: Error) => (desk.refusal = { words: wrong.message, rule: null }));
	}

	/** The position as the table knows it, without what is laid out. */
	readonly base = $derived.by(() => (this.desk.past?.view ?? this.desk.game?.view ?? null) as QueenView | null);
	readonly view = $derived.by(() => this.desk.view as QueenView | null);
	readonly seat = $derived.by(() => this.desk.eyes);
	readonly river = $derived(this.box && this.base ? new River(this.base, this.box) : null);
	readonly deciding = $derived.by(() => this.box !== null && this.desk.mine && this.desk.live && !this.stage.busy && this.view !== null && DECIDES.includes(this.view.phase) && this.base!.order[this.base!.at] === this.seat);
	readonly facing = $derived.by(() => this.desk.mine && this.desk.live && !this.stage.busy && (this.view?.phase === "face" || this.view?.phase === "start_facing"));
	readonly coal = $derived(this.base && this.seat !== null ? (this.base.ship[this.seat]?.coal ?? 0) : 0);
	private readonly start = $derived(this.base && this.river && this.seat !== null && this.base.ship[this.seat] ? poseOf(this.base, this.seat, this.river) : null);
	/** Where the moves steered by hand have led. */
	private readonly atStem = $derived(this.start ? walk(this.start, this.stem).poses.at(-1)! : null);
	readonly ends = $derived(this.deciding && this.atStem && this.river ? endings(this.plans, this.atStem, this.river) : new Map<number, Ending>());
	/** The plan that is drawn: the one looked at, else the one laid out. */
	readonly shown = $derived(this.deciding ? (this.hovered ?? this.chosen) : null);
	readonly shownWay = $derived.by((): Way | null => {
		if (!this.start || !this.deciding)
			return null;
		const moves = this.shown ? [...this.stem, ...this.shown.moves] : this.desk.draft;
		return moves.length > 0 ? walk(this.start, moves) : null;
	});
	/** Whether everything is laid out that the turn needs: one order more and it is sent. */
	readonly ready = $derived.by(() => this.deciding && (this.chosen !== null || this.desk.legal.includes("end")));
	readonly speed = $derived(this.view && this.seat !== null ? (this.view.ship[this.seat]?.speed ?? 1) : 1);

	/** The whole course of a plan, from where the ship lies. */
	wayOf(plan: Plan): Way | null {
		return this.start ? walk(this.start, [...this.stem, ...plan.moves]) : null;
	}

	endingOf(plan: Plan): Ending | null {
		for (const ending of this.ends.values())
			if (ending.plans.includes(plan))
				return ending;
		return null;
	}

	/** To be called in an effect: keeps up with the table and with what is laid out. */
	follow(): void {
		void [this.desk.game, this.desk.draft, this.deciding];
		untrack(() => this.settle());
	}

	private settle(): void {
		const { desk, deciding } = this, { game, draft } = desk;
		if (!game)
			return;
		const course = this.chosen ? [...this.stem, ...this.laidOut(this.chosen)] : null;
		if (!course || course.join() !== draft.join()) {
			this.stem = draft;
			this.chosen = null;
			this.hovered = null;
		}
		const name = `${game.place} ${deciding} ${this.stem.join()}`;
		if (name !== this.studied) {
			this.studied = name;
			this.plans = [];
			if (deciding)
				void this.study(name);
		}
		void this.price(draft);
		this.goOn();
	}

	/** One order after the other, however fast they come: each begins where the one before has led. */
	private inTurn(act: () => Promise<void>): Promise<void> {
		this.orders = this.orders.then(act).then(() => untrack(() => this.settle()), () => {});
		return this.orders;
	}
	private orders: Promise<void> = Promise.resolve();

	private async study(name: string): Promise<void> {
		const view = this.view!, base = this.base!;
		try {
			if (this.stem.length === 0)
				await this.priceSpeeds(base);
			const plans = await plansFrom(view);
			if (name === this.studied)
				this.plans = plans;
		} catch {
			// A position that has no plans: the buttons of the tray are still there.
			if (name === this.studied)
				this.plans = [];
		}
	}

	/** What each speed costs: set it, and see what coal is left. */
	private async priceSpeeds(base: QueenView): Promise<void> {
		const seat = this.seat!, legal = this.desk.game!.legal, costs: (number | null)[] = [];
		for (let speed = 1; speed <= this.box!.speed_max; speed++) {
			if (!legal.includes(`speed ${speed}`)) {
				costs.push(null);
				continue;
			}
			const [set] = await after(base, [`speed ${speed}`]);
			costs.push(base.ship[seat]!.coal - set!.ship[seat]!.coal);
		}
		this.speedCosts = costs;
	}

	/** What each step of the course costs. After a push it is not known before the other captain has answered. */
	private async price(draft: string[]): Promise<void> {
		const moves = this.chosen ? [...this.stem, ...this.chosen.moves] : draft;
		const known = moves.findIndex(isPush) < 0 ? moves : moves.slice(0, moves.findIndex(isPush));
		const bare = moves.map((move): Step => ({ move, coal: null }));
		if (known.length === 0 || this.seat === null) {
			this.steps = bare;
			return;
		}
		try {
			let coal = this.coal;
			(await after(this.base!, known)).forEach(({ ship }, i) => {
				const left = ship[this.seat!]!.coal;
				bare[i]!.coal = coal - left;
				coal = left;
			});
		} catch {
			// The table has moved on: the next draft is priced again.
		}
		if (draft === this.desk.draft)
			this.steps = bare;
	}

	/** The moves of a plan that can be laid out: all before a push, or before the one that ends the turn. */
	private laidOut({ moves }: Plan): string[] {
		const push = moves.findIndex(isPush);
		return moves.slice(0, push >= 0 ? push : -1);
	}

	/** Lays a plan out. */
	choose(plan: Plan): Promise<void> {
		return this.inTurn(async () => {
			if (!this.plans.includes(plan))
				return;                                 // the ship has gone on since it was looked at
			this.hovered = null;
			this.chosen = plan;
			await this.desk.instead(...this.stem, ...this.laidOut(plan));
		});
	}

	/** One order by hand: it goes on from what is laid out. */
	order(move: string): Promise<void> {
		return this.inTurn(async () => {
			if (!this.deciding && !this.facing)
				return;
			if (this.desk.legal.includes(move))
				await this.desk.choose(move);
			else
				await this.desk.why(move);
		});
	}

	/** Sets the speed, also in place of another one that was laid out. */
	setSpeed(speed: number): Promise<void> {
		return this.inTurn(async () => {
			if (!this.deciding)
				return;
			if (this.base!.phase === "speed" && this.desk.game!.legal.includes(`speed ${speed}`))
				await this.desk.instead(`speed ${speed}`);
			else
				await this.explain([], `speed ${speed}`);
		});
	}

	undo(): Promise<void> {
		return this.inTurn(() => this.desk.undo());
	}

	/** A number key: a speed, or where to face, clockwise from north. */
	async number(n: number): Promise<void> {
		if (this.facing)
			await this.order(`face ${HEADINGS[n - 1]}`);
		else
			await this.setSpeed(n);
	}

	/** Sends what is laid out. A push waits for an answer; the rest of the course follows it by itself. */
	steam(): Promise<void> {
		return this.inTurn(async () => {
			if (!this.deciding)
				return;
			if (this.chosen)
				await this.send(this.chosen.moves.slice(this.laidOut(this.chosen).length));
			else if (this.desk.legal.includes("end"))
				await this.desk.choose("end");
			else
				await this.desk.why("end");
		});
	}

	private async send(moves: string[]): Promise<void> {
		const push = moves.findIndex(isPush), now = push < 0 ? moves : moves.slice(0, push + 1), later = push < 0 ? [] : moves.slice(push + 1);
		this.rest = later.length > 0 ? { turn: this.base!.turn, moves: later } : null;
		await this.desk.choose(...now);
	}

	private goOn(): void {
		const { rest, desk } = this, view = desk.game!.view as QueenView;
		if (!rest || desk.sending)
			return;
		if (view.turn !== rest.turn)
			this.rest = null;
		else if (desk.mine && view.phase === "steer" && view.order[view.at] === this.seat && desk.draft.length === 0) {
			this.rest = null;
			void this.send(rest.moves);
		}
	}

	/** Why moves cannot be made: the first that the C code refuses says so. */
	async explain(laid: string[], ...moves: string[]): Promise<boolean> {
		try {
			await after(this.base!, [...laid, ...moves]);
			return false;
		} catch (wrong) {
			const message = (wrong as Error).message, cited = /^([A-Z]\d+) (.*)$/s.exec(message);
			this.desk.refusal = cited ? { rule: cited[1]!, words: cited[2]! } : { rule: null, words: message };
			return true;
		}
	}

	/** Why a turn cannot end on a hex: tries to sail straight there and hears what the rules say. */
	async whyNot(hex: number): Promise<void> {
		const { river, base } = this;
		if (!river || !base || this.seat === null || !this.atStem)
			return;
		const target = river.cell(hex), way = sailTo(river, this.atStem, keyOf(target.q, target.r));
		const speed = Math.min(Math.max(way?.filter((m) => m === "ahead").length ?? 1, 1), this.box!.speed_max);
		const set = this.view!.phase === "speed" ? [`speed ${speed}`] : [];
		const heard = way !== null && (await this.explain(this.stem, ...set, ...way, "end")), reason = this.desk.refusal;
		this.desk.refusal = heard && reason ? { rule: reason.rule, words: `No course ends there. On the straight way: ${reason.words}` } : { rule: null, words: "No course of this turn ends there." };
	}
}

/** The orders that lead over the fewest hexes to a place, whatever they cost. Land at the end is sailed onto, to hear that one cannot. */
function sailTo(river: River, from: Pose, goal: string): string[] | null {
	const came = new Map<string, { before: string; heading: number } | null>([[keyOf(from.q, from.r), null]]);
	const queue = [from as { q: number; r: number }];
	for (let here = queue.shift(); here && !came.has(goal); here = queue.shift())
		DIRECTIONS.forEach(([dq, dr], heading) => {
			const key = keyOf(here.q + dq, here.r + dr), cell = river.cells.get(key);
			if (!came.has(key) && cell && (!cell.land || key === goal)) {
				came.set(key, { before: keyOf(here.q, here.r), heading });
				queue.push(cell);
			}
		});
	if (!came.has(goal))
		return null;
	const headings: number[] = [];
	for (let step = came.get(goal); step; step = came.get(step.before))
		headings.unshift(step.heading);
	let heading = from.heading;
	return headings.flatMap((h) => {
		const right = turned(h, -heading), moves: string[] = right <= 3 ? Array(right).fill("right") : Array(6 - right).fill("left");
		heading = h;
		return [...moves, "ahead"];
	});
}

/** The helm of a table: one for chart and tray together. It outlives both: on a hot seat the chart comes and goes. */
export const helmOf = perDesk((desk) => new Helm(desk));
