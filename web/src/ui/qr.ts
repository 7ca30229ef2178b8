// A QR code (ISO/IEC 18004) of a text, made in the page: what is in it need not be told to anybody, the server included.
// Bytes only, error correction of the lowest level: it is read from a screen.

/** Bytes of error correction in a block, and how many blocks there are, of versions 1 to 15. */
const BLOCKS: [number, number][] = [
	[7, 1], [10, 1], [15, 1], [20, 1], [26, 1], [18, 2], [20, 2], [24, 2], [30, 2], [18, 4], [20, 4], [24, 4], [26, 4], [30, 4], [22, 6],
]; // prettier-ignore

const MASKS: ((x: number, y: number) => boolean)[] = [
	(x, y) => (x + y) % 2 === 0,
	(_x, y) => y % 2 === 0,
	(x) => x % 3 === 0,
	(x, y) => (x + y) % 3 === 0,
	(x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
	(x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
	(x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
	(x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const sizeOf = (version: number) => 17 + 4 * version;

/** Where the small squares are, along one side. */
function alignments(version: number): number[] {
	if (version === 1) return [];
	const n = Math.floor(version / 7) + 2;
	const last = sizeOf(version) - 7;
	const step = Math.ceil((last - 6) / (n - 1) / 2) * 2;
	return [6, ...Array.from({ length: n - 1 }, (_, i) => last - step * (n - 2 - i))];
}

/** Bytes that fit beside everything that does not carry any. */
function capacity(version: number): number {
	const a = alignments(version).length;
	const squares = a === 0 ? 0 : a * a - 3;
	const crossing = a === 0 ? 0 : 2 * (a - 2); // those that lie on the lines of timing share five modules with them
	const timing = 2 * (sizeOf(version) - 16);
	const free = sizeOf(version) ** 2 - 3 * 64 - timing - 31 - 25 * squares + 5 * crossing - (version >= 7 ? 36 : 0);
	return Math.floor(free / 8);
}

// Error correction: polynomials over the field of 256 elements.
function times(a: number, b: number): number {
	let product = 0;
	for (let bit = 7; bit >= 0; bit--) {
		product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
		if ((b >> bit) & 1) product ^= a;
	}
	return product & 0xff;
}

/** Without its first coefficient, which is 1. */
function generator(n: number): number[] {
	let g = [1];
	for (let i = 0, root = 1; i < n; i++, root = times(root, 2)) {
		const next = [...g, 0];
		g.forEach((c, k) => (next[k + 1]! ^= times(c, root)));
		g = next;
	}
	return g.slice(1);
}

function remainder(data: number[], by: number[]): number[] {
	const rest = by.map(() => 0);
	for (const byte of data) {
		const factor = byte ^ rest.shift()!;
		rest.push(0);
		by.forEach((c, i) => (rest[i]! ^= times(c, factor)));
	}
	return rest;
}

/** What follows the bits of a number so that a reader can correct them. */
function checked(value: number, polynomial: number, bits: number): number {
	let rest = value;
	for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) & 1 ? polynomial : 0);
	return (value << bits) | (rest & ((1 << bits) - 1));
}

/** The text with its length, filled up: data and error correction of all blocks, in the order in which they are drawn. */
function codewords(text: Uint8Array, version: number): number[] {
	const [ec, blocks] = BLOCKS[version - 1]!;
	const room = capacity(version) - ec * blocks;
	const bits: number[] = [];
	const put = (value: number, n: number) => {
		for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
	};
	put(4, 4);
	put(text.length, version < 10 ? 8 : 16);
	text.forEach((byte) => put(byte, 8));
	put(0, Math.min(4, room * 8 - bits.length));
	put(0, (8 - (bits.length % 8)) % 8);
	for (let fill = 0xec; bits.length < room * 8; fill ^= 0xec ^ 0x11) put(fill, 8);
	const data = Array.from({ length: room }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));

	const short = Math.floor(room / blocks);
	const longer = room % blocks; // of the blocks, the last ones, by a byte
	const g = generator(ec);
	const cut: number[][] = [];
	for (let i = 0, at = 0; i < blocks; i++) {
		const n = short + (i >= blocks - longer ? 1 : 0);
		cut.push(data.slice(at, at + n));
		at += n;
	}
	const ends = cut.map((block) => remainder(block, g));
	const woven = (of: number[][], n: number) =>
		Array.from({ length: n }, (_, i) => of.flatMap((b) => (i < b.length ? [b[i]!] : []))).flat();
	return [...woven(cut, short + 1), ...woven(ends, ec)];
}

/** dark: as it is drawn. fixed: what no mask changes. */
interface Grid {
	dark: boolean[][];
	fixed: boolean[][];
}

function blank(version: number): Grid {
	const size = sizeOf(version);
	const grid = { dark: [] as boolean[][], fixed: [] as boolean[][] };
	for (let y = 0; y < size; y++) {
		grid.dark.push(Array<boolean>(size).fill(false));
		grid.fixed.push(Array<boolean>(size).fill(false));
	}
	const set = (x: number, y: number, dark: boolean) => {
		if (x < 0 || y < 0 || x >= size || y >= size) return;
		grid.dark[y]![x] = dark;
		grid.fixed[y]![x] = true;
	};
	const square = (cx: number, cy: number, reach: number, light: number[]) => {
		for (let y = -reach; y <= reach; y++)
			for (let x = -reach; x <= reach; x++)
				set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
	};
	for (let i = 0; i < size; i++) {
		set(6, i, i % 2 === 0);
		set(i, 6, i % 2 === 0);
	}
	const places = alignments(version);
	for (const y of places)
		for (const x of places) {
			const corner = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
			if (!corner) square(x, y, 2, [1]);
		}
	for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, [2, 4]); // prettier-ignore
	for (let i = 0; i < 9; i++) {
		if (i !== 6) set(8, i, false);
		if (i !== 6) set(i, 8, false);
		if (i < 8) set(size - 1 - i, 8, false);
		if (i < 8) set(8, size - 1 - i, i === 7);
	}
	if (version >= 7) {
		const bits = checked(version, 0x1f25, 12);
		for (let i = 0; i < 18; i++) {
			const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
			set(a, b, ((bits >> i) & 1) === 1);
			set(b, a, ((bits >> i) & 1) === 1);
		}
	}
	return grid;
}

/** Two columns at a time, from the right, up and down. */
function fill(grid: Grid, bytes: number[]): void {
	const size = grid.dark.length;
	let at = 0;
	for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
		if (right === 6) right--;
		for (let i = 0; i < size; i++)
			for (const x of [right, right - 1]) {
				const y = up ? size - 1 - i : i;
				if (grid.fixed[y]![x]) continue;
				grid.dark[y]![x] = (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
				at++;
			}
	}
}

function masked(grid: Grid, mask: number): boolean[][] {
	const size = grid.dark.length;
	const dark = grid.dark.map((row, y) => row.map((d, x) => (grid.fixed[y]![x] ? d : d !== MASKS[mask]!(x, y))));
	const bits = checked((1 << 3) | mask, 0x537, 10) ^ 0x5412;
	for (let i = 0; i < 15; i++) {
		const on = ((bits >> i) & 1) === 1;
		dark[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8] = on;
		dark[8]![i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = on;
	}
	return dark;
}

/** How hard it is to read: long runs, blocks, what looks like a corner, and too much of one colour. */
function penalty(dark: boolean[][]): number {
	const size = dark.length;
	const lines = [
		...dark.map((row) => row.map((d) => (d ? "1" : "0")).join("")),
		...dark.map((_, x) => dark.map((row) => (row[x] ? "1" : "0")).join("")),
	];
	let sum = 0;
	for (const line of lines) {
		for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
		for (const corner of ["10111010000", "00001011101"])
			for (let at = line.indexOf(corner); at >= 0; at = line.indexOf(corner, at + 1)) sum += 40;
	}
	for (let y = 0; y + 1 < size; y++)
		for (let x = 0; x + 1 < size; x++) {
			const d = dark[y]![x];
			if (dark[y]![x + 1] === d && dark[y + 1]![x] === d && dark[y + 1]![x + 1] === d) sum += 3;
		}
	const share = (dark.flat().filter(Boolean).length * 20) / (size * size);
	return sum + 10 * Math.floor(Math.abs(share - 10));
}

/** Rows of modules, true is dark, without the light margin of four modules that has to surround them; null: the text is too long. A mask can be
 * named; else it is the one that is read most easily. */
export function qrOf(text: string, mask?: number): boolean[][] | null {
	const bytes = new TextEncoder().encode(text);
	const version = BLOCKS.findIndex(
		([ec, blocks], i) => bytes.length + (i + 1 < 10 ? 2 : 3) <= capacity(i + 1) - ec * blocks,
	);
	if (version < 0) return null;
	const grid = blank(version + 1);
	fill(grid, codewords(bytes, version + 1));
	const all = (mask === undefined ? MASKS.map((_, i) => i) : [mask]).map((m) => masked(grid, m));
	return all.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}
