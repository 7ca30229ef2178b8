/* bigmuddy verify: replays records with every check on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "core/codec.h"
#include "play/audit.h"
#include "play/record.h"

/* Checks that a state survives being written and read, as bytes and as JSON. */
static bool round_trips(const struct session *s, const struct state *at, char why[MAX_ERROR])
{
	const struct game *g = s->setup.game;
	uint8_t code[MAX_CODE];
	char json[MAX_JSON], wrong[MAX_TEXT];
	struct text t = text_on(json, sizeof json);
	struct state again;
	struct json j;

	if (!codec_decode(g, &s->setup.box, &again, code, codec_encode(g, at, code), wrong))
		return error_say(why, "its bytes are refused: %s", wrong);
	if (!game_same(&again, at))
		return error_say(why, "read back from its bytes it is another state");
	codec_json(g, at, &t);
	if (!text_fits(&t) || !json_read(&j, json, (size_t)t.n, why))
		return error_say(why, "its JSON is broken");
	bool fine = codec_read(g, &s->setup.box, &again, &j.flats, wrong);
	json_drop(&j);
	if (!fine)
		return error_say(why, "its JSON is refused: %s", wrong);
	return game_same(&again, at) ? true : error_say(why, "read back from its JSON it is another state");
}

static bool check_state(const struct session *s, int ply, char why[MAX_ERROR])
{
	const struct game *g = s->setup.game;
	const struct state *at = session_at(s, ply);
	char wrong[MAX_TEXT];
	struct state view;

	if (!g->check(&s->setup.box, at, wrong))
		return error_say(why, "%s", wrong);
	if (!round_trips(s, at, why))
		return false;
	for (int seat = 0; seat < s->setup.players; seat++) {
		game_view(g, &s->setup.box, at, seat, &view);
		if (!round_trips(s, &view, why))
			return error_say(why, "in the view of seat %d %s", seat, why);
	}
	return true;
}

/* Whether the seed of the record leads to the draws that the record has, one by one. */
static int count_draws(const struct session *s, int *fitting)
{
	int draws = 0;

	*fitting = 0;
	for (int p = 0; p < s->plies; p++)
		if (s->ply[p].source >= 0) {
			struct session then = *s;       /* looks at the first p plies only */
			then.plies = p;
			then.state = s->ply[p].before;
			draws++;
			*fitting += session_draw(&then) == s->ply[p].move;
		}
	return draws;
}

static void report(const struct session *s, const char *path)
{
	const struct game *g = s->setup.game;
	int fitting, draws = count_draws(s, &fitting);

	printf("%s: %s, %d players, %d moves, %s", path, g->name, s->setup.players, s->plies,
		g->endings[g->ending(&s->setup.box, &s->state)]);
	if (s->proof)
		printf("; %d draws of a server\n", draws);
	else if (s->setup.manual)
		printf("; %d draws, no seed to compare them with\n", draws);
	else
		printf("; %d of %d draws are those of the seed\n", fitting, draws);
}

static bool same_record(const struct session *s, enum record_form form, char why[MAX_ERROR])
{
	struct session again;
	size_t n;
	char *bytes = record_print(s, form, &n);
	bool fine = record_read(&again, bytes, n, why);

	free(bytes);
	if (!fine)
		return false;
	fine = game_same(&again.state, &s->state) && again.plies == s->plies && again.remarks == s->remarks && !again.proof == !s->proof;
	session_close(&again);
	return fine ? true : error_say(why, "read back from its text it is another game");
}

/* Checks what the record proves about the draws of a server. If the caller gives a hash that was noted at the table, the proof must be for that one. */
static int audit(const struct session *s, const struct audit_noted *noted, const char *path)
{
	static const char *const verdicts[] = { [AUDIT_PROVED] = "proved", [AUDIT_OPEN] = "not proved", [AUDIT_WRONG] = "wrong" };
	const bool wanted = noted->commit || noted->nonce;
	struct audit_finding found[AUDIT_FINDINGS];

	if (!s->proof)
		return wanted ? cli_no("%s: no server drew this game, so there is nothing to compare", path) : EXIT_FINE;
	const struct audit a = audit_of(s, noted);
	const int n = audit_findings(&a, found);
	if (!audit_holds(&a))
		return cli_no("%s: the draws are not what the record claims: %s", path, found[n - 1].words);
	for (int i = 0; i < n; i++)
		printf("  %s: %s\n", verdicts[found[i].verdict], found[i].words);
	if (audit_proves(&a))
		printf("  So nobody chose the draws.\n");
	else if (wanted)
		return cli_no("%s: the record does not prove to you that nobody chose the draws", path);
	return EXIT_FINE;
}

static int verify(const char *path, const struct audit_noted *noted)
{
	struct session s;
	char why[MAX_ERROR];
	int code = EXIT_FINE;

	if (!record_load(&s, path, why))
		return cli_bad("%s", why);
	for (int p = 0; p <= s.plies && code == EXIT_FINE; p++)
		if (!check_state(&s, p, why))
			code = cli_no("%s: ply %d: %s", path, p, why);
	for (int form = RECORD_TEXT; form <= RECORD_JSON && code == EXIT_FINE; form++)
		if (!same_record(&s, (enum record_form)form, why))
			code = cli_no("%s: %s", path, why);
	if (code == EXIT_FINE) {
		report(&s, path);
		code = audit(&s, noted, path);
	}
	session_close(&s);
	return code;
}

static bool read_noted(const char *name, const char *hex, uint8_t to[HASH_BYTES], const uint8_t **noted)
{
	*noted = hex ? to : NULL;
	if (!hex || fair_unhex(hex, HASH_BYTES, to))
		return true;
	cli_bad("--%s takes %d hexadecimal digits in lower case", name, 2 * HASH_BYTES);
	return false;
}

int cli_verify(int argc, char **argv)
{
	const char *commit = NULL, *nonce = NULL;
	const struct flag flags[] = {
		{ "commit", "HEX", "the commit that the table told you before the start", &commit, NULL },
		{ "nonce", "HEX", "the nonce that you gave, or your page for you", &nonce, NULL },
		{ NULL, NULL, NULL, NULL, NULL },
	};
	const struct usage usage = { "bigmuddy verify FILE... [flags]",
		"Replays records, text or JSON, with every check on: movers, legality, turn numbers and the\n"
		"result; the invariants of every state; bytes, JSON, views and records there and back. Says\n"
		"how many draws are those of the seed; of a game from a server, what is proved about its\n"
		"draws and what is not. With --commit and --nonce it must prove to you that nobody chose\n"
		"them, or it fails. `-` is stdin.", flags, "the files of records", 1, ANY_NUMBER };
	uint8_t bytes[2][HASH_BYTES];
	struct audit_noted noted;
	int worst = EXIT_FINE;

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	if (!read_noted("commit", commit, bytes[0], &noted.commit) || !read_noted("nonce", nonce, bytes[1], &noted.nonce))
		return EXIT_BAD;
	for (int i = 1; i < argc; i++) {
		code = verify(argv[i], &noted);
		worst = code > worst ? code : worst;
	}
	return worst;
}
