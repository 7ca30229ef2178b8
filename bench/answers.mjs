// node answers.mjs: what bench/answers says. A quarter of the time is given here: on a processor that is four times slower, a second comes to as many iterations,
// and whatever the answer takes besides takes four times as long.
import { fileURLToPath } from "node:url";
import { tables } from "../web/tests/pictures/tables.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const GAMES = { queen: 4, broadhorns: 3, rails: 3 };
const SLOWER = 4;
const POSITIONS = 20;

const { muddy } = await tables(here("../web"), here("../build-wasm/web/wasm/muddy.wasm"));

/** Milliseconds of each answer at positions all over a game that `simple` plays, the first one with nothing loaded. */
function answers(game, players) {
	const took = [];
	muddy.line(`new ${game} players=${players} seed=7`);
	for (let n = 0; took.length < POSITIONS && muddy.line("tomove")[0] !== "over"; n++) {
		if (n % 7 === 0 && muddy.line("legal").length > 1) {
			const from = performance.now();
			muddy.line(`go expert:${1000 / SLOWER}ms`);
			took.push(SLOWER * (performance.now() - from));
		}
		muddy.line(`play ${muddy.line("go simple")[0].replace(/^move /, "")}`);
	}
	return took.sort((a, b) => a - b);
}

for (const [game, players] of Object.entries(GAMES)) {
	const took = answers(game, players);
	const [middle, worst] = [took[took.length >> 1], took.at(-1)].map((ms) => (ms / 1000).toFixed(2));
	console.log(
		`${game}, ${players} players: ${took.length} answers of expert, ${middle} s in the middle, ${worst} s at worst`,
	);
}
