/// <reference types="node" />
// What the page weighs as it is sent. No browser is needed for that, but the built page is.
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { weigh } from "../../../tools/weigh.mjs";

test("the first load is within 150 kB of script and 300 kB of WebAssembly, what is opened later within 60 kB each, and a net within 600 kB", () => {
	const { first, rules, later, nets } = weigh(
		process.env.WWW ?? fileURLToPath(new URL("../../dist", import.meta.url)),
	);
	expect(first).toBeLessThan(150_000);
	expect(rules).toBeGreaterThan(200_000);
	expect(rules).toBeLessThan(300_000);
	expect(nets.map((n) => n.name)).toEqual(["broadhorns.net", "queen.net", "rails.net"]);
	expect(nets.filter((n) => n.bytes > 600_000)).toEqual([]);
	expect(later.filter((l) => l.name === "board")).toHaveLength(3);
	for (const name of ["Learn", "ReplayPage", "LocalPage"]) expect(later.map((l) => l.name)).toContain(name);
	expect(later.filter((l) => l.bytes > 60_000)).toEqual([]);
});
