// A table in the page that is left while something of it is under way.
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { Muddy } from "../src/muddy/wasm";
import type { FromTable } from "../src/table/messages";

const muddy = await Muddy.start(readFileSync(process.env.MUDDY_WASM ?? "../build-wasm/web/wasm/muddy.wasm"));

/** The C code of the page's worker, but nobody ever hears which bot is to decide. */
class Slow {
	onmessage: ((e: { data: object }) => void) | null = null;
	postMessage({ id, house }: { id: number; house?: string[] }): void {
		if (house && house[0] !== "bot")
			queueMicrotask(() => this.onmessage?.({ data: { id, answers: house.map((line) => muddy.house(line)) } }));
	}
	terminate(): void {}
}

test("whoever leaves a table hears no more of it, and nothing goes wrong", async () => {
	vi.stubGlobal("Worker", Slow);
	const unheard = vi.fn(), heard: FromTable[] = [];
	process.on("unhandledRejection", unheard);
	const { fresh, LocalTable } = await import("../src/table/local");
	const setting = { game: "queen" as const, settings: [], seats: [{ bot: "easy" }, { person: "Ann" }, { bot: "easy" }], level: "easy" };
	const table = new LocalTable(fresh(setting), setting.seats, false);
	table.listen((m) => heard.push(m), () => {});
	await vi.waitFor(() => expect(heard.some((m) => m.type === "game")).toBe(true));
	await new Promise((done) => setTimeout(done, 5));
	table.close();
	await new Promise((done) => setTimeout(done, 20));
	process.off("unhandledRejection", unheard);
	expect(unheard).not.toHaveBeenCalled();
	expect(heard.filter((m) => m.type === "error")).toEqual([]);
});
