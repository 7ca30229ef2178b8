#include "boxfile.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/codec.h"
#include "file.h"

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

bool boxfile_built_in(const struct game *g, const struct box *b)
{
	char ours[BOX_HASH], theirs[BOX_HASH];

	boxfile_hash(g, g->box, ours);
	boxfile_hash(g, b, theirs);
	return strcmp(ours, theirs) == 0;
}
