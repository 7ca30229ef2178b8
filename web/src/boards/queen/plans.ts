// Every way to finish a turn, as the C code lists them, sorted for the eye: by the hex where they end.
import { DIRECTIONS, HEADINGS, keyOf, type Point } from "../hex";
import { headingNumber, pointOf, turned, type Heading, type QueenView, type River } from "./river";

/** The fields of docs/protocol.md. */
export interface Plan {
	tile: number | null; cell: number | null; heading: Heading | null; speed: number | null; coal: number | null; landed: number; passengers: number;
	hex: (number | null)[]; aboard: number[]; moves: string[];
}

/** Where a ship is while it sails, and how it lies. */
export interface Pose { q: number; r: number; heading: number }
export interface Push { at: Point; heading: number }
export interface Way { poses: Pose[]; pushes: Push[] }

/** A hex where the turn can end, and all ways to end there: the cheapest first. */
export interface Ending { hex: number; plans: Plan[]; best: Plan }

export const isPush = (move: string) => move.startsWith("push ");

/** The places that moves lead over, the first one included. A turn on the spot changes the last place. */
export function walk(from: Pose, moves: readonly string[]): Way {
	const poses = [from], pushes: Push[] = [];
	for (const move of moves) {
		const { q, r, heading } = poses.at(-1)!;
		if (move === "left" || move === "right")
			poses[poses.length - 1] = { q, r, heading: turned(heading, move === "left" ? -1 : 1) };
		else if (move === "ahead")
			poses.push({ q: q + DIRECTIONS[heading]![0], r: r + DIRECTIONS[heading]![1], heading });
		else if (isPush(move))
			pushes.push({ at: pointOf(q, r), heading: headingNumber(move.slice(5) as Heading) });
	}
	return { poses, pushes };
}

export function poseOf(view: QueenView, seat: number, river: River): Pose {
	const ship = view.ship[seat]!, { q, r } = river.cell(20 * ship.tile + ship.cell);
	return { q, r, heading: headingNumber(ship.heading) };
}

/** Coal that a plan burns of what there is; null if it ends on the landing platform, where coal is of no use any more. */
export const costOf = (plan: Plan, coal: number) => (plan.coal === null ? null : coal - plan.coal);

const pushesIn = (plan: Plan) => plan.moves.filter(isPush).length;

/** What one would rather have: to land, more coal, more passengers, nobody pushed, fewer orders. */
function better(a: Plan, b: Plan): number {
	return b.landed - a.landed || (b.coal ?? 0) - (a.coal ?? 0) || b.passengers - a.passengers || pushesIn(a) - pushesIn(b) || a.moves.length - b.moves.length;
}

export function endings(plans: readonly Plan[], from: Pose, river: River): Map<number, Ending> {
	const found = new Map<number, Ending>();
	for (const plan of plans) {
		let hex = plan.tile === null ? null : 20 * plan.tile + plan.cell!;
		if (hex === null) {
			const { q, r } = walk(from, plan.moves).poses.at(-1)!, cell = river.cells.get(keyOf(q, r));
			hex = cell ? 20 * cell.tile + cell.cell : null;
		}
		if (hex === null)
			continue;
		const there = found.get(hex);
		if (there)
			there.plans.push(plan);
		else
			found.set(hex, { hex, plans: [plan], best: plan });
	}
	for (const ending of found.values()) {
		ending.plans.sort(better);
		ending.best = ending.plans[0]!;
	}
	return found;
}

/** For each facing at an end the best plan that has it, among those that push the same ships to the same places if there are any. */
export function facings(ending: Ending, like: Plan): { heading: number; plan: Plan }[] {
	const others = (p: Plan) => p.hex.filter((_, seat) => p.hex[seat] !== 20 * (p.tile ?? 0) + (p.cell ?? 0)).join();
	return HEADINGS.flatMap((heading, i) => {
		const all = ending.plans.filter((p) => p.heading === heading && p.speed === like.speed);
		const plan = all.find((p) => others(p) === others(like)) ?? all[0];
		return plan ? [{ heading: i, plan }] : [];
	});
}

/** Other ways to push on the way to the same end with the same facing. */
export function otherPushes(ending: Ending, like: Plan): Plan[] {
	const seen = new Set<string>();
	return ending.plans.filter((p) => {
		const pushes = p.moves.filter(isPush).join();
		if (pushes === "" || p.heading !== like.heading || p.landed !== like.landed || p.speed !== like.speed || seen.has(p.hex.join()))
			return false;
		seen.add(p.hex.join());
		return true;
	});
}
