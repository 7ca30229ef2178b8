#!/bin/sh
# usage: tests/install.sh BUILD_DIR    installs into a scratch prefix and uses what is there as others would: pkg-config, the shared and the
# static library, the manual and the completion
set -eu
[ $# -eq 1 ] || { echo "usage: tests/install.sh BUILD_DIR" >&2; exit 2; }
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
said=$work/said
. "$(dirname "$0")/check.sh"

check 'meson installs' env DESTDIR="$work/root" meson install --no-rebuild --quiet -C "$build"
prefix=$(find "$work/root" -name bigmuddy.h -printf '%h\n' | sed 's/\/include$//')
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR="$work/root"
PKG_CONFIG_PATH=$(find "$work/root" -name bigmuddy.pc -printf '%h')
libs=$(find "$work/root" -name libbigmuddy.a -printf '%h')

shared() { ${CC:-cc} -std=c11 -Wall -Wextra -Werror examples/embed.c $(pkg-config --cflags --libs bigmuddy) -o "$work/shared"; }
static() {
	# libsodium and libc stay shared: what is tried is our own archive.
	rm -rf "$work/only" && mkdir "$work/only" && cp "$libs/libbigmuddy.a" "$work/only"
	${CC:-cc} -std=c11 -Wall -Wextra -Werror examples/embed.c $(pkg-config --cflags bigmuddy) -L"$work/only" \
		$(PKG_CONFIG_SYSROOT_DIR='' pkg-config --static --libs bigmuddy | tr ' ' '\n' | grep -v '^-L' | tr '\n' ' ') -o "$work/static"
}
runs_shared() { LD_LIBRARY_PATH=$libs "$work/shared" >"$work/shared.out" && grep -q 'games came to their end' "$work/shared.out"; }
runs_static() { "$work/static" >"$work/static.out" && cmp "$work/shared.out" "$work/static.out"; }
only_ours() { [ -z "$(nm "$@" --defined-only | awk 'NF == 3 && $3 !~ /^bm_/ { print $3 }')" ]; }
soname() { readelf -d "$libs/libbigmuddy.so" | grep -q 'SONAME.*libbigmuddy.so.0'; }
cxx() { printf '#include <bigmuddy.h>\nint f(void) { return bm_api_version(); }\n' | ${CC:-cc} -x c -std=c99 -pedantic -Wall -Werror -c -o "$work/c99.o" - $(pkg-config --cflags bigmuddy); }
pages() {
	for name in '' $("$build"/bigmuddy --help | sed -n 's/^  \([a-z]*\)  .*/-\1/p'); do
		page=$prefix/share/man/man1/bigmuddy$name.1
		grep -q '^\.SH SYNOPSIS' "$page" && grep -q '^\.SH DESCRIPTION' "$page" || { echo "$page"; return 1; }
	done
}
completes() {
	bash -c '. "$1"; COMP_WORDS=(bigmuddy rep); COMP_CWORD=1; _bigmuddy; [ "${COMPREPLY[*]}" = replay ] &&
		{ COMP_WORDS=(bigmuddy replay --j); COMP_CWORD=2; _bigmuddy; [ "${COMPREPLY[*]}" = --json ]; }' bash "$prefix/share/bash-completion/completions/bigmuddy"
}
zsh_file() { grep -q "^#compdef bigmuddy" "$prefix/share/zsh/site-functions/_bigmuddy" && { ! command -v zsh >/dev/null || zsh -n "$prefix/share/zsh/site-functions/_bigmuddy"; }; }

check 'examples/embed.c builds with pkg-config alone' shared
check 'and runs with the shared library' runs_shared
check 'it builds with the static library' static
check 'and does the same' runs_static
check 'the shared library shows bm_ names alone' only_ours -D "$libs/libbigmuddy.so"
check 'and so does the static one' only_ours -g "$libs/libbigmuddy.a"
check 'the soname is libbigmuddy.so.0' soname
check 'the header is plain C99' cxx
check 'there is a man page for the program and for each subcommand' pages
check 'bash completes subcommands and flags' completes
check 'zsh has its file' zsh_file
checked
