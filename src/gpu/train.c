/* What train/ calls through ctypes: games stepped together on the GPU or on the CPU. Built as the shared library `muddytrain`, which needs nothing
 * but the C library and, for the GPU, NVIDIA's driver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/train.h"
#include "gpu/vec.h"

struct train { const struct game *game; struct gpu *gpu; struct gpu_vec *vec; };

_Noreturn void panic(const char *what)
{
	fprintf(stderr, "muddytrain: must hold: %s\n", what);
	abort();
}

/* "players=3,freight=on": as `players` and the game's options. */
static bool read_options(const struct game *g, struct playout_job *job, const char *options, char why[GPU_WHY])
{
	char text[256], said[MAX_TEXT] = "", *rest = NULL;

	game_presets(g, job->option);
	job->players = g->max_players;
	snprintf(text, sizeof text, "%s", options);
	for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
		char *value = strchr(word, '=');
		if (value)
			*value++ = '\0';
		if (value && strcmp(word, "players") == 0 && atoi(value) >= g->min_players && atoi(value) <= g->max_players) {
			job->players = (uint8_t)atoi(value);
		} else if (!value || !game_set_option(g, job->option, word, value, said)) {
			snprintf(why, GPU_WHY, "%s=%s: %s", word, value ? value : "", said[0] ? said : "no such option");
			return false;
		}
	}
	return true;
}

struct train *train_open(const char *game, const char *options, uint32_t n, uint64_t seed, int on_gpu, char why[GPU_WHY])
{
	const struct game *g = game_find(game);
	struct playout_job job = { .seed = seed };
	struct train *t = calloc(1, sizeof *t);

	must(t != NULL);
	if (!g || !g->observe || n == 0) {
		snprintf(why, GPU_WHY, "there is no game \"%s\" to train, or no number of games", game);
		free(t);
		return NULL;
	}
	t->game = g;
	job.box = *g->box;
	if (read_options(g, &job, options, why) && (!on_gpu || (t->gpu = gpu_open(g, why)) != NULL))
		t->vec = gpu_vec_make(t->gpu, g, &job, n, why);
	if (t->vec)
		return t;
	train_close(t);
	return NULL;
}

void train_close(struct train *t)
{
	gpu_vec_free(t->vec);
	gpu_close(t->gpu);
	free(t);
}

int train_step(struct train *t, int random, void *stream, char why[GPU_WHY])
{
	return gpu_vec_step(t->vec, random != 0, stream, why);
}

int64_t train_wrong(struct train *t, char why[GPU_WHY])
{
	uint64_t n = 0;

	return gpu_vec_wrong(t->vec, &n, why) ? (int64_t)n : -1;
}

void *train_tensor(struct train *t, int which)
{
	return which >= 0 && which < GPU_BUFFERS ? gpu_vec_tensor(t->vec, (enum gpu_buffer)which) : NULL;
}

int train_layout(const char *game, struct train_layout *out)
{
	const struct game *g = game_find(game);

	if (!g || !g->planes)
		return 0;
	*out = (struct train_layout){ .inputs = tensor_size(g->planes), .actions = g->num_actions, .rules = g->rules, .players = g->max_players };
	for (const struct plane *p = g->planes; p->name; p++)
		for (int i = 0; i < p->shape[0]; i++)
			for (int j = 0; j < (p->dims > 1 ? p->shape[1] : 1); j++)
				for (int k = 0; k < (p->dims > 2 ? p->shape[2] : 1); k++)
					out->scale[p->offset + i * p->stride[0] + (p->dims > 1 ? j * p->stride[1] : 0) + (p->dims > 2 ? k * p->stride[2] : 0)] = p->scale;
	return 1;
}
