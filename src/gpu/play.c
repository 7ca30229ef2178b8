/* Kernels `play` and `play_look`: whole random games, as many as asked for, on one multiprocessor after the other. `play_look` also takes the views and
 * guesses of job->look into the hash; it is a kernel of its own so that the other one is small, because instructions that do not fit into the
 * multiprocessor's cache are what games wait for most.
 *
 * Threads of a warp are fast only while they do the same, and games of one kind are rarely at the same rule. So a game is no thread's
 * own. The games of a block lie in shared memory, and each waits in a queue by its phase (to set the speed, to turn, to draw a tile...; queue.h). A warp
 * takes up to 32 games of the fullest queue, plays one move of each, and puts each into the queue of its new phase; where the moves of a phase differ
 * much, it picks them only, and the games wait once more by what was picked. Queues are bitmaps, changed by atomic operations.
 *
 * GAME is the name of the game, set by the build. */
#include "gpu/device.h"
#include "gpu/play.h"
#include "gpu/playout.h"
#include "gpu/queue.h"

extern const struct game GAME;

enum { WORDS = PLAY_MOST_GAMES / 32, MOST_WARPS = 32 };

struct queues {
	uint32_t waiting[QUEUES];               /* about how many games; exact when nobody is between taking and counting */
	uint32_t games[QUEUES][WORDS];          /* which ones: a bit for each */
	uint8_t  taken[MOST_WARPS][WARP];       /* by each warp: where in its word of the bitmap, and which word */
	uint8_t  taken_word[MOST_WARPS][WARP];
	uint32_t left;                          /* games that are not over for good */
};

static SHARED struct queues q;
static SHARED int16_t picked[PLAY_MOST_GAMES];          /* the move of each game that waits in a queue from QUEUE_PICKED on */

/* Where games lie, each on an odd number of words of eight bytes, so that those side by side do not use the same banks of the shared memory. */
enum { SLOT = sizeof(struct playout) / sizeof(uint64_t) | 1 };
extern SHARED uint64_t pool[];                  /* as many as the launch asks for */

extern const uint32_t play_bytes;
const uint32_t play_bytes = SLOT * sizeof(uint64_t);    /* the host asks how many a slot takes */

static inline struct playout *playout_of(uint32_t slot) { return (struct playout *)&pool[slot * SLOT]; }

static uint32_t add(SHARED uint32_t *to, uint32_t n) { return __atomic_fetch_add(to, n, __ATOMIC_RELAXED); }

static inline void enqueue(uint32_t slot, uint32_t queue)
{
	__atomic_fetch_or(&q.games[queue][slot / 32], 1u << slot % 32, __ATOMIC_RELEASE);
	add(&q.waiting[queue], 1);
}

/* Takes up to 32 games of one queue: the slot of this lane's game, or -1. All lanes call it together. */
static inline __attribute__((always_inline)) int take(int lane, uint32_t warp, uint32_t queue)
{
	uint32_t word = 0;

	if (lane < WORDS && q.games[queue][lane] != 0)
		word = __atomic_exchange_n(&q.games[queue][lane], 0, __ATOMIC_ACQUIRE);
	uint32_t n = (uint32_t)__builtin_popcount(word), sum = sum_up_to(n, lane), at = sum - n;
	uint32_t all = value_of(sum, WARP - 1), got = all < WARP ? all : WARP;
	for (; word != 0 && at < WARP; word &= word - 1, at++) {
		q.taken[warp][at] = (uint8_t)__builtin_ctz(word);
		q.taken_word[warp][at] = (uint8_t)lane;
	}
	if (word != 0)          /* more than a warp can play: they go back */
		__atomic_fetch_or(&q.games[queue][lane], word, __ATOMIC_RELEASE);
	if (lane == 0 && got > 0)
		add(&q.waiting[queue], -got);
	wait_for_warp();
	int slot = (uint32_t)lane < got ? q.taken_word[warp][lane] * 32 + q.taken[warp][lane] : -1;
	wait_for_warp();
	return slot;
}

/* The next game into this slot; false: all have been begun. */
static __attribute__((noinline)) int begin(const struct play_args *a, uint32_t slot)
{
	uint64_t index = __atomic_fetch_add(&a->shared->begun, 1, __ATOMIC_RELAXED);

	if (index >= a->games)
		return 0;
	playout_begin(&GAME, a->job, a->first + index, playout_of(slot));
	return 1;
}

/* A game is over: what came of it is added to what came of others, once a game and so seldom enough. */
static __attribute__((noinline)) void end(const struct play_args *a, uint32_t slot)
{
	const struct playout *p = playout_of(slot);
	struct playout_sums *sums = &a->shared->sums;

	__atomic_fetch_add(&sums->games, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->turns, (uint64_t)GAME.turn(&p->s), __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->moves, p->moves, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->decisions, p->decisions, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sums->hash, playout_end(p), __ATOMIC_RELAXED);
}

/* One move of the game in this slot, or the first half of it. `has_move`: it was picked before. */
static inline __attribute__((always_inline)) void play_one(const struct play_args *a, uint32_t slot, bool has_move, bool look)
{
	struct playout *p = playout_of(slot);
	int move = has_move ? picked[slot] : -1;
	uint32_t queue = PLAYED_AT_ONCE;

	if (!has_move) {
		int mover = GAME.to_move(&a->job->box, &p->s);
		if (mover != OVER) {
			move = playout_pick(&GAME, a->job, p, mover, look);
			queue = QUEUE_OF_MOVE(&p->s, move);
		} else {
			end(a, slot);
			if (!begin(a, slot)) {
				add(&q.left, -1u);
				return;
			}
		}
	}
	if (queue != PLAYED_AT_ONCE) {
		picked[slot] = (int16_t)move;
	} else {
		if (move >= 0)
			playout_apply(&GAME, a->job, p, move);
		queue = QUEUE_OF(&p->s);
	}
	enqueue(slot, queue);
}

static inline __attribute__((always_inline)) void play_all(const struct play_args *a, bool look)
{
	const uint32_t thread = thread_in_block(), threads = threads_of_block();
	const int lane = (int)(thread % WARP);

	for (uint32_t i = thread; i < sizeof q / 4; i += threads)
		((SHARED uint32_t *)&q)[i] = 0;
	wait_for_block();
	for (uint32_t slot = thread; slot < a->slots; slot += threads)
		if (begin(a, slot)) {
			add(&q.left, 1);
			enqueue(slot, QUEUE_OF(&playout_of(slot)->s));
		}
	wait_for_block();

	/* All lanes of a warp must go on or stop together, so what the first of them sees counts. */
	while (value_of(__atomic_load_n(&q.left, __ATOMIC_RELAXED), 0) > 0) {
		uint32_t fullest = greatest_of_warp(__atomic_load_n(&q.waiting[lane], __ATOMIC_RELAXED) << 5 | (uint32_t)lane), n = fullest >> 5;
		if (n == 0 || n > PLAY_MOST_GAMES) {    /* empty, or not counted yet */
			pause_thread(100);
			continue;
		}
		int slot = take(lane, thread / WARP, fullest & 31);
		if (slot >= 0)
			play_one(a, (uint32_t)slot, (fullest & 31) >= QUEUE_PICKED, look);
		wait_for_warp();
	}
}

KERNEL void play(const struct play_args *a);
KERNEL void play(const struct play_args *a) { play_all(a, false); }

KERNEL void play_look(const struct play_args *a);
KERNEL void play_look(const struct play_args *a) { play_all(a, true); }
