/* How the server is to run: what is preset, then a file of `key = value` lines, then the flags of `bigmuddy serve`, which have the same
 * names. */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include "base/error.h"

enum { MAX_ORIGINS = 16 };

struct config {
	/* "" if not given */
	const char *listen, *store, *www, *tls_cert, *tls_key, *proxy_from, *origin, *log, *metrics, *notify_command, *push_key, *contact;
	bool share, proxy, open, quiet, apart, hooks, push;
	int  clients, clients_per_address, requests, tables, tables_per_address, messages, unsent, hello, ping, bots, bot_delay, abandoned, purge;
	char *kept[8];                          /* texts that belong to this, not to argv */
	int   n_kept;
};

enum config_kind { CONFIG_TEXT, CONFIG_NUMBER, CONFIG_FLAG, CONFIG_SWITCH };     /* a flag takes nothing on the command line, a switch yes or no */
struct config_key {
	const char *name, *value, *help;        /* "listen", "ADDRESS:PORT" (NULL: nothing), what it does */
	const char *preset;
	enum config_kind kind;
	size_t at;                              /* in struct config */
	int    min, max;                        /* of a number */
};
extern const struct config_key config_keys[];   /* ends with a nameless one */
enum { CONFIG_KEYS = 40 };                      /* at most */

void config_make(struct config *c);             /* all preset */
void config_drop(struct config *c);

/* The text stays the caller's, and has to live as long as `c`. */
bool config_set(struct config *c, const char *name, const char *value, char why[MAX_ERROR]);
bool config_read(struct config *c, const char *path, char why[MAX_ERROR]);      /* a mistake is told with file and line */
bool config_check(struct config *c, char why[MAX_ERROR]);                       /* what has to fit together; fills in what depends on the rest */

/* "127.0.0.1:8080", "[::1]:8080", "localhost:8080", "*:8080" (all of this machine's), "8080" (loopback). host "" is all. Port 0: any. */
struct place { char host[48]; int port; };
bool config_is_address(const char *host);                         /* in numbers, of either kind */
bool config_place(const char *text, struct place *out, char why[MAX_ERROR]);

/* The scheme, host and port of a list of addresses with commas between. */
struct origin { char host[256]; int port; bool tls; };
int  config_origins(const char *list, struct origin out[MAX_ORIGINS], char why[MAX_ERROR]);    /* how many; -1: one of them makes no sense */

/* "$XDG_DATA_HOME/bigmuddy" or "~/.local/share/bigmuddy", made if it is missing, for its owner alone. */
bool config_data_dir(char *out, size_t cap, char why[MAX_ERROR]);

#endif
