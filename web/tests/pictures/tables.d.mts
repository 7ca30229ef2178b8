import type { Muddy } from "../../src/muddy/wasm";
import type { Kept } from "../../src/table/local";
import type { FromLocal, GameName, View } from "../../src/table/messages";

export interface What {
	game: GameName;
	players: number;
	options?: string[];
	people?: number;
	seed?: string;
	level?: string;
}
export interface Moment {
	rows: number;
	seat: number;
	view: View;
}
export class Tables {
	constructor(muddy: Muddy);
	/** What the table in the page answers. */
	hear(message: object): FromLocal[];
	whole(what: What): { table: Kept; moments: Moment[] };
	kept(
		what: What,
		moment: "start" | "mid" | "end",
		where?: { at?: number; seat?: number; fits?: (view: View) => boolean },
	): Kept;
	record(what: What): string;
}
export function tables(web: string, wasm: string): Promise<Tables>;
