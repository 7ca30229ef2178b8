#!/bin/sh
# tools/embed.sh NAME FILE: the bytes of a file as an array in C.
set -eu
echo "static const unsigned char $1[] = {"
od -An -v -tu1 "$2" | sed 's/[0-9][0-9]*/&,/g'
echo "};"
