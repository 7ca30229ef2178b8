// A review under way: workers judge one move after the other, first all of them at a glance, then all of them closer, the great swings first.
import { Engine } from "../muddy/muddy";
import { keepReview, keptReview, type KeptReview } from "./keep";
import { coarseFirst, swingsOf, type Moment, type Moments, type Standards } from "./moments";

/** As fine as a page gets within half a minute; `bigmuddy review --level deep` looks closer. */
const LEVELS = ["quick", "normal"] as const;
type Level = (typeof LEVELS)[number];

/** In ms: how long one answer of a worker should take, and how often the page is told. */
const ANSWER = 150;
const TELL = 120;

interface About {
	judge: string;
	like: Standards | null;
}

export class Run {
	moments = $state.raw<Moments>([]);
	standards = $state.raw<Standards | null>(null);
	/** Moves that are judged at a glance, and closer. */
	glanced = $state(0);
	judged = $state(0);
	wrong = $state("");
	readonly done = $derived.by(() => this.judged === this.plies);

	private found: KeptReview["moments"];
	private judge = "";
	private workers: Engine[] = [];
	private told = 0;
	private closed = false;

	constructor(
		private readonly record: string,
		readonly plies: number,
	) {
		this.found = Array.from({ length: plies }, () => null);
		this.moments = this.found.map(() => null);
	}

	async start(): Promise<void> {
		const hands = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
		this.workers = Array.from({ length: hands }, () => new Engine());
		try {
			const [about] = (await this.workers[0]!.load(this.record, "review quick"))[0]!;
			const { judge, like } = JSON.parse(about!) as About;
			this.judge = judge;
			this.standards = like;
			const kept = await keptReview(this.record, judge);
			if (kept?.moments.length === this.plies) this.found = kept.moments;
			this.tell(true);
			await this.pass("quick", coarseFirst(this.plies));
			await this.keep();
			const size = new Map(swingsOf(this.moments).flatMap((s) => span(s.from, s.to).map((p) => [p, s.size])));
			await this.pass(
				"normal",
				[...this.found.keys()].sort((a, b) => (size.get(b) ?? 0) - (size.get(a) ?? 0)),
			);
			await this.keep();
		} catch (e) {
			if (!this.closed) this.wrong = (e as Error).message;
		} finally {
			this.leave();
		}
	}

	/** All of these moves that are not judged as closely yet, by all workers. */
	private async pass(level: Level, order: number[]): Promise<void> {
		const open = order.filter((p) => LEVELS.indexOf(this.found[p]?.level as Level) < LEVELS.indexOf(level));
		await Promise.all(
			this.workers.map(async (worker) => {
				let take = 2;
				await worker.load(this.record);
				while (open.length > 0 && !this.closed) {
					const plies = open.splice(0, take);
					const begun = performance.now();
					const [lines] = await worker.lines(`review ${level} ${plies.join(" ")}`);
					for (const line of lines!) {
						const moment = JSON.parse(line) as Moment;
						this.found[moment.ply] = { level, moment };
					}
					this.tell(false);
					take = Math.max(1, Math.min(64, Math.round((take * ANSWER) / (performance.now() - begun))));
				}
			}),
		);
		this.tell(true);
	}

	private tell(now: boolean): void {
		if (this.closed || (!now && performance.now() - this.told < TELL)) return;
		this.told = performance.now();
		this.moments = this.found.map((f) => f?.moment ?? null);
		this.glanced = this.found.filter((f) => f !== null).length;
		this.judged = this.found.filter((f) => f?.level === "normal").length;
	}

	private async keep(): Promise<void> {
		if (!this.closed) await keepReview(this.record, { judge: this.judge, moments: this.found });
	}

	private leave(): void {
		for (const worker of this.workers) worker.restart("the review was left");
	}

	close(): void {
		this.closed = true;
		this.leave();
	}
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
