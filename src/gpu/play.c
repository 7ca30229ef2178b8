/* Kernels `play` and `play_look`: whole random games, as many as asked for, on one multiprocessor after the other. `play_look` also takes the views and
 * guesses of job->look into the hash; it is a kernel of its own so that the other one is small, because instructions that do not fit into the
 * multiprocessor's cache are what games wait for most.
 *
 * Threads of a warp are fast only while they do the same, and games of one kind are rarely at the same rule. So a game is no thread's
 * own. The games of a block lie in device memory, several for each thread, and each waits in a queue by its phase (to set the speed, to turn, to draw a
 * tile...; queue.h). A warp takes up to 32 games of one queue, plays one move of each, and puts each into the queue of its new phase; where the moves of a
 * phase differ much, it picks them only, and the games wait once more by what was picked. All warps of a block stay with a queue while it fills
 * one of them, because then they run the same code. Queues are bitmaps, changed by atomic operations.
 *
 * A game that comes to a question that takes long (core/later.h) is left as it was, and waits in another queue for others that came to one.
 *
 * GAME is the name of the game, set by the build. */
#include "gpu/device.h"
#include "gpu/leave.h"
#include "gpu/play.h"
#include "gpu/playout.h"
#include "gpu/queue.h"

extern const struct game GAME;

enum { MOST_WARPS = 32, MOST_BITS = 6, NOWHERE = QUEUES, NOT_WRITTEN = 0x8000 };
_Static_assert(QUEUES <= 1 << MOST_BITS && PLAY_MOST_GAMES <= NOT_WRITTEN, "a queue has six bits, a slot fifteen");

struct queues {
	uint32_t waiting[QUEUES];               /* about how many games; exact when nobody is between taking and counting */
	uint32_t left;                          /* games that are not over for good */
	uint32_t current;                       /* the queue that warps stay with */
	uint16_t taken[MOST_WARPS][WARP];       /* by each warp: the slots of its games; NOT_WRITTEN: what was played does not count */
};

static SHARED struct queues q;

/* A game takes an odd number of words of eight bytes, so that those side by side do not use the same banks of the shared memory. */
enum { SLOT = sizeof(struct playout) / sizeof(uint64_t) | 1 };
extern SHARED uint64_t pool[];                  /* as much as the launch asks for: a game for each thread, if they are copied, then the bitmaps */

extern const struct play_layout play_layout;
const struct play_layout play_layout = { .slot = SLOT * sizeof(uint64_t), .queues = QUEUES, .copied = QUEUE_COPIED };

/* Where the games of this block are. */
struct place {
	SHARED uint32_t *maps;          /* of each queue so many words: which games wait in it, a bit for each */
	uint32_t         words;
	GLOBAL uint64_t *games;
	GLOBAL int16_t  *picked;        /* the move of each game that waits in a queue from QUEUE_PICKED on */
};

/* Questions for later ----------------------------------------------------------------------------- */

SHARED uint8_t leaving[1024];

bool later(void)
{
	SHARED uint8_t *me = &leaving[thread_in_block()];

	if (*me == ANSWER_ALL)
		return false;
	*me = HAS_LEFT;
	return true;
}

bool was_left(void)
{
	return leaving[thread_in_block()] == HAS_LEFT;
}

/* Queues --------------------------------------------------------------------------------------------- */

static uint32_t add(SHARED uint32_t *to, uint32_t n) { return __atomic_fetch_add(to, n, __ATOMIC_RELAXED); }

static inline void enqueue(const struct place *h, uint32_t slot, uint32_t queue)
{
	__atomic_fetch_or(&h->maps[queue * h->words + slot / 32], 1u << slot % 32, __ATOMIC_RELAXED);
	add(&q.waiting[queue], 1);
}

/* Takes up to 32 games of one queue, beginning with those of the word `at` of its bitmap: how many. All lanes call it together. */
static inline __attribute__((always_inline)) uint32_t take(const struct place *h, int lane, uint32_t warp, uint32_t queue, uint32_t *at)
{
	uint32_t got = 0;

	for (uint32_t seen = 0; seen < h->words && got < WARP; seen += WARP) {
		uint32_t mine = *at + (uint32_t)lane, word = 0;
		SHARED uint32_t *map = h->maps + queue * h->words + mine;
		if (mine < h->words)
			word = __atomic_load_n(map, __ATOMIC_RELAXED);
		uint32_t n = (uint32_t)__builtin_popcount(word), k = got + sum_up_to(n, lane) - n;
		word = n != 0 && k < WARP ? __atomic_exchange_n(map, 0, __ATOMIC_RELAXED) : 0;
		n = (uint32_t)__builtin_popcount(word);         /* others may have taken some of them */
		uint32_t sum = sum_up_to(n, lane);
		k = got + sum - n;
		got += value_of(sum, WARP - 1);
		for (; word != 0 && k < WARP; word &= word - 1, k++)
			q.taken[warp][k] = (uint16_t)(mine * 32 + (uint32_t)__builtin_ctz(word));
		if (word != 0)          /* more than a warp can play: they go back */
			__atomic_fetch_or(map, word, __ATOMIC_RELAXED);
		if (got < WARP)
			*at = *at + WARP < h->words ? *at + WARP : 0;
	}
	got = got < WARP ? got : WARP;
	if (lane == 0 && got > 0)
		add(&q.waiting[queue], -got);
	wait_for_warp();
	return got;
}

/* The queue to take from: that of all warps while it fills one, else the fullest; NOWHERE: all are empty. All lanes call it together. */
static inline uint32_t choose(int lane)
{
	uint32_t current = value_of(__atomic_load_n(&q.current, __ATOMIC_RELAXED), 0), best = 0;
	uint32_t n = value_of(__atomic_load_n(&q.waiting[current], __ATOMIC_RELAXED), 0);

	if (n >= WARP && n <= PLAY_MOST_GAMES)
		return current;
	for (uint32_t k = (uint32_t)lane; k < QUEUES; k += WARP) {
		n = __atomic_load_n(&q.waiting[k], __ATOMIC_RELAXED);
		if (n <= PLAY_MOST_GAMES && (n << MOST_BITS | k) > best)        /* more: they were not counted yet */
			best = n << MOST_BITS | k;
	}
	best = greatest_of_warp(best);
	if (best >> MOST_BITS == 0)
		return NOWHERE;
	if (lane == 0)
		__atomic_store_n(&q.current, best % (1 << MOST_BITS), __ATOMIC_RELAXED);
	return best % (1 << MOST_BITS);
}

/* Games from device memory to shared memory and back, by all lanes together ------------------------------- */

enum { AT_ONCE = 4 };           /* games whose words are under way at the same time */

static inline __attribute__((always_inline)) void copy_in(const struct place *h, int lane, uint32_t warp, uint32_t got)
{
	SHARED uint64_t *to = pool + warp * WARP * SLOT;

	for (uint32_t k = (uint32_t)lane; k < SLOT; k += WARP)
		for (uint32_t game = 0; game < got; game += AT_ONCE) {
			uint64_t word[AT_ONCE];
#pragma unroll
			for (uint32_t u = 0; u < AT_ONCE; u++)          /* beyond `got` are slots of an earlier take: read, and never written back */
				word[u] = h->games[q.taken[warp][game + u] % NOT_WRITTEN * SLOT + k];
#pragma unroll
			for (uint32_t u = 0; u < AT_ONCE; u++)
				to[(game + u) * SLOT + k] = word[u];
		}
}

static inline __attribute__((always_inline)) void copy_out(const struct place *h, int lane, uint32_t warp, uint32_t got)
{
	const SHARED uint64_t *from = pool + warp * WARP * SLOT;

	for (uint32_t k = (uint32_t)lane; k < SLOT; k += WARP)
#pragma unroll 4
		for (uint32_t game = 0; game < got; game++) {
			uint32_t slot = q.taken[warp][game];
			if (!(slot & NOT_WRITTEN))
				h->games[slot * SLOT + k] = from[game * SLOT + k];
		}
}

/* Games ------------------------------------------------------------------------------------------------ */

/* The next game here; false: all have been begun. */
static __attribute__((noinline)) int begin(const struct play_args *a, struct playout *p)
{
	uint64_t index = __atomic_fetch_add(&a->shared->begun, 1, __ATOMIC_RELAXED);

	if (index >= a->games)
		return 0;
	playout_begin(&GAME, a->job, a->first + index, p);
	return 1;
}

/* A game is over: what came of it is added to what came of others, once a game and so seldom enough. */
static __attribute__((noinline)) void end(const struct play_args *a, const struct playout *p)
{
	struct playout_sums *sums = &a->shared->sums;

	__atomic_fetch_add(&sums->games, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->turns, (uint64_t)GAME.turn(&p->s), __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->moves, p->moves, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->decisions, p->decisions, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->hash, playout_end(p), __ATOMIC_RELAXED);
}

/* One move of a game that waited in the queue `from`, or the first half of it. Returns the queue that it goes to, or NOWHERE when it is over for good. In
 * `taken` it notes what does not count, because a question was left for later. */
static inline __attribute__((always_inline)) uint32_t play_one(const struct play_args *a, struct playout *p, GLOBAL int16_t *picked, SHARED uint16_t *taken,
	uint32_t from, bool look)
{
	int move = from >= QUEUE_PICKED ? *picked : -1;
	uint32_t queue = PLAYED_AT_ONCE;

	let_leave(QUEUE_MAY_LEAVE(from));
	if (from < QUEUE_PICKED) {
		int mover = GAME.to_move(&a->job->box, &p->s);
		if (mover != OVER) {
			move = playout_pick(&GAME, a->job, p, mover, look);
			if (move == LEFT)
				return QUEUE_OF_LEFT(&p->s);
			queue = QUEUE_OF_MOVE(&p->s, move);
		} else {
			end(a, p);
			if (!begin(a, p)) {
				add(&q.left, -1u);
				return NOWHERE;
			}
		}
	}
	if (queue != PLAYED_AT_ONCE) {
		*picked = (int16_t)move;
		return queue;
	}
	if (move >= 0)
		playout_apply(&GAME, a->job, p, move);
	if (was_left()) {
		*taken |= NOT_WRITTEN;
		return QUEUE_OF_LEFT_MOVE(from);
	}
	return QUEUE_OF(&a->job->box, &p->s);
}

static inline __attribute__((always_inline)) void play_all(const struct play_args *a, bool look)
{
	const uint32_t thread = thread_in_block(), threads = threads_of_block(), warp = thread / WARP, slots = a->slots;
	const uint64_t block = thread_in_grid() / threads, blocks = threads_of_grid() / threads;
	const int lane = (int)(thread % WARP);
	const struct place h = { .maps = (SHARED uint32_t *)(pool + (QUEUE_COPIED ? threads * SLOT : 0)), .words = slots / 32,
		.games = (GLOBAL uint64_t *)(a->pool + block * slots * SLOT), .picked = (GLOBAL int16_t *)(a->pool + blocks * slots * SLOT) + block * slots };
	uint32_t at = warp * WARP % h.words;

	for (uint32_t i = thread; i < sizeof q / 4; i += threads)
		((SHARED uint32_t *)&q)[i] = 0;
	for (uint32_t i = thread; i < QUEUES * h.words; i += threads)
		h.maps[i] = 0;
	let_leave(false);
	wait_for_block();
	for (uint32_t slot = thread; slot < slots; slot += threads) {
		struct playout *p = (struct playout *)(uint64_t *)(h.games + slot * SLOT);
		if (begin(a, p)) {
			add(&q.left, 1);
			enqueue(&h, slot, QUEUE_OF(&a->job->box, &p->s));
		}
	}
	wait_for_block();

	/* All lanes of a warp must go on or stop together, so what the first of them sees counts. */
	while (value_of(__atomic_load_n(&q.left, __ATOMIC_RELAXED), 0) > 0) {
		uint32_t from = choose(lane), got = from == NOWHERE ? 0 : take(&h, lane, warp, from, &at), queue = NOWHERE;
		if (got == 0) {
			pause_thread(100);
			continue;
		}
		fence_block();
		if (QUEUE_COPIED) {
			copy_in(&h, lane, warp, got);
			wait_for_warp();
		}
		const uint32_t slot = (uint32_t)lane < got ? q.taken[warp][lane] : 0;
		struct playout *p = QUEUE_COPIED ? (struct playout *)(uint64_t *)(pool + thread * SLOT) : (struct playout *)(uint64_t *)(h.games + slot * SLOT);
		if ((uint32_t)lane < got)
			queue = play_one(a, p, h.picked + slot, &q.taken[warp][lane], from, look);
		wait_for_warp();
		if (QUEUE_COPIED)
			copy_out(&h, lane, warp, got);
		fence_block();
		wait_for_warp();
		if (queue != NOWHERE)
			enqueue(&h, slot, queue);
	}
}

KERNEL void play(const struct play_args *a);
KERNEL void play(const struct play_args *a) { play_all(a, false); }

KERNEL void play_look(const struct play_args *a);
KERNEL void play_look(const struct play_args *a) { play_all(a, true); }
