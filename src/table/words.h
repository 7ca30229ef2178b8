/* The words of the table protocol, each in one list: kinds of rows, requests, refusals. Enumerations, names, tables of functions, the types of
 * the page (web/src/table/words.ts, which tools/words.py makes) and the checks of docs/openapi.json and docs/protocol.md are all made from these lists, so a new word
 * is one new line here and the function that it names.
 *
 * A list is a macro that calls its argument once for each entry. */
#ifndef TABLE_WORDS_H
#define TABLE_WORDS_H

/* Kinds of rows: ROW(NAME, word, when, whose, readers, text).
 *     when     the states of a table in which such a row can come (table.c)
 *     whose    what the row's seat must be: NONES, SEATS, PERSONS, DECIDERS (persons who have not resigned), ANYBODYS (table.c)
 *     readers  who may read it in the log: ALL_READ, OWNER_READS, NONE_READ (wire_log.c)
 *     text     what the log shows of its text: NO_TEXT, TEXT, THE_NAME in a sit row, THE_MOVE as the reader may know it (wire_log.c)
 * table.c has a function fold_WORD for each. The comment says what the seat and the text are. */
#define ROW_LIST(ROW) \
	ROW(SIT,    sit,    OPEN | RUNNING | ENDED, SEATS,    ALL_READ,    THE_NAME) /* who sits down: HASH of the secret, COMMIT of the nonce or "-", NAME */ \
	ROW(BOT,    bot,    OPEN | RUNNING,         SEATS,    ALL_READ,    TEXT)     /* a bot's from now on: its level */ \
	ROW(FREE,   free,   OPEN,                   SEATS,    ALL_READ,    TEXT)     /* nobody's from now on: why, "left" or "removed" */ \
	ROW(LINK,   link,   ALWAYS,                 PERSONS,  ALL_READ,    NO_TEXT)  /* whose link: HASH of a new secret, which replaces the old one */ \
	ROW(RULE,   rule,   OPEN,                   NONES,    ALL_READ,    TEXT)     /* what the host chose: "away DAYS", see AWAY_DAYS of table.h */ \
	ROW(REVEAL, reveal, OPEN,                   PERSONS,  ALL_READ,    TEXT)     /* whose nonce: the nonce in hexadecimal */ \
	ROW(START,  start,  OPEN,                   NONES,    ALL_READ,    NO_TEXT)  /* how chance is drawn: START_BY_SOURCE of row.h, or nothing */ \
	ROW(MOVE,   move,   RUNNING,                SEATS,    ALL_READ,    THE_MOVE) /* who moves: the move as in a record */ \
	ROW(DRAW,   draw,   RUNNING,                NONES,    ALL_READ,    THE_MOVE) /* what chance did, likewise */ \
	ROW(ASK,    ask,    RUNNING,                DECIDERS, ALL_READ,    TEXT)     /* who asks: PLY, may we go back to before it? */ \
	ROW(AGREE,  agree,  RUNNING,                DECIDERS, ALL_READ,    NO_TEXT)  /* who agrees */ \
	ROW(REFUSE, refuse, RUNNING,                DECIDERS, ALL_READ,    NO_TEXT)  /* who does not, or who takes the question back */ \
	ROW(UNDO,   undo,   RUNNING,                ANYBODYS, ALL_READ,    TEXT)     /* by whom, or -1 by consent: PLY, the moves from there on are a closed branch */ \
	ROW(ORDER,  order,  OPEN | RUNNING,         DECIDERS, OWNER_READS, TEXT)     /* whose: PROMPT ORDER, and " once" if it is for the question at hand */ \
	ROW(AWAY,   away,   RUNNING,                DECIDERS, ALL_READ,    TEXT)     /* who is away: why, "time" or "left"; a bot decides for the seat */ \
	ROW(BACK,   back,   RUNNING,                DECIDERS, ALL_READ,    NO_TEXT)  /* who is back: the seat decides for itself from its next decision on */ \
	ROW(REPLACE, replace, RUNNING,              DECIDERS, ALL_READ,    TEXT)     /* who wants a bot on a seat: SEAT */ \
	ROW(VACATE, vacate, RUNNING,                DECIDERS, ALL_READ,    TEXT)     /* who announces it: SEAT TIME, from then on another person may take it */ \
	ROW(KEEP,   keep,   RUNNING,                DECIDERS, ALL_READ,    TEXT)     /* who takes back what they said of a seat: SEAT */ \
	ROW(RESIGN, resign, RUNNING,                DECIDERS, ALL_READ,    NO_TEXT)  /* who resigns */ \
	ROW(PAUSE,  pause,  RUNNING,                ANYBODYS, ALL_READ,    NO_TEXT)  /* who asked: clocks and bots stand still */ \
	ROW(RESUME, resume, RUNNING,                ANYBODYS, ALL_READ,    NO_TEXT)  /* who goes on */ \
	ROW(CHAT,   chat,   OPEN | RUNNING | ENDED, PERSONS,  ALL_READ,    TEXT)     /* who speaks: what */ \
	ROW(TELL,   tell,   ALWAYS,                 PERSONS,  NONE_READ,   NO_TEXT)  /* whose: the address for notifications when it is their turn; empty: none */ \
	ROW(FORGET, forget, ENDED | CLOSED,         PERSONS,  ALL_READ,    NO_TEXT)  /* whose name is taken out: SEQ of the row with which they sat down */ \
	ROW(NEXT,   next,   ENDED | CLOSED,         NONES,    ALL_READ,    TEXT)     /* id of the table of the rematch */ \
	ROW(CLOSE,  close,  OPEN | RUNNING,         NONES,    ALL_READ,    TEXT)     /* why */

/* Who caused a row: BY(NAME, word). */
#define BY_LIST(BY) \
	BY(PLAYER, player) BY(HOST, host) BY(BOT, bot) BY(ORDER, order) BY(DEFAULT, default) BY(SERVER, server)

/* What can be asked of a table: REQUEST(NAME, word, way, when, members).
 *     way      MESSAGE: a client sends {"type": word, ...} with these members, and wire_in.c has read_WORD for them; PLAIN: a message without
 *              members of its own; API: it comes from the HTTP interface or from the server itself
 *     when     ALWAYS, or WHILE_SHORT: no longer once the table has very many rows
 *     members  MEMBER(name, type, MUST or MAY) of such a message, besides "type" and "key", which every message may have
 * request.c has a function request_WORD for each. */
#define REQUEST_LIST(REQUEST) \
	REQUEST(SIT,    sit,    API,     WHILE_SHORT, ) \
	REQUEST(FILL,   fill,   API,     WHILE_SHORT, ) \
	REQUEST(REMOVE, remove, API,     ALWAYS, ) \
	REQUEST(LINK,   link,   API,     WHILE_SHORT, ) \
	REQUEST(REVEAL, reveal, MESSAGE, WHILE_SHORT, MEMBER(nonce, TEXT, MUST)) \
	REQUEST(START,  start,  API,     ALWAYS, ) \
	REQUEST(PLAY,   play,   MESSAGE, ALWAYS,      MEMBER(moves, TEXTS, MUST) MEMBER(place, NUMBER, MUST)) \
	REQUEST(UNDO,   undo,   MESSAGE, WHILE_SHORT, MEMBER(to, NUMBER, MUST) MEMBER(place, NUMBER, MUST)) \
	REQUEST(AGREE,  agree,  PLAIN,   ALWAYS, ) \
	REQUEST(REFUSE, refuse, PLAIN,   ALWAYS, ) \
	REQUEST(ORDER,  order,  MESSAGE, WHILE_SHORT, MEMBER(prompt, TEXT, MUST) MEMBER(order, TEXT, MUST) MEMBER(once, TRUTH, MAY)) \
	REQUEST(LEAVE,  leave,  PLAIN,   ALWAYS, ) \
	REQUEST(BACK,   back,   PLAIN,   ALWAYS, ) \
	REQUEST(REPLACE, replace, MESSAGE, ALWAYS,    MEMBER(seat, NUMBER, MUST)) \
	REQUEST(VACATE, vacate, MESSAGE, WHILE_SHORT, MEMBER(seat, NUMBER, MUST)) \
	REQUEST(KEEP,   keep,   MESSAGE, ALWAYS,      MEMBER(seat, NUMBER, MUST)) \
	REQUEST(RESIGN, resign, PLAIN,   ALWAYS, ) \
	REQUEST(PAUSE,  pause,  PLAIN,   WHILE_SHORT, ) \
	REQUEST(RESUME, resume, PLAIN,   ALWAYS, ) \
	REQUEST(CHAT,   chat,   MESSAGE, WHILE_SHORT, MEMBER(text, TEXT, MUST)) \
	REQUEST(TELL,   tell,   MESSAGE, WHILE_SHORT, MEMBER(push, PUSH, MAY) MEMBER(hook, TEXT, MAY) MEMBER(mail, TEXT, MAY)) \
	REQUEST(FORGET, forget, API,     WHILE_SHORT, ) \
	REQUEST(NEXT,   next,   API,     ALWAYS, ) \
	REQUEST(CLOSE,  close,  API,     ALWAYS, )

/* Messages of a client that ask for nothing to be stored: READ(NAME, word, members), read by read_WORD of wire_in.c. */
#define READ_LIST(READ) \
	READ(HELLO, hello, MEMBER(table, TEXT, MUST) MEMBER(seat, NUMBER, MAY) MEMBER(secret, TEXT, MAY) MEMBER(after, NUMBER, MAY)) \
	READ(SHOW,  show,  MEMBER(ply, NUMBER, MUST)) \
	READ(WHY,   why,   MEMBER(move, TEXT, MUST))

/* Where a table is in its life: STATUS(NAME, word). Stores keep the number. STARTING is told but never kept: an open table whose players are being
 * asked for their nonces. */
#define STATUS_LIST(STATUS) \
	STATUS(OPEN, open) STATUS(RUNNING, running) STATUS(OVER, over) STATUS(CLOSED, closed) STATUS(STARTING, starting)

/* Who has a seat: HOLDER(NAME, word). */
#define HOLDER_LIST(HOLDER) \
	HOLDER(FREE, free) HOLDER(PERSON, person) HOLDER(BOT, bot)

/* What a table says: messages SAY(NAME, word, members), and the objects in them, SHAPE(Name, members). wire_out.c and wire_log.c write them, and
 * tests/server/shapes.c holds every message of every test against these lists.
 *
 * A member is MEMBER(name, type, MUST or MAY): MAY is absent at times. A type is one of
 *     TEXT, NUMBER, TRUTH       a string, a whole number, true or false
 *     VALUE                     TEXT or NUMBER: what an option is set to
 *     VIEW                      a game's state as somebody may see it (core/codec.h)
 *     GAME, STATUS, HOLDER, ROW, BY, REFUSAL     a word of that list; the names of games are those of game_list
 *     NULLABLE(type), LIST(type), MAP(type)      it or null; a list of them; an object with such values under any names
 *     and the names of shapes. */
#define SHAPE_LIST(SHAPE) \
	SHAPE(Seat, MEMBER(id, NUMBER, MUST) MEMBER(name, NULLABLE(TEXT), MUST) MEMBER(kind, HOLDER, MUST) MEMBER(level, TEXT, MAY) \
		MEMBER(isConnected, TRUTH, MUST) MEMBER(away, TRUTH, MUST) MEMBER(resigned, TRUTH, MUST) MEMBER(botWantedBy, LIST(NUMBER), MUST) \
		MEMBER(vacantFrom, NULLABLE(NUMBER), MUST) MEMBER(commit, NULLABLE(TEXT), MUST) MEMBER(nonce, NULLABLE(TEXT), MUST)) \
	SHAPE(Pace, MEMBER(move, NUMBER, MAY) MEMBER(bank, NUMBER, MAY) MEMBER(days, NUMBER, MAY)) \
	SHAPE(Pieces, MEMBER(hash, TEXT, MUST) MEMBER(name, TEXT, MUST)) \
	SHAPE(Result, MEMBER(ending, TEXT, MUST) MEMBER(places, LIST(NUMBER), MUST) MEMBER(scores, LIST(NUMBER), MUST)) \
	SHAPE(Match, MEMBER(matchID, TEXT, MUST) MEMBER(gameName, GAME, MUST) MEMBER(players, LIST(Seat), MUST) MEMBER(setupData, MAP(VALUE), MUST) \
		MEMBER(rules, NUMBER, MUST) MEMBER(level, TEXT, MUST) MEMBER(pace, NULLABLE(Pace), MUST) MEMBER(awayDays, NUMBER, MUST) \
		MEMBER(status, STATUS, MUST) MEMBER(unlisted, TRUTH, MUST) MEMBER(watchers, NUMBER, MUST) MEMBER(createdAt, NUMBER, MUST) \
		MEMBER(updatedAt, NUMBER, MUST) MEMBER(commit, TEXT, MUST) MEMBER(box, Pieces, MUST) MEMBER(gameover, Result, MAY) \
		MEMBER(nextMatchID, TEXT, MAY) MEMBER(fromMatchID, TEXT, MAY) MEMBER(deal, TEXT, MAY)) \
	SHAPE(Event, MEMBER(what, TEXT, MUST) MEMBER(seat, NULLABLE(NUMBER), MUST) MEMBER(thing, NUMBER, MUST) MEMBER(place, NUMBER, MUST) \
		MEMBER(n, NUMBER, MUST) MEMBER(rule, NULLABLE(TEXT), MUST) MEMBER(words, TEXT, MUST)) \
	SHAPE(Line, MEMBER(seq, NUMBER, MUST) MEMBER(at, NUMBER, MUST) MEMBER(kind, ROW, MUST) MEMBER(seat, NULLABLE(NUMBER), MUST) \
		MEMBER(by, BY, MUST) MEMBER(text, NULLABLE(TEXT), MUST) MEMBER(ply, NUMBER, MAY) MEMBER(said, LIST(Event), MAY)) \
	SHAPE(Question, MEMBER(seat, NUMBER, MUST) MEMBER(to, NUMBER, MUST) MEMBER(agreed, LIST(NUMBER), MUST)) \
	SHAPE(Clock, MEMBER(move, LIST(NULLABLE(NUMBER)), MUST) MEMBER(bank, LIST(NULLABLE(NUMBER)), MUST) MEMBER(running, NULLABLE(NUMBER), MUST) \
		MEMBER(paused, TRUTH, MUST)) \
	SHAPE(Count, MEMBER(n, NUMBER, MUST) MEMBER(rule, NULLABLE(TEXT), MUST) MEMBER(words, TEXT, MUST)) \
	SHAPE(Rival, MEMBER(place, NUMBER, MUST) MEMBER(score, NUMBER, MUST) MEMBER(tally, LIST(Count), MUST)) \
	SHAPE(Over, MEMBER(ending, NULLABLE(TEXT), MUST) MEMBER(places, LIST(NUMBER), MAY) MEMBER(scores, LIST(NUMBER), MAY) \
		MEMBER(tally, LIST(LIST(Count)), MAY) MEMBER(rival, Rival, MAY) MEMBER(key, TEXT, MAY) MEMBER(nonces, LIST(NULLABLE(TEXT)), MUST))

#define SAY_LIST(SAY) \
	SAY(WELCOME, welcome, MEMBER(table, Match, MUST) MEMBER(you, NULLABLE(NUMBER), MUST) MEMBER(now, NUMBER, MUST) MEMBER(reachable, TRUTH, MUST)) \
	SAY(SEATS, seats, MEMBER(status, STATUS, MUST) MEMBER(players, LIST(Seat), MUST) MEMBER(watchers, NUMBER, MUST) MEMBER(now, NUMBER, MUST) \
		MEMBER(nextMatchID, TEXT, MAY)) \
	SAY(GAME, game, MEMBER(key, TEXT, MAY) MEMBER(now, NUMBER, MUST) MEMBER(seq, NUMBER, MUST) MEMBER(place, NUMBER, MUST) MEMBER(ply, NUMBER, MUST) \
		MEMBER(status, STATUS, MUST) MEMBER(log, LIST(Line), MUST) MEMBER(toMove, NULLABLE(NUMBER), MUST) MEMBER(prompt, NULLABLE(TEXT), MUST) \
		MEMBER(asked, TRUTH, MUST) MEMBER(standing, NULLABLE(TEXT), MUST) MEMBER(view, NULLABLE(VIEW), MUST) MEMBER(legal, LIST(TEXT), MUST) MEMBER(undo, NULLABLE(NUMBER), MUST) \
		MEMBER(ask, NULLABLE(Question), MUST) MEMBER(clock, Clock, MUST) MEMBER(orders, MAP(TEXT), MUST) MEMBER(once, MAP(TEXT), MUST) \
		MEMBER(over, Over, MAY)) \
	SAY(OK, ok, MEMBER(key, TEXT, MAY) MEMBER(seq, NUMBER, MUST)) \
	SAY(ERROR, error, MEMBER(key, TEXT, MAY) MEMBER(code, REFUSAL, MUST) MEMBER(rule, TEXT, MAY) MEMBER(words, TEXT, MUST)) \
	SAY(SHOWN, shown, MEMBER(key, TEXT, MAY) MEMBER(ply, NUMBER, MUST) MEMBER(toMove, NULLABLE(NUMBER), MUST) MEMBER(view, VIEW, MUST)) \
	SAY(WHY, why, MEMBER(key, TEXT, MAY) MEMBER(move, TEXT, MUST) MEMBER(rule, NULLABLE(TEXT), MUST) MEMBER(words, TEXT, MUST))

/* Why something is refused: REFUSAL(NAME, word, status of HTTP). docs/protocol.md says what each means. */
#define REFUSAL_LIST(REFUSAL) \
	/* what was sent */ \
	REFUSAL(BAD_MESSAGE, bad_message, 400) REFUSAL(BAD, bad, 409) REFUSAL(HELLO, hello, 409) REFUSAL(TOO_FAST, too_fast, 429) \
	/* HTTP alone */ \
	REFUSAL(BAD_REQUEST, bad_request, 400) REFUSAL(BAD_METHOD, bad_method, 405) REFUSAL(BAD_VERSION, bad_version, 426) \
	REFUSAL(NO_LENGTH, no_length, 411) REFUSAL(NO_WEBSOCKET, no_websocket, 426) REFUSAL(NOT_FOUND, not_found, 404) \
	REFUSAL(TOO_LONG, too_long, 413) REFUSAL(TOO_MANY, too_many, 429) \
	/* there is no such thing */ \
	REFUSAL(NO_SUCH_PAGE, no_such_page, 404) REFUSAL(NO_SUCH_GAME, no_such_game, 404) REFUSAL(NO_SUCH_TABLE, no_such_table, 404) \
	REFUSAL(NO_SUCH_PLY, no_such_ply, 409) REFUSAL(NO_SUCH_DEAL, no_such_deal, 404) \
	/* who may */ \
	REFUSAL(FORBIDDEN, forbidden, 403) REFUSAL(HOST, host, 409) \
	/* the state of the table */ \
	REFUSAL(NOT_STARTED, not_started, 409) REFUSAL(STARTED, started, 409) REFUSAL(STARTING, starting, 409) REFUSAL(RUNNING, running, 403) \
	REFUSAL(OVER, over, 409) REFUSAL(NOT_OVER, not_over, 409) REFUSAL(CLOSED, closed, 409) REFUSAL(PAUSED, paused, 409) \
	REFUSAL(NOT_PAUSED, not_paused, 409) REFUSAL(NEXT, next, 409) REFUSAL(NO_GAME, no_game, 409) \
	/* seats */ \
	REFUSAL(SEAT, seat, 409) REFUSAL(TAKEN, taken, 409) REFUSAL(FREE, free, 409) REFUSAL(FULL, full, 409) REFUSAL(NO_PERSON, no_person, 409) \
	REFUSAL(NAME, name, 409) REFUSAL(LEVEL, level, 409) REFUSAL(NONCE, nonce, 409) REFUSAL(AWAY, away, 409) REFUSAL(HERE, here, 409) \
	REFUSAL(RESIGNED, resigned, 409) REFUSAL(BOTS_ONLY, bots_only, 409) \
	/* moves */ \
	REFUSAL(CROSSED, crossed, 409) REFUSAL(TURN, turn, 409) REFUSAL(ILLEGAL, illegal, 409) REFUSAL(NO_MOVE, no_move, 409) \
	REFUSAL(BATCH, batch, 409) REFUSAL(ORDER, order, 409) \
	/* going back */ \
	REFUSAL(PLY, ply, 409) REFUSAL(CONSENT, consent, 409) REFUSAL(ASKED, asked, 409) REFUSAL(NOT_ASKED, not_asked, 409) \
	/* the server */ \
	REFUSAL(LIMIT, limit, 429) REFUSAL(BUSY, busy, 503) REFUSAL(NOT_STORED, not_stored, 503) REFUSAL(NOT_READ, not_read, 503) \
	REFUSAL(INTERNAL, internal, 409) REFUSAL(DAMAGED, damaged, 503) REFUSAL(CLOSING, closing, 503)

/* ROW_LIST(WORDS_NAME) and its like make a table of names. */
#define WORDS_NAME(NAME, word, ...) #word,
#define WORDS_PLAIN(NAME, word) #word,          /* of lists with no other columns */

#endif
