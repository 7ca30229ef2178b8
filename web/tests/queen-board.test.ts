// What the chart of Mississippi Queen draws: geometry that has to agree with the C code, and pictures that stay the same.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Muddy } from "../src/muddy/wasm";
import { areaOf, DIRECTIONS, HEADINGS, isInside, keyOf, outlines, rotated } from "../src/boards/hex";
import { drawn, seeded } from "../src/boards/shore";
import { riverArt } from "../src/boards/queen/art";
import { endings, facings, poseOf, wayOn, wayThrough, type Plan } from "../src/boards/queen/plans";
import { River, type Pieces, type QueenView } from "../src/boards/queen/river";

const muddy = await Muddy.start(readFileSync(process.env.MUDDY_WASM ?? "../build-wasm/web/wasm/muddy.wasm"));
const names = JSON.parse(muddy.line("names queen")[0]!) as Pick<Pieces, "cell" | "stride" | "entry">;
const tile = (land: number[] = []) => ({ id: "x", land, dock: null, station: null, colour: null, source: "" });
const box: Pieces = {
	...(JSON.parse(muddy.line("box queen").join("\n")) as Pieces),
	tile: [tile([0, 4]), tile(), tile([10])],
	start: [],
	laid: [11, 3],
	speed_max: 6,
	coal_start: 6,
	needed: 2,
	...names,
};
const view = (headings: string[], more: Partial<QueenView> = {}) =>
	({
		options: { mode: "intro" },
		first: 0,
		laid: headings.length,
		platform: null,
		tile: headings.map((_, i) => Math.min(i, 2)),
		heading: headings,
		waiting: [],
		ship: [],
		order: [],
		...more,
	}) as unknown as QueenView;

describe("the river on the paper", () => {
	it("lays tiles four hexes apart, and none upon another", () => {
		const river = new River(view(["N", "N", "NW", "SW"]), box);
		expect(river.cells.size).toBe(80);
		expect(river.tiles[1]!.centre).toEqual([0, -4]);
		expect(river.tiles[2]!.centre).toEqual([-4, -4]);
	});

	it("joins as docs/rules/queen.md says: cell 17 looks north at cell 2 of a tile joined in the middle", () => {
		const river = new River(view(["N", "N"]), box);
		const from = river.cell(17);
		const to = river.cell(22);
		expect([to.q - from.q, to.r - from.r]).toEqual([0, -1]);
	});

	it("leaves removed tiles away, but knows where they were", () => {
		const river = new River(view(["N", "N", "N"], { first: 1 }), box);
		expect(river.cells.size).toBe(40);
		expect(river.cell(7).tile).toBe(0);
	});

	it("has a pier at each entry of the landing that is water", () => {
		const river = new River(view(["N", "N", "N"], { platform: "left" }), box);
		expect(river.platform!.hexes.map((h) => h.entry?.cell ?? null)).toEqual([null, 15, 16]);
		for (const { at } of river.platform!.hexes)
			expect([...river.cells.values()].some((c) => Math.hypot(c.at[0] - at[0], c.at[1] - at[1]) < 1)).toBe(false);
	});
});

describe("plans", () => {
	const plan = (more: Partial<Plan>): Plan => ({
		missed: 0,
		tile: 0,
		cell: 12,
		heading: "N",
		speed: 1,
		coal: 6,
		landed: 0,
		passengers: 0,
		hex: [12],
		aboard: [0],
		moves: ["ahead", "end"],
		path: [
			[7, 0],
			[12, 0],
		],
		pushes: [],
		...more,
	});
	const river = new River(view(["N", "N"]), box);

	it("joins the way that was steered by hand and the path of a plan", () => {
		const at = (cell: number, heading: string) => view(["N", "N"], { ship: [{ tile: 0, cell, heading }] as never });
		const stem = wayThrough([at(7, "N"), at(7, "NE"), at(13, "NE"), at(13, "N")], 0, river);
		const way = wayOn(stem, plan({ path: [[13, 0], [18, 5]], pushes: [[18, 0]] }), river); // prettier-ignore
		expect(way.poses).toEqual([
			{ q: 0, r: 0, heading: 1 },
			{ q: 1, r: -1, heading: 0 },
			{ q: 1, r: -2, heading: 5 },
		]);
		expect(way.pushes.map((p) => p.heading)).toEqual([0]);
	});

	it("groups by the end hex, the cheapest first, and finds where a landing ends", () => {
		const all = [
			plan({ coal: 4, heading: "S" }),
			plan({ coal: 5 }),
			plan({ tile: null, cell: null, coal: null, heading: null, landed: 1, path: [[17, 0]] }),
		];
		const found = endings(all);
		expect(found.get(12)!.best).toBe(all[1]);
		expect(found.get(17)!.best.landed).toBe(1);
		expect(facings(found.get(12)!, all[1]!).map((f) => f.heading)).toEqual([0, 3]);
	});
});

describe("drawing", () => {
	it("finds the outline of a ring and its hole", () => {
		const ring = [0, 1, 2, 3, 4, 5].map((k) => keyOf(...rotated([1, 0], k)));
		expect(
			outlines(ring, 10)
				.map((l) => Math.sign(areaOf(l)))
				.sort(),
		).toEqual([-1, 1]);
	});

	it("draws the same shore every time, around the hexes", () => {
		const [loop] = outlines(["0,0", "1,0"], 30);
		const once = drawn(loop!, { dice: seeded(1) });
		expect(drawn(loop!, { dice: seeded(1) })).toEqual(once);
		expect(isInside([0, 0], once)).toBe(true);
	});
});

describe("with the C code", () => {
	it("agrees where every course ends, over a whole game on a winding river", () => {
		const printed = { ...(JSON.parse(muddy.line("box queen").join("\n")) as Pieces), ...names };
		muddy.line("new queen players=4 seed=11");
		let looked = 0;
		for (let ply = 0; ply < 600 && muddy.line("tomove")[0] !== "over"; ply++) {
			const state = JSON.parse(muddy.line("state")[0]!) as QueenView;
			if (state.phase === "speed" && ply % 3 === 0) {
				const river = new River(state, printed);
				const from = poseOf(state, state.order[state.at]!, river);
				const plans = muddy.line("plans").map((l) => JSON.parse(l) as Plan);
				for (const plan of plans) {
					const { poses } = wayOn({ poses: [from], pushes: [] }, plan, river);
					expect([poses[0]!.q, poses[0]!.r]).toEqual([from.q, from.r]);
					poses.slice(1).forEach(({ q, r }, i) => {
						const before = poses[i]!;
						expect([q - before.q, r - before.r]).toEqual(DIRECTIONS[before.heading]);
					});
					const [hex, heading] = plan.path.at(-1)!;
					if (plan.tile === null) continue;
					expect(hex).toBe(river.hexOf({ tile: plan.tile, cell: plan.cell! }));
					expect(HEADINGS[heading]).toBe(plan.heading);
					looked++;
				}
				const { straight } = JSON.parse(muddy.line("facts")[0]!) as {
					straight: { hex: number; rule: string }[];
				};
				for (const { hex, rule } of straight) {
					expect(rule).toMatch(/^Q\d+$/);
					expect(river.has(hex)).toBe(true);
				}
				const refused = new Set(straight.map((s) => s.hex));
				for (const cell of river.cells.values())
					if (cell.land) expect(refused.has(river.hexOf(cell))).toBe(true);
				if (ply % 5 === 0) expect(riverArt(river).svg).not.toMatch(/NaN|undefined/);
			}
			muddy.line(`play ${muddy.line("go simple")[0]!.slice(5)}`);
		}
		expect(looked).toBeGreaterThan(2000);
	}, 120_000);
});
