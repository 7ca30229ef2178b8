/* All that JavaScript may call. The page speaks to the rules as a script does, in lines of the engine protocol (docs/protocol.md), and
 * to a table of its own in messages of the table protocol (local_table.c); what a file is to a script, a text in memory is to the page. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/eval.h"
#include "engine/engine.h"
#include "play/audit.h"
#include "play/record.h"
#include "local_table.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Where the page writes what it says next, and where it gives that back. */
EXPORT("room") void *page_room(size_t n);
EXPORT("drop") void page_drop(void *at);

/* One line. The answer ends with a NUL, and is there until the next. */
EXPORT("line") const char *page_line(const char *words, size_t n);
EXPORT("table") const char *page_table(const char *words, size_t n);
EXPORT("load") const char *page_load(const char *record, size_t n);      /* the engine's `load`, of a text */
/* "GAME" and a line end, and behind them the file of its net: the page has none before that. `go` and `review` say when one is missing. */
EXPORT("net") const char *page_net(const char *words, size_t n);
/* "COMMIT NONCE", each of them "-" if it was not noted, and below it a record: what that proves about its draws. */
EXPORT("audit") const char *page_audit(const char *words, size_t n);
/* The hash of a nonce of 32 bytes, both in hexadecimal: what a seat commits to when it sits down (play/fair.h). */
EXPORT("hash") const char *page_hash(const char *nonce, size_t n);

static struct engine engine = { .budget = ENGINE_BUDGET };

void *page_room(size_t n)
{
	void *at = malloc(n);

	must(at != NULL);
	return at;
}

void page_drop(void *at)
{
	free(at);
}

static const char *answer(void (*give)(const char *words, size_t n, FILE *out), const char *words, size_t n)
{
	static char *last;
	size_t size;

	free(last);
	FILE *out = open_memstream(&last, &size);
	must(out != NULL);
	give(words, n, out);
	must(fclose(out) == 0);
	return last;
}

static void give_line(const char *words, size_t n, FILE *out)
{
	engine_line(&engine, words, n, out);
}

static void give_load(const char *record, size_t n, FILE *out)
{
	struct session fresh;
	char why[MAX_ERROR];

	if (!record_read(&fresh, record, n, why)) {
		fprintf(out, "error %s\n", why);
		return;
	}
	engine_close(&engine);
	engine.s = fresh;
	engine.on = true;
	fputs("ok\n", out);
}

/* A first line `proved`, `open` or `wrong` for the whole, then one for each finding: its verdict and a sentence. */
static void give_audit(const char *words, size_t n, FILE *out)
{
	static const char *const verdicts[] = { [AUDIT_PROVED] = "proved", [AUDIT_OPEN] = "open", [AUDIT_WRONG] = "wrong" };
	const char *record = memchr(words, '\n', n);
	char commit[2 * HASH_BYTES + 2] = "", nonce[2 * HASH_BYTES + 2] = "", why[MAX_ERROR] = "these are not a commit, a nonce and a record";
	uint8_t noted[2][HASH_BYTES];
	struct audit_finding found[AUDIT_FINDINGS];
	struct session s;

	if (!record || sscanf(words, "%65s %65s", commit, nonce) != 2 || !record_read(&s, record + 1, n - (size_t)(record + 1 - words), why)) {
		fprintf(out, "error %s\n", why);
		return;
	}
	if (s.proof) {
		const struct audit a = audit_of(&s, &(struct audit_noted){
			fair_unhex(commit, HASH_BYTES, noted[0]) ? noted[0] : NULL, fair_unhex(nonce, HASH_BYTES, noted[1]) ? noted[1] : NULL });
		const int count = audit_findings(&a, found);
		fprintf(out, "%s\n", verdicts[audit_proves(&a) ? AUDIT_PROVED : audit_holds(&a) ? AUDIT_OPEN : AUDIT_WRONG]);
		for (int i = 0; i < count; i++)
			fprintf(out, "%s %s\n", verdicts[found[i].verdict], found[i].words);
	} else {
		fputs("open\n", out);
	}
	session_close(&s);
	fputs("ok\n", out);
}

static void give_net(const char *words, size_t n, FILE *out)
{
	const char *end = memchr(words, '\n', n), *file = end ? end + 1 : words + n;
	char name[MAX_NAME] = "", why[SEATS_WHY];

	if (end && end - words < MAX_NAME)
		memcpy(name, words, (size_t)(end - words));
	const struct game *g = game_find(name);
	if (g && eval_take_net(g, file, n - (size_t)(file - words), why))
		fputs("ok\n", out);
	else
		fprintf(out, "error %s\n", g ? why : "there is no such game");
}

static void give_hash(const char *nonce, size_t n, FILE *out)
{
	uint8_t bytes[HASH_BYTES], hash[HASH_BYTES];
	char hex[2 * HASH_BYTES + 1] = "";

	if (n == 2 * HASH_BYTES)
		memcpy(hex, nonce, n);          /* with a NUL at its end */
	if (!fair_unhex(hex, HASH_BYTES, bytes)) {
		fputs("error a nonce is 64 hexadecimal digits\n", out);
		return;
	}
	fair_hash(bytes, HASH_BYTES, hash);
	fair_hex(hash, HASH_BYTES, hex);
	fprintf(out, "%s\nok\n", hex);
}

const char *page_net(const char *words, size_t n)
{
	return answer(give_net, words, n);
}

const char *page_hash(const char *nonce, size_t n)
{
	return answer(give_hash, nonce, n);
}

const char *page_audit(const char *words, size_t n)
{
	return answer(give_audit, words, n);
}

const char *page_line(const char *words, size_t n)
{
	return answer(give_line, words, n);
}

const char *page_table(const char *words, size_t n)
{
	return answer(local_table_hear, words, n);
}

const char *page_load(const char *record, size_t n)
{
	return answer(give_load, record, n);
}
