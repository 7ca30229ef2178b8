// Made by tools/words.py from src/table/words.h and web/wasm/local_words.h: change those lists, and run it again.

import type { GameName, View } from "../muddy/fields";

/** Kinds of rows in the log. */
export type RowKind =
	| "sit"
	| "bot"
	| "free"
	| "link"
	| "rule"
	| "reveal"
	| "start"
	| "move"
	| "draw"
	| "ask"
	| "agree"
	| "refuse"
	| "undo"
	| "order"
	| "away"
	| "back"
	| "replace"
	| "vacate"
	| "keep"
	| "resign"
	| "pause"
	| "resume"
	| "chat"
	| "forget"
	| "next"
	| "close";

/** Who caused a row. */
export type RowBy =
	| "player"
	| "host"
	| "bot"
	| "order"
	| "default"
	| "server";

/** Why something was refused. */
export type RefusalCode =
	| "bad_message"
	| "bad"
	| "hello"
	| "too_fast"
	| "bad_request"
	| "bad_method"
	| "bad_version"
	| "no_length"
	| "no_websocket"
	| "not_found"
	| "too_long"
	| "too_many"
	| "no_such_page"
	| "no_such_game"
	| "no_such_table"
	| "no_such_ply"
	| "no_such_deal"
	| "forbidden"
	| "host"
	| "not_started"
	| "started"
	| "starting"
	| "running"
	| "over"
	| "not_over"
	| "closed"
	| "paused"
	| "not_paused"
	| "next"
	| "no_game"
	| "seat"
	| "taken"
	| "free"
	| "full"
	| "no_person"
	| "name"
	| "level"
	| "nonce"
	| "away"
	| "here"
	| "resigned"
	| "bots_only"
	| "crossed"
	| "turn"
	| "illegal"
	| "no_move"
	| "batch"
	| "order"
	| "ply"
	| "consent"
	| "asked"
	| "not_asked"
	| "limit"
	| "busy"
	| "not_stored"
	| "not_read"
	| "internal"
	| "damaged"
	| "closing";

/** Where a table is in its life. */
export type Status =
	| "open"
	| "running"
	| "over"
	| "closed"
	| "starting";

/** Who has a seat. */
export type Holder =
	| "free"
	| "person"
	| "bot";

export interface Seat {
	id: number;
	name: string | null;
	kind: Holder;
	level?: string;
	isConnected: boolean;
	away: boolean;
	resigned: boolean;
	botWantedBy: number[];
	vacantFrom: number | null;
	commit: string | null;
	nonce: string | null;
}

export interface Pace {
	move?: number;
	bank?: number;
	days?: number;
}

export interface Pieces {
	hash: string;
	name: string;
}

export interface Result {
	ending: string;
	places: number[];
	scores: number[];
}

export interface Match {
	matchID: string;
	gameName: GameName;
	players: Seat[];
	setupData: Record<string, string | number>;
	rules: number;
	level: string;
	pace: Pace | null;
	awayDays: number;
	status: Status;
	unlisted: boolean;
	watchers: number;
	createdAt: number;
	updatedAt: number;
	commit: string;
	box: Pieces;
	gameover?: Result;
	nextMatchID?: string;
	fromMatchID?: string;
	deal?: string;
}

export interface Event {
	what: string;
	seat: number | null;
	thing: number;
	place: number;
	n: number;
	rule: string | null;
	words: string;
}

export interface Line {
	seq: number;
	at: number;
	kind: RowKind;
	seat: number | null;
	by: RowBy;
	text: string | null;
	ply?: number;
	said?: Event[];
}

export interface Question {
	seat: number;
	to: number;
	agreed: number[];
}

export interface Clock {
	move: (number | null)[];
	bank: (number | null)[];
	running: number | null;
	paused: boolean;
}

export interface Count {
	n: number;
	rule: string | null;
	words: string;
}

export interface Rival {
	place: number;
	score: number;
	tally: Count[];
}

export interface Over {
	ending: string | null;
	places?: number[];
	scores?: number[];
	tally?: Count[][];
	rival?: Rival;
	key?: string;
	nonces: (string | null)[];
}

export interface HelloMessage {
	type: "hello";
	table: string;
	seat?: number;
	secret?: string;
	after?: number;
	key?: string;
}

export interface ShowMessage {
	type: "show";
	ply: number;
	key?: string;
}

export interface WhyMessage {
	type: "why";
	move: string;
	key?: string;
}

export interface RevealMessage {
	type: "reveal";
	nonce: string;
	key?: string;
}

export interface PlayMessage {
	type: "play";
	moves: string[];
	place: number;
	key?: string;
}

export interface UndoMessage {
	type: "undo";
	to: number;
	place: number;
	key?: string;
}

export interface AgreeMessage {
	type: "agree";
	key?: string;
}

export interface RefuseMessage {
	type: "refuse";
	key?: string;
}

export interface OrderMessage {
	type: "order";
	prompt: string;
	order: string;
	once?: boolean;
	key?: string;
}

export interface LeaveMessage {
	type: "leave";
	key?: string;
}

export interface BackMessage {
	type: "back";
	key?: string;
}

export interface ReplaceMessage {
	type: "replace";
	seat: number;
	key?: string;
}

export interface VacateMessage {
	type: "vacate";
	seat: number;
	key?: string;
}

export interface KeepMessage {
	type: "keep";
	seat: number;
	key?: string;
}

export interface ResignMessage {
	type: "resign";
	key?: string;
}

export interface PauseMessage {
	type: "pause";
	key?: string;
}

export interface ResumeMessage {
	type: "resume";
	key?: string;
}

export interface ChatMessage {
	type: "chat";
	text: string;
	key?: string;
}

export interface TellMessage {
	type: "tell";
	push?: { endpoint: string; p256dh: string; auth: string };
	hook?: string;
	mail?: string;
	key?: string;
}

/** Everything that a client may say to a table. */
export type ClientMessage =
	| HelloMessage
	| ShowMessage
	| WhyMessage
	| RevealMessage
	| PlayMessage
	| UndoMessage
	| AgreeMessage
	| RefuseMessage
	| OrderMessage
	| LeaveMessage
	| BackMessage
	| ReplaceMessage
	| VacateMessage
	| KeepMessage
	| ResignMessage
	| PauseMessage
	| ResumeMessage
	| ChatMessage
	| TellMessage;

export interface WelcomeNews {
	type: "welcome";
	table: Match;
	you: number | null;
	now: number;
	reachable: boolean;
}

export interface SeatsNews {
	type: "seats";
	status: Status;
	players: Seat[];
	watchers: number;
	now: number;
	nextMatchID?: string;
}

export interface GameNews {
	type: "game";
	key?: string;
	now: number;
	seq: number;
	place: number;
	ply: number;
	status: Status;
	log: Line[];
	toMove: number | null;
	prompt: string | null;
	asked: boolean;
	standing: string | null;
	view: View | null;
	legal: string[];
	undo: number | null;
	ask: Question | null;
	clock: Clock;
	orders: Record<string, string>;
	once: Record<string, string>;
	over?: Over;
}

export interface OkNews {
	type: "ok";
	key?: string;
	seq: number;
}

export interface ErrorNews {
	type: "error";
	key?: string;
	code: RefusalCode;
	rule?: string;
	words: string;
}

export interface ShownNews {
	type: "shown";
	key?: string;
	ply: number;
	toMove: number | null;
	view: View;
}

export interface WhyNews {
	type: "why";
	key?: string;
	move: string;
	rule: string | null;
	words: string;
}

/** Everything that a table says. */
export type TableNews =
	| WelcomeNews
	| SeatsNews
	| GameNews
	| OkNews
	| ErrorNews
	| ShownNews
	| WhyNews;

export interface OpenLocal {
	type: "open";
	id: string;
	key: string;
	made: number;
	level: string;
	game?: GameName;
	settings?: string[];
	rows?: string[];
	changed?: number;
	seats?: ({ person: string } | { bot: string })[];
	record?: string;
	plies?: number;
	deal?: string;
}

export interface DealLocal {
	type: "deal";
	game: GameName;
	name: string;
}

export interface DecidedLocal {
	type: "decided";
	seat: number;
	place: number;
	move: string;
}

export interface RecordLocal {
	type: "record";
}

export interface WholeLocal {
	type: "whole";
	ply: number;
	key?: string;
}

/** What this page says besides to the table inside it. */
export type ToLocalTable =
	| OpenLocal
	| DealLocal
	| DecidedLocal
	| RecordLocal
	| WholeLocal;

export interface OpenedFromLocal {
	type: "opened";
	rules: number;
}

export interface RowFromLocal {
	type: "row";
	row: string;
}

export interface ThinkFromLocal {
	type: "think";
	seat: number;
	level: string;
	place: number;
	view: View;
	seed?: number;
}

export interface DealtFromLocal {
	type: "dealt";
	id: string;
	key: string;
	players: number;
	seat: number;
	bots: string;
	expert: string;
	net: string;
}

export interface RecordFromLocal {
	type: "record";
	text: string;
}

/** What the table inside this page says besides. */
export type LocalNews =
	| OpenedFromLocal
	| RowFromLocal
	| ThinkFromLocal
	| DealtFromLocal
	| RecordFromLocal;

