// Every way to finish a turn, as the C code lists them, sorted for the eye: by the hex where they end.
import type { QueenPlan } from "../../muddy/fields";
import { HEADINGS, type Point } from "../hex";
import { headingNumber, type QueenView, type River } from "./river";

/** The fields of docs/protocol.md. */
export interface Plan extends QueenPlan {
	moves: string[];
	/** The hexes that it leads over, the first and the last included, and how the ship lies there. */
	path: [hex: number, heading: number][];
	/** Where it pushes a ship, and which way. */
	pushes: [hex: number, heading: number][];
}

/** Where a ship is while it sails, and how it lies. */
export interface Pose {
	q: number;
	r: number;
	heading: number;
}
export interface Push {
	at: Point;
	heading: number;
}
export interface Way {
	poses: Pose[];
	pushes: Push[];
}

/** A hex where the turn can end, and all ways to end there: the cheapest first. */
export interface Ending {
	hex: number;
	plans: Plan[];
	best: Plan;
}

export const isPush = (move: string) => move.startsWith("push ");

const poseAt = (river: River, hex: number, heading: number): Pose => {
	const { q, r } = river.cell(hex);
	return { q, r, heading };
};

export function poseOf(view: QueenView, seat: number, river: River): Pose {
	const ship = view.ship[seat]!;
	return poseAt(river, river.hexOf(ship), headingNumber(ship.heading));
}

/** The places that a ship has been at in some views, one after the other. A turn on the spot changes the last place. */
export function wayThrough(views: readonly QueenView[], seat: number, river: River): Way {
	const poses: Pose[] = [];
	for (const view of views) {
		const pose = poseOf(view, seat, river);
		const last = poses.at(-1);
		if (last?.q === pose.q && last.r === pose.r) poses.pop();
		poses.push(pose);
	}
	return { poses, pushes: [] };
}

/** The places of a way, and those that a plan leads over from its end on. */
export const wayOn = ({ poses }: Way, plan: Plan, river: River): Way => ({
	poses: [...poses.slice(0, -1), ...plan.path.map(([hex, heading]) => poseAt(river, hex, heading))],
	pushes: plan.pushes.map(([hex, heading]) => ({ at: river.cell(hex).at, heading })),
});

/** Coal that a plan burns of what there is; null if it ends on the landing platform, where coal is of no use any more. */
export const costOf = (plan: Plan, coal: number) => (plan.coal === null ? null : coal - plan.coal);

const pushesIn = (plan: Plan) => plan.moves.filter(isPush).length;

/** What one would rather have: to land, more coal, more passengers, nobody pushed, fewer orders. */
function better(a: Plan, b: Plan): number {
	return (
		b.landed - a.landed ||
		(b.coal ?? 0) - (a.coal ?? 0) ||
		b.passengers - a.passengers ||
		pushesIn(a) - pushesIn(b) ||
		a.moves.length - b.moves.length
	);
}

export function endings(plans: readonly Plan[]): Map<number, Ending> {
	const found = new Map<number, Ending>();
	for (const plan of plans) {
		const [hex] = plan.path.at(-1)!;
		const there = found.get(hex);
		if (there) there.plans.push(plan);
		else found.set(hex, { hex, plans: [plan], best: plan });
	}
	for (const ending of found.values()) {
		ending.plans.sort(better);
		ending.best = ending.plans[0]!;
	}
	return found;
}

/** For each facing at an end the best plan that has it, among those that push the same ships to the same places if there are any. */
export function facings(ending: Ending, like: Plan): { heading: number; plan: Plan }[] {
	const others = (p: Plan) => p.hex.filter((_, seat) => p.hex[seat] !== ending.hex).join();
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
		if (
			pushes === "" ||
			p.heading !== like.heading ||
			p.landed !== like.landed ||
			p.speed !== like.speed ||
			seen.has(p.hex.join())
		)
			return false;
		seen.add(p.hex.join());
		return true;
	});
}
