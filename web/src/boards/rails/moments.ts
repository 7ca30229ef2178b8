// What deserves a while of its own: a contract that is met, an achievement, a ship that sails.
import type { Event } from "../../table/messages";
import type { Moment } from "../../table/pace.svelte";

export function momentOf(events: readonly Event[]): Moment | null {
	const met = events.find(
		({ what, n }) => what === "claimed" || what === "achieved" || (what === "contract_shown" && n > 0),
	);
	if (met) return { kind: "contract", event: met, icon: "i-star" };
	const sailed = events.find((e) => e.what === "sailed");
	return sailed ? { kind: "sails", event: sailed } : null;
}
