/* What is different in a page: it has no files. */
#include "base/file.h"

bool file_read(const char *path, char **bytes, size_t *n, char out[MAX_ERROR])
{
	(void)path, (void)bytes, (void)n;
	return error_say(out, "a page reads no files");
}

bool file_write(const char *path, const char *bytes, size_t n, char out[MAX_ERROR])
{
	(void)path, (void)bytes, (void)n;
	return error_say(out, "a page writes no files");
}
