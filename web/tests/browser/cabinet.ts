/// <reference types="node" />
// Games that bots have played, to sit down at any moment of them.
import { fileURLToPath } from "node:url";
import { tables, type Tables } from "../pictures/tables.mjs";
import { test as base } from "./kit";

export { expect } from "./kit";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const test = base.extend<object, { cabinet: Tables }>({
	cabinet: [
		async ({}, use) =>
			use(await tables(here("../.."), process.env.MUDDY_WASM ?? here("../../../build-wasm/web/wasm/muddy.wasm"))),
		{ scope: "worker" },
	],
});
