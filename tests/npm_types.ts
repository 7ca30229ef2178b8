// Compiled and never run: what somebody who uses the package can rely on.
import { Game, type QueenView } from "bigmuddy";

const game = await Game.start("queen", { players: 3, mode: "intro" });
const view = game.view(0);
const speed: number = view.ship[0]!.speed;
const phase: QueenView["phase"] = view.phase;
const seat: number | undefined = game.toMove;
export const used = [speed, phase, seat, game.legal().length, game.score()[0]?.place];
