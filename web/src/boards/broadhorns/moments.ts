// What deserves a while of its own: a season that turns, a ship that sails, a delivery that is claimed.
import type { Event, View } from "../../table/messages";
import type { Moment } from "../../table/pace.svelte";
import { capital } from "../words";
import { seasonIcon, seasonOf, type BroadView } from "./pieces";

export function momentOf(events: readonly Event[], before: View, after: View): Moment | null {
	const first = (what: string) => events.find((e) => e.what === what);
	const season = seasonOf(after as BroadView);
	const turned = season.name === seasonOf(before as BroadView).name ? undefined : first("season");
	if (turned) return { kind: "season", event: turned, title: capital(season.name), icon: seasonIcon(season) };
	const sailed = first("sailed");
	if (sailed) return { kind: "sails", event: sailed };
	const claimed = first("claimed");
	return claimed ? { kind: "contract", event: claimed, icon: "i-coin" } : null;
}
