#define _GNU_SOURCE                     /* posix_spawn_file_actions_addclosefrom_np, pipe2 */
#include "server/outbound.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/game.h"
#include "base/clock.h"

enum { MAX_ANSWER = 64 * 1024 };        /* bytes that are read of one; nobody looks at them */

/* Public addresses -------------------------------------------------------- */

/* Of the registries of special addresses (RFC 6890 and what was added since): whatever is not somebody's host in the open internet. */
static const struct { uint8_t at[4], bits; } reserved4[] = {
	{ { 0 }, 8 },                   /* this host: the unspecified address is one of them */
	{ { 10 }, 8 },                  /* private */
	{ { 100, 64 }, 10 },            /* between a provider and its customers */
	{ { 127 }, 8 },                 /* loopback */
	{ { 169, 254 }, 16 },           /* link-local */
	{ { 172, 16 }, 12 },            /* private */
	{ { 192, 0, 0 }, 24 },          /* protocols */
	{ { 192, 0, 2 }, 24 },          /* documentation */
	{ { 192, 88, 99 }, 24 },        /* relays of 6to4 */
	{ { 192, 168 }, 16 },           /* private */
	{ { 198, 18 }, 15 },            /* measurements */
	{ { 198, 51, 100 }, 24 },       /* documentation */
	{ { 203, 0, 113 }, 24 },        /* documentation */
	{ { 224 }, 4 },                 /* multicast */
	{ { 240 }, 4 },                 /* for later; the broadcast address is one of them */
};

/* Only 2000::/3 is given to hosts: loopback, mapped IPv4, NAT64, unique local, link-local and multicast lie outside of it. What is reserved
 * within: */
static const struct { uint8_t at[4], bits; } reserved6[] = {
	{ { 0x20, 0x01, 0x00, 0x00 }, 23 },     /* protocols; Teredo, which holds an IPv4 address, is one of them */
	{ { 0x20, 0x01, 0x0D, 0xB8 }, 32 },     /* documentation */
	{ { 0x20, 0x02 }, 16 },                 /* 6to4: an IPv4 address is in it */
	{ { 0x3F, 0xFF, 0x00 }, 20 },           /* documentation */
};

static bool begins(const uint8_t *address, const uint8_t at[4], int bits)
{
	for (int i = 0; i < bits; i++)
		if ((address[i / 8] ^ at[i / 8]) >> (7 - i % 8) & 1)
			return false;
	return true;
}

static bool public4(const uint8_t address[4])
{
	for (size_t i = 0; i < sizeof reserved4 / sizeof reserved4[0]; i++)
		if (begins(address, reserved4[i].at, reserved4[i].bits))
			return false;
	return true;
}

static bool public6(const uint8_t address[16])
{
	static const uint8_t hosts[4] = { 0x20 };

	if (!begins(address, hosts, 3))
		return false;
	for (size_t i = 0; i < sizeof reserved6 / sizeof reserved6[0]; i++)
		if (begins(address, reserved6[i].at, reserved6[i].bits))
			return false;
	return true;
}

bool outbound_public(const struct sockaddr *a)
{
	if (a->sa_family == AF_INET)
		return public4((const uint8_t *)&((const struct sockaddr_in *)(const void *)a)->sin_addr);
	if (a->sa_family == AF_INET6)
		return public6(((const struct sockaddr_in6 *)(const void *)a)->sin6_addr.s6_addr);
	return false;
}

/* Addresses of the web ---------------------------------------------------- */

static bool has(CURLU *u, CURLUPart part)
{
	char *text = NULL;
	bool there = curl_url_get(u, part, &text, 0) == CURLUE_OK;

	curl_free(text);
	return there;
}

static bool judge(CURLU *u, bool https_only, char origin[MAX_ORIGIN], char why[MAX_ERROR])
{
	char *scheme = NULL, *host = NULL, *port = NULL;
	bool fine = curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK && curl_url_get(u, CURLUPART_HOST, &host, 0) == CURLUE_OK;
	char all[MAX_ORIGIN];

	curl_url_get(u, CURLUPART_PORT, &port, CURLU_NO_DEFAULT_PORT);
	if (!fine)
		error_say(why, "this is no address of the web");
	else if (strcmp(scheme, "https") != 0 && (https_only || strcmp(scheme, "http") != 0))
		fine = error_say(why, https_only ? "the address must begin with https://" : "the address must begin with https:// or http://");
	else if (has(u, CURLUPART_USER) || has(u, CURLUPART_PASSWORD) || has(u, CURLUPART_FRAGMENT))
		fine = error_say(why, "the address must have no user, password or fragment");
	else if (snprintf(all, sizeof all, "%s://%s%s%s", scheme, host, port ? ":" : "", port ? port : "") >= MAX_ORIGIN)
		fine = error_say(why, "the name of the host is too long");
	else if (origin)
		strcpy(origin, all);
	curl_free(scheme);
	curl_free(host);
	curl_free(port);
	return fine;
}

bool outbound_url(const char *url, bool https_only, char origin[MAX_ORIGIN], char why[MAX_ERROR])
{
	for (const char *c = url; *c; c++)
		if (*c <= ' ' || *c > '~')
			return error_say(why, "an address of the web has neither spaces nor letters beyond ASCII");
	CURLU *u = curl_url();
	must(u != NULL);
	bool fine = curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK ? judge(u, https_only, origin, why)
		: error_say(why, "this is no address of the web");
	curl_url_cleanup(u);
	return fine;
}

/* Requests ---------------------------------------------------------------- */

struct call { const struct outbound *o; size_t got; bool refused; };

/* A name may lead anywhere, and somewhere else the next time it is asked: so this looks at the address that is about to be called. */
static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *a)
{
	struct call *call = arg;
	const struct outbound *o = call->o;
	in_port_t port = a->family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&a->addr)->sin6_port : ((struct sockaddr_in *)(void *)&a->addr)->sin_port;
	bool usual = ntohs(port) == 80 || ntohs(port) == 443;

	call->refused = purpose != CURLSOCKTYPE_IPCXN || !(usual || o->any_port) || !(outbound_public(&a->addr) || o->anywhere);
	return call->refused ? CURL_SOCKET_BAD : socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

static size_t swallow(char *bytes, size_t one, size_t n, void *arg)
{
	struct call *call = arg;

	(void)bytes;
	call->got += one * n;
	return call->got <= MAX_ANSWER ? one * n : 0;
}

static int stopped(void *arg, curl_off_t down_all, curl_off_t down, curl_off_t up_all, curl_off_t up)
{
	const struct call *call = arg;

	(void)down_all, (void)down, (void)up_all, (void)up;
	return atomic_load(call->o->stop);
}

static void set_up(CURL *c, struct call *call)
{
	const struct outbound *o = call->o;

	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(c, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(c, CURLOPT_PROXY, "");         /* whatever the environment says */
	curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT_MS, (long)o->patience_ms / 2);
	curl_easy_setopt(c, CURLOPT_TIMEOUT_MS, (long)o->patience_ms);
	curl_easy_setopt(c, CURLOPT_USERAGENT, "bigmuddy");
	curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, call);
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, swallow);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, call);
	curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, stopped);
	curl_easy_setopt(c, CURLOPT_XFERINFODATA, call);
	if (o->authority)
		curl_easy_setopt(c, CURLOPT_CAINFO, o->authority);
}

int outbound_post(const struct outbound *o, const char *url, const char *const header[], const void *body, size_t n)
{
	CURL *c = curl_easy_init();
	struct curl_slist *all = curl_slist_append(NULL, "Expect:");    /* no waiting for leave to send so little */
	struct call call = { .o = o };
	long status = 0;

	must(c && all);
	for (int i = 0; header[i]; i++)
		must(curl_slist_append(all, header[i]) != NULL);
	set_up(c, &call);
	curl_easy_setopt(c, CURLOPT_URL, url);
	curl_easy_setopt(c, CURLOPT_HTTPHEADER, all);
	curl_easy_setopt(c, CURLOPT_POSTFIELDS, body);
	curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, (long)n);
	curl_easy_perform(c);           /* an answer that breaks off has a status too */
	curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_cleanup(c);
	curl_slist_free_all(all);
	return status == 0 && call.refused ? -1 : (int)status;
}

/* Programs ---------------------------------------------------------------- */

/* A group of its own, and nothing of ours: no files, no signals that we ignore or block. */
static bool start(pid_t *pid, char *const argv[], char *const env[], int in)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t as;
	sigset_t none, usual;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	must(posix_spawn_file_actions_init(&files) == 0 && posix_spawnattr_init(&as) == 0);
	must(posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO) == 0);
	must(posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0);
	must(posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO) == 0);
	must(posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1) == 0);
	must(posix_spawnattr_setflags(&as, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) == 0);
	must(posix_spawnattr_setsigmask(&as, &none) == 0 && posix_spawnattr_setsigdefault(&as, &usual) == 0);
	bool fine = posix_spawn(pid, argv[0], &files, &as, argv, env) == 0;
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&as);
	return fine;
}

/* It has left, and is still there to be asked: so its number, which is its group's too, is nobody else's yet. */
static bool has_left(pid_t pid)
{
	siginfo_t about = { .si_pid = 0 };

	return waitid(P_PID, (id_t)pid, &about, WEXITED | WNOHANG | WNOWAIT) != 0 || about.si_pid == pid;
}

/* Until it leaves, or its time is up. What it has left behind in its group goes with it. */
static bool await(const struct outbound *o, pid_t pid)
{
	int64_t until = clock_ms() + o->patience_ms;
	int status = -1;

	while (!has_left(pid) && clock_ms() < until && !atomic_load(o->stop))
		nanosleep(&(struct timespec){ .tv_nsec = 10 * 1000 * 1000 }, NULL);
	kill(-pid, SIGKILL);
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool outbound_run(const struct outbound *o, char *const argv[], char *const env[], const char *in)
{
	int to[2];
	pid_t pid;

	if (pipe2(to, O_CLOEXEC) != 0)
		return false;
	bool started = start(&pid, argv, env, to[0]);
	close(to[0]);
	bool given = started && (write(to[1], in, strlen(in)) >= 0 || errno == EPIPE); /* it may leave it unread */
	close(to[1]);
	return started && await(o, pid) && given;
}
