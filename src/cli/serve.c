/* bigmuddy serve: runs a server with tables for browsers. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "server/ratelimit.h"
#include "store/job.h"
#include "server/loop.h"
#include "qr.h"
#include "base/slog.h"

extern char **environ;

/* Ending ----------------------------------------------------------------- */

static struct loop *running;
static atomic_bool asked;

/* The first signal ends the server in good order, the second one at once. Any thread may be the one that runs this. */
static void on_signal(int number)
{
	(void)number;
	if (atomic_exchange(&asked, true))
		_exit(EXIT_NO);
	loop_end(running);
}

static void on_hangup(int number)
{
	(void)number;
	loop_renew(running);
}

/* SIGHUP reloads the certificate. Without a certificate it ends the server, as it ends other programs whose terminal is closed. */
static void catch_signals(struct loop *l, bool tls)
{
	struct sigaction how = { .sa_handler = on_signal };

	running = l;
	sigemptyset(&how.sa_mask);
	sigaction(SIGINT, &how, NULL);
	sigaction(SIGTERM, &how, NULL);
	how.sa_handler = tls ? on_hangup : on_signal;
	sigaction(SIGHUP, &how, NULL);
}

/* What is printed -------------------------------------------------------- */

static void show_addresses(const struct config *c, const struct loop *l)
{
	const char *url = loop_url(l), *scheme = c->tls_cert[0] ? "https" : "http";
	char lan[MAX_ADDRESS];

	printf("Big Muddy is at %s\n", url);
	if (c->share && !c->origin[0] && !address_lan(lan)) {
		puts("This machine is not in a local network, so friends cannot reach it.");
	} else if (c->share) {
		printf("Whoever is in the same network opens that address or points a telephone at this:\n\n");
		qr_put(stdout, url, cli_look(false) & LOOK_COLOUR);
		printf("\nOn this machine: %s://localhost:%d\n", scheme, loop_port(l));
	} else if (strstr(url, "//127.") || strstr(url, "//[::1]")) {
		puts("Only this machine can reach it; with --share its local network can, too.");
	}
	/* Prints the address of a database without the password that it may have in it. */
	if (strncmp(c->store, "sqlite:", 7) == 0)
		printf("Tables are kept in %s\n", c->store + 7);
	else
		puts(strncmp(c->store, "memory:", 7) == 0 ? "Tables are kept in memory: they are gone when this ends." : "Tables are kept in PostgreSQL.");
	if (isatty(STDIN_FILENO))
		puts("Ctrl-C ends the server.");
	fflush(stdout);
}

/* Opens a browser. If there is none, the address is in the terminal all the same. The browser is started in the background and not waited for. */
static void open_browser(const struct loop *l)
{
	char url[300];
	char *words[] = { "sh", "-c", "xdg-open \"$1\" >/dev/null 2>&1 &", "sh", url, NULL };
	pid_t child;

	snprintf(url, sizeof url, "%s", loop_url(l));
	if (posix_spawnp(&child, "sh", NULL, NULL, words, environ) == 0)
		waitpid(child, NULL, 0);
}

/* Flags ------------------------------------------------------------------ */

struct given { const char *text[CONFIG_KEYS]; bool on[CONFIG_KEYS]; const char *file; };

/* Makes the flags from the keys of the configuration file; `help` gets their presets. */
static void list_flags(struct given *g, struct flag flags[CONFIG_KEYS + 1], char help[CONFIG_KEYS][200])
{
	int n = 0;

	for (; config_keys[n].name; n++) {
		const struct config_key *k = &config_keys[n];
		const char *preset = strcmp(k->name, "store") == 0 ? "sqlite: in the data directory" : k->kind == CONFIG_FLAG ? "" : k->preset;
		snprintf(help[n], sizeof help[n], "%s%s%s%s", k->help, preset[0] ? " (" : "", preset, preset[0] ? ")" : "");
		flags[n] = (struct flag){ k->name, k->value, help[n], &g->text[n], &g->on[n] };
	}
	flags[n++] = (struct flag){ "config", "FILE", "read these from a file, as in contrib/bigmuddy.conf; flags come after it", &g->file, NULL };
	flags[n] = (struct flag){ NULL, NULL, NULL, NULL, NULL };
}

static bool configure(struct config *c, const struct given *g, char why[MAX_ERROR])
{
	if (g->file && !config_read(c, g->file, why))
		return false;
	for (int i = 0; config_keys[i].name; i++) {
		const char *value = g->on[i] ? "yes" : g->text[i];
		if (value && !config_set(c, config_keys[i].name, value, why))
			return false;
	}
	return config_check(c, why);
}

static int serve(const struct config *c)
{
	char why[MAX_ERROR];
	bool theirs;

	if (c->apart)
		job_keep_apart();
	struct loop *l = loop_make(c, &theirs, why);
	if (!l)
		return theirs ? cli_bad("%s", why) : cli_no("%s", why);
	catch_signals(l, c->tls_cert[0] != '\0');
	if (!c->quiet)
		show_addresses(c, l);
	if (c->open)
		open_browser(l);
	loop_run(l);
	signal(SIGHUP, SIG_IGN);                /* the loop has ended, so a new certificate could no longer be used */
	loop_drop(l);
	return EXIT_FINE;
}

int cli_serve(int argc, char **argv)
{
	struct given given = { .file = NULL };
	struct flag flags[CONFIG_KEYS + 1];
	char help[CONFIG_KEYS][200], why[MAX_ERROR];
	struct config c;
	int level = 0;

	list_flags(&given, flags, help);
	const struct usage usage = { "bigmuddy serve [flags]",
		"Serves tables for the browser, and for programs that speak docs/protocol.md. docs/server.md explains networks,\n"
		"certificates, backup and limits. After SIGINT or SIGTERM it stores what was begun and ends; after SIGHUP it uses a\n"
		"certificate that was renewed.", flags, NULL, 0, 0 };
	int code = cli_flags(&usage, &argc, argv);
	if (code != EXIT_NONE)
		return code;
	config_make(&c);
	if (configure(&c, &given, why)) {
		while (strcmp(slog_levels[level], c.log) != 0)
			level++;
		slog_set((enum slog_level)level);
		code = serve(&c);
	} else {
		code = cli_bad("%s", why);
	}
	config_drop(&c);
	return code;
}
