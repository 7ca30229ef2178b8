#!/bin/sh
# tests/pure.sh BUILD_DIR: the archive of the rules is pure. It calls nothing but the functions below, holds no data that can change,
# and computes nothing with floating point.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
[ $# -eq 1 ] || { echo "usage: tests/pure.sh BUILD_DIR" >&2; exit 2; }
archive=$1/librules.a
[ -f "$archive" ] || { echo "tests/pure.sh: there is no $archive" >&2; exit 2; }

allowed='memcmp memcpy memmove memset panic strcmp strlen'
passed=0 failed=0

# empty WHAT FOUND: a case that passes when nothing was found
empty() {
	if [ -z "$2" ]; then
		echo "ok: $1"
		passed=$((passed + 1))
	else
		echo "FAILED: $1:"
		printf '%s\n' "$2" | sed 's/^/	/'
		failed=$((failed + 1))
	fi
}

# Every line is "archive:member: symbol type ..." (nm -A -P).
symbols=$(nm -A -P "$archive")
defined=$(printf '%s\n' "$symbols" | awk '$3 ~ /^[TRDBCVW]$/ { print $2 }')
[ -n "$defined" ] || { echo "tests/pure.sh: $archive defines nothing" >&2; exit 2; }
empty "calls only $allowed" "$(
	printf '%s\n' "$symbols" | awk -v mine="$defined $allowed" '
		BEGIN { n = split(mine, word); for (i = 1; i <= n; i++) known[word[i]] = 1 }
		$3 ~ /^[Uvw]$/ && !($2 in known) { print $1, $2 }'
)"

# .data.rel.ro is constant: tables of pointers, which the loader fills in.
empty 'no data that can change' "$(
	objdump -h "$archive" | awk '
		/file format/       { member = $1 }
		$1 ~ /^[0-9]+$/     { section = $2; size = $3 }
		/ALLOC/ && !/READONLY/ && size !~ /^0+$/ && section !~ /^\.data\.rel\.ro/ { print member, section, "0x" size, "bytes" }'
)"

# Copying through vector registers is fine; arithmetic, comparison and conversion of floating point are not, of x86-64 nor of arm64.
float='v?(add|sub|mul|div|sqrt|min|max|round|rcp|rsqrt|hadd|hsub|dp|u?comi|cmp[a-z]*|fn?m[a-z0-9]+)[sp][sd]|v?cvt[a-z0-9]+|f[a-z0-9]+|[su]cvtf'
empty 'no floating point instruction' "$(
	objdump -d --no-show-raw-insn "$archive" | awk -F '\t' -v float="^($float)\$" '
		/^[0-9a-f]+ </ { function_ = $0 }
		NF > 1 { split($2, word, " "); if (word[1] ~ float && word[1] !~ /^fmov$/) print function_, $2 }'
)"

# The compiler strips the comments, where a ship may float.
empty 'no float and no double in the source' "$(
	find src/core src/games -name '*.[ch]' ! -name 'bot_*' | sort | while read -r file; do
		gcc -w -fpreprocessed -E -P "$file" | sed 's/"[^"]*"//g' | grep -HnwE --label="$file" 'float|double' || :
	done
)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
