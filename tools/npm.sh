#!/bin/sh
# tools/npm.sh OUT: the npm package of the rules as WebAssembly, as a tarball in OUT. build_wasm of tools/setup.sh has made what it takes.
set -eu
[ $# -eq 1 ] || { echo "usage: tools/npm.sh OUT" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
cd "$root/web"
cp package/package.json package/README.md ../LICENSE "$made"
cp ../build-wasm/web/wasm/muddy.wasm ../nets/queen.net ../nets/broadhorns.net ../nets/rails.net "$made"
npx esbuild package/index.ts --bundle --format=esm --platform=neutral --external:node:fs/promises --target=es2022 --log-level=warning --outfile="$made/index.js"
npx tsc --declaration --emitDeclarationOnly --noEmit false --skipLibCheck --strict --target ES2022 --module ESNext --moduleResolution bundler \
	--lib ES2023,DOM --types node --rootDir . --outDir "$made" package/index.ts
cd "$made"
npm pack --silent --pack-destination "$out"
