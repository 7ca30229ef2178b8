#!/bin/sh
# The Debian packages, from the last commit: tests/packages.sh BUILD_DIR. Ends with `N passed, N failed`. They are compiled without optimization, to be quick, and
# unpacked instead of installed; `tests/bare --packages` installs them into a fresh system.
# shellcheck disable=SC1091,SC2154 # scratch.sh sets build, root and work
. "$(dirname "$0")/scratch.sh"

skip() {
	echo "skipped: $1"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}
for package in dpkg-dev debhelper dh-python lintian fakeroot; do
	[ "$(dpkg-query -W -f '${db:Status-Status}' $package 2>/dev/null)" = installed ] || skip "$package is not installed"
done
git -C "$root" rev-parse --quiet --verify HEAD >/dev/null || skip 'packages are made of a commit, and this is no checkout of git'
[ -d "$root/web/node_modules" ] || skip 'the page cannot be built: ./test web installs what it takes'

export DEB_BUILD_OPTIONS='noopt nocheck noautodbgsym parallel=2' DEB_CFLAGS_STRIP=-g XZ_DEFAULTS=-1
if "$root/tools/packages" "$work/made" >out 2>err; then pass; else flaw 'tools/packages'; fi
ls made >out
for name in bigmuddy libbigmuddy0 libbigmuddy-dev python3-bigmuddy; do
	if dpkg-deb --extract "made/${name}_"*.deb system; then pass; else flaw "there is no package $name"; fi
done
if lintian --allow-root --fail-on error made/*.changes >out 2>err; then pass; else flaw 'lintian finds errors'; fi

system=$work/system
libraries=$(dirname "$(find "$system" -name 'libbigmuddy.so.0')")
export LD_LIBRARY_PATH=$libraries
if echo hint | "$system/usr/bin/bigmuddy" play queen seed=7 >out 2>err && [ -s out ]; then pass; else flaw 'bigmuddy play'; fi
tells 'the page is preset' "$system/usr/bin/bigmuddy" '/usr/share/bigmuddy/www'
tells 'the unit starts that program' "$(find "$system" -name bigmuddy.service)" 'ExecStart=/usr/bin/bigmuddy'
if [ -s "$system/usr/share/bigmuddy/www/index.html" ] && [ -s "$system/usr/share/man/man1/bigmuddy-serve.1.gz" ]; then pass; else flaw 'page and manual'; fi

sysroot() { PKG_CONFIG_SYSROOT_DIR=$system PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config "$@" bigmuddy; }
# shellcheck disable=SC2046 # words
if cc "$root/examples/embed.c" $(sysroot --cflags --libs) -o embed >out 2>err && ./embed >out 2>err; then pass; else flaw 'a program with libbigmuddy-dev'; fi

cat >game.py <<'END'
import bigmuddy
state, dice = bigmuddy.load_game("queen(players=3)").new_initial_state(), bigmuddy.Rng(1)
while not state.is_terminal():
    state.apply_action(state.draw(dice) if state.is_chance_node() else state.legal_actions()[0])
print(state.returns())
END
packages=$(dirname "$(find "$system" -path '*-packages/bigmuddy')")
if python3 -c 'import numpy' 2>/dev/null; then
	if PYTHONPATH=$packages python3 game.py >out 2>err; then pass; else flaw 'a game in Python'; fi
fi

# The zip: nothing in it begins at the root of a host.
if python3 -m zipfile -e made/bigmuddy-page-*.zip page >out 2>err && [ -s page/index.html ] && ! grep -Eq '(src|href)="/' page/index.html; then
	pass
else
	flaw 'the zip of the page'
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
