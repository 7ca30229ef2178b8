/* States and boxes as bytes and as JSON: a head that every game shares, then the game's own fields. */
#ifndef CORE_CODEC_H
#define CORE_CODEC_H

#include "game.h"

enum { MAX_CODE = 2048, MAX_JSON = 65536 };

int  codec_encode(const struct game *g, const struct state *s, uint8_t out[MAX_CODE]);
/* All or nothing: `s` changes only when every field and the game's own check() are satisfied. */
bool codec_decode(const struct game *g, const struct box *b, struct state *s, const uint8_t *in, int n, char out[MAX_TEXT]);

void codec_json(const struct game *g, const struct state *s, struct text *out);
/* Two pieces of it: up to the eyes, and the options. What follows is a comma, the JSON of g->fields and a brace. */
void codec_json_head(const struct game *g, const struct state *s, struct text *out);
void codec_json_options(const struct game *g, const struct state *s, struct text *out);
bool codec_read(const struct game *g, const struct box *b, struct state *s, struct flats *in, char out[MAX_TEXT]);

void codec_box_json(const struct game *g, const struct box *b, struct text *out);
bool codec_box_read(const struct game *g, struct box *b, struct flats *in, char out[MAX_TEXT]);
int  codec_box_encode(const struct game *g, const struct box *b, uint8_t *out, int cap);

uint64_t codec_hash(const void *bytes, int n);          /* FNV-1a: to compare, not to trust */

#endif
