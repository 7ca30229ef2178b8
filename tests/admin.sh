#!/bin/sh
# Looking after the tables of a server that runs: tests/admin.sh BUILD_DIR. With $POSTGRES_URL (tests/server/with-postgres.sh) PostgreSQL,
# too. Ends with `N passed, N failed`.
# shellcheck disable=SC1091,SC2154 # scratch.sh sets build, bin and root
. "$(dirname "$0")/scratch.sh"
server=
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/data" # nothing of whoever runs the tests

# says NAME PATTERN: the command before it said that as well.
says() { tells "$1" out "$2"; }
hides() { if grep -q -e "$2" out; then flaw "$1: tells '$2'"; else pass; fi; }
same() { if cmp -s "$2" "$3"; then pass; else flaw "$1: $2 and $3 differ"; fi; }

# serve STORE: a server of that store, until stop; $at is its address.
serve() {
	rm -f served # or the address of the server before might be read, until this one has opened the file
	"$bin" serve --listen 127.0.0.1:0 --store "$1" >served 2>served.err </dev/null &
	server=$!
	for _ in $(seq 100); do
		at=$(sed -n 's/^Big Muddy is at //p' served 2>/dev/null)
		[ -z "$at" ] || return 0
		sleep 0.1
	done
	cp served out
	cp served.err err
	flaw 'the server does not start'
}
stop() {
	kill "$server" && wait "$server"
	server=
}

# A table of Mississippi Queen where Ann sits down. `table.py AT open|running|over|race` prints its id and her secret: of one that has not
# begun; that waits for her; where she has left the rest to bots; and the same while they still play.
cat >table.py <<'END'
import json, sys, time, urllib.request

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(sys.argv[1] + path, data, {"Content-Type": "application/json"}), timeout=20) as answer:
        return json.load(answer)

def wait_for(status):
    for _ in range(600):
        if call(path)["status"] == status:
            return
        time.sleep(0.05)
    sys.exit("it does not become " + status)

want = sys.argv[2]
alone = want in ("over", "race")
made = call("/games/queen/create", {"numPlayers": 3, "setupData": {"mode": "intro"}, "unlisted": True, "level": "easy",
                                   "seats": ["person", "bot:easy" if alone else "person", "bot:easy"]})
path = "/games/queen/" + made["matchID"]
secret = call(path + "/join", {"playerID": "0", "playerName": "Ann"})["playerCredentials"]
if want == "running":
    call(path + "/join", {"playerID": "1", "playerName": "Bob"})
if want != "open":
    call(path + "/start", {"hostCredentials": made["hostCredentials"]})
    wait_for("running")
if alone:
    call(path + "/leave", {"playerID": "0", "credentials": secret})
if want == "over":
    wait_for("over")
print(made["matchID"], secret)
END

# rest PATH [JSON]: what the server says to that, and its code.
cat >rest.py <<'END'
import sys, urllib.error, urllib.request
body = sys.argv[3].encode() if len(sys.argv) > 3 else None
try:
    answer = urllib.request.urlopen(urllib.request.Request(sys.argv[1] + sys.argv[2], body, {"Content-Type": "application/json"}), timeout=20)
except urllib.error.HTTPError as no:
    answer = no
print(answer.status, answer.read().decode())
END
rest() { python3 rest.py "$at" "$@" >out 2>err; }

: >in

# What makes no sense
expect 0 'usage: bigmuddy admin' admin --help
says 'the help of admin' 'export ID'
expect 0 'usage: bigmuddy backup' backup --help
expect 2 'one of list, show, close, export, import, check and purge' admin
expect 2 "has no 'sink'" admin sink
expect 2 'it is: bigmuddy admin show ID' admin show
expect 2 'it is: bigmuddy admin close ID REASON' admin close abcd2345
expect 2 "there is no store 'ftp:'" admin list --store ftp://x
expect 2 'in memory' admin list --store memory:
expect 1 "there is no store 'no.sqlite'" admin list --store sqlite:no.sqlite
expect 1 "there is no store" admin list
expect 2 'takes the file to write' backup
expect 1 "there is no store 'no.sqlite'" backup --store sqlite:no.sqlite b.sqlite
expect 2 'pg_dump' backup --store postgres://muddy@nowhere.invalid/x b.sqlite
expect 1 '.' admin list --store postgres://muddy@nowhere.invalid/x
if [ ! -e no.sqlite ] && [ ! -e b.sqlite ]; then pass; else flaw 'a store was made'; fi
echo 'no database' >bad.sqlite
expect 1 '.' admin list --store sqlite:bad.sqlite
expect 1 '.' backup --store sqlite:bad.sqlite b.sqlite

# while_serving STORE: all of it beside a server that runs.
while_serving() {
	store=$1
	serve "$store"
	open=$(python3 table.py "$at" open 2>err) running=$(python3 table.py "$at" running 2>err) over=$(python3 table.py "$at" over 2>err)
	secret=${running#* } open=${open% *} running=${running% *} over=${over% *}
	if [ -n "$open" ] && [ -n "$running" ] && [ -n "$over" ]; then pass; else flaw 'no tables'; fi

	expect 0 '^3 tables$' admin list --store "$store"
	says 'list' "^$running  queen *running *by link"
	expect 0 '^1 tables$' admin list --store "$store" --status over
	says 'list by status' "^$over "
	expect 0 '^0 tables$' admin list --store "$store" --game rails
	expect 2 "no status 'sunk'" admin list --store "$store" --status sunk
	expect 2 "no game 'chess'" admin list --store "$store" --game chess

	expect 0 "^$open  Mississippi Queen, open" admin show "$open" --store "$store"
	says 'seats' '^  0 person Ann'
	says 'seats' '^  1 free'
	expect 0 "^$running  Mississippi Queen, running" admin show "$running" --store "$store" --ascii
	cp out seen
	"$bin" admin show "$running" --all --ascii --store "$store" >out 2>err
	tells 'the whole truth' err 'what players must not see'
	expect 0 'place 1' admin show "$over" --store "$store"
	expect 1 "there is no table 'zzzzzzzz'" admin show zzzzzzzz --store "$store"

	expect 0 '^3 tables, 3 fine, 0 failed$' admin check --store "$store"

	# To another server and back
	expect 1 'is not over' admin export "$running" --record --store "$store"
	expect 1 'is not over' admin export "$open" --record --store "$store"
	expect 0 '^game queen' admin export "$over" --record --store "$store"
	cp out over.txt
	expect 0 'proved: all [0-9]* draws follow from the key' verify over.txt
	for id in "$open" "$running" "$over"; do
		"$bin" admin export "$id" --out "$id.json" --store "$store" >out 2>err
		if [ $? -eq 0 ] && [ "$(stat -c %a "$id.json")" = 600 ]; then pass; else flaw "export of $id"; fi
		tells 'the warning' err 'keep it to yourself'
	done
	expect 1 'is there already' admin export "$over" --out "$over.json" --store "$store"
	expect 1 "there is a table $over already" admin import "$over.json" --store "$store"
	expect 0 'is there: queen, over' admin import "$over.json" --as-new --store "$store"
	twin=$(sed -n 's/^table \([a-z0-9]*\) is there.*/\1/p' out)
	expect 0 '^4 tables, 4 fine, 0 failed$' admin check --store "$store"
	expect 0 "follows $over" admin show "$twin" --store "$store"

	# What was changed on the way is refused
	sed '/"kind": "draw"/,/"text"/s/"text": "\(.*\)"/"text": "x\1"/' "$over.json" >broken.json
	expect 1 'is not possible' admin import broken.json --as-new --store "$store"
	sed 's/"key": "[0-9a-f]\{64\}"/"key": "'"$(printf %064d 7)"'"/' "$over.json" >broken.json
	expect 1 'the draw does not follow from the key of the table' admin import broken.json --as-new --store "$store"
	sed 's/"seq": 2,/"seq": 3,/' "$over.json" >broken.json
	expect 1 'row 3 follows row 1' admin import broken.json --as-new --store "$store"
	sed 's/"version": 1/"version": 2/' "$over.json" >broken.json
	expect 2 'version' admin import broken.json --store "$store"
	sed 's/"listed"/"colour"/' "$over.json" >broken.json
	expect 2 "'colour' is unknown here" admin import broken.json --store "$store"
	expect 2 'not written by .bigmuddy admin export' admin import "$root/docs/openapi.json" --store "$store"
	echo '{"kind":' >broken.json
	expect 2 'bad JSON' admin import broken.json --store "$store"
	expect 2 'cannot read' admin import no.json --store "$store"
	expect 0 '^4 tables$' admin list --store "$store"

	# The end of a table, and the server hears of it
	expect 0 "table $running is closed" admin close "$running" 'the harbour is shut' --store "$store"
	expect 1 'stays as it is: this table is closed' admin close "$running" 'again' --store "$store"
	expect 1 'stays as it is: the game is over' admin close "$over" 'late' --store "$store"
	expect 0 "^$running  Mississippi Queen, closed" admin show "$running" --store "$store"
	expect 0 '^4 tables, 4 fine, 0 failed$' admin check --store "$store"
	case $store in
	postgres*) # it is told
		for _ in $(seq 50); do
			rest "/games/queen/$running"
			if grep -q '"status":"closed"' out; then break; fi
			sleep 0.1
		done
		says 'a server that is told' '"status":"closed"'
		;;
	esac
	rest "/games/queen/$running/leave" "{\"playerID\":\"0\",\"credentials\":\"$secret\"}"
	says 'the server at the next wish' '^4[0-9][0-9] .*closed'
	rest "/games/queen/$running"
	says 'the server from then on' '^200 .*"status":"closed"'

	# While bots play: it comes in between, or after the end
	for _ in 1 2 3; do
		race=$(python3 table.py "$at" race 2>err)
		timeout 60 "$bin" admin close "${race% *}" 'enough' --store "$store" >out 2>err
		if grep -q 'is closed' out || grep -q 'the game is over' err; then pass; else flaw 'a table that cannot be closed'; fi
		rest "/games/queen/${race% *}"
	done
	expect 0 '^7 tables, 7 fine, 0 failed$' admin check --store "$store"
	stop
	serve "$store"
	rest "/games/queen/$running"
	says 'the server after a restart' '"status":"closed"'
}

# purge_all STORE: all that has not changed for so many days, and nothing unless it was asked for. A server that runs knows of it.
purge_all() {
	store=$1
	expect 2 'purge needs --days N' admin purge --store "$store"
	expect 2 "days is 'old'; allowed: a number from 0 to 36500" admin purge --days old --store "$store"
	expect 2 "no status 'sunk'" admin purge --days 0 --status sunk --store "$store"
	expect 2 "no game 'chess'" admin purge --days 0 --game chess --store "$store"
	expect 0 '^0 tables deleted' admin purge --days 1 --store "$store"
	expect 0 '^0 tables would be deleted' admin purge --days 0 --game rails --dry-run --store "$store"
	expect 0 '^7 tables would be deleted' admin purge --days 0 --dry-run --store "$store"
	says 'what would go' "^$running  queen *closed"
	expect 0 '^7 tables$' admin list --store "$store"
	rest "/games/queen/$over"
	says 'it is there' '^200'
	expect 0 '^1 tables would be deleted' admin purge --days 0 --status open --dry-run --store "$store"
	expect 0 '^1 tables deleted, 0 had changed' admin purge --days 0 --status open --store "$store"
	expect 0 '^6 tables, 6 fine, 0 failed$' admin check --store "$store"
	expect 0 '^6 tables deleted, 0 had changed' admin purge --days 0 --store "$store"
	expect 0 '^0 tables$' admin list --store "$store"
	stop
	serve "$store"
	rest "/games/queen/$over"
	says 'it is gone' '^404 .*no_such_table'
}

mkdir store
while_serving "sqlite:$work/store/tables.sqlite"

# Backup, while it runs
store=sqlite:$work/store/tables.sqlite
expect 1 "another 'bigmuddy serve' has the store" serve --listen 127.0.0.1:0 --store "$store"
expect 0 'b.sqlite: 7 tables, checked' backup --store "$store" b.sqlite
if [ "$(stat -c %a b.sqlite)" = 600 ]; then pass; else flaw 'everybody can read the backup'; fi
expect 0 '^7 tables, 7 fine, 0 failed$' admin check --store sqlite:b.sqlite
expect 1 'is there already; --force' backup --store "$store" b.sqlite
expect 0 'b.sqlite: 7 tables' backup --store "$store" --force b.sqlite
expect 1 'no backup' backup --store "$store" no/such/b.sqlite
expect 2 'is the store itself' backup --store "$store" --force "$work/store/tables.sqlite"
ln -s "$work/store/tables.sqlite" link.sqlite
expect 2 'is the store itself' backup --store "$store" --force link.sqlite
expect 0 '^7 tables, 7 fine, 0 failed$' admin check --store "$store"
if [ -z "$(find . -name '*.new*' -o -name '*.part*')" ]; then pass; else flaw 'something is left behind'; fi

# What was said of a person is not in the file any more either
stop
cp b.sqlite named.sqlite
serve "sqlite:$work/named.sqlite"
one=$(python3 table.py "$at" over 2>err)
rest "/games/queen/${one% *}/forget" "{\"playerID\":\"0\",\"credentials\":\"${one#* }\"}"
says 'to be forgotten' '^200'
rest "/games/queen/${one% *}"
says 'forgotten' '"name":"Somebody"'
expect 0 '^8 tables, 8 fine, 0 failed$' admin check --store "sqlite:$work/named.sqlite"
expect 0 'Somebody' admin show "${one% *}" --store "sqlite:$work/named.sqlite"
"$bin" admin purge --days 0 --store "sqlite:$work/named.sqlite" >out 2>err
says 'all of them' '^8 tables deleted'
stop
python3 - named.sqlite >out 2>err <<'END'
import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("pragma wal_checkpoint(truncate)")
print(b"Ann" in open(sys.argv[1], "rb").read())
END
says 'nothing is left of a name in the file' '^False'
serve "$store"

# Damage is found and named
cp b.sqlite damaged.sqlite
python3 - damaged.sqlite "$over" >out 2>err <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("update row set text = 'nonsense' where place ="
              " (select max(place) from row join head on no = place >> 32 where kind = 'move' and id = ?)", (sys.argv[2],))
store.commit()
END
"$bin" admin check --store sqlite:damaged.sqlite >out 2>err
if [ $? -eq 1 ]; then pass; else flaw 'a damaged table passes'; fi
says 'what is damaged' "^$over (queen): row [0-9]*, move: 'nonsense' is not possible"
says 'how many' '^7 tables, 6 fine, 1 failed$'
stop

# A store has one server, by whatever name
serve "$store"
ln "$work/store/tables.sqlite" hard.sqlite
expect 1 "another 'bigmuddy serve' has the store .* by another name" serve --listen 127.0.0.1:0 --store sqlite:hard.sqlite
# What is in SQLite's log cannot be seen by another name: a list would lack tables, so would a backup, and closing one would damage the file.
expect 1 'name it as that server does' admin list --store sqlite:hard.sqlite
expect 1 'name it as that server does' admin close "$over" why --store sqlite:hard.sqlite
expect 1 'name it as that server does' backup --store sqlite:hard.sqlite hard-copy.sqlite
if [ ! -e hard-copy.sqlite ] && [ ! -e hard.sqlite-wal ]; then pass; else flaw 'a store was opened by another name'; fi
expect 1 "another 'bigmuddy serve' has the store" serve --listen 127.0.0.1:0 --store sqlite:link.sqlite
expect 0 '^7 tables$' admin list --store "$store"
stop
rm hard.sqlite*

# The layout of a store that an older server has open is left alone. Here it is version 1, and an older server locks the file beside it.
cp b.sqlite older.sqlite
python3 - "$root/tests/server/store_sqlite.c" older.sqlite <<'END'
import re, sqlite3, sys
text = re.search(r"like_version_1\[\] =\n(.*?);\n", open(sys.argv[1]).read(), re.S).group(1)
sqlite3.connect(sys.argv[2]).executescript("".join(re.findall('"([^"]*)"', text)))
END
layout() { python3 -c 'import sqlite3; print(sqlite3.connect("older.sqlite").execute("pragma user_version").fetchone()[0])'; }
older() { # COMMAND: while the file beside the store is locked
	(
		flock 9
		"$bin" "$@" 9>&- >out 2>err
		echo $? >code
	) 9>older.sqlite-serve.lock
	if [ "$(cat code)" = 1 ] && grep -q 'end that server first' err; then pass; else flaw "bigmuddy $*: an older server has the store open"; fi
	if [ "$(layout)" = 1 ]; then pass; else flaw "bigmuddy $* changed the layout"; fi
}
older admin list --store sqlite:older.sqlite
older admin check --store sqlite:older.sqlite
older backup --store sqlite:older.sqlite older-copy.sqlite
older serve --listen 127.0.0.1:0 --store sqlite:older.sqlite
if [ ! -e older-copy.sqlite ]; then pass; else flaw 'a backup that was refused'; fi
expect 0 '^7 tables, 7 fine, 0 failed$' admin check --store sqlite:older.sqlite
if [ "$(layout)" -gt 1 ]; then pass; else flaw 'the layout stays old without a server'; fi

# Old tables
cp b.sqlite old.sqlite
serve "sqlite:$work/old.sqlite"
purge_all "sqlite:$work/old.sqlite"
stop

# The store that serve uses when none is named
serve ''
expect 0 '^0 tables$' admin list
expect 0 'preset.sqlite: 0 tables' backup preset.sqlite
stop
if [ -n "${POSTGRES_URL-}" ]; then
	while_serving "$POSTGRES_URL"
	purge_all "$POSTGRES_URL"

	# A server without its database lives, and says that it cannot store
	ask() { psql -q -At "$(echo "$POSTGRES_URL" | sed 's,/postgres?,/template1?,')" -c "$1" >/dev/null; }
	rest /readyz
	says 'a server with its database' '^200 ready'
	ask 'ALTER DATABASE postgres ALLOW_CONNECTIONS false'
	ask "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'"
	rest /readyz
	says 'a server without its database' '^503 nothing can be stored'
	rest /healthz
	says 'its process' '^200 ok'
	ask 'ALTER DATABASE postgres ALLOW_CONNECTIONS true'
	for _ in $(seq 100); do
		rest /readyz
		if grep -q '^200' out; then break; fi
		sleep 0.1
	done
	says 'a server whose database is back' '^200 ready'
	stop
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
