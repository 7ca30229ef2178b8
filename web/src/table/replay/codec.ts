// A record in an address: the text, deflated where the browser can, in the letters that every mail program leaves alone. `d` in front says
// deflated, `p` plain; a dot and a number behind it is the moment to show: #r=dS0kty....25
export interface Link {
	text: string;
	ply: number | null;
	/** The end is missing: links get cut off on their way. */ cut: boolean;
}

const toLetters = (bytes: Uint8Array) => {
	let text = "";
	for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
	return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

function fromLetters(letters: string): Uint8Array {
	const plain = letters.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
	const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain; // a letter alone holds no byte
	return Uint8Array.from(atob(whole), (c) => c.charCodeAt(0));
}

async function through(
	stream: { readable: ReadableStream; writable: WritableStream },
	bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; cut: boolean }> {
	const writer = stream.writable.getWriter();
	const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
	// What is wrong comes out of the reader; here it would only be told a second time.
	const written = writer
		.write(bytes as BufferSource)
		.then(() => writer.close())
		.catch(() => {});
	const chunks: Uint8Array[] = [];
	let cut = false;
	for (;;) {
		try {
			const { done, value } = await reader.read();
			if (done) break;
			chunks.push(value);
		} catch {
			cut = true;
			break;
		}
	}
	await written;
	const all = new Uint8Array(chunks.reduce((n, c) => n + c.length, 0));
	chunks.reduce((at, c) => (all.set(c, at), at + c.length), 0);
	return { bytes: all, cut };
}

const canDeflate = () => typeof CompressionStream !== "undefined";

/** Comments and the line of the box stay: a record is somebody's text, and comes back as it went in. */
export async function encode(record: string): Promise<string> {
	const bytes = new TextEncoder().encode(record);
	if (canDeflate())
		try {
			return "d" + toLetters((await through(new CompressionStream("deflate-raw"), bytes)).bytes);
		} catch {
			// A browser that has streams, but not this kind.
		}
	return "p" + toLetters(bytes);
}

/** What is in an address. Whatever can still be read is read; nothing readable is an error in words. */
export async function decode(data: string): Promise<Link> {
	const [, kind, letters, moment] = /^([a-z])([A-Za-z0-9+/_=-]*)(?:\.(\d+))?/.exec(data.replace(/\s+/g, "")) ?? [];
	if ((kind !== "d" && kind !== "p") || !letters)
		throw new Error("The address holds no record: what follows #r= is damaged from its beginning on.");
	const rest = data
		.replace(/\s+/g, "")
		.slice(kind.length + letters.length + (moment === undefined ? 0 : moment.length + 1));
	let bytes: Uint8Array;
	let cut = rest !== "";
	try {
		bytes = fromLetters(letters);
	} catch {
		throw new Error("The address holds no record: its letters do not fit together.");
	}
	if (kind === "d") {
		if (!canDeflate())
			throw new Error(
				"This browser cannot unpack the record in the address: open it in a newer one, or paste the record as text.",
			);
		const unpacked = await through(new DecompressionStream("deflate-raw"), bytes);
		bytes = unpacked.bytes;
		cut ||= unpacked.cut;
	}
	let text = new TextDecoder().decode(bytes);
	if (cut) text = whole(text);
	if (text.trim() === "")
		throw new Error("The record in the address is damaged or was cut off: nothing of it can be read.");
	return { text, ply: moment === undefined ? null : Number(moment), cut };
}

/** The text without what is broken at its end: from the last line on that is surely complete. */
function whole(text: string): string {
	return text.slice(0, text.lastIndexOf("\n") + 1);
}
