// What the charts draw is what the text board says, which the C code writes: the same pieces, in the same places, all through whole games.
import { expect, test, vi } from "vitest";
import { isFilled, tileOf, type BroadView } from "../src/boards/broadhorns/pieces";
import { River, type Pieces as QueenBox, type QueenView } from "../src/boards/queen/river";
import { Pieces, RailsMap } from "../src/boards/rails/map";
import { GOODS, type RailsBox, type RailsView } from "../src/boards/rails/pieces";
import type { GameName, View } from "../src/table/messages";
import { Tables } from "./pictures/tables.mjs";

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
const tables = new Tables(muddy);
/** The pieces, and how the board lies. */
const boxOf = (game: GameName) =>
	Object.assign(
		JSON.parse(muddy.line(`box ${game}`).join("\n")),
		JSON.parse(muddy.line(`names ${game}`)[0]!),
	) as unknown;

/** Every fifth moment of a game, with its board in characters. */
function moments<V extends View>(
	game: GameName,
	players: number,
	options: string[] = [],
): { view: V; text: string[][] }[] {
	const all = tables.whole({ game, players, options }).moments;
	return all
		.filter((_, i) => i % 5 === 0)
		.map(({ view }) => {
			muddy.line(`view ${JSON.stringify(view)}`);
			return { view: view as V, text: muddy.line("board").map((l) => [...l]) };
		});
}
const find = (text: string[][], looks: (row: string[], x: number, y: number) => boolean) =>
	text.flatMap((row, y) => row.flatMap((_, x) => (looks(row, x, y) ? [[x, y] as const] : [])));

test("Mississippi Queen: ships lie to each other, and to the stations, as in the text", () => {
	const box = boxOf("queen") as QueenBox;
	let seen = 0;
	for (const players of [3, 5])
		for (const { view, text } of moments<QueenView>("queen", players)) {
			const river = new River(view, box);
			const legend = text.findIndex((row) => row.join("").startsWith("Round "));
			const chart = text.slice(0, legend);
			// A hex is four characters wide and two high; half a hex down with each column. Its sign is in its upper row, and one row lower where the bow is drawn above it.
			const drawn = view.ship.flatMap((ship, seat) => {
				if (ship.fate !== "racing") return [];
				const { q, r } = river.cell(20 * ship.tile + ship.cell);
				const letter = "RGYPB"[seat]!;
				// A ship that is being pushed shares its hex with the one that pushes, to the left of that one's letter.
				const isPushed = view.phase === "push" && seat === view.pushed;
				const pusher = view.ship.find((s) => s !== ship && s.tile === ship.tile && s.cell === ship.cell);
				const { heading } = isPushed ? pusher! : ship;
				const low = ["N", "NE", "NW"].includes(heading) ? 1 : 0;
				const at = find(chart, (row, x) => row[x] === letter);
				return at.length === 1 ? [{ q, r, x: at[0]![0] + (isPushed ? 1 : 0), y: at[0]![1] - low }] : [];
			});
			for (const t of river.tiles.slice(view.first)) {
				const house = t.cells.find((c) => c.station);
				const n = view.waiting[t.number]!;
				const at = house && find(chart, (row, x) => row[x] === "⌂");
				if (house)
					expect(
						at!.some(
							([x, y]) =>
								chart[y]![x + 1] === String(n) &&
								drawn.every(
									(d) =>
										(x + 1 - d.x) / 4 === house.q - d.q &&
										(y - d.y) / 2 === house.r - d.r + (house.q - d.q) / 2,
								),
						),
						`the station of tile ${t.number}`,
					).toBe(true);
			}
			for (const a of drawn)
				for (const b of drawn) {
					expect((b.x - a.x) / 4).toBe(b.q - a.q);
					expect((b.y - a.y) / 2).toBe(b.r - a.r + (b.q - a.q) / 2);
					seen++;
				}
		}
	expect(seen).toBeGreaterThan(200);
});

test("Small Railroad Empires: every hex with its place, its goods and whose rails and trains are on it, as in the text", () => {
	const box = boxOf("rails") as RailsBox;
	const letters = ["P", "R", "Y", "G"];
	for (const players of [1, 2, 4])
		for (const { view, text } of moments<RailsView>("rails", players)) {
			const map = new RailsMap(view, box);
			const pieces = new Pieces(map, view);
			let origin: readonly [number, number] | null = null;
			for (const hex of map.hexes) {
				const [[x, y] = [-1, -1]] = find(
					text,
					(row, x) =>
						row[x] === "│" &&
						row
							.slice(x + 1, x + 4)
							.join("")
							.trim() === hex.name &&
						/[·♣∩≈▲●⌂]/.test(row[x + 5] ?? ""),
				);
				expect(y, hex.name).toBeGreaterThanOrEqual(0);
				// Six characters a hex, three more with each row, two lines a row.
				origin ??= [x - 6 * hex.q - 3 * hex.r, y - 2 * hex.r];
				expect([x, y], hex.name).toEqual([origin[0] + 6 * hex.q + 3 * hex.r, origin[1] + 2 * hex.r]);
				const below = text[y + 1]!.slice(x + 1, x + 6)
					.join("")
					.replaceAll("_", "");
				const sides = [...((hex.city !== null ? pieces.trains.get(hex.city) : pieces.tracks.get(hex.id)) ?? [])]
					.map((s) => letters[s])
					.join("");
				const goods =
					hex.factory !== null
						? `${GOODS[GOODS.indexOf(hex.piece.good)]![0]!.toUpperCase()}${view.cubes[hex.factory]}`
						: hex.city !== null
							? hex.piece.wants.map((g) => GOODS[g]![0]!.toUpperCase()).join("")
							: "";
				expect([...below].sort().join(""), hex.name).toBe([...(goods + sides)].sort().join(""));
			}
		}
});

test("Broadhorns: every town with its demand, what is filled, and its wreaths, as in the text", () => {
	for (const players of [2, 4])
		for (const { view, text } of moments<BroadView>("broadhorns", players)) {
			const rows = text.map((row) => row.join("")).filter((row) => /^[ \d]\d .{10} [A-Z]{3} .*\+\d /.test(row));
			expect(rows).toHaveLength(view.town.length);
			view.town.forEach((now, i) => {
				const tile = tileOf(view, i);
				const signs: Record<string, string> = { flour: "F", apples: "A", pork: "P", furs: "U", whiskey: "W" };
				const wants = tile.space
					.map((s, k) => `${signs[s.cargo]}${s.value}${isFilled(now, k) ? "●" : ""}`)
					.join(" ");
				expect(rows[i]!.replace(/ +/g, " "), `town ${i}`).toContain(
					`+${/\+(\d)/.exec(rows[i]!)![1]} ${wants} `,
				);
				expect(/(\d+) +\d+ *$/.exec(rows[i]!)?.[1], `wreaths of town ${i}`).toBe(
					tile.wreaths > 0 ? String(tile.wreaths) : undefined,
				);
			});
		}
});
