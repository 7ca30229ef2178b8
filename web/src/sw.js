// The service worker: keeps every file of the page, so that it opens without a network. What is said to a server is never kept.
// web/offline.ts puts the names of the files in, and a version that changes with them.
const FILES = /* files */ [];
const VERSION = /* version */ "";
const CACHE = `bigmuddy-${VERSION}`;

const AT_ONCE = 4; // files that are fetched at a time: the page itself may want some, too
const TRIES = 6;
const WAIT = 10; // seconds, where a refusal does not say

/** fetch(); a server that asks to wait (429) is asked again after as long as it says. waits: told how many seconds that is. As web/src/ask.ts. */
async function patiently(request, waits = () => {}) {
	for (let tried = 1; ; tried++) {
		const answer = await fetch(request.clone());
		if (answer.status !== 429 || tried === TRIES) return answer;
		const seconds = Number(answer.headers.get("Retry-After")) || WAIT;
		waits(seconds);
		await new Promise((go) => setTimeout(go, (seconds + Math.random()) * 1000));
	}
}

/** A name with a hash in it means one content for ever: what the page has just loaded need not be asked for again. Else what the browser
 * kept of an older version does not count. */
const fresh = (file) => new Request(file, { cache: /[.-][0-9a-f]{8,}\.\w+$/.test(file) ? "default" : "reload" });

async function keepAll() {
	const cache = await caches.open(CACHE);
	const left = [...FILES];
	const some = async () => {
		for (let file; (file = left.shift());) {
			const answer = await patiently(fresh(file));
			if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
			await cache.put(file, answer);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, some));
}

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => {
	// The version before is kept, too: a page of it may still be open, and ask for more of its files.
	const old = (names) => names.filter((name) => name.startsWith("bigmuddy-") && name !== CACHE).slice(0, -1);
	event.waitUntil(
		caches
			.keys()
			.then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
			.then(() => self.clients.claim()),
	);
});

/** A page of ours, wherever it is: they are all the same file. The newest one, if it can be had. */
async function page(request) {
	try {
		const answer = await fetch(request);
		if (answer.ok) return answer;
	} catch {
		// No network.
	}
	return (await caches.match(new URL("./", self.registration.scope))) ?? Response.error();
}

/** Whoever looks at that page is told that it waits. */
const tell = (id) => async (seconds) => (await self.clients.get(id))?.postMessage({ waits: seconds });

const ASSETS = new URL("assets/", self.registration.scope).pathname;

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const here = new URL(request.url);
	if (request.method !== "GET" || here.origin !== location.origin) return;
	if (request.mode === "navigate") event.respondWith(page(request));
	else if (
		here.pathname.startsWith(ASSETS) ||
		FILES.some((file) => new URL(file, self.registration.scope).pathname === here.pathname)
	)
		event.respondWith(
			caches
				.match(request, { ignoreVary: true })
				.then((kept) => kept ?? patiently(request, tell(event.clientId))),
		);
});

self.addEventListener("push", (event) => {
	const { table = "", words = "It is your turn." } = event.data?.json() ?? {};
	event.waitUntil(
		self.registration.showNotification("Big Muddy", { body: words, tag: table, icon: "icon.svg", data: { table } }),
	);
});

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	const address = new URL(`t/${event.notification.data.table}`, self.registration.scope).href;
	event.waitUntil(
		self.clients
			.matchAll({ type: "window" })
			.then((open) => open.find((w) => w.url.startsWith(address))?.focus() ?? self.clients.openWindow(address)),
	);
});
