#define _XOPEN_SOURCE 700               /* realpath */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/game.h"

/* Everything up to the limit and one byte more, so that too much can be told from just enough. */
static bool read_all(FILE *in, char **bytes, size_t *n)
{
	size_t cap = 1 << 16;
	char *at = NULL;

	*n = 0;
	do {
		cap *= 2;
		char *more = realloc(at, cap);
		must(more != NULL);
		at = more;
		*n += fread(at + *n, 1, cap - 1 - *n, in);
	} while (*n == cap - 1 && *n <= FILE_LIMIT);
	at[*n] = '\0';
	*bytes = at;
	return !ferror(in);
}

bool file_read(const char *path, char **bytes, size_t *n, char out[MAX_ERROR])
{
	char shown[MAX_SHOWN];
	bool standard = strcmp(path, "-") == 0;
	FILE *in = standard ? stdin : fopen(path, "rb");

	error_quote(shown, path, strlen(path));
	if (!in)
		return error_say(out, "cannot read '%s': %s", shown, strerror(errno));
	errno = 0;
	bool fine = read_all(in, bytes, n);
	int cause = errno;
	if (!standard)
		fclose(in);
	if (!fine)
		error_say(out, "cannot read '%s': %s", shown, strerror(cause));
	else if (*n > FILE_LIMIT)
		fine = error_say(out, "'%s' is too long: at most %d bytes are read", shown, FILE_LIMIT);
	if (!fine)
		free(*bytes);
	return fine;
}

char *file_text(void (*put)(FILE *out, const void *of), const void *of, size_t *n)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, n);

	must(to != NULL);
	put(to, of);
	must(fclose(to) == 0);
	return text;
}

bool file_is_there(const char *path)
{
	struct stat old;

	return strcmp(path, "-") != 0 && stat(path, &old) == 0 && S_ISREG(old.st_mode);
}

/* A name beside that one which no file has, and a new file under it. */
static FILE *open_beside(const char *path, char part[], size_t cap)
{
	int fd = -1;

	for (int k = 1; fd < 0 && (k == 1 || errno == EEXIST); k++) {
		if (snprintf(part, cap, "%s.part%d", path, k) >= (int)cap) {
			errno = ENAMETOOLONG;
			return NULL;
		}
		fd = open(part, O_WRONLY | O_CREAT | O_EXCL, 0666);
	}
	return fd < 0 ? NULL : fdopen(fd, "wb");
}

static bool put_all(FILE *to, const char *bytes, size_t n)
{
	return to && fwrite(bytes, 1, n, to) == n && fflush(to) == 0;
}

/* Beside the old file first, which keeps its rights, then in its place. */
static bool replace(const char *path, const char *bytes, size_t n)
{
	char part[4096];
	struct stat old;
	FILE *to = open_beside(path, part, sizeof part);

	if (!to)
		return false;
	bool fine = put_all(to, bytes, n) && (stat(path, &old) != 0 || fchmod(fileno(to), old.st_mode & 0777) == 0) && fsync(fileno(to)) == 0;
	int cause = errno;
	if (fclose(to) != 0 && fine) {
		fine = false;
		cause = errno;
	}
	if (fine && rename(part, path) == 0)
		return true;
	cause = fine ? errno : cause;
	unlink(part);
	errno = cause;
	return false;
}

/* A device or a pipe cannot be replaced, and a link stays one: what it leads to is written. */
bool file_write(const char *path, const char *bytes, size_t n, char out[MAX_ERROR])
{
	char shown[MAX_SHOWN], *real = realpath(path, NULL);
	struct stat link;
	bool fine, fresh = !real && lstat(path, &link) != 0;

	errno = 0;
	if (strcmp(path, "-") == 0) {
		fine = put_all(stdout, bytes, n);
	} else if (fresh || file_is_there(path)) {
		fine = replace(real ? real : path, bytes, n);
	} else {
		FILE *to = fopen(path, "wb");
		fine = put_all(to, bytes, n);
		fine = to && fclose(to) == 0 && fine;
	}
	int cause = errno;
	free(real);
	return fine ? true : error_say(out, "cannot write '%s': %s", error_quote(shown, path, strlen(path)), strerror(cause));
}

bool file_same(const char *one, const char *other)
{
	struct stat a, b;

	return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
