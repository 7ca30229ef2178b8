// Whether a screen is laid out as it should be: measured in the page, whatever it looks like.

export interface Wanted {
	/** Things to press with a finger are larger. */
	touch: boolean;
	/** How much of the window the board should have, from 0 to 1; 0 where there is none. */
	board: number;
}

/** In the page: what is wrong with what is on the screen, in words. */
export function faults({ touch, board }: Wanted): string[] {
	const wrong: string[] = [];
	const { innerWidth: wide, innerHeight: high } = window;
	const seen = (e: Element) =>
		e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
		e.getBoundingClientRect().width > 1 &&
		e.getBoundingClientRect().height > 1;
	const name = (e: Element) => {
		const words = (e.getAttribute("aria-label") ?? e.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
		return `${e.tagName.toLowerCase()}${[...e.classList]
			.filter((c) => !c.startsWith("svelte-"))
			.map((c) => `.${c}`)
			.join("")} "${words}"`;
	};
	const box = (e: Element) => {
		const r = e.getBoundingClientRect();
		return `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.width)}x${Math.round(r.height)}`;
	};
	/** What it can be scrolled in; a chart is dragged and zoomed. */
	const scrollers = new Map<Element, Element | null>();
	const scroller = (e: Element): Element | null => {
		const up = e.parentElement;
		if (!up) return null;
		if (!scrollers.has(up)) {
			const { overflowX, overflowY } = getComputedStyle(up);
			const here =
				up.matches(".chart-of-queen, .rails-chart .map, .board") ||
				(/auto|scroll/.test(overflowX + overflowY) &&
					(up.scrollWidth > up.clientWidth + 1 || up.scrollHeight > up.clientHeight + 1));
			scrollers.set(up, here ? up : scroller(up));
		}
		return scrollers.get(up)!;
	};
	const onBoard = (e: Element) => e.closest(".chart-of-queen svg, .rails-chart .map, .board") !== null;
	const page = document.scrollingElement!;
	if (page.scrollWidth > wide + 1) wrong.push(`the page is ${page.scrollWidth} wide, the window ${wide}`);

	// On top of everything else there may be a slip of its own; then that is what counts.
	const slip = [...document.querySelectorAll("dialog[open], [role=dialog]")].filter(seen).at(-1);
	const top: ParentNode = slip ?? document;
	const controls = [
		...top.querySelectorAll("button, a[href], input:not(.sr), select, textarea, summary, [role=button]"),
	].filter((e) => {
		const r = e.getBoundingClientRect();
		const clip = scroller(e)?.getBoundingClientRect();
		return (
			seen(e) &&
			!e.closest("[aria-hidden=true]") &&
			(!clip ||
				(r.bottom > clip.top &&
					r.top < clip.bottom &&
					r.right > clip.left &&
					r.left < clip.right &&
					r.bottom > 0 &&
					r.top < high))
		);
	});
	// By WCAG 2.5.8 a smaller one will do if a circle of 24 around its middle touches no other, or if it is a link in a sentence.
	const middle = (e: Element) => {
		const r = e.getBoundingClientRect();
		return [(r.left + r.right) / 2, (r.top + r.bottom) / 2] as const;
	};
	const alone = (e: Element) => {
		const [x, y] = middle(e);
		return controls.every((other) => {
			if (other === e || other.contains(e) || e.contains(other) || scroller(other) !== scroller(e)) return true;
			const r = other.getBoundingClientRect();
			const [ox, oy] = middle(other);
			const tiny = r.width < 24 || r.height < 24;
			const dx = x - Math.min(Math.max(x, r.left), r.right);
			const dy = y - Math.min(Math.max(y, r.top), r.bottom);
			return Math.hypot(dx, dy) >= 12 && (!tiny || Math.hypot(x - ox, y - oy) >= 24);
		});
	};
	/** Words of a thing that stick out of it; what is pinned to its edge is meant to. */
	const sticksOut = (e: Element) => {
		const r = e.getBoundingClientRect();
		const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
		const range = document.createRange();
		for (let text = walk.nextNode(); text; text = walk.nextNode()) {
			let pinned = false;
			for (let up = text.parentElement!; up !== e; up = up.parentElement!)
				pinned ||= getComputedStyle(up).position === "absolute";
			range.selectNodeContents(text);
			const t = range.getBoundingClientRect();
			if (
				!pinned &&
				t.width > 0 &&
				(t.left < r.left - 2 || t.right > r.right + 2 || t.top < r.top - 3 || t.bottom > r.bottom + 3)
			)
				return true;
		}
		return false;
	};
	/** From where to where the words of a thing reach, without those that are only read aloud. */
	const words = (e: Element) => {
		const range = document.createRange();
		const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
		let [left, right] = [Infinity, -Infinity];
		for (let text = walk.nextNode(); text; text = walk.nextNode()) {
			if (text.parentElement!.closest(".sr")) continue;
			range.selectNodeContents(text);
			const r = range.getBoundingClientRect();
			if (r.width > 0) [left, right] = [Math.min(left, r.left), Math.max(right, r.right)];
		}
		return { left, right };
	};
	/** Whether the foot of a slip, under which the rest is scrolled, lies there. */
	const foot = (at: Element, within: Element | null) => {
		for (let up: Element | null = at; up && up !== within; up = up.parentElement)
			if (getComputedStyle(up).position === "sticky") return within !== null;
		return false;
	};
	for (const e of controls) {
		const r = e.getBoundingClientRect();
		const within = scroller(e);
		const style = getComputedStyle(e);
		if (!within && (r.left < -1 || r.right > wide + 1 || r.top < -1 || r.bottom > high + 1))
			wrong.push(`outside the window: ${name(e)} ${box(e)}`);
		const least = touch && e.matches(".btn, .ib, select, .tabs button, .sheet-tabs button") ? 44 : 24;
		const spread =
			getComputedStyle(e, "::after").position === "absolute" && getComputedStyle(e, "::after").content !== "none";
		if (
			!onBoard(e) &&
			!spread &&
			style.display !== "inline" &&
			!e.matches("input[type=range], input[type=checkbox]") &&
			(r.height < least - 0.5 || r.width < Math.min(least, 40) - 0.5) &&
			(least > 24 || !alone(e))
		)
			wrong.push(`too small to press, below ${least}: ${name(e)} ${box(e)}`);
		if (e.matches("button, a.btn, summary") && !onBoard(e) && sticksOut(e))
			wrong.push(`its words do not fit in: ${name(e)} ${box(e)}`);
		// Somewhere it must be possible to press it. The slip of a lesson lies on other things, and can be moved.
		const clip = within?.getBoundingClientRect();
		if (
			!touch &&
			clip &&
			!onBoard(e) &&
			r.left < clip.right - 2 &&
			r.right > clip.right + 2 &&
			within!.scrollHeight <= within!.clientHeight + 1
		)
			wrong.push(`half out of sight: ${name(e)} ${box(e)}, its row ends at ${Math.round(clip.right)}`);
		const spots: [number, number][] = [];
		for (const fx of [0.5, 0.1, 0.9, 0.3, 0.7])
			for (const fy of [0.5, 0.1, 0.9]) spots.push([r.left + r.width * fx, r.top + r.height * fy]);
		const hit = ([x, y]: [number, number]) => {
			const at = document.elementFromPoint(x, y);
			return (
				at !== null &&
				(e.contains(at) ||
					at.closest("label")?.contains(e) === true ||
					at.closest(".coach") !== null ||
					foot(at, within))
			);
		};
		if (
			!onBoard(e) &&
			spots.every(
				([x, y]) =>
					x >= 0 &&
					y >= 0 &&
					x < wide &&
					y < high &&
					(!clip || (x > clip.left && x < clip.right && y > clip.top && y < clip.bottom)),
			) &&
			!spots.some(hit)
		)
			wrong.push(
				`covered: ${name(e)} ${box(e)} by ${name(document.elementFromPoint(...spots[0]!) ?? document.body)}`,
			);
	}
	// Two things to press do not lie on each other, but for cards in a fan and what is drawn on a board.
	const apart = controls.filter(
		(e) => !onBoard(e) && !e.matches(".card") && !foot(e, scroller(e)) && getComputedStyle(e).display !== "inline",
	);
	apart.forEach((a, i) => {
		for (const b of apart.slice(i + 1)) {
			if (
				a.contains(b) ||
				b.contains(a) ||
				scroller(a) !== scroller(b) ||
				(a.closest(".coach") === null) !== (b.closest(".coach") === null)
			)
				continue;
			const p = a.getBoundingClientRect();
			const q = b.getBoundingClientRect();
			const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
			const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
			if (across > 3 && down > 3) wrong.push(`one on the other: ${name(a)} ${box(a)} and ${name(b)} ${box(b)}`);
		}
	});
	for (const e of top.querySelectorAll<HTMLElement>("*")) {
		if (
			!(e instanceof HTMLElement) ||
			!seen(e) ||
			e.closest(".sr, [aria-hidden=true], svg, select, textarea") ||
			![...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent!.trim() !== "")
		)
			continue;
		const { overflowX, overflowY } = getComputedStyle(e);
		if (/hidden|clip/.test(overflowX) && e.scrollWidth > e.clientWidth + 1)
			wrong.push(`text is cut: ${name(e)} ${box(e)}, ${e.scrollWidth} wide inside`);
		if (/hidden|clip/.test(overflowY) && e.scrollHeight > e.clientHeight + 3)
			wrong.push(`text is cut below: ${name(e)} ${box(e)}, ${e.scrollHeight} high inside`);
		if (/auto|scroll/.test(overflowX)) {
			// its own words can be scrolled, if all of the frame is there
			if (e.getBoundingClientRect().right > innerWidth + 1) wrong.push(`sticks out: ${name(e)} ${box(e)}`);
			continue;
		}
		// Or by something around it that hides what sticks out, and cannot be scrolled.
		const within = scroller(e);
		const { left, right } = words(e);
		for (let up = e.parentElement; up && up !== within && !onBoard(up); up = up.parentElement) {
			const around = up.getBoundingClientRect();
			const style = getComputedStyle(up);
			if (/hidden|clip/.test(style.overflowX) && (left < around.left - 2 || right > around.right + 2)) {
				wrong.push(`text is cut: ${name(e)} ${box(e)} by ${name(up)} ${box(up)}`);
				break;
			}
		}
	}
	// On a phone there is room for a lesson and for the board, one below the other.
	const coach = document.querySelector(".coach")?.getBoundingClientRect();
	const begins =
		(document.querySelector(".bh .board") ?? document.querySelector(".middle"))?.getBoundingClientRect().top ??
		high;
	const stands = document.querySelector(".table[data-shape=phone]") !== null;
	if (touch && stands && coach && coach.bottom > begins + 1)
		wrong.push(
			`the lesson lies on the board: down to ${Math.round(coach.bottom)}, which begins at ${Math.round(begins)}`,
		);
	if (board > 0 && !slip) {
		let has = 0;
		let all = 0;
		for (let x = 12; x < wide; x += 24)
			for (let y = 12; y < high; y += 24) {
				all++;
				has += document.elementFromPoint(x, y)?.closest(".chart-of-queen, .rails-chart .map, .board") ? 1 : 0;
			}
		if (has / all < board)
			wrong.push(`the board has ${Math.round((100 * has) / all)} % of the window, not ${100 * board} %`);
	}
	return wrong;
}
