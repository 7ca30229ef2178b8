// Whether a board has its share of the window, and whether anything lies on anything else: measured in the page.

/** In the page: what is wrong at this size, in words. Beside `faults`, which looks at single things. */
export function crowding(): string[] {
	const wrong: string[] = [];
	const { innerWidth: wide, innerHeight: high } = window;
	const BOARD = ".chart-of-queen, .rails-chart .map, .bh .board";
	interface Area {
		left: number;
		top: number;
		right: number;
		bottom: number;
	}
	const both = (a: Area, b: Area): Area => ({
		left: Math.max(a.left, b.left),
		top: Math.max(a.top, b.top),
		right: Math.min(a.right, b.right),
		bottom: Math.min(a.bottom, b.bottom),
	});
	const across = (a: Area) => Math.max(0, a.right - a.left);
	const down = (a: Area) => Math.max(0, a.bottom - a.top);
	const whole: Area = { left: 0, top: 0, right: wide, bottom: high };
	const words = (e: Element) =>
		`"${(e.getAttribute("aria-label") ?? e.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 36)}"`;

	// The board: its box, and how much of that its drawing fills.
	const board = document.querySelector(BOARD);
	const drawn = document.querySelector(".art .woods, .rails-chart .land, .bh .sheet");
	if (!board || !drawn) return ["there is no board"];
	const box = both(board.getBoundingClientRect(), whole);
	const share = (across(box) * down(box)) / (wide * high);
	const least = high < 450 ? 0.35 : wide >= 1200 ? 0.6 : 0.45;
	if (share < least) wrong.push(`the board has ${Math.round(100 * share)} % of the window, not ${100 * least} %`);
	// While a strip lies at its upper edge the drawing has the rest.
	const strip = document.querySelector(".since-slip")?.getBoundingClientRect();
	const room = { ...box, top: strip ? Math.max(box.top, strip.bottom) : box.top };
	const picture = both(drawn.getBoundingClientRect(), room);
	const fills = Math.max(across(picture) / across(room), down(picture) / down(room));
	if (fills < 0.8) wrong.push(`the drawing fills ${Math.round(100 * fills)} % of the board at most, not 80 %`);

	// The title of the game: whole, and in one line.
	const [bar, title] = [".top .where", ".top .where b"].map((s) =>
		document.querySelector(s)!.getBoundingClientRect(),
	);
	if (title!.right > bar!.right + 1 || title!.height > 26) wrong.push("the title of the game is cut");

	/** What is left to see of something inside all that scrolls or hides. */
	const clipped = (e: Element, area: Area): Area => {
		let left = both(area, whole);
		for (let up = e.parentElement; up; up = up.parentElement) {
			const { overflowX, overflowY } = getComputedStyle(up);
			if (overflowX === "visible" && overflowY === "visible") continue;
			left = both(left, up.getBoundingClientRect());
		}
		return left;
	};
	const seen = (e: Element) =>
		e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
		!e.closest(".sr, [aria-hidden=true], svg, .ring") &&
		(!e.closest(BOARD) || e.closest(".slip, .chips") !== null) &&
		!e.closest(".bh .board");
	interface Thing {
		of: Element;
		control: boolean;
		area: Area;
	}
	const things: Thing[] = [];
	for (const e of document.querySelectorAll("body *")) {
		if (!seen(e)) continue;
		if (e.matches("button, a[href], input:not(.sr), select, summary"))
			things.push({ of: e, control: true, area: clipped(e, e.getBoundingClientRect()) });
		for (const text of e.childNodes) {
			if (text.nodeType !== Node.TEXT_NODE || text.textContent!.trim() === "") continue;
			const range = document.createRange();
			range.selectNodeContents(text);
			for (const line of range.getClientRects()) {
				// letters are lower than their line
				const slack = Math.min(4, line.height * 0.18);
				const { left, right } = line;
				const area = { left, right, top: line.top + slack, bottom: line.bottom - slack };
				things.push({ of: e, control: false, area: clipped(e, area) });
			}
		}
	}
	const there = things.filter((t) => across(t.area) > 2 && down(t.area) > 2);
	/** Whatever is pinned to another thing, lies under a foot that stays, or is a card in a hand, is meant to. */
	const pinned = (e: Element) => e.closest(".cost, .card, .tc, .coach, .tip, [role=alert]") !== null;
	const stays = (e: Element) => {
		for (let up: Element | null = e; up; up = up.parentElement)
			if (getComputedStyle(up).position === "sticky") return true;
		return false;
	};
	const told = new Set<string>();
	there.forEach((a, i) => {
		for (const b of there.slice(i + 1)) {
			if (a.of === b.of || a.of.contains(b.of) || b.of.contains(a.of)) continue;
			const meet = both(a.area, b.area);
			if (across(meet) < 3 || down(meet) < 3) continue;
			if (pinned(a.of) || pinned(b.of) || stays(a.of) !== stays(b.of)) continue;
			const fault = `${words(a.of)} meets ${words(b.of)}`;
			if (!told.has(fault)) wrong.push(fault);
			told.add(fault);
		}
	});

	// Beside or below a board cards lie in sight as a whole.
	for (const hand of document.querySelectorAll(".foot .hand, .foot .market"))
		if (hand.checkVisibility() && hand.scrollWidth > hand.clientWidth + 1)
			wrong.push(`cards are cut: ${hand.scrollWidth} px in ${hand.clientWidth}`);

	// One button is the main one.
	const main = [...document.querySelectorAll(":is(.middle, .tray) .btn.go")].filter((e) => e.checkVisibility());
	if (main.length > 1) wrong.push(`${main.length} main buttons: ${main.map(words).join(", ")}`);

	// What a chip says stands in it, clear of its edge.
	for (const chip of document.querySelectorAll(".chips > *")) {
		const range = document.createRange();
		range.selectNodeContents(chip);
		const edge = chip.getBoundingClientRect().right;
		if (Math.max(...[...range.getClientRects()].map((r) => r.right)) > edge - 4)
			wrong.push(`at the edge of its chip: ${words(chip)}`);
	}

	// What can be chosen is in sight, or can be scrolled to by something that shows it.
	for (const e of document.querySelectorAll(":is(.tray, .panel, .foot, .side, .own) button")) {
		if (!seen(e)) continue;
		const r = e.getBoundingClientRect();
		for (let up = e.parentElement; up; up = up.parentElement) {
			const { overflowX, overflowY, scrollbarWidth } = getComputedStyle(up);
			const around = up.getBoundingClientRect();
			const outX = r.left < around.left - 2 || r.right > around.right + 2;
			const outY = r.top < around.top - 2 || r.bottom > around.bottom + 2;
			const scrolls = (how: string) => /auto|scroll/.test(how) && scrollbarWidth !== "none";
			if (
				(outX && overflowX !== "visible" && !scrolls(overflowX)) ||
				(outY && overflowY !== "visible" && !scrolls(overflowY))
			)
				wrong.push(`cannot be reached: ${words(e)}`);
			else if (outY && scrolls(overflowY) && up.clientHeight < 60)
				wrong.push(`can hardly be scrolled to: ${words(e)}, in ${up.clientHeight} px`);
			// a scrollbar may be hidden by the system: beside a high board all is in sight, and where there is no room for it that is said
			else if (outY && scrolls(overflowY)) {
				if (high >= 800 && up.matches(".bh .panel .steps"))
					wrong.push(`is cut: ${words(e)}, in ${up.clientHeight} px`);
				else if (!up.querySelector(":scope > .more")?.checkVisibility())
					wrong.push(`nothing tells of ${words(e)} below`);
			}
			if (scrolls(overflowX) || scrolls(overflowY)) break;
		}
	}
	return wrong;
}

/** In the page: what the strip "since your last turn" lies on, in words: any control or text of the table or of its board, drawn ones too. */
export function underStrip(): string[] {
	const strip = document.querySelector(".since-slip");
	if (!strip) return ["the strip is not shown"];
	const on = strip.getBoundingClientRect();
	const words = (e: Element) =>
		`"${(e.getAttribute("aria-label") ?? e.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 36)}"`;
	const wrong = new Set<string>();
	for (const [side, out] of [
		["left", on.left < -1],
		["right", on.right > innerWidth + 1],
		["foot", on.bottom > innerHeight + 1],
	] as const)
		if (out) wrong.add(`the strip leaves the window at its ${side}`);
	if (on.width < 240) wrong.add(`the strip is ${Math.round(on.width)} px wide`);
	// Each turn is told whole or not at all, and what is left out is a press away.
	const ends = strip.querySelector("ul")!.getBoundingClientRect().bottom;
	const told = [...strip.querySelectorAll("li")].map((li) => ({ li, at: li.getBoundingClientRect() }));
	for (const { li, at } of told)
		if (at.top < ends - 1 && at.bottom > ends + 1) wrong.add(`the strip cuts ${words(li)}`);
	const left = told.filter(({ at }) => at.top >= ends - 1).length;
	if (left > 0 && ![...strip.querySelectorAll("button")].some((b) => b.textContent!.trim() === `${left} more`))
		wrong.add(`the strip leaves out ${left} turns and does not say so`);
	const meets = ({ left, right, top, bottom }: DOMRect) =>
		Math.min(right, on.right) - Math.max(left, on.left) >= 3 &&
		Math.min(bottom, on.bottom) - Math.max(top, on.top) >= 3;
	/** A river that is scrolled under it can be scrolled out again: it begins below the strip. */
	const scrolled = (e: Element) => {
		const river = e.closest(".bh .board.tall");
		return (
			river !== null &&
			river.getBoundingClientRect().top + parseFloat(getComputedStyle(river).paddingTop) >= on.bottom - 1
		);
	};
	/** A phone shows a part of the map, which is dragged about; of that the own ship is not covered. */
	const narrow = strip.closest(".table")!.matches("[data-room=narrow]");
	const dragged = (e: Element) =>
		narrow && e.closest(".chart-of-queen .world, .rails-chart .map") !== null && !e.matches(".turn:not(.theirs)");
	for (const e of document.querySelectorAll(".table *")) {
		if (strip.contains(e) || e.contains(strip) || scrolled(e) || dragged(e)) continue;
		if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || e.closest(".sr")) continue;
		// of hexes those that can be chosen
		const control = e.matches(
			"button, a[href], input, select, summary, [role=button]:not(.hit), .hit.can, .turn:not(.theirs)",
		);
		if (control && meets(e.getBoundingClientRect())) wrong.add(`the strip lies on ${words(e)}`);
		for (const text of e.childNodes) {
			if (text.nodeType !== Node.TEXT_NODE || text.textContent!.trim() === "") continue;
			const range = document.createRange();
			range.selectNodeContents(text);
			if ([...range.getClientRects()].some(meets)) wrong.add(`the strip lies on the words ${words(e)}`);
		}
	}
	return [...wrong];
}
