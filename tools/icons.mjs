// node tools/icons.mjs: web/public/icon-*.png from icon.svg, for systems that install no SVG. Systems cut the corners of the one that is maskable, as they like.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const { chromium } = createRequire(new URL("../web/package.json", import.meta.url))("playwright-core");
const at = (name) => fileURLToPath(new URL(`../web/public/${name}`, import.meta.url));
const svg = `data:image/svg+xml;base64,${readFileSync(at("icon.svg")).toString("base64")}`,
	PAPER = "#ecdfc2";
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
for (const [name, size, part, ground] of [
	["icon-180.png", 180, 1, PAPER],
	["icon-192.png", 192, 1, "transparent"],
	["icon-512.png", 512, 1, "transparent"],
	["icon-maskable.png", 512, 1, PAPER],
]) {
	const page = await browser.newPage({ viewport: { width: size, height: size } });
	await page.setContent(
		`<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}"><img src="${svg}" width="${size * part}" height="${size * part}">`,
	);
	await page.waitForFunction(() => document.images[0].complete);
	await page.screenshot({ path: at(name), omitBackground: ground === "transparent" });
	await page.close();
}
await browser.close();
