// Tables for the pictures, without a page: `simple` plays whole games, the same ones every time, and what is kept of a table is cut off at the moment wanted.
import { readFileSync } from "node:fs";
import { createServer } from "vite";

const MADE = 1_700_000_000_000, NAMES = ["Captain Marlowe", "Jonas", "Ruth", "Adelaide", "Tom"];

export async function tables(web, wasm) {
	const vite = await createServer({ configFile: false, root: web, logLevel: "error", appType: "custom", server: { middlewareMode: true, hmr: false, ws: false }, optimizeDeps: { noDiscovery: true } });
	const { Muddy } = await vite.ssrLoadModule("/src/muddy/wasm.ts");
	const muddy = await Muddy.start(readFileSync(wasm));
	await vite.close();
	return new Tables(muddy);
}

export class Tables {
	played = new Map();

	constructor(muddy) {
		this.muddy = muddy;
	}

	/** A whole game: its rows, and every moment in which a person decides. people: how many persons there are, from seat 0 on; the others are bots. */
	whole({ game, players, options = [], people = 1, seed = "5e" }) {
		const name = [game, players, ...options, people, seed].join(" ");
		if (!this.played.has(name))
			this.played.set(name, this.play(game, players, options, people, seed));
		return this.played.get(name);
	}

	play(game, players, options, people, seed) {
		const { muddy } = this, key = seed.repeat(32), settings = [`players=${players}`, ...options];
		const id = "pic" + game.slice(0, 2) + players + (options[0] ?? "no").slice(-2), moments = [], rows = [];
		const take = (said) => rows.push(...said.filter((l) => l.startsWith("row ")).map((l) => l.slice(4)));
		muddy.house(`table ${id} ${key} ${MADE} easy ${game} ${settings.join(" ")}`);
		take(muddy.house(`sit ${MADE} ${Array.from({ length: players }, (_, i) => (i < people ? `person:${NAMES[i].replaceAll(" ", "_")}` : "bot:medium")).join(" ")}`));
		for (let turn = 1; turn < 20_000; turn++) {
			const now = MADE + 1000 * turn, bot = muddy.house("bot");
			if (bot.length > 0) {
				const [seat, , place] = bot[0].split(" ");
				take(muddy.house(`decided ${seat} ${place} ${now} ${this.move(bot[1])}`));
				continue;
			}
			let asked = this.asked(0, now);
			if (asked.over)
				return { table: { id, key, made: MADE, level: "medium", game, settings, rows, changed: MADE }, moments };
			if (asked.toMove !== 0)
				asked = this.asked(asked.toMove, now);
			moments.push({ rows: rows.length, seat: asked.toMove, view: asked.view });
			take(muddy.house(`play ${asked.toMove} ${now} k${turn} ${asked.place} ${this.move(JSON.stringify(asked.view))}`));
		}
		throw new Error(`a game of ${game} does not end`);
	}

	asked(seat, now) {
		return JSON.parse(this.muddy.house(`game ${seat} 0 ${now}`).find((l) => l.startsWith("say ")).slice(4));
	}

	move(view) {
		this.muddy.line(`view ${view}`);
		return this.muddy.line("go simple").at(-1).slice(5);
	}

	/** The table as the browser keeps it: at its first decision, at its end, or as far on as `at` says (0 to 1) at the next moment that `fits`. */
	kept(what, moment, { at = 0.55, seat = 0, fits = () => true } = {}) {
		const { table, moments } = this.whole(what);
		if (moment === "end")
			return table;
		const asked = moments.filter((m) => m.seat === seat), from = moment === "start" ? 0 : Math.floor(at * asked.length);
		const here = (moment === "start" ? null : asked.slice(from).find((m) => fits(m.view))) ?? asked[from];
		return { ...table, rows: table.rows.slice(0, here.rows) };
	}

	/** The same as a record, to look back at. */
	record(what) {
		const { table } = this.whole(what);
		this.muddy.house(`table ${table.id} ${table.key} ${table.made} ${table.level} ${table.game} ${table.settings.join(" ")}`);
		for (const row of table.rows)
			this.muddy.house(`row ${row}`);
		return this.muddy.house("record").join("\n") + "\n";
	}
}
