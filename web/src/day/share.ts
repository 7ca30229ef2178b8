// The small picture to share: places only, nothing of a deal. Its colours are fixed, so that it looks alike wherever it is sent.
export interface Row {
	title: string;
	/** Among how many; null: not played. */
	place: { n: number; of: number } | null;
}

const text = (s: string) => s.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);
const WIDE = 298;
const HIGH = 196;

/** The picture in words, for who cannot see it, and to send where pictures cannot be sent. */
export const shareWords = (date: string, rows: readonly Row[], foot: string): string =>
	[
		`Big Muddy, river of ${date}`,
		...rows.map(({ title, place }) => `${title}: ${place ? `${place.n}/${place.of}` : "to play"}`),
		foot,
	].join("\n");

function line({ title, place }: Row, i: number): string {
	const y = 86 + 33 * i;
	const [from, to] = [134, 244];
	const name = `<text x="22" y="${y + 5}" font-size="14" font-weight="700">${text(title)}</text>`;
	if (!place)
		return `${name}<path d="M${from} ${y}H${to - 18}" stroke="#2b5f6d" stroke-width="7" stroke-linecap="round" stroke-dasharray=".5 11" opacity=".35"/><text x="284" y="${y + 5}" text-anchor="end" font-size="13" fill="#77644a">to play</text>`;
	const at = from + (to - from) * (1 - (place.n - 1) / Math.max(1, place.of - 1));
	return `${name}<path d="M${from} ${y}H${to}" stroke="#2b5f6d" stroke-width="7" stroke-linecap="round" opacity=".28"/><path d="M${from} ${y}H${at}" stroke="#33707f" stroke-width="7" stroke-linecap="round"/><circle cx="${at}" cy="${y}" r="7" fill="#c53c22" stroke="#7e2110" stroke-width="1.4"/><circle cx="${at}" cy="${y}" r="2.8" fill="#fff6e6"/><text x="284" y="${y + 5}" text-anchor="end" font-size="14" font-weight="800">${place.n}/${place.of}</text>`;
}

const STEAMER =
	'<g transform="translate(226 22)" stroke="#2a2017" stroke-width="1.2" stroke-linejoin="round"><path d="M-16 15q-12 2-22 8M-16 10q-12-2-22-8" fill="none" stroke="#fff" stroke-opacity=".8"/><path d="M-16 2h44q14 5 18 10q-4 6-18 10h-44q-4-10 0-20z" fill="#c53c22"/><path d="M-8 6h34v12h-34z" fill="#f3d3a8"/><path d="M-18 3h7v18h-7z" fill="#8a2413"/><circle cx="6" cy="12" r="3.4" fill="#2a2017"/><circle cx="16" cy="12" r="3.4" fill="#2a2017"/></g>';

export function shareCard(date: string, rows: readonly Row[], foot: string): string {
	const waves = [8, 17, 27, 38, 50]
		.map(
			(y, i) =>
				`<path d="M${-10 - i * 7} ${y}q18 -5 36 0${"t36 0".repeat(8)}" fill="none" stroke="#33707f" opacity=".5"/>`,
		)
		.join("");
	return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${text(shareWords(date, rows, foot).replaceAll("\n", ". "))}" width="${2 * WIDE}" height="${2 * HIGH}" viewBox="0 0 ${WIDE} ${HIGH}" font-family="Alegreya Sans, Gill Sans, sans-serif" fill="#2a2017"><rect width="${WIDE}" height="${HIGH}" fill="#fcf7ea"/><rect width="${WIDE}" height="58" fill="#a9cfd2"/>${waves}<path d="M0 58H${WIDE}" stroke="#2a2017" stroke-width="1.6"/><text x="18" y="31" font-family="Abril Fatface, Georgia, serif" font-size="23">Big Muddy</text><text x="18" y="49" font-family="IM Fell Double Pica, Georgia, serif" font-style="italic" font-size="14">river of ${text(date)}</text>${STEAMER}${rows.map(line).join("")}<text x="149" y="184" text-anchor="middle" font-size="12" fill="#77644a">${text(foot)}</text><rect x="3" y="3" width="${WIDE - 6}" height="${HIGH - 6}" fill="none" stroke="#2a2017" stroke-opacity=".45"/></svg>`;
}

/** The picture as a PNG. */
export async function png(svg: string): Promise<Blob> {
	const image = new Image();
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
	await image.decode();
	const canvas = document.createElement("canvas");
	[canvas.width, canvas.height] = [2 * WIDE, 2 * HIGH];
	canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
	return new Promise((yes, no) => canvas.toBlob((b) => (b ? yes(b) : no(new Error("no picture"))), "image/png"));
}
