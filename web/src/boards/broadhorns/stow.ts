// Which barrel stands in which box of a boat card. A view only counts barrels by place; for the eye each keeps its box until it leaves.
import { barrelsOf, box, cargoes, isPerishable, type Barrel, type Cargo, type Player } from "./pieces";

export interface Slot extends Barrel {
	id: number;
	row: number;
	/** Sold, but it can still be taken back. */ leaving: boolean;
}

let next = 1;

/** The same barrels one place further on, without those that fall off the end. */
const spoiled = (places: readonly number[]) => places.map((p) => p + 1).filter((p) => p < box.length);
const same = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((x, i) => x === b[i]);

/** One cargo: the barrels that stay, where they are now, and the places of new ones. */
function follow(
	cargo: Cargo,
	old: readonly Slot[],
	places: readonly number[],
): { stay: Slot[]; gone: Slot[]; fresh: number[] } {
	const sorted = [...old].sort((a, b) => a.place - b.place);
	if (
		isPerishable(cargo) &&
		old.length > 0 &&
		same(spoiled(sorted.map((s) => s.place)), places) &&
		!same(
			sorted.map((s) => s.place),
			places,
		)
	) {
		const stay = sorted.filter((s) => s.place + 1 < box.length).map((s) => ({ ...s, place: s.place + 1 }));
		return { stay, gone: sorted.filter((s) => s.place + 1 >= box.length), fresh: [] };
	}
	const left = [...places];
	const stay: Slot[] = [];
	const gone: Slot[] = [];
	for (const slot of sorted) {
		const at = left.indexOf(slot.place);
		if (at < 0) gone.push(slot);
		else {
			left.splice(at, 1);
			stay.push({ ...slot, leaving: false });
		}
	}
	return { stay, gone, fresh: left };
}

/** The boxes as they were, and the boat as it is now. `selling`: sales that are laid out but not final. */
export function stow(before: readonly Slot[], player: Player, selling: readonly Barrel[]): Slot[] {
	const barrels = barrelsOf(player);
	const pending = [...selling];
	const slots: Slot[] = [];
	const fresh: Barrel[] = [];
	for (const cargo of cargoes) {
		const places = barrels
			.filter((b) => b.cargo === cargo)
			.map((b) => b.place)
			.sort((a, b) => a - b);
		const found = follow(
			cargo,
			before.filter((s) => s.cargo === cargo),
			places,
		);
		slots.push(...found.stay);
		fresh.push(...found.fresh.map((place) => ({ cargo, place })));
		for (const slot of found.gone) {
			const at = pending.findIndex((b) => b.cargo === cargo && b.place === slot.place);
			if (at >= 0) {
				pending.splice(at, 1);
				slots.push({ ...slot, leaving: true });
			}
		}
	}
	for (const b of fresh) slots.push({ ...b, id: next++, row: freeRow(slots), leaving: false });
	return slots;
}

function freeRow(slots: Slot[]): number {
	const taken = new Set(slots.map((s) => s.row));
	for (let row = 0; ; row++) if (!taken.has(row)) return row;
}

/** Barrels that are on their way off have to make room if the boat is full. */
export function fitting(slots: readonly Slot[], boxes: number): Slot[] {
	const high = slots.filter((s) => !s.leaving && s.row >= boxes);
	const stay = slots.filter((s) => !(s.leaving && (high.length > 0 || s.row >= boxes)));
	return stay.map((s) => (s.row < boxes ? s : { ...s, row: freeRow(stay.filter((x) => x.row < boxes)) }));
}
