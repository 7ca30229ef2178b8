/// <reference types="node" />
// A wire between a browser and the server that can be cut, or swallow what goes over it.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export class Wire {
	address = "";
	/** What is swallowed: "up" to the server, "down" to the browser. The connections stay open, as they do when a cable is pulled. */
	lost: { up: boolean; down: boolean } = { up: false, down: false };
	/** Nobody gets through. */
	dead = false;
	private held: (() => void)[] | null = null;
	private pairs = new Set<Socket>();
	private readonly door = createServer((browser) => {
		if (this.dead) {
			browser.destroy();
			return;
		}
		const { port, hostname } = new URL(this.to);
		const server = connect(Number(port), hostname);
		for (const [from, into, way] of [
			[browser, server, "up"],
			[server, browser, "down"],
		] as const) {
			this.pairs.add(from);
			from.on("data", (d) => {
				if (way === "up" && this.held) this.held.push(() => into.write(d));
				else if (!this.lost[way]) into.write(d);
			});
			from.on("error", () => {});
			from.on("close", () => {
				this.pairs.delete(from);
				into.destroy();
			});
		}
	});

	private constructor(private readonly to: string) {}

	static async to(server: { address: string }): Promise<Wire> {
		const wire = new Wire(server.address);
		wire.door.listen(0, "127.0.0.1");
		await once(wire.door, "listening");
		wire.address = `http://127.0.0.1:${(wire.door.address() as AddressInfo).port}`;
		return wire;
	}

	/** What goes to the server waits, and then goes all at once: so that messages cross for certain. */
	hold(): void {
		this.held = [];
	}

	get waiting(): number {
		return this.held?.length ?? 0;
	}

	release(): void {
		for (const send of this.held ?? []) send();
		this.held = null;
	}

	/** Ends every connection; new ones get through, with nothing lost. */
	cut(): void {
		this.lost = { up: false, down: false };
		for (const socket of this.pairs) socket.destroy();
	}

	close(): void {
		this.dead = true;
		this.cut();
		this.door.close();
	}
}
