// The box of Small Railroad Empires, asked of the rules once.
import { rules } from "../../muddy/muddy";
import type { RailsBox } from "./pieces";

class Shelf {
	/** The box, once it is there: for what is drawn without waiting. */
	box = $state.raw<RailsBox | null>(null);
	private opening: Promise<void> | null = null;

	open(): void {
		this.opening ??= rules.lines("box rails").then(([printed]) => {
			this.box = JSON.parse(printed!.join("")) as RailsBox;
		}, () => {
			this.opening = null;
		});
	}
}

export const shelf = new Shelf();
