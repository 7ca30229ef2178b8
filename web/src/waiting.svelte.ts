// Whether this page waits because the server has asked it to, for whoever looks at it.
import { patiently } from "./ask";

/** until: of Date.now(); 0: it does not wait. */
export const waiting = $state({ until: 0 });

let over: ReturnType<typeof setTimeout> | undefined;

export function waits(seconds: number): void {
	waiting.until = Math.max(waiting.until, Date.now() + seconds * 1000);
	clearTimeout(over);
	over = setTimeout(() => (waiting.until = 0), waiting.until - Date.now() + 1000);
}

/** fetch() for the page: a server that asks to wait is waited for, and the page says so. */
export const ask = (address: string | URL, init: RequestInit = {}) => patiently(address, init, waits);
