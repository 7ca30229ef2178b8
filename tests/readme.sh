#!/bin/sh
# tests/readme.sh FILE...: runs what the documents tell people to type. A fenced block of sh is run when the line before it is
# <!-- tested -->. It runs under `sh -eu` with an empty input, in a scratch directory that shows the checkout.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
root=$PWD
[ $# -gt 0 ] || { echo "usage: tests/readme.sh FILE..." >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Block N of a file goes to blocks/FILE:LINE, LINE being its first.
mkdir "$scratch/blocks"
for file; do
	awk -v to="$scratch/blocks/$(printf %s "$file" | tr / _)" '
		inside && /^```/           { inside = 0; close(out); next }
		inside                     { print > out; next }
		/^```sh$/ && before        { inside = 1; out = to ":" NR + 1; printf "" > out; next }
		                           { before = /^<!-- tested -->$/ }
	' "$file"
done

passed=0 failed=0
for block in "$scratch"/blocks/*; do
	[ -f "$block" ] || break
	name=${block##*/}
	rm -rf "$scratch/here"
	mkdir "$scratch/here"
	for entry in "$root"/*; do
		ln -s "$entry" "$scratch/here/"
	done
	if (cd "$scratch/here" && sh -eu "$block") </dev/null >"$scratch/out" 2>&1; then
		echo "ok: $name"
		passed=$((passed + 1))
	else
		echo "FAILED: $name, which says"
		sed 's/^/	/' "$block"
		echo "and gave"
		sed 's/^/	/' "$scratch/out"
		failed=$((failed + 1))
	fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
