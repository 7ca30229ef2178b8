// Tables for the pictures, without a page: `simple` plays whole games, the same ones every time, and what is kept of a table is cut off at the moment wanted.
import { readFileSync } from "node:fs";
import { createServer } from "vite";

const MADE = 1_700_000_000_000;
const NAMES = ["Captain Marlowe", "Jonas", "Ruth", "Adelaide", "Tom"];

export async function tables(web, wasm) {
	const vite = await createServer({
		configFile: false,
		root: web,
		logLevel: "error",
		appType: "custom",
		server: { middlewareMode: true, hmr: false, ws: false },
		optimizeDeps: { noDiscovery: true },
	});
	const { Muddy } = await vite.ssrLoadModule("/src/muddy/wasm.ts");
	const muddy = await Muddy.start(readFileSync(wasm));
	for (const game of ["queen", "broadhorns", "rails"]) muddy.net(game, readFileSync(`${web}/../nets/${game}.net`));
	await vite.close();
	return new Tables(muddy);
}

export class Tables {
	played = new Map();

	constructor(muddy) {
		this.muddy = muddy;
	}

	/** A whole game: its rows, and every moment in which a person decides. people: how many persons there are, from seat 0 on; the others are bots of that
	 *  level. */
	whole({ game, players, options = [], people = 1, seed = "5e", level = "medium" }) {
		const name = [game, players, ...options, people, seed, level].join(" ");
		if (!this.played.has(name)) this.played.set(name, this.play(game, players, options, people, seed, level));
		return this.played.get(name);
	}

	/** What the table in the page answers. */
	hear(message) {
		return this.muddy.table(JSON.stringify(message)).map((line) => JSON.parse(line));
	}

	play(game, players, options, people, seed, level) {
		const settings = [`players=${players}`, ...options]; // and the version of the rules, once the table has said it
		// An id has no letters that look alike.
		const id = ("pic" + game.slice(0, 2) + players + (options[0] ?? "no").slice(-2)).replace(/[il1o0=]/g, "x");
		const table = {
			id,
			key: seed.repeat(32),
			made: MADE,
			level,
			game,
			settings,
			rows: [],
			changed: MADE,
		};
		const seats = Array.from({ length: players }, (_, i) => (i < people ? { person: NAMES[i] } : { bot: level }));
		const moments = [];
		let said = [];
		const take = (answers, now) => {
			said = answers;
			// The time of day is not the same every time.
			for (const m of answers)
				if (m.type === "opened") table.settings.unshift(`rules=${m.rules}`);
				else if (m.type === "row") table.rows.push(m.row.replace(/^(\S+ \S+ \S+ \S+) \d+/, `$1 ${now}`));
		};
		take(this.hear({ type: "open", ...table, seats }), MADE);
		said = this.look(id, 0);
		for (let turn = 1; turn < 20_000; turn++) {
			const now = MADE + 1000 * turn;
			const think = said.find((m) => m.type === "think");
			if (think) {
				const { seat, place, view } = think;
				take(this.hear({ type: "decided", seat, place, move: this.move(view) }), now);
				continue;
			}
			let asked = said.find((m) => m.type === "game");
			if (asked.over) return { table, moments };
			if (asked.legal.length === 0) asked = this.look(id, asked.toMove).find((m) => m.type === "game");
			moments.push({ rows: table.rows.length, seat: asked.toMove, view: asked.view });
			take(this.hear({ type: "play", moves: [this.move(asked.view)], place: asked.place, key: `k${turn}` }), now);
		}
		throw new Error(`a game of ${game} does not end`);
	}

	look(table, seat) {
		return this.hear({ type: "hello", table, seat });
	}

	move(view) {
		this.muddy.line(`view ${JSON.stringify(view)}`);
		return this.muddy.line("go simple").at(-1).slice(5);
	}

	/** The table as the browser keeps it: at its first decision, at its end, or as far on as `at` says (0 to 1) at the next moment that `fits`. */
	kept(what, moment, { at = 0.55, seat = 0, fits = () => true } = {}) {
		const { table, moments } = this.whole(what);
		if (moment === "end") return table;
		const asked = moments.filter((m) => m.seat === seat);
		const from = moment === "start" ? 0 : Math.floor(at * asked.length);
		const here = (moment === "start" ? null : asked.slice(from).find((m) => fits(m.view))) ?? asked[from];
		return { ...table, rows: table.rows.slice(0, here.rows) };
	}

	/** The same as a record, to look back at. */
	record(what) {
		const { table } = this.whole(what);
		this.hear({ type: "open", ...table });
		return this.hear({ type: "record" }).find((m) => m.type === "record").text;
	}
}
