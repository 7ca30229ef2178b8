/* People at tables without sockets: servers with their queues, a clock that moves when it is told to, connections that keep what they are
 * sent. */
#ifndef TESTS_SERVER_CROWD_H
#define TESTS_SERVER_CROWD_H

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "server/live.h"

extern int64_t crowd_clock;             /* ms since 1970, for all of them */
extern bool crowd_real;                 /* it is the time of day: what a database holds by its own clock can be waited for */

struct crowd { struct mailbox *mail; struct store_queue *queue; struct live *live; struct crowd *next; struct peer *peers; };

struct live_limits crowd_limits(void);
void crowd_open(struct crowd *w, const char *url, const struct live_limits *l);        /* NULL: crowd_limits() */
void crowd_stop(struct crowd *w);       /* what is begun is finished, and everybody told */
void crowd_close(struct crowd *w);      /* whoever is still connected leaves first */
/* The whole main() of a test program: with an argument only tests whose names fit it, and no log but of errors. Before each of them whatever a test that
 * failed has left behind is forgotten. */
#define crowd_run(argc, argv, name, tests) \
	(crowd_prepare(argc, argv, tests, sizeof(tests) / sizeof(tests)[0]), cmocka_run_group_tests_name(name, tests, NULL, NULL))
struct CMUnitTest;
void crowd_prepare(int argc, char **argv, struct CMUnitTest *tests, size_t n);
void crowd_turn(void);                  /* every live looks at its mail and at the clock */
void crowd_later(int64_t ms);           /* the clock moves on, in small steps where it is not far */

/* Turns until it is so. */
#define UNTIL(what) do { \
	for (int tries_ = 0; !(what); tries_++) { \
		if (tries_ > 40000) \
			fail_msg("never: %s", #what); \
		crowd_wait(); \
	} \
} while (0)
void crowd_wait(void);                  /* a moment of real time, then a turn */
void crowd_calm(void);                  /* until nothing has come for a while */

/* Connections. */
struct peer {
	struct crowd  *at;
	struct peer   *next;            /* of those that are connected there */
	struct client *client;
	json_t *heard;                  /* all messages */
	json_t *log;                    /* what all of `game` told together */
	json_t *game, *seats, *welcome; /* the last ones; borrowed */
	int     said, seat;
	bool    dropped;
	char    why[80];
};
void peer_enter(struct peer *p, struct crowd *w);
void peer_leave(struct peer *p);                        /* and forgets what it has heard */
__attribute__((format(printf, 2, 3)))
void peer_say(struct peer *p, const char *form, ...);
void peer_hello(struct peer *p, const char *id, int seat, int after);   /* seat < 0: watches; waits for the welcome, or for an error */
int  peer_count(const struct peer *p, const char *type);
json_t *peer_last(const struct peer *p, const char *type);              /* NULL: none came */
json_t *peer_answer(const struct peer *p, const char *key);             /* ok or error with that key */
const char *peer_code(const struct peer *p, const char *key);           /* "ok", also of a game that is the answer; the error's code; "" if there is none yet */
bool peer_to_move(const struct peer *p);
void peer_play(struct peer *p, const char *key);                        /* a move that is possible, at the place it knows */
const char *peer_status(const struct peer *p);
int  peer_number(const struct peer *p, const char *name);               /* of the last `game` */

/* What the lobby asks for: waits for the answer, and returns its code, "" if it is fine. */
const char *api_create(struct crowd *w, const char *id, const char *game, int players, const char *seats, struct pace pace);  /* seats: 'p' or 'b' */
const char *api_sit(struct crowd *w, const char *id, int seat, bool commits);
const char *api_start(struct crowd *w, const char *id);
const char *api_ask(struct crowd *w, const char *id, const struct request *a, const char *secret);      /* secret: NULL of nobody */
void api_secret(const char *id, int seat, char out[23]);              /* seat -1: the host's */
void api_nonce(int seat, uint8_t out[HASH_BYTES]);
void api_look(struct crowd *w, const char *id, void (*look)(void *arg, const struct table *t), void *arg);
uint32_t api_seq(struct crowd *w, const char *id);

/* Games. */
static const struct pace untimed = { 0 };
/* A table where the first `people` seats are persons who are connected, and bots sit on the others. */
void crowd_gather(struct crowd *w, const char *id, const char *game, int people, int players, struct pace pace, struct peer p[]);
/* A server with a table of three that runs: the first `people` seats are persons who are connected, and bots sit on the others. */
void crowd_game(struct crowd *w, const char *url, const char *id, const char *game, struct pace pace, struct peer p[], int people);
/* A server with a queen table of three without clocks that has not begun; people and bots as before. */
void crowd_table(struct crowd *w, const char *url, const char *id, struct peer p[], int people);
/* A server with a queen table of three without clocks that runs: the first `people` seats are persons who are connected. All steer at random, so the race may be over
 * within some turns: a test that plays for longer takes crowd_game with rails. */
void crowd_race(struct crowd *w, const char *url, const char *id, struct peer p[], int people);
/* The same, and whose turn it is, once it is the turn of one of these. */
struct peer *crowd_race_on(struct crowd *w, const char *url, const char *id, struct peer p[], int people);
void crowd_start(struct crowd *w, const char *id, struct peer p[], int people);
bool crowd_move(struct peer p[], int people);           /* one move of whoever is to move among these, if anybody is; false: it was refused, or nobody is */
void crowd_finish(struct peer p[], int people);         /* plays to the end */
struct peer *crowd_whose(struct peer p[], int people);  /* whose turn it is, once it is the turn of one of these */
void crowd_leave(struct peer p[], int n);
void crowd_same_log(json_t *a, json_t *b);
void crowd_same_as_afresh(struct crowd *w, const char *id, const struct peer *p);      /* what it was told bit by bit is what it would be told now */
json_t *peer_row(const struct peer *p, const char *kind);       /* the last one of that kind */
void peer_reveal(struct peer *p);
const char *api_host(struct crowd *w, const char *id, enum request_kind kind, int whom, const char *text);
struct promise { bool came; char code[32]; };
void api_ask_to_start(struct crowd *w, const char *id, struct promise *out);  /* does not wait */
const char *api_gives(struct crowd *w, const char *id, int seat);        /* its holder asks for a new secret */
int  api_nonces(struct crowd *w, const char *id);     /* that were revealed */
const char *crowd_scratch(void);        /* the address of a store in a file; crowd_clean() it */
void crowd_clean(void);
const char *crowd_postgres(void);       /* the address of a database; NULL: there is none */
const char *crowd_id(void);             /* of a table that no other run has used */

/* With a notifier: how often a seat was told, and what it answers. */
extern bool    notify_there;            /* servers that are opened from now on have one */
extern int     notify_told[MAX_PLAYERS];
extern int64_t notify_again;

/* A store that does as it is told: "faulty:REST" is the store that REST names. */
extern atomic_int  fault_fails, fault_crosses;        /* so many of the next saves */
extern atomic_int  fault_reads;                       /* so many of the next loads fail */
extern atomic_bool fault_snapshot, fault_row;         /* loads find another snapshot, or another last move */
extern atomic_bool fault_waits;                       /* saves wait until it is false */

#endif
