// What people do at a table besides moving: talk, pause, take back, leave, resign, run out of time, change places.
import type { Page } from "@playwright/test";
import { Driver } from "./drive";
import { expect, test } from "./kit";
import { begin, beginTwo, Ear, join, makeTable, menu } from "./tables";
import { Wire } from "./wire";

const RACE = { "The race": "First race" };
const say = (page: Page) => page.locator(".say");
const atHelm = (page: Page) => expect(say(page)).toHaveText("Where to, Captain?");
const alert = (page: Page) => page.locator(".refusal");

/** The shortest turn there is: speed 1, one hex ahead; laid out, and sent. */
async function lay(page: Page): Promise<void> {
	await atHelm(page);
	await page.keyboard.press("1");
	await expect(page.getByRole("button", { name: /^speed 1/ })).toHaveAttribute("aria-pressed", "true");
	await page.keyboard.press("ArrowUp");
	await expect(say(page)).toHaveText("Full steam?");
}
/** After the first turn a ship may lie ahead, and that hex is refused (Q59): any other one that is reached without a push will do. */
async function layLater(page: Page): Promise<void> {
	await atHelm(page);
	await page.locator(".reach:not(.push)").first().dispatchEvent("click");
	await expect(say(page)).toHaveText("Full steam?");
}
const steam = (page: Page) => page.getByRole("button", { name: /^Steam ahead/ });
async function turn(page: Page, laid = lay): Promise<void> {
	await laid(page);
	await steam(page).click();
}

test("two tabs of one seat agree", async ({ server, visitor }) => {
	const wire = await Wire.to(server);
	const ann = await visitor({ server: wire });
	const bob = await visitor();
	const ear = new Ear(ann);
	const link = await beginTwo(ann, bob, "queen", RACE);
	const second = await ann.context().newPage();
	// A link to a moment, and another one without loading the page again.
	await second.goto(`${link}#0`);
	await expect(second.locator(".hist .num")).toHaveText("0");
	await second.keyboard.press("Escape");
	await expect(second.locator(".hist .num")).toHaveText(/^live/);
	await second.evaluate(() => (location.hash = "00"));
	await expect(second.locator(".hist .num")).toHaveText("0");
	await second.keyboard.press("Escape");
	await lay(ann);
	await atHelm(second); // what is laid out in one is of no concern to the other
	await turn(second);
	await expect(say(ann)).toHaveText("Bob is at the helm");
	await expect(alert(ann)).toContainText("The game has moved on");
	await ann.keyboard.press("Escape");
	await new Driver(bob, "click").play(async () => (await say(ann).textContent()) === "Where to, Captain?");

	// Both send at the same moment: one turn is played, the other is refused, and both show the same.
	await layLater(ann);
	await layLater(second);
	wire.hold();
	await Promise.all([ann, second].map((page) => steam(page).click()));
	await expect.poll(() => wire.waiting).toBe(2);
	wire.release();
	await Promise.all([ann, second].map((page) => expect(say(page)).toHaveText("Bob is at the helm")));
	await expect.poll(async () => (await alert(ann).count()) + (await alert(second).count())).toBe(1);
	expect(ear.moves(0).filter((l) => l.text === "end")).toHaveLength(2);
	expect(await ann.locator(".players").innerText()).toBe(await second.locator(".players").innerText());
	wire.close();
});

test("no two buttons of the top bar look alike, and each has a name", async ({ visitor }) => {
	const [host, guest] = [await visitor(), await visitor()];
	await beginTwo(host, guest, "queen");
	await expect(host.getByRole("button", { name: "This table" })).toBeVisible();
	const buttons = await host.locator(".top button").evaluateAll((all) =>
		all
			.filter((e) => e.checkVisibility())
			.map((e) => {
				const symbol = e.querySelector("use")?.getAttribute("href");
				return [
					e.getAttribute("aria-label") ?? "",
					(symbol ? document.querySelector(symbol) : e.querySelector("svg"))?.innerHTML ?? "",
				];
			}),
	);
	expect(buttons.length).toBeGreaterThan(6);
	for (const which of [0, 1]) {
		expect(buttons.map((b) => b[which]).filter(Boolean)).toHaveLength(buttons.length);
		expect(new Set(buttons.map((b) => b[which])).size).toBe(buttons.length);
	}
});

test("people talk, pause, and take back by consent", async ({ visitor }) => {
	const ann = await visitor();
	const bob = await visitor();
	const ear = new Ear(ann);
	await beginTwo(ann, bob, "queen", RACE);
	await atHelm(ann);
	await ann.keyboard.press("?");
	await expect(ann.getByRole("dialog", { name: "What now?" })).toBeFocused();
	await ann.keyboard.press("?");
	await ann.keyboard.press("c"); // while the list is open it does nothing
	const listed = ann.getByRole("dialog", { name: "Keys" }).locator("dl");
	await expect(listed.filter({ hasText: "chat" })).toBeVisible();
	await expect(listed.filter({ hasText: "what would a bot do" })).toHaveCount(0);
	await ann.keyboard.press("Escape");
	await expect(ann.getByLabel("Say something")).toHaveCount(0);
	await ann.keyboard.press("h"); // at a table with people one thinks for oneself
	await expect(ann.getByRole("dialog")).toHaveCount(0);
	await ann.keyboard.press("c");
	await ann.getByLabel("Say something").fill("Ahoy, Bob <b>& all</b>");
	await ann.keyboard.press("Enter");
	await bob.getByRole("button", { name: "Chat, 1 new" }).click();
	await expect(bob.getByRole("log", { name: "What was said" })).toContainText("Ahoy, Bob <b>& all</b>");
	await bob.getByLabel("Say something").fill("Aye");
	await bob.getByRole("button", { name: "Say", exact: true }).click();
	await expect(ann.getByRole("log", { name: "What was said" })).toContainText("Aye");
	await ann.getByRole("button", { name: "Chat", exact: true }).click();

	await (await menu(ann)).getByRole("button", { name: "Pause" }).click();
	await ann.keyboard.press("Escape");
	await expect(bob.getByText("The game is paused.")).toBeVisible();
	await turn(ann);
	await expect(alert(ann)).toContainText("paused");
	await bob.getByRole("button", { name: "Go on" }).click();
	await expect(ann.getByText("The game is paused.")).toHaveCount(0);
	await steam(ann).click(); // what was refused is still laid out
	await atHelm(bob);

	const ask = async () => (await menu(ann)).getByRole("button", { name: "Ask to take back your last move" }).click();
	const wish = (page: Page) => page.getByRole("alertdialog", { name: "A wish to take moves back" });
	await ask();
	await wish(bob).getByRole("button", { name: "Refuse" }).click();
	await expect(wish(ann)).toHaveCount(0);
	await atHelm(bob);
	await ask();
	await expect(wish(ann)).toContainText("Waiting for Bob");
	await wish(bob).getByRole("button", { name: "Agree" }).click();
	await expect(say(bob)).toHaveText("Ann is at the helm");
	await expect(say(ann)).not.toHaveText("Bob is at the helm");
	expect(ear.game.toMove).toBe(0);
	await steam(ann).click();
	await atHelm(bob);
});

test("a bot decides for who has left until they are back, and for who resigns for good", async ({ visitor }) => {
	const ann = await visitor();
	const bob = await visitor();
	const ear = new Ear(ann);
	await beginTwo(ann, bob, "queen", { ...RACE, Rounds: 4 });
	const left = await menu(bob);
	await left.getByRole("button", { name: "Leave" }).click();
	await left.getByRole("button", { name: "Yes" }).click();
	await expect(bob.getByRole("heading", { name: "Big Muddy" })).toBeVisible();
	await expect(ann.locator(".players")).toContainText("away, a bot decides");
	await turn(ann);
	await atHelm(ann); // Bob's turn was played, too
	expect(new Set(ear.moves(1).map((l) => l.by))).toEqual(new Set(["bot"]));

	await bob.locator(".run").getByRole("link").first().click(); // the ticket of this game: who opens it is back
	await expect(ann.locator(".players")).not.toContainText("away");
	await turn(ann, layLater);
	await atHelm(bob);

	const resign = await menu(bob);
	await resign.getByRole("button", { name: "Resign" }).click();
	await resign.getByRole("button", { name: "Yes" }).click();
	await expect(bob.getByText("You have resigned")).toBeVisible();
	await expect(ann.locator(".players")).toContainText("resigned");
	await new Driver(ann, "click").play();
	await expect(bob.getByRole("dialog", { name: "The end of the game" })).toContainText(/3\.? *You/);
});

test("clocks are shown, and who runs out of time is played by a bot until they are back", async ({ visitor }) => {
	const ann = await visitor();
	const bob = await visitor();
	const ear = new Ear(ann);
	// All that the clock of whoever is to move has shown.
	await ann.addInitScript(() => {
		const shown = ((globalThis as unknown as { shown: string[] }).shown = []) as string[];
		new MutationObserver(() => {
			const now = document.querySelector(".pl.on .clk")?.textContent;
			if (now && now !== shown.at(-1)) shown.push(now);
		}).observe(document, { subtree: true, childList: true, characterData: true });
	});
	await beginTwo(ann, bob, "queen", {
		...RACE,
		"Time to think": "Live, with a clock",
		"Seconds for each move": 5,
		"Minutes more for the whole game": 0,
	});
	await expect(ann.getByText("A bot decides for you.")).toBeVisible();
	const shown = await ann.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
	const first = shown.slice(0, 3);
	expect(first.length, shown.join()).toBeGreaterThan(1);
	expect(first, "it runs down").toEqual([...new Set(first)].sort().reverse());
	expect(first.join()).toMatch(/^0:0[0-5](,0:0[0-5])+$/);
	expect(ear.games.flatMap((g) => g.log).some((l) => l.kind === "away" && l.seat === 0)).toBe(true);
	await ann.getByRole("button", { name: "I am back" }).click();
	await expect(ann.getByText("A bot decides for you.")).toHaveCount(0);
});

test("the host removes a stranger before the start; a seat is given away, and moves to another browser", async ({
	visitor,
}) => {
	const ann = await visitor();
	const bob = await visitor();
	const mal = await visitor();
	const phone = await visitor();
	const tablet = await visitor();
	const link = await makeTable(ann, "queen", "Ann", ["person", "person", "easy"], RACE);
	await join(mal, link, "Mallory");
	await ann.locator("li", { hasText: "Mallory" }).getByRole("button", { name: "Remove" }).click();
	await expect(mal.getByText("This seat is no longer yours")).toBeVisible();
	await expect(mal.getByRole("button", { name: "Sit down" })).toBeVisible();
	await join(bob, link, "Bob");
	await expect(mal.getByRole("heading", { name: "The table is full" })).toBeVisible();
	await begin(ann, bob, mal);

	// The host of a running game has no way to Bob's seat. He gives it away: whoever has the new link sits there.
	const host = await menu(ann);
	await expect(host.getByRole("button", { name: /New link/ })).toHaveCount(0);
	await expect(host.getByRole("button", { name: /Remove/ })).toHaveCount(0);
	await ann.keyboard.press("Escape");
	const his = await menu(bob);
	await his.getByRole("button", { name: "Give the seat away" }).click();
	await his.getByRole("button", { name: "Yes" }).click();
	const given = await bob.getByLabel("Link to the seat that you gave away").inputValue();
	await expect(bob.getByText("You have given your seat away")).toBeVisible();
	await bob.keyboard.press("Escape");
	await expect(bob.getByRole("button", { name: /^Steam/ })).toHaveCount(0);
	await phone.goto(given);
	await expect(phone).toHaveURL(new URL(link).pathname); // a secret does not stay in the address
	await turn(ann);
	await turn(phone);

	// Ann takes her own seat along; both play for it.
	const own = await (await menu(ann)).getByLabel("Link to your seat").inputValue();
	await ann.keyboard.press("Escape");
	await tablet.goto(own);
	await turn(tablet, layLater);
	await expect(say(ann)).not.toHaveText("Where to, Captain?");
	await atHelm(phone);
	await tablet.goto(`${link}/seat#0.damaged`);
	await expect(tablet.getByText("This link to a seat is damaged")).toBeVisible();
	await expect(tablet.locator(".pl", { hasText: "You" })).toBeVisible(); // the seat that it had is kept
});

test("the others agree upon a bot, and announce that somebody is away", async ({ visitor }) => {
	const [ann, bob, cy] = [await visitor(), await visitor(), await visitor()];
	const link = await makeTable(ann, "queen", "Ann", ["person", "person", "person"], RACE);
	await join(bob, link, "Bob");
	await join(cy, link, "Cy");
	await begin(ann, bob, cy);

	// Bob's browser is gone: the others are told from when on his seat is free, until he is back.
	await bob.goto("about:blank");
	let seats = await menu(ann);
	const line = () => seats.locator("p", { hasText: "Bob" });
	await line().getByRole("button", { name: "Announce: free in 3 days" }).click();
	await expect(line()).toContainText("Somebody else may take this seat from");
	await ann.keyboard.press("Escape");
	await expect(cy.getByText(/From .* on somebody else may take the seat of Bob/)).toBeVisible();
	await bob.goto(link);
	await expect(cy.getByText(/somebody else may take the seat of Bob/)).toHaveCount(0);

	// A bot instead of Bob: Ann asks, and it happens when Cy agrees.
	seats = await menu(ann);
	await line().getByRole("button", { name: "A bot instead" }).click();
	await line().getByRole("button", { name: "Yes" }).click();
	await expect(line()).toContainText("You asked for a bot. It also takes Cy.");
	await ann.keyboard.press("Escape");
	await cy.getByRole("button", { name: "Agree" }).click();
	await expect(bob.getByText("the others put a bot on it")).toBeVisible();
	await turn(ann); // and the game goes on
});

test("a pushed captain is asked, or has a standing order", async ({ server, visitor }) => {
	const wire = await Wire.to(server);
	const ann = await visitor({ server: wire });
	const bob = await visitor();
	const ear = new Ear(ann);
	// An order that there is not is asked for instead of S: so that there is something to refuse.
	await ann.addInitScript(() => {
		const { send } = WebSocket.prototype;
		WebSocket.prototype.send = function (said) {
			send.call(this, String(said).replace('"order":"S"', '"order":"down"'));
		};
	});
	/** Bob, who starts beside Ann, runs into her. */
	const push = async () => {
		await turn(ann);
		await atHelm(bob);
		for (const key of ["3", "ArrowLeft", "ArrowUp", "ArrowUp"]) await bob.keyboard.press(key);
		await expect(say(bob)).toHaveText("Push Ann where?");
		await bob.getByRole("button", { name: "push N", exact: true }).first().click();
	};
	await beginTwo(ann, bob, "queen", RACE);
	await push();
	await expect(say(ann)).toHaveText("Bow to where?");
	await expect(bob.getByText("You can answer already")).toHaveCount(0); // it concerns nobody else
	await ann.getByRole("button", { name: "SE", exact: true }).first().click();
	await expect(say(bob)).toHaveText(/Full steam|Where to/);
	const faced = () => ear.moves(0).filter((l) => l.text!.startsWith("face "));
	await expect.poll(() => faced().map((l) => l.text)).toEqual(["face SE"]);

	await beginTwo(ann, bob, "queen", RACE);
	const orders = (await menu(ann)).getByRole("group", { name: "Facing" });
	const chosen = orders.locator("label", { has: ann.locator(":checked") });
	// What is chosen is under way until the server has it.
	await expect(chosen).toHaveText("Ask me");
	wire.hold();
	await orders.getByText("NW", { exact: true }).click();
	await expect(orders.locator("label", { hasText: "sending" })).toHaveText(/^NW/);
	await expect(chosen).toHaveText("Ask me");
	wire.release();
	await expect(chosen).toHaveText("NW");
	await expect(orders.getByText("sending")).toHaveCount(0);
	expect(ear.game.orders).toEqual({ facing: "NW" });
	// What is refused goes back, with the reason.
	await orders.getByText("S", { exact: true }).click();
	await expect(orders.getByRole("alert")).toContainText("no such order");
	await expect(orders.getByRole("alert")).toHaveText(/^There is/);
	await expect(chosen).toHaveText("NW");
	expect(ear.game.orders).toEqual({ facing: "NW" });
	await ann.keyboard.press("Escape");
	await ann.reload();
	await push();
	await expect(say(bob)).toHaveText(/Full steam|Where to/);
	await expect.poll(() => faced().map((l) => l.text)).toEqual(["face SE", "face NW"]);
	expect(faced().at(-1)!.by).toBe("order");
});

/** In a page of the server: makes a table of three, and plays all of its seats until somebody is asked whether to use ice in another's turn. The seats' links. */
async function untilIce(): Promise<{ id: string; links: string[]; asked: number; active: number } | null> {
	const post = async <T>(path: string, body: object) =>
		(await (
			await fetch(`/games/broadhorns${path}`, {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify(body),
			})
		).json()) as T;
	// With days for each move the question waits for hours.
	const { matchID: id, hostCredentials } = await post<{ matchID: string; hostCredentials: string }>("/create", {
		numPlayers: 3,
		unlisted: true,
		pace: { days: 3 },
	});
	const seats: { playerID: string; playerCredentials: string }[] = [];
	for (const playerName of ["Ann", "Bob", "Cy"]) seats.push(await post(`/${id}/join`, { playerName }));
	await post(`/${id}/start`, { hostCredentials });
	const links = seats.map((s) => `/t/${id}/seat#${s.playerID}.${s.playerCredentials}`);
	const sockets = seats.map(() => new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws"))));
	/** Apples go bad, ice is kept, nothing is sold: so the question comes soon, if it comes. */
	const choose = (legal: string[]) => {
		const wanted = legal.find((m) => m === "buy apples") ?? legal.find((m) => m === "no ice");
		const rest = legal.filter((m) => !/ice|^sell|^resell|^dump|abandon|peddle/.test(m));
		return wanted ?? (rest.length > 0 ? rest : legal)[Math.floor(Math.random() * (rest.length || legal.length))]!;
	};
	const found = await new Promise<{ asked: number; active: number } | null>((done) => {
		for (const [seat, socket] of sockets.entries()) {
			socket.onopen = () =>
				socket.send(JSON.stringify({ type: "hello", table: id, seat, secret: seats[seat]!.playerCredentials }));
			socket.onmessage = ({ data }) => {
				const m = JSON.parse(String(data)) as {
					type: string;
					status: string;
					prompt: string | null;
					asked: boolean;
					toMove: number;
					legal: string[];
					place: number;
					ply: number;
					view: { active: number };
				};
				if (m.type !== "game" || m.status !== "running") return;
				if (m.asked && m.prompt === "ice") done({ asked: seat, active: m.view.active });
				else if (m.ply > 160) done(null);
				else if (m.toMove === seat)
					socket.send(JSON.stringify({ type: "play", moves: [choose(m.legal)], place: m.place }));
			};
		}
	});
	for (const socket of sockets) socket.close();
	return found && { id, links, ...found };
}

test("a question that goes round can be answered before, once or for good", async ({ visitor }) => {
	const lot = await visitor({ path: "/" });
	let found = await lot.evaluate(untilIce);
	for (let tries = 0; tries < 12 && !found; tries++) found = await lot.evaluate(untilIce);
	const { links, asked, active } = found!;
	const last = [0, 1, 2].find((s) => s !== asked && s !== active)!;
	const [first, third] = [await visitor({ path: links[asked]! }), await visitor()];
	const ear = new Ear(third);
	await third.goto(links[last]!);
	await expect(third.getByText("You can answer already")).toBeVisible();
	await third.getByRole("status").getByRole("button", { name: "Never" }).click();
	await expect(third.getByText("If you are asked, too: never.")).toBeVisible();
	await expect.poll(() => ear.game.once).toEqual({ ice: "never" });
	expect(ear.game.toMove, "nobody waits for the third").toBe(asked);

	const orders = (await menu(third)).getByRole("group", { name: "Ice", exact: true });
	await orders.getByText("Always", { exact: true }).click();
	await expect.poll(() => ear.game.orders).toEqual({ ice: "always" });
	await first.keyboard.press("Escape");
	const answer = new Driver(first, "click");
	await expect(async () => {
		await answer.step();
		expect(ear.game.toMove).not.toBe(asked);
	}).toPass({ timeout: 20_000 });
	await expect.poll(() => ear.game.asked, "who answered before need not answer").toBe(false);
});
