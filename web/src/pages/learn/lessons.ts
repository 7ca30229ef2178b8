import type { GameName } from "../../table/messages";
import type { Lesson } from "./course";

export const lessons: Record<GameName, () => Promise<Lesson>> = {
	queen: () => import("./queen").then((m) => m.queen),
	broadhorns: () => import("./broadhorns").then((m) => m.broadhorns),
	rails: () => import("./rails").then((m) => m.rails),
};
