/* What the files of the API share; nobody else includes it. */
#ifndef SERVER_API_PARTS_H
#define SERVER_API_PARTS_H

#include <jansson.h>

#include "base/json.h"
#include "core/codec.h"
#include "server/api/api.h"
#include "table/deal.h"

#define API_JSON "application/json"
#define API_TEXT "text/plain; charset=utf-8"

enum { API_ROWS_EACH = 50 };            /* rows that are read for an answer and cost a request */

/* A request that is being answered: made by api_request(), gone with its answer. */
struct api_call {
	struct live *live;
	void (*answer)(void *arg, int status, const char *content_type, const char *body, size_t n);
	void *arg;
	bool  reachable;
	const struct game *game;
	char  id[ID_CHARS + 1], address[48];
	const char *part;               /* of the path, during the call: the name of a deal */
	int   seat;                     /* whose log; -1: of those who watch */
	struct secret secret;           /* that is given out */
	bool  keyed;                    /* it follows from a key: if it fits what is there, this was asked before */
	bool  proved;                   /* `mine` is the hash of what was given */
	uint8_t mine[HASH_BYTES];
	struct request ask;
	live_done *done;                /* when it is granted */
	struct deal deal;               /* of what is asked about a deal */
	/* A list under way. */
	struct summary *found;
	int    n, at, status, listed;
	struct { char *at; size_t n; } list;
};

/* Answers end a call: c is gone after any of these. ----------------------------------------- api_answer.c */

void api_give(struct api_call *c, int status, const char *type, const char *body, size_t n);
void api_give_json(struct api_call *c, int status, json_t *v);          /* takes the value over */
void api_give_blob(struct api_call *c, const char *type, struct blob *b);
void api_refuse(struct api_call *c, enum refused which, const char *words);
void api_refuse_more(struct api_call *c);               /* this address waits for too many answers */

/* What live tables answered: whether it went well, and whether there is a table of the game that the path names. False, or true of api_failed(): that
 * has been answered. */
bool api_failed(struct api_call *c, const struct live_answer *a);
bool api_found(struct api_call *c, const struct live_answer *a);

/* Bodies. False: it is not what it should be; api_body_of() has answered that, the others say it in `why`. */
bool api_body_of(struct api_call *c, const struct rest *r, const char *const keys[], struct json *body);
bool api_read_seat(const struct json_value *o, int *seat, char why[MAX_ERROR]);
bool api_read_seat_if(const struct json_value *o, int *seat, char why[MAX_ERROR]);
bool api_read_name(const struct json_value *o, const char *key, char to[MAX_ROW + 1], char why[MAX_ERROR]);
bool api_read_proof(struct api_call *c, const struct json_value *o, const char *key, char why[MAX_ERROR]);

/* Asks c->ask of the table, and calls `done` with what came of it. */
void api_send_request(struct api_call *c, enum request_kind kind, live_done *done);
void api_done_plainly(void *arg, const struct live_answer *a);
void api_done_with_seat(void *arg, const struct live_answer *a);

/* Addresses. ----------------------------------------------------------- api_look.c, api_ask.c, api_deal.c */

bool api_offered(const struct game *g);         /* it can be played here */
void api_get_games(struct api_call *c, const struct rest *r);
void api_get_options(struct api_call *c, const struct rest *r);
void api_get_matches(struct api_call *c, const struct rest *r);
void api_get_match(struct api_call *c, const struct rest *r);
void api_get_box(struct api_call *c, const struct rest *r);
void api_get_record(struct api_call *c, const struct rest *r);
void api_get_log(struct api_call *c, const struct rest *r);

void api_post_create(struct api_call *c, const struct rest *r);
struct deed;                                    /* something that can be asked of a table by POST: join, start, close */
const struct deed *api_deed_named(const char *name);    /* NULL: there is none */
void api_post_deed(struct api_call *c, const struct rest *r, const struct deed *d);

void api_get_deal(struct api_call *c, const struct rest *r);
void api_post_deal(struct api_call *c, const struct rest *r);

#endif
