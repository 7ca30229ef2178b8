// What each game brings to the table: its chart, its tray, what its players hold. Loaded when a table of that game is opened.
import type { Component } from "svelte";
import type { Desk } from "../table/desk.svelte";
import type { Event, GameName, View } from "../table/messages";

/** Something a player has, for everybody to see: a symbol, a number, and what it is called. */
export interface Holding { icon: string; n: number | string; label: string }

export interface Board {
	/** The chart, and the slips around it that are the game's own. */
	Chart: Component<{ desk: Desk }>;
	/** What can I do now? Without one there is a button for each legal move. */
	Tray?: Component<{ desk: Desk }>;
	/** Below the players: what everybody should have in view. */
	Aside?: Component<{ desk: Desk }>;
	/** Seats in the order in which they move now, and how many of them have moved; without it they stand by number. */
	order?(view: View): { seats: number[]; done: number };
	/** "Passenger race · Round 9" */
	where(view: View): string;
	/** What its players are called together: "Traders". */
	players?: string;
	/** Where a player is, in two or three words beside the name. */
	about?(view: View, seat: number): string;
	holdings(view: View, seat: number): Holding[];
	/** The symbol of a log line. */
	icon(event: Event): string | null;
	/** Where on the board it happened: names of `data-spot`. */
	spots(event: Event): string[];
	/** Its own keys and what they do. */
	keys: readonly (readonly [keys: string, does: string])[];
	/** While one has to decide the arrow keys are the board's, and no way through the history. */
	steers?: boolean;
	/** Takes back a step, where a step is more than a move. */
	undo?(desk: Desk): Promise<void>;
}

export const titles: Record<GameName, string> = { queen: "Mississippi Queen", broadhorns: "Broadhorns", rails: "Small Railroad Empires" };

export const boards: Record<GameName, () => Promise<{ board: Board }>> = {
	queen: () => import("./queen/board"),
	broadhorns: () => import("./broadhorns/board"),
	rails: () => import("./rails/board"),
};
