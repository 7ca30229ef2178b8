// Pictures that are always the same are drawn when the page is built, and sent as files instead of as the script that draws them:
// `import address from "drawn:queen"`.
import type { Plugin } from "vite";
import { broadhornsPoster } from "./src/pages/home/flatboat";
import { afterDark, lampsOf } from "./src/pages/home/night";
import { queenPoster } from "./src/pages/home/steamer";
import { riverBehind, ticketChart } from "./src/pages/home/tickets";
import { railsPoster } from "./src/pages/home/train";

const POSTER = [400, 258] as const;
const TICKET = [118, 94] as const;
const WINDOW = [1440, 900] as const;
const pictures: Record<string, [draw: () => string, size: readonly [width: number, height: number]]> = {
	queen: [queenPoster, POSTER],
	broadhorns: [broadhornsPoster, POSTER],
	rails: [railsPoster, POSTER],
	"queen-night": [() => afterDark(queenPoster(), 3, lampsOf.queen), POSTER],
	"broadhorns-night": [() => afterDark(broadhornsPoster(), 5, lampsOf.broadhorns), POSTER],
	"rails-night": [() => afterDark(railsPoster(), 8, lampsOf.rails), POSTER],
	river: [riverBehind, WINDOW],
	"ticket-queen": [() => ticketChart("queen"), TICKET],
	"ticket-broadhorns": [() => ticketChart("broadhorns"), TICKET],
	"ticket-rails": [() => ticketChart("rails"), TICKET],
};

export function drawn(): Plugin {
	let building = false;
	return {
		name: "drawn",
		configResolved: (config) => {
			building = config.command === "build";
		},
		resolveId: (id) => (id.startsWith("drawn:") ? `\0${id}` : null),
		load(id) {
			if (!id.startsWith("\0drawn:")) return null;
			const name = id.slice(7);
			const [draw, [width, height]] = pictures[name]!;
			const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${draw()}</svg>`;
			if (!building)
				return `export default ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(source)}`)}`;
			return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name: `${name}.svg`, source })}`;
		},
	};
}
