// usage: environments.mjs FOLDER SECONDS: decisions per second of random players of tic-tac-toe in boardgame.io, which is in FOLDER/node_modules. The game is
// the smallest there is, so that what is measured is boardgame.io. Prints one number, of processor time.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const need = createRequire(resolve(process.argv[2], "x.js"));
const { Client } = need("boardgame.io/client");
const lines = ["012", "345", "678", "036", "147", "258", "048", "246"].map((line) => [...line].map(Number));

const game = {
	setup: () => ({ cells: Array(9).fill(null) }),
	turn: { minMoves: 1, maxMoves: 1 },
	moves: {
		put: ({ G, playerID }, at) => {
			G.cells[at] = playerID;
		},
	},
	endIf: ({ G }) =>
		lines.some((line) => G.cells[line[0]] !== null && line.every((i) => G.cells[i] === G.cells[line[0]])) ||
		!G.cells.includes(null) ||
		undefined,
};

const client = Client({ game, numPlayers: 2, debug: false });
client.start();
let decisions = 0;
const from = process.cpuUsage();
const spent = () => {
	const used = process.cpuUsage(from);
	return (used.user + used.system) / 1e6;
};
while (spent() < Number(process.argv[3])) {
	client.reset();
	for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
		const free = state.G.cells.flatMap((cell, i) => (cell === null ? [i] : []));
		client.moves.put(free[Math.floor(Math.random() * free.length)]);
		decisions++;
	}
}
client.stop();
console.log(decisions / spent());
