// What a person has chosen for this browser. Damaged storage is as good as none, and is left as it is until something is chosen.
import type { GameName } from "./table/messages";
import type { Play } from "./table/start";

interface Chosen {
	theme: "auto" | "light" | "night";
	name: string;
	motion: number;
	sound: boolean;
	/** What Play now was told last, of each game. */
	play: Partial<Record<GameName, Partial<Play>>>;
}

const presets: Chosen = { theme: "auto", name: "", motion: 1, sound: false, play: {} };
const KEY = "bigmuddy.settings";

function stored(): Chosen {
	try {
		const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
		const fits = Object.entries(presets)
			.filter(([key, value]) => found[key] !== null && typeof found[key] === typeof value)
			.map(([key]) => [key, found[key]]);
		return { ...presets, ...Object.fromEntries(fits) };
	} catch {
		return { ...presets };
	}
}

export const settings = $state(stored());

export function choose<K extends keyof Chosen>(key: K, value: Chosen[K]): void {
	settings[key] = value;
	try {
		localStorage.setItem(KEY, JSON.stringify(settings));
	} catch {
		// A browser that keeps nothing: then it holds for as long as the page is open.
	}
}

const dark = matchMedia("(prefers-color-scheme: dark)");
export const system = $state({ night: dark.matches });
dark.addEventListener("change", () => (system.night = dark.matches));
export const night = () => settings.theme === "night" || (settings.theme === "auto" && system.night);
/** How long motion may take, as a part of its full time: 0, none. */
export const tempo = () => (still() ? 0 : settings.motion);
export const still = () => settings.motion === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
