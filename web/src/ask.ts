// Asking the server that this page came from. It may answer that it has been asked too much for the moment (429): then the page waits as long as
// it says, and asks again. Such an answer is never what was asked for.

/** Tries before the refusal itself is the answer: the longest wait the server asks for is about a minute. */
const TRIES = 6;
/** In seconds, where an answer does not say. */
const WAIT = 10;

/** Asked too much of what passes by itself; a limit of tables made in an hour is another thing. */
async function passes(answer: Response): Promise<boolean> {
	if (answer.status !== 429) return false;
	const said = (await answer
		.clone()
		.json()
		.catch(() => ({}))) as { error?: string };
	return said.error !== "limit";
}

/** fetch(), with that patience. waits: told before each wait how many seconds it takes. */
export async function patiently(
	address: string | URL,
	init: RequestInit,
	waits: (seconds: number) => void,
): Promise<Response> {
	for (let tried = 1; ; tried++) {
		const answer = await fetch(address, init);
		if (tried === TRIES || !(await passes(answer))) return answer;
		const seconds = Number(answer.headers.get("Retry-After")) || WAIT;
		waits(seconds);
		// Not all pages of an address at the same moment.
		await new Promise((go) => setTimeout(go, (seconds + Math.random()) * 1000));
	}
}
