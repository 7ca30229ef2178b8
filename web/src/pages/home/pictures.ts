// The pictures of the landing. They stand in the page, not beside it as images: so they have its colours by day and by night.
import broadhorns from "drawn:broadhorns";
import broadhornsNight from "drawn:broadhorns-night";
import queen from "drawn:queen";
import queenNight from "drawn:queen-night";
import rails from "drawn:rails";
import railsNight from "drawn:rails-night";
import river from "drawn:river";
import ticketBroadhorns from "drawn:ticket-broadhorns";
import ticketQueen from "drawn:ticket-queen";
import ticketRails from "drawn:ticket-rails";
import type { GameName } from "../../table/messages";
import { ask } from "../../waiting.svelte";

const fetched = new Map<string, Promise<string>>();

/** What is inside the picture; nothing where it cannot be had. */
function picture(address: string): Promise<string> {
	let found = fetched.get(address);
	if (!found)
		fetched.set(
			address,
			(found = ask(address)
				.then(
					(file) => (file.ok ? file.text() : ""),
					() => "",
				)
				.then((svg) => /<svg[^>]*>(.*)<\/svg>/s.exec(svg)?.[1] ?? "")),
		);
	return found;
}

const posters: Record<GameName, string> = { queen, broadhorns, rails };
const nights: Record<GameName, string> = { queen: queenNight, broadhorns: broadhornsNight, rails: railsNight };
const tickets: Record<GameName, string> = { queen: ticketQueen, broadhorns: ticketBroadhorns, rails: ticketRails };

export const posterOf = (game: GameName, night: boolean) => picture((night ? nights : posters)[game]);
export const ticketOf = (game: GameName) => picture(tickets[game]);
export const behind = () => picture(river);
