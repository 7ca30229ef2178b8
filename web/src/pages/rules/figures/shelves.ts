// The drawings of each game, loaded with its rules.
import type { Component } from "svelte";
import type { GameName } from "../../../table/messages";
import type { Figure, Position } from "./position";

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Draws = Component<{ figure: any; position: Position }>;

export const figuresOf: Record<GameName, () => Promise<Figure[]>> = {
	queen: () => import("./queen").then((m) => m.figures),
	broadhorns: () => import("./broadhorns").then((m) => m.figures),
	rails: () => import("./rails").then((m) => m.figures),
};

export const drawsOf: Record<GameName, () => Promise<Draws>> = {
	queen: () => import("./QueenFigure.svelte").then((m) => m.default as unknown as Draws),
	broadhorns: () => import("./BroadFigure.svelte").then((m) => m.default as unknown as Draws),
	rails: () => import("./RailsFigure.svelte").then((m) => m.default as unknown as Draws),
};
