// Was it luck? The review of a game in the page: graph, account, turning points, and the same review by a link.
import type { Page } from "@playwright/test";
import { expect, golden, linkTo, PHONE, test } from "./kit";
import { beginTwo, finish } from "./tables";

const game = golden("queen-passengers-4-landed");
const reviewOf = (record: string) => linkTo(record).replace("#r=", "#v=");

test("a review is judged in the page, kept with the game, and its turning points lead there", async ({ page }) => {
	await page.goto(linkTo(game, 5));
	await page.getByRole("link", { name: "Was it luck?" }).click();
	await expect(page.getByRole("heading", { name: /Review/ })).toBeVisible();
	await expect(page.locator(".plot .line")).toHaveCount(4);
	await expect(page.getByRole("status").first()).toContainText(/judged/, { timeout: 120_000 });
	const account = page.locator(".account .sum").first();
	const sum = (await account.textContent())!.replaceAll("−", "-").replace(/\s/g, "");
	const [left, right] = sum.split("=") as [string, string];
	const parts = left.match(/[+-]?\d+/g)!.map(Number);
	// Whole hundredths: each of the six may be off by half.
	expect(Math.abs(parts.reduce((a, b) => a + b, 0) - Number(right))).toBeLessThanOrEqual(3);

	const points = page.locator(".turning li button");
	await expect(points.filter({ hasText: /That left \d+ in 100\. [A-Z].*: \d+\./ }).first()).toBeVisible();
	await points.last().click();
	await expect(points.last()).toHaveClass(/on/);
	const title = page.locator(".moment h2");
	await expect(title).toContainText(/Round \d+/);
	const before = await title.textContent();
	await page.keyboard.press("ArrowLeft");
	await expect(title).not.toHaveText(before!);
	await expect(page.locator(".cards article")).toHaveCount(4);
	await expect(page.getByText("Most to gain by other choices, whoever won.")).toHaveCount(1);
	await page.getByRole("button", { name: "bands" }).click();
	await expect(page.locator(".plot .between")).toHaveCount(4);

	await expect(page.getByRole("status").first()).toContainText(/all \d+ moves judged/, { timeout: 150_000 });
	await page.reload();
	await expect(page.getByRole("status").first()).toContainText(/all \d+ moves judged/); // nothing is judged again
	await page.getByRole("button", { name: "Share" }).click();
	await expect(page.getByLabel("Link to the review")).toHaveValue(/#v=d/);
});

test("on a phone the parts of a review are behind tabs", async ({ visitor }) => {
	const page = await visitor({ ...PHONE, path: reviewOf(game) });
	await expect(page.locator(".turning")).toBeHidden();
	await page.getByRole("button", { name: "Turning", exact: true }).click();
	await expect(page.locator(".turning li button").first()).toBeVisible({ timeout: 60_000 });
	await page.locator(".turning li button").first().click();
	await expect(page.locator(".moment")).toBeVisible();
	await page.getByRole("button", { name: "Account", exact: true }).click();
	await expect(page.locator(".account .sum").first()).toBeVisible();
});

/** All moves are judged closely. */
const settled = (page: Page) =>
	expect(page.getByRole("status").first()).toContainText(/all \d+ moves judged/, { timeout: 150_000 });
const roundOf = async (page: Page) =>
	Number(/Round (\d+)/.exec(await page.locator(".moment h2").innerText())?.[1] ?? 0);

interface Drawn {
	status: string;
	line: string;
}
/** In the page: keeps each line of the graph that has a few corners, and how far the review had come by then. */
function watchGraph(): void {
	const drawn: Drawn[] = [];
	new MutationObserver(() => {
		const status = document.querySelector("[role=status]")?.textContent ?? "";
		const line = document.querySelector(".plot .line .ink")?.getAttribute("d") ?? "";
		if (line.split("C").length > 4 && line !== drawn.at(-1)?.line) drawn.push({ status, line });
	}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
	Object.assign(globalThis, { drawn });
}
/** Where the corners of a line are, from left to right. */
const corners = (d: string) => d.split("C").map((part) => Number(/(-?[\d.]+) -?[\d.]+$/.exec(part)![1]));

test("the first graph is there within seconds, whole, and gets finer", async ({ page }) => {
	await page.addInitScript(watchGraph);
	const begun = Date.now();
	await page.goto(reviewOf(game));
	await page.locator(".plot .line .ink").first().waitFor({ state: "attached" });
	expect(Date.now() - begun).toBeLessThan(15_000); // 2 to 3 s on a machine that has nothing else to do: bench/graph
	await settled(page);
	const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: Drawn[] }).drawn);
	const [first, last] = [corners(drawn[0]!.line), corners(drawn.at(-1)!.line)];
	expect(drawn[0]!.status).toContain("a first look at");
	const [from, to] = [first[0]!, first.at(-1)!];
	// From the beginning it tells of the whole game, not of its first rounds alone.
	for (const [i, x] of first.slice(1).entries()) expect(x - first[i]!).toBeLessThan(0.5 * (to - from));
	expect(last.length).toBeGreaterThan(first.length);
	expect(Math.abs(last.at(-1)! - to)).toBeLessThan(2);
});

test("a click on the graph goes to that moment, and the board with it", async ({ page }) => {
	await page.goto(reviewOf(game));
	await settled(page);
	const plot = (await page.locator(".plot svg").first().boundingBox())!;
	const hair = async () => Number(/^M([\d.]+)/.exec((await page.locator(".plot .hair").getAttribute("d"))!)![1]);
	const board = page.locator(".board .frame");
	const seen: { round: number; board: string }[] = [];
	for (const share of [0.25, 0.5, 0.85]) {
		await page.mouse.click(plot.x + share * plot.width, plot.y + 60);
		const wide = (await page.locator(".plot .band").boundingBox())!.width;
		await expect.poll(async () => Math.abs((await hair()) - share * plot.width)).toBeLessThan(1.5 * wide);
		await page.waitForTimeout(300); // the board is laid
		seen.push({ round: await roundOf(page), board: await board.innerHTML() });
	}
	expect(seen[0]!.round).toBeLessThan(seen[1]!.round);
	expect(seen[1]!.round).toBeLessThan(seen[2]!.round);
	expect(new Set(seen.map((s) => s.board)).size).toBe(3);
});

test("the best line is drawn on the board, and the board can follow it", async ({ page }) => {
	await page.goto(reviewOf(game));
	await settled(page);
	await page
		.locator(".turning li button")
		.filter({ hasText: /That left \d+ in 100\./ })
		.first()
		.click();
	const board = page.locator(".board");
	await expect(board.locator(".course.played .says")).toHaveText(/^played \d+$/);
	await expect(board.locator(".course.best .says")).toHaveText(/^best \d+$/);
	const kept = await board.locator(".course.best .says").textContent();
	await expect(page.locator(".moment .best b")).toHaveText(/\d+/.exec(kept!)![0]);
	const ships = () => board.locator(".frame").innerHTML();
	const before = await ships();
	await page.getByRole("button", { name: "The best line" }).click();
	await expect(board.locator(".course")).toHaveCount(0);
	await expect.poll(ships).not.toBe(before);
	await page.getByRole("button", { name: "As it was" }).click();
	await expect(board.locator(".course.best")).toHaveCount(1);
});

test("the table of a server has no review while the game goes on, and one for anybody there afterwards", async ({
	visitor,
	watch,
}) => {
	test.setTimeout(240_000);
	watch.expect(/40[39]/); // the record is refused
	const [ann, bob] = [await visitor(), await visitor()];
	const link = await beginTwo(ann, bob, "queen", { "The race": "First race", Rounds: 5 });
	const id = new URL(link).pathname.split("/").at(-1)!;
	const review = `/#/review/t/queen/${id}`;
	const watcher = await visitor({ path: `/t/${id}` });
	const refused = async (page: Page) => {
		await page.goto(review);
		await expect(page.getByRole("heading", { name: "This game cannot be reviewed" })).toBeVisible();
		await expect(page.locator("main")).toContainText("The game is still going on");
		await expect(page.locator(".plot")).toHaveCount(0);
	};
	for (const page of [ann, bob, watcher]) await refused(page);
	for (const page of [ann, bob]) await page.goto(`/t/${id}`);
	await Promise.all([ann, bob].map(finish));
	for (const page of [ann, bob, watcher]) {
		await page.goto("/");
		await page.goto(review);
		await expect(page.locator(".plot .line")).toHaveCount(3, { timeout: 60_000 });
	}
	await expect(ann.locator(".cards article.mine")).toContainText("You");
	await expect(watcher.locator(".cards article.mine")).toHaveCount(0);
});
