#!/bin/sh
# The page, from the WebAssembly up to games in a real browser. Usage: tests/web.sh BUILD
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/setup.sh"
build=$(cd "$1" && pwd)
passed=0 failed=0

try() {
	what=$1
	shift
	if said=$("$@" 2>&1); then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED: %s\n%s\n' "$what" "$said"
	fi
}

# shellcheck disable=SC2086 # a list of words
command -v chromium >/dev/null || need $browser_packages
try 'the page is built' build_web
cd "$root/web"
try 'types are sound' npm run --silent check
try 'whole games as WebAssembly' npm test --silent
try "./run serves the page" "$root/tests/run.sh"
for game in queen broadhorns rails; do
	try "$game is played in a browser" node tests/browser.mjs "$build/bigmuddy" dist $game
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
