#!/bin/sh
# usage: tools/manual.sh BIGMUDDY [PREFIX]    writes below PREFIX/share the man pages of the program and of each subcommand, and the completion for bash
# and zsh, all from what --help prints. Meson runs it when it installs.
set -eu
program=$1
prefix=${2:-${MESON_INSTALL_DESTDIR_PREFIX:?}}
version=$("$program" --version)
version=$(echo "$version" | sed 's/^bigmuddy //; s/[ ,].*//')
man=$prefix/share/man/man1
mkdir -p "$man" "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions"

# Lines "NAME  what it does" of the program's own help.
commands=$("$program" --help | sed -n 's/^  \([a-z]*\)  *\(.*\)$/\1 \2/p')

# roff: a backslash, a leading dot and a hyphen mean something there.
plain() { sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'\'']\)/\\\&\1/'; }

# page NAME SUMMARY: help on stdin; the first line is the usage, the rest stands as it is.
page() {
	printf '.TH %s 1 "" "bigmuddy %s" "Big Muddy"\n' "$(echo "$1" | tr a-z A-Z | plain)" "$version"
	printf '.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.nf\n' "$1" "$(echo "$2" | plain)"
	sed '1s/^usage: //' | plain | awk 'NR == 2 { print ".fi\n.SH DESCRIPTION\n.nf"; next } { print } END { print ".fi" }'
	printf '.SH SEE ALSO\n'
	printf '%s' "$commands" | awk -v me="$1" '{ name = "bigmuddy\\-" $1; if ("bigmuddy-" $1 != me) printf "%s.BR %s (1)", n++ ? ",\n" : "", name } END { print "" }'
}

"$program" --help | page bigmuddy 'freight games of river and rail' >"$man/bigmuddy.1"
echo "$commands" | while read -r name what; do
	"$program" "$name" --help | page "bigmuddy-$name" "$what" >"$man/bigmuddy-$name.1"
done

# The flags of a subcommand, on one line.
flags() { "$program" "$1" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | tr '\n' ' '; }
names=$(echo "$commands" | cut -d ' ' -f 1 | tr '\n' ' ')
games=$("$program" play --help | sed -n 's/^\([a-z]*\) (.*players=.*/\1/p' | tr '\n' ' ')

{
	printf '# Completion of bigmuddy for bash.\n_bigmuddy() {\n\tlocal word=${COMP_WORDS[COMP_CWORD]} words\n\tif [ "$COMP_CWORD" -eq 1 ]; then\n'
	printf '\t\twords="%s--help --version"\n\telse\n\t\tcase ${COMP_WORDS[1]} in\n' "$names"
	for name in $names; do
		printf '\t\t%s) words="%s" ;;\n' "$name" "$(flags "$name")"
	done
	printf '\t\tesac\n\t\t[ "$COMP_CWORD" -gt 2 ] || words="$words %s"\n\tfi\n' "$games"
	printf '\t# shellcheck disable=SC2207\n\tCOMPREPLY=($(compgen -W "$words" -- "$word"))\n}\ncomplete -o default -F _bigmuddy bigmuddy\n'
} >"$prefix/share/bash-completion/completions/bigmuddy"

{
	printf '#compdef bigmuddy\n# Completion of bigmuddy for zsh.\nlocal -a commands\nif (( CURRENT == 2 )); then\n\tcommands=(\n'
	echo "$commands" | while read -r name what; do
		printf "\t\t'%s:%s'\n" "$name" "$(echo "$what" | sed "s/:/\\\\:/g; s/'//g")"
	done
	printf '\t)\n\t_describe command commands\nelse\n\tcase $words[2] in\n'
	for name in $names; do
		printf '\t%s) compadd -- %s ;;\n' "$name" "$(flags "$name")"
	done
	printf '\tesac\n\t(( CURRENT == 3 )) && compadd -- %s\n\t_files\nfi\n' "$games"
} >"$prefix/share/zsh/site-functions/_bigmuddy"
