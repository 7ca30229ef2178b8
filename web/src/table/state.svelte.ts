// The state of a table as one person sees it: the position, the draft (moves that are chosen but not sent), what is legal, and the log.
// Components call its methods to make moves; every question about the rules goes to the C code.
import { capital } from "../boards/words";
import { roomOf, type Shape } from "./shape";
import { nameOf } from "../boards/colours";
import { rules } from "../muddy/muddy";
import { hearClock } from "./clock.svelte";
import type { FromTable, Game, Line, Match, ToTable, View } from "./messages";
import { Pace } from "./pace.svelte";
import { freshKey, type Source } from "./source";

type Request = ToTable extends infer T ? (T extends ToTable ? Omit<T, "key"> : never) : never;

/** Why something was refused, in words, and the id of the rule behind it. */
export interface Refusal {
	words: string;
	rule: string | null;
}

/** Something that a move loses, in words, and the id of the rule behind it. */
export interface Loss {
	words: string;
	rule: string;
}

/** A move that loses something waits for a yes. The question, the words of the yes and the losses come from the rules. */
export interface Risk {
	asks: string;
	yes: string;
	loses: Loss[];
	/** The whole draft, that move included. */
	moves: string[];
	/** What else is to be done after a yes. */
	after?: () => Promise<void>;
}

/** What the rules say of a move that loses something. What it only forgoes is lost when it can no longer be taken back. */
type Asked = Pick<Risk, "asks" | "yes"> & { loses?: Loss[]; forgoes?: Loss[] };

/** A turn that a review or a puzzle shows on the board. */
export interface Course {
	seat: number;
	/** What its moves tell, as the rules do: boards that draw courses take places from it. */
	events: { what: string; seat: number | null; thing: number; place: number }[];
	kind: "played" | "best";
	/** On its tag: "best 31". */
	says: string;
}

/** What a draft leads to: the view after each of its moves, which of them were the only ones, and the moves that are legal after the last. */
interface Position {
	views: View[];
	only: boolean[];
	legal: string[];
}

export const MOVED_ON = "The game has moved on: what you had laid out is gone.";

export class TableState {
	match = $state.raw<Match | null>(null);
	game = $state.raw<Game | null>(null);
	lines = $state.raw<Line[]>([]);
	connected = $state(false);
	reachable = $state(true);
	sending = $state(false);
	refusal = $state.raw<Refusal | null>(null);
	/** Why the table cannot be opened: it does not exist, or the secret is wrong. */
	trouble = $state.raw<{ code: string; words: string } | null>(null);
	/** The draft: moves that are chosen but not sent. `position` is where they lead, null if there are none. */
	drafted = $state.raw<string[]>([]);
	private position = $state.raw<Position | null>(null);
	/** What was chosen, loses something and is asked about now. */
	risk = $state.raw<Risk | null>(null);
	/** Moves that were drafted and taken back again, for redo: the latest first. */
	private undone: string[][] = [];
	/** The earlier position that is shown instead of the present one. */
	past = $state.raw<{ ply: number; view: View } | null>(null);
	/** Places that are highlighted because the pointer is on a line of the log: values of `data-spot`. */
	lit = $state.raw<string[]>([]);
	/** How far down from its upper edge the board is covered by the strip "since your last turn", in pixels; 0: it is not shown. */
	strip = $state(0);
	/** What the table says is told when the pieces have arrived. */
	readonly pace = new Pace(
		(game) => this.takeGame(game),
		() => this.past === null,
	);
	/** Turns that are shown on the board, beginning at the position that is shown. */
	courses = $state.raw<Course[]>([]);
	/** The seat whose view is shown; null for a spectator. */
	eyes = $state<number | null>(null);
	/** What lies in the place of the log, if not the log: what its tab is called; it comes to the front whenever `front` changes. */
	aside = $state.raw<{ label: string; front: string } | null>(null);
	/** How the parts of the table lie. */
	shape = $state<Shape>("desk");
	readonly room = $derived(roomOf(this.shape));

	/** The seat that is called "you". A replay shows the view of a seat, but nobody is "you" unless it was the reader's own game. */
	readonly you = $derived.by(() => (this.source.own === undefined ? this.eyes : this.source.own));
	readonly live = $derived(this.past === null);
	readonly view = $derived(this.past?.view ?? this.position?.views.at(-1) ?? this.game?.view ?? null);
	/** The views before the draft and after each of its moves. */
	readonly views = $derived(this.game?.view ? [this.game.view, ...(this.position?.views ?? [])] : []);
	/** The draft up to the last move that was a choice. What followed by itself goes when that one is taken back. */
	readonly chosen = $derived(this.drafted.slice(0, (this.position?.only.lastIndexOf(false) ?? -1) + 1));
	readonly legal = $derived(this.past ? [] : (this.position?.legal ?? this.game?.legal ?? []));
	readonly mine = $derived(
		this.game !== null &&
			!this.pace.busy &&
			this.game.toMove !== null &&
			this.game.toMove === this.eyes &&
			this.game.status === "running",
	);
	/** What an undo would take back if the draft is empty, in words; "" if nothing. */
	readonly sent = $derived.by(() => {
		const { ply = 0, undo } = this.mine ? this.game! : {};
		const moves = ply - (undo ?? ply);
		return moves > 1 ? `${moves} moves` : moves === 1 ? "the last move" : "";
	});

	/** The revision from which moves were sent: if the table goes on from there, those moves are the reason. */
	private sentAt: number | null = null;
	private answers = new Map<string, (m: FromTable) => void>();

	constructor(readonly source: Source) {
		source.listen(
			(m) => this.receive(m),
			(up) => (this.connected = up),
		);
	}

	private readonly atClose: (() => void)[] = [];

	/** `what` is done when the table is closed. */
	whenClosed(what: () => void): void {
		this.atClose.push(what);
	}

	closed = false;

	/** What a promise brings while the table is open. Once it is closed, neither that nor an error arrives: what was derived from the table has ended, and
	 *  whoever waited must not look at it any more. */
	whileOpen<T>(what: Promise<T>): Promise<T> {
		return new Promise((yes, no) =>
			what.then(
				(found) => {
					if (!this.closed) yes(found);
				},
				(wrong: Error) => {
					if (!this.closed) no(wrong);
				},
			),
		);
	}

	/** What the rules answer to each line, while the table is open. */
	private ask(...asked: string[]): Promise<string[][]> {
		return this.whileOpen(rules.lines(...asked));
	}

	close(): void {
		this.closed = true;
		for (const what of this.atClose) what();
		this.source.close();
	}

	name(seat: number, you = "You"): string {
		return seat === this.you ? you : nameOf(this.match!, seat);
	}

	/** "Your company", or whose else it is. */
	whose(thing: string, seat: number): string {
		return seat === this.you
			? `Your ${thing}`
			: `${thing.charAt(0).toUpperCase()}${thing.slice(1)} of ${this.name(seat)}`;
	}

	private receive(m: FromTable): void {
		if (m.type === "welcome") {
			this.match = m.table;
			this.eyes = m.you;
			this.reachable = m.reachable;
			this.trouble = null;
		} else if (m.type === "seats") {
			const { type: _, now: __, ...seats } = m;
			this.match = this.match && { ...this.match, ...seats };
		} else if (m.type === "game") {
			hearClock(m);
			this.pace.hear(m);
			return;
		}
		if (m.type === "error" && !m.key) this.trouble = { code: m.code, words: capital(m.words) };
		this.answer(m);
	}

	private takeGame(m: Game): void {
		if (this.match && this.match.status !== m.status) this.match = { ...this.match, status: m.status };
		const moved = m.place !== this.game?.place;
		const gone = this.drafted.length > 0 && !this.sending && this.sentAt !== this.game?.place;
		this.game = m;
		this.lines = [...this.lines.filter((l) => l.seq < (m.log[0]?.seq ?? Infinity)), ...m.log];
		if (moved) {
			this.clearDraft();
			if (gone) this.refusal = { rule: null, words: MOVED_ON };
		}
		this.answer(m);
	}

	private answer(m: FromTable): void {
		if (!("key" in m) || !m.key) return;
		this.answers.get(m.key)?.(m);
		this.answers.delete(m.key);
	}

	private clearDraft(): void {
		this.drafted = [];
		this.position = null;
		this.undone = [];
		this.refusal = null;
		this.risk = null;
	}

	/** Replaces the draft, and remembers for redo what that took back. */
	private setDraft(moves: string[], position: Position | null): void {
		const before = this.drafted;
		const begins = (long: string[], short: string[]) => short.every((m, i) => m === long[i]);
		const next = this.undone[0];
		if (moves.length < before.length && begins(before, moves))
			this.undone = [before.slice(moves.length), ...this.undone];
		else
			this.undone =
				next && begins(moves, [...before, ...next]) && moves.length === before.length + next.length
					? this.undone.slice(1)
					: [];
		this.drafted = moves;
		this.position = position;
	}

	/** Sends a request to the table and waits for its answer. A refusal is thrown as an Error with the rule. */
	request(wanted: Request): Promise<FromTable> {
		const key = freshKey();
		const answered = new Promise<FromTable>((yes, no) => {
			this.answers.set(key, (m) =>
				m.type === "error" ? no(Object.assign(new Error(capital(m.words)), { rule: m.rule ?? null })) : yes(m),
			);
			this.source.say({ ...wanted, key } as ToTable);
		});
		return this.whileOpen(answered);
	}

	/** The same where the caller does not wait for the answer: a refusal is shown. */
	send(wanted: Request): void {
		this.request(wanted).catch((wrong) => this.refuse(wrong));
	}

	private refuse(wrong: unknown): void {
		const { message, rule } = wrong as Error & { rule?: string | null };
		const cited = /^([A-Z]\d+) (.*)$/s.exec(message);
		this.refusal = cited ? { rule: cited[1]!, words: cited[2]! } : { rule: rule ?? null, words: message };
	}

	/** Where moves lead from the position of the table. `final`: one of them cannot be taken back, or they end a turn, also where the same seat has the next one.
	 *  `next`: the only move after them, if there is one. */
	private async positionAfter(moves: string[]): Promise<Position & { final: boolean; next?: string }> {
		const answers = await this.ask(
			`view ${JSON.stringify(this.game!.view)}`,
			...moves.flatMap((m) => ["only", `draft ${m}`, "state"]),
			"only",
			"legal",
		);
		const views = moves.map((_, i) => JSON.parse(answers[3 * i + 3]![0]!) as View);
		return {
			final:
				moves.some((_, i) => answers[3 * i + 2]![0] === "final") ||
				(views.at(-1) ?? this.game!.view)!.turn !== this.game!.view!.turn,
			views,
			only: moves.map((_, i) => answers[3 * i + 1]!.length > 0),
			next: answers.at(-2)![0],
			legal: answers.at(-1)!,
		};
	}

	/** The same with what follows by itself: a move that is the only one is drafted unasked, if it can be taken back. The table makes the others. */
	private async follow(moves: string[]): Promise<{ moves: string[]; position: Position & { final: boolean } }> {
		const position = await this.positionAfter(moves);
		if (position.final || !position.next) return { moves, position };
		const further = await this.follow([...moves, position.next]);
		return further.position.final ? { moves, position } : further;
	}

	/** Makes moves. Moves that can be taken back are added to the draft; the first one that cannot sends the whole draft. */
	choose(...moves: string[]): Promise<void> {
		return this.inTurn(() => this.lay([...this.drafted, ...moves], false));
	}

	/** What is lost by those of these moves that are not drafted yet; null: nothing. ends: they cannot be taken back. */
	async riskOf(moves: string[], ends: boolean): Promise<Risk | null> {
		const known = moves.findIndex((m, i) => m !== this.drafted[i]);
		const fresh = known < 0 ? [] : moves.slice(known);
		const answers = await this.ask(
			`view ${JSON.stringify(this.game!.view)}`,
			...moves.slice(0, moves.length - fresh.length).map((m) => `draft ${m}`),
			...fresh.flatMap((m) => [`facts ${m}`, `draft ${m}`]),
		);
		const first = 1 + moves.length - fresh.length;
		for (const i of fresh.keys()) {
			const { asks, yes, loses, forgoes } = JSON.parse(answers[first + 2 * i]![0]!) as Asked;
			const lost = loses ?? (ends ? forgoes : undefined);
			if (lost) return { asks, yes, loses: lost, moves };
		}
		return null;
	}

	/** Makes the move that was asked about. */
	async takeRisk(): Promise<void> {
		const { risk } = this;
		this.risk = null;
		if (!risk) return;
		await this.inTurn(() => this.lay(risk.moves, true));
		await risk.after?.();
	}

	/** The same with moves that replace the draft. */
	replaceDraft(...all: string[]): Promise<void> {
		return this.inTurn(() => this.lay(all, false));
	}

	/** sure: what it loses has been asked about. */
	private async lay(all: string[], sure: boolean): Promise<void> {
		if (!this.mine || this.sending || !this.live) return;
		this.refusal = null;
		if (all.length === 0) {
			this.setDraft([], null);
			return;
		}
		try {
			const place = this.game!.place;
			const { moves, position } = await this.follow(all);
			const risk = sure ? null : await this.riskOf(all, position.final);
			if (this.game!.place !== place) return; // the table has moved on meanwhile
			if (risk) {
				this.risk = risk;
				return;
			}
			if (!position.final) {
				this.setDraft(moves, position);
				return;
			}
			this.sending = true;
			this.sends++;
			this.sentAt = place;
			await this.request({ type: "play", moves: all, place });
		} catch (wrong) {
			this.sentAt = null;
			this.refuse(wrong);
		} finally {
			this.sending = false;
		}
	}

	/** Shows why a move is not legal. */
	async explain(move: string): Promise<void> {
		try {
			const answers = await this.ask(`view ${JSON.stringify(this.view)}`, `why ${move}`);
			const said = answers[1]![0]!;
			if (said !== "legal") this.refuse(new Error(said));
		} catch (wrong) {
			this.refuse(wrong);
		}
	}

	/** Runs actions one after the other, however fast they are ordered: each begins where the one before has led. If that was sent to the table, or led to a
	 *  question, the next one was meant for what was there before, and is left out. */
	private inTurn(act: () => Promise<void>): Promise<void> {
		if (this.sending) return Promise.resolve();
		const { sends } = this;
		return (this.acts = this.acts.then(() => (this.sends === sends && !this.risk ? act() : undefined)));
	}
	/** How often moves were sent. */
	private sends = 0;
	private acts: Promise<void> = Promise.resolve();

	/** Takes back the last choice of the draft; if the draft is empty, asks the table to go back. */
	undo(to?: number): Promise<void> {
		return this.inTurn(() => this.takeBack(to));
	}

	private async takeBack(to?: number): Promise<void> {
		this.refusal = null;
		try {
			if (this.drafted.length > 0) {
				const fewer = this.chosen.slice(0, -1);
				this.setDraft(fewer, fewer.length > 0 ? await this.positionAfter(fewer) : null);
			} else {
				const { undo, ply, place } = this.game!;
				const back = to ?? undo ?? ply;
				if (back < ply) await this.request({ type: "undo", to: back, place });
				else this.refusal = { rule: null, words: "There is nothing to take back." };
			}
		} catch (wrong) {
			this.refuse(wrong);
		}
	}

	/** Drafts again what was taken back last. */
	redo(): Promise<void> {
		return this.inTurn(async () => {
			if (this.undone[0]) await this.lay([...this.drafted, ...this.undone[0]], false);
		});
	}

	private looks = 0;

	/** Shows the position after `ply` moves; null for the present one. The latest call wins, whichever is answered first. */
	async show(ply: number | null): Promise<void> {
		this.pace.skip();
		const look = ++this.looks;
		if (ply === null || ply >= this.game!.ply) {
			this.past = null;
			return;
		}
		const shown = await this.request({ type: "show", ply: Math.max(0, ply) });
		if (shown.type === "shown" && look === this.looks) this.past = { ply: shown.ply, view: shown.view };
	}

	/** On a hot seat: another player takes the screen. */
	sit(seat: number): void {
		this.pace.skip();
		this.clearDraft();
		void this.show(null);
		this.eyes = seat;
		this.source.look?.(seat);
	}
}
