// A part of the page that cannot be loaded: the server asked to wait, or has a newer page by now. When it answers, the page is opened anew.
import { root } from "./route.svelte";
import { ask } from "./waiting.svelte";

const KEY = "bigmuddy.opened-anew";
const MOST = 6;
const WITHIN = 60_000; // ms

/** Not for ever: what is broken stays so. */
function mayReload(): boolean {
	try {
		const times = (JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as number[]).filter(
			(t) => Date.now() - t < WITHIN,
		);
		sessionStorage.setItem(KEY, JSON.stringify([...times, Date.now()]));
		return times.length < MOST;
	} catch {
		return false;
	}
}

export function openAnew(): void {
	addEventListener("vite:preloadError", () => {
		void ask(root(), { method: "HEAD" }).then(
			(answer) => answer.ok && mayReload() && location.reload(),
			() => {}, // no network: whoever wanted it says so
		);
	});
}
