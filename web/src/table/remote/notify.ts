// Web Push: the server sends word through the browser's own service. It needs a service worker, and so a secure context.
import type { TableState } from "../state.svelte";
import { heldSeat, holdSeat } from "./held";
import { ask } from "../../waiting.svelte";

export const canBeTold = () =>
	isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether word comes to this browser; the server does not tell where it sends it. */
export const isTold = (table: TableState) =>
	canBeTold() && Notification.permission === "granted" && heldSeat(table.match!.matchID)?.told === true;

function keepTold(table: TableState, told: boolean): void {
	const held = heldSeat(table.match!.matchID);
	if (held) holdSeat({ ...held, told });
}

const bytes = (base64url: string) =>
	Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The server's key for it; null: this server sends no word. */
export const pushKey = async () => ((await (await ask("/push")).json()) as { key: string | null }).key;

export async function tellHere(table: TableState, key: string): Promise<void> {
	if ((await Notification.requestPermission()) !== "granted") throw new Error("This browser does not allow it.");
	const worker = await Promise.race([
		navigator.serviceWorker.ready,
		new Promise<never>((_, no) => setTimeout(() => no(new Error("This page has no service worker.")), 4000)),
	]);
	const got = (
		await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
	).toJSON();
	await table.request({
		type: "tell",
		push: { endpoint: got.endpoint!, p256dh: got.keys!.p256dh!, auth: got.keys!.auth! },
	});
	keepTold(table, true);
}

export async function stopTelling(table: TableState): Promise<void> {
	await table.request({ type: "tell" });
	keepTold(table, false);
}
