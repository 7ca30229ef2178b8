// A table in the page that is left while something of it is under way.
import { expect, test, vi } from "vitest";
import type { FromTable } from "../src/table/messages";
import { start } from "./muddy";

const muddy = await start();

/** The C code of the page's worker, but a bot thinks for ever. */
class Slow {
	onmessage: ((e: { data: object }) => void) | null = null;
	postMessage({ id, table }: { id: number; table?: string[] }): void {
		if (table) queueMicrotask(() => this.onmessage?.({ data: { id, answers: table.map((m) => muddy.table(m)) } }));
	}
	terminate(): void {}
}

test("whoever leaves a table hears no more of it, and nothing goes wrong", async () => {
	vi.stubGlobal("Worker", Slow);
	const unheard = vi.fn();
	const heard: FromTable[] = [];
	process.on("unhandledRejection", unheard);
	const { fresh, LocalTable } = await import("../src/table/local");
	const setting = {
		game: "queen" as const,
		settings: [],
		seats: [{ bot: "easy" }, { person: "Ann" }, { bot: "easy" }],
		level: "easy",
	};
	const table = new LocalTable(fresh(setting), setting.seats, false);
	table.listen(
		(m) => heard.push(m),
		() => {},
	);
	await vi.waitFor(() => expect(heard.some((m) => m.type === "game")).toBe(true));
	await new Promise((done) => setTimeout(done, 5));
	table.close();
	await new Promise((done) => setTimeout(done, 20));
	process.off("unhandledRejection", unheard);
	expect(unheard).not.toHaveBeenCalled();
	expect(heard.filter((m) => m.type === "error")).toEqual([]);
});
