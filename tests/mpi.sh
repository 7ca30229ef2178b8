#!/bin/sh
# The arena as many processes of Open MPI: tests/mpi.sh BUILD_DIR. Ends with `N passed, N failed`.
# shellcheck disable=SC1091,SC2154 # scratch.sh sets build and bin
. "$(dirname "$0")/scratch.sh"

skip() {
	echo "skipped: $1"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}
[ -x "$build/bigmuddy-mpi" ] || skip 'bigmuddy-mpi was not built: Open MPI is missing (libopenmpi-dev)'
command -v mpirun >/dev/null || skip 'there is no mpirun (openmpi-bin)'

# Four processes, whoever we are and however few processors there are.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
four() { mpirun -n 4 "$bin" "$@"; }

# Bots that count iterations, and games of several players: nothing of it may depend on who plays a game, or when.
set -- arena --game rails --players 3 --bots search:8,simple,random --games 15 --seed 5

# The results of a log by game, without what was measured by a clock.
results() {
	python3 - "$1" <<-'END'
		import json, sys
		head, *games = map(json.loads, open(sys.argv[1]))
		print(json.dumps(head))
		for game in sorted(games, key=lambda g: g["game"]):
		    print(json.dumps({k: v for k, v in game.items() if k not in ("us", "cpu", "longest")}))
	END
}

# same NAME LOG: as one process played it.
same() {
	results "$2" >got
	if cmp -s got want; then
		pass
	else
		diff want got >out
		flaw "$1"
	fi
}

"$bin" "$@" --jobs 1 --resume one.log --out one.json >/dev/null 2>err || flaw 'one process'
results one.log >want
if [ "$(wc -l <want)" -eq 16 ]; then pass; else flaw 'one process plays 15 games'; fi

if four "$@" --resume four.log --records records >out 2>err; then pass; else flaw 'four processes'; fi
same 'four processes play what one plays, move for move' four.log
if [ "$(grep -c '15 games in 5 blocks' out)" -eq 1 ]; then pass; else flaw 'the table is printed once'; fi
if "$bin" verify records/*.txt >out 2>err; then pass; else flaw 'their records'; fi

# A process that dies ends the run; the log goes on from there.
mpirun -n 4 "$bin" "$@" --resume broken.log >out 2>err &
run=$!
while kill -0 $run 2>/dev/null && [ "$(wc -l 2>/dev/null <broken.log || echo 0)" -lt 3 ]; do sleep 0.02; done
kill -9 "$(pgrep -P $run -f bigmuddy | tail -n 1)"
if wait $run; then flaw 'a run with a dead process ends well'; else pass; fi
kept=$(($(wc -l <broken.log) - 1))
if [ $kept -ge 2 ] && [ $kept -lt 15 ]; then pass; else flaw "a broken run keeps $kept of 15 games"; fi
if four "$@" --resume broken.log --out broken.json >out 2>err; then pass; else flaw 'the run goes on'; fi
same 'a run that was broken comes to the same' broken.log
played() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["played_now"])' "$1"; }
if [ "$(played broken.json)" -le $((15 - kept + 1)) ]; then pass; else flaw 'what was kept is not played again'; fi

# What is wrong is said once, and nobody waits for anybody.
four arena --game nothing >out 2>err
if [ $? -ne 0 ] && [ "$(grep -c "there is no game 'nothing'" err)" -eq 1 ]; then pass; else flaw 'bad flags are told once'; fi
cp "$bin" alone
mpirun -n 2 ./alone "$@" >out 2>err
if [ $? -ne 0 ] && grep -q 'there is no bigmuddy-mpi beside it' err; then pass; else flaw 'a program without MPI'; fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
