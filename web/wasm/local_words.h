/* The messages that only the table inside the page takes and gives, in the form of src/table/words.h: local_table.c says what they do. The types of
 * the page (web/src/table/words.ts) are made from these lists too. SEATED is {"person":NAME} or {"bot":LEVEL}. */
#ifndef WASM_LOCAL_WORDS_H
#define WASM_LOCAL_WORDS_H

/* Messages of the page: HEAR(word, early, members), taken by hear_WORD. early: there need not be a table yet. */
#define HEAR_LIST(HEAR) \
	HEAR(open, true, MEMBER(id, TEXT, MUST) MEMBER(key, TEXT, MUST) MEMBER(made, NUMBER, MUST) MEMBER(level, TEXT, MUST) MEMBER(game, GAME, MAY) \
		MEMBER(settings, LIST(TEXT), MAY) MEMBER(rows, LIST(TEXT), MAY) MEMBER(changed, NUMBER, MAY) MEMBER(seats, LIST(SEATED), MAY) \
		MEMBER(record, TEXT, MAY) MEMBER(plies, NUMBER, MAY) MEMBER(deal, TEXT, MAY)) \
	HEAR(deal, true, MEMBER(game, GAME, MUST) MEMBER(name, TEXT, MUST)) \
	HEAR(decided, false, MEMBER(seat, NUMBER, MUST) MEMBER(place, NUMBER, MUST) MEMBER(move, TEXT, MUST)) \
	HEAR(record, false, ) \
	HEAR(whole, false, MEMBER(ply, NUMBER, MUST) MEMBER(key, TEXT, MAY))

/* Messages to the page, besides SAY_LIST: TELL(word, members). */
#define TELL_LIST(TELL) \
	TELL(opened, MEMBER(rules, NUMBER, MUST)) \
	TELL(row, MEMBER(row, TEXT, MUST)) \
	TELL(think, MEMBER(seat, NUMBER, MUST) MEMBER(level, TEXT, MUST) MEMBER(place, NUMBER, MUST) MEMBER(view, VIEW, MUST) \
		MEMBER(seed, NUMBER, MAY)) \
	TELL(dealt, MEMBER(id, TEXT, MUST) MEMBER(key, TEXT, MUST) MEMBER(players, NUMBER, MUST) MEMBER(seat, NUMBER, MUST) MEMBER(bots, TEXT, MUST) \
		MEMBER(expert, TEXT, MUST) MEMBER(net, TEXT, MUST)) \
	TELL(record, MEMBER(text, TEXT, MUST))

#endif
