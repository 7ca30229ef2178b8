/* bigmuddy verify: records replayed with every check on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "core/codec.h"
#include "driver/record.h"

/* Through the bytes and back, and through the JSON and back. */
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
		return error_say(why, "its bytes make another state");
	codec_json(g, at, &t);
	if (!text_fits(&t) || !json_read(&j, json, (size_t)t.n, why))
		return error_say(why, "its JSON is broken");
	bool fine = codec_read(g, &s->setup.box, &again, &j.flats, wrong);
	json_drop(&j);
	if (!fine)
		return error_say(why, "its JSON is refused: %s", wrong);
	return game_same(&again, at) ? true : error_say(why, "its JSON makes another state");
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

/* Whether the seed of the record draws what the record says, draw by draw. */
static int count_draws(const struct session *s, int *honest)
{
	int draws = 0;

	*honest = 0;
	for (int p = 0; p < s->plies; p++)
		if (s->ply[p].source >= 0) {
			struct session then = *s;       /* looks at the first p plies only */
			then.plies = p;
			then.state = s->ply[p].before;
			draws++;
			*honest += session_draw(&then) == s->ply[p].move;
		}
	return draws;
}

static void report(const struct session *s, const char *path)
{
	const struct game *g = s->setup.game;
	int honest, draws = count_draws(s, &honest);

	printf("%s: %s, %d players, %d moves, %s", path, g->name, s->setup.players, s->plies,
		g->endings[g->ending(&s->setup.box, &s->state)]);
	if (s->proof)
		printf("; all %d draws are honest: nobody chose them\n", draws);
	else if (s->setup.manual)
		printf("; %d draws, no seed to compare them with\n", draws);
	else
		printf("; %d of %d draws are those of the seed\n", honest, draws);
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
	return fine ? true : error_say(why, "written and read again it is another game");
}

/* What a server drew: from the key that it was bound to, the nonces of the players, and the rows of the draws. */
static bool is_honest(const struct session *s, char why[MAX_ERROR])
{
	uint8_t hash[HASH_BYTES];
	int draws, honest;

	if (!s->proof)
		return true;
	fair_hash(s->proof->fair.key, HASH_BYTES, hash);
	if (memcmp(hash, s->proof->commit, HASH_BYTES) != 0)
		return error_say(why, "not honest: the key is not the one that the server was bound to");
	honest = session_honest(s, &draws);
	return honest == draws ? true : error_say(why, "not honest: %d of %d draws are not those of the key and the nonces", draws - honest, draws);
}

static int verify(const char *path)
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
	if (code == EXIT_FINE && !is_honest(&s, why))
		code = cli_no("%s: %s", path, why);
	if (code == EXIT_FINE)
		report(&s, path);
	session_close(&s);
	return code;
}

int cli_verify(int argc, char **argv)
{
	const struct usage usage = { "bigmuddy verify FILE...",
		"Replays records, text or JSON, with every check on: movers, legality, turn numbers and the\n"
		"result; the invariants of every state; bytes, JSON, views and records there and back. Says\n"
		"how many draws are those of the seed; of a game from a server, whether its draws are honest:\n"
		"those of the key that it was bound to and of the players' nonces, which proves that nobody\n"
		"chose them, not that whoever runs the server did not look. `-` is stdin.", NULL };
	int worst = EXIT_FINE;

	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	if (argc < 2)
		return cli_bad("verify takes the files of records");
	for (int i = 1; i < argc; i++) {
		code = verify(argv[i]);
		worst = code > worst ? code : worst;
	}
	return worst;
}
