// Word of a turn when the page is closed. The shell of Chromium has no notifications, so that this is for the whole of it.
import { whole } from "../../playwright.config";
import { expect, test } from "./kit";
import { beginTwo, Ear, menu } from "./tables";

test.use({ launchOptions: whole });

test("word when the page is closed: set up, shown, and taken back", async ({ serve, visitor }) => {
	const server = await serve("memory:", "--push-key", "FOLDER/key");
	const ann = await visitor({ server, serviceWorkers: "allow", permissions: ["notifications"] });
	const bob = await visitor({ server });
	const ear = new Ear(ann);
	// Chromium's own push service is out of reach here: in its place an address is handed out, and refused at first.
	await ann.addInitScript(() => {
		let asked = 0;
		const b64 = (n: number, first: number) =>
			btoa(String.fromCharCode(first, ...Array.from({ length: n - 1 }, (_, i) => i)))
				.replace(/\+/g, "-")
				.replace(/\//g, "_")
				.replace(/=+$/, "");
		PushManager.prototype.subscribe = async function (options) {
			if (asked++ === 0) throw new DOMException("Registration failed - push service not available", "AbortError");
			if ((options!.applicationServerKey as Uint8Array).length !== 65) throw new Error("That is no key.");
			const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
			const point = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
			const p256dh = btoa(String.fromCharCode(...point))
				.replace(/\+/g, "-")
				.replace(/\//g, "_")
				.replace(/=+$/, "");
			return {
				toJSON: () => ({ endpoint: "https://push.example/send/1", keys: { p256dh, auth: b64(16, 7) } }),
			} as unknown as PushSubscription;
		};
	});
	const link = await beginTwo(ann, bob, "queen", { "The race": "First race" });
	await ann.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
	const dialog = await menu(ann);
	const tell = dialog.getByRole("button", { name: "Tell me when it is my turn" });
	await tell.click();
	await expect(dialog.getByRole("alert")).toContainText("push service");
	await tell.click();
	const stop = dialog.getByRole("button", { name: "Stop telling me" });
	await expect(stop).toHaveAttribute("aria-pressed", "true");
	const told = () => ear.said.filter((m) => m.type === "tell");
	expect(told()).toHaveLength(1);
	expect(told()[0]!.push!.endpoint).toBe("https://push.example/send/1");
	await ann.reload();
	await (await menu(ann)).getByRole("button", { name: "Stop telling me" }).click();
	await expect(tell).toBeVisible();
	expect(told().at(-1)!.push).toBeUndefined();

	// Word that comes is shown, and names the table.
	const cdp = await ann.context().newCDPSession(ann);
	const registered = new Promise<string>((found) =>
		cdp.on(
			"ServiceWorker.workerRegistrationUpdated",
			({ registrations }) => registrations[0] && found(registrations[0].registrationId),
		),
	);
	await cdp.send("ServiceWorker.enable");
	const table = new URL(link).pathname.split("/").at(-1)!;
	await cdp.send("ServiceWorker.deliverPushMessage", {
		origin: server.address,
		registrationId: await registered,
		data: JSON.stringify({ table, words: "It is your turn on the river." }),
	});
	const shown = () =>
		ann.evaluate(async () =>
			(await (await navigator.serviceWorker.ready).getNotifications()).map((n) => [n.title, n.body, n.tag]),
		);
	await expect.poll(shown).toEqual([["Big Muddy", "It is your turn on the river.", table]]);
});
