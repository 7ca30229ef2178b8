// State of a board that lives as long as its table is open, longer than the components that show it.
import type { TableState } from "../table/state.svelte";

/** Returns a function that makes one T for each table on the first call, and returns the same one later. */
export function perTable<T extends object>(make: (table: TableState) => T): (table: TableState) => T {
	const made = new WeakMap<TableState, T>();
	return (table) => {
		let one = made.get(table);
		if (!one) {
			// What is derived or done within a component ends with it. A root of its own ends with the table: after that nothing may look at it any more.
			table.whenClosed(
				$effect.root(() => {
					one = make(table);
				}),
			);
			made.set(table, one!);
		}
		return one!;
	};
}
