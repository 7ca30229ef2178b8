// What this board asks of the C code.
import { boxOf, namesOf } from "../../muddy/box";
import { rules } from "../../muddy/muddy";
import type { Plan } from "./plans";
import type { Pieces, QueenView } from "./river";

let asked: Promise<Pieces> | null = null;
let box = $state.raw<Pieces | null>(null);
/** The box, as soon as it has been opened. */
export const opened = () => box;

/** The box, asked for once. */
export function pieces(): Promise<Pieces> {
	asked ??= Promise.all([boxOf<Pieces>("queen"), namesOf<Partial<Pieces>>("queen")]).then(
		([found, names]) => (box = { ...found, ...names }),
		(wrong: Error) => {
			asked = null;
			throw wrong;
		},
	);
	return asked;
}

/** Every way to finish the turn under way. */
export async function plansFrom(view: QueenView): Promise<Plan[]> {
	const [, printed] = await rules.lines(`view ${JSON.stringify(view)}`, "plans");
	return printed!.map((line) => JSON.parse(line) as Plan);
}

/** Why a turn cannot end on a hex: the rule that is in the way of sailing straight there. */
export async function refusalsFrom(view: QueenView): Promise<{ hex: number; rule: string; words: string }[]> {
	const [, facts] = await rules.lines(`view ${JSON.stringify(view)}`, "facts");
	return (JSON.parse(facts![0]!) as { straight?: { hex: number; rule: string; words: string }[] }).straight ?? [];
}

/** The positions after each of some moves. The first that is refused is thrown. */
export async function after(view: QueenView, moves: readonly string[]): Promise<QueenView[]> {
	const answers = await rules.lines(`view ${JSON.stringify(view)}`, ...moves.flatMap((m) => [`draft ${m}`, "state"]));
	return moves.map((_, i) => JSON.parse(answers[2 * i + 2]![0]!) as QueenView);
}
