// What the host of a table can do, and nobody else.
import type { Match } from "../messages";
import { api } from "../source";

const ask = <T = object>(m: Match, what: string, body: object) => api<T>(`/${m.gameName}/${m.matchID}/${what}`, body);

export class Host {
	constructor(
		private readonly match: () => Match,
		private readonly secret: string,
	) {}

	start = () => ask(this.match(), "start", { hostCredentials: this.secret });
	delete = () => ask(this.match(), "delete", { hostCredentials: this.secret });
	close = () => ask(this.match(), "close", { hostCredentials: this.secret });
	remove = (seat: number) => ask(this.match(), "remove", { hostCredentials: this.secret, playerID: String(seat) });
	bot = (seat: number, level: string) =>
		ask(this.match(), "seat", { hostCredentials: this.secret, playerID: String(seat), kind: `bot:${level}` });
}
