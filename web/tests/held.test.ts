// Seats of this browser: kept, found again, and taken along by a link.
import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
	get length() {
		return kept.size;
	},
	key: (i: number) => [...kept.keys()][i] ?? null,
	getItem: (k: string) => kept.get(k) ?? null,
	setItem: (k: string, v: string) => void kept.set(k, v),
	removeItem: (k: string) => void kept.delete(k),
});
vi.stubGlobal("location", { origin: "http://muddy.example", href: "http://muddy.example/" });
vi.mock("../src/muddy/muddy", () => ({ rules: { hash: async (nonce: string) => `hash of ${nonce}` } }));
const {
	dropSeat,
	heldSeat,
	heldSeats,
	holdHost,
	holdSeat,
	hostSecret,
	readSeatLink,
	readSeatsFile,
	seatLink,
	seatsFile,
	sitDown,
} = await import("../src/table/remote/held");

const secret = "aOpx_2eFhwPVzz3fsDF8YQ";
const nonce = "c2".repeat(32);
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

test("whoever sits down commits to the hash of the nonce that is kept, and does not tell the nonce", async () => {
	const asked: string[] = [];
	vi.stubGlobal("fetch", async (_where: string, how: { body: string }) => {
		asked.push(how.body);
		return new Response(JSON.stringify({ playerID: "1", playerCredentials: secret }));
	});
	const held = await sitDown("rails", "yrjczq3m", "Ann");
	expect(held).toMatchObject({ seat: 1, secret });
	expect(JSON.parse(asked[0]!)).toMatchObject({ commit: `hash of ${held.nonce}` });
	expect(asked[0]!.replace(`hash of ${held.nonce}`, "")).not.toContain(held.nonce);
	expect(heldSeat("yrjczq3m")).toMatchObject({ seat: 1, nonce: held.nonce });
});

test("all seats go into a file, and come back out of it", () => {
	const commit = "5e".repeat(32);
	holdSeat({ id: "aaaaaaaa", game: "queen", seat: 0, secret, nonce, since: 1, commit, told: true });
	holdSeat({ id: "bbbbbbbb", game: "rails", seat: 1, secret, nonce: null, since: 2 });
	holdHost("aaaaaaaa", secret.toUpperCase());
	const before = heldSeats().map((h) => ({ ...h, told: undefined }));
	const file = seatsFile();
	dropSeat("aaaaaaaa");
	kept.clear();
	holdSeat({ id: "bbbbbbbb", game: "rails", seat: 2, secret, nonce: null, since: 3 }); // stays as it is
	expect(readSeatsFile(file)).toBe(1);
	expect(readSeatsFile(file)).toBe(0);
	expect(heldSeat("aaaaaaaa")).toEqual({ id: "aaaaaaaa", game: "queen", seat: 0, secret, nonce, since: 1, commit });
	expect(before.find((h) => h.id === "aaaaaaaa")).toMatchObject(heldSeat("aaaaaaaa")!);
	expect(heldSeat("bbbbbbbb")?.seat).toBe(2);
	expect(hostSecret("aaaaaaaa")).toBe(secret.toUpperCase());
});

test("a file that is damaged or of another server adds nothing", () => {
	for (const h of heldSeats()) dropSeat(h.id); // what a browser keeps in memory, too
	holdSeat({ id: "aaaaaaaa", game: "queen", seat: 0, secret, nonce, since: 1 });
	const file = seatsFile();
	dropSeat("aaaaaaaa");
	const broken: [string, RegExp][] = [
		["", /not a file of seats/],
		["null", /not a file of seats/],
		["{}", /not a file of seats/],
		[file.replace("muddy.example", "other.example"), /seats at http:\/\/other.example/],
		[file.replace('"version": 1', '"version": 2'), /newer/],
		[file.replace('"seat": 0', '"seat": 7'), /damaged/],
		[file.replace(secret, "short"), /damaged/],
		[file.replace("aaaaaaaa", "../../x"), /damaged/],
		[file.replace('"queen"', '"chess"'), /damaged/],
		[file.replace(nonce, "zz"), /damaged/],
	];
	for (const [text, words] of broken) expect(() => readSeatsFile(text)).toThrow(words);
	expect(heldSeats()).toEqual([]);
	expect(readSeatsFile(file)).toBe(1);
});
