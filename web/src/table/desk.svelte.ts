// The table as one person sees it: where the game stands, the moves they have laid out but not sent, what they may do, and what has
// happened. Everything that is a rule is asked of the C code.
import { nameOf } from "../boards/colours";
import { rules } from "../muddy/muddy";
import type { FromTable, Game, Line, Match, ToTable, View } from "./messages";
import { freshKey, type Source } from "./source";

type Wish = ToTable extends infer T ? (T extends ToTable ? Omit<T, "key"> : never) : never;

/** Why something was not done, in words, and the rule behind it. */
export interface Refusal { words: string; rule: string | null }

export const MOVED_ON = "The game has moved on: what you had laid out is gone.";

export class Desk {
	match = $state.raw<Match | null>(null);
	game = $state.raw<Game | null>(null);
	lines = $state.raw<Line[]>([]);
	connected = $state(false);
	reachable = $state(true);
	sending = $state(false);
	refusal = $state.raw<Refusal | null>(null);
	/** The table itself cannot be had: there is none, or the secret is wrong. */
	trouble = $state.raw<{ code: string; words: string } | null>(null);
	/** Moves that are laid out, and where they lead. */
	draft = $state.raw<string[]>([]);
	private drafted = $state.raw<{ view: View; legal: string[] } | null>(null);
	/** What was laid out and taken back again, the latest first. */
	private undone: string[][] = [];
	/** A moment of the past that is looked at instead. */
	past = $state.raw<{ ply: number; view: View } | null>(null);
	/** What a line of the log is about, by the names of the places on the board and around it: `data-spot`. */
	lit = $state.raw<string[]>([]);
	/** The seat whose eyes are at the screen; null: a watcher's. */
	eyes = $state<number | null>(null);

	/** The seat that is called "you". In a replay somebody's eyes are at the screen, but nobody is you, unless it was the reader's own game. */
	readonly you = $derived.by(() => (this.source.own === undefined ? this.eyes : this.source.own));
	readonly live = $derived(this.past === null);
	readonly view = $derived(this.past?.view ?? this.drafted?.view ?? this.game?.view ?? null);
	readonly legal = $derived(this.past ? [] : this.drafted?.legal ?? this.game?.legal ?? []);
	readonly mine = $derived(this.game !== null && this.game.toMove !== null && this.game.toMove === this.eyes && this.game.status === "running");
	/** What an undo takes back when nothing is laid out, in words; "": nothing. */
	readonly sent = $derived.by(() => {
		const moves = this.mine ? this.game!.ply - this.game!.undo : 0;
		return moves > 1 ? `${moves} moves` : moves === 1 ? "the last move" : "";
	});

	/** The place from which moves were sent: when the table goes on from there, it is by them. */
	private sentAt: number | null = null;
	private answers = new Map<string, (m: FromTable) => void>();

	constructor(readonly source: Source) {
		source.listen((m) => this.hear(m), (up) => (this.connected = up));
	}

	close(): void {
		this.source.close();
	}

	name(seat: number, you = "You"): string {
		return seat === this.you ? you : nameOf(this.match!, seat);
	}

	/** "Your company", or whose else it is. */
	whose(thing: string, seat: number): string {
		return seat === this.you ? `Your ${thing}` : `${thing.charAt(0).toUpperCase()}${thing.slice(1)} of ${this.name(seat)}`;
	}

	private hear(m: FromTable): void {
		if (m.type === "welcome") {
			this.match = m.table;
			this.eyes = m.you;
			this.reachable = m.reachable;
			this.trouble = null;
		} else if (m.type === "seats") {
			const { type: _, now: __, ...seats } = m;
			this.match = this.match && { ...this.match, ...seats };
		} else if (m.type === "game") {
			if (this.match && this.match.status !== m.status)
				this.match = { ...this.match, status: m.status };
			const moved = m.place !== this.game?.place, gone = this.draft.length > 0 && !this.sending && this.sentAt !== this.game?.place;
			this.game = m;
			this.lines = [...this.lines.filter((l) => l.seq < (m.log[0]?.seq ?? Infinity)), ...m.log];
			if (moved) {
				this.forget();
				if (gone)
					this.refusal = { rule: null, words: MOVED_ON };
			}
		}
		if (m.type === "error" && !m.key)
			this.trouble = { code: m.code, words: m.words };
		if ("key" in m && m.key) {
			this.answers.get(m.key)?.(m);
			this.answers.delete(m.key);
		}
	}

	private forget(): void {
		this.draft = [];
		this.drafted = null;
		this.undone = [];
		this.refusal = null;
	}

	/** Lays out other moves than before, and remembers what that took back. */
	private put(moves: string[], drafted: { view: View; legal: string[] } | null): void {
		const before = this.draft, begins = (long: string[], short: string[]) => short.every((m, i) => m === long[i]);
		const next = this.undone[0];
		if (moves.length < before.length && begins(before, moves))
			this.undone = [before.slice(moves.length), ...this.undone];
		else
			this.undone = next && begins(moves, [...before, ...next]) && moves.length === before.length + next.length ? this.undone.slice(1) : [];
		this.draft = moves;
		this.drafted = drafted;
	}

	/** Says something to the table and waits for its answer; a refusal is thrown. */
	say(wish: Wish): Promise<FromTable> {
		const key = freshKey();
		return new Promise((yes, no) => {
			this.answers.set(key, (m) => (m.type === "error" ? no(Object.assign(new Error(m.words), { rule: m.rule ?? null })) : yes(m)));
			this.source.say({ ...wish, key } as ToTable);
		});
	}

	/** The same where nobody waits for the answer: a refusal is shown. */
	tell(wish: Wish): void {
		this.say(wish).catch((wrong) => this.refuse(wrong));
	}

	private refuse(wrong: unknown): void {
		const { message, rule } = wrong as Error & { rule?: string | null };
		const cited = /^([A-Z]\d+) (.*)$/s.exec(message);
		this.refusal = cited ? { rule: cited[1]!, words: cited[2]! } : { rule: rule ?? null, words: message };
	}

	/** Where the draft leads: the view with its moves made, and what is legal there. `final`: the last move cannot be taken back. */
	private async lay(moves: string[]): Promise<{ view: View; legal: string[]; final: boolean }> {
		const answers = await rules.lines(`view ${JSON.stringify(this.game!.view)}`, ...moves.map((m) => `draft ${m}`), "state", "legal");
		return {
			final: answers.slice(1, -2).some((printed) => printed[0] === "final"),
			view: JSON.parse(answers.at(-2)![0]!) as View,
			legal: answers.at(-1)!,
		};
	}

	/** Makes moves: those that can be taken back are laid out, and sent together with the first that cannot. */
	async choose(...moves: string[]): Promise<void> {
		await this.instead(...this.draft, ...moves);
	}

	/** The same in place of everything that is laid out. */
	async instead(...all: string[]): Promise<void> {
		if (!this.mine || this.sending || !this.live)
			return;
		this.refusal = null;
		if (all.length === 0) {
			this.put([], null);
			return;
		}
		try {
			const place = this.game!.place;
			const laid = await this.lay(all);
			if (this.game!.place !== place)
				return;                                 // the table has moved on meanwhile
			if (!laid.final) {
				this.put(all, laid);
				return;
			}
			this.sending = true;
			this.sentAt = place;
			await this.say({ type: "play", moves: all, place });
		} catch (wrong) {
			this.sentAt = null;
			this.refuse(wrong);
		} finally {
			this.sending = false;
		}
	}

	/** Why something cannot be done, when somebody tries it. */
	async why(move: string): Promise<void> {
		try {
			const answers = await rules.lines(`view ${JSON.stringify(this.view)}`, `why ${move}`);
			const said = answers[1]![0]!;
			if (said !== "legal")
				this.refuse(new Error(said));
		} catch (wrong) {
			this.refuse(wrong);
		}
	}

	/** Something that is no move at all is refused in the words of the rule itself. */
	async cite(rule: string): Promise<void> {
		if (!this.mine || !this.live)
			return;
		try {
			const { ruleWords } = await import("../pages/rules/books");
			this.refusal = { rule, words: await ruleWords(this.match!.gameName, rule) };
		} catch (wrong) {
			this.refuse(wrong);
		}
	}

	/** One after the other, however fast the keys are pressed: each begins where the one before has led. */
	private inTurn(act: () => Promise<void>): Promise<void> {
		return (this.acts = this.acts.then(act));
	}
	private acts: Promise<void> = Promise.resolve();

	/** Takes back a move that is laid out; or asks the table to go back. */
	undo(to?: number): Promise<void> {
		return this.inTurn(() => this.takeBack(to));
	}

	private async takeBack(to?: number): Promise<void> {
		this.refusal = null;
		try {
			if (this.draft.length > 0) {
				const fewer = this.draft.slice(0, -1);
				this.put(fewer, fewer.length > 0 ? await this.lay(fewer) : null);
			} else {
				await this.say({ type: "undo", to: to ?? this.game!.undo, place: this.game!.place });
			}
		} catch (wrong) {
			this.refuse(wrong);
		}
	}

	/** Lays out again what was taken back last. */
	redo(): Promise<void> {
		return this.inTurn(async () => {
			if (this.undone[0])
				await this.choose(...this.undone[0]);
		});
	}

	private looks = 0;

	/** A moment of the past; null: now. Of several wishes the last one counts, whatever is answered first. */
	async show(ply: number | null): Promise<void> {
		const look = ++this.looks;
		if (ply === null || ply >= this.game!.ply) {
			this.past = null;
			return;
		}
		const shown = await this.say({ type: "show", ply: Math.max(0, ply) });
		if (shown.type === "shown" && look === this.looks)
			this.past = { ply: shown.ply, view: shown.view };
	}

	/** On a hot seat: somebody else sits down. */
	sit(seat: number): void {
		this.forget();
		void this.show(null);
		this.eyes = seat;
		this.source.look?.(seat);
	}
}
