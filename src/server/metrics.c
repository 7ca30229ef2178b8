#define _POSIX_C_SOURCE 200809L
#include "server/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void head(FILE *out, const char *name, const char *type, const char *help)
{
	fprintf(out, "# HELP bigmuddy_%s %s\n# TYPE bigmuddy_%s %s\n", name, help, name, type);
}

static void gauge(FILE *out, const char *name, const char *help, double value)
{
	head(out, name, "gauge", help);
	fprintf(out, "bigmuddy_%s %.15g\n", name, value);
}

static void counter(FILE *out, const char *name, const char *help, uint64_t value)
{
	head(out, name, "counter", help);
	fprintf(out, "bigmuddy_%s %llu\n", name, (unsigned long long)value);
}

static void put_loop(FILE *out, const struct loop_figures *f)
{
	gauge(out, "sockets", "Open TCP connections.", f->sockets);
	gauge(out, "addresses", "Addresses that are or were here lately.", f->addresses);
	gauge(out, "start_time_seconds", "When the server started, in seconds since 1970.", (double)f->begun / 1000);
	counter(out, "accepted_total", "TCP connections that were accepted.", f->accepted);
	counter(out, "turned_away_total", "TCP connections that were not: too many of them, or not from the local network.", f->turned_away);
	head(out, "answers_total", "counter", "Answers to HTTP requests, by the first digit of their status.");
	for (int i = 1; i < 6; i++)
		fprintf(out, "bigmuddy_answers_total{status=\"%dxx\"} %llu\n", i, (unsigned long long)f->answers[i]);
	counter(out, "forbidden_total", "Requests with a host or an origin that is not ours.", f->forbidden);
	counter(out, "limited_total", "Requests and messages refused because they came too fast.", f->limited);
	counter(out, "slow_total", "Connections dropped because they did not read what was sent.", f->slow);
	counter(out, "silent_total", "Connections dropped because they did not say hello.", f->silent);
}

static void put_hall(FILE *out, const struct live_figures *f)
{
	static const char *const quantiles[] = { "0.5", "0.99", "1" };

	gauge(out, "connections", "Open WebSocket connections.", f->clients);
	gauge(out, "tables", "Tables that are open in memory.", f->tables);
	counter(out, "tables_made_total", "Tables made.", f->made);
	counter(out, "tables_deleted_total", "Tables deleted, by their hosts or after --purge days.", f->erased);
	counter(out, "messages_total", "Messages that came in.", f->messages);
	counter(out, "refused_total", "Messages that were refused.", f->refused);
	counter(out, "moves_total", "Moves of players.", f->moves);
	counter(out, "draws_total", "What chance has drawn.", f->drawn);
	counter(out, "bot_moves_total", "Moves of bots.", f->bots);
	counter(out, "alarms_total", "What should not have happened: the log says what.", f->alarms);
	gauge(out, "bots_waiting", "Bots that wait for a thread to think on.", (double)f->bots_waiting);
	head(out, "broadcast_seconds", "summary", "From a message to its broadcast, of the last thousand.");
	for (int i = 0; i < 3; i++)
		fprintf(out, "bigmuddy_broadcast_seconds{quantile=\"%s\"} %.6g\n", quantiles[i], f->stored_ms[i] / 1000);
	fprintf(out, "bigmuddy_broadcast_seconds_count %llu\n", (unsigned long long)f->moves);
}

static void put_clerk(FILE *out, const struct store_queue_figures *f)
{
	counter(out, "commits_total", "Transactions of the store.", f->commits);
	counter(out, "saves_total", "Messages stored; several may share a transaction.", f->saves);
	counter(out, "rows_total", "Rows stored.", f->rows);
	counter(out, "store_failures_total", "What could not be stored.", f->failures);
	head(out, "commit_seconds_total", "counter", "Seconds spent in transactions.");
	fprintf(out, "bigmuddy_commit_seconds_total %.6g\n", f->seconds);
}

static void put_notify(FILE *out, const struct notify_figures *f)
{
	counter(out, "notes_sent_total", "Word sent to players whose turn it is.", f->sent);
	counter(out, "notes_failed_total", "Word that could not be sent.", f->failed);
	counter(out, "notes_left_out_total", "Word that was left out because too much was waiting.", f->left_out);
	gauge(out, "notes_waiting", "Word that waits to be sent.", f->waiting);
}

/* Bytes, by /proc; 0 where there is none. */
static void put_memory(FILE *out)
{
	long pages = 0;
	FILE *in = fopen("/proc/self/statm", "r");

	if (!in)
		return;
	if (fscanf(in, "%*d %ld", &pages) != 1)
		pages = 0;
	fclose(in);
	gauge(out, "memory_bytes", "Resident memory of the process.", (double)pages * (double)sysconf(_SC_PAGESIZE));
}

char *metrics_text(const struct figures *f, size_t *n)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, n);

	must(out != NULL);
	put_loop(out, &f->loop);
	put_hall(out, &f->live);
	put_clerk(out, &f->queue);
	put_notify(out, &f->notify);
	put_memory(out);
	must(fclose(out) == 0);
	return text;
}
