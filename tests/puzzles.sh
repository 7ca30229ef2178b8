#!/bin/sh
# tests/puzzles.sh BUILD [SAMPLE]: there are at least 150 puzzles for each game, and they hold with other draws than those they were found with: all of them, or a sample.
set -eu
cd "$(dirname "$0")/.."
program=$1/bigmuddy sample=${2:-0} passed=0 failed=0
for game in queen broadhorns rails; do
	file=data/puzzles/$game.jsonl
	if [ "$(wc -l <"$file")" -ge 150 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $file has fewer than 150 puzzles"
	fi
	said=$("$program" puzzles --check --sample "$sample" "$file") && good=yes || good=no
	[ $good = yes ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: $said"; }
done
# A puzzle whose best move is another one is noticed.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
head -n 1 data/puzzles/rails.jsonl | sed 's/"best":{"chance":\([0-9]*\),"line":\["[^"]*"/"best":{"chance":\1,"line":["pass"/' >"$dir/rails.jsonl"
if "$program" puzzles --check "$dir/rails.jsonl" >/dev/null; then
	failed=$((failed + 1))
	echo 'FAILED: a wrong solution passes'
else
	passed=$((passed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
