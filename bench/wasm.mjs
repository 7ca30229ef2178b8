// bench/wasm.mjs PROGRAM MODULE: both play the same random games in turn. Prints decisions per second of processor time, medians of the passes, and
// the median ratio of neighbouring passes. Fails when they play differently.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const PASSES = 9;
const WARM = 2; // passes that are not counted: the engine compiles again what is used much
const GAMES = [
	["queen", 0, 4, 3000],
	["broadhorns", 1, 3, 400],
	["rails", 2, 3, 1200],
];

const [program, file] = process.argv.slice(2);
if (!program || !file) {
	console.error("usage: bench/wasm.mjs PROGRAM MODULE");
	process.exit(2);
}
// No files and no clock, whatever is asked: 8 is EBADF.
const nothing = new Proxy({}, { get: () => () => 8 });
const { instance } = await WebAssembly.instantiate(readFileSync(file), {
	wasi_snapshot_preview1: nothing,
});
instance.exports._initialize?.();
const native = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
const median = (of) => [...of].sort((a, b) => a - b)[of.length >> 1];

/** Decisions per second of the program. */
async function asProgram(game, players, games, seed) {
	native.stdin.write(`${game} ${players} ${games} ${seed}\n`);
	const [decisions, seconds, signature] = (await answers.next()).value.split(" ");
	return { rate: decisions / seconds, signature };
}

/** And of the module. Other threads of Node compile: they are not counted as its time. */
function asModule(game, players, games, seed) {
	const from = process.threadCpuUsage?.() ?? process.cpuUsage();
	const decisions = instance.exports.play(game, players, games, seed);
	const took = process.threadCpuUsage?.(from) ?? process.cpuUsage(from);
	const signature = BigInt.asUintN(64, instance.exports.signature()).toString(16).padStart(16, "0");
	return { rate: decisions / ((took.user + took.system) / 1e6), signature };
}

for (const [name, game, players, games] of GAMES) {
	const rates = { program: [], module: [], ratio: [] };
	for (let pass = 0; pass < WARM + PASSES; pass++) {
		const one = await asProgram(game, players, games, pass + 1);
		const other = asModule(game, players, games, pass + 1);
		if (one.signature !== other.signature) {
			console.error(`${name}: they play differently`);
			process.exit(1);
		}
		if (pass < WARM) continue;
		rates.program.push(one.rate);
		rates.module.push(other.rate);
		rates.ratio.push(other.rate / one.rate);
	}
	const million = (of) => (median(of) / 1e6).toFixed(2);
	console.log(
		`${name}, ${players} players: program ${million(rates.program)} M, WebAssembly ${million(rates.module)} M decisions per second, ratio ${median(rates.ratio).toFixed(2)}`,
	);
}
native.stdin.end();
