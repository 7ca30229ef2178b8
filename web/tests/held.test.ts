// Seats of this browser: kept, found again, and taken along by a link.
import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
	get length() {
		return kept.size;
	},
	key: (i: number) => [...kept.keys()][i] ?? null, getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v), removeItem: (k: string) => void kept.delete(k),
});
vi.stubGlobal("location", { origin: "http://muddy.example", href: "http://muddy.example/" });
const { dropSeat, heldSeat, heldSeats, holdSeat, readSeatLink, seatLink } = await import("../src/table/remote/held");

const secret = "aOpx_2eFhwPVzz3fsDF8YQ", nonce = "c2".repeat(32);
beforeEach(() => kept.clear());

test("a link to a seat says the same where it is opened", () => {
	const held = { id: "yrjczq3m", game: "rails" as const, seat: 2, secret, nonce, since: 1 };
	const link = new URL(seatLink(held, "/"));
	expect(link.pathname).toBe("/t/yrjczq3m/seat");
	expect(readSeatLink("yrjczq3m", link.hash.slice(1))).toMatchObject({ id: "yrjczq3m", seat: 2, secret, nonce });
	expect(readSeatLink("yrjczq3m", `2.${secret}`)).toMatchObject({ seat: 2, secret, nonce: null });
});

test("a damaged link is none", () => {
	for (const token of ["", "2", "9." + secret, "2.short", `2.${secret}.zz`, `2.${secret}.${nonce}x`])
		expect(readSeatLink("yrjczq3m", token)).toBeNull();
});

test("seats are found again, the newest first; what is damaged is left alone", () => {
	holdSeat({ id: "aaaaaaaa", game: "queen", seat: 0, secret, nonce, since: 1 });
	holdSeat({ id: "bbbbbbbb", game: "rails", seat: 1, secret, nonce: null, since: 2 });
	kept.set("bigmuddy.seat.cccccccc", "{not JSON");
	kept.set("bigmuddy.seat.dddddddd", '{"seat":0,"secret":"short"}');
	expect(heldSeats().map((h) => h.id)).toEqual(["bbbbbbbb", "aaaaaaaa"]);
	expect(heldSeat("cccccccc")).toBeNull();
	expect(kept.get("bigmuddy.seat.cccccccc")).toBe("{not JSON");
	dropSeat("aaaaaaaa");
	dropSeat("bbbbbbbb");
	expect(heldSeats()).toEqual([]);
});
