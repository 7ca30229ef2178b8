// The rules of a game as docs/rules has them, in pieces that a page can show. There is one text of the rules and this is not a second one:
// the parser knows headings, paragraphs, lists, tables and drawings, and that a row with an id is a rule or a ruling.

export type Inline =
	{ kind: "text" | "strong" | "em" | "code"; text: string } | { kind: "link"; text: string; to: string };

/** A rule (`Q31`), a ruling (`A12`) or a worked example (`E5`): whatever can be cited. */
export interface Entry {
	id: string;
	kind: "rule" | "ruling" | "example";
	chapter: string;
	words: Inline[];
	/** Of a ruling. */
	question?: Inline[];
	why?: Inline[];
	/** Where a rule comes from, as the text calls its sources. */
	from?: string;
	/** The rulings on a rule, or the rules a ruling is about. */
	see: string[];
	/** All of it in small letters, to search in. */
	plain: string;
}

export type Block =
	| { kind: "heading"; level: number; text: string; slug: string }
	| { kind: "text"; words: Inline[] }
	| { kind: "note"; words: Inline[] }
	| { kind: "list"; ordered: boolean; items: Inline[][] }
	| { kind: "table"; head: Inline[][]; rows: Inline[][][] }
	| { kind: "drawing"; text: string }
	| { kind: "entry"; entry: Entry };

export interface Rulebook {
	title: string;
	blocks: Block[];
	entries: Map<string, Entry>;
	chapters: { text: string; slug: string; level: number }[];
}

/** Chapters for whoever writes programs: they are in the documentation, and would only be in the way at the table. */
const NOT_HERE = ["Events", "The state", "The route search"];

export const slugOf = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\- ]/gu, "")
		.replaceAll(" ", "-");

export function inline(text: string): Inline[] {
	const found: Inline[] = [];
	const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)]+)\)|<[^>]+>/g;
	let at = 0;
	for (const m of text.matchAll(pattern)) {
		if (m.index > at) found.push({ kind: "text", text: text.slice(at, m.index) });
		at = m.index + m[0].length;
		if (m[1] !== undefined) found.push({ kind: "code", text: m[1] });
		else if (m[2] !== undefined) found.push({ kind: "strong", text: m[2] });
		else if (m[3] !== undefined) found.push({ kind: "em", text: m[3] });
		else if (m[4] !== undefined) found.push({ kind: "link", text: m[4].replaceAll("`", ""), to: m[5]! });
	}
	if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
	return found;
}

export const plain = (words: Inline[]) => words.map((w) => w.text).join("");

const cells = (line: string) =>
	line
		.trim()
		.replace(/^\||\|$/g, "")
		.split("|")
		.map((c) => c.trim());
const idIn = (text: string) => /<a id="[^"]+"><\/a>\**([A-Z]\d+[a-z]?)/.exec(text)?.[1] ?? null;
const cited = (text: string) => [...text.matchAll(/\[([A-Z]\d+)\]/g)].map((m) => m[1]!);

function entryOf(chapter: string, head: string[], row: string[]): Entry {
	const cell = (name: string) => row[head.indexOf(name)] ?? "";
	const id = idIn(row[0]!)!;
	const ruling = head.includes("question");
	const entry: Entry = {
		id,
		kind: ruling ? "ruling" : "rule",
		chapter,
		words: inline(cell(ruling ? "ruling" : "rule")),
		see: cited(cell(ruling ? "rules" : "rulings")),
		plain: "",
	};
	if (ruling) {
		entry.question = inline(cell("question"));
		entry.why = inline(cell("why"));
	} else {
		entry.from = plain(inline(cell("from")));
	}
	entry.plain = [id, chapter, plain(entry.question ?? []), plain(entry.words), plain(entry.why ?? [])]
		.join(" ")
		.toLowerCase();
	return entry;
}

export function parse(text: string): Rulebook {
	const lines = text.split(/\r?\n/);
	const book: Rulebook = { title: "", blocks: [], entries: new Map(), chapters: [] };
	let at = 0;
	let chapter = "";
	let skipped = false;
	const add = (block: Block) => {
		if (!skipped) book.blocks.push(block);
	};
	const enter = (entry: Entry) => {
		add({ kind: "entry", entry });
		book.entries.set(entry.id, entry);
	};
	/** The lines that belong together: up to an empty one, or one that begins something else. */
	const gather = (more: (line: string) => boolean): string[] => {
		const start = at++;
		while (at < lines.length && lines[at]!.trim() !== "" && more(lines[at]!)) at++;
		return lines.slice(start, at);
	};
	const heading = (line: string) => {
		const level = /^#+/.exec(line)![0].length;
		const words = line.slice(level).trim();
		at++;
		if (level === 1) {
			book.title = words.replace(/: the rules$/, "");
			return;
		}
		chapter = words;
		if (level === 2) skipped = NOT_HERE.includes(words);
		if (!skipped) book.chapters.push({ text: words, slug: slugOf(words), level });
		add({ kind: "heading", level, text: words, slug: slugOf(words) });
	};
	const table = () => {
		const all = gather((l) => l.startsWith("|")).map(cells);
		const head = all[0]!;
		const rows = all.slice(2);
		if (head[0] === "id" && rows.every((r) => idIn(r[0]!))) rows.forEach((r) => enter(entryOf(chapter, head, r)));
		else add({ kind: "table", head: head.map(inline), rows: rows.map((r) => r.map(inline)) });
	};
	const list = (ordered: boolean) => {
		const items: string[] = [];
		for (const line of gather(() => true))
			if (/^(\*|\d+\.) /.test(line)) items.push(line.replace(/^(\*|\d+\.) +/, ""));
			else items[items.length - 1] += " " + line.trim();
		if (!(ordered && chapter === ""))
			// that one is the table of contents, which the page makes itself
			add({ kind: "list", ordered, items: items.map(inline) });
	};
	const paragraph = () => {
		const words = gather((l) => !/^(#|\||```|>)/.test(l))
			.join(" ")
			.replace(/ For each there are tests that carry its id in their name\./, "");
		const id = idIn(words);
		if (/^\*From\* is/.test(words)) return; // about columns that are not shown
		if (id) {
			const said = inline(words);
			enter({
				id,
				kind: "example",
				chapter,
				words: said,
				see: [],
				plain: `${chapter} ${plain(said)}`.toLowerCase(),
			});
		} else {
			add({ kind: "text", words: inline(words) });
		}
	};
	while (at < lines.length) {
		const line = lines[at]!;
		if (line.trim() === "") {
			at++;
		} else if (line.startsWith("#")) {
			heading(line);
		} else if (line.startsWith("```")) {
			const start = ++at;
			while (at < lines.length && !lines[at]!.startsWith("```")) at++;
			add({ kind: "drawing", text: lines.slice(start, at++).join("\n") });
		} else if (line.startsWith("|")) {
			table();
		} else if (line.startsWith("> ")) {
			add({
				kind: "note",
				words: inline(
					gather((l) => l.startsWith(">"))
						.map((l) => l.replace(/^> ?/, ""))
						.join(" "),
				),
			});
		} else if (/^(\*|\d+\.) /.test(line)) {
			list(/^\d/.test(line));
		} else {
			paragraph();
		}
	}
	return book;
}

/** The entries that have all the words; an id that was typed comes first, then those where a word begins with what was typed. */
export function search(book: Rulebook, typed: string): Entry[] {
	const words = typed
		.toLowerCase()
		.split(/\s+/)
		.filter((w) => w !== "");
	if (words.length === 0) return [];
	const starts = (e: Entry) => words.filter((w) => e.plain.startsWith(w) || e.plain.includes(` ${w}`)).length;
	const rank = (e: Entry) =>
		(words.includes(e.id.toLowerCase()) ? 1000 : 0) + 10 * starts(e) + (e.kind === "rule" ? 1 : 0);
	return [...book.entries.values()]
		.filter((e) => words.every((w) => e.plain.includes(w)))
		.map((e) => ({ e, r: rank(e) }))
		.sort((a, b) => b.r - a.r)
		.map(({ e }) => e);
}
