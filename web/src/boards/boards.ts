// What each game brings to the table: its chart, its tray, what its players hold. Loaded when a table of that game is opened.
import type { Component } from "svelte";
import type { TableState } from "../table/state.svelte";
import type { Event, GameName, View } from "../table/messages";

/** Something a player has, for everybody to see: a symbol, a number, and what it is called. */
export interface Holding {
	icon: string;
	n: number | string;
	label: string;
}

export interface Board {
	/** The chart, and the slips around it that are the game's own. */
	Chart: Component<{ table: TableState }>;
	/** What can I do now? Without one there is a button for each legal move. */
	Tray?: Component<{ table: TableState }>;
	/** Below the players: what everybody should have in view. */
	Aside?: Component<{ table: TableState }>;
	/** Seats in the order in which they move now, how many of them have moved, and how it goes on after them; without it they stand by number. */
	order?(
		view: View,
		table: TableState,
	): { seats: number[]; done: number; then?: { words: string; seats: number[] } } | null;
	/** "Passenger race · Round 9" */
	where(view: View): string;
	/** What its players are called together: "Traders". */
	players?: string;
	/** Where a player is, in two or three words beside the name. */
	about?(view: View, seat: number): string;
	/** What the rules say of the view that is shown (`facts` of docs/protocol.md), if it is known by now. */
	facts?(table: TableState): unknown;
	/** facts: of that view; null: they are not known. */
	holdings(view: View, seat: number, facts: unknown): Holding[];
	/** The symbols of what a turn changes in number, by the names that the rules give these things. */
	marks?: Readonly<Record<string, string>>;
	/** What a season is called, by its number, where there are seasons. */
	season?(n: number): string;
	/** The symbol of a log line. */
	icon(event: Event): string | null;
	/** Where on the board it happened: names of `data-spot`. */
	spots(event: Event): string[];
	/** How wide a table is that has all its slips around the board; 1180 unless told. */
	desk?: number;
	/** Where there is little room it has tabs of its own, for the log and the players too. */
	tabbed?: boolean;
	/** Its own keys and what they do. */
	keys: readonly (readonly [keys: string, does: string])[];
	/** While one has to decide the arrow keys are the board's, and no way through the history. */
	steers?: boolean;
	/** Shows moves on the board without making them, as the pointer on them does; null: no more. */
	point?(table: TableState, moves: readonly string[] | null): void;
	/** Takes back a step, where a step is more than a move. */
	undo?(table: TableState): Promise<void>;
}

export const titles: Record<GameName, string> = {
	queen: "Mississippi Queen",
	broadhorns: "Broadhorns",
	rails: "Small Railroad Empires",
};

/** Where there is no room for the whole title. */
export const shortTitles: Record<GameName, string> = { queen: "Queen", broadhorns: "Broadhorns", rails: "Rails" };

export const boards: Record<GameName, () => Promise<{ board: Board }>> = {
	queen: () => import("./queen/board"),
	broadhorns: () => import("./broadhorns/board"),
	rails: () => import("./rails/board"),
};
