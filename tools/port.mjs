// node port.mjs FIRST: the first free port of this machine from FIRST on; the address instead, if a Big Muddy answers there.
import { createServer } from "node:net";

const free = (port) =>
	new Promise((yes) => {
		const server = createServer()
			.once("error", () => yes(false))
			.listen(port, "127.0.0.1", () => server.close(() => yes(true)));
	});

async function ours(at) {
	try {
		const games = await (await fetch(`${at}/games`, { signal: AbortSignal.timeout(1000) })).json();
		return games.includes("queen");
	} catch {
		return false;
	}
}

for (let port = Number(process.argv[2]); port < 65536; port++) {
	const at = `http://127.0.0.1:${port}`;
	if (await free(port)) {
		console.log(port);
		break;
	}
	if (await ours(at)) {
		console.log(at);
		break;
	}
}
