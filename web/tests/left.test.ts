// A table that was left is asked nothing more: answers that arrive later go nowhere.
import { beforeEach, expect, test, vi } from "vitest";
import type { Game, ToTable } from "../src/table/messages";
import type { Source } from "../src/table/source";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
/** What the rules are asked, each with its answer still to come. */
const asked: ((answers: string[][]) => void)[] = [];
vi.mock("../src/muddy/muddy", () => ({
	rules: { lines: () => new Promise<string[][]>((yes) => asked.push(yes)) },
}));
const { TableState } = await import("../src/table/state.svelte");

class Quiet implements Partial<Source> {
	hear: (m: never) => void = () => {};
	said: ToTable[] = [];
	closed = 0;
	listen = (hear: (m: never) => void) => (this.hear = hear);
	say = (m: ToTable) => void this.said.push(m);
	close = () => void this.closed++;
}
let source: Quiet;
let table: InstanceType<typeof TableState>;
const settled = () => new Promise((r) => setTimeout(r, 0));
const heard = (what: Promise<unknown>) => {
	const all: string[] = [];
	what.then(
		() => all.push("an answer"),
		() => all.push("an error"),
	);
	return all;
};

beforeEach(() => {
	asked.length = 0;
	source = new Quiet();
	table = new TableState(source as unknown as Source);
});

test("what is waited for arrives while the table is open, and so does an error", async () => {
	expect(await table.whileOpen(Promise.resolve(3))).toBe(3);
	await expect(table.whileOpen(Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("once the table is left neither an answer nor an error under way arrives", async () => {
	let [yes, no] = [() => {}, () => {}];
	const answer = heard(table.whileOpen(new Promise<void>((y) => (yes = y))));
	const error = heard(table.whileOpen(new Promise<void>((_, n) => (no = () => n(new Error("no"))))));
	table.close();
	yes();
	no();
	await settled();
	expect([...answer, ...error]).toEqual([]);
	expect(source.closed).toBe(1);
});

test("the rules answer a table that was left, and nobody looks at it", async () => {
	table.game = { view: {} } as unknown as Game;
	const [open, left] = [heard(table.riskOf(["a"], true)), heard(table.riskOf(["a"], true))];
	expect(asked).toHaveLength(2);
	const answers = [[], ["{}"], []];
	asked[0]!(answers);
	await settled();
	expect(open).toEqual(["an answer"]);
	table.close();
	asked[1]!(answers);
	await settled();
	expect(left).toEqual([]);
});

test("the table answers a request after it was left, and nobody hears of it", async () => {
	const request = heard(table.request({ type: "play", moves: ["a"], place: 1 } as never));
	const { key } = source.said[0] as { key: string };
	table.close();
	source.hear({ type: "error", key, words: "no" } as never);
	await settled();
	expect(request).toEqual([]);
});
