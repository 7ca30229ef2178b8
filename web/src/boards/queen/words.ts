// Small words of this board.
import { count } from "../words";
import { isPush, type Plan } from "./plans";

export const coalWords = (cost: number | null) => (cost === null ? "land" : cost === 0 ? "free" : `${cost} coal`);

/** "4 steps, 2 turns" */
export function effort(moves: readonly string[]): string {
	const steps = moves.filter((m) => m === "ahead").length;
	const turns = moves.filter((m) => m === "left" || m === "right").length;
	return `${count(steps, "step")}, ${turns === 0 ? "no turn" : count(turns, "turn")}`;
}

export const pushes = (plan: Plan) => plan.moves.filter(isPush).length;

const places = ["", "first", "second", "third", "fourth", "fifth"];
export const place = (n: number) => places[n] ?? String(n);
