#!/bin/sh
# tools/ptx.sh GAME OUT.h DEPFILE SOURCE...: compiles the rules of a game and the kernels to PTX, and writes that as an array in C.
# clang-19 and llvm-19 do it all; docs/gpu.md explains the steps. Run by meson in the build directory.
set -eu
game=$1 out=$2 deps=$3
shift 3
root=$(dirname "$(readlink -f "$0")")/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The instruction cache limits all three: docs/gpu.md says what was measured.
level=Os
[ "$game" != broadhorns ] || level=Oz

n=0
for source; do
	n=$((n + 1))
	clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -nogpulib -Xclang -target-feature -Xclang +ptx83 -x c -std=c11 -ffreestanding "-$level" \
		-DLATER -DGAME="$game" -DONLY_GAME="$game" -I"$root/src" -isystem "$root/src/gpu/include" -MMD -MF "$work/$n.d" -MT "$out" -emit-llvm -c "$source" -o "$work/$n.bc"
done
cat "$work"/*.d >"$deps"
llvm-link-19 "$work"/*.bc -o "$work/all.bc"
# Nothing but the kernels stays visible, so that calls through the game's table become direct and what they do not reach is dropped.
opt-19 -passes="internalize,globaldce,default<$level>,globaldce" -internalize-public-api-list=play,play_look,play_layout,step "$work/all.bc" -o "$work/opt.bc"
llc-19 -O3 -mcpu=sm_90 -mattr=+ptx83 "$work/opt.bc" -o "$work/game.ptx"
if grep -q '^\.extern \.func' "$work/game.ptx"; then
	echo "$0: the kernels of $game call what is not there:" >&2
	grep '^\.extern \.func' "$work/game.ptx" >&2
	exit 1
fi
printf '\0' >>"$work/game.ptx"
"$root/tools/embed.sh" "ptx_$game" "$work/game.ptx" >"$out"
