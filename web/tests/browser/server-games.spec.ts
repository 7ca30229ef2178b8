// Two browsers at one table of the server, to the end, and a stranger who watches.
import type { Page } from "@playwright/test";
import type { Game, GameName } from "../../src/table/messages";
import { Driver } from "./drive";
import { expect, test } from "./kit";
import { beginTwo, Ear } from "./tables";

const options: Record<GameName, Record<string, string | number>> = {
	queen: { "The race": "First race", Rounds: 5 },
	broadhorns: { Rounds: 5 },
	rails: { "Freight on Board": "Without" },
};
const end = (page: Page) => page.getByRole("dialog", { name: "The end of the game" });

/** Both play by clicks until both see the end. */
async function playBoth(...pages: Page[]): Promise<void> {
	await Promise.all(pages.map((page, i) => new Driver(page, "click", i + 1).play()));
	for (const page of pages) await expect(end(page)).toBeVisible();
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
		const ann = await visitor();
		const bob = await visitor();
		const ears = [new Ear(ann), new Ear(bob)];
		await beginTwo(ann, bob, game, options[game]);
		await playBoth(ann, bob);
		for (const [seat, ear] of game === "rails" ? ears.entries() : [])
			for (const { view } of ear.games.filter((g) => g.status === "running") as (Game & {
				view: { where: string[]; contract: (number | null)[] };
			})[]) {
				expect(view.where).not.toContain(`dealt ${1 - seat}`);
				expect(view.contract[1 - seat]).toBeNull();
			}
		const words = (page: Page) => end(page).locator(".count").innerText();
		expect((await words(ann)).replace("You", "Ann").replace("Bob", "You")).toBe(await words(bob));
		// Both pages noted the commit and gave a nonce: the draws are proved to them, and what is not proved is named.
		for (const page of [ann, bob]) {
			await end(page).getByText("The draws were checked: nobody chose them.").click();
			await expect(end(page).getByText("your nonce went into the draws")).toBeVisible();
			await expect(page.getByText("Your nonce did not go into the draws")).toHaveCount(0);
			await expect(end(page).getByText("did not look at what was hidden")).toBeVisible();
		}
		const table = ann.url();
		await end(ann)
			.getByRole("link", { name: /^Replay/ })
			.click();
		await expect(ann.getByRole("button", { name: /^Share/ })).toBeVisible();
		await ann.goto(`${table}/replay`);
		await expect(ann.getByRole("button", { name: /^Share/ })).toBeVisible();
		await ann.goto(table);
		await rematch(bob, ann, "Ann");
	});

interface Hands extends Game {
	view: Game["view"] & { where: string[] };
}
/** What a view says of a card that lies open: not in the pile, and in nobody's hand. */
const open = (where: string) => !/^(pile|unseen|hand)/.test(where);
/** Deliveries and travelers. Of the other cards there are several alike, and which one it is differs from view to view. */
const UNIQUE = 46;
const running = (ear: Ear) =>
	new Map((ear.games as Hands[]).filter((g) => g.status === "running").map((g) => [g.seq, g]));

interface Compared {
	/** How often a view was held against that of a player. */
	views: number;
	/** How often a card in a hand was looked for there: how many are held that can be told apart is up to chance. */
	hands: number;
	/** How often a row was compared. */
	rows: number;
}
/** Compares all that somebody heard with what the players heard at the same moment. */
function compare(eyes: Ear, players: Ear[], own: number | null): Compared {
	const theirs = players.map(running);
	const rows = players.map((p) => new Map(p.games.flatMap((g) => g.log).map((l) => [l.seq, l])));
	const done: Compared = { views: 0, hands: 0, rows: 0 };
	for (const [seq, game] of running(eyes)) {
		const at = theirs.map((t) => t.get(seq));
		expect(game.view.eyes).toBe(own ?? "watcher");
		if (game.toMove !== own) expect(game.legal).toEqual([]);
		expect(
			game.view.where.filter((w) => w.startsWith("hand ") && (own === null || !w.startsWith(`hand ${own}`))),
			`hands of others at row ${seq}`,
		).toEqual([]);
		for (const [seat, g] of at.entries())
			if (g && seat !== own) {
				done.views++;
				for (const [card, where] of g.view.where.slice(0, UNIQUE).entries()) {
					if (where.startsWith(`hand ${seat}`)) {
						expect(game.view.where[card], `card ${card} in the hand of seat ${seat} at row ${seq}`).toMatch(
							/^unseen/,
						);
						done.hands++;
					}
					if (open(game.view.where[card]!))
						expect(where, `card ${card} at row ${seq}`).toBe(game.view.where[card]);
				}
			}
		for (const row of game.log) {
			const told = rows.map((r) => r.get(row.seq));
			if (told.some((r) => !r)) expect(row.kind, "rows that not everybody gets").toBe("order");
			if (own !== null || told.some((r) => !r)) continue;
			// What is not told to all is told to a watcher as to the one who knows less.
			const [mine, ...texts] = [row, ...told].map((r) => JSON.stringify([r!.text, r!.said?.map((e) => e.words)]));
			expect(mine, `row ${row.seq}`).toBe(texts.find((t) => t.startsWith('["draw ?"')) ?? texts[0]);
			done.rows++;
		}
	}
	return done;
}

/** In the page, from its first moment: notes whether ever the face of a hand card was on the screen. */
function watchForFaces(): void {
	const faces = globalThis as unknown as { faces: number };
	faces.faces = 0;
	new MutationObserver(
		() =>
			(faces.faces += document.querySelectorAll(
				".hand-slip .card:not(.back):not(.aboard), .hand .card:not(.back):not(.aboard)",
			).length),
	).observe(document, { subtree: true, childList: true });
}
const facesSeen = (page: Page) => page.evaluate(() => (globalThis as unknown as { faces: number }).faces);

test("two browsers play broadhorns through the server to the end, and a stranger with the link sees no hand", async ({
	visitor,
	watch,
}) => {
	const ann = await visitor();
	const bob = await visitor();
	const eve = await visitor();
	const ears = [ann, bob, eve].map((p) => new Ear(p));
	const [a, b, e] = ears as [Ear, Ear, Ear];
	for (const page of [ann, bob, eve]) await page.addInitScript(watchForFaces);
	const link = await beginTwo(ann, bob, "broadhorns", options.broadhorns);
	await eve.goto(link);
	await expect(eve.getByText("You are watching")).toBeVisible();
	const refused = await eve.request.get(`/games/broadhorns/${new URL(link).pathname.split("/").at(-1)}/record`);
	expect(refused.status(), "no record while it runs").toBe(403);
	watch.expect(/403/);
	const early = await visitor({ path: `/#/review/t/broadhorns/${new URL(link).pathname.split("/").at(-1)}` });
	await expect(early.getByRole("heading", { name: "This game cannot be reviewed" })).toBeVisible();
	await expect(early.locator(".plot")).toHaveCount(0);
	await playBoth(ann, bob);
	await expect(end(eve)).toBeVisible();

	const stranger = compare(e, [a, b], null);
	// Ten turns, each of which is told to everybody.
	expect(stranger.views).toBeGreaterThanOrEqual(16);
	expect(stranger.hands, "of twelve cards and more not one that can be told apart").toBeGreaterThan(0);
	expect(stranger.rows).toBeGreaterThan(20);
	expect(compare(b, [a, b], 1).views).toBeGreaterThanOrEqual(8);
	expect(compare(a, [a, b], 0).views).toBeGreaterThanOrEqual(8);
	expect(await facesSeen(ann), "Ann sees her own hand").toBeGreaterThan(0);
	expect(await facesSeen(eve)).toBe(0);

	// Secrets are nobody else's business, in no message and in no answer.
	const all = async (ear: Ear) => JSON.stringify(ear.heard) + (await Promise.all(ear.bodies)).join();
	for (const [page, others] of [
		[ann, [b, e]],
		[bob, [a, e]],
	] as const) {
		const kept = await page.evaluate(() =>
			Object.entries(localStorage)
				.filter(([k]) => /^bigmuddy\.(seat|host)\./.test(k))
				.map(([k, v]) =>
					k.includes("host") ? String(v) : (JSON.parse(String(v)) as { secret: string }).secret,
				),
		);
		expect(kept.length).toBeGreaterThan(0);
		for (const secret of kept) for (const ear of others) expect(await all(ear)).not.toContain(secret);
	}
	await rematch(ann, bob, "Bob");
	await expect(eve.getByRole("link", { name: "Watch it" })).toBeVisible();
	// Now that it is over, whoever was at the table may know why.
	await end(eve).getByRole("link", { name: "Was it luck?" }).click();
	await expect(eve.locator(".plot .line")).toHaveCount(2);
});
