#!/bin/sh
# The page. Usage: tests/web.sh BUILD            what needs no browser: the WebAssembly, formatting, lint, types, ./run
#                  tests/web.sh BUILD PROJECT    tests in a real browser: a project of web/playwright.config.ts, by one worker. With ONCE_MORE=yes
#                                                only those that failed the last time
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

# The same for a program that counts cases of its own, as vitest ("Tests  1 failed | 50 passed (51)") and Playwright ("  3 failed") do.
each() {
	what=$1
	shift
	clean=yes
	said=$(NO_COLOR=1 "$@" 2>&1) || clean=no
	# shellcheck disable=SC2046 # two numbers
	set -- $(printf '%s\n' "$said" | awk '
		/^ *Tests / || /^ +[0-9]+ (passed|failed|flaky|interrupted|did not run)/ {
			for (i = 1; i < NF; i++)
				if ($i !~ /^[0-9]+$/) continue
				else if ($(i + 1) ~ /^(passed|flaky)$/) passed += $i
				else if ($(i + 1) ~ /^(failed|interrupted|did)$/) failed += $i
		}
		END { print passed + 0, failed + 0 }')
	[ $clean = yes ] && [ "$1" -gt 0 ] || [ "$2" -gt 0 ] || set -- "$1" 1
	passed=$((passed + $1)) failed=$((failed + $2))
	[ "$2" -eq 0 ] || echo "FAILED: $what"
	printf '%s\n' "$said" | grep -v '^ *✓' || :             # what went wrong, what took a second try, and the count
}

# What reads the sources alone runs beside what runs the page: `looked FILE` counts what `look FILE` has found.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
look() {
	cd "$root/web"
	passed=0 failed=0
	try 'every file is formatted (npm --prefix web run format)' npm run --silent format:check
	try 'the linter finds nothing' npm run --silent lint
	try 'types are sound' npm run --silent check
	echo "$passed $failed" >"$1.counts"
}
looked() {
	cat "$1"
	read -r good bad <"$1.counts" || { good=0 bad=1; echo 'FAILED: the checks of the sources ended early'; }
	passed=$((passed + good)) failed=$((failed + bad))
}

in_browser() {
	# Without its shell the whole of Chromium does all the tests, and takes longer.
	# shellcheck disable=SC2086,SC2154 # a list of words, of tools/setup.sh
	{ command -v chromium && command -v chromium-headless-shell; } >/dev/null || need $browser_packages || command -v chromium >/dev/null
	cd "$root/web"
	# Only a run that came to its end says of all its tests whether they failed.
	only='' last=node_modules/.cache/browser/$1/.last-run.json
	[ "${ONCE_MORE-}" != yes ] || ! grep -qs '"status": "failed"' "$last" || ! grep -q '"failedTests": \[$' "$last" || only=--last-failed
	each "the page in a browser: $1" env BIGMUDDY="$build/bigmuddy" CHROMIUM="$(command -v chromium)" CHROMIUM_SHELL="$(command -v chromium-headless-shell || :)" \
		npm run --silent browser -- --project "$1" --workers 1 ${only:+"$only"}
}

without_browser() {
	(look "$work/look") >"$work/look" 2>&1 &
	cd "$root/web"
	each 'the page without a browser' npm test --silent
	try "./run serves the page" "$root/tests/run.sh"
	wait $! || :
	looked "$work/look"
}

try 'the page is built' build_web
if [ $# -gt 1 ]; then in_browser "$2"; else without_browser; fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
