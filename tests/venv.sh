# Packages of PyPI for a test, which reads this file: venv DIR REQUIREMENTS SKIPPED makes DIR/venv with what the list REQUIREMENTS pins, from wheels
# alone. It is kept. Without a network, or where pip has no such wheels, the test is skipped, with SKIPPED for a reason.
. "$root/tests/check.sh"

venv() {
	mkdir -p "$1"
	own=$(cd "$1" && pwd) said=$(cd "$1" && pwd)/said
	# The venv of an older list, of another Python or of a checkout that has moved is begun afresh.
	how="$own $(python3 -VV | tr '\n' ' ') $(cksum <"$2")"
	[ "$(cat "$own/made" 2>/dev/null)" != "$how" ] || return 0
	rm -rf "$own/venv" "$own/meson" "$own/made"
	python3 -m venv "$own/venv" >"$said" 2>&1 || skip 'python3 cannot make a virtual environment (python3-venv)'
	"$own/venv/bin/pip" install --quiet --disable-pip-version-check --retries 2 --timeout 30 --only-binary :all: -r "$2" >"$said" 2>&1 || skip "$3"
	printf '%s\n' "$how" >"$own/made"
}
