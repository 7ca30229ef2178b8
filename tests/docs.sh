#!/bin/sh
# tests/docs.sh BUILD_DIR [--fill]: the rules of every game are written down, tested, and cited by their right names; no document has a link
# that leads nowhere. --fill writes the column of tests into the documents of rules instead, after tests have come or gone.
set -eu
cd "$(dirname "$(readlink -f "$0")")/.."
case $#${2-} in
1 | 2--fill) ;;
*) echo "usage: tests/docs.sh BUILD_DIR [--fill]" >&2; exit 2 ;;
esac
build=$1

# each DO: calls DO for every game that has a document of rules, with
#   its folders under src/games, the one with words.c first
#   the last of its rules, one for each letter they have, and its last ruling: a letter and a number
#   the document
#   the test programs in BUILD_DIR, whose --list prints a line "FILE.c: IDS: sentence" for each test
each() {
	$1 queen Q166 A50 docs/rules/queen.md tests/queen
	$1 broadhorns 'B176 F52' A58 docs/rules/broadhorns.md tests/broadhorns
	$1 'rails freight' 'R127 F52' A23 docs/rules/rails.md 'tests/rails tests/freight'
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# none WHAT COMMAND...: a case that passes when the command finds nothing
none() {
	what=$1
	shift
	found=$("$@" 2>&1) || found="$found
$1 failed"
	if [ -z "$found" ]; then
		echo "ok: $what"
		passed=$((passed + 1))
	else
		echo "FAILED: $what:"
		printf '%s\n' "$found" | sed 's/^/	/'
		failed=$((failed + 1))
	fi
}

# named PROGRAM...: a line "ID FILE" for each id that a test has in its name
named() {
	for program; do
		[ -x "$build/$program" ] || { echo "tests/docs.sh: there is no $build/$program" >&2; exit 2; }
	done
	for program; do "$build/$program" --list; done | awk -F ': ' '{ sub(/\.c$/, "", $1); n = split($2, id, " "); for (i = 1; i <= n; i++) print id[i], $1 }' | awk '!seen[$0]++'
}

# A row of rules or rulings is a table row whose first cell is an anchor and an id. Its last cell names the files of the tests.
rows='
	function is_row() { return /^\| <a id="[a-z0-9]+"><\/a>[A-Z]+[0-9]+ \|.*\|$/ }
	function id_of_row(  id) { id = $2; gsub(/.*>| /, "", id); return id }'

# filled DOCUMENT: it with the column of tests as it should be
filled() {
	awk -F '|' -v OFS='|' "$rows"'
		FNR == NR { split($0, name, " "); files[name[1]] = files[name[1]] ", `" name[2] "`"; next }
		is_row()  { id = id_of_row(); $(NF - 1) = " " substr(files[id] " ", 3) }
		          { print }
	' "$scratch/named" "$1"
}

# misnumbered DOCUMENT LAST...: what is wrong with the rows: each id up to the last has one, they ascend in a table, anchors fit
misnumbered() {
	document=$1
	shift
	awk -F '|' -v last="$*" "$rows"'
		!/^\|/   { before = 0; next }
		is_row() {
			id = id_of_row()
			number = substr(id, match(id, /[0-9]/)) + 0
			if (id in seen)
				print id " has a second row in line " FNR
			if (number <= before)
				print id " in line " FNR " comes after a higher one"
			if (index($2, "\"" tolower(id) "\"") == 0)
				print id " in line " FNR " has another anchor"
			seen[id] = before = number
		}
		END {
			n = split(last, word, " ")
			for (i = 1; i <= n; i++) {
				letter = substr(word[i], 1, 1)
				for (k = 1; k <= substr(word[i], 2) + 0; k++) {
					if (!((letter k) in seen))
						print letter k " has no row"
					delete seen[letter k]
				}
			}
			for (id in seen)
				print id " is more than there should be"
		}
	' "$document"
}

# one_sided DOCUMENT: rules whose rulings do not name them, and the other way round. Both do so in the last cell but one.
one_sided() {
	awk -F '|' "$rows"'
		is_row() {
			id = id_of_row()
			n = split($(NF - 2), other, /[^A-Z0-9]+/)
			for (i = 1; i <= n; i++)
				if (other[i] ~ /^[A-Z]+[0-9]+$/)
					names[id " " other[i]]
		}
		END {
			for (pair in names) {
				split(pair, one, " ")
				if (!((one[2] " " one[1]) in names))
					print one[1] " names " one[2] ", but not the other way round"
			}
		}
	' "$1"
}

# letters ID...: those of the ids, without their numbers
letters() {
	printf %s "$*" | tr -d '0-9 '
}

# cited FOLDERS RULES RULING: anchors of the ids that the game gives as a reason (a table in words.c has rows `{ 31, "there is land ahead" }`, or
# `{ R(31), ...` if rules have several letters), gives with an event, or speaks of. Tiles may have names like rulings: A0, A1-1.
cited() {
	sed -n -e 's/^[[:space:]]*{ *\([0-9][0-9]*\), *".*/'"${2%%[0-9]*}"'\1/p' -e 's/^[[:space:]]*{ *\(['"$(letters "$2")"']\)(\([0-9][0-9]*\)), *".*/\1\2/p' \
		"src/games/${1%% *}/words.c" >"$scratch/reasons"
	[ -s "$scratch/reasons" ] || echo no-reason-in-words.c >"$scratch/reasons"
	for folder in $1; do cat "src/games/$folder"/*.[ch]; done | sed 's/[A-Z][0-9]*-[0-9]*//g' |
		grep -owE "[$(letters "$2")]\(?[1-9][0-9]*|[$(letters "$3")][1-9][0-9]*" | tr -d '(' |
		cat - "$scratch/reasons" | tr A-Z a-z | sort -u
}

# out_of_date DOCUMENT: where its column of tests is wrong
out_of_date() {
	filled "$1" >"$scratch/filled"
	diff "$1" "$scratch/filled" || :
}

check() {
	# shellcheck disable=SC2086 # words
	named $5 >"$scratch/named"
	cut -d ' ' -f 1 "$scratch/named" | tr A-Z a-z | sort -u >"$scratch/tested"
	cited "$1" "$2" "$3" >"$scratch/cited"
	grep -o '<a id="[^"]*">' "$4" | cut -d '"' -f 2 | sort -u >"$scratch/written"

	none "$4 has $2 and $3 and all before them, once and in order" misnumbered "$4" "$2" "$3"
	none "every id of $4 is in the name of a test" comm -23 "$scratch/written" "$scratch/tested"
	none "every id in the name of a test is in $4" comm -13 "$scratch/written" "$scratch/tested"
	none "every id that $1 cites is in $4" comm -13 "$scratch/written" "$scratch/cited"
	none "$4 names the tests of each id (tests/docs.sh $build --fill)" out_of_date "$4"
	none "rules and rulings of $4 name each other" one_sided "$4"
}

fill() {
	# shellcheck disable=SC2086 # words
	named $5 >"$scratch/named"
	filled "$4" >"$scratch/filled"
	cat "$scratch/filled" >"$4"
}

# astray: links in documents to files and headings that are not there. The first file lists what is.
astray() {
	find . -name .git -prune -o -path './build*' -prune -o -name node_modules -prune -o -path ./web/dist -prune -o -print | sed 's,^\./,,' >"$scratch/there"
	grep '\.md$' "$scratch/there" | tr '\n' '\0' | xargs -0 awk '
		# Of a heading as web pages make it: small letters, no marks, hyphens for spaces.
		function slug(text) {
			gsub(/[^A-Za-z0-9 _-]/, "", text)
			gsub(/ /, "-", text)
			return tolower(text)
		}
		# a/b/../c is a/c
		function plain(path,  n, part, i, depth, kept) {
			n = split(path, part, "/")
			for (i = 1; i <= n; i++)
				if (part[i] == "..")
					depth--
				else if (part[i] != "." && part[i] != "")
					kept[++depth] = part[i]
			path = depth < 1 ? "" : kept[1]
			for (i = 2; i <= depth; i++)
				path = path "/" kept[i]
			return path
		}
		FILENAME == there { exists[$0]; next }
		FNR == 1          { fenced = 0; folder = FILENAME; if (!sub(/[^\/]*$/, "", folder)) folder = "" }
		/^ *```/          { fenced = !fenced }
		fenced            { next }
		/^#+ /            { heading = $0; sub(/^#+ +/, "", heading); anchors[FILENAME "#" slug(heading)] }
		                  { gsub(/`[^`]*`/, "") }
		{
			for (rest = $0; match(rest, /<a id="[^"]*">/); rest = substr(rest, RSTART + RLENGTH))
				anchors[FILENAME "#" substr(rest, RSTART + 7, RLENGTH - 9)]
			for (rest = $0; match(rest, /(\]\(|^\[[^\]]*\]: *|(src|href)=")[^)" ]+/); rest = substr(rest, RSTART + RLENGTH)) {
				link = substr(rest, RSTART, RLENGTH)
				sub(/^(\]\(|\[[^\]]*\]: *|(src|href)=")/, "", link)
				if (link ~ /^[a-z]+:/)
					continue
				hash = index(link, "#")
				file = hash ? substr(link, 1, hash - 1) : link
				links[++n] = FILENAME ":" FNR ": " link
				path[n] = file == "" ? FILENAME : file ~ /^\// ? file : plain(folder file)
				anchor[n] = hash && path[n] ~ /\.md$/ ? path[n] substr(link, hash) : ""
			}
		}
		END {
			for (i = 1; i <= n; i++)
				if (!(path[i] in exists) || (anchor[i] != "" && !(anchor[i] in anchors)))
					print links[i]
		}
	' there="$scratch/there" "$scratch/there"
}

if [ $# -eq 2 ]; then
	each fill
	exit
fi
each check
none 'every link in a document leads somewhere' astray
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
