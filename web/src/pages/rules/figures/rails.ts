// Drawings for the rules of Small Railroad Empires.
import type { Figure, Seen } from "./position";

export interface RailsFigure extends Figure {
	/** What is drawn: the map around what matters, or a piece beside it. */
	part: "map" | "ship" | "cards" | "market" | "company";
	/** The delivery that is shown is the best one. */
	delivers?: boolean;
	/** Hexes in the picture, by what they are; without it the whole of what can be done. */
	crop?: "builds" | "route" | "city" | "shared";
}

const BEGIN = "new rails players=3 seed=6";
const side = (v: Seen) => v.side[v.active];
const tracks = (s: Seen): string[] =>
	(["track_a", "track_b", "track_c", "track_d"] as const).flatMap((t) => (s[t] as number[]).map((n) => `${t}${n}`));
const shared = (v: Seen) => {
	const own = tracks(side(v));
	return (v.side as Seen[]).some((s, i) => i !== v.active && tracks(s).some((t) => own.includes(t)));
};
const loaded = (v: Seen) => (v.freight.slot as number[]).filter((n) => n > 0).length;

export const figures: RailsFigure[] = [
	{
		rules: ["R20", "R19", "R103"],
		title: "Building: beside a piece of one's own, for the price of the terrain.",
		words: "The prices stand on the hexes. Two tracks a turn; a third takes an ability.",
		begin: BEGIN,
		until: (v) => v.phase === "build" && v.round === 2,
		part: "map",
		crop: "builds",
	},
	{
		rules: ["R32", "R33", "R31"],
		title: "A hex takes the tracks of two companies.",
		words: "Who comes second pays a fee of $1 to who is there, on free terrain, too.",
		begin: BEGIN,
		until: (v) => v.phase === "build" && shared(v),
		part: "map",
		crop: "shared",
	},
	{
		rules: ["R42", "R44", "R46"],
		title: "Delivering: from a factory over one's own tracks to a city that wants the good.",
		words: "The hexes of the route are numbered. A train of the company stays in the city.",
		begin: BEGIN,
		until: (v) => v.phase === "deliver",
		part: "map",
		crop: "route",
		delivers: true,
	},
	{
		rules: ["R48", "R49", "R50"],
		title: "A city has room for two trains, of two companies.",
		words: "One train for each delivery; a company has only so many.",
		begin: BEGIN,
		until: (v) => v.phase === "deliver" && (v.side as Seen[]).filter((s) => s.trains.length > 1).length > 1,
		part: "map",
		crop: "city",
	},
	{
		rules: ["R56", "R105"],
		title: "The route is as long as the tracks allow: no hex twice.",
		words: "The longer it is, the more it pays. Who delivers chooses among the ways there are.",
		begin: BEGIN,
		until: (v) => v.phase === "deliver" && side(v).longest >= 4,
		part: "map",
		crop: "route",
		delivers: true,
	},
	{
		rules: ["R60", "R61", "R107"],
		title: "Each delivery takes a train card.",
		words: "It pays more if the route has what the card asks for: a length, a terrain, a shared hex, a good.",
		begin: BEGIN,
		until: (v) => v.phase === "deliver",
		part: "cards",
	},
	{
		rules: ["R69", "R70", "R71"],
		title: "Three cards lie open: the leftmost is the cheapest.",
		words: "Those to the right of the one that was bought slide to the left, and the deck fills up the last place.",
		begin: BEGIN,
		until: (v) => v.phase === "buy",
		part: "market",
	},
	{
		rules: ["R74", "R78", "R80"],
		title: "A company: money, prestige, pieces that are left, and four abilities to unlock.",
		words: "An ability that is unlocked frees the track that covered it.",
		begin: BEGIN,
		until: (v) => v.phase === "unlock" && v.round >= 2,
		part: "company",
	},
	{
		rules: ["F10", "F11", "F12"],
		title: "Ships: each delivery loads the next slot.",
		words: "Where the good fits, the container is one's own and the slot pays its bonus; else it is neutral.",
		begin: BEGIN,
		until: (v) => v.phase === "deliver" && loaded(v) > 0 && loaded(v) < 3,
		part: "ship",
		delivers: true,
	},
	{
		rules: ["F29", "F30", "F35"],
		title: "A ship that is full sails, and pays who has the most containers aboard.",
		words: "Who ties for the most gets the smaller bonus. Then the next ship docks.",
		begin: BEGIN,
		until: (v) => v.phase === "deliver" && loaded(v) === 3, // of four
		part: "ship",
		delivers: true,
	},
];
