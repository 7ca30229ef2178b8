// Pictures of every screen, beside those that were kept: tests/pictures runs it.
import { existsSync, mkdirSync, readFileSync, rmSync, copyFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch, serve } from "./browser.mjs";
import { README, SIZES, scenes } from "./scenes.mjs";
import { tables } from "./tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const { values: flag, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		keep: { type: "boolean" },
		help: { type: "boolean" },
		only: { type: "string" },
		sizes: { type: "string" },
		kept: { type: "string" },
		out: { type: "string" },
		wasm: { type: "string" },
		program: { type: "string" },
		list: { type: "boolean" },
		readme: { type: "boolean" },
	},
});
const dist = resolve(positionals[0] ?? join(root, "web/dist"));
const kept = resolve(flag.kept ?? join(here, "kept"));
const out = resolve(flag.out ?? join(here, "new"));
const fixed = () => {
	let n = 1; // what is drawn by lot in the page: the same every time
	crypto.getRandomValues = (a) => a.map(() => (n = (n * 48271) % 2147483647) & 255);
};
const settings = (night) =>
	JSON.stringify({
		theme: night ? "night" : "light",
		name: "Captain Marlowe",
		motion: 0,
		sound: false,
		level: "easy",
	});

/** Takes one picture; what the page complained of is returned. */
async function take(browser, address, scene, file) {
	const wrong = [];
	const [width, height] = SIZES[scene.size];
	const phone = scene.size === "phone" || scene.size === "land";
	const context = await browser.newContext({
		viewport: { width, height },
		reducedMotion: "reduce",
		hasTouch: phone,
		isMobile: phone,
		serviceWorkers: "block",
	});
	try {
		const page = await context.newPage();
		const table = scene.table?.();
		const stored = scene.tables?.() ?? (table ? [table] : []);
		page.on("pageerror", (e) => wrong.push(e.message));
		await page.addInitScript(fixed);
		await page.addInitScript(
			([chosen, all]) => {
				localStorage.setItem("bigmuddy.settings", chosen);
				for (const t of all)
					localStorage.setItem(
						`bigmuddy.table.${t.id}`,
						JSON.stringify({ ...t, changed: Date.now() - 240_000 }),
					);
			},
			[settings(scene.night), stored],
		);
		await page.goto(`${address}/${table ? `#/play/${table.id}` : (scene.at ?? "")}`);
		await page.locator(".table .tray, .home .posters, main").first().waitFor();
		await page.evaluate(() => document.fonts.ready);
		await page.waitForTimeout(500);
		await scene.does?.(page);
		await page.waitForTimeout(700);
		await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
	} catch (e) {
		wrong.push(e.message.split("\n")[0]);
	} finally {
		await context.close();
	}
	return wrong;
}

/** The pictures of the README, each under a quarter of a megabyte; several scenes stand side by side in one. */
async function forReadme(browser, files) {
	const page = await browser.newPage();
	for (const [name, scenes] of Object.entries(README)) {
		const images = scenes.map(
			(s) => `<img src="data:image/png;base64,${readFileSync(files.get(s)).toString("base64")}">`,
		);
		await page.setViewportSize({ width: 1440, height: 900 });
		await page.setContent(
			`<body style="margin:0;background:#dccba4"><div style="display:inline-flex;gap:24px;${images.length > 1 ? "padding:24px" : ""}">${images.join("")}</div></body>`,
		);
		await page
			.locator("div")
			.screenshot({ path: join(root, `docs/pictures/${name}.jpg`), type: "jpeg", quality: 74 });
	}
}

/** How much of two pictures differs, from 0 to 1. */
const differs = (page, a, b) =>
	page.evaluate(
		async (urls) => {
			const [one, two] = await Promise.all(
				urls.map(async (url) => {
					const image = await createImageBitmap(await (await fetch(url)).blob());
					const canvas = new OffscreenCanvas(image.width, image.height);
					const pen = canvas.getContext("2d");
					pen.drawImage(image, 0, 0);
					return pen.getImageData(0, 0, image.width, image.height);
				}),
			);
			if (one.width !== two.width || one.height !== two.height) return 1;
			let n = 0;
			for (let i = 0; i < one.data.length; i += 4)
				n +=
					Math.abs(one.data[i] - two.data[i]) +
						Math.abs(one.data[i + 1] - two.data[i + 1]) +
						Math.abs(one.data[i + 2] - two.data[i + 2]) >
					24
						? 1
						: 0;
			return n / (one.width * one.height);
		},
		[a, b].map((file) => `data:image/png;base64,${readFileSync(file).toString("base64")}`),
	);

function sideBySide(rows) {
	const from = (file) => relative(out, file);
	const row = ({
		name,
		now,
		old,
		part,
		wrong,
	}) => `<section id="${name}"><h2>${name} <small>${old === null ? "new" : part === 0 ? "the same" : `${(100 * part).toFixed(2)} % differs`}${wrong.length ? `; ${wrong.join("; ")}` : ""}</small></h2>
<div><figure><figcaption>kept</figcaption>${old ? `<img loading="lazy" src="${from(old)}">` : "<p>none</p>"}</figure><figure><figcaption>now</figcaption><img loading="lazy" src="${from(now)}"></figure>
${part ? `<figure class="both"><figcaption>what differs is bright</figcaption><span><img loading="lazy" src="${from(old)}"><img loading="lazy" src="${from(now)}"></span></figure>` : ""}</div></section>`;
	const sorted = [...rows].sort((a, b) => b.wrong.length - a.wrong.length || (b.part ?? 0) - (a.part ?? 0));
	return `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>
body { font: 15px system-ui; margin: 20px; background: #ddd } section > div { display: flex; gap: 12px } figure { margin: 0; flex: 1; max-width: 33% } img { max-width: 100%; display: block }
small { font-weight: 400 } .both span { position: relative; display: block } .both img + img { position: absolute; inset: 0; mix-blend-mode: difference }
</style><h1>${rows.length} pictures, ${rows.filter((r) => r.part).length} differ, ${rows.filter((r) => r.old === null).length} are new</h1>
${sorted.map(row).join("\n")}`;
}

const place = await tables(
	join(root, "web"),
	flag.wasm ?? process.env.MUDDY_WASM ?? join(root, "build-wasm/web/wasm/muddy.wasm"),
);
/** With --sizes each screen once at each of these, whatever the list says: by day, and with --sizes "wide* phone" by night too. */
function resized(all) {
	if (!flag.sizes) return all;
	const names = new Map(all.map((s) => [s.name, s]));
	return [...names.values()].flatMap((s) =>
		flag.sizes.split(" ").map((w) => ({ ...s, size: w.replace("*", ""), night: w.endsWith("*") })),
	);
}
const wanted = resized(scenes(place))
	.map((s) => ({ ...s, name: `${s.name}-${s.size}${s.night ? "-night" : ""}` }))
	.filter((s) =>
		flag.readme ? Object.values(README).flat().includes(s.name) : !flag.only || new RegExp(flag.only).test(s.name),
	);
if (flag.list) {
	console.log(wanted.map((s) => s.name).join("\n"));
	process.exit(0);
}
mkdirSync(out, { recursive: true });
if (!flag.only && !flag.readme) {
	rmSync(out, { recursive: true });
	mkdirSync(out);
}
const { server, address } = await serve(flag.program ?? join(root, "build/bigmuddy"), dist);
const browser = await launch();
const rows = [];
let failed = 0;
try {
	const scales = await browser.newPage();
	for (const scene of wanted) {
		const now = join(out, `${scene.name}.png`);
		const was = join(kept, `${scene.name}.png`);
		const old = existsSync(was) ? was : null;
		const wrong = await take(browser, address, scene, now);
		if (!existsSync(now)) {
			console.log(`${scene.name}: no picture: ${wrong.join("; ")}`);
			failed++;
			continue;
		}
		const part =
			old === null ? null : readFileSync(now).equals(readFileSync(old)) ? 0 : await differs(scales, old, now);
		rows.push({ name: scene.name, now, old, part, wrong });
		for (const w of wrong) console.log(`${scene.name}: ${w}`);
		if (part) console.log(`${scene.name}: ${(100 * part).toFixed(2)} % differs`);
	}
	if (flag.readme && failed === 0) await forReadme(browser, new Map(rows.map((r) => [r.name, r.now])));
} finally {
	await browser.close();
	server.kill();
}
if (flag.keep) {
	mkdirSync(kept, { recursive: true });
	for (const r of rows) copyFileSync(r.now, join(kept, `${r.name}.png`));
}
writeFileSync(join(out, "index.html"), sideBySide(rows));
console.log(
	`${rows.length} pictures, ${rows.filter((r) => r.part).length} differ from those kept, ${rows.filter((r) => r.old === null).length} are new: ${join(out, "index.html")}`,
);
process.exit(failed > 0 ? 1 : 0);
