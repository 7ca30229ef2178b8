// What the log and the strip over the board tell: the rounds and turns of a table, each in a sentence of the rules' own.
import { SvelteMap } from "svelte/reactivity";
import { named, nameOf } from "../boards/colours";
import { rules } from "../muddy/muddy";
import type { Line } from "./messages";
import type { TableState } from "./state.svelte";
import { roundsOf, tellOf, type Round, type Step, type Story, type Turn } from "./story";

/** The longest that a replay of the others' turns takes, and the longest that one move of it is shown, in ms. */
const REPLAY_MS = 6000;
const MOVE_MS = 400;
/** The set-up, and rounds that lie further back than these, are one line each. */
const FRESH = 2;

/** Made by a component: it asks the rules for sentences as long as that one lives. */
export class Telling {
	readonly rounds: Round[] = $derived.by(() => roundsOf(this.table.lines, (l) => this.said(l).length));
	/** What the rules say of turns and rounds, by the line that asked for it. */
	readonly stories = new SvelteMap<string, Story>();
	private readonly asking = new Set<string>();
	/** What they said last, by the turn. */
	private readonly latest = new Map<string, Story>();
	/** The rules have failed to answer: then the last step stands for its turn. */
	private mute = $state(false);

	/** The turn under way is the last one, as long as the game goes on. */
	private readonly underWay = $derived.by(() =>
		this.table.game?.status === "running"
			? (this.rounds.flatMap((r) => r.turns).findLast((t) => t.seat !== null && !t.note) ?? null)
			: null,
	);
	/** The turns of others since the last one of the reader's own, where it is the reader's turn now. */
	readonly since: Turn[] = $derived.by(() => {
		const { table } = this;
		const turns = this.rounds.flatMap((r) => r.turns).filter((t) => t.seat !== null && !t.note);
		const last = turns.at(-1)?.seat === table.you ? turns.slice(0, -1) : turns;
		const own = last.findLastIndex((t) => t.seat === table.you);
		return table.mine && table.live && own >= 0 ? last.slice(own + 1) : [];
	});
	/** The turn that is shown once more just now. */
	replayed = $state.raw<Turn | null>(null);

	constructor(private readonly table: TableState) {
		$effect(() =>
			this.ask(
				this.rounds.flatMap((r, i) => [
					...(this.foldable(r, i) ? [this.roundAsked(r)] : []),
					...r.turns.filter((t) => t.seat !== null && !t.note).map((t) => this.turnAsked(t)),
				]),
			),
		);
	}

	foldable(round: Round, i: number): boolean {
		return round.n > 0 ? i < this.rounds.length - FRESH : this.rounds.length > 1;
	}

	private ask(lines: string[]): void {
		const fresh = lines.filter((l) => !this.asking.has(l));
		if (fresh.length === 0 || !this.table.view) return;
		for (const line of fresh) this.asking.add(line);
		rules.lines(`view ${JSON.stringify(this.table.view)}`, ...fresh).then(
			(answers) => fresh.forEach((line, i) => this.stories.set(line, JSON.parse(answers[i + 1]![0]!) as Story)),
			() => (this.mute = true),
		);
	}

	private roundAsked(round: Round): string {
		return tellOf(
			"round",
			round.turns.flatMap((t) => t.events),
			this.table.you,
		);
	}
	private turnAsked(turn: Turn): string {
		return tellOf(turn === this.underWay ? "now" : "turn", turn.events, this.table.you);
	}
	/** Until the rules have answered, what they said of this turn before it went on. */
	storyOf(turn: Turn): Story | null {
		const story = this.stories.get(this.turnAsked(turn));
		if (story) this.latest.set(turn.id, story);
		return story ?? this.latest.get(turn.id) ?? null;
	}

	/** Sentences in pieces, of which every second one is a name. */
	roundWords(round: Round): string[] {
		return named(this.table.match!, this.stories.get(this.roundAsked(round))?.words ?? "");
	}
	turnWords(turn: Turn): string[] {
		const told = turn.seat !== null && !turn.note;
		const words = told ? this.storyOf(turn)?.words : undefined;
		if (words) return named(this.table.match!, words);
		return turn.steps.length > 0 && (!told || this.mute) ? this.stepWords(turn.steps.at(-1)!) : [];
	}
	stepWords(step: Step): string[] {
		return step.event ? named(this.table.match!, step.event.words) : (this.said(step.line)[0] ?? []);
	}

	private name(seat: number | null): string {
		return seat === null ? "The table" : nameOf(this.table.match!, seat);
	}

	/** What there is to read of a line. */
	private said(l: Line): string[][] {
		const name = (seat: number | null) => this.name(seat);
		const by = (rest: string, before = "") => [[before, name(l.seat), rest]];
		if (l.said?.length) return l.said.map((e) => named(this.table.match!, e.words));
		switch (l.kind) {
			case "chat":
				return by(`: ${l.text}`);
			case "undo":
				return by(" took moves back.");
			case "ask":
				return by(" would like to take moves back.");
			case "resign":
				return by(" resigned.");
			case "away":
				return by(".", "A bot decides for ");
			case "back":
				return by(" is back.");
			case "link":
				return l.by === "host"
					? by(".", "The host made a new link for ")
					: by(" gave the seat to somebody else.");
			case "forget":
				return [["Somebody has taken their name out."]];
			case "replace":
				return [["", name(l.seat), " would like a bot to play for ", name(Number(l.text)), "."]];
			case "vacate":
				return [
					[
						"",
						name(l.seat),
						" announced that ",
						name(parseInt(l.text!)),
						" is away: in time somebody else may take that seat.",
					],
				];
			case "keep":
				return [["", name(l.seat), " took back what was asked about ", name(Number(l.text)), "."]];
			case "pause":
				return by(" paused the game.");
			case "resume":
				return [["The game goes on."]];
			default:
				return [];
		}
	}

	/** Shows the moves of the others once more, in a few seconds; any key or press ends it. */
	async replay(): Promise<void> {
		const { table, since } = this;
		if (this.replayed || since.length === 0) return;
		const plies = since.flatMap((turn) =>
			[...new Set(turn.steps.flatMap((s) => s.line.ply ?? []))].map((ply) => ({ turn, ply })),
		);
		const stop = () => (this.replayed = null);
		addEventListener("keydown", stop, { once: true, capture: true });
		setTimeout(() => addEventListener("pointerdown", stop, { once: true, capture: true }));
		this.replayed = since[0]!;
		for (const { turn, ply } of plies) {
			if (!this.replayed) break;
			this.replayed = turn;
			await table.show(ply + 1);
			await new Promise((r) => setTimeout(r, Math.min(MOVE_MS, REPLAY_MS / plies.length)));
		}
		removeEventListener("keydown", stop, { capture: true });
		removeEventListener("pointerdown", stop, { capture: true });
		await table.show(null);
		this.replayed = null;
	}
}
