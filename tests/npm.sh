#!/bin/sh
# usage: tests/npm.sh BUILD_DIR    the npm package of the rules: packed, installed from its tarball into an empty folder, and used there
set -eu
[ $# -eq 1 ] || { echo "usage: tests/npm.sh BUILD_DIR" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
. "$root/tools/setup.sh"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
said=$own/said
. "$root/tests/check.sh"

(build_wasm) >"$said" 2>&1 || skip 'the WebAssembly, or what web/ needs of others, could not be had'
check 'the package is packed' "$root/tools/npm.sh" "$own/packed"
mkdir "$own/there"
cd "$own/there"
echo '{ "private": true, "type": "module" }' >package.json
check 'npm installs it from its tarball alone' npm install --offline --no-audit --no-fund "$own/packed/bigmuddy-0.1.0.tgz"
cp "$root/tests/npm.mjs" "$root/tests/npm_types.ts" .
for game in queen broadhorns rails; do
	check "a plain Node script plays a whole game of $game" node npm.mjs "$game" "$game.muddy"
	check "and its record is sound" "$build/bigmuddy" verify "$game.muddy"
done
types() {
	"$root/web/node_modules/.bin/tsc" --noEmit --strict --target ES2022 --module NodeNext --moduleResolution nodenext "$1"
}
refused() {
	types "$1" | grep -q "^$1.*error TS"
}
check 'its types hold' types npm_types.ts
echo 'import { Game } from "bigmuddy"; export const money = (await Game.start("queen")).view(0).money.toFixed(2);' >wrong.ts
check 'and refuse what is not there' refused wrong.ts
checked
