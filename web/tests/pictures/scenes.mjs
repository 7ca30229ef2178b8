// Which screens are photographed, at which sizes, by day or night: a cover of the product that still fits into a few minutes. A scene is
// { name, size, night, at: address, table, tables, does: (page) => ... }.
export const SIZES = {
	wide: [1440, 900],
	small: [1024, 768],
	tablet: [820, 1180],
	land: [844, 390],
	phone: [390, 844],
};

const mid = {
	queen: { at: 0.5, fits: (v) => v.phase === "speed" },
	broadhorns: { at: 0.55, fits: (v) => v.phase === "sell" },
	rails: { at: 0.6, fits: (v) => v.phase === "deliver" },
};
const game = (name, players, options = []) => ({ game: name, players, options });

/** Those of the README: its file, and the scenes in it from left to right. */
export const README = {
	queen: ["queen-course-wide"],
	broadhorns: ["broadhorns-sale-wide"],
	rails: ["rails-route-wide"],
	home: ["home-games-wide"],
	phone: ["queen-course-phone", "broadhorns-sale-phone", "rails-4-mid-phone-night"],
};

/** Every title with everything it can be played with and by how many. What a line asks of start, middle and end: sizes, with * by night. */
const titles = [
	["queen-intro-3", game("queen", 3, ["mode=intro"]), "wide phone", "wide small*", "wide*"],
	["queen-3", game("queen", 3), "small", "phone", "phone"],
	["queen-4", game("queen", 4), "wide*", "wide wide* small phone phone*", "wide small"],
	["queen-5", game("queen", 5), "small*", "wide small", "phone*"],
	["broadhorns-2", game("broadhorns", 2), "wide phone*", "small", "phone"],
	["broadhorns-3", game("broadhorns", 3), "small", "wide phone", "wide*"],
	["broadhorns-4", game("broadhorns", 4), "wide*", "wide wide* small* phone", "wide"],
	["broadhorns-freight-4", game("broadhorns", 4, ["freight=on"]), "phone", "wide small phone*", "small wide"],
	["rails-1", game("rails", 1), "wide phone", "wide small*", "wide phone"],
	["rails-2-off", game("rails", 2, ["freight=off"]), "small", "wide phone", "small"],
	["rails-3", game("rails", 3), "phone*", "small wide", "wide*"],
	["rails-4", game("rails", 4), "wide*", "wide wide* small phone phone*", "wide"],
	["rails-4-off", game("rails", 4, ["freight=off"]), "small*", "small", "phone"],
];

const each = (words, scene) =>
	words.split(" ").map((w) => ({ ...scene, size: w.replace("*", ""), night: w.endsWith("*") }));
const button = (name) => (page) => page.getByRole("button", { name, exact: true }).first().click();

export function scenes(tables) {
	const all = [];
	for (const [name, what, ...where] of titles)
		for (const [i, moment] of ["start", "mid", "end"].entries())
			all.push(
				...each(where[i], {
					name: `${name}-${moment}`,
					table: () => tables.kept(what, moment, mid[what.game]),
				}),
			);

	const landing = { at: 0.85, fits: (v) => v.platform !== null && v.phase === "speed" };
	const more = [
		[
			"broadhorns-actions",
			game("broadhorns", 3),
			{ at: 0.4, fits: (v) => v.phase === "actions" && v.player[0].space > 3 },
			"wide phone",
		],
		["broadhorns-buy", game("broadhorns", 4), { at: 0.5, fits: (v) => v.phase === "buy" }, "wide phone"],
		["broadhorns-market", game("broadhorns", 4), { at: 0.3, fits: (v) => v.phase === "market" }, "wide"],
		["broadhorns-travelers", game("broadhorns", 4), { at: 0.3, fits: (v) => v.phase === "travelers" }, "small"],
		["broadhorns-spoils", game("broadhorns", 4), { at: 0.3, fits: (v) => v.phase.startsWith("spoil") }, "wide"],
		["queen-push", game("queen", 5), { at: 0.1, fits: (v) => v.phase === "push" }, "wide phone"],
		["queen-facing", game("queen", 5), { at: 0.1, fits: (v) => v.phase === "face" }, "wide phone"],
		["queen-platform", game("queen", 5), landing, "wide"],
		["rails-build", game("rails", 4), { at: 0.5, fits: (v) => v.phase === "build" }, "wide phone"],
		["rails-route", game("rails", 4), { at: 0.4, fits: (v) => v.phase === "route" }, "wide"],
		["rails-load", game("rails", 4), { at: 0.2, fits: (v) => v.phase === "load" || v.phase === "dock" }, "wide"],
	];
	// What is pressed on the way, to see what a choice brings before it is made.
	const press =
		(...keys) =>
		async (page) => {
			for (const key of keys) {
				await page.keyboard.press(key);
				await page.waitForTimeout(250);
			}
		};
	const barrels = (p) =>
		["flour", "apples", "pork", "furs", "whiskey"].reduce(
			(sum, cargo) => sum + p[cargo].reduce((a, b) => a + b),
			0,
		);
	all.push(
		...each("wide phone", {
			name: "broadhorns-sale",
			table: () =>
				tables.kept(game("broadhorns", 4), "mid", {
					at: 0.6,
					fits: (v) => v.phase === "sell" && barrels(v.player[0]) > 3,
				}),
			does: press("1", "2"),
		}),
	);
	all.push(
		...each("wide wide* small phone", {
			name: "queen-course",
			table: () => tables.kept(game("queen", 5), "mid", landing),
			does: press("ArrowDown", "Enter"),
		}),
	);
	for (const [name, what, moment, where] of more)
		all.push(...each(where, { name, table: () => tables.kept(what, "mid", moment) }));

	const [queen, broadhorns, rails] = [game("queen", 4), game("broadhorns", 4), game("rails", 4)];
	const hot = { ...broadhorns, people: 2 };
	const running = () => [
		tables.kept(queen, "mid", mid.queen),
		tables.kept(broadhorns, "mid", mid.broadhorns),
		tables.kept(rails, "mid", mid.rails),
	];
	const poster = (title) => (page) => page.locator("article", { hasText: title });
	const replay = (what) => async (page) => {
		await page.evaluate((text) => sessionStorage.setItem("bigmuddy.replay", text), tables.record(what));
		await page.evaluate(() => (location.hash = "#/replay"));
		const bar = page.locator('.table input[type="range"]').first(); // there, if not on the screen
		await bar.waitFor({ state: "attached" });
		await bar.evaluate(
			(e) => (
				(e.value = String(Math.round(e.max * 0.45))),
				e.dispatchEvent(new Event("input", { bubbles: true }))
			),
		);
	};
	const review = (what) => async (page) => {
		await page.evaluate((text) => sessionStorage.setItem("bigmuddy.replay", text), tables.record(what));
		await page.evaluate(() => (location.hash = "#/replay"));
		await page
			.getByRole("link", { name: "Was it luck?" })
			.first()
			.evaluate((e) => e.click());
		await page
			.getByRole("status")
			.filter({ hasText: /judged/ })
			.first()
			.waitFor({ timeout: 120_000 });
	};
	all.push(
		...each("wide wide* small phone", { name: "home" }),
		...each("wide small* phone*", { name: "home-games", tables: running }),
		...each("wide phone", {
			name: "setup-friends",
			does: async (page) => {
				await poster("Mississippi Queen")(page).getByRole("button", { name: "With friends" }).click();
			},
		}),
		...each("small phone*", {
			name: "setup-hot",
			does: async (page) => {
				await poster("Small Railroad Empires")(page).getByRole("button", { name: "Hot seat" }).click();
			},
		}),
		...each("wide phone*", {
			name: "waiting",
			does: async (page) => {
				await poster("Broadhorns")(page).getByRole("button", { name: "With friends" }).click();
				await button("Make the table")(page);
				await page.getByRole("button", { name: "Start the game" }).waitFor();
				await page
					.locator("input[readonly]")
					.evaluateAll((all) => all.forEach((e) => (e.value = "http://example.net/t/abcdefgh"))); // another one every time
			},
		}),
		...each("wide phone", { name: "settings", does: button("Settings") }),
		...each("wide phone*", { name: "rules", at: "#/rules/queen" }),
		...each("small", { name: "rules", at: "#/rules/rails" }),
		...each("wide phone*", { name: "learn", at: "#/learn" }),
		...each("wide phone", { name: "learn-queen", at: "#/learn/queen" }),
		...each("wide phone", { name: "learn-broadhorns", at: "#/learn/broadhorns" }),
		...each("small* phone", { name: "learn-rails", at: "#/learn/rails" }),
		...each("wide phone", { name: "replay-queen", does: replay(queen) }),
		...each("wide small* phone", { name: "replay-broadhorns", does: replay(broadhorns) }),
		...each("wide phone*", { name: "replay-rails", does: replay(rails) }),
		...each("wide phone", { name: "hand-over", table: () => tables.kept(hot, "mid", { seat: 1 }) }),
		...each("wide* phone", { name: "keys", table: () => running()[0], does: (page) => page.keyboard.press("?") }),
		...each("wide", { name: "text", table: () => running()[2], does: (page) => page.keyboard.press("t") }),
		...["queen", "broadhorns", "rails"].flatMap((game, i) => [
			...each("wide wide* tablet tablet* phone phone*", {
				name: `hint-${game}`,
				table: () => running()[i],
				does: async (page) => {
					await page.getByRole("button", { name: /^Hint/ }).click();
					await page.locator(".hint .btn.go").first().waitFor();
				},
			}),
			...each("wide tablet phone*", {
				name: `help-${game}`,
				table: () => running()[i],
				does: async (page) => {
					await page.keyboard.press("?");
					await page.getByRole("dialog", { name: "What now?" }).locator("article").first().waitFor();
				},
			}),
			...each("wide wide* tablet tablet* phone phone*", {
				name: `puzzle-${game}`,
				at: `#/puzzle/${game}`,
				does: (page) => page.getByRole("region", { name: "The puzzle" }).waitFor(),
			}),
			...each("wide wide* tablet tablet* phone phone*", {
				name: `review-${game}`,
				does: review([queen, broadhorns, rails][i]),
			}),
		]),
		...each("wide wide* tablet tablet* phone phone*", {
			name: "day",
			at: "#/day",
			does: (page) => page.locator("article").first().waitFor(),
		}),
	);
	return all;
}
