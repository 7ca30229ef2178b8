#include "qr.h"

#include <qrencode.h>

enum { MARGIN = 2 };                    /* squares of white around it; the standard has 4, readers are content with 2 */

static bool dark(const QRcode *q, int x, int y)
{
	bool inside = x >= 0 && y >= 0 && x < q->width && y < q->width;

	return inside && (q->data[y * q->width + x] & 1);
}

bool qr_put(FILE *out, const char *text, bool colour)
{
	static const char *const blocks[2][2] = { { "\u2588", "\u2580" }, { "\u2584", " " } };  /* [upper is dark][lower is dark] */
	QRcode *q = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);

	if (!q)
		return false;
	for (int y = -MARGIN; y < q->width + MARGIN; y += 2) {
		fputs(colour ? "  \033[97;40m" : "  ", out);
		for (int x = -MARGIN; x < q->width + MARGIN; x++)
			fputs(blocks[dark(q, x, y)][dark(q, x, y + 1)], out);
		fputs(colour ? "\033[0m\n" : "\n", out);
	}
	QRcode_free(q);
	return true;
}
