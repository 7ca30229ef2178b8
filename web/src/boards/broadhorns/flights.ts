// Barrels that change hands are seen to: a copy slides from where the barrel was to where it is now. It is only for the eye, and is
// gone afterwards.
import { flushSync, tick } from "svelte";
import { tempo } from "../../settings.svelte";
import { cargoes, goodOf, type BroadView, type Cargo } from "./pieces";

const TIME = 260;
const AT_ONCE = 6;

interface Flight {
	cargo: Cargo;
	from: string[];
	to: string[];
}

/** What has moved between two views: sales, purchases, and the barrel for the season track. */
function moved(was: BroadView, now: BroadView): Flight[] {
	const found: Flight[] = [];
	const seat = was.active;
	const boat = `boat-${seat}`;
	if (was.turn !== now.turn && was.turn + 1 !== now.turn) return found; // another moment of the game, not the next one
	if (!was.player[seat]) return found; // in the set-up it is a town's turn
	now.town.forEach((t, i) => {
		const added = t.tile === was.town[i]!.tile ? t.filled & ~was.town[i]!.filled : 0;
		for (let k = 0; added >> k; k++)
			if ((added >> k) & 1) {
				const cargo =
					cargoes.find(
						(c) =>
							was.player[seat]![c].reduce((a, b) => a + b, 0) >
							now.player[seat]![c].reduce((a, b) => a + b, 0),
					) ?? "flour";
				const place = was.player[seat]![cargo].findIndex((n, p) => n > now.player[seat]![cargo][p]!);
				found.push({ cargo, from: [`barrel-${cargo}-${place}`, boat], to: [`town-${i}-${k}`] });
			}
	});
	cargoes.forEach((cargo, c) => {
		const more =
			now.player[seat]![cargo].reduce((a, b) => a + b, 0) - was.player[seat]![cargo].reduce((a, b) => a + b, 0);
		if (more > 0 && now.market[c]! < was.market[c]!)
			found.push({ cargo, from: [`market-${cargo}`], to: [`barrel-${cargo}-0`, boat] });
	});
	if (now.seasons === was.seasons + 1 && now.track[was.seasons])
		found.push({ cargo: now.track[was.seasons]!, from: [`town-${was.port}-0`], to: [`season-${was.seasons}`] });
	return found.slice(0, AT_ONCE);
}

const spot = (root: HTMLElement, names: string[], own: boolean): DOMRect | null => {
	for (const name of names) {
		const found = (own || !name.startsWith("barrel-")) && root.querySelector(`[data-spot="${name}"]`);
		const where = found ? found.getBoundingClientRect() : null;
		if (where && where.width > 0) return where;
	}
	return null;
};

/** What one has laid out oneself: to be called before the page shows the new view. */
export function flights(root: HTMLElement, was: BroadView, now: BroadView): void {
	const own = was.eyes === was.active;
	const begun = moved(was, now).flatMap((f) => {
		const from = spot(root, f.from, own);
		return from ? [{ ...f, start: from }] : [];
	});
	if (begun.length === 0) return;
	void tick().then(() => {
		begun.forEach((f, i) => {
			const end = spot(root, f.to, own);
			if (end) void slide(root, f.cargo, f.start, end, i * 40, tempo());
		});
	});
}

/** What the table is about to tell: the barrels fly over the old view. Ends when the last has arrived; null: none flies. */
export function flightsBefore(root: HTMLElement, was: BroadView, now: BroadView, pace: number): Promise<void> | null {
	const own = was.eyes === was.active;
	const all = moved(was, now);
	if (all.length > 0) flushSync(); // what was told just now may not be drawn yet, such as the boat that is loaded
	const begun = all.flatMap((f, i) => {
		const [from, to] = [spot(root, f.from, own), spot(root, f.to, own)];
		return from && to ? [slide(root, f.cargo, from, to, i * 40, pace)] : [];
	});
	return begun.length > 0 ? Promise.all(begun).then(() => undefined) : null;
}

/** Ends when the barrel has arrived. */
function slide(
	root: HTMLElement,
	cargo: Cargo,
	from: DOMRect,
	to: DOMRect,
	delay: number,
	pace: number,
): Promise<void> {
	const size = 30;
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
	use.setAttribute("href", `#${goodOf[cargo]}`);
	svg.setAttribute("width", String(size));
	svg.setAttribute("height", String(size));
	svg.setAttribute("class", "flying");
	svg.append(use);
	root.append(svg);
	const middle = (r: DOMRect) =>
		`translate(${r.left + r.width / 2 - size / 2}px, ${r.top + r.height / 2 - size / 2}px)`;
	const away = svg.animate([{ transform: middle(from) }, { transform: middle(to) }], {
		duration: TIME * pace,
		delay: delay * pace,
		easing: "cubic-bezier(.2,.7,.2,1)",
		fill: "both",
	});
	return new Promise((yes) => {
		away.onfinish = away.oncancel = () => {
			svg.remove();
			yes();
		};
	});
}

/** Whoever presses something does not want to wait. */
export const landAll = (root: HTMLElement) =>
	root.querySelectorAll(".flying").forEach((e) => e.getAnimations().forEach((a) => a.finish()));
