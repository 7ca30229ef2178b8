// The box of Small Railroad Empires, asked of the rules once.
import { boxOf, namesOf } from "../../muddy/box";
import type { RailsBox } from "./pieces";

class Shelf {
	/** The box, once it is there: for what is drawn without waiting. */
	box = $state.raw<RailsBox | null>(null);
	private opening: Promise<void> | null = null;

	open(): void {
		this.opening ??= Promise.all([boxOf<RailsBox>("rails"), namesOf<Partial<RailsBox>>("rails")]).then(
			([box, names]) => {
				this.box = { ...box, ...names };
			},
			() => {
				this.opening = null;
			},
		);
	}
}

export const shelf = new Shelf();
