#!/bin/sh
# Breaks one thing at a time and sees to it that the tests that are there for it notice. --help says more.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."

help() {
	cat <<-END
	usage: tests/mutants.sh BUILD_DIR --all                   breaks everything, one thing at a time
	       tests/mutants.sh BUILD_DIR --sample N [--seed S]   N of them, chosen by chance; the seed is printed
	       tests/mutants.sh BUILD_DIR ID...                   these
	       tests/mutants.sh --help                            this text

	A mutant is the program with one small mistake. The tests named for what is broken must fail, or hang, or crash.
	The mistakes are kept in tests/mutants/*.txt:

	    program queen @             the test program, and what it is called with; @ is the id of a mutant up to a dot
	    rules Q docs/rules/queen.md every rule Q1, Q2 ... of that text needs a mutant in this file
	    Q59 src/games/queen/turn.c  the id of a mutant, and the file that it changes; the id * is part of all in this file
	    # one point is enough       what is broken
	      	rival = ship_on(t, to);     lines of that file: two blanks before those that stay,
	    - 	if (points < 2)             "- " before those that go,
	    + 	if (points < 1)             "+ " before those that come

	An empty line ends a change. Another one to the same file may follow, or one to a file that is named before it, on a
	line of its own. The lines must be in the file exactly once: a change that no longer fits the source is an error.

	Mistakes are compiled without optimization and linked with what is in BUILD_DIR, which is brought up to date first.
	Ends with a line "N passed, N failed". The exit code is 0 when all were caught, 1 when not, 2 for bad input.
	END
}

# The files of mistakes ---------------------------------------------------

ids() {
	cat tests/mutants/*.txt | awk 'NF == 2 && $2 ~ /^src\// && $1 != "*" { print $1 }'
}

# about ID: its file, its test program, and the arguments of that.
about() {
	awk -v id="$1" '
		$1 == "program" { sub(/^program /, ""); program = $0 }
		NF == 2 && $2 ~ /^src\// && $1 == id {
			sub(/[.].*/, "", id)
			sub(/@/, id, program)
			print FILENAME, program
			exit
		}' tests/mutants/*.txt
}

# apply ID FILE COPY: makes the mistake in a copy of the source, and names the source files that have changed.
apply() {
	awk -v id="$1" -v copy="$3/" '
	function die(what) {
		print id ": " FILENAME ", line " FNR ": " what > "/dev/stderr"
		failed = 1
		exit 1
	}
	function change(    n, i, k, at, found, line, text) {
		if (olds + news == 0)
			return
		while ((getline line < (copy file)) > 0)
			text[++n] = line
		close(copy file)
		for (i = 1; i + olds - 1 <= n; i++) {
			for (k = 1; k <= olds && text[i + k - 1] == old[k]; k++)
				;
			if (k > olds) {
				at = i
				found++
			}
		}
		if (olds == 0 || found != 1)
			die("these lines are " found + 0 " times in " file)
		for (i = 1; i < at; i++)
			print text[i] > (copy file)
		for (i = 1; i <= news; i++)
			print new[i] > (copy file)
		for (i = at + olds; i <= n; i++)
			print text[i] > (copy file)
		close(copy file)
		print file
		broken = broken || block == id
		olds = news = 0
	}
	NF == 2 && $2 ~ /^src\//       { change(); block = $1; file = $2; next }
	/^program /                    { change(); block = ""; next }
	block != id && block != "*"    { next }
	/^#/                           { next }
	NF == 1 && $1 ~ /^src\//       { change(); file = $1; next }
	$0 == ""                       { change(); next }
	!/^[-+ ] / && !/^[-+]$/        { die("this is no change: " $0) }
	!/^[+]/                        { old[++olds] = substr($0, 3) }
	!/^-/                          { new[++news] = substr($0, 3) }
	END {
		if (failed)
			exit 1
		change()
		if (!broken)
			die("nothing is broken")
	}' "$2"
}

# One mutant ------------------------------------------------------------------

# The source files to compile again for a changed file: of a header, those beside it that include it; others must not notice.
touched() {
	case $1 in
	*.h) grep -rlE "include \"(${1#src/}|${1##*/})\"" --include='*.c' "${1%/*}" ;;
	*)   echo "$1" ;;
	esac
}

# make ID FILE PROGRAM: builds $made/ID/mutant.
make() {
	here=$made/$1
	mkdir "$here"
	cp -r src "$here"
	apply "$1" "$2" "$here" >"$here/changed" || return 1
	cd "$here"
	mkdir objects
	for file in $(while read -r name; do touched "$name"; done <changed | sort -u); do
		cc -std=c11 -w -O0 -Isrc -c "$file" -o "objects/$(echo "$file" | tr / _).o" || return 1
	done
	# What comes first wins: the archives, which need each other, give only what is not there yet.
	cc -o mutant "$build/tests/$3.p"/*.o objects/*.o \
		-Wl,--start-group "$build/libmuddy.a" "$build/librules.a" -Wl,--end-group -lcmocka -ljansson -lsodium -lm -pthread
}

# The first test that failed, by what a program has said.
failure() {
	sed -n 's/^\[  FAILED  \] \([^0-9].*\)/\1/p' "$1" | head -n 1
}

# one ID: makes the mutant, runs its tests, and says in one line what came of it.
one() {
	id=$1
	# shellcheck disable=SC2046 # words
	set -- $(about "$id")
	if ! (make "$id" "$1" "$2") >"$made/$id.said" 2>&1; then
		echo "FAILED $id: cannot be made: $(head -n 1 "$made/$id.said")"
		return
	fi
	program=$2
	shift 2
	ended=0
	timeout 20 "$made/$id/mutant" "$@" >"$made/$id.said" 2>&1 </dev/null || ended=$?
	by=$(failure "$made/$id.said")
	case $ended,$by in
	0,*)          echo "FAILED $id: SURVIVED" ;;
	124,*)        echo "ok $id: caught, it hangs" ;;
	1[3-9][0-9],) echo "ok $id: caught, it crashes" ;;
	*,)           echo "FAILED $id: no test of $program has failed: $(head -n 1 "$made/$id.said")" ;;
	*)            echo "ok $id: caught by $by" ;;
	esac
	rm -rf "${made:?}/$id"
}

# All of them -----------------------------------------------------------------

# Before anything is broken: each id once, a mutant for each rule, and tests for all of them, which pass.
sound() {
	ids | sort | uniq -d | sed 's/^/FAILED: more than one mutant /'
	for file in tests/mutants/*.txt; do
		sed -n 's/^rules //p' "$file" | while read -r letter book; do
			small=$(echo "$letter" | tr '[:upper:]' '[:lower:]')
			for id in $(sed -n "s/.*<a id=\"$small\\([0-9]*\\)\">.*/$letter\\1/p" "$book"); do
				grep -qE "^$id([.][0-9]+)? src/" "$file" || echo "FAILED: there is no mutant for $id of $book"
			done
		done
	done
	for id in $(ids); do about "$id"; done | sort -u | awk '
		{ name = $2; $1 = $2 = ""; arguments[name] = arguments[name] $0 }
		END { for (name in arguments) print name, arguments[name] }' >"$made/programs"
	while read -r name arguments; do
		# shellcheck disable=SC2086 # a list of ids
		"$build/tests/$name" $arguments >"$made/said" 2>&1 </dev/null && continue
		by=$(failure "$made/said")
		echo "FAILED: with nothing broken, $name: ${by:-$(head -n 1 "$made/said")}"
	done <"$made/programs"
}

# sample N SEED: so many lines of the input, by a generator of our own since every awk has another.
sample() {
	awk -v n="$1" -v seed="$2" '
		{ line[NR] = $0 }
		END {
			for (x = seed % 2147483646 + 1; n > 0 && NR > 0; n--) {
				for (i = 0; i < 3; i++)
					x = x * 16807 % 2147483647
				i = x % NR + 1
				print line[i]
				line[i] = line[NR--]
			}
		}'
}

wrong() {
	echo "tests/mutants.sh: $*" >&2
	exit 2
}

is_number() {
	case $1 in '' | *[!0-9]* | ??????????*) return 1 ;; esac
}

# choose ARGUMENT...: the ids that the command line asks for, into $list.
choose() {
	case $1 in
	--all)
		[ $# -eq 1 ] || wrong '--all stands alone'
		list=$(ids)
		;;
	--sample)
		if [ $# -eq 2 ]; then set -- "$@" --seed $(($(date +%s) % 1000000)); fi
		[ $# -eq 4 ] && [ "$3" = --seed ] && is_number "$2" && is_number "$4" || wrong 'use --sample NUMBER [--seed NUMBER]'
		echo "seed $4"
		list=$(ids | sample "$2" "$4")
		;;
	*)
		for id; do ids | grep -qxF -e "$id" || wrong "there is no mutant \"$id\" in tests/mutants"; done
		list=$(printf '%s\n' "$@")
		;;
	esac
}

case ${1-} in
-h | --help) help; exit ;;
--one) one "$2"; exit ;;
esac
[ $# -ge 2 ] || wrong 'BUILD_DIR and --all, --sample NUMBER or ids are needed; --help says more'
[ -f "$1/build.ninja" ] || wrong "there is no build in \"$1\""
build=$(readlink -f "$1")
shift
choose "$@"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
trap 'exit 1' INT TERM
export build made CONFORM_GAMES=100

ninja -C "$build" >"$made/said" 2>&1 || { cat "$made/said" >&2; exit 1; }
sound | tee "$made/log"
printf '%s\n' "$list" | xargs -r -n 1 -P 2 tests/mutants.sh --one | tee -a "$made/log"
passed=$(grep -c '^ok ' "$made/log" || :)
failed=$(grep -c '^FAILED' "$made/log" || :)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
