// Web Push: the server sends word through the browser's own service. It needs a service worker, and so a secure context.
import type { Desk } from "../desk.svelte";

export const canBeTold = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (base64url: string) => Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

export async function tellHere(desk: Desk): Promise<void> {
	if ((await Notification.requestPermission()) !== "granted")
		throw new Error("This browser does not allow it.");
	const { key } = (await (await fetch("/push")).json()) as { key: string | null };
	if (!key)
		throw new Error("This server sends no word.");
	const worker = await Promise.race([navigator.serviceWorker.ready, new Promise<never>((_, no) => setTimeout(() => no(new Error("This page has no service worker.")), 4000))]);
	const got = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })).toJSON();
	await desk.say({ type: "tell", push: { endpoint: got.endpoint!, p256dh: got.keys!.p256dh!, auth: got.keys!.auth! } });
}

export async function stopTelling(desk: Desk): Promise<void> {
	await desk.say({ type: "tell" });
}
