// Rules that the page cites: each exists, and its paragraph is about what the page says there.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { parse } from "../src/pages/rules/parse";
import type { GameName } from "../src/table/messages";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));

const GAMES = ["queen", "broadhorns", "rails"] as const;
const rulesOf = (game: GameName) => parse(readFileSync(`../docs/rules/${game}.md`, "utf8")).entries;
const paragraph = (game: GameName, id: string) => {
	const entry = rulesOf(game).get(id);
	return entry ? `${entry.plain} ${entry.chapter}`.toLowerCase() : "";
};
/** An id in quotation marks, as code has it; those in comments and in the hints of search fields are for people. */
const IDS = /"([QBRF]\d+)"/g;

describe.each(GAMES)("%s", (game) => {
	test("help cites rules whose paragraphs have the word that it cites them for", () => {
		const text = readFileSync(`src/boards/${game}/help.ts`, "utf8");
		const cited = [...text.matchAll(/\bcite\(\s*"([^"]+)",([^)]+)\)/g)];
		expect(cited.length).toBeGreaterThan(10);
		const strangers = cited.flatMap(([, about, ids]) =>
			[...ids!.matchAll(IDS)]
				.filter(([, id]) => !new RegExp(`\\b(${about})`).test(paragraph(game, id!)))
				.map(([, id]) => `${id}, cited for "${about}"`),
		);
		expect(strangers).toEqual([]);
		const all = text.match(IDS)!.length;
		expect(cited.flatMap(([, , ids]) => ids!.match(IDS) ?? []).length, "ids outside of cite()").toBe(all);
	});
});

/** Words that say what a text is about: long ones, by how they begin, so that "turns" meets "turning". */
const stems = (text: string) => new Set((text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((w) => w.slice(0, 4)));

const common = (a: string, b: string) => [...stems(a)].some((s) => stems(b).has(s));

/** Texts that stand beside the ids that they cite: a drawing with its caption, a step of a lesson. */
function besides(folder: string, game: GameName): { ids: string[]; text: string }[] {
	const text = readFileSync(`src/pages/${folder}/${game}.ts`, "utf8");
	return text.split(/^\t{1,2}\{$/m).flatMap((part) => {
		const rules = /\brules: \[([^\]]+)\]/.exec(part);
		return rules ? [{ ids: [...rules[1]!.matchAll(IDS)].map((m) => m[1]!), text: part.replace(rules[0], "") }] : [];
	});
}

test.each(GAMES.flatMap((game) => [["rules/figures", game] as const, ["learn", game] as const]))(
	"%s of %s: each rule has words in common with the text beside it",
	(folder, game) => {
		const found = besides(folder, game);
		expect(found.length).toBeGreaterThanOrEqual(8);
		const strangers = found.flatMap(({ ids, text }) =>
			ids
				.filter((id) => !common(text, paragraph(game, id)))
				.map((id) => `${id} beside ${/title: "([^"]*)"/.exec(text)?.[1]}`),
		);
		expect(strangers).toEqual([]);
	},
);

test("no other file of the page names a rule", () => {
	const allowed = /\/(help|figures\/\w+|learn\/\w+)\.ts$/;
	const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
		(f) => /\.(ts|svelte)$/.test(f) && !allowed.test(f),
	);
	expect(files.length).toBeGreaterThan(100);
	expect(
		files.flatMap((f) => (readFileSync(`src/${f}`, "utf8").match(IDS) ?? []).map((id) => `${f}: ${id}`)),
	).toEqual([]);
});
