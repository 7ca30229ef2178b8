// Great moments of whole games: each kind comes, and has a sound of its own where sound is on.
import { expect, test, vi } from "vitest";
import { momentOf as broadhorns } from "../src/boards/broadhorns/moments";
import { momentOf as queen } from "../src/boards/queen/moments";
import { momentOf as rails } from "../src/boards/rails/moments";
import type { Event, FromLocal, View } from "../src/table/messages";
import type { Moment } from "../src/table/pace.svelte";
import { Tables, type What } from "./pictures/tables.mjs";

const start = vi.hoisted(
	() => async () =>
		(await import("../src/muddy/wasm")).Muddy.start(
			(await import("node:fs")).readFileSync(process.env.MUDDY_WASM ?? "../build-wasm/web/wasm/muddy.wasm"),
		),
);
// The page asks its worker for the box; here there is none.
vi.mock("../src/muddy/muddy", async () => {
	const asked = await start();
	return { rules: { lines: (...words: string[]) => Promise.resolve(words.map((w) => asked.line(w))) } };
});
const muddy = await start();

/** All that the table says in a whole game: what happened between two views. */
class Heard extends Tables {
	readonly news: { events: Event[]; before: View; after: View }[] = [];
	private view: View | null = null;
	override hear(message: object): FromLocal[] {
		const said = super.hear(message);
		for (const m of said) {
			if (m.type !== "game" || !m.view) continue;
			const events = m.log.flatMap((l) => l.said ?? []);
			if (this.view && events.length > 0) this.news.push({ events, before: this.view, after: m.view });
			this.view = m.view;
		}
		return said;
	}
}

function kindsOf(what: What, momentOf: (events: Event[], before: View, after: View) => Moment | null): string[] {
	const heard = new Heard(muddy);
	heard.whole(what);
	const kinds = heard.news.flatMap(({ events, before, after }) => momentOf(events, before, after)?.kind ?? []);
	return [...new Set(kinds)].sort();
}

test("a landing and a push, a ship that sails, a contract that is met, and a season that turns have their moments", () => {
	expect(kindsOf({ game: "queen", players: 5 }, (events) => queen(events, 0))).toEqual(["landing", "push"]);
	expect(kindsOf({ game: "broadhorns", players: 4, options: ["freight=on"] }, broadhorns)).toEqual([
		"contract",
		"sails",
		"season",
	]);
	expect(kindsOf({ game: "rails", players: 4 }, (events) => rails(events))).toEqual(["contract", "sails"]);
});
