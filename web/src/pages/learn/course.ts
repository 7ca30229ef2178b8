// A lesson: steps that look at the table and go on when what they ask for has happened, in whatever way. The player may make any legal move
// at any time: a step that has been overtaken is over. After the steps come three turns without a word.
import type { GameName, View } from "../../table/messages";

/** Where the table stands, as a step sees it. */
export interface Now {
	/** With the moves that are laid out. */
	view: View;
	draft: string[];
	legal: string[];
	/** The learner has to decide. */
	mine: boolean;
	seat: number;
	/** Turns that the learner has finished. */
	turns: number;
	over: boolean;
	/** The pieces of the game and the numbers of its rules, as the engine tells them: a lesson has none of its own. */
	box: object;
}

export interface Step {
	title: string;
	say: string | ((now: Now) => string);
	/** What to try; without it there is a button to go on. */
	ask?: string | ((now: Now) => string);
	/** Things to point at; the first of them that is on the screen. */
	point?: string[];
	/** The rules behind it. */
	rules?: string[];
	done?: (now: Now) => boolean;
	/** It is over when the learner has finished so many turns, whatever was done in them. */
	by?: number;
}

export interface Lesson {
	game: GameName;
	id: string;
	key: string;
	settings: string[];
	bots: number;
	/** Whose turn it is. */
	owner: (view: View) => number | null;
	steps: Step[];
	/** Said with the three turns, and at the end. */
	alone: string | ((now: Now) => string);
	end: string;
}

export const ALONE = 3;

export class Course {
	at = 0;
	turns = 0;
	private last: { turn: number; owner: number | null } | null = null;
	private aloneFrom = -1;

	constructor(
		readonly lesson: Lesson,
		readonly seat: number,
	) {}

	/** The table has said how it stands: counts the learner's turns. */
	hear(view: View): void {
		const turn = view.turn as number;
		if (this.last && this.last.turn > 0 && turn > this.last.turn && this.last.owner === this.seat) this.turns++;
		if (!this.last || turn !== this.last.turn) this.last = { turn, owner: this.lesson.owner(view) };
	}

	/** Goes on past everything that is done or overtaken. */
	settle(now: Now): void {
		for (let step = this.step; step && this.isOver(step, now); step = this.step) this.at++;
		if (!this.step && this.aloneFrom < 0) this.aloneFrom = now.turns;
	}

	private isOver(step: Step, now: Now): boolean {
		return now.over || (step.by !== undefined && now.turns >= step.by) || (step.done?.(now) ?? false);
	}

	/** From a step that asks for nothing. */
	next(now: Now): void {
		if (this.step && !this.step.ask) this.at++;
		this.settle(now);
	}

	get step(): Step | null {
		return this.lesson.steps[this.at] ?? null;
	}

	/** Of the turns alone: how many have been made. */
	alone(now: Now): number {
		return this.aloneFrom < 0 ? 0 : Math.min(ALONE, now.turns - this.aloneFrom);
	}

	finished(now: Now): boolean {
		return !this.step && (now.over || this.alone(now) >= ALONE);
	}
}

export const said = (words: string | ((now: Now) => string) | undefined, now: Now): string =>
	typeof words === "function" ? words(now) : (words ?? "");
