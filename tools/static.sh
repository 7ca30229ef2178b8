#!/bin/sh
# usage: tools/static.sh PARTS.a OUT.a    makes one object of an archive in which only the public names can be linked to
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${LD:-ld} -r --whole-archive "$1" -o "$work/bigmuddy.o"
${OBJCOPY:-objcopy} --localize-hidden "$work/bigmuddy.o"
rm -f "$2"
${AR:-ar} rcs "$2" "$work/bigmuddy.o"
