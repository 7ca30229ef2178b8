#!/bin/sh
# usage: tests/python.sh BUILD_DIR    the Python package, and over it the suites of PettingZoo, Gymnasium and OpenSpiel, which come from PyPI into
# the user's cache. They are kept; without a network the first run is skipped, with a line that says so.
set -eu
[ $# -eq 1 ] || { echo "usage: tests/python.sh BUILD_DIR" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/venv.sh"
# shellcheck disable=SC2154 # sets own and venv
venv "$1/python" "$root/python/tests/requirements.txt" 'pip could not install the suites of others from PyPI'
outer=$(command -v python3)
cd "$root"

# The package goes into a folder of this checkout: the suites are everybody's. What was built with another Python is no use.
export PATH="$venv/bin:$PATH" PYTHONPATH="$own/only"
rm -rf "$own/only"
[ "$(cat "$own/made" 2>/dev/null)" = "$root $how" ] || rm -rf "$own/meson"
printf '%s\n' "$root $how" >"$own/made"
check 'pip installs the package' pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --target "$own/only" \
	-Cbuild-dir="$own/meson" -Csetup-args=-Dwerror=true ./python
check 'its types are sound' mypy --config-file python/pyproject.toml --cache-dir "$own/mypy" python/bigmuddy
python python/tests/run.py || failed=$((failed + 1))

# The example that learns, for one update: by the first Python that has PyTorch, with the package alone from here.
learner=
for python in "$outer" /usr/bin/python3; do
	[ -n "$learner" ] || ! "$python" -c 'import bigmuddy, torch' 2>/dev/null || learner=$python
done
if [ -n "$learner" ]; then
	rm -f "$own"/ppo.*
	check 'examples/ppo.py learns' "$learner" examples/ppo.py --updates 1 --together 32 --games 20 --out "$own/ppo"
	check 'and plays by what it has learned' "$learner" examples/ppo.py --play "$own/ppo.pt" --games 20
	check 'and draws its curve' grep -q '</svg>' "$own/ppo.svg"
else
	echo 'skipped: examples/ppo.py, without PyTorch'
fi
checked
