# For tests of the program from end to end, which read this file with BUILD_DIR as their first argument: $bin is the program, $root the checkout,
# and an empty directory is where they are. They end with `N passed, N failed`.
set -u
build=$(cd "${1:-build}" && pwd)
bin=$build/bigmuddy
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0
failed=0
[ -x "$bin" ] || { echo "there is no $bin" >&2; exit 2; }

pass() { passed=$((passed + 1)); }
flaw() { failed=$((failed + 1)); printf 'FAILED %s\n' "$*"; sed 's/^/  | /' out err 2>/dev/null | head -12; }

# tells NAME FILE PATTERN: one more thing that a file says.
tells() {
	if grep -q -e "$3" "$2"; then pass; else flaw "$1: no '$3' in $2"; fi
}

# answers_with CODE PATTERN FILE WORDS...: runs the program; whether it left with that code and wrote the pattern to FILE, out or err. It is said if not.
answers_with() {
	code=$1 pattern=$2 from=$3
	shift 3
	timeout 300 "$bin" "$@" >out 2>err
	got=$?
	if [ $got -ne "$code" ]; then
		flaw "$* leaves with $got instead of $code"
	elif ! grep -q -e "$pattern" "$from"; then
		flaw "$* does not say '$pattern'"
	else
		return 0
	fi
	return 1
}

# expect CODE PATTERN WORDS...: the exit code, and a pattern in what comes out: on stdout for 0, on stderr, in one line, else.
expect() {
	code=$1 pattern=$2
	shift 2
	[ "$code" = 0 ] && from=out || from=err
	answers_with "$code" "$pattern" $from "$@" <in || return 0
	if [ "$code" != 0 ] && [ "$(wc -l <err)" -ne 1 ]; then
		flaw "$*: the error is not one line"
	elif [ "$code" = 0 ] && [ -s err ]; then
		flaw "$* complains"
	else
		pass
	fi
}
