// Keeps the page for when there is no network. Browsers allow it with https, and on this machine.
import { root } from "./route.svelte";
import { waits } from "./waiting.svelte";

export function keepOffline(): void {
	if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return;
	addEventListener("load", () => void navigator.serviceWorker.register(`${root()}sw.js`).catch(() => {}));
	// What the service worker waits for it cannot show by itself.
	navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ waits?: number } | null>) => {
		if (typeof data?.waits === "number") waits(data.waits);
	});
}
