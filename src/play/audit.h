/* What the record of a game from a server proves about its draws, and what it does not.
 *
 * A record alone shows that every draw follows from the key, the table and the nonces that stand in it. That nobody chose the draws is
 * proved only to somebody who noted two things at the table: the commit, before the start, and a nonce of their own. */
#ifndef PLAY_AUDIT_H
#define PLAY_AUDIT_H

#include "play/session.h"

/* What somebody noted at the table; NULL: they did not. */
struct audit_noted { const uint8_t *commit, *nonce; };

struct audit {
	int  draws;                     /* chance moves of the record */
	int  wrong;                     /* of these, not what key, table and nonces draw */
	int64_t skipped;                   /* draws that the record leaves out before one that it shows: the table took them back, so they say */
	bool by_row;                    /* the old way: the numbers of the draws can be chosen */
	bool bound;                     /* the key has the hash that the record names as the commit */
	unsigned nonces, seats;         /* a bit for each seat with a nonce, and for each seat */
	struct audit_noted noted;
	bool commit_fits, nonce_fits;   /* what was noted is what stands there; false if nothing was noted */
};

struct audit audit_of(const struct session *s, const struct audit_noted *noted);       /* of a session with a proof */

bool audit_holds(const struct audit *a);        /* nothing in the record contradicts what it claims */
bool audit_proves(const struct audit *a);       /* to whoever noted commit and nonce: nobody chose the draws */

/* A sentence for each finding: first what is proved, then what is left open, then what is wrong. */
enum audit_verdict { AUDIT_PROVED, AUDIT_OPEN, AUDIT_WRONG };
enum { AUDIT_FINDINGS = 8 };
struct audit_finding { enum audit_verdict verdict; char words[MAX_ERROR]; };
int audit_findings(const struct audit *a, struct audit_finding out[AUDIT_FINDINGS]);   /* how many */

#endif
