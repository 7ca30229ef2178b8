#define _POSIX_C_SOURCE 200809L
#include "server/config.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/game.h"
#include "base/file.h"
#include "play/setup.h"
#include "store/job.h"
#include "base/slog.h"

#ifndef WWW
#define WWW ""                          /* the folder of the page: meson's option `www`, for packages */
#endif

#define TEXT(name, field, value, preset, help)          { name, value, help, preset, CONFIG_TEXT, offsetof(struct config, field), 0, 0 }
#define NUMBER(name, field, preset, min, max, help)     { name, "N", help, preset, CONFIG_NUMBER, offsetof(struct config, field), min, max }
#define FLAG(name, field, help)                         { name, NULL, help, "no", CONFIG_FLAG, offsetof(struct config, field), 0, 0 }
#define SWITCH(name, field, preset, help)               { name, "yes|no", help, preset, CONFIG_SWITCH, offsetof(struct config, field), 0, 0 }

const struct config_key config_keys[] = {
	TEXT("listen", listen, "ADDRESS:PORT", "127.0.0.1:8080", "where to wait for browsers; *:8080 is every address of this machine"),
	FLAG("share", share, "listen for the local network, and show the address to send to friends, as a QR code too"),
	TEXT("store", store, "URL", "", "where tables are kept: sqlite:FILE, postgres://USER@HOST/DATABASE or memory:"),
	TEXT("www", www, "DIR", WWW, "the browser client to serve; without it there is a page that says what this is"),
	TEXT("tls-cert", tls_cert, "FILE", "", "speak TLS: the certificate with its chain, PEM"),
	TEXT("tls-key", tls_key, "FILE", "", "and its private key, PEM"),
	FLAG("proxy", proxy, "a proxy stands in front: believe what it adds to X-Forwarded-For"),
	TEXT("proxy-from", proxy_from, "ADDRESS,...", "", "where the proxy is, if not on this machine"),
	TEXT("origin", origin, "URL,...", "", "how browsers reach this server from outside, as in https://muddy.example; the first goes into links"),
	FLAG("open", open, "open the page in a browser"),
	FLAG("quiet", quiet, "print nothing, log errors only"),
	TEXT("log", log, "LEVEL", "", "error, warn, info or debug; at a terminal warn is preset, else info"),
	TEXT("metrics", metrics, "WHO", "local", "who may read /metrics: local, all or none"),
	NUMBER("clients", clients, "5000", 1, 1000000, "connections at once"),
	NUMBER("clients-per-address", clients_per_address, "100", 1, 1000000, "connections at once from one address"),
	NUMBER("requests", requests, "600", 1, 1000000, "HTTP requests from one address in a minute"),
	NUMBER("messages", messages, "20", 1, 1000000, "messages on one connection in a second; three times as many may come in a burst"),
	NUMBER("tables", tables, "100000", 1, 10000000, "tables open at once"),
	NUMBER("tables-per-address", tables_per_address, "60", 1, 1000000, "tables that one address may make in an hour"),
	NUMBER("unsent", unsent, "1024", 16, 65536, "KiB that may wait for a slow connection before it is dropped"),
	NUMBER("hello", hello, "10", 1, 3600, "seconds for a new connection to say which table it is about"),
	NUMBER("ping", ping, "25", 1, 3600, "seconds of silence before a connection is asked whether it is still there"),
	SWITCH("apart", apart, "no", "for a busy server: give the thread that serves players a core of its own, and all other threads the rest"),
	NUMBER("bots", bots, "0", 0, POOL_THREADS, "threads for bots; 0: one less than this machine has cores"),
	NUMBER("bot-delay", bot_delay, "500", 0, 60000, "ms between two moves of bots while somebody is looking"),
	NUMBER("abandoned", abandoned, "30", 0, 36500, "days after which a table is closed where nobody is and nothing happens; 0: never"),
	NUMBER("purge", purge, "0", 0, 36500, "days after which a table that is over or closed is deleted; 0: never"),
	TEXT("notify-command", notify_command, "COMMAND", "", "a program that notifies players whose turn it is: docs/server.md"),
	SWITCH("hooks", hooks, "no", "players may be notified by a web hook, at public addresses only"),
	SWITCH("push", push, "yes", "players may be notified by Web Push"),
	TEXT("push-key", push_key, "FILE", "", "the key of Web Push, made if it is missing; preset: beside the file of the store"),
	TEXT("contact", contact, "URL", "", "mailto: or https: of whoever runs this, for push services"),
	{ NULL, NULL, NULL, NULL, CONFIG_TEXT, 0, 0, 0 },
};
_Static_assert(sizeof config_keys / sizeof config_keys[0] <= CONFIG_KEYS, "flags of serve");

/* Setting ---------------------------------------------------------------- */

static bool set_number(struct config *c, const struct config_key *k, const char *value, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN];
	uint64_t n;

	if (!setup_number(value, &n) || n > (uint64_t)k->max || n < (uint64_t)k->min)
		return error_say(why, "%s is '%s'; allowed: a number from %d to %d", k->name, error_quote(shown, value, strlen(value)), k->min, k->max);
	*(int *)((char *)c + k->at) = (int)n;
	return true;
}

static bool set_bool(struct config *c, const struct config_key *k, const char *value, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN];
	bool yes = strcmp(value, "yes") == 0;

	if (!yes && strcmp(value, "no") != 0)
		return error_say(why, "%s is '%s'; allowed: yes or no", k->name, error_quote(shown, value, strlen(value)));
	*(bool *)((char *)c + k->at) = yes;
	return true;
}

static bool set(struct config *c, const struct config_key *k, const char *value, char why[MAX_ERROR])
{
	switch (k->kind) {
	case CONFIG_NUMBER:
		return set_number(c, k, value, why);
	case CONFIG_FLAG:
	case CONFIG_SWITCH:
		return set_bool(c, k, value, why);
	case CONFIG_TEXT:
		break;
	}
	*(const char **)((char *)c + k->at) = value;
	return true;
}

bool config_set(struct config *c, const char *name, const char *value, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_ERROR] = "";

	for (const struct config_key *k = config_keys; k->name; k++) {
		if (strcmp(k->name, name) == 0)
			return set(c, k, value, why);
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", k == config_keys ? "" : ", ", k->name);
	}
	return error_say(why, "there is no '%s'; there are: %s", error_quote(shown, name, strlen(name)), all);
}

void config_make(struct config *c)
{
	char why[MAX_ERROR];

	memset(c, 0, sizeof *c);
	for (const struct config_key *k = config_keys; k->name; k++)
		must(set(c, k, k->preset, why));
}

void config_drop(struct config *c)
{
	while (c->n_kept > 0)
		free(c->kept[--c->n_kept]);
}

static const char *keep(struct config *c, char *text)
{
	must(text != NULL && c->n_kept < (int)(sizeof c->kept / sizeof c->kept[0]));
	return c->kept[c->n_kept++] = text;
}

/* The file --------------------------------------------------------------- */

static char *trimmed(char *text)
{
	text += strspn(text, " \t\r");
	for (size_t n = strlen(text); n > 0 && strchr(" \t\r", text[n - 1]); n--)
		text[n - 1] = '\0';
	return text;
}

/* "key = value", a comment that begins with #, or nothing. */
static bool read_line(struct config *c, char *line, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN];

	line = trimmed(line);
	if (line[0] == '\0' || line[0] == '#')
		return true;
	char *equals = strchr(line, '=');
	if (!equals)
		return error_say(why, "'%s' is not of the form key = value", error_quote(shown, line, strlen(line)));
	*equals = '\0';
	return config_set(c, trimmed(line), trimmed(equals + 1), why);
}

bool config_read(struct config *c, const char *path, char why[MAX_ERROR])
{
	char *text, shown[MAX_SHOWN];
	size_t n;

	if (!file_read(path, &text, &n, why))
		return false;
	keep(c, text);
	error_quote(shown, path, strlen(path));
	if (strlen(text) != n)
		return error_say(why, "%s: it is not a text", shown);
	int number = 1;
	for (char *line = text, *end; line; line = end, number++) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		if (!read_line(c, line, why))
			return error_say(why, "%s:%d: %s", shown, number, why);
	}
	return true;
}

/* Addresses -------------------------------------------------------------- */

static bool read_port(const char *text, int *out)
{
	uint64_t n;

	if (!setup_number(text, &n) || n > 65535)
		return false;
	*out = (int)n;
	return true;
}

bool config_is_address(const char *host)
{
	unsigned char bytes[16];

	return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

bool config_place(const char *text, struct place *out, char why[MAX_ERROR])
{
	char shown[MAX_SHOWN];
	const char *colon = strrchr(text, ':'), *port = colon ? colon + 1 : text;
	size_t n = colon ? (size_t)(colon - text) : 0;
	bool bracketed = n >= 2 && text[0] == '[' && text[n - 1] == ']';
	bool fine = read_port(port, &out->port) && n < sizeof out->host;

	if (fine) {
		memcpy(out->host, bracketed ? text + 1 : text, bracketed ? n - 2 : n);
		out->host[bracketed ? n - 2 : n] = '\0';
		if (!colon || strcmp(out->host, "localhost") == 0)
			strcpy(out->host, "127.0.0.1");
		else if (strcmp(out->host, "*") == 0)
			out->host[0] = '\0';
		fine = out->host[0] == '\0' ? n <= 1 : config_is_address(out->host) && bracketed == (strchr(out->host, ':') != NULL);
	}
	return fine ? true : error_say(why, "listen is '%s'; allowed: ADDRESS:PORT with the address of a network interface, as in 127.0.0.1:8080, "
		"[::1]:8080 or *:8080", error_quote(shown, text, strlen(text)));
}

static bool read_origin(const char *text, size_t n, struct origin *out)
{
	size_t scheme = n > 8 && strncmp(text, "https://", 8) == 0 ? 8 : n > 7 && strncmp(text, "http://", 7) == 0 ? 7 : 0;

	if (scheme == 0 || n - scheme >= sizeof out->host)
		return false;
	out->tls = scheme == 8;
	out->port = out->tls ? 443 : 80;
	for (size_t i = scheme; i < n; i++)
		out->host[i - scheme] = (char)tolower((unsigned char)text[i]);
	out->host[n - scheme] = '\0';
	if (out->host[n - scheme - 1] == '/')
		out->host[n - scheme - 1] = '\0';
	char *end = out->host[0] == '[' ? strchr(out->host, ']') : NULL;
	char *colon = strchr(end ? end : out->host, ':');
	if (colon) {
		*colon = '\0';
		if (!read_port(colon + 1, &out->port))
			return false;
	}
	return out->host[0] != '\0' && out->host[strspn(out->host, "abcdefghijklmnopqrstuvwxyz0123456789-._[]:")] == '\0';
}

int config_origins(const char *list, struct origin out[MAX_ORIGINS], char why[MAX_ERROR])
{
	char shown[MAX_SHOWN];
	int n = 0;

	while (*(list += strspn(list, " ,"))) {
		size_t length = strcspn(list, " ,");
		if (n == MAX_ORIGINS)
			return error_say(why, "origin: at most %d addresses", MAX_ORIGINS) - 1;
		if (!read_origin(list, length, &out[n++]))
			return error_say(why, "origin is '%s'; allowed: addresses as in https://muddy.example, with commas between",
				error_quote(shown, list, length)) - 1;
		list += length;
	}
	return n;
}

/* The whole -------------------------------------------------------------- */

static bool one_of(const char *name, const char *value, const char *const allowed[], char why[MAX_ERROR])
{
	char shown[MAX_SHOWN], all[MAX_TEXT] = "";

	for (int i = 0; allowed[i]; i++) {
		if (strcmp(allowed[i], value) == 0)
			return true;
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", allowed[i]);
	}
	return error_say(why, "%s is '%s'; allowed: %s", name, error_quote(shown, value, strlen(value)), all);
}

static bool make_dirs(char *path, char why[MAX_ERROR])
{
	for (char *at = path + 1;; at++) {
		char was = *at;
		if (was != '/' && was != '\0')
			continue;
		*at = '\0';
		bool fine = mkdir(path, 0700) == 0 || errno == EEXIST;
		if (!fine)
			return error_say(why, "cannot make the directory '%s': %s", path, strerror(errno));
		*at = was;
		if (was == '\0')
			return true;
	}
}

bool config_data_dir(char *out, size_t cap, char why[MAX_ERROR])
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	bool given = data && data[0] == '/';            /* the standard says that anything else is to be ignored */

	if (!given && !(home && home[0] == '/'))
		return error_say(why, "there is no home directory to keep tables in; say where with --store sqlite:FILE");
	int n = snprintf(out, cap, "%s%s/bigmuddy", given ? data : home, given ? "" : "/.local/share");
	if (n >= (int)cap)
		return error_say(why, "the name of the data directory is too long");
	return make_dirs(out, why);
}

/* The store in the data directory, the key of Web Push beside it. What is kept in memory needs no key that outlives it, and a database
 * has no place for one: there Web Push waits for a file to be named. */
static bool preset_files(struct config *c, char why[MAX_ERROR])
{
	char dir[3000], whole[3100];

	if (!c->store[0]) {
		if (!config_data_dir(dir, sizeof dir, why))
			return false;
		snprintf(whole, sizeof whole, "sqlite:%s/bigmuddy.sqlite", dir);
		c->store = keep(c, strdup(whole));
	}
	bool file = strncmp(c->store, "sqlite:", 7) == 0;
	if (c->push && !c->push_key[0] && file) {
		snprintf(whole, sizeof whole, "%s.push-key", c->store + 7);
		c->push_key = keep(c, strdup(whole));
	}
	c->push = c->push && c->push_key[0];
	return true;
}

bool config_check(struct config *c, char why[MAX_ERROR])
{
	static const char *const who[] = { "local", "all", "none", NULL };
	const char *levels[SLOG_LEVELS + 1] = { NULL };
	struct origin origins[MAX_ORIGINS];
	struct place place;

	memcpy(levels, slog_levels, sizeof slog_levels);
	if (!c->log[0])
		c->log = slog_levels[c->quiet ? SLOG_ERROR : isatty(STDERR_FILENO) ? SLOG_WARN : SLOG_INFO];
	if (!one_of("log", c->log, levels, why) || !one_of("metrics", c->metrics, who, why))
		return false;
	if (!config_place(c->listen, &place, why) || config_origins(c->origin, origins, why) < 0)
		return false;
	if (!c->tls_cert[0] != !c->tls_key[0])
		return error_say(why, "tls-cert and tls-key belong together; %s is missing", c->tls_cert[0] ? "tls-key" : "tls-cert");
	if (c->share && c->proxy)
		return error_say(why, "share is for a local network, proxy for a server behind another: not both");
	if (c->bots == 0) {
		long cores = sysconf(_SC_NPROCESSORS_ONLN);
		c->bots = cores > 2 ? (int)(cores <= POOL_THREADS ? cores - 1 : POOL_THREADS) : 1;
	}
	return preset_files(c, why);
}
