// Reviews are kept in this browser with the game they are about: the record is the key. A browser that keeps nothing judges anew.
import type { Moment } from "./moments";

export interface KeptReview {
	/** Of the judgement, as the engine names it: what another one has said is of no use. */
	judge: string;
	/** The level of each move; null: not judged. */
	moments: ({ level: string; moment: Moment } | null)[];
}

const STORE = "reviews";

function open(): Promise<IDBDatabase> {
	return new Promise((yes, no) => {
		const asked = indexedDB.open("bigmuddy", 1);
		asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
		asked.onsuccess = () => yes(asked.result);
		asked.onerror = () => no(asked.error!);
	});
}

async function ask<T>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
	try {
		const db = await open();
		const answer = await new Promise<T>((yes, no) => {
			const asked = what(db.transaction(STORE, mode).objectStore(STORE));
			asked.onsuccess = () => yes(asked.result);
			asked.onerror = () => no(asked.error!);
		});
		db.close();
		return answer;
	} catch {
		return null;
	}
}

export const keepReview = (record: string, review: KeptReview): Promise<unknown> =>
	ask("readwrite", (store) => store.put(review, record));

export async function keptReview(record: string, judge: string): Promise<KeptReview | null> {
	const found = (await ask("readonly", (store) => store.get(record))) as KeptReview | null | undefined;
	return found?.judge === judge && Array.isArray(found.moments) ? found : null;
}
