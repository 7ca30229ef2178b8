/* Kernel `play`: whole random games, as many as asked for, on one multiprocessor after the other.
 *
 * Threads of a warp are fast only while they do the same, and games of one kind are rarely at the same rule. So a game is no thread's
 * own. The games of a block lie in shared memory, and each waits in a queue by its phase (to set the speed, to turn, to draw a tile...; queue.h). A warp
 * takes up to 32 games of the fullest queue, plays one move of each, and puts each into the queue of its new phase. Queues are bitmaps, changed
 * by atomic operations: no thread ever waits for another.
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
	uint32_t taken[MOST_WARPS][WARP];       /* by each warp */
	uint32_t left;                          /* games that are not over for good */
};

static SHARED struct queues q;
extern SHARED struct playout pool[];            /* as many as the launch asks for */

extern const uint32_t play_bytes;
const uint32_t play_bytes = sizeof(struct playout);     /* the host asks how many a slot takes */

static uint32_t add(SHARED uint32_t *to, uint32_t n) { return __atomic_fetch_add(to, n, __ATOMIC_RELAXED); }

static void enqueue(uint32_t slot)
{
	const struct playout *p = (const struct playout *)&pool[slot];
	uint32_t queue = QUEUE_OF(GAME)(&p->s);

	__atomic_fetch_or(&q.games[queue][slot / 32], 1u << slot % 32, __ATOMIC_RELEASE);
	add(&q.waiting[queue], 1);
}

/* Takes up to 32 games of one queue: the slot of this lane's game, or -1. All lanes call it together. */
static int take(int lane, uint32_t warp, uint32_t queue)
{
	uint32_t word = 0;

	if (lane < WORDS && q.games[queue][lane] != 0)
		word = __atomic_exchange_n(&q.games[queue][lane], 0, __ATOMIC_ACQUIRE);
	uint32_t n = (uint32_t)__builtin_popcount(word), sum = sum_up_to(n, lane), at = sum - n;
	uint32_t all = value_of(sum, WARP - 1), got = all < WARP ? all : WARP;
	for (; word != 0 && at < WARP; word &= word - 1)
		q.taken[warp][at++] = (uint32_t)lane * 32 + (uint32_t)__builtin_ctz(word);
	if (word != 0)          /* more than a warp can play: they go back */
		__atomic_fetch_or(&q.games[queue][lane], word, __ATOMIC_RELEASE);
	if (lane == 0 && got > 0)
		add(&q.waiting[queue], -got);
	wait_for_warp();
	int slot = (uint32_t)lane < got ? (int)q.taken[warp][lane] : -1;
	wait_for_warp();
	return slot;
}

/* The next game into this slot; false: all have been begun. */
static int begin(const struct play_args *a, uint32_t slot)
{
	uint64_t index = __atomic_fetch_add(&a->shared->begun, 1, __ATOMIC_RELAXED);

	if (index >= a->games)
		return 0;
	playout_begin(&GAME, a->job, a->first + index, (struct playout *)&pool[slot]);
	return 1;
}

static void end(const struct play_args *a, uint32_t slot, struct playout_sums *sums)
{
	const struct playout *p = (const struct playout *)&pool[slot];

	sums->games++;
	sums->turns += (uint64_t)GAME.turn(&p->s);
	sums->moves += p->moves;
	sums->decisions += p->decisions;
	sums->hash += playout_end(p);
}

/* One move of the game in this slot. */
static void play_one(const struct play_args *a, uint32_t slot, struct playout_sums *sums)
{
	struct playout *p = (struct playout *)&pool[slot];
	int mover = GAME.to_move(&a->job->box, &p->s);

	if (mover != OVER) {
		playout_step(&GAME, a->job, p, mover);
		enqueue(slot);
		return;
	}
	end(a, slot, sums);
	if (begin(a, slot))
		enqueue(slot);
	else
		add(&q.left, -1u);
}

KERNEL void play(const struct play_args *given);
KERNEL void play(const struct play_args *given)
{
	const struct play_args a = *given;
	const uint32_t thread = thread_in_block(), threads = threads_of_block();
	const int lane = (int)(thread % WARP);
	struct playout_sums sums = { 0 };

	for (uint32_t i = thread; i < sizeof q / 4; i += threads)
		((SHARED uint32_t *)&q)[i] = 0;
	wait_for_block();
	for (uint32_t slot = thread; slot < a.slots; slot += threads)
		if (begin(&a, slot)) {
			add(&q.left, 1);
			enqueue(slot);
		}
	wait_for_block();

	/* All lanes of a warp must go on or stop together, so what the first of them sees counts. */
	while (value_of(__atomic_load_n(&q.left, __ATOMIC_RELAXED), 0) > 0) {
		uint32_t fullest = greatest_of_warp(__atomic_load_n(&q.waiting[lane], __ATOMIC_RELAXED) << 5 | (uint32_t)lane);
		if (fullest >> 5 == 0 || fullest >> 5 > PLAY_MOST_GAMES)        /* empty, or not counted yet */
			continue;
		int slot = take(lane, thread / WARP, fullest & 31);
		if (slot >= 0)
			play_one(&a, (uint32_t)slot, &sums);
		wait_for_warp();
	}
	__atomic_fetch_add(&a.shared->sums.games, sums.games, __ATOMIC_RELAXED);
	__atomic_fetch_add(&a.shared->sums.turns, sums.turns, __ATOMIC_RELAXED);
	__atomic_fetch_add(&a.shared->sums.moves, sums.moves, __ATOMIC_RELAXED);
	__atomic_fetch_add(&a.shared->sums.decisions, sums.decisions, __ATOMIC_RELAXED);
	__atomic_fetch_add(&a.shared->sums.hash, sums.hash, __ATOMIC_RELAXED);
}
