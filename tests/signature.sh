#!/bin/sh
# tests/signature.sh BUILD_DIR...: the same seed plays the same games, to the last byte of every final state, whatever compiled them.
set -eu
[ $# -gt 1 ] || { echo "usage: tests/signature.sh BUILD_DIR BUILD_DIR..." >&2; exit 2; }
first=$1 passed=0 failed=0
for game in 'queen players=4' 'queen players=5 mode=intro facing=free' 'broadhorns players=3 rounds=30' 'broadhorns players=4 freight=on' \
	'rails players=1' 'rails players=4 wild_any_order=on on_empty=reshuffle' 'blank players=2'; do
	# shellcheck disable=SC2086 # words
	expected=$("$first/bigmuddy" bench $game seed=7 --games 40 --signature)
	for build; do
		# shellcheck disable=SC2086
		is=$("$build/bigmuddy" bench $game seed=7 --games 40 --signature)
		if [ "$is" = "$expected" ]; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "FAILED $game: $build has $is, $first has $expected"
		fi
	done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
