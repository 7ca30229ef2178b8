// What a table says and hears: docs/protocol.md has it in words. A table in this page (local.ts) says the same as one on a server. The types are
// made from the lists of the C code (words.ts, fields.ts); here is what the page alone adds.

import type {
	ClientMessage,
	ErrorNews,
	HelloMessage,
	LocalNews,
	Over,
	RefusalCode,
	TableNews,
	ToLocalTable,
} from "./words";

export type { GameName, View } from "../muddy/fields";
export type { Event, GameNews as Game, Line, Match, Seat } from "./words";

/** The end of a game that was not closed before it. */
export type Played = Over & Required<Pick<Over, "places" | "scores" | "tally">> & { ending: string };

/** What a page finds wrong by itself. */
export type PageCode = "table" | "replay" | "not_kept";

export type FromTable = Exclude<TableNews, ErrorNews> | (Omit<ErrorNews, "code"> & { code: RefusalCode | PageCode });

/** What the table in this page says besides, and hears: web/wasm/local_table.c. */
export type FromLocal = FromTable | LocalNews;

export type SeatOf = { person: string } | { bot: string };

export type ToLocal = ToTable | HelloMessage | ToLocalTable;

/** What this page says to a table. The key names the message: its answer repeats it. */
export type ToTable = Exclude<ClientMessage, HelloMessage> & { key: string };
