/// <reference types="node" />
// A server that cheats is noticed by the page of whoever plays there. The server is our own; what it says is changed on its way.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import type { Page } from "@playwright/test";
import { expect, program, test } from "./kit";
import { begin, makeTable, menu } from "./tables";

const RACE = { "The race": "First race" };

/** Resigns; bots play to the end. */
async function playToTheEnd(page: Page): Promise<void> {
	const dialog = await menu(page);
	await dialog.getByRole("button", { name: "Resign" }).click();
	await dialog.getByRole("button", { name: "Yes" }).click();
	await expect(page.getByRole("dialog", { name: "The end of the game" })).toBeVisible({ timeout: 60_000 });
}

/** What `bigmuddy verify` leaves with: 0 all is proved, 1 the draws are wrong, 2 it is no record of a game. */
function verdict(record: string): number | null {
	const folder = mkdtempSync(path(tmpdir(), "cheat-"));
	writeFileSync(path(folder, "record"), record);
	const { status } = spawnSync(program, ["verify", path(folder, "record")]);
	rmSync(folder, { recursive: true });
	return status;
}

const TOWNS = ["STG", "CAP", "NMD", "MEM", "HEL", "GRV", "VIC", "NAT", "BAT", "NOR"];
const CARGO = ["flour", "apples", "pork", "furs", "whiskey"];

/** The record of a game of Broadhorns with another card or barrel drawn: the last one that can be changed so that every move after it is still possible. */
function forged(record: string): string {
	for (const { 0: drawn, 1: kind, index } of [...record.matchAll(/(draw|barrel) [\w-]+/g)].reverse()) {
		const others =
			kind === "barrel"
				? CARGO.map((cargo) => `barrel ${cargo}`).filter((d) => d !== drawn)
				: TOWNS.flatMap((town) => [..."FAPUW"].map((cargo) => `draw ${town}-${cargo}`)).filter(
						(d) => !record.includes(d),
					);
		for (const other of others) {
			const one = record.slice(0, index) + other + record.slice(index + drawn.length);
			if (verdict(one) === 1) return one;
		}
	}
	throw new Error(`no draw can be changed in\n${record}`);
}

test("a nonce that the server leaves out", async ({ visitor }) => {
	const ann = await visitor();
	// What Ann reveals is taken for granted, and never gets into the game.
	await ann.routeWebSocket(/\/ws$/, (page) => {
		const server = page.connectToServer();
		page.onMessage((text) => {
			const said = JSON.parse(String(text)) as { type: string; key?: string };
			if (said.type === "reveal") page.send(JSON.stringify({ type: "ok", key: said.key, seq: 0 }));
			else server.send(text);
		});
	});
	await makeTable(ann, "queen", "Ann", ["person", "easy", "easy"], RACE);
	await begin(ann);
	await expect(ann.getByText("Your nonce did not go into the draws")).toBeVisible();
	await ann.reload();
	await expect(ann.getByText("Your nonce did not go into the draws")).toBeVisible();
	await playToTheEnd(ann);
	const end = ann.getByRole("dialog", { name: "The end of the game" });
	await expect(end.getByText("nobody chose them")).toHaveCount(0);
	await expect(end.locator("summary")).toHaveText(/Not everything is proved|not those that the server was bound to/);
});

test("a draw that the server changes afterwards", async ({ visitor }) => {
	const ann = await visitor();
	const link = await makeTable(ann, "broadhorns", "Ann", ["person", "easy"], { Rounds: 3 });
	await begin(ann);
	await expect(ann.getByText("Your nonce did not go into the draws")).toHaveCount(0);
	await playToTheEnd(ann);
	const slip = ann.getByRole("dialog", { name: "The end of the game" }).locator("details");
	await expect(slip.locator("summary")).toHaveText("The draws were checked: nobody chose them.");

	let changed = "";
	await ann.route(/\/record$/, async (route) => {
		const answer = await route.fetch();
		changed = forged(await answer.text());
		await route.fulfill({ response: answer, body: changed });
	});
	await ann.goto(link);
	await expect(slip.locator("summary")).toHaveText("The draws are not those that the server was bound to.");
	expect(changed).not.toBe("");
	await slip.locator("summary").click();
	await expect(slip.getByText("Wrong:").first()).toBeVisible();
});

test("another key than the one that the server was bound to", async ({ visitor }) => {
	const ann = await visitor();
	const other = "5e".repeat(32);
	await makeTable(ann, "queen", "Ann", ["person", "easy", "easy"], RACE);
	await begin(ann);
	const promised = await ann.evaluate(() => {
		const name = Object.keys(localStorage).find((key) => key.startsWith("bigmuddy.seat."))!;
		return (JSON.parse(localStorage.getItem(name)!) as { commit: string }).commit;
	});
	// From now on the server says that it had promised something else.
	await ann.routeWebSocket(/\/ws$/, (page) => {
		const server = page.connectToServer();
		server.onMessage((text) => page.send(String(text).replaceAll(promised, other)));
	});
	await ann.reload();
	await expect(ann.getByText("The server has changed the commitment to its key")).toBeVisible();
});
