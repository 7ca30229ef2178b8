// Keeps the page for when there is no network. Browsers allow it with https, and on this machine.
import { root } from "./route.svelte";

export function keepOffline(): void {
	if (import.meta.env.PROD && isSecureContext && "serviceWorker" in navigator)
		addEventListener("load", () => void navigator.serviceWorker.register(`${root()}sw.js`).catch(() => {}));
}
