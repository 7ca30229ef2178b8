#!/bin/sh
# with-postgres.sh COMMAND...: runs it with $POSTGRES_URL set to a PostgreSQL of its own, which is gone afterwards. The server listens in
# a temporary directory only. The exit code is the command's.
set -eu
[ $# -gt 0 ] || { echo 'usage: with-postgres.sh COMMAND...' >&2; exit 2; }

bin=
for dir in /usr/lib/postgresql/*/bin /usr/local/pgsql/bin; do
	if [ -x "$dir/initdb" ] && [ -x "$dir/postgres" ]; then bin=$dir; fi
done
if [ -z "$bin" ]; then
	echo 'with-postgres.sh: there is no PostgreSQL here (Debian: apt-get install postgresql)' >&2
	exit 1
fi

# It does not run as root.
home=$(mktemp -d /tmp/muddy-pg.XXXXXX)
as() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then
	owner=nobody
	if id postgres >/dev/null 2>&1; then owner=postgres; fi
	chown "$owner" "$home"
	as() { setpriv --reuid "$owner" --regid "$(id -g "$owner")" --clear-groups -- "$@"; }
fi

server=
end() {
	if [ -n "$server" ]; then
		# Its own process, which is a child of the one we started. INT: at once, whoever is still connected.
		if pid=$(head -n 1 "$home/data/postmaster.pid" 2>/dev/null); then server="$server $pid"; fi
		# shellcheck disable=SC2086 # one or two numbers
		kill -INT $server 2>/dev/null || :
		wait
	fi
	rm -rf "$home"
}
trap end EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

cd "$home" # of the server, which may not be allowed to read ours
as "$bin/initdb" --pgdata "$home/data" --username muddy --auth trust --no-sync --locale C --encoding UTF8 >"$home/log" 2>&1 ||
	{ cat "$home/log" >&2; echo 'with-postgres.sh: initdb failed' >&2; exit 1; }
as "$bin/postgres" -D "$home/data" -c listen_addresses= -c unix_socket_directories="$home" -c max_connections=60 \
	-c shared_buffers=64MB >>"$home/log" 2>&1 &
server=$!
cd "$OLDPWD"

left=300
until "$bin/pg_isready" -q -h "$home" -U muddy; do
	left=$((left - 1))
	if [ $left -eq 0 ] || ! kill -0 "$server" 2>/dev/null; then
		cat "$home/log" >&2
		echo 'with-postgres.sh: the server does not start' >&2
		exit 1
	fi
	sleep 0.1
done

POSTGRES_URL="postgres://muddy@/postgres?host=$home"
export POSTGRES_URL
"$@"
