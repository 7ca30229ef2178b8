#!/bin/sh
# Follows docs/adding.md as written, in a scratch copy of the tree under BUILD_DIR: shell blocks are run in order ("sh fails: NAME": the test of
# that name must fail), C blocks go into the file they name, the first one of a file replacing it.
set -eu

if [ $# -ne 1 ]; then
	echo "usage: tests/adding.sh BUILD_DIR" >&2
	exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/adding"
work=$(cd "$1/adding" && pwd)
rm -rf "$work/tree" "$work/blocks"
mkdir -p "$work/tree" "$work/blocks"
tar -C "$root" --exclude=./.git --exclude="./build*" --exclude=./web/node_modules --exclude=./web/dist -cf - . | tar -C "$work/tree" -xf -

# One file a block: its first line is what follows the fence, the rest is the block.
awk -v to="$work/blocks" '
	/^```./ && !inside { inside = 1; file = sprintf("%s/%02d", to, ++n); print substr($0, 4) > file; next }
	/^```$/ && inside { inside = 0; close(file); next }
	inside { print > file }
' "$root/docs/adding.md"

passed=0 failed=0 begun=
result() {
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "docs/adding.md, block $2 ($3): ${4:-went wrong}"
		tail -n 40 "$work/output"
	fi
}

export CFLAGS=-O1 # after the -O3 of the tree: this is soon compiled, and what it plays is short
cd "$work/tree"
for block in "$work"/blocks/*; do
	kind=$(head -n 1 "$block")
	name=$(basename "$block")
	tail -n +2 "$block" > "$work/body"
	case $kind in
	sh)
		status=0
		sh -e "$work/body" > "$work/output" 2>&1 || status=1
		result $status "$name" "$kind" ;;
	"sh fails: "*)
		status=1
		sh -e "$work/body" > "$work/output" 2>&1 || status=0
		grep -qF "[  FAILED  ] ${kind#sh fails: }" "$work/output" || status=1
		result $status "$name" "$kind" "did not fail as it should" ;;
	"c "*)
		file=${kind#c }
		case " $begun " in *" $file "*) ;; *) : > "$file"; begun="$begun $file" ;; esac
		cat "$work/body" >> "$file" ;;
	*)
		: > "$work/output"
		result 1 "$name" "$kind" "is of no kind that this script knows" ;;
	esac
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
