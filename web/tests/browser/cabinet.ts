/// <reference types="node" />
// Games that bots have played, to sit down at any moment of them.
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { Kept } from "../../src/table/local";
import { tables, type Tables } from "../pictures/tables.mjs";
import { test as base } from "./kit";

export { expect } from "./kit";

/** Sits down at a table that this browser has kept. settings: those of this browser. */
export async function sitAt(page: Page, table: Kept, settings: object = { motion: 0 }): Promise<void> {
	await page.addInitScript(
		([t, chosen]) => {
			if (location.protocol === "about:") return;
			localStorage.setItem("bigmuddy.settings", JSON.stringify(chosen));
			if (!localStorage.getItem(`bigmuddy.table.${t.id}`))
				localStorage.setItem(`bigmuddy.table.${t.id}`, JSON.stringify(t));
		},
		[table, settings] as const,
	);
	if (page.url() !== "about:blank") await page.goto("about:blank"); // else only the address behind # changes
	await page.goto(`/#/play/${table.id}`);
	await page.locator(".table .tray").waitFor();
}
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const test = base.extend<object, { cabinet: Tables }>({
	cabinet: [
		async ({}, use) =>
			use(await tables(here("../.."), process.env.MUDDY_WASM ?? here("../../../build-wasm/web/wasm/muddy.wasm"))),
		{ scope: "worker" },
	],
});
