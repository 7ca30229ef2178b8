// A page's table in tests without a browser: the real rules answer it, and what it says to its source is kept.
import { vi } from "vitest";
import type { FromTable, ToTable } from "../src/table/messages";
import type { Source } from "../src/table/source";
import { start } from "./muddy";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("document", { hidden: false });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
export const muddy = await start();
vi.doMock("../src/muddy/muddy", () => ({
	rules: { lines: async (...lines: string[]) => lines.map((line) => muddy.line(line)) },
}));
const { TableState } = await import("../src/table/state.svelte");

class Quiet implements Partial<Source> {
	said: ToTable[] = [];
	heard: (m: FromTable) => void = () => {};
	listen = (heard: (m: FromTable) => void) => void (this.heard = heard);
	say = (m: ToTable) => void this.said.push(m);
	close = () => {};
}

export function tableState() {
	const source = new Quiet();
	return { source, table: new TableState(source as unknown as Source) };
}
