// In the middle of a turn: the page is loaded again, the connection is lost, the server is killed. Nothing is lost, and play goes on.
import type { Page } from "@playwright/test";
import { Driver } from "./drive";
import { expect, test as base, type Server } from "./kit";
import { begin, beginTwo, Ear, makeTable } from "./tables";
import { Wire } from "./wire";

/** Ann comes to the server by a wire that can be cut; Bob is always there. Ann is to move, and has two steps of her turn laid out. */
interface Turn {
	ann: Page;
	bob: Page;
	wire: Wire;
	ear: Ear;
}

const test = base.extend<{ own: Server; turn: Turn }>({
	own: async ({ serve }, use) => use(await serve("sqlite:FOLDER/tables.sqlite")),
	turn: async ({ own, visitor, watch }, use) => {
		const wire = await Wire.to(own);
		const ann = await visitor({ server: wire });
		const bob = await visitor({ server: own });
		const ear = new Ear(ann);
		watch.expect(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY|ERR_INTERNET_DISCONNECTED/);
		await beginTwo(ann, bob, "queen", { "The race": "First race" });
		await lay(ann);
		await use({ ann, bob, wire, ear });
		wire.close();
	},
});

const undo = (page: Page) => page.getByRole("button", { name: /^Undo/ });
const steam = (page: Page) => page.getByRole("button", { name: /^(Steam ahead|Sending)/ });
const laidOut = (page: Page) => expect(undo(page)).toHaveText(/2 steps/);
const lost = (page: Page) => page.getByText("Connection lost");

/** The shortest turn there is: speed 1, one hex ahead. */
async function lay(page: Page): Promise<void> {
	await expect(page.getByText("Where to, Captain?")).toBeVisible();
	await page.keyboard.press("1");
	await page.keyboard.press("ArrowUp");
	await laidOut(page);
}

/** It is somebody else's turn now, and the turn was played once. */
async function played({ ann, bob, ear }: Turn): Promise<void> {
	await expect(bob.getByText("Where to, Captain?")).toBeVisible();
	await expect(ann.locator(".say")).toHaveText("Bob is at the helm");
	expect(ear.moves(0).map((l) => l.text)).toEqual(["speed 1", "ahead", "end"]);
}

/** Bob's turn and the bot's; then Ann is to move again, with nothing left of before. Ahead of her one of the others may lie by now: then that is refused (Q59). */
async function goesOn({ ann, bob }: Turn): Promise<void> {
	await new Driver(bob, "click").play(() => ann.getByText("Where to, Captain?").isVisible());
	await ann.keyboard.press("1");
	await expect(undo(ann)).toHaveText(/1 step$/);
	const ahead = ann.getByRole("button", { name: "ahead", exact: true });
	const inTheWay = (await ahead.getAttribute("aria-disabled")) === "true";
	await ann.keyboard.press("ArrowUp");
	if (inTheWay) await expect(ann.locator(".refusal")).toContainText("A ship is in the way");
	else await laidOut(ann);
}

test("reload with moves laid out", async ({ turn }) => {
	await turn.ann.reload();
	await laidOut(turn.ann);
	await steam(turn.ann).click();
	await played(turn);
	await goesOn(turn);
});

test("reload with a move on its way that has not arrived, and one that has", async ({ turn }) => {
	const { ann, wire } = turn;
	wire.lost.up = true;
	await steam(ann).click();
	await expect(ann.getByRole("button", { name: "Sending" })).toBeVisible();
	wire.cut();
	await ann.reload();
	await laidOut(ann); // it was never sent: everything is as before
	wire.lost.down = true;
	await steam(ann).click();
	await expect(turn.bob.getByText("Where to, Captain?")).toBeVisible();
	wire.cut();
	await ann.reload();
	await played(turn);
	await expect(ann.locator(".refusal")).toHaveCount(0);
	await goesOn(turn);
});

test("a connection that is cut comes back by itself, and keeps what is laid out", async ({ turn }) => {
	const { ann, wire, ear } = turn;
	const before = ear.sockets;
	wire.dead = true;
	wire.cut();
	await expect(lost(ann)).toBeVisible();
	await laidOut(ann);
	await steam(ann).click();
	await expect(ann.getByRole("button", { name: "Sending" })).toBeVisible();
	wire.dead = false;
	await played(turn);
	await expect(lost(ann)).toHaveCount(0);
	expect(ear.sockets).toBeGreaterThan(before);
	await goesOn(turn);
});

test("a wire that swallows a move, or its answer, is given up; the move is played once", async ({ turn }) => {
	const { ann, bob, wire } = turn;
	wire.lost.down = true;
	await steam(ann).click();
	await expect(bob.getByText("Where to, Captain?")).toBeVisible();
	await expect(lost(ann)).toBeVisible(); // nothing tells the browser: it has waited for the answer, and now it has given up
	wire.cut();
	await played(turn);
	await goesOn(turn);
});

test("the browser goes offline and comes back", async ({ turn }) => {
	const { ann } = turn;
	await ann.context().setOffline(true);
	await expect(lost(ann)).toBeVisible();
	await steam(ann).click();
	await expect(ann.getByRole("button", { name: "Sending" })).toBeVisible();
	await ann.context().setOffline(false);
	await played(turn);
	await goesOn(turn);
});

test("the server is killed and started again, with moves laid out and with a move on its way", async ({
	own,
	turn,
}) => {
	const { ann, bob, wire } = turn;
	await own.stop("SIGKILL");
	await expect(lost(ann)).toBeVisible();
	await own.again();
	await expect(lost(ann)).toHaveCount(0);
	await laidOut(ann);
	wire.lost.up = true;
	await steam(ann).click();
	await own.stop("SIGKILL");
	await own.again();
	wire.cut();
	await played(turn);
	await expect(lost(bob)).toHaveCount(0);
	await goesOn(turn);
});

test("the page is loaded again while the server is down, and waits for it", async ({ own, visitor, watch }) => {
	watch.expect(/WebSocket connection|ERR_CONNECTION|Failed to load resource/);
	const ann = await visitor({ server: own, serviceWorkers: "allow" });
	const bob = await visitor({ server: own });
	await beginTwo(ann, bob, "queen", { "The race": "First race" });
	await ann.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	await lay(ann);
	await own.stop("SIGKILL");
	await ann.reload();
	await expect(ann.getByText("Looking for the table")).toBeVisible();
	await own.again();
	await laidOut(ann);
	await steam(ann).click();
	await expect(bob.getByText("Where to, Captain?")).toBeVisible();
});

test("answers that get lost make no second table and no second seat", async ({ visitor, watch }) => {
	watch.expect(/ERR_FAILED/);
	const ann = await visitor();
	const bob = await visitor();
	const told: Record<string, string>[] = [];
	/** The request arrives, and so many answers to it do not. */
	const lose = (page: Page, path: string, times: number) =>
		page.route(path, async (route) => {
			if (times-- === 0) return route.continue();
			told.push((await (await route.fetch()).json()) as Record<string, string>);
			return route.abort();
		});
	await lose(ann, "**/create", 1);
	const link = await makeTable(ann, "queen", "Ann", ["person", "person", "easy"]);
	const id = new URL(link).pathname.split("/").at(-1)!;
	expect(told.map((t) => t.matchID)).toEqual([id]);

	// By now the only free seat is taken, by Bob himself: he does not know, and asks again.
	await lose(bob, "**/join", 3);
	await bob.goto(link);
	await bob.getByLabel("Your name").fill("Bob");
	await bob.getByRole("button", { name: "Sit down" }).click();
	await expect(bob.getByRole("alert")).toContainText("does not answer");
	await bob.reload();
	await bob.getByRole("button", { name: "Sit down" }).click();
	await expect(bob.getByText("Bob (you)")).toBeVisible();
	expect(told.slice(1).map((t) => t.playerID)).toEqual(["1", "1", "1"]);
	expect(new Set(told.slice(1).map((t) => t.playerCredentials)).size).toBe(1);
	const ear = new Ear(bob);
	await bob.reload();
	await begin(ann, bob);
	// The number that he promised when he first asked is the one that he shows.
	await expect
		.poll(() => ear.heard.flatMap((m) => (m.type === "seats" ? [m.players[1]!.nonce] : [])).at(-1))
		.toMatch(/^[0-9a-f]{64}$/);
});
