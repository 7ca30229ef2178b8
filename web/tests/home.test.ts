// What the landing and tables on a server need, without a page.
import { expect, test, vi } from "vitest";
import { broadhornsPoster } from "../src/pages/home/flatboat";
import { queenPoster } from "../src/pages/home/steamer";
import { riverBehind, ticketChart } from "../src/pages/home/tickets";
import { railsPoster } from "../src/pages/home/train";

vi.stubGlobal("Worker", class {}); // nothing here asks the rules
const { goodName, paceOf } = await import("../src/pages/home/setup");

test("the art is always the same, has no number that is none, and no style that the server's policy forbids", () => {
	const all = [
		queenPoster,
		broadhornsPoster,
		railsPoster,
		riverBehind,
		() => ticketChart("queen"),
		() => ticketChart("broadhorns"),
		() => ticketChart("rails"),
	];
	for (const draw of all) {
		const art = draw();
		expect(draw()).toBe(art);
		expect(art).not.toMatch(/NaN|undefined|style=/);
	}
});

test("names are as the server takes them", () => {
	expect(goodName("  Ann, #1\n ")).toBe("Ann 1");
	expect(goodName("é".repeat(40))).toBe("é".repeat(15));
	expect(goodName(",,")).toBe("");
});

test("a pace as the server takes it", () => {
	expect(paceOf({ kind: "none" })).toBeNull();
	expect(paceOf({ kind: "live", move: 60, bank: 600 })).toEqual({ move: 60, bank: 600 });
	expect(paceOf({ kind: "slow", days: 3 })).toEqual({ days: 3 });
});
