/// <reference types="node" />
// What the tests in a browser share: a server of our own, and pages in which nothing may go wrong unseen.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import {
	expect,
	test as base,
	type BrowserContext,
	type BrowserContextOptions,
	type Locator,
	type Page,
} from "@playwright/test";
import type { GameName } from "../../src/table/messages";

export { expect } from "@playwright/test";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const program = process.env.BIGMUDDY ?? here("../../../build/bigmuddy");
export const WWW = process.env.WWW ?? here("../../dist");

export const games: readonly GameName[] = ["queen", "broadhorns", "rails"];
export const titles: Record<GameName, string> = {
	queen: "Mississippi Queen",
	broadhorns: "Broadhorns",
	rails: "Small Railroad Empires",
};
export const PHONE: BrowserContextOptions = {
	viewport: { width: 390, height: 844 },
	hasTouch: true,
	isMobile: true,
	deviceScaleFactor: 1,
};

/** A game that is kept for the tests of the rules. */
export const golden = (name: string) =>
	readFileSync(new URL(`../../../tests/golden/${name}.record`, import.meta.url), "utf8");
/** The address that has a record in it. */
export const linkTo = (record: string, ply?: number) =>
	`/#r=d${deflateRawSync(record).toString("base64url")}${ply === undefined ? "" : `.${ply}`}`;

/** A server with the built page, on a port that is free; it keeps its port when it is started again. */
export class Server {
	address = "";
	private child: ChildProcess | null = null;
	private said = "";

	private constructor(
		private readonly store: string,
		private readonly flags: readonly string[],
	) {}

	/** store: memory: forgets everything when it stops; sqlite:FILE does not. flags: more for `bigmuddy serve`. */
	static async start(store = "memory:", ...flags: string[]): Promise<Server> {
		const server = new Server(store, flags);
		await server.again();
		return server;
	}

	/** Starts it, for the first time or after stop. */
	async again(): Promise<void> {
		const listen = this.address ? new URL(this.address).host : "127.0.0.1:0";
		// Bots need not wait for anybody to watch, and a test asks more of one address than people do.
		const child = spawn(program, [
			"serve",
			"--listen",
			listen,
			"--store",
			this.store,
			"--www",
			WWW,
			"--bot-delay",
			"0",
			"--requests",
			"100000",
			"--tables-per-address",
			"10000",
			"--messages",
			"1000",
			...this.flags,
		]);
		this.child = child;
		this.said = "";
		child.stdout.resume();
		this.address = await new Promise<string>((found, none) => {
			// Its log has the port, whatever name it goes by.
			child.stderr.on("data", (d: Buffer) => {
				this.said += d;
				const port = /"listening","port":(\d+)/.exec(this.said)?.[1];
				if (port) found(`http://127.0.0.1:${port}`);
			});
			child.on("exit", () => none(new Error(`the server has stopped: ${this.said}`)));
			child.on("error", none);
		});
	}

	/** SIGTERM ends it in good order, SIGKILL does not. */
	async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
		const child = this.child;
		this.child = null;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, "exit");
		child.kill(signal);
		await ended;
	}
}

/** What went wrong in the pages of a test, and what of it was meant to. */
export class Watch {
	readonly wrong: string[] = [];
	private meant: RegExp[] = [/Service Worker registration blocked by Playwright/];

	/** From now on this may be said on the console, or thrown: where a test breaks something on purpose. */
	expect(...words: RegExp[]): void {
		this.meant.push(...words);
	}

	private note(words: string): void {
		if (!this.meant.some((m) => m.test(words))) this.wrong.push(words);
	}

	/** Errors, warnings (Svelte's among them), and requests to anybody but the server, in every page of this context. */
	over(context: BrowserContext, address: string): void {
		context.on("weberror", (e) => this.note(`${e.error().message}\n${e.error().stack ?? ""}`));
		context.on("console", (m) => {
			if (["error", "warning"].includes(m.type())) this.note(`console: ${m.text()} ${m.location().url}`);
		});
		context.on("request", (r) => {
			if (!r.url().startsWith(address) && !/^(data|blob):/.test(r.url()))
				this.note(`a request to another host: ${r.url()}`);
		});
		context.on("page", (page) =>
			page.on("websocket", (socket) => {
				if (!socket.url().startsWith(address.replace("http", "ws")))
					this.note(`a socket to another host: ${socket.url()}`);
			}),
		);
	}
}

/** In the page: it is laid out and hit as always, but nothing of it is rasterized, which takes a quarter of the processor time of the tests. No test looks
 *  at pixels; `measured` and whoever asks for opacity sees the page as people do. */
const unpainted = () => addEventListener("DOMContentLoaded", () => (document.documentElement.style.opacity = "0"));

/** What a function says of the page, called in it with an argument that is JSON, while the page is not transparent. */
export const measured = <A, R>(page: Page, look: (wanted: A) => R, wanted: A): Promise<Awaited<R>> =>
	page.evaluate(
		`(async () => {
			const { style } = document.documentElement;
			const before = style.opacity;
			style.opacity = "";
			try {
				const said = (${String(look)})(${JSON.stringify(wanted)});
				return said instanceof Promise ? await said : said;
			} finally {
				style.opacity = before;
			}
		})()`,
	);

interface Kit {
	/** Whether pages are painted: where motion is what is tested, and where a newcomer is followed. */
	painted: boolean;
	watch: Watch;
	/** A server of the test's own, which stops when all pages are closed. FOLDER in a flag or a store is a folder of its own. */
	serve: (store: string, ...flags: string[]) => Promise<Server>;
	/** A page of somebody else: another browser, with storage of its own. At `path` if there is one. */
	visitor: (options?: BrowserContextOptions & { path?: string; server?: { address: string } }) => Promise<Page>;
}

export const test = base.extend<Kit, { server: Server }>({
	/** One server for all the tests of a process; a test that stops it starts one of its own. */
	server: [
		async ({}, use) => {
			const server = await Server.start();
			await use(server);
			await server.stop();
		},
		{ scope: "worker" },
	],
	baseURL: async ({ server }, use) => use(server.address),
	painted: [false, { option: true }],
	watch: async ({}, use) => {
		const watch = new Watch();
		await use(watch);
		if (watch.wrong.length > 0) throw new Error(`went wrong in the page:\n${watch.wrong.join("\n")}`);
	},
	context: async ({ context, server, watch, painted }, use) => {
		watch.over(context, server.address);
		if (!painted) await context.addInitScript(unpainted);
		await use(context);
	},
	serve: async ({}, use) => {
		const open: Server[] = [];
		const folder = mkdtempSync(join(tmpdir(), "muddy-"));
		await use(async (...words) => {
			const server = await Server.start(...words.map((w) => w.replace("FOLDER", folder)));
			open.push(server);
			return server;
		});
		for (const server of open) await server.stop();
		rmSync(folder, { recursive: true });
	},
	visitor: async ({ browser, server, serve: _, watch, contextOptions, viewport, painted }, use) => {
		const open: BrowserContext[] = [];
		await use(async ({ path, server: other, ...options } = {}) => {
			const at = other ?? server;
			const context = await browser.newContext({
				...contextOptions,
				viewport,
				baseURL: at.address,
				serviceWorkers: "block",
				...options,
			});
			open.push(context);
			watch.over(context, at.address);
			if (!painted) await context.addInitScript(unpainted);
			const page = await context.newPage();
			if (path !== undefined) await page.goto(path);
			return page;
		});
		for (const context of open) await context.close();
	},
});

/** Opens and fills in the form on the first page. seats: "person", or how strong a bot is; options: by the words of the form. */
export async function fillIn(
	page: Page,
	game: GameName,
	how: "Hot seat" | "With friends",
	seats: readonly string[],
	options: Record<string, string | number> = {},
): Promise<Locator> {
	await page.goto("/");
	await page
		.locator("article", { has: page.getByRole("heading", { name: titles[game] }) })
		.getByRole("button", { name: how })
		.click();
	const form = page.getByRole("dialog");
	await form
		.getByRole("group", { name: "Players" })
		.locator("label")
		.filter({ hasText: new RegExp(`^${seats.length}`) })
		.click();
	for (const [i, seat] of seats.entries())
		if (how === "Hot seat" || i > 0) await form.getByLabel(`Who sits on seat ${i + 1}`).selectOption(seat);
	for (const [title, value] of Object.entries(options))
		if (typeof value === "number") {
			if (!(await form.getByLabel(title).isVisible())) await form.locator("summary").click();
			await form.getByLabel(title).fill(String(value));
			await form.getByLabel(title).press("Tab");
		} else await form.getByRole("group", { name: title }).locator("label", { hasText: value }).click();
	return form;
}

/** A game against bots or on a hot seat. */
export async function sitDown(
	page: Page,
	game: GameName,
	seats: readonly string[],
	options: Record<string, string | number> = {},
): Promise<void> {
	const form = await fillIn(page, game, "Hot seat", seats, options);
	await form.getByRole("button", { name: "Sit down" }).click();
	await page.locator(".table .tray").waitFor();
}

/** In an old game of others, whoever's eyes it is seen with. */
export async function nobodyIsYou(page: Page): Promise<void> {
	for (const eyes of ["1", "watcher", "0", "open"]) {
		await page.getByLabel("Seen by").selectOption(eyes);
		await expect(page.locator(".table"), `seen by ${eyes}`).not.toContainText(/\byours?\b|\byou\b/i);
		await expect(page.getByRole("region", { name: /your/i }), `seen by ${eyes}`).toHaveCount(0);
	}
}
