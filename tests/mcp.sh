#!/bin/sh
# usage: tests/mcp.sh BUILD_DIR    `bigmuddy mcp` with the official client of the Model Context Protocol, which comes from PyPI into
# the user's cache. It is kept; without a network the first run is skipped, with a line that says so.
set -eu
[ $# -eq 1 ] || { echo "usage: tests/mcp.sh BUILD_DIR" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
program=$(cd "$1" && pwd)/bigmuddy
# shellcheck disable=SC1091,SC2154 # sets venv
. "$root/tests/venv.sh"
venv "$1/mcp" "$root/tests/mcp.txt" 'pip could not install the official client from PyPI'
exec "$venv/bin/python" "$root/tests/mcp_client.py" "$program"
