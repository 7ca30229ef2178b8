// node npm.mjs GAME RECORD: plays a whole game with the package as a stranger would, looks at what it answers, and writes its record.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { Game } from "bigmuddy";

const [name, path] = process.argv.slice(2);
const game = await Game.start(name, { players: 3, seed: 7 });
const other = await Game.start(name, { players: 3, seed: 8 });
assert.notEqual(game.board(), ""); // two games do not disturb each other
let moves = 0;
let refused = 0;
while (!game.isOver) {
	const seat = game.toMove;
	const legal = game.legal();
	assert.equal(game.view(seat).eyes, seat);
	assert.equal(game.why(legal[0]), undefined);
	if (refused++ === 0) assert.throws(() => game.play("to the moon"));
	const move = seat === 0 ? legal[moves % legal.length] : game.ask(moves % 8 === 1 ? "search:20" : "simple");
	assert.ok(legal.includes(move), `${move} is not legal`);
	game.play(move);
	moves++;
}
assert.ok(moves > 20);
assert.equal(game.score().length, 3);
assert.ok(game.score().some((seat) => seat.place === 1));
assert.equal(other.isOver, false);
const again = await Game.load(game.record());
assert.equal(again.name, name);
assert.deepEqual(again.score(), game.score());
assert.ok(other.legal().includes(other.ask("hard:50")));
assert.equal(again.record(), game.record());
await assert.rejects(Game.start(name, { players: 99 }), /players/);
writeFileSync(path, game.record());
