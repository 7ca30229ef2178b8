// The service worker: keeps every file of the page, so that it opens without a network. What is said to a server is never kept.
// web/offline.ts puts the names of the files in, and a version that changes with them.
const FILES = /* files */ [];
const VERSION = /* version */ "";
const CACHE = `bigmuddy-${VERSION}`;

self.addEventListener("install", (event) => {
	// "reload": what the browser kept of an older version does not count.
	event.waitUntil(
		caches
			.open(CACHE)
			.then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))
			.then(() => self.skipWaiting()),
	);
});

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
		event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
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
