/* The addresses of the API, and which function answers each of them. */
#include "api_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openapi.h"                    /* made of docs/openapi.json */

enum { BYTES_EACH = 4096 };             /* bytes of a body that cost a request */

static void get_openapi(struct api_call *c, const struct rest *r)
{
	(void)r;
	api_give(c, 200, API_JSON, (const char *)openapi, sizeof openapi);
}

static void get_push(struct api_call *c, const struct rest *r)
{
	const char *key = r->site->push_key;

	api_give_json(c, 200, json_pack("{s:s?}", "key", key && key[0] ? key : NULL));
}

typedef void getter(struct api_call *c, const struct rest *r);

/* Path, and what it names: {} stands for a game first, then for a table. */
static const struct page { const char *path; getter *get, *post; } pages[] = {
	{ "/games", api_get_games, NULL },
	{ "/games/{}", api_get_matches, NULL },
	{ "/games/{}/options", api_get_options, NULL },
	{ "/games/{}/create", NULL, api_post_create },
	{ "/games/{}/deals/{}", api_get_deal, api_post_deal },
	{ "/games/{}/{}", api_get_match, NULL },
	{ "/games/{}/{}/box", api_get_box, NULL },
	{ "/games/{}/{}/log", api_get_log, NULL },
	{ "/games/{}/{}/record", api_get_record, NULL },
	{ "/openapi.json", get_openapi, NULL },
	{ "/push", get_push, NULL },
};
enum { PAGES = sizeof pages / sizeof pages[0], MAX_PART = 32 };

/* Whether the path is of that form; part[] is what stands for the braces. */
static bool fits(const char *form, const char *path, char part[2][MAX_PART])
{
	int k = 0;

	while (*form) {
		if (form[0] != '{') {
			if (*form++ != *path++)
				return false;
			continue;
		}
		size_t n = strcspn(path, "/");
		if (n == 0 || n >= MAX_PART)
			return false;
		memcpy(part[k], path, n);
		part[k++][n] = '\0';
		path += n;
		form += 2;
	}
	return *path == '\0';
}

/* What is asked for. */
struct way { const struct page *page; const struct deed *deed; char part[2][MAX_PART]; };

static bool way_to(const char *path, struct way *w)
{
	char form[MAX_PART] = "/games/{}/{}/";

	*w = (struct way){ .page = NULL };
	for (int i = 0; i < PAGES && !w->page; i++)
		if (fits(pages[i].path, path, w->part))
			w->page = &pages[i];
	const char *last = strrchr(path, '/');
	if (!w->page && last && (w->deed = api_deed_named(last + 1)) != NULL) {
		strcat(form, last + 1);
		if (!fits(form, path, w->part))
			w->deed = NULL;
	}
	return w->page || w->deed;
}

bool api_knows(const char *path)
{
	struct way w;

	return strcmp(path, "/games") == 0 || strncmp(path, "/games/", 7) == 0 || way_to(path, &w);
}

size_t api_takes(const char *method, const char *path)
{
	struct way w;

	if (strcmp(method, "POST") != 0 || !way_to(path, &w) || (w.page && !w.page->post))
		return 0;
	return w.page && w.page->post == api_post_create ? API_BOX_BYTES : API_BYTES;
}

/* The game and the table that the path names; false: they are not there, and that has been answered. */
static bool name_them(struct api_call *c, const struct way *w)
{
	c->game = w->part[0][0] ? game_find(w->part[0]) : NULL;
	if (w->part[0][0] && !api_offered(c->game)) {
		api_refuse(c, REFUSED_NO_SUCH_GAME, "there is no game of that name: GET /games lists them");
		return false;
	}
	c->part = w->part[1];
	if (w->page && w->page->get == api_get_deal)
		return true;
	if (w->part[1][0] && !json_check_id(w->part[1])) {
		api_refuse(c, REFUSED_NO_SUCH_TABLE, "there is no table of that name");
		return false;
	}
	memcpy(c->id, w->part[1], w->part[1][0] ? sizeof c->id : 1);
	return true;
}

void api_request(struct live *h, const struct rest *r)
{
	struct api_call *c = malloc(sizeof *c);
	bool get = strcmp(r->method, "GET") == 0, post = strcmp(r->method, "POST") == 0;
	struct way w;

	must(c != NULL);
	*c = (struct api_call){ .live = h, .answer = r->answer, .arg = r->arg, .reachable = r->site->reachable, .seat = -1, .ask = { .seat = -1, .whom = -1 } };
	snprintf(c->address, sizeof c->address, "%s", r->address);
	live_charge(h, c->address, (double)r->n / BYTES_EACH);
	if (!way_to(r->path, &w))
		api_refuse(c, REFUSED_NO_SUCH_PAGE, "there is nothing here: GET /openapi.json says what there is");
	else if (!(get && w.page && w.page->get) && !(post && (w.deed || w.page->post)))
		api_refuse(c, REFUSED_BAD_METHOD, "this address does not take that method");
	else if (r->n > api_takes(r->method, r->path))
		api_refuse(c, REFUSED_TOO_LONG, "the body is too long");
	else if (!name_them(c, &w))
		return;
	else if (w.deed)
		api_post_deed(c, r, w.deed);
	else
		(get ? w.page->get : w.page->post)(c, r);
}
