#define _POSIX_C_SOURCE 200809L
#include "arena/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bot.h"
#include "bots/eval.h"
#include "base/file.h"
#include "core/codec.h"
#include "arena/program.h"
#include "net/net.h"

#define FAULT_NAME(id, name) name,
const char *const player_fault_name[FAULTS] = { FAULTS_OF(FAULT_NAME) };

struct player {
	const char *spec;
	const struct setup *setup;      /* of the game under way */
	uint64_t seed;
	struct rng own;
	struct mind *mind;              /* of a bot of ours */
	struct net  *net;               /* that leads it, or */
	struct seats_net *judge;        /* that it judges by, if one was named; read when it is first needed */
	struct program *program;        /* of somebody else's; NULL for ours */
	int  ms, strikes;
	enum fault last;                /* of its strikes */
	bool told;                      /* it has been told `new` */
	bool cpu;                       /* its time is the processor's */
};

static const char prefix[] = "cmd:";

bool player_is_program(const char *spec)
{
	return strncmp(spec, prefix, strlen(prefix)) == 0;
}

static const char *command_of(const char *spec)
{
	return spec + strlen(prefix);
}

/* Of "hard:100ms@rails.net" what stands before the file: false if that is too long to be a bot. */
static bool name_of(const char *spec, char out[MAX_NAME])
{
	const size_t n = strcspn(spec, "@");

	if (n >= MAX_NAME)
		return false;
	memcpy(out, spec, n);
	out[n] = '\0';
	return true;
}

/* Reads the net that is named behind the name of a bot, if one is: one that judges positions, or one that proposes moves. */
static bool read_net(struct player *p, const struct game *g, char out[MAX_ERROR])
{
	const char *path = strchr(p->spec, '@');
	const struct eval *e = eval_best(g);
	char why[NET_WHY], name[MAX_NAME], *bytes;
	size_t n;

	_Static_assert((int)SEATS_WHY <= (int)NET_WHY, "room for both");
	if (!path || p->net || p->judge)
		return true;
	if (!name_of(p->spec, name) || !bot_find(name)->preset)
		return error_say(out, "'%s': %s asks no net", path, name);
	if (!file_read(path + 1, &bytes, &n, out))
		return false;
	const bool judges = seats_is(bytes, n), asked = judges ? e && e->senses : !g->plans;
	if (asked && judges)
		p->judge = seats_read(g, &e->senses->told, (const unsigned char *)bytes, n, why);
	else if (asked)
		p->net = net_read(g, (const unsigned char *)bytes, n, why);
	free(bytes);
	if (!asked)
		return error_say(out, "'%s': no net %s in %s", path, judges ? "judges positions" : "proposes moves", g->name);
	return p->net || p->judge ? true : error_say(out, "%s: %s", path + 1, why);
}

bool player_known(const char *spec, char out[MAX_ERROR])
{
	char name[MAX_NAME];
	char shown[MAX_SHOWN], all[MAX_TEXT];
	struct text t = text_on(all, sizeof all);

	bot_names(&t);
	if (player_is_program(spec))
		return command_of(spec)[strspn(command_of(spec), " ")] ? true : error_say(out, "cmd: takes a command, as in cmd:./mybot");
	return name_of(spec, name) && bot_find(name) ? true : error_say(out, "there is no bot '%s'; there are: %s, and cmd:COMMAND for a program",
		error_quote(shown, spec, strlen(spec)), all);
}

struct player *player_open(const char *spec, int ms, bool cpu)
{
	struct player *p = calloc(1, sizeof *p);

	must(p != NULL);
	*p = (struct player){ .spec = spec, .ms = ms, .cpu = cpu };
	if (player_is_program(spec)) {
		p->program = calloc(1, sizeof *p->program);
		must(p->program != NULL);
	}
	return p;
}

void player_close(struct player *p)
{
	if (!p)
		return;
	if (p->program)
		program_stop(p->program, true, PLAYER_LEAVE_MS);
	player_end(p);
	net_free(p->net);
	seats_free(p->judge);
	free(p->program);
	free(p);
}

void player_begin(struct player *p, const struct setup *u, uint64_t own)
{
	p->setup = u;
	p->seed = own;
	p->own = rng_seed(own);
	p->strikes = 0;
	p->told = false;
	if (!p->program) {
		char name[MAX_NAME], why[MAX_ERROR];
		bool fine = name_of(p->spec, name);
		must(fine);
		p->mind = bot_open(name, u->game, &u->box);
		must(p->mind != NULL);
		fine = read_net(p, u->game, why);
		must(fine);
		if (p->net)
			search_by(p->mind, p->net);
		if (p->judge)
			search_judge_by(p->mind, p->judge);
	}
}

void player_end(struct player *p)
{
	bot_close(p->mind);
	p->mind = NULL;
}

/* What is said to a program ------------------------------------------------ */

char *player_words_new(const struct setup *u, uint64_t own)
{
	enum { ROOM = 128 + MAX_OPTIONS * 2 * MAX_TEXT };
	char *words = malloc(ROOM), value[MAX_TEXT];
	int n;

	must(words != NULL);
	n = snprintf(words, ROOM, "new %s players=%d seed=%ju", u->game->name, u->players, (uintmax_t)own);
	if (u->rules != u->game->rules)
		n += snprintf(words + n, (size_t)(ROOM - n), " rules=%d", u->rules);
	for (int i = 0; u->game->options[i].name; i++) {
		if (!option_is_in(&u->game->options[i], u->rules))
			continue;
		game_option_text(u->game, u->option, i, value);
		n += snprintf(words + n, (size_t)(ROOM - n), " %s=%s", u->game->options[i].name, value);
	}
	snprintf(words + n, (size_t)(ROOM - n), "\n");
	return words;
}

char *player_words_go(const struct setup *u, const struct state *view, const struct moves *m)
{
	enum { ROOM = MAX_JSON + 64 + MAX_MOVES * 2 * MAX_TEXT };
	char *words = malloc(ROOM), move[MAX_TEXT];

	must(words != NULL);
	struct text t = text_on(words, ROOM);
	text_put(&t, "view ");
	codec_json(u->game, view, &t);
	text_put(&t, "\nlegal [");
	for (int i = 0; i < m->n; i++) {
		u->game->text(&u->box, view, m->id[i], view->eyes, move);
		text_put(&t, i > 0 ? "," : "");
		json_text(&t, move);
	}
	text_put(&t, "]\ngo\n");
	must(text_fits(&t));
	return words;
}

/* Asking -------------------------------------------------------------------- */

static enum fault fault_of(enum reply r)
{
	static const enum fault of[] = { [REPLY_FINE] = NO_FAULT, [REPLY_ERROR] = FAULT_NONSENSE, [REPLY_LATE] = FAULT_LATE,
		[REPLY_GONE] = FAULT_CRASH, [REPLY_NOISE] = FAULT_NONSENSE };

	return of[r];
}

bool player_probe(const char *spec, const struct setup *u, char out[MAX_ERROR])
{
	if (!player_is_program(spec)) {
		struct player *trial = player_open(spec, 0, false);
		const bool fine = read_net(trial, u->game, out);
		player_close(trial);
		return fine;
	}
	struct program *p = calloc(1, sizeof *p);
	struct answer a = { .move = "" };
	char shown[MAX_SHOWN];

	must(p != NULL);
	error_quote(shown, spec, strlen(spec));
	if (!program_start(p, command_of(spec), out)) {
		free(p);
		return false;
	}
	char *words = player_words_new(u, 1);
	enum reply r = program_ask(p, words, 1, PLAYER_START_MS, &a);
	program_stop(p, true, PLAYER_LEAVE_MS);
	free(words);
	free(p);
	switch (r) {
	case REPLY_FINE:  return true;
	case REPLY_ERROR: return error_say(out, "'%s' does not take this game: it answers '%s'", shown, a.error);
	case REPLY_LATE:  return error_say(out, "'%s' does not answer to `new` within %d s", shown, PLAYER_START_MS / 1000);
	case REPLY_GONE:  return error_say(out, "'%s' cannot be run, or leaves at once", shown);
	default:          return error_say(out, "'%s' does not speak the protocol: more than one answer to `new`", shown);
	}
}

/* Runs, and knows of this game. */
static enum fault make_ready(struct player *p)
{
	struct answer a;
	char why[MAX_ERROR];

	if (p->program->pid == 0) {
		p->told = false;
		if (!program_start(p->program, command_of(p->spec), why))
			return FAULT_CRASH;
	}
	if (p->told)
		return NO_FAULT;
	char *words = player_words_new(p->setup, p->seed);
	enum fault f = fault_of(program_ask(p->program, words, 1, PLAYER_START_MS, &a));
	free(words);
	p->told = f == NO_FAULT;
	return f;
}

static int move_named(const struct player *p, const struct state *view, const struct moves *m, const char *name)
{
	char text[MAX_TEXT];

	for (int i = 0; i < m->n; i++) {
		p->setup->game->text(&p->setup->box, view, m->id[i], view->eyes, text);
		if (strcmp(text, name) == 0)
			return m->id[i];
	}
	return -1;
}

static enum fault ask(struct player *p, const struct state *view, const struct moves *m, int *move)
{
	struct answer a;
	enum fault f = make_ready(p);

	if (f != NO_FAULT)
		return f;
	char *words = player_words_go(p->setup, view, m);
	f = fault_of(program_ask(p->program, words, PLAYER_ANSWERS, p->ms, &a));
	free(words);
	if (f != NO_FAULT)
		return f;
	if (!a.move[0])
		return FAULT_NONSENSE;
	*move = move_named(p, view, m, a.move);
	return *move >= 0 ? NO_FAULT : FAULT_ILLEGAL;
}

static uint64_t cpu_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* That clock is dear, compared with a bot that does not think. */
static int pick_measured(struct player *p, const struct state *view, struct effort *effort)
{
	struct thought thought = { .iterations = 0 };
	uint64_t from = cpu_us();
	int move = bot_pick(p->mind, view, (struct budget){ .cpu = p->cpu }, &p->own, &thought);

	*effort = (struct effort){ .iterations = thought.iterations, .cpu = cpu_us() - from };
	return move;
}

int player_pick(struct player *p, const struct state *view, const struct moves *m, enum fault *fault, struct effort *effort)
{
	int move = -1;

	*fault = NO_FAULT;
	*effort = (struct effort){ .iterations = 0 };
	if (!p->program && p->mind->bot->preset)
		return pick_measured(p, view, effort);
	if (!p->program)
		return bot_pick(p->mind, view, (struct budget){ 0 }, &p->own, NULL);
	*fault = p->strikes < PLAYER_STRIKES ? ask(p, view, m, &move) : p->last;
	if (*fault == NO_FAULT)
		return move;
	if (p->program->pid == 0) {             /* it is no more: as long as it has strikes left, it is started again for the next move */
		p->strikes++;
		p->last = *fault;
	}
	return m->id[rng_below(&p->own, (uint32_t)m->n)];
}
