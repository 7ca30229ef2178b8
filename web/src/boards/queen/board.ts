import type { Board } from "../boards";
import Chart from "../TextChart.svelte";

export const board: Board = {
	Chart,
	where: (view) => `Round ${view.round as number}`,
	holdings: () => [],
	icon: () => null,
};
