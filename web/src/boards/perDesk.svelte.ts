// What a board keeps for as long as its table is open, whatever of it is on the screen.
import type { Desk } from "../table/desk.svelte";

/** One for each desk, made when it is first asked for. */
export function perDesk<T extends object>(make: (desk: Desk) => T): (desk: Desk) => T {
	const made = new WeakMap<Desk, T>();
	return (desk) => {
		let one = made.get(desk);
		if (!one) {
			// What is derived within a component ends with it; a root of its own does not.
			$effect.root(() => {
				one = make(desk);
			});
			made.set(desk, one!);
		}
		return one!;
	};
}
