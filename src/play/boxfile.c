#include "play/boxfile.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "base/file.h"

bool boxfile_read(struct boxfile *f, struct json *j, char out[MAX_ERROR])
{
	const struct flat *name = flat_find(&j->flats, "game");
	const struct game *g = name && name->kind == FLAT_TEXT ? game_find(name->text) : NULL;
	char why[MAX_TEXT], shown[MAX_SHOWN];

	if (!name || name->kind != FLAT_TEXT)
		return error_say(out, "this is no box: \"game\" does not say which game it is for");
	if (!g)
		return error_say(out, "the box is for a game '%s' that is not here", error_quote(shown, name->text, strlen(name->text)));
	if (!codec_box_read(g, &f->box, &j->flats, why))
		return error_say(out, "%s", why);
	f->game = g;
	return true;
}

bool boxfile_load(struct boxfile *f, const char *path, char out[MAX_ERROR])
{
	char *bytes, why[MAX_ERROR], shown[MAX_SHOWN];
	size_t n;
	struct json j;

	if (!file_read(path, &bytes, &n, out))
		return false;
	bool fine = json_read(&j, bytes, n, why);
	if (fine) {
		fine = boxfile_read(f, &j, why);
		json_drop(&j);
	}
	free(bytes);
	return fine ? true : error_say(out, "box '%s': %s", error_quote(shown, path, strlen(path)), why);
}

void boxfile_hash(const struct game *g, const struct box *b, char out[BOX_HASH])
{
	uint8_t code[MAX_JSON], hash[BOX_HASH / 2];     /* as JSON it is longer */
	int n = codec_box_encode(g, b, code, sizeof code);

	must(n <= (int)sizeof code);
	must(sodium_init() >= 0);
	crypto_generichash(hash, sizeof hash, code, (unsigned long long)n, NULL, 0);
	sodium_bin2hex(out, BOX_HASH, hash, sizeof hash);
}

static bool had_hash(const struct game *g, const char *hash)
{
	for (const char *const *old = g->old_hashes; old && *old; old++)
		if (strcmp(*old, hash) == 0)
			return true;
	return false;
}

bool boxfile_find(const struct game *g, const char *hash, struct box *out)
{
	const struct old_box *old = g->old_boxes;
	struct box b = *g->box;
	char is[BOX_HASH];

	for (;; old++) {
		boxfile_hash(g, &b, is);
		const bool oldest = !old || !old->undo;
		if (strcmp(is, hash) == 0 || (oldest && had_hash(g, hash))) {
			*out = b;
			return true;
		}
		if (oldest)
			return false;
		old->undo(&b);
	}
}

bool boxfile_built_in(const struct game *g, const struct box *b)
{
	char hash[BOX_HASH];
	struct box same;

	boxfile_hash(g, b, hash);
	return boxfile_find(g, hash, &same);
}
