/* Prints web/src/muddy/fields.ts: the fields of every game's views, boxes and plans as TypeScript types, from the tables that make the JSON itself.
 *
 *	build/types >web/src/muddy/fields.ts
 *
 * tests/words.py fails when that file is stale. A value may be null where its field is optional or, in a view, not for all to see. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/game.h"

enum { MAX_TYPE = 64, MAX_GROUPS = 64 };

/* Groups that were printed, so that one that stands in several places of a game has one type. */
struct printed { const struct field *of[MAX_GROUPS]; char name[MAX_GROUPS][MAX_TYPE]; int n; };

/* "rails_box" and "tile" make "RailsBoxTile". */
static void put_name(char out[MAX_TYPE], const char *prefix, const char *word)
{
	size_t n = (size_t)snprintf(out, MAX_TYPE, "%s", prefix);

	bool up = true;
	for (; *word && n + 1 < MAX_TYPE; word++) {
		if (*word != '_')
			out[n++] = (char)(up ? toupper((unsigned char)*word) : *word);
		up = *word == '_';
	}
	out[n] = '\0';
}

static const char *name_of(const struct printed *p, const struct field *of)
{
	for (int i = 0; i < p->n; i++)
		if (p->of[i] == of)
			return p->name[i];
	return NULL;
}

/* The type of one value, without null. */
static void put_value(const struct printed *p, const struct field *f)
{
	switch (f->kind) {
	case FIELD_GROUP:
		fputs(name_of(p, f->of), stdout);
		break;
	case FIELD_TEXT:
		fputs("string", stdout);
		break;
	case FIELD_SET:
		fputs("number[]", stdout);
		break;
	default:
		if (!f->names)
			fputs("number", stdout);
		for (int v = f->min; f->names && v <= f->max; v++)
			printf("%s\"%s\"", v > f->min ? " | " : "", f->names[v - f->min]);
	}
}

/* A game that has the name "unseen" for a field writes it in views in the place of null. */
static bool has_unseen(const struct field *f)
{
	for (int v = f->min; f->names && v <= f->max; v++)
		if (strcmp(f->names[v - f->min], "unseen") == 0)
			return true;
	return false;
}

static void put_field(const struct printed *p, const struct field *f)
{
	const bool null = f->optional || (f->sight != SEEN && !has_unseen(f)), list = f->count != FIELD_ONE, several = list && (null || f->names);

	printf("\t%s%s: %s", f->name, f->later ? "?" : "", several ? "(" : "");
	put_value(p, f);
	printf("%s%s%s;\n", null ? " | null" : "", several ? ")" : "", list ? "[]" : "");
}

static void put_type(struct printed *p, const char *name, const struct field *f)
{
	for (const struct field *i = f; i->name; i++)
		if (i->kind == FIELD_GROUP && !name_of(p, i->of)) {
			must(p->n < MAX_GROUPS);
			char inner[MAX_TYPE];
			put_name(inner, name, i->name);
			put_type(p, inner, i->of);
			p->of[p->n] = i->of;
			strcpy(p->name[p->n++], inner);
		}
	printf("\nexport interface %s {\n", name);
	for (const struct field *i = f; i->name; i++)
		put_field(p, i);
	puts("}");
}

/* What every view has besides the fields of its game: codec_json of core/codec.h writes it. `blank` is for whoever wants to make a game: no server
 * offers it, and the page has no board for it. */
static void put_any_view(void)
{
	fputs("\nexport type GameName =", stdout);
	for (int i = 0, n = 0; game_list[i]; i++)
		if (strcmp(game_list[i]->name, "blank") != 0)
			printf("%s \"%s\"", n++ > 0 ? " |" : "", game_list[i]->name);
	puts(";\n\n/** The head of a view; its fields are the game's own. */\nexport interface View {\n"
	     "\tgame: GameName;\n\trules: number;\n\teyes: number | \"all\" | \"watcher\";\n\tplayers: number;\n"
	     "\toptions: Record<string, string | number>;\n\t[field: string]: unknown;\n}");
}

int main(void)
{
	puts("// Made by tools/types.c from the field tables of src/games: change those, and run it again.");
	put_any_view();
	printf("\n/** Hexes of a tile of rails: on the whole map, as events and facts count them, a hex is this times its tile and its place there. */\n"
	       "export const RAILS_HEXES = %d;\n", RAILS_HEXES);
	printf("/** The length of a route that stands for all longer ones. */\nexport const RAILS_LONGEST = %d;\n", ROUTE_MOST);
	for (int i = 0; game_list[i]; i++) {
		const struct game *g = game_list[i];
		const struct { const char *what; const struct field *of; } tables[] = {
			{ "view", g->fields }, { "box", g->box_fields }, { "plan", g->plan_fields },
		};
		struct printed p = { .n = 0 };
		for (int k = 0; k < 3; k++) {
			char game[MAX_TYPE], name[MAX_TYPE];
			put_name(game, "", g->name);
			put_name(name, game, tables[k].what);
			if (tables[k].of)
				put_type(&p, name, tables[k].of);
		}
	}
	return 0;
}
