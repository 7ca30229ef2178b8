#!/bin/sh
# tests/fuzz.sh BUILD_DIR [SECONDS]: runs every fuzz target of tests/fuzz from the inputs in tests/fuzz/corpus on, each that long and along
# a new way each time. Without SECONDS it is a short run that is the same every time: a fixed seed, and at most 8 seconds or so many inputs. An input that breaks one is kept as BUILD_DIR/fuzz/TARGET-crash-... (or -timeout-, -oom-, -leak-); repeat it with
#	BUILD_DIR/tests/fuzz-TARGET FILE
# and, when its cause is mended, move it to tests/fuzz/corpus/TARGET under a name that says what was wrong.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
case ${1-} in '' | -*) echo "usage: tests/fuzz.sh BUILD_DIR [SECONDS]" >&2; exit 2 ;; esac
build=$1 seconds=${2:-8} given=${2:+yes}
[ "$seconds" -gt 0 ] 2>/dev/null || { echo "tests/fuzz.sh: '$seconds' is not a number of seconds" >&2; exit 2; }

mkdir -p "$build/fuzz"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
passed=0 failed=0

# fuzz TARGET MAX_LEN INPUTS [MORE...]: so many inputs in a short run; MORE are further directories of them. What is new goes to a scratch directory, which libFuzzer wants first.
fuzz() {
	target=$1 length=$2 way="-seed=1 -runs=$3"
	[ -z "$given" ] || way=
	shift 3
	program=$build/tests/fuzz-$target log=$build/fuzz/$target.log dictionary=
	[ -x "$program" ] || { echo "tests/fuzz.sh: there is no $program: build with -Dfuzz=true" >&2; exit 2; }
	[ ! -f "tests/fuzz/$target.dict" ] || dictionary=-dict=tests/fuzz/$target.dict
	mkdir "$scratch/$target"
	# shellcheck disable=SC2086 # no dictionary is no argument, and a way is several
	if "$program" -max_total_time="$seconds" -max_len="$length" -timeout=10 -rss_limit_mb=2048 -reload=0 -print_final_stats=1 \
		-artifact_prefix="$build/fuzz/$target-" $way $dictionary "$scratch/$target" "tests/fuzz/corpus/$target" "$@" >"$log" 2>&1 </dev/null ||
		stood_still
	then
		result=ok passed=$((passed + 1))
	else
		result=FAILED failed=$((failed + 1))
	fi
	# "stat::number_of_executed_units: 123" and, in the last line that tells, "cov: 456 ft: 789"
	awk -v result=$result -v target="$target" '
		/^stat::number_of_executed_units:/ { runs = $2 }
		match($0, / ft: [0-9]+/)           { features = substr($0, RSTART + 5, RLENGTH - 5) }
		END { printf "%-8s %-6s %9d executions %6d features\n", target, result, runs, features }
	' "$log"
	[ $result = ok ] || report
}

# libFuzzer goes by the clock on the wall: on a machine that was busy with something else any input may have taken long. Ask again.
stood_still() {
	input=$(sed -n 's/^.*Test unit written to //p' "$log")
	case $input in *-timeout-*) "$program" -timeout=10 "$input" </dev/null >/dev/null 2>&1 && rm "$input" ;; *) false ;; esac
}

# What broke, and the input it broke on.
report() {
	sed -n 's/^.*Test unit written to /	kept: /p' "$log"
	grep -E 'tests/fuzz/[a-z]*\.[ch]:[0-9]+: |runtime error|^SUMMARY|a mistake in this program' "$log" | cut -c 1-300 | sed 's/^/	/'
	echo "	(all of it: $log)"
}

fuzz decode   400   10000
fuzz position 4096  50000
fuzz json     4096  50000
fuzz record   20480 10000 tests/golden
fuzz box      16384 4000
fuzz engine   4096  4000
fuzz moves    600   250
fuzz wire     4096  1500
fuzz frames   512   50000

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
