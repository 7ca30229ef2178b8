// What deserves a while of its own: a steamer that lands, and being pushed.
import type { Event } from "../../table/messages";
import type { Moment } from "../../table/pace.svelte";

export function momentOf(events: readonly Event[], you: number | null): Moment | null {
	const landed = events.find((e) => e.what === "landed");
	if (landed) return { kind: "landing", event: landed };
	const pushed = events.find((e) => e.what === "pushed" && e.seat === you);
	return pushed ? { kind: "push", event: pushed } : null;
}
