// Broadhorns: what moves on the board after somebody has looked back, as far as the beginning.
import { expect, test, vi } from "vitest";
import type { BroadView, Player } from "../src/boards/broadhorns/pieces";
import { start } from "./muddy";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
const frames: ((now: number) => void)[] = [];
vi.stubGlobal("requestAnimationFrame", (f: (now: number) => void) => frames.push(f));
vi.stubGlobal("cancelAnimationFrame", () => {});
const muddy = await start();
vi.mock("../src/muddy/muddy", () => ({
	rules: { lines: async (...lines: string[]) => lines.map((line) => muddy.line(line)) },
}));
const { Drift } = await import("../src/boards/broadhorns/drift.svelte");
const { flights } = await import("../src/boards/broadhorns/flights");

test("a boat that lies still stays where it is while another one drifts, in a frame that takes no time as well", () => {
	const boats = (...spaces: number[]) => spaces.map((space) => ({ space, boat: 20 }) as Player);
	const drift = new Drift();
	void drift.to(boats(3, 5), 1);
	void drift.to(boats(0, 1), 0); // a look back
	void drift.to(boats(3, 1), 1);
	frames.pop()!(0); // a frame may have begun before the order
	expect(drift.at).toEqual([0, 1]);
	frames.pop()!(performance.now() + 60_000);
	expect(drift.at).toEqual([3, 1]);
});

test("from the set-up, where it is the turn of a town, no barrel flies", () => {
	muddy.line("new broadhorns players=2 seed=1 chance=manual");
	const views: BroadView[] = [];
	for (let moves = 0; moves < 60; moves++) {
		views.push(JSON.parse(muddy.line("view 0")[0]!) as BroadView);
		muddy.line(`play ${muddy.line("go")[0]!.slice(5)}`);
	}
	const first = views.find((v) => v.turn > 0)!;
	const setUp = views.filter((v) => v.turn === 0 && !v.player[v.active]);
	expect(setUp.length).toBeGreaterThan(0);
	for (const was of setUp) flights({ querySelector: () => null } as unknown as HTMLElement, was, first);
});
