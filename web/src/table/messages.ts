// What a table says and hears: docs/protocol.md has it in words. A table in this page (local.ts) says the same as one on a server.

export type GameName = "queen" | "broadhorns" | "rails";

/** The fields of a view are the game's: each board has its own type for them. */
export interface View { game: GameName; rules: number; eyes: number | "all" | "watcher"; players: number; options: Record<string, string | number>; [field: string]: unknown }

export interface Seat { id: number; name: string; kind: "person" | "bot" | "free"; level?: string; isConnected?: boolean; away?: boolean; resigned?: boolean; commit?: string | null; nonce?: string | null }

export interface Match {
	matchID: string; gameName: GameName; players: Seat[]; setupData: Record<string, string | number>; rules: number;
	pace: { move?: number; bank?: number; days?: number } | null; status: Status; unlisted: boolean; createdAt: number; updatedAt: number;
	commit: string; box?: { hash: string; name: string }; nextMatchID?: string; fromMatchID?: string; watchers?: number;
}

export type Status = "open" | "starting" | "running" | "over" | "closed";

export interface Event { what: string; seat: number | null; thing: number; place: number; n: number; rule: string; words: string }

export interface Line { seq: number; ply?: number; at: number; kind: string; seat: number | null; by: string; text: string; said?: Event[] }

export interface Clock { move: (number | null)[]; bank: (number | null)[]; running: number | null; paused: boolean }

export interface Count { words: string; n: number; rule: string }
export interface Over { ending: string; places: number[]; scores: number[]; tally: Count[][]; rival?: { place: number; score: number; tally: Count[] }; key?: string }

export interface Game {
	type: "game"; key?: string; seq: number; place: number; ply: number; status: Status; toMove: number | null; prompt: string | null; asked: boolean;
	view: View; legal: string[]; undo: number; ask: { seat: number; to: number; agreed: number[] } | null; clock: Clock | null;
	orders: Record<string, string>; once?: Record<string, string>; log: Line[]; over?: Over;
}

export type FromTable =
	| Game
	| { type: "welcome"; table: Match; you: number | null; now: number; reachable: boolean }
	| { type: "seats"; status: Status; players: Seat[]; watchers: number; nextMatchID?: string; now: number }
	| { type: "ok"; key: string; seq: number }
	| { type: "error"; key?: string; code: string; rule?: string; words: string }
	| { type: "shown"; key: string; ply: number; view: View }
	| { type: "why"; key: string; move: string; rule: string | null; words: string };

export type ToTable =
	| { type: "play"; moves: string[]; place: number; key: string }
	| { type: "undo"; to: number; place: number; key: string }
	| { type: "agree" | "refuse" | "leave" | "back" | "resign" | "pause" | "resume"; key: string }
	| { type: "order"; prompt: string; order: string; once?: boolean; key: string }
	| { type: "chat"; text: string; key: string }
	| { type: "show"; ply: number; key: string }
	| { type: "reveal"; nonce: string; key: string }
	| { type: "tell"; push?: { endpoint: string; p256dh: string; auth: string }; hook?: string; mail?: string; key: string };
