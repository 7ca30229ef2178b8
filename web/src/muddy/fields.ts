// Made by tools/types.c from the field tables of src/games: change those, and run it again.

export type GameName = "queen" | "broadhorns" | "rails";

/** The head of a view; its fields are the game's own. */
export interface View {
	game: GameName;
	rules: number;
	eyes: number | "all" | "watcher";
	players: number;
	options: Record<string, string | number>;
	[field: string]: unknown;
}

/** Hexes of a tile of rails: on the whole map, as events and facts count them, a hex is this times its tile and its place there. */
export const RAILS_HEXES = 19;
/** The length of a route that stands for all longer ones. */
export const RAILS_LONGEST = 9;

export interface QueenViewShip {
	tile: number;
	cell: number;
	heading: "N" | "NE" | "SE" | "S" | "SW" | "NW";
	speed: number;
	coal: number;
	fate: "racing" | "landed" | "last afloat" | "round cap" | "aground" | "straggler";
	left: number;
	reached: number;
	boarded: number[];
}

export interface QueenView {
	phase: "first_tile" | "start_facing" | "speed" | "steer" | "push" | "face" | "die" | "tile" | "platform" | "over";
	ending: "goes on" | "one ship left after a landing" | "one ship left after another ran aground" | "one ship left, the others too far behind" | "round cap";
	round: number;
	turn: number;
	order: number[];
	at: number;
	laid: number;
	first: number;
	platform: "left" | "middle" | "right" | null;
	tile: number[];
	heading: ("N" | "NE" | "SE" | "S" | "SW" | "NW")[];
	waiting: number[];
	cusp: "left" | "middle" | "right";
	ship: QueenViewShip[];
	points: number;
	turns: number;
	pushed: number;
	trailed: number;
	trail: number[];
}

export interface QueenBoxTile {
	id: string;
	land: number[];
	dock: number | null;
	station: number | null;
	colour: "red" | "brown" | null;
	source: string;
}

export interface QueenBox {
	tiles: number;
	tile: QueenBoxTile[];
	start: number[];
	laid: number[];
	speed_start: number;
	speed_max: number;
	coal_start: number;
	free_change: number;
	free_turns: number;
	needed: number;
	stock: number[];
	red: number[];
	brown: number[];
}

export interface QueenPlan {
	tile: number | null;
	cell: number | null;
	heading: "N" | "NE" | "SE" | "S" | "SW" | "NW" | null;
	speed: number | null;
	coal: number | null;
	landed: number;
	passengers: number;
	missed: number;
	hex: (number | null)[];
	aboard: number[];
}

export interface BroadhornsViewTown {
	tile: number;
	seen: number;
	taken: number;
	filled: number;
}

export interface BroadhornsViewPlayer {
	gold: number;
	boat: number;
	space: number;
	visited: number[];
	flour: number[];
	apples: number[];
	pork: number[];
	furs: number[];
	whiskey: number[];
	tiles: number;
	wreaths: number;
	held: number[];
}

export interface BroadhornsViewFreight {
	docked: number;
	slot: number[];
	gone: number[];
}

export interface BroadhornsView {
	phase: "setup_tiles" | "setup_cards" | "refresh" | "spoil_step" | "actions" | "boat" | "market" | "blind" | "sell" | "load" | "dock" | "full" | "reveal" | "buy" | "travelers" | "resale" | "draw" | "spoil_card" | "discard" | "over";
	ending: "goes on" | "season track complete" | "round cap";
	round: number;
	turn: number;
	active: number;
	final: number;
	market: number[];
	bag: number[];
	seasons: number;
	track: ("flour" | "apples" | "pork" | "furs" | "whiskey" | null)[];
	town: BroadhornsViewTown[];
	player: BroadhornsViewPlayer[];
	where: ("pile" | "discard" | "aside" | "at STG" | "at CAP" | "at NMD" | "at MEM" | "at HEL" | "at GRV" | "at VIC" | "at NAT" | "at BAT" | "at NOR" | "aboard 0" | "aboard 1" | "aboard 2" | "aboard 3" | "hand 0" | "hand 0 old 1" | "hand 0 old 2" | "hand 0 old 3" | "hand 0 old 4" | "hand 0 old 5" | "hand 1" | "hand 1 old 1" | "hand 1 old 2" | "hand 1 old 3" | "hand 1 old 4" | "hand 1 old 5" | "hand 2" | "hand 2 old 1" | "hand 2 old 2" | "hand 2 old 3" | "hand 2 old 4" | "hand 2 old 5" | "hand 3" | "hand 3 old 1" | "hand 3 old 2" | "hand 3 old 3" | "hand 3 old 4" | "hand 3 old 5" | "unseen" | "unseen old 1" | "unseen old 2" | "unseen old 3" | "unseen old 4" | "unseen old 5")[];
	freight: BroadhornsViewFreight;
	actions: number;
	moves: number;
	bonus: number;
	currents: number;
	port: number;
	sold: number;
	sold_types: number;
	claimed: number;
	chilled: number;
	priced: number;
	loading: number;
	shifted: number[];
	spoiling: number;
	spoiled: number;
	asked: number;
	iced: number;
}

export interface BroadhornsBoxTownTileSpace {
	cargo: "flour" | "apples" | "pork" | "furs" | "whiskey";
	value: number;
}

export interface BroadhornsBoxTownTile {
	spaces: number;
	space: BroadhornsBoxTownTileSpace[];
	increase: (number | null)[];
	wreaths: number;
	source: string;
}

export interface BroadhornsBoxTown {
	code: string;
	name: string;
	entrance: number;
	bonus: number;
	tile: BroadhornsBoxTownTile[];
	source: string;
}

export interface BroadhornsBoxBoat {
	name: string;
	cost: number;
	boxes: number;
	speed: number;
	occupants: number;
	hand: number;
	resale: number;
	source: string;
}

export interface BroadhornsBoxDelivery {
	town: "STG" | "CAP" | "NMD" | "MEM" | "HEL" | "GRV" | "VIC" | "NAT" | "BAT" | "NOR";
	cargo: "flour" | "apples" | "pork" | "furs" | "whiskey";
	source: string;
}

export interface BroadhornsBoxTraveler {
	to: "STG" | "CAP" | "NMD" | "MEM" | "HEL" | "GRV" | "VIC" | "NAT" | "BAT" | "NOR";
	gold: number;
	waits: "STG" | "CAP" | "NMD" | "MEM" | "HEL" | "GRV" | "VIC" | "NAT" | "BAT" | "NOR";
	source: string;
}

export interface BroadhornsBoxFreightShipSlot {
	good: "flour" | "apples" | "pork" | "furs" | "whiskey" | "wild";
	prestige: number;
	money: number;
}

export interface BroadhornsBoxFreightShip {
	name: string;
	slots: number;
	slot: BroadhornsBoxFreightShipSlot[];
	first_prestige: number;
	first_money: number;
	tie_prestige: number;
	tie_money: number;
	source: string;
}

export interface BroadhornsBoxFreight {
	ships: number;
	ship: BroadhornsBoxFreightShip[];
	containers: number;
	neutral: number;
	containers_source: string;
}

export interface BroadhornsBox {
	town: BroadhornsBoxTown[];
	last_space: number;
	last_space_source: string;
	boat: BroadhornsBoxBoat[];
	length: number;
	length_source: string;
	season: number[];
	season_source: string;
	delivery: BroadhornsBoxDelivery[];
	traveler: BroadhornsBoxTraveler[];
	spoil: number[];
	spoil_source: string;
	barrels: number;
	market: number;
	market_start: number;
	start_gold: number[];
	blind: number;
	overflow: number;
	delivery_bonus: number;
	ice_bonus: number;
	peddler: number;
	current: number;
	aboard: number;
	wreath_2: number[];
	wreath_3: number[];
	wreath_4: number[];
	numbers_source: string;
	freight: BroadhornsBoxFreight;
}

export interface RailsViewSide {
	money: number;
	prestige: number;
	loans: number;
	tracks: number;
	wagons: number;
	unlocked: number;
	dealt: number;
	bought: number;
	stars: number;
	longest: number;
	delivered: number[];
	built: number[];
	trains: number[];
	track_a: number[];
	track_b: number[];
	track_c: number[];
	track_d: number[];
	near_a: number[];
	near_b: number[];
	near_c: number[];
	near_d: number[];
}

export interface RailsViewFreight {
	docked: number;
	slot: number[];
	gone: number[];
}

export interface RailsView {
	phase: "lay" | "draw goals" | "draw contracts" | "draw hands" | "fill market" | "first" | "start track" | "dock" | "build" | "third" | "deliver" | "route" | "load" | "buy" | "unlock" | "rival" | "over";
	ending: "goes on" | "tracks used up" | "train deck empty" | "cities full" | "nothing placed";
	last: "goes on" | "tracks used up" | "train deck empty" | "cities full" | "nothing placed";
	sides: number;
	round: number;
	turn: number;
	first: number;
	active: number;
	placed: number;
	place: (number | null)[];
	turned: number[];
	cubes: number[];
	goal: (number | null)[];
	claimed: (number | null)[];
	where: ("deck" | "trashed" | "market 1" | "market 2" | "market 3" | "collected 0" | "collected 1" | "collected 2" | "collected 3" | "dealt 0" | "dealt 1" | "dealt 2" | "dealt 3" | "bought 0" | "bought 1" | "bought 2" | "bought 3" | "unseen")[];
	contract: (number | null)[];
	rival: number[];
	side: RailsViewSide[];
	freight: RailsViewFreight;
	building: number;
	deliveries: number;
	dealing: "none" | "borrowed" | "repaid";
	from: number;
	to: number;
	rival_acts: number;
}

export interface RailsBoxTileHex {
	terrain: "plains" | "forest" | "hills" | "water" | "mountain" | "factory" | "city";
	star: number;
	good: "coal" | "iron" | "timber" | "grain" | "livestock";
	cubes: number;
	wants: number[];
	name: string;
}

export interface RailsBoxTile {
	name: string;
	hex: RailsBoxTileHex[];
	factory: (number | null)[];
	city: (number | null)[];
	source: string;
}

export interface RailsBoxCentre {
	q: number;
	r: number;
}

export interface RailsBoxCard {
	name: string;
	class: "freight" | "mail" | "express" | "local";
	test: "length" | "terrain" | "shared" | "goods" | "kinds" | "deliveries" | "classes" | "stars" | "tiles" | "money" | "train_tiles" | "no_loan";
	n: number;
	goods: number[];
	terrains: number[];
	prestige: number;
	money: number;
}

export interface RailsBoxGoal {
	name: string;
	title: string;
	test: "length" | "terrain" | "shared" | "goods" | "kinds" | "deliveries" | "classes" | "stars" | "tiles" | "money" | "train_tiles" | "no_loan";
	n: number;
	goods: number[];
	terrains: number[];
	prestige: number;
	source: string;
}

export interface RailsBoxAbility {
	name: string;
	title: string;
	price: number;
}

export interface RailsBoxRivalLevel {
	cards: number;
	delivery: number;
}

export interface RailsBoxFreightShipSlot {
	good: "coal" | "iron" | "timber" | "grain" | "livestock" | "wild";
	prestige: number;
	money: number;
}

export interface RailsBoxFreightShip {
	name: string;
	slots: number;
	slot: RailsBoxFreightShipSlot[];
	first_prestige: number;
	first_money: number;
	tie_prestige: number;
	tie_money: number;
	source: string;
}

export interface RailsBoxFreight {
	ships: number;
	ship: RailsBoxFreightShip[];
	containers: number;
	neutral: number;
	containers_source: string;
}

export interface RailsBox {
	notice: string;
	tile: RailsBoxTile[];
	centre: RailsBoxCentre[];
	centre_source: string;
	tiles: number[];
	tiles_source: string;
	cost: number[];
	cost_source: string;
	income: number[];
	prestige: number[];
	income_source: string;
	card: RailsBoxCard[];
	card_source: string;
	goal: RailsBoxGoal[];
	contract: RailsBoxGoal[];
	ability: RailsBoxAbility[];
	third_track: number;
	crew: number;
	ability_source: string;
	rival: number[];
	rival_delivery: number;
	rival_else: number;
	rival_level?: RailsBoxRivalLevel[];
	rival_source: string;
	tracks: number;
	wagons: number;
	money: number;
	hand: number;
	hand_limit: number;
	market: number[];
	fee: number;
	star: number;
	loans: number;
	loan: number;
	repay: number;
	loan_prestige: number;
	numbers_source: string;
	freight: RailsBoxFreight;
}

export interface BlankView {
	seat: number;
	passes: number;
}

export interface BlankBox {
	rounds: number;
}
