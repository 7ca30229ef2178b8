#!/bin/sh
# Server, search and arena under ThreadSanitizer: tests/threads.sh BUILD_DIR. Ends with `N passed, N failed`.
# A race that it sees ends a program with 66, whatever else the program had to say.
# shellcheck disable=SC1091,SC2154 # scratch.sh sets build, bin and root
. "$(dirname "$0")/scratch.sh"

export TSAN_OPTIONS='halt_on_error=1 second_deadlock_stack=1'

# clean WORDS...: the program leaves with 0.
clean() {
	"$@" </dev/null >out 2>&1
	got=$?
	if [ $got -eq 0 ]; then
		pass
	else
		grep -A 12 'WARNING: ThreadSanitizer' out
		flaw "$* leaves with $got"
	fi
}

# A race is seen, or nothing below means anything.
cat >race.c <<-END
	#include <pthread.h>
	#include <stdbool.h>
	static volatile bool stop;
	static void *set(void *unused) { stop = true; return unused; }
	int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); while (!stop) continue; return pthread_join(t, 0); }
END
clang -fsanitize=thread -g -o race race.c
./race >out 2>&1
if [ $? -eq 66 ]; then pass; else flaw 'ThreadSanitizer does not see a race'; fi

# Several threads in one search, and several games at once. Searches are short: here they take fifty times as long as elsewhere.
for game in queen broadhorns rails; do
	printf 'new %s players=3 seed=1\ngo search:150:3\nquit\n' "$game" >in
	"$bin" engine <in >out 2>&1
	got=$?
	if [ $got -eq 0 ] && grep -q '^move ' out; then pass; else flaw "a search of $game leaves with $got"; fi
done
clean "$bin" arena --game queen --players 3 --bots search:10:2,simple,random --games 3 --seed 1 --jobs 2
clean "$build/tests/arena"
# The queue of the store, the threads that open tables and those of the bots.
clean "$build/tests/server/server-job"
clean "$build/tests/server/server-live"
# The whole server: sockets, limits, TLS, a game with bots, the end.
clean python3 "$root/tests/server/front.py" "$bin"
clean python3 "$root/tests/server/loop.py" "$bin"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
