// Before a game: what Play now offers and remembers.
import { expect, test } from "./cabinet";
import { PHONE } from "./kit";

test.use({ painted: true });

test("Play now remembers how many bots, how strong, and what is played", async ({ page }) => {
	await page.goto("/");
	const card = page.locator("article", { has: page.getByRole("heading", { name: "Mississippi Queen" }) });
	await card.getByLabel("How many bots").selectOption("2 bots");
	await card.getByLabel("How strong they are").selectOption("Easy");
	await card.getByLabel("What is played").selectOption("First race");
	await page.reload();
	await expect(card.getByLabel("How many bots")).toHaveValue("2");
	await expect(card.getByLabel("How strong they are")).toHaveValue("easy");
	await expect(card.getByLabel("What is played")).toHaveValue("intro");
	await card.getByRole("button", { name: "Play now" }).click();
	await expect(page.locator(".top .where")).toContainText("Introductory race");
	await expect(page.locator(".players .pl")).toHaveCount(3);
	await expect(page.locator(".players")).toContainText("bot, easy");
});

for (const [where, options] of [
	["a small desk", { viewport: { width: 1024, height: 768 } }],
	["a phone", PHONE],
] as const)
	test(`the navigation is one line on ${where}`, async ({ visitor }) => {
		const page = await visitor({ ...options, path: "/" });
		await page.locator("[aria-label='Open tables']").waitFor({ state: "attached" }); // the last one that comes
		const heights = await page.locator(".mast nav :is(a, .link)").evaluateAll((all) =>
			all
				.map((e) => e.getBoundingClientRect())
				.filter((r) => r.width > 0)
				.map((r) => (r.top + r.bottom) / 2),
		);
		expect(heights.length).toBeGreaterThan(3);
		expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(6);
	});

test("running games do not push the footer away, and the river runs for who has none", async ({ visitor, cabinet }) => {
	const options = { reducedMotion: "no-preference", viewport: { width: 1440, height: 900 } } as const;
	const footer = ".foot";
	const runs = () => document.getAnimations().some((a) => (a as CSSAnimation).animationName?.includes("drift"));
	const page = await visitor({ ...options, path: "/" });
	await expect(page.locator(footer)).toBeInViewport({ ratio: 1 });
	await expect.poll(() => page.evaluate(runs)).toBe(true);
	await page.emulateMedia({ reducedMotion: "reduce" });
	await expect.poll(() => page.evaluate(runs)).toBe(false);
	const games = [
		cabinet.kept({ game: "queen", players: 3 }, "mid"),
		cabinet.kept({ game: "broadhorns", players: 2 }, "mid"),
		cabinet.kept({ game: "rails", players: 2 }, "mid"),
	];
	const busy = await visitor(options);
	await busy.addInitScript((all) => {
		for (const t of all) localStorage.setItem(`bigmuddy.table.${t.id}`, JSON.stringify(t));
	}, games);
	await busy.goto("/");
	await expect(busy.getByRole("region", { name: "Your games" }).locator(":scope > *")).toHaveCount(3);
	await expect(busy.locator(footer)).toBeInViewport({ ratio: 1 });
	expect(await busy.evaluate(runs)).toBe(false);
});

test("motion can be had at double speed, and off", async ({ page }) => {
	await page.goto("/");
	await page.getByRole("button", { name: "Settings" }).click();
	const motion = page.getByRole("group", { name: "Motion" });
	for (const [words, kept] of [
		["2×", 0.5],
		["Off", 0],
		["1×", 1],
	] as const) {
		await motion.getByText(words).click();
		const stored = await page.evaluate(() => localStorage.getItem("bigmuddy.settings")!);
		expect((JSON.parse(stored) as { motion: number }).motion).toBe(kept);
	}
});
