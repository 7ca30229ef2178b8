/* The river as text. A hex is four columns by two rows, and neighbours share their borders:
 *
 *      ___
 *     /   \      above: a ship's bow, or a station with the number of those who wait
 *     \_12/      below: the ship's letter, or the number of the cell; in the middle of tile 3 it says t3
 *
 * A screen reader reads it too: nothing is told by colour alone, and the facts stand beside the picture in words. */
#include <string.h>

#include "queen.h"

enum {
	WIDTH     = 210,                /* eleven steps of 16 columns between twelve tiles; one reaches 14 columns from its middle at most */
	PAGE      = 80,                 /* columns that we try to keep to */
	SIDE      = 40,                 /* of the facts, when they stand beside the river */
	GAP       = 2,                  /* between the two */
	MAX_FACTS = 1000,               /* bytes of the ships, and of the notes */
	MIDDLE    = 7,                  /* the cell that shows the tile's number */
};

enum sign { LINE, RISING, FALLING, LAND, STATION, DOCK, PIER, ARROW, SIGNS = ARROW + QUEEN_SIDES };

static const char *const sign_text[2][SIGNS] = {
	{ "_", "╱", "╲", "▒", "⌂", "≡", "╫", "↑", "↗", "↘", "↓", "↙", "↖" },
	{ "_", "/", "\\", "#", "H", "=", "+" },         /* plain: a heading is spelt out */
};

/* The bow is on that side of the hex to which the ship heads; its letter takes the other row. */
static const struct { uint8_t row, column; } bow[QUEEN_SIDES] = { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 1, 1 }, { 1, 0 }, { 0, 0 } };

enum paint { BARE, RIVER, NOTE, SHORE, TOWN, PLANK, STAGE, SHIP, PAINTS = SHIP + MAX_PLAYERS };

static const char *const paint_code[PAINTS] = {         /* codes of a terminal with 256 colours: ink on ground */
	[BARE]  = "\033[0m",
	[RIVER] = "\033[0;38;5;31;48;5;24m",
	[NOTE]  = "\033[0;38;5;74;48;5;24m",
	[SHORE] = "\033[0;38;5;107;48;5;65m",
	[TOWN]  = "\033[0;1;38;5;230;48;5;65m",
	[PLANK] = "\033[0;38;5;221;48;5;24m",
	[STAGE] = "\033[0;1;38;5;231;48;5;24m",
	[SHIP]  = "\033[0;1;38;5;231;48;5;160m", "\033[0;1;38;5;231;48;5;28m", "\033[0;1;38;5;16;48;5;220m",
	          "\033[0;1;38;5;231;48;5;91m", "\033[0;1;38;5;231;48;5;33m",
};

/* One column of the screen: a character, or nothing. */
struct glyph { char words[4]; uint8_t paint; };

struct hex { struct glyph at[2][3]; bool land; };

struct chart {
	const struct box *box;
	const struct state *state;
	const struct queen *river;
	bool ascii, colour, passengers;
	struct { int16_t x, y; } at[QUEEN_TILES][QUEEN_CELLS];  /* the middle of each hex's upper row */
	int left, right, top, bottom;
};

static struct glyph glyph(const char *words, int paint)
{
	struct glyph g = { .paint = (uint8_t)paint };
	memcpy(g.words, words, strlen(words));
	return g;
}

static struct glyph letter_glyph(char c, int paint)
{
	return (struct glyph){ .words = { c }, .paint = (uint8_t)paint };
}

static const char *sign(const struct chart *d, int which)
{
	return sign_text[d->ascii][which];
}

/* The seats' names begin with different letters. */
static char letter(int seat)
{
	return queen_ship_name[seat][0];
}

/* ------------------------------------------------------------------------------------------------------------ the chart */

static void chart_cell(struct chart *d, int tile, int cell, int col, int row)
{
	int x = 4 * col, y = 2 * row + col;
	bool first = tile == d->river->first && cell == 0;

	d->at[tile][cell].x = (int16_t)x;
	d->at[tile][cell].y = (int16_t)y;
	if (first || x - 2 < d->left)
		d->left = x - 2;
	if (first || x + 2 > d->right)
		d->right = x + 2;
	if (first || y - 1 < d->top)
		d->top = y - 1;
	if (first || y + 1 > d->bottom)
		d->bottom = y + 1;
}

static void chart_river(struct chart *d)
{
	const struct queen *river = d->river;

	for (int tile = river->first; tile < river->laid; tile++)
		for (int cell = 0; cell < QUEEN_CELLS; cell++) {
			int centre_col, centre_row, col, row;

			queen_turned_cell(cell, river->heading[tile], &col, &row);
			queen_centre(river, tile, &centre_col, &centre_row);
			chart_cell(d, tile, cell, centre_col + col, centre_row + row);
		}
}

/* ------------------------------------------------------------------------------------------------------------- one hex */

static void fill(struct hex *h, const char *above, const char *below, int paint)
{
	for (int column = 0; column < 3; column++) {
		h->at[0][column] = glyph(above, paint);
		h->at[1][column] = glyph(below, paint);
	}
}

static void draw_ship(const struct chart *d, struct hex *h, int seat)
{
	int heading = d->river->ship[seat].heading, row = !bow[heading].row, paint = SHIP + seat;
	const char *name = queen_heading_name[heading];

	for (int column = 0; column < 3; column++) {            /* what lies below shows at the sides */
		h->at[0][column] = glyph(" ", paint);
		h->at[1][column].paint = (uint8_t)paint;
	}
	if (d->ascii) {
		row = 0;
		for (int i = 0; name[i]; i++)
			h->at[1][name[1] ? i : 1] = letter_glyph(name[i], paint);
	} else {
		h->at[bow[heading].row][bow[heading].column] = glyph(sign(d, ARROW + heading), paint);
	}
	h->at[row][1] = letter_glyph(letter(seat), paint);

	/* While it pushes, the rival is on its hex (Q146). */
	int rival = queen_ship_at(d->state, queen_ship_hex(&d->river->ship[seat]), seat);
	if (rival >= 0)
		h->at[row][0] = letter_glyph(letter(rival), SHIP + rival);
}

/* Right-aligned in the lower row: the number of the cell, or in the middle of a tile, after a t, that of the tile. */
static void draw_number(struct hex *h, int tile, int cell)
{
	int n = cell == MIDDLE ? tile : cell, paint = h->land ? TOWN : cell == MIDDLE ? STAGE : NOTE;

	h->at[1][2] = letter_glyph((char)('0' + n % 10), paint);
	if (n > 9)
		h->at[1][1] = letter_glyph((char)('0' + n / 10), paint);
	if (cell == MIDDLE)
		h->at[1][n > 9 ? 0 : 1] = letter_glyph('t', paint);
}

static struct hex draw_hex(const struct chart *d, int tile, int cell)
{
	const struct queen *river = d->river;
	const struct queen_tile *t = &d->box->queen.tile[river->tile[tile]];
	struct hex h = { .land = t->land >> cell & 1 };

	if (h.land)
		fill(&h, sign(d, LAND), sign(d, LAND), SHORE);
	else if (d->passengers && cell == t->dock)
		fill(&h, sign(d, DOCK), sign(d, DOCK), PLANK);
	else
		fill(&h, " ", sign(d, LINE), RIVER);
	if (queen_is_entry(d->box, river, queen_hex(tile, cell)))
		h.at[0][1] = h.at[1][0] = glyph(sign(d, PIER), STAGE);
	if (d->passengers && cell == t->station) {
		h.at[0][0] = glyph(sign(d, STATION), TOWN);
		h.at[0][1] = letter_glyph((char)('0' + river->waiting[tile]), TOWN);
	}
	int seat = queen_ship_at(d->state, queen_hex(tile, cell), river->phase == QUEEN_PUSH ? river->pushed : NOBODY);
	if (seat >= 0)
		draw_ship(d, &h, seat);
	else if (!h.land || cell == MIDDLE)
		draw_number(&h, tile, cell);
	return h;
}

/* ------------------------------------------------------------------------------------------------------- rows and page */

static void put(struct glyph *at, struct glyph g, bool over)
{
	if (over || !at->words[0])
		*at = g;
}

/* What a hex adds to the screen's row `y`. A border between water and land is the water's. */
static void draw_slice(const struct chart *d, int tile, int cell, int y, struct glyph row[WIDTH])
{
	struct glyph *at = &row[d->at[tile][cell].x - d->left];
	int which = y - d->at[tile][cell].y;

	if (which == -1) {
		for (int column = -1; column <= 1; column++)
			put(&at[column], glyph(sign(d, LINE), BARE), false);
	} else if (which == 0 || which == 1) {
		struct hex h = draw_hex(d, tile, cell);
		int paint = h.land ? SHORE : RIVER;
		put(&at[-2], glyph(sign(d, which ? FALLING : RISING), paint), !h.land);
		put(&at[2], glyph(sign(d, which ? RISING : FALLING), paint), !h.land);
		for (int column = 0; column < 3; column++)
			at[column - 1] = h.at[which][column];
	}
}

/* Writes a row, filled with spaces up to `least` columns. */
static void put_row(const struct chart *d, const struct glyph row[WIDTH], int least, struct text *out)
{
	int paint = BARE, width = WIDTH;

	while (width > least && !row[width - 1].words[0])
		width--;
	for (int x = 0; x < width; x++) {
		if (d->colour && row[x].paint != paint)
			text_put(out, paint_code[paint = row[x].paint]);
		text_put(out, row[x].words[0] ? row[x].words : " ");
	}
	if (paint != BARE)
		text_put(out, paint_code[BARE]);
}

/* One line of `lines`, and spaces up to `width` columns; returns the lines after it. */
static const char *put_line(struct text *out, const char *lines, int width)
{
	bool code = false;              /* a byte within the code of a colour takes no column, nor do the later bytes of a character */

	for (; *lines && *lines != '\n'; lines++) {
		code |= *lines == '\033';
		width -= !code && (*lines & 0xC0) != 0x80;
		code &= *lines != 'm';
		text_char(out, *lines);
	}
	while (width-- > 0)
		text_char(out, ' ');
	return *lines ? lines + 1 : lines;
}

static void draw_row(const struct chart *d, int y, struct glyph row[WIDTH])
{
	memset(row, 0, WIDTH * sizeof row[0]);
	for (int tile = d->river->first; tile < d->river->laid; tile++)
		for (int cell = 0; cell < QUEEN_CELLS; cell++)
			draw_slice(d, tile, cell, y, row);
}

/* The river row by row, and beside it the ships and then the notes. */
static void draw_beside(const struct chart *d, const char *ships, const char *notes, struct text *out)
{
	for (int y = d->top; y <= d->bottom || *ships || *notes; y++) {
		const char **next = *ships ? &ships : &notes;
		bool last = !**next || **next == '\n';          /* nothing follows on this row */
		struct glyph row[WIDTH];

		draw_row(d, y, row);
		put_row(d, row, last ? 0 : d->right - d->left + 1 + GAP, out);
		*next = put_line(out, *next, 0);
		text_char(out, '\n');
	}
}

/* A river that is too wide for that has the ships below it, and the notes beside them. */
static void draw_above(const struct chart *d, const char *ships, const char *notes, struct text *out)
{
	for (int y = d->top; y <= d->bottom; y++) {
		struct glyph row[WIDTH];

		draw_row(d, y, row);
		put_row(d, row, 0, out);
		text_char(out, '\n');
	}
	while (*ships || *notes) {
		bool last = !*notes || *notes == '\n';
		ships = put_line(out, ships, last ? 0 : SIDE + GAP);
		notes = put_line(out, notes, 0);
		text_char(out, '\n');
	}
}

/* ------------------------------------------------------------------------------------------------------------ the facts */

static void put_wide(struct text *out, const char *words, int width)
{
	text_put(out, words);
	for (int n = (int)strlen(words); n < width; n++)
		text_char(out, ' ');
}

static void put_number(struct text *out, int n, int width)
{
	for (int limit = 10; width > 1; width--, limit *= 10)
		if (n < limit)
			text_char(out, ' ');
	text_int(out, n);
}

static void put_painted(const struct chart *d, struct text *out, char c, int paint)
{
	if (d->colour)
		text_put(out, paint_code[paint]);
	text_char(out, c);
	if (d->colour)
		text_put(out, paint_code[BARE]);
}

/* "> R Red       4  NE      3    5   1 of 2" */
static void put_ship(const struct chart *d, int seat, bool moves, struct text *out)
{
	const struct queen_ship *ship = &d->river->ship[seat];

	text_put(out, moves ? "> " : "  ");
	put_painted(d, out, letter(seat), SHIP + seat);
	text_char(out, ' ');
	put_wide(out, queen_ship_name[seat], 7);
	if (ship->fate != QUEEN_RACING) {
		text_put(out, queen_fate_name[ship->fate]);
		if (ship->fate == QUEEN_LANDED) {
			text_put(out, ", place ");
			text_int(out, ship->left);
		}
	} else {
		put_number(out, ship->tile, 4);
		text_put(out, "  ");
		put_wide(out, queen_heading_name[ship->heading], 4);
		put_number(out, ship->speed, 5);
		put_number(out, ship->coal, 5);
		if (d->passengers) {
			put_number(out, queen_passengers(ship), 4);
			text_put(out, " of ");
			text_int(out, d->box->queen.needed);
		}
	}
	text_char(out, '\n');
}

/* In the order of the round, and after them the ships that were gone before it began. */
static void put_ships(const struct chart *d, struct text *out)
{
	const struct queen *river = d->river;
	const int mover = queen_to_move(d->box, d->state);
	unsigned told = 0;

	text_form(out, river->round ? "Round %d, ships in its order:\n" : "Before the first round:\n", NULL, (int64_t[]){ river->round });
	text_put(out, d->passengers ? "  ship     tile faces speed coal aboard\n" : "  ship     tile faces speed coal\n");
	for (int i = 0; i < d->state->players; i++) {
		int seat = river->order[i];
		if (seat < d->state->players && !(told >> seat & 1))
			put_ship(d, seat, seat == mover, out);
		told |= 1u << seat;
	}
	for (int seat = 0; seat < d->state->players; seat++)
		if (!(told >> seat & 1))
			put_ship(d, seat, seat == mover, out);
	text_char(out, '\n');
}

/* What is asked, and of whom. */
static void put_decision(const struct chart *d, struct text *out)
{
	const struct queen *river = d->river;
	const int mover = queen_to_move(d->box, d->state);
	const char *name = mover >= 0 ? queen_ship_name[mover] : "";
	const int speed = mover >= 0 ? river->ship[mover].speed : 0;

	switch (river->phase) {
	case QUEEN_FIRST_TILE:
	case QUEEN_TILE:
		text_put(out, "The next tile is drawn.\n");
		break;
	case QUEEN_DIE:
		text_put(out, "The die says where a tile joins.\n");
		break;
	case QUEEN_PLATFORM:
		text_put(out, "The die says where the landing joins.\n");
		break;
	case QUEEN_START_FACING:
		text_form(out, "%s chooses its facing for the start.\n", &name, NULL);
		break;
	case QUEEN_SPEED:
		text_form(out, "%s sets its speed, now %d.\nA change of %d is free of coal.\n", &name,
			(int64_t[]){ speed, d->box->queen.free_change });
		break;
	case QUEEN_STEER:
		text_form(out, "%s steers: %d of %d points left.\n", &name, (int64_t[]){ river->points, speed });
		text_put(out, river->turns < d->box->queen.free_turns ? "The next left or right is free.\n" : "Left and right cost 1 coal each.\n");
		break;
	case QUEEN_PUSH:
		text_form(out, "%s pushes %s: which way?\n", (const char *[]){ name, queen_ship_name[river->pushed] }, NULL);
		break;
	case QUEEN_FACE:
		text_form(out, "%s was pushed and chooses its facing.\n", &name, NULL);
		break;
	default:
		text_form(out, "The race is over:\n%s.\n", &queen_ending_name[river->ending], NULL);
	}
}

static void put_river(const struct chart *d, struct text *out)
{
	const struct queen *river = d->river;
	const int tiles = d->box->queen.laid[d->passengers ? 0 : 1] + 1, to_come = tiles - river->laid;

	text_form(out, "\nTiles %d to %d are on the table.\n", NULL, (int64_t[]){ river->first, river->laid - 1 });
	if (to_come > 0)
		text_form(out, "To come: %d %s, then the landing.\n", (const char *[]){ to_come == 1 ? "tile" : "tiles" }, (int64_t[]){ to_come });
	else if (river->platform == NO_CUSP)
		text_put(out, "To come: the landing.\n");
}

static void put_legend(const struct chart *d, struct text *out)
{
	text_form(out, "_12 cell 12   t3 tile 3   %s land\n", (const char *[]){ sign(d, LAND) }, NULL);
	if (d->passengers)
		text_form(out, "%s2 station, 2 waiting   %s its dock\n", (const char *[]){ sign(d, STATION), sign(d, DOCK) }, NULL);
	if (d->river->platform != NO_CUSP)
		text_form(out, "%s pier of the landing\n", (const char *[]){ sign(d, PIER) }, NULL);
	text_put(out, "North is up.\n");
}

void queen_draw(const struct box *b, const struct state *s, int seat, int look, struct text *out)
{
	struct chart d = {
		.box = b, .state = s, .river = &s->queen, .ascii = look & LOOK_ASCII, .colour = look & LOOK_COLOUR,
		.passengers = s->option[QUEEN_MODE] == MODE_PASSENGERS,
	};
	char ship_lines[MAX_FACTS], note_lines[MAX_FACTS];
	struct text ships = text_on(ship_lines, sizeof ship_lines), notes = text_on(note_lines, sizeof note_lines);

	(void)seat;                     /* nothing is hidden in this game: all seats see the same */
	put_ships(&d, &ships);
	put_decision(&d, &notes);
	put_river(&d, &notes);
	put_legend(&d, &notes);
	chart_river(&d);
	if (d.right - d.left + 1 + GAP + SIDE <= PAGE)
		draw_beside(&d, ship_lines, note_lines, out);
	else
		draw_above(&d, ship_lines, note_lines, out);
}
