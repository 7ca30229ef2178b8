// What bots, hints and reviews judge by is fetched when it is first needed, and not before.
import { expect, sitAt, test } from "./cabinet";
import { games, sitDown } from "./kit";

const NET = /\/([a-z]+)-[0-9a-f]+\.net$/;

for (const game of games)
	test(`${game}: its net is fetched with the first hint, and where it cannot be had the hint says so and can be asked for again`, async ({
		visitor,
		watch,
	}) => {
		watch.expect(/ERR_FAILED/);
		const page = await visitor();
		const fetched: string[] = [];
		let broken = true;
		await page.context().route(NET, (route) => {
			fetched.push(NET.exec(route.request().url())![1]!);
			return broken ? route.abort() : route.continue();
		});
		await sitDown(page, game, ["person", "easy", "medium"]);
		const hint = page.getByRole("button", { name: /^Hint/ });
		await expect(hint).toBeEnabled();
		expect(fetched).toEqual([]);
		await hint.click();
		const slip = page.getByRole("dialog", { name: "What a bot would do" });
		await expect(slip.getByText("could not be loaded")).toBeVisible();
		expect(fetched).toEqual([game]);
		broken = false;
		await slip.getByRole("button", { name: "Ask again" }).click();
		await expect(slip.locator("li").first()).toBeVisible();
		expect(fetched).toEqual([game, game]);
	});

test("a bot whose net cannot be had says so and goes on when it can", async ({ visitor, watch, cabinet }) => {
	watch.expect(/ERR_FAILED/);
	const page = await visitor();
	let broken = true;
	await page.context().route(NET, (route) => (broken ? route.abort() : route.continue()));
	// The person has placed the start track, and it is for two bots to place theirs.
	const { table, moments } = cabinet.whole({ game: "rails", players: 3, level: "hard" });
	await sitAt(page, { ...table, rows: table.rows.slice(0, moments[0]!.rows + 1) });
	await expect(page.getByText("What bots know of the game could not be loaded.").first()).toBeVisible();
	await expect(page.locator(".tray .chip")).toHaveCount(0);
	broken = false;
	await expect(page.locator(".tray .chip").first()).toBeVisible(); // it is the person's turn
});
