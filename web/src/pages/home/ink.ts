// The pen and the inks of the three posters.
import { short } from "../../boards/hex";

export const INK = "#2a2017";
export const CREAM = "#fbf5e4";
export const BRASS = "#e9bf55";
export const FOAM = "#f7fbf6";
export const WATER_INK = "#2b5f6d";
export const DEEP_INK = "#1f4c58";

export const times = (n: number, draw: (i: number) => string) => Array.from({ length: n }, (_, i) => draw(i)).join("");

/** A shape filled with a colour and drawn around with the pen. */
export const shape = (d: string, fill: string, pen = 1.2, more = "") =>
	`<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${pen}" ${more}/>`;
export const block = (x: number, y: number, width: number, height: number, fill: string, pen = 1.2, more = "") =>
	`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" stroke="${INK}" stroke-width="${pen}" ${more}/>`;
export const disc = (x: number, y: number, r: number, fill: string, pen = 1.2, ink = INK) =>
	`<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${ink}" stroke-width="${pen}"/>`;
export const line = (d: string, pen = 1, colour = INK, opacity = 1) =>
	`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${pen}"${opacity < 1 ? ` opacity="${short(opacity * 10) / 10}"` : ""}/>`;
/** A rail, a pole or a beam: a light line inside a dark one. */
export const beam = (d: string, pen: number, inner: number, colour: string) => line(d, pen) + line(d, inner, colour);
export const moved = (x: number, y: number, scale: number, drawing: string) =>
	`<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;
