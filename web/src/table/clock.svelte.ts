// Clocks as they run on the screen: what the table said last, less the time since.
import type { Game } from "./messages";

const tick = $state({ now: Date.now() });
setInterval(() => (tick.now = Date.now()), 500);

/** When each was said: it may be shown later. */
const heard = new WeakMap<Game, number>();
export const hearClock = (game: Game) => heard.set(game, Date.now());

export function words(ms: number): string {
	const s = Math.max(0, Math.ceil(ms / 1000));
	if (s >= 86400) return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
	if (s >= 3600) return `${Math.floor(s / 3600)}:${String(Math.floor((s % 3600) / 60)).padStart(2, "0")} h`;
	return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** For each seat what its clock shows; nothing where there is none. */
export function clock(game: Game | null): (string | null)[] {
	if (!game?.clock) return [];
	const c = game.clock;
	const since = c.paused ? 0 : Math.max(0, tick.now - heard.get(game)!);
	return c.move.map((move, seat) => {
		const bank = c.bank[seat] ?? 0;
		if (move === null) return null;
		return words(move + bank - (c.running === seat ? since : 0));
	});
}
