// Two browsers at one table of the server, to the end, and a stranger who watches.
import type { Page } from "@playwright/test";
import type { Game, GameName } from "../../src/table/messages";
import { Driver } from "./drive";
import { expect, test } from "./kit";
import { beginTwo, Ear } from "./tables";

const options: Record<GameName, Record<string, string | number>> = { queen: { "The race": "First race", Rounds: 5 }, broadhorns: { Rounds: 5 }, rails: { "Freight on Board": "Without" } };
const end = (page: Page) => page.getByRole("dialog", { name: "The end of the game" });

/** Both play by clicks until both see the end. */
async function playBoth(...pages: Page[]): Promise<void> {
	await Promise.all(pages.map((page, i) => new Driver(page, "click", i + 1).play()));
	for (const page of pages)
		await expect(end(page)).toBeVisible();
}

/** One asks for a rematch, the other is offered it. */
async function rematch(one: Page, other: Page, name: string): Promise<void> {
	await end(one).getByRole("button", { name: "Play again" }).click();
	await expect(one.getByRole("heading", { name: "Waiting for friends" })).toBeVisible();
	await other.getByRole("button", { name: "Join it" }).click();
	await expect(other.getByText(`${name} (you)`)).toBeVisible();
	expect(new URL(other.url()).pathname).toBe(new URL(one.url()).pathname);
}

for (const game of ["queen", "rails"] as const)
	test(`two browsers play ${game} through the server to the end`, async ({ visitor }) => {
		const ann = await visitor(), bob = await visitor();
		await beginTwo(ann, bob, game, options[game]);
		await playBoth(ann, bob);
		const words = (page: Page) => end(page).locator(".count").innerText();
		expect((await words(ann)).replace("You", "Ann").replace("Bob", "You")).toBe(await words(bob));
		await rematch(bob, ann, "Ann");
	});
