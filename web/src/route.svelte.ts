// Which place is on the screen. Tables have addresses of their own on a server (/t/ID); everything that works without one is behind
// the hash, so that a copy of the files on any web host will do.
export interface Route {
	place: "home" | "table" | "play" | "learn" | "rules" | "replay" | "review" | "day" | "puzzle";
	words: string[];
	hash: string;
}

const places = ["play", "learn", "rules", "replay", "review", "day", "puzzle"] as const;

/** A link that was damaged on its way still leads somewhere, where it is told what is wrong with it. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function read(): Route {
	const hash = decoded(location.hash.slice(1));
	if (hash.startsWith("r=")) return { place: "replay", words: [], hash: hash.slice(2) };
	if (hash.startsWith("v=")) return { place: "review", words: [], hash: hash.slice(2) };
	const path = hash.startsWith("/") ? hash : location.pathname;
	const words = path.split("/").filter((w) => w !== "" && w !== "index.html");
	const at = words.findIndex((w) => w === "t" || (places as readonly string[]).includes(w));
	if (at < 0) return { place: "home", words: [], hash };
	const place = words[at] === "t" ? "table" : (words[at] as (typeof places)[number]);
	return { place, words: words.slice(at + 1), hash: hash.startsWith("/") ? "" : hash };
}

export const route = $state({ now: read() });
addEventListener("hashchange", () => (route.now = read()));
addEventListener("popstate", () => (route.now = read()));

/** Where our files are: what comes before the first word that is a place of ours. */
export const root = (): string => /^(.*?\/)(?:(?:t|learn|rules)(?:\/.*)?|[^/]*)$/.exec(location.pathname)?.[1] ?? "/";
const address = (to: string) => (to.startsWith("./") ? root() + to.slice(2) : to);

/** Goes to a place of this page; "./" is where our files are, whatever the address is now. */
export function go(to: string): void {
	history.pushState(null, "", address(to));
	route.now = read();
	scrollTo(0, 0);
}

// Links to our own places do not load the page again.
document.addEventListener("click", (e) => {
	const link = e.target instanceof Element ? e.target.closest("a") : null;
	const to = link?.getAttribute("href");
	if (
		!to?.startsWith("./") ||
		link!.target ||
		link!.hasAttribute("download") ||
		e.defaultPrevented ||
		e.button !== 0 ||
		e.ctrlKey ||
		e.metaKey ||
		e.shiftKey ||
		e.altKey
	)
		return;
	e.preventDefault();
	go(to);
});
