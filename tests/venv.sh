# Packages of PyPI for a test, which reads this file: venv DIR REQUIREMENTS SKIPPED sets $venv to a virtual environment with what the list REQUIREMENTS
# pins, from wheels alone, and $own to DIR, which is made. The environment is kept in the user's cache, where other checkouts find it too, or else in DIR.
# Without a network, or where pip has no such wheels, the test is skipped, with SKIPPED for a reason.
. "$root/tests/check.sh"

venv() {
	mkdir -p "$1"
	own=$(cd "$1" && pwd) said=$(cd "$1" && pwd)/said
	# Another list and another Python have an environment of their own.
	how="$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable), sys.version.replace("\n", " "))') $(cksum <"$2")"
	cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/bigmuddy
	mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] || cache=$own
	venv=$cache/venv-$(printf '%s' "$how" | cksum | tr ' ' '-')
	# Two checkouts that want it at the same time make it once.
	! command -v flock >/dev/null || { exec 9>"$venv.lock" && flock 9; }
	if [ "$(cat "$venv/made" 2>/dev/null)" != "$how" ]; then
		rm -rf "$venv"
		python3 -m venv "$venv" >"$said" 2>&1 || skip 'python3 cannot make a virtual environment (python3-venv)'
		"$venv/bin/pip" install --quiet --disable-pip-version-check --retries 2 --timeout 30 --only-binary :all: -r "$2" >"$said" 2>&1 || skip "$3"
		printf '%s\n' "$how" >"$venv/made"
	fi
	exec 9>&-
}
