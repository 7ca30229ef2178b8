/* Sentences with named places: "{who} buys {cargo} for {n} gold." A game has one catalogue of them, with a whole sentence for each event, or one
 * for each way in which it can happen. No sentence is put together from pieces, so a catalogue can be translated: in another language the
 * places may stand in another order. "[You buy|{who} buys] {cargo}." is both sentences in one: what stands first is for the reader whose own seat is
 * the one that the second names. */
#ifndef CORE_SENTENCE_H
#define CORE_SENTENCE_H

#include "core/game.h"

enum { SENTENCE_WAYS = 4 };

/* What is told of. */
struct telling {
	const struct box   *b;
	const struct state *s;
	const struct event *e;
	const char *you;        /* the seat of the reader, as the game writes it; NULL: the reader has none, and everybody is told of by name */
};

/* What can stand in braces, and how it is written. */
struct sentence_place {
	const char *name;
	void (*put)(const struct telling *of, struct text *out);
};

/* The sentences of one event. `way` says which of them is meant; NULL: the first. */
struct sentence {
	const char *of[SENTENCE_WAYS];
	int (*way)(const struct event *e);
};

struct catalogue {
	const struct sentence *event;           /* by struct event's `what` */
	int events;
	const struct sentence_place *place;     /* ends with a place without a name */
};

/* Writes the sentence of an event. An event without a sentence, and a place that the catalogue does not have, are our mistakes: they panic. */
void sentence_tell(const struct catalogue *c, const struct telling *of, struct text *out);

/* Writes one sentence or phrase with the places of a catalogue. */
void sentence_fill(const struct catalogue *c, const char *words, const struct telling *of, struct text *out);

/* Ways that many events have: 0 or 1 by whether that member is 0. */
int sentence_by_n(const struct event *e);
void sentence_put_n(const struct telling *of, struct text *t);         /* the number of the event */
int sentence_by_thing(const struct event *e);
/* And by whether it is 1: "one coal", "{n} coal". */
int sentence_by_one(const struct event *e);            /* 0: n is 1 */
int sentence_by_one_thing(const struct event *e);

/* For `say` of a game: the sentence of an event, of everybody by name. */
void sentence_say(const struct catalogue *c, const struct box *b, const struct state *s, const struct event *e, char out[MAX_TEXT]);

#endif
