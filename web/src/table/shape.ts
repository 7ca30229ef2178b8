// How the parts of a table lie, by the room the table has: never by the screen, and the same at any zoom.

/**
 * desk: slips around the board. folded: a smaller desk, some slips behind tabs. tablet: board above, slips below it.
 * land: a phone on its side, the sheet beside the board. phone: the sheet below the board.
 */
export type Shape = "desk" | "folded" | "tablet" | "land" | "phone";
/** What several shapes share: wide has everything in sight, mid has chips for the players, narrow has one sheet with tabs. */
export type Room = "wide" | "mid" | "narrow";

export function shapeOf(width: number, height: number, desk = 1180): Shape {
	if (width >= 1024 && height >= 640) return width >= desk ? "desk" : "folded";
	if (width >= 700 && height >= 900) return "tablet";
	return width >= 700 || (width >= 600 && height < 640) ? "land" : "phone";
}

export const roomOf = (shape: Shape): Room =>
	shape === "desk" ? "wide" : shape === "folded" || shape === "tablet" ? "mid" : "narrow";
