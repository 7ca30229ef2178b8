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
inline=
[ "$game" != rails ] || inline=-inline-threshold=15

n=0
for source; do
	n=$((n + 1))
	clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -nogpulib -Xclang -target-feature -Xclang +ptx83 -x c -std=c11 -ffreestanding "-$level" \
		-DLATER -DGAME="$game" -DONLY_GAME="$game" -I"$root/src" -isystem "$root/src/gpu/include" -MMD -MF "$work/$n.d" -MT "$out" -emit-llvm -c "$source" -o "$work/$n.bc"
done
cat "$work"/*.d >"$deps"
llvm-link-19 "$work"/*.bc -o "$work/all.bc"
# Each kernel by itself: nothing else stays visible, so that calls through the game's table become direct, what is called once is inlined, and what is not
# reached is dropped. The first passes come before all else: only when the table is gone is it known that nobody asks for events.
for kernel in play play_look step; do
	keep=$kernel
	[ $kernel != play ] || keep=play,play_layout
	opt-19 -passes="internalize,globaldce,ipsccp,globalopt,globaldce,ipsccp,deadargelim,globaldce,default<$level>,globaldce" $inline -internalize-public-api-list="$keep" \
		"$work/all.bc" -o "$work/$kernel.opt"
done
llvm-link-19 "$work"/*.opt -o "$work/opt.bc"
llc-19 -O3 -mcpu=sm_90 -mattr=+ptx83 "$work/opt.bc" -o "$work/game.ptx"
# The driver's assembler would unroll loops for speed, whatever the level here.
sed -i '/^\.address_size/a .pragma "nounroll";' "$work/game.ptx"
if grep -q '^\.extern \.func' "$work/game.ptx"; then
	echo "$0: the kernels of $game call what is not there:" >&2
	grep '^\.extern \.func' "$work/game.ptx" >&2
	exit 1
fi
printf '\0' >>"$work/game.ptx"
"$root/tools/embed.sh" "ptx_$game" "$work/game.ptx" >"$out"
