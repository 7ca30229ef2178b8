// Which place is on the screen. Tables have addresses of their own on a server (/t/ID); everything that works without one is behind
// the hash, so that a copy of the files on any web host will do.
export interface Route { place: "home" | "table" | "play" | "learn" | "rules" | "replay"; words: string[]; hash: string }

const places = ["play", "learn", "rules", "replay"] as const;

function read(): Route {
	const hash = decodeURIComponent(location.hash.slice(1));
	if (hash.startsWith("r="))
		return { place: "replay", words: [], hash: hash.slice(2) };
	const path = hash.startsWith("/") ? hash : location.pathname;
	const words = path.split("/").filter((w) => w !== "" && w !== "index.html");
	const at = words.findIndex((w) => w === "t" || (places as readonly string[]).includes(w));
	if (at < 0)
		return { place: "home", words: [], hash };
	const place = words[at] === "t" ? "table" : (words[at] as (typeof places)[number]);
	return { place, words: words.slice(at + 1), hash: hash.startsWith("/") ? "" : hash };
}

export const route = $state({ now: read() });
addEventListener("hashchange", () => (route.now = read()));
addEventListener("popstate", () => (route.now = read()));

/** Goes to a place of this page. */
export function go(to: string): void {
	history.pushState(null, "", to);
	route.now = read();
	scrollTo(0, 0);
}
