/* The lines of a record by which it can be checked how a server drew its chance: table, commit, key, nonces, and the numbers of the draws,
 * which are `draws` or, of a table that drew in the old way, `rows`. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "play/record_parts.h"

enum { HEX = 2 * HASH_BYTES };

/* Out ------------------------------------------------------------------- */

static char *hex_of(const uint8_t bytes[HASH_BYTES])
{
	char *hex = malloc(HEX + 1);

	must(hex != NULL);
	fair_hex(bytes, HASH_BYTES, hex);
	return hex;
}

static char *nonces_of(const struct fair *f, int players)
{
	char all[MAX_PLAYERS * (HEX + 2) + 1], hex[HEX + 1], *words;
	struct text t = text_on(all, sizeof all);

	for (int i = 0; i < players; i++) {
		fair_hex(f->nonce[i], HASH_BYTES, hex);
		text_put(&t, i > 0 ? ", " : "");
		text_put(&t, f->revealed[i] ? hex : "-");
	}
	words = strdup(all);
	must(text_fits(&t) && words != NULL);
	return words;
}

static char *numbers_of(const struct proof *p)
{
	char *words;
	size_t n;
	FILE *memory = open_memstream(&words, &n);

	must(memory != NULL);
	for (int i = 0; i < p->numbers; i++)
		fprintf(memory, "%s%u", i > 0 ? ", " : "", p->number[i]);
	must(fclose(memory) == 0);
	return words;
}

void record_proof_of(const struct session *s, char *value[HEAD_COUNT])
{
	const struct proof *p = s->proof;

	value[HEAD_TABLE] = p ? strdup(p->table) : NULL;
	value[HEAD_COMMIT] = p ? hex_of(p->commit) : NULL;
	value[HEAD_KEY] = p ? hex_of(p->fair.key) : NULL;
	value[HEAD_NONCES] = p ? nonces_of(&p->fair, s->setup.players) : NULL;
	value[HEAD_ROWS] = p && p->fair.way == FAIR_BY_ROW ? numbers_of(p) : NULL;
	value[HEAD_DRAWS] = p && p->fair.way == FAIR_BY_SOURCE ? numbers_of(p) : NULL;
	must(!p || value[HEAD_TABLE] != NULL);
}

/* In -------------------------------------------------------------------- */

static bool read_hex(struct reading *r, enum head which, uint8_t to[HASH_BYTES], char out[MAX_ERROR])
{
	if (fair_unhex(record_reading_look(r, which), HASH_BYTES, to))
		return true;
	return error_say(out, "'%s' has %d hexadecimal digits in lower case", record_head_text[which], HEX);
}

/* The next value of a list, cut out of it; NULL: there is none. */
static char *next_of(char **list)
{
	char *value = *list + strspn(*list, " \t"), *comma = strchr(value, ',');

	if (*value == '\0')
		return NULL;
	*list = comma ? comma + 1 : value + strlen(value);
	for (char *end = comma ? comma : *list; end >= value && (*end == ',' || *end == ' ' || *end == '\t' || *end == '\0'); end--)
		*end = '\0';
	return value;
}

static bool read_nonces(struct reading *r, struct fair *f, char out[MAX_ERROR])
{
	char *rest = r->head[HEAD_NONCES], *value;
	int n = 0;

	record_reading_look(r, HEAD_NONCES);
	for (; (value = next_of(&rest)) && n < r->s.setup.players; n++) {
		f->revealed[n] = strcmp(value, "-") != 0;
		if (f->revealed[n] && !fair_unhex(value, HASH_BYTES, f->nonce[n]))
			return error_say(out, "a nonce has %d hexadecimal digits in lower case, or it is -", HEX);
	}
	return !value && n == r->s.setup.players ? true : error_say(out, "there are not as many nonces as players");
}

static int draws_of(const struct session *s)
{
	int n = 0;

	for (int i = 0; i < s->plies; i++)
		n += s->ply[i].source >= 0;
	return n;
}

/* Rows begin with 1, and the draws of a source with 0. */
static bool read_rising(const char *value, uint64_t least, uint32_t *to)
{
	uint64_t n;

	if (!setup_number(value, &n) || n < least || n >= UINT32_MAX)
		return false;
	*to = (uint32_t)n;
	return true;
}

static bool read_numbers(struct reading *r, struct proof *p, char out[MAX_ERROR])
{
	const bool by_row = p->fair.way == FAIR_BY_ROW;
	const enum head which = by_row ? HEAD_ROWS : HEAD_DRAWS;
	char *rest = r->head[which], *value;
	uint64_t least[MAX_SOURCES] = { by_row };       /* of the next number: of all draws, or of each source */
	int draws = draws_of(&r->s), ply = 0;

	record_reading_look(r, which);
	p->number = malloc(((size_t)draws + 1) * sizeof *p->number);
	must(p->number != NULL);
	for (; (value = next_of(&rest)) && p->numbers < draws; p->numbers++, ply++) {
		while (r->s.ply[ply].source < 0)
			ply++;
		uint64_t *after = &least[by_row ? 0 : r->s.ply[ply].source];
		if (!read_rising(value, *after, &p->number[p->numbers]))
			return error_say(out, by_row ? "rows are numbers that ascend" : "draws are numbers that ascend for each pile, bag and die");
		*after = (uint64_t)p->number[p->numbers] + 1;
	}
	return !value && p->numbers == draws ? true : error_say(out, "there are not as many %s as chance moves: they are %d", record_head_text[which], draws);
}

static bool read_proof(struct reading *r, struct proof *p, char out[MAX_ERROR])
{
	const char *id = record_reading_look(r, HEAD_TABLE);

	if (strlen(id) != ID_CHARS)
		return error_say(out, "the id of a table has %d characters", ID_CHARS);
	memcpy(p->table, id, ID_CHARS + 1);
	return read_hex(r, HEAD_COMMIT, p->commit, out) && read_hex(r, HEAD_KEY, p->fair.key, out) && read_nonces(r, &p->fair, out) &&
		read_numbers(r, p, out);
}

bool record_reading_proof(struct reading *r, char out[MAX_ERROR])
{
	const bool by_row = r->head[HEAD_ROWS] != NULL, by_source = r->head[HEAD_DRAWS] != NULL;
	struct proof p = { .fair.way = by_row ? FAIR_BY_ROW : FAIR_BY_SOURCE };
	int here = r->where, given = by_row + by_source;

	for (enum head h = HEAD_TABLE; h <= HEAD_NONCES; h++)
		given += r->head[h] != NULL;
	if (given == 0)
		return true;
	if (given != HEAD_NONCES - HEAD_TABLE + 2 || by_row == by_source)
		return error_say(out, "table, commit, key, nonces and draws (or rows, of an old table) come together, or not at all");
	if (r->head[HEAD_SEED] || r->head[HEAD_POSITION])
		return error_say(out, "a game that a server drew has no seed, and begins at its start");
	if (!read_proof(r, &p, out)) {
		free(p.number);
		return false;
	}
	session_prove(&r->s, &p);
	r->where = here;
	return true;
}
