// A board draws some symbols hundreds of times.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no shape of a symbol is a layer of its own: it has the opacity of its fill or stroke, not of a group", () => {
	const symbols = readFileSync(new URL("../src/look/symbols.svg", import.meta.url), "utf8");
	const shapes = symbols.match(/<(path|ellipse|circle|rect)\b[^>]*>/g)!;
	expect(shapes.length).toBeGreaterThan(100);
	expect(shapes.filter((s) => /\sopacity=/.test(s))).toEqual([]);
});
