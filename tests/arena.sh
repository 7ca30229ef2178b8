#!/bin/sh
# The arena, comply, stats and the sample bot from end to end, and every kind of bad input: tests/arena.sh BUILD_DIR. Ends with
# `N passed, N failed`.
# shellcheck disable=SC2016,SC1091,SC2154 # scratch.sh sets build, bin and root
. "$(dirname "$0")/scratch.sh"

# expect CODE PATTERN WORDS...: the exit code, and a pattern in what comes out: on stdout for 0, on stderr, as the last line, else.
expect() {
	code=$1 pattern=$2
	shift 2
	[ "$code" = 2 ] && from=err || from=out
	answers_with "$code" "$pattern" $from "$@" </dev/null || return 0
	if [ "$code" = 2 ] && [ -s out ]; then
		flaw "$*: bad input, and yet it prints"
	else
		pass
	fi
}

# same NAME FILE FILE: but for times and for what was played when.
same() {
	grep -v '"ms_\|"seconds"\|per_second"\|"played_now"\|"jobs"' "$2" >one
	grep -v '"ms_\|"seconds"\|per_second"\|"played_now"\|"jobs"' "$3" >two
	if cmp -s one two; then pass; else flaw "$1: $(diff one two | head -3)"; fi
}

# The table and the JSON
expect 0 '^simple  *12 ' arena --game queen --players 3 --bots simple,random --games 10 --seed 4 --jobs 2 --out a.json
tells 'a table' out '^queen, 3 players, seed 4: 12 games in 4 blocks, .* games/s with 2 jobs; fair share 33.3 %'
tells 'a table' out '^random  *24 '
if [ ! -s err ]; then pass; else flaw 'a progress bar where there is no terminal'; fi
for key in '"game": "queen"' '"seed": "4"' '"games": 12' '"blocks": 4' '"standings"' '"times_fair"' '"elo"' '"share_by_seat"' '"ms_per_move"' '"crash": 0'; do
	tells 'the JSON' a.json "$key"
done
expect 0 '^{' arena --game queen --players 3 --bots simple,random --games 12 --seed 4 --jobs 1 --out -
same 'jobs change nothing' out a.json
expect 0 'mode=intro, seed 1: 3 games' arena --game queen --options mode=intro,rounds=100 --bots random --games 1
expect 0 '^random  *4 .*100.0' arena --game blank --players 1 --bots random --games 4
expect 0 '^broadhorns, 2 players' arena --game broadhorns --bots random,simple --games 2 --jobs 1
expect 0 '; ms of the processor; ' arena --game queen --bots hard:1ms,simple --games 1 --clock cpu --out cpu.json
tells 'the JSON' cpu.json '"clock": "cpu"'
expect 0 'usage: bigmuddy arena' arena --help
tells 'help' out 'mode=passengers'
expect 0 'usage: bigmuddy comply' comply --help

# Bad input
expect 2 'which game' arena
expect 2 "no game 'chess'" arena --game chess
expect 2 'players=2 is not possible' arena --game queen --players 2
expect 2 'mode=easy is not possible' arena --game queen --options mode=easy
expect 2 "not a setting" arena --game queen --options mode
expect 2 'not for --options' arena --game queen --options seed=3
expect 2 'seed=x is not possible' arena --game queen --seed x
expect 2 "no bot 'nobody'; there are: .*cmd:COMMAND" arena --game queen --bots simple,nobody
expect 2 "cannot read 'nowhere'" arena --game rails --bots hard@nowhere
expect 2 'README.md: this is no file of a net' arena --game rails --bots "hard:20@$root/README.md"
expect 2 'nets/queen.net: the net is for another game' arena --game rails --bots "hard:20@$root/nets/queen.net"
expect 2 'no net proposes moves in queen' arena --game queen --bots "hard:20@$root/README.md"
expect 2 'no net judges positions in blank' arena --game blank --players 1 --bots "hard:20@$root/nets/queen.net"
expect 2 'random asks no net' arena --game rails --bots random@nowhere
expect 2 "cannot read 'nowhere'" arena --game queen --bots hard@nowhere
# A net that judges can be named as well: with the one that is shipped the same games come out.
expect 0 '^hard:20 ' arena --game queen --players 3 --bots hard:20,simple --games 1 --seed 3 --out shipped.json
expect 0 '^hard:20@' arena --game queen --players 3 --bots "hard:20@$root/nets/queen.net,simple" --games 1 --seed 3 --out named.json
sed -i 's/@[^"]*//' named.json
same 'a net that judges, by its file' shipped.json named.json
expect 2 "no bot 'nobody@nowhere'" arena --game rails --bots nobody@nowhere
expect 2 'not a program and not a net' engine --bot hard@nowhere
expect 2 "no bot ''" arena --game queen --bots simple,,random
expect 2 'games is .0.; allowed: a number from 1 to 1000000' arena --game queen --games 0
expect 2 'games is .1000001.' arena --game queen --games 1000001
expect 2 'jobs is .0.' arena --game queen --jobs 0
expect 2 'jobs is .-1.' arena --game queen --jobs -1
expect 2 'time is .soon.' arena --game queen --time soon
expect 2 'clock is .sun.; allowed: wall, cpu' arena --game queen --clock sun
expect 2 "no flag '--speed'" arena --game queen --speed 3
expect 2 'takes only flags' arena --game queen simple
expect 2 "cannot read 'nowhere'" arena --game queen --box nowhere
for bad in 1 1.3,1 x,2 1,2,3 1,2,0.7,0.1 1,2,0.1,0.1,0.1 1,2, ,1,2 nan,2 -1,2 ''; do
	expect 2 'sprt is ' arena --game queen "--sprt=$bad"
done
expect 2 'cannot write records' arena --game queen --records /nowhere/else
: >file
expect 2 'not a folder' arena --game queen --records file
for flag in --out --resume; do
	"$bin" arena --game queen --games 3 --bots random $flag /nowhere/else >out 2>err
	if [ $? -eq 1 ] && grep -q "/nowhere/else" err; then pass; else flaw "$flag to a place that is not there"; fi
done
expect 2 'cannot be run' arena --game queen --bots 'cmd:./nobody,simple'
expect 2 'takes a command' arena --game queen --bots 'cmd: ,simple'
expect 2 "does not take this game: it answers 'error no'" arena --game queen --bots 'cmd:read x; echo error no,simple'
expect 2 'comply takes one command' comply
expect 2 'comply takes cmd:COMMAND' comply simple
expect 2 "no game 'chess'" comply cmd:true --game chess

# Records: every game replays, and its draws are those of its seed
expect 0 '^simple' arena --game queen --players 3 --bots simple,random --games 6 --records kept
"$bin" verify kept/*.txt >out 2>err
if [ $? -eq 0 ] && [ "$(grep -c 'draws are those of the seed' out)" -eq 6 ]; then pass; else flaw 'records'; fi
if [ "$(grep -h '^seed' kept/00000[012].txt | sort -u | wc -l)" -eq 1 ] && [ "$(grep -h '^seed' kept/*.txt | sort -u | wc -l)" -eq 2 ]; then
	pass
else
	flaw 'the games of a block do not have one seed'
fi
tells 'records' kept/000000.txt '^names .*simple'

# The test stops early, and its exit code is its answer
expect 0 'does simple win 2 rather than 1 fair shares? yes' arena --game queen --players 3 --bots simple,random --games 3000 --sprt 1,2
if [ "$(sed -n 's/^queen.*: \([0-9]*\) games.*/\1/p' out)" -lt 300 ]; then pass; else flaw 'it did not stop'; fi
cp out early
expect 0 '? yes' arena --game queen --players 3 --bots simple,random --games 3000 --sprt 1,2 --jobs 1
if [ "$(grep -o ': [0-9]* games in [0-9]* blocks' out)" = "$(grep -o ': [0-9]* games in [0-9]* blocks' early)" ]; then pass; else flaw 'the verdict depends on the jobs'; fi
expect 1 'does random win 2 rather than 1 fair shares? no' arena --game queen --players 3 --bots random,simple --games 3000 --sprt 1,2
expect 1 '? undecided' arena --game queen --players 3 --bots random --games 6 --sprt 1,1.1

# Weights from self-play follow from the seed
for to in one two; do "$build/tune" rails 2 simple 12 30 5 >$to 2>err; done
if cmp -s one two && grep -q '^/\* Made by: bench/tune rails 2 simple 12 30 5$' one && grep -q '^	1.000F, .*prestige' one; then pass; else flaw 'bench/tune'; fi
"$build/tune" rails 2 simple 12 30 6 >two 2>err
if cmp -s one two; then flaw 'bench/tune: another seed, the same weights'; else pass; fi
for to in one two; do "$build/drill" rails 2 2 2 3 5 >$to 2>err; done
if cmp -s one two && grep -q '^/\* Made by: bench/drill rails 2 2 2 3 5 \*/$' one && grep -q '^	10, .*work: of a track' one; then pass; else flaw 'bench/drill'; fi
"$build/drill" rails 2 2 2 3 6 >two 2>err
if cmp -s one two; then flaw 'bench/drill: another seed, the same weights'; else pass; fi
if "$build/drill" queen 3 1 1 1 1 >two 2>err || ! grep -q 'queen has no policy' err; then flaw 'bench/drill: a game without such weights'; else pass; fi

# Killed and resumed, it comes to what a run in one piece does
set -- arena --game broadhorns --players 3 --bots simple,random --games 120 --seed 9 --jobs 2
expect 0 '^simple' "$@" --out whole.json
: >log
for enough in 5 12; do
	"$bin" "$@" --resume log >out 2>err &
	victim=$!
	while [ "$(wc -l <log)" -lt $enough ] && kill -0 $victim 2>/dev/null; do sleep 0.05; done
	kill -9 $victim 2>/dev/null
	wait $victim 2>/dev/null
done
sleep 0.2
lines=$(wc -l <log)
if [ "$lines" -ge 2 ] && [ "$lines" -lt 121 ]; then pass; else flaw "killed after $lines lines: not in the middle"; fi
printf '{"game":17,"bo' >>log
"$bin" "$@" --resume log --out again.json >out 2>err
if [ $? -eq 0 ] && [ "$(wc -l <log)" -eq 121 ]; then pass; else flaw 'resumed'; fi
same 'killed and resumed' whole.json again.json
if grep -q "\"played_now\": $((121 - lines))" again.json; then pass; else flaw 'games were played twice'; fi
expect 0 '120 games in 40 blocks;' "$@" --resume log
"$bin" arena --game broadhorns --players 3 --bots simple,random --games 120 --seed 8 --resume log >out 2>err
if [ $? -eq 1 ] && grep -q 'another run: there "seed" is "9", here it is "8"' err; then pass; else flaw 'the log of another run'; fi
sed '3s/.*/{"game":1}/' log >broken
"$bin" "$@" --resume broken >out 2>err
if [ $? -eq 1 ] && grep -q 'line 3: this is not the result' err; then pass; else flaw 'a broken log'; fi
(flock 9; "$bin" "$@" --resume log 9>&- >out 2>err; [ $? -eq 1 ] && grep -q 'in use by another run' err) 9<log && pass || flaw 'a log in use'

# What self-play says about a game
expect 0 'usage: bigmuddy stats' stats --help
expect 0 '^queen, 3 players, seed 2: 20 games, .*players: simple, simple, simple; every game has its own deal' stats --game queen --seed 2 --games 20 --json a.json --html a.html
for line in '^turns of a game ' '^wins by seat' '^wins by turn position' '^  second .*%' '^  Red .*%  .[0-9.]* [0-9.]*.$' '^how games end' '^how seats end' '^  landed ' '^pushed ' '^speed of a turn' '^where the river turns'; do
	tells 'stats' out "$line"
done
for key in '"game": "queen"' '"games": 20' '"spreads"' '"per_winner"' '"title": "speed of a turn (speed)"'; do tells 'stats as JSON' a.json "$key"; done
tells 'a page' a.html '^<!doctype html>'
tells 'a page' a.html 'prefers-color-scheme: dark'
if grep -q 'https\?:\|<script src\|<link\|url(\|import\|fetch\|:nan\|:inf' a.html; then flaw 'the page needs something from elsewhere, or a number is none'; else pass; fi
if command -v python3 >/dev/null; then
	python3 - a.html >out 2>err <<-'END'
	import json, sys, html.parser
	class Page(html.parser.HTMLParser):
	    open, texts = [], []
	    def handle_data(self, data): self.texts += [data] if self.open and self.open[-1] == "script" else []
	    def handle_starttag(self, tag, attrs):
	        if tag != "meta": self.open.append(tag)
	    def handle_startendtag(self, tag, attrs): pass
	    def handle_endtag(self, tag): assert self.open.pop() == tag, tag
	page = Page()
	page.feed(open(sys.argv[1]).read())
	assert not page.open, page.open
	assert json.loads(page.texts[0]) == json.load(open("a.json")), "the page shows other figures than --json"
	END
	if [ $? -eq 0 ]; then pass; else flaw 'the tags of the page do not fit, or its figures are others than those of --json'; fi
fi
expect 0 '^{' stats --game queen --seed 2 --games 20 --jobs 1 --json -
if cmp -s out a.json; then pass; else flaw 'stats depend on the jobs'; fi
expect 0 '^<!doctype' stats --game broadhorns --games 2 --html -
tells 'a page of broadhorns' out 'Baton Rouge'
expect 0 'every deal in all rotations' stats --game queen --games 3 --bots simple,random
expect 0 '^passed  *3.00 ' stats --game blank --players 1 --games 2 --bots random
expect 2 'which game' stats
expect 2 'takes only flags' stats queen
expect 2 "no bot 'nobody'" stats --game queen --bots nobody
"$bin" stats --game queen --games 2 --html /nowhere/else >out 2>err
if [ $? -eq 1 ] && grep -q '/nowhere/else' err; then pass; else flaw 'a page to a place that is not there'; fi

# Programs. What they do wrong is counted, and the run goes on.
if command -v python3 >/dev/null; then
	bot="cmd:python3 $root/examples/bot.py"
	expect 0 '^[0-9]* passed, 0 failed' comply "$bot" --games 1
	expect 0 "^cmd:python3" arena --game queen --players 3 --bots "$bot,simple,random" --games 6 --out a.json
	if grep -q 'faults of' out; then flaw 'the sample bot has faults'; else pass; fi
	expect 0 "^cmd:python3" arena --game queen --players 3 --bots "$bot,simple,random" --games 6 --out b.json --jobs 1
	same 'the sample bot repeats itself' a.json b.json
	expect 0 "^cmd:python3" arena --game broadhorns --players 2 --bots "$bot,random" --games 2
	if grep -q 'faults of' out; then flaw 'the sample bot has faults'; else pass; fi
else
	echo 'no python3: the sample bot is not tested'
fi
expect 0 ' passed, 0 failed' comply "cmd:$bin engine" --games 1
expect 0 ' passed, 0 failed' comply "cmd:exec $bin engine --bot random" --game queen
expect 1 'FAILED: it takes `new blank players=1' comply cmd:true --game blank
expect 1 'FAILED: a command that it cannot know' comply 'cmd:while read x; do echo ok; done' --game queen --games 1
tells 'comply' out 'FAILED: queen with 3, 1 game: .* 0 crash, 0 late, [1-9][0-9]* nonsense, 0 illegal'
expect 1 'FAILED: it leaves after `quit`' comply "cmd:sed -u 's/^.*/ok/'; sleep 9" --game blank --games 1
tells 'comply' out 'FAILED: it leaves at the end of its input: it stays'

# Bots of ours, through the door for programs, play as they do at home.
expect 0 '^simple' arena --game queen --players 3 --bots simple,random --games 6 --records home
expect 0 '^cmd:' arena --game queen --players 3 --bots "cmd:$bin engine --bot simple,random" --games 6 --records abroad
if [ "$(cat home/*.txt | grep -v '^names' | cksum)" = "$(cat abroad/*.txt | grep -v '^names' | cksum)" ]; then pass; else flaw 'simple plays otherwise through the engine'; fi

cat >bad.sh <<'END'
#!/bin/sh
# A player that does something wrong now and then: bad.sh WHAT
n=0
while read -r word rest; do
	case $word in
	quit) exit 0 ;;
	go)
		n=$((n + 1))
		if [ $((n % 3)) -eq 0 ]; then
			case $1 in
			crash) exit 1 ;;
			kill) kill -9 $$ ;;
			hang) sleep 60 ;;
			illegal) echo move sideways ;;
			none) ;;
			refuse) echo error I will not; continue ;;
			flood) yes | head -c 3000000 ;;
			long) head -c 200000 /dev/zero | tr '\0' x ;;
			bytes) printf '\000\377\n' ;;
			esac
		else
			echo "move $first"
		fi
		;;
	legal) first=${rest#'["'}; first=${first%%'"'*} ;;
	esac
	echo ok
done
END
# blames WHAT FAULT MS: one of these, and its faults are of that kind alone
blames() {
	expect 0 '^cmd:sh bad.sh' arena --game queen --players 3 --bots "cmd:sh bad.sh $1,simple" --games 3 --time "$3" --jobs 2
	if grep -q "^faults of cmd:sh bad.sh $1, .*[ ,][1-9][0-9]* $2" out && ! grep '^faults' out | sed "s/[1-9][0-9]* $2//" | grep -q ' [1-9][0-9]* [cnli][a-z]*[, ]'; then
		pass
	else
		flaw "a player that has the fault $1: $2"
	fi
}
blames crash crash 10000
blames kill crash 10000
blames hang late 500
blames illegal illegal 10000
blames none nonsense 10000
blames refuse nonsense 10000
blames flood nonsense 10000
blames long nonsense 10000
blames bytes nonsense 10000
sleep 0.3
if grep -l -a -e "bad\.sh" /proc/[0-9]*/cmdline 2>/dev/null | grep -q .; then flaw 'a player is left over'; else pass; fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
