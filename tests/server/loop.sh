#!/bin/sh
# `bigmuddy serve` from end to end: its flags and mistakes here, its sockets in loop.py. tests/server/loop.sh BUILD_DIR. Ends with lines
# `N passed, N failed`.
# shellcheck disable=SC1091,SC2154 # scratch.sh sets bin and root, which is tests/ here
. "$(dirname "$0")/../scratch.sh"

# expect CODE PATTERN FLAGS...: it does not start: one line on stderr, nothing on stdout.
expect() {
	code=$1 pattern=$2
	shift 2
	timeout 20 "$bin" serve --store memory: "$@" >out 2>err </dev/null
	got=$?
	if [ $got -ne "$code" ]; then
		flaw "serve $* leaves with $got instead of $code"
	elif ! grep -q -e "$pattern" err; then
		flaw "serve $* does not say '$pattern'"
	elif [ "$(wc -l <err)" -ne 1 ] || [ -s out ]; then
		flaw "serve $*: more than one line"
	else
		pass
	fi
}

# start NAME FLAGS...: in the background, until it listens. $pid is its number, NAME.out what it prints.
start() {
	name=$1
	shift
	rm -f "$name.out" "$name.err"
	"$bin" serve "$@" >"$name.out" 2>"$name.err" </dev/null &
	pid=$!
	for _ in $(seq 100); do
		grep -qs listening "$name.err" && return 0
		sleep 0.1
	done
	cp "$name.out" out
	cp "$name.err" err
	flaw "$name: it does not start"
}

# What it is told
"$bin" serve --help >out 2>err
for word in listen share store www tls-cert tls-key proxy origin open quiet log metrics clients messages tables config; do
	tells help out "^  --$word"
done
tells help out '127.0.0.1:8080'
expect 2 "no flag '--no-such'" --no-such
expect 2 "only flags, not 'now'" now
expect 2 "listen is 'here'" --listen here
expect 2 "clients is 'many'; allowed: a number from 1 to" --clients many
expect 2 "push is 'perhaps'; allowed: yes or no" --push perhaps
expect 2 "origin is 'muddy.example'" --origin muddy.example
expect 2 "log is 'loud'; allowed: error, warn, info, debug" --log loud
expect 2 'tls-key is missing' --tls-cert cert.pem
expect 2 "cannot read 'no.pem'" --tls-cert no.pem --tls-key no.pem
echo nonsense >bad.pem
expect 2 'cannot be used' --tls-cert bad.pem --tls-key bad.pem
expect 2 "no.dir'" --www no.dir
mkdir empty
expect 2 'there is no index.html' --www empty
expect 2 'not both' --share --proxy
expect 2 "cannot read 'no.conf'" --config no.conf
printf '# mine\nlisten = 127.0.0.1:0\n\ncolour = blue\n' >bad.conf
expect 2 "bad.conf:4: there is no 'colour'; there are: listen" --config bad.conf
printf 'proxy = perhaps\n' >bad.conf
expect 2 "bad.conf:1: proxy is 'perhaps'" --config bad.conf
expect 2 'the command for messages must begin' --notify-command no-such-program
expect 1 'cannot listen on 192.0.2.7:8080: ' --listen 192.0.2.7:8080

# Where tables are kept
timeout 20 "$bin" serve --listen 127.0.0.1:0 --store sqlite:/no/such/dir/x.sqlite >out 2>err
if [ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]; then pass; else flaw 'a store that cannot be written'; fi
timeout 20 "$bin" serve --listen 127.0.0.1:0 --store oracle:x >out 2>err
if [ $? -ne 0 ] && [ "$(wc -l <err)" -eq 1 ]; then pass; else flaw 'a store that nobody knows'; fi
export XDG_DATA_HOME="$work/data"
start home --listen 127.0.0.1:0
kill $pid && wait $pid && pass || flaw 'it ends'
if [ "$(stat -c %a data/bigmuddy)" = 700 ] && [ -f data/bigmuddy/bigmuddy.sqlite ]; then pass; else flaw 'the data directory'; fi
tells home home.out "Tables are kept in $work/data/bigmuddy/bigmuddy.sqlite"
tells home home.out 'Only this machine can reach it'

# One at a time on a port
start first --listen 127.0.0.1:0 --store memory:
port=$(sed -n 's/^Big Muddy is at .*:\([0-9]*\)$/\1/p' first.out)
expect 1 "cannot listen on 127.0.0.1:$port: Address already in use" --listen "127.0.0.1:$port"
kill -INT $pid
wait $pid && pass || flaw 'SIGINT ends it'
start again --listen "127.0.0.1:$port" --store memory:
kill $pid && wait $pid && pass || flaw 'the port is free again'

# A file, and flags after it
printf 'listen = 127.0.0.1:0\nstore = memory:\nlog = info\norigin = https://muddy.example\n' >good.conf
start file --config good.conf
tells file file.out 'at https://muddy.example$'
kill $pid && wait $pid
start both --config good.conf --origin https://other.example
tells both both.out 'at https://other.example$'
kill $pid && wait $pid
start contrib --config "$root/../contrib/bigmuddy.conf" --listen 127.0.0.1:0 --store memory:
kill $pid && wait $pid && pass || flaw 'the example'

# A browser
mkdir path
printf '#!/bin/sh\necho "opens $1" >"%s/opened"\n' "$work" >path/xdg-open
chmod +x path/xdg-open
PATH=$work/path:$PATH start open --open --listen 127.0.0.1:0 --store memory:
sleep 0.5
tells open opened '^opens http://127.0.0.1:[0-9]*$'
kill $pid && wait $pid

# Everywhere
for place in '0.0.0.0:0' '*:0' ':0'; do
	start everywhere --listen "$place" --store memory:
	tells everywhere everywhere.out '^Big Muddy is at http://\(localhost\|[1-9][0-9.]*\):[0-9]*$'
	kill $pid && wait $pid
done

# Sharing, and silence
start share --share --listen 0 --store memory:
if grep -q 'not in a local network' share.out || { grep -q 'On this machine: http://localhost:' share.out && [ "$(grep -c '█' share.out)" -ge 14 ]; }; then
	pass
else
	cp share.out out
	flaw 'share'
fi
kill $pid && wait $pid
start qr --share --listen 0 --store memory: --origin http://192.168.1.20:8080
if [ "$(grep -c '█' qr.out)" -ge 14 ]; then pass; else flaw 'a QR code'; fi
kill $pid && wait $pid
"$bin" serve --listen 127.0.0.1:0 --store memory: --quiet >out 2>err </dev/null &
pid=$!
sleep 1
kill $pid
wait $pid
if [ $? -eq 0 ] && [ ! -s out ] && [ ! -s err ]; then pass; else flaw 'quiet'; fi
start secret --listen 127.0.0.1:0 --store memory:
kill $pid && wait $pid
tells memory secret.out 'gone when this ends'

printf '%d passed, %d failed\n' $passed $failed
python3 -B "$root/server/loop.py" "$bin"
python=$?
python3 -B "$root/server/front.py" "$bin" || python=1
[ $failed -eq 0 ] && [ $python -eq 0 ]
