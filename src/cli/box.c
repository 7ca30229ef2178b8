/* bigmuddy box: writes the pieces of a game to a file, and checks and compares such files. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "core/codec.h"
#include "play/boxfile.h"

static void print_json(const struct boxfile *f, char json[MAX_JSON])
{
	struct text t = text_on(json, MAX_JSON);

	codec_box_json(f->game, &f->box, &t);
	must(text_fits(&t));
}

/* Writes JSON that is easy to edit by hand: a line for each field, and one for each element of a list of objects. */
static void put_lines(const char *json)
{
	int depth = 0;
	bool quoted = false, rows = false;

	for (const char *c = json; *c; c++) {
		if (*c == '"' && (c == json || c[-1] != '\\'))
			quoted = !quoted;
		if (!quoted && strchr("]}", *c)) {
			depth--;
			fputs(depth == 0 ? "\n" : depth == 1 && rows ? "\n  " : "", stdout);
			rows = rows && depth > 1;
		}
		putchar(*c);
		if (quoted)
			continue;
		if (strchr("[{", *c)) {
			depth++;
			rows = rows || (depth == 2 && c[1] == '{');
			fputs(depth == 1 ? "\n  " : depth == 2 && rows ? "\n    " : "", stdout);
		} else if (*c == ',') {
			fputs(depth == 1 ? "\n  " : depth == 2 && rows ? "\n    " : " ", stdout);
		} else if (*c == ':') {
			putchar(' ');
		}
	}
	putchar('\n');
}

/* Writes a value as text: a list without brackets, "-" for nothing. */
static void show_value(const json_t *v)
{
	const char *key;
	const json_t *in;
	size_t i;

	if (json_is_string(v))
		fputs(json_string_value(v), stdout);
	else if (json_is_integer(v))
		printf("%lld", (long long)json_integer_value(v));
	else if (json_is_null(v) || (json_is_array(v) && json_array_size(v) == 0))
		putchar('-');
	json_array_foreach(v, i, in) {
		fputs(i > 0 ? " " : "", stdout);
		show_value(in);
	}
	const char *space = "";
	json_object_foreach((json_t *)v, key, in) {
		printf("%s%s ", space, key);
		show_value(in);
		space = "  ";
	}
}

static int show(const struct boxfile *f)
{
	char json[MAX_JSON], hash[BOX_HASH];
	const char *key;
	json_t *v, *in;
	size_t i;

	print_json(f, json);
	boxfile_hash(f->game, &f->box, hash);
	json_t *root = json_loads(json, 0, NULL);
	must(root != NULL);
	json_object_foreach(root, key, v) {
		printf("%s: ", key);
		if (!json_is_object(json_array_get(v, 0)))
			show_value(v);
		putchar('\n');
		json_array_foreach(v, i, in)
			if (json_is_object(in)) {
				printf("  %2zu  ", i);
				show_value(in);
				putchar('\n');
			}
	}
	printf("hash: %s\n", hash);
	json_decref(root);
	return EXIT_FINE;
}

static int check(const struct boxfile *f, const char *path)
{
	char hash[BOX_HASH];

	boxfile_hash(f->game, &f->box, hash);
	printf("%s: a sound box for %s, %s%s\n", path, f->game->name, boxfile_built_in(f->game, &f->box) ? "built-in " : "", hash);
	return EXIT_FINE;
}

static int export(const struct boxfile *f)
{
	char json[MAX_JSON];

	print_json(f, json);
	put_lines(json);
	return EXIT_FINE;
}

/* Reads the box that a word names: the built-in box of a game, if the word is the name of a game and that is allowed here; else a file. */
static bool find_box(struct boxfile *f, const char *word, bool game, char why[MAX_ERROR])
{
	f->game = game ? game_find(word) : NULL;
	if (!f->game)
		return boxfile_load(f, word, why);
	f->box = *f->game->box;
	return true;
}

int cli_box(int argc, char **argv)
{
	const struct usage usage = { "bigmuddy box export GAME | check FILE | show GAME|FILE",
		"A box holds the pieces of a game: tiles, starting values, counts. `export` writes the\n"
		"built-in one as JSON; change the values to those of your copy, `check` the file, and play\n"
		"with it: every command that begins a game takes --box FILE. `show` prints a box as a list.", NULL, "two words: export GAME, check FILE, or show and one of both", 2, 2 };
	struct boxfile f;
	char why[MAX_ERROR], shown[MAX_SHOWN];

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	bool exports = strcmp(argv[1], "export") == 0, shows = strcmp(argv[1], "show") == 0;
	if (!exports && !shows && strcmp(argv[1], "check") != 0)
		return cli_bad("box cannot '%s'; it can export, check and show", error_quote(shown, argv[1], strlen(argv[1])));
	if (exports) {
		struct setup u;
		if (!cli_setup(&u, NULL, 1, argv + 2))
			return EXIT_BAD;
		f = (struct boxfile){ .game = u.game, .box = u.box };
		return export(&f);
	}
	if (!find_box(&f, argv[2], shows, why))
		return cli_bad("%s", why);
	return shows ? show(&f) : check(&f, argv[2]);
}
