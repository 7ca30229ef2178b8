#!/bin/sh
# ./run as people type it: it serves the page, knows itself when it runs already, and finds another port when something else is there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
server='' other=''
trap 'kill $server $other 2>/dev/null || :; rm -rf "$scratch"' EXIT
fail() {
	echo "$1"
	cat "$scratch"/* 2>/dev/null
	exit 1
}
# Waits until a program has printed a line that begins like this, and prints the rest of it.
said() {
	for _ in $(seq 600); do
		rest=$(sed -n "s/^$2//p" "$1" | head -n 1)
		[ -z "$rest" ] || break
		sleep 0.1
	done
	[ -n "$rest" ] || fail "$1 never said '$2'"
	printf '%s\n' "$rest"
}

# Without root and sudo it names what is missing, exactly that, and installs nothing. The tools here are those that it has before anything is installed.
mkdir "$scratch/poor"
for tool in sh cat dirname grep readlink sed tr; do
	ln -s "$(command -v $tool)" "$scratch/poor/$tool"
done
printf '#!/bin/sh\necho 1000\n' >"$scratch/poor/id"
printf '#!/bin/sh\necho "$*" >>%s/installed\n' "$scratch" >"$scratch/poor/apt-get"
printf '#!/bin/sh\nshift 2\nfor p; do case $p in meson | libpq-dev) ;; *) echo "installed $p" ;; esac; done\n' >"$scratch/poor/dpkg-query"
chmod +x "$scratch/poor/id" "$scratch/poor/apt-get" "$scratch/poor/dpkg-query"
! PATH=$scratch/poor "$root/run" play queen >"$scratch/bare" 2>&1 || fail 'it goes on without what it needs'
[ "$(tail -n 1 "$scratch/bare")" = '	apt-get install meson libpq-dev ' ] || fail 'it does not name what is missing'
[ ! -e "$scratch/installed" ] || fail 'it installs as nobody'

# A display and a browser that only says what it was asked to open.
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "$1" >>%s/opened\n' "$scratch" >"$scratch/bin/xdg-open"
chmod +x "$scratch/bin/xdg-open"
PATH=$scratch/bin:$PATH DISPLAY=:77 export PATH DISPLAY XDG_DATA_HOME="$scratch/data"

"$root/run" --listen 127.0.0.1:0 --log error >"$scratch/run" 2>&1 &
server=$!
at=$(said "$scratch/run" 'Big Muddy is at ')
[ "$(said "$scratch/opened" '')" = "$at" ] || fail 'the browser was not opened there'
[ -f "$scratch/data/bigmuddy/bigmuddy.sqlite" ] || fail 'no SQLite'
node -e 'fetch(process.argv[1]).then((a) => a.text()).then((t) => process.exit(t.includes("<div id=\"app\"") ? 0 : 1))' "$at" || fail 'that is not the page'

port=${at##*:}
[ "$(node "$root/tools/port.mjs" "$port")" = "$at" ] || fail 'it does not know itself'
node -e 'const s = require("net").createServer((c) => c.end("no web")).listen(0, "127.0.0.1", () => console.log(`port ${s.address().port}`))' >"$scratch/other" &
other=$!
taken=$(said "$scratch/other" 'port ')
next=$(node "$root/tools/port.mjs" "$taken")
[ "$next" -gt "$taken" ] || fail 'a taken port is not left alone'

kill $server && wait $server || fail 'it does not end in peace'
server=
rm "$scratch/opened"
"$root/run" --no-open --listen 127.0.0.1:0 --store memory: --log error >"$scratch/run" 2>&1 &
server=$!
said "$scratch/run" 'Big Muddy is at ' >/dev/null
sleep 0.3                                           # a browser would be opened about now
[ ! -e "$scratch/opened" ] || fail '--no-open opens a browser'
