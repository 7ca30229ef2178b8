// The rules reference: every id of docs/rules is found with its words, and nothing of the text gets lost on the way into the page.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inline, parse, plain, search } from "../src/pages/rules/parse";

const read = (game: string) => readFileSync(`../docs/rules/${game}.md`, "utf8");

for (const [game, letters] of [
	["queen", "QA"],
	["broadhorns", "BAF"],
	["rails", "RFA"],
] as const)
	test(`${game}: every rule, ruling and example has its entry, and every link inside leads somewhere`, () => {
		const text = read(game);
		const book = parse(text);
		const ids = [...text.matchAll(/<a id="([a-z]\d+[a-z]?)"><\/a>/g)].map(
			(m) => m[1]![0]!.toUpperCase() + m[1]!.slice(1),
		);
		expect([...book.entries.keys()]).toEqual(ids);
		for (const e of book.entries.values()) {
			expect(plain(e.words).length, e.id).toBeGreaterThan(1);
			expect(plain(e.words), e.id).not.toMatch(/<a|\]\(|\*\*/);
			for (const id of e.see) expect(book.entries.has(id), `${e.id} -> ${id}`).toBe(true);
		}
		for (const letter of letters) expect(ids.some((id) => id.startsWith(letter))).toBe(true);
		const chapters = new Set(book.chapters.map((c) => c.slug));
		const links = book.blocks.flatMap((b) =>
			b.kind === "entry"
				? [...b.entry.words, ...(b.entry.why ?? [])]
				: b.kind === "text" || b.kind === "note"
					? b.words
					: b.kind === "list"
						? b.items.flat()
						: b.kind === "table"
							? b.rows.flat(2)
							: [],
		);
		// For players: no text names a file of ours.
		for (const w of links) expect(w.text).not.toMatch(/\.(md|c|h|ts|svelte)\b/);
		for (const w of links)
			if (w.kind === "link" && w.to.startsWith("#"))
				expect(
					/^#[a-z]\d+[a-z]?$/.test(w.to)
						? ids.map((i) => `#${i.toLowerCase()}`).includes(w.to)
						: chapters.has(w.to.slice(1)),
					w.to,
				).toBe(true);
	});

test("searching finds by id, by word and by several words", () => {
	const book = parse(read("queen"));
	expect(search(book, "q31")[0]!.id).toBe("Q31");
	expect(search(book, "land onto").map((e) => e.id)).toContain("Q31");
	expect(search(book, "PUSH coal").length).toBeGreaterThan(0);
	expect(search(book, "zeppelin")).toEqual([]);
	expect(search(book, "  ")).toEqual([]);
});

test("words are told apart from what they mean", () => {
	expect(inline("a **b** `c` *d* [e](#f) g")).toEqual([
		{ kind: "text", text: "a " },
		{ kind: "strong", text: "b" },
		{ kind: "text", text: " " },
		{ kind: "code", text: "c" },
		{ kind: "text", text: " " },
		{ kind: "em", text: "d" },
		{ kind: "text", text: " " },
		{ kind: "link", text: "e", to: "#f" },
		{ kind: "text", text: " g" },
	]);
});
