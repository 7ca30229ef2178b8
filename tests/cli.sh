#!/bin/sh
# Every subcommand from end to end, and every kind of bad input: tests/cli.sh BUILD_DIR. Ends with `N passed, N failed`.
# shellcheck disable=SC2016,SC1091,SC2154 # scratch.sh sets build, bin and root
. "$(dirname "$0")/scratch.sh"
docs=$root/docs

# answers NAME PATTERN...: the engine, fed with `in`; a line for each pattern, in this order, whatever lies between.
answers() {
	name=$1
	shift
	"$bin" engine <in >out 2>err
	if [ $? -ne 0 ] || [ -s err ]; then
		flaw "$name: the engine leaves with an error"
		return
	fi
	for pattern in "$@"; do printf '%s\n' "$pattern"; done >patterns
	if awk 'NR == FNR { want[++n] = $0; next } at < n && $0 ~ want[at + 1] { at++ } END { exit at < n }' patterns out; then
		pass
	else
		flaw "$name: not answered as expected: $*"
	fi
}

: >in

# The program itself
expect 0 'usage: bigmuddy' --help
if [ -z "$(sed -n 's/^  \([a-z]*\) .*/\1/p' out | sort | uniq -d)" ]; then pass; else flaw 'a command is listed twice'; fi
expect 0 'bigmuddy [0-9]' --version
expect 2 "no command 'sail'" sail
for command in play engine mcp replay verify review puzzles perft bench arena comply stats box serve admin backup; do
	"$bin" --help >out 2>err
	grep -q "^  $command " out || { flaw "$command is not among the commands"; continue; }
	expect 0 "usage: bigmuddy $command" $command --help
	expect 2 "no flag '--no-such'" $command --no-such
done
expect 2 'mcp takes only flags' mcp now
printf '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' >in
expect 0 '^{"jsonrpc":"2.0","id":1,"result":{' mcp
: >in
"$bin" >out 2>err
if [ $? -eq 2 ] && [ ! -s out ]; then pass; else flaw 'no command at all'; fi

# Playing by script
printf 'new queen seed=7\ntomove\nlegal\nquit\n' >in
answers 'a new game' '^ok$' '^0$' '^ok$' '^speed 1$' '^speed 6$' '^ok$' '^ok$'
printf 'new queen chance=manual\ntomove\nlegal\nplay tile A1-4\ntomove\nstate\nundo\ntomove\n' >in
answers 'manual chance' '^chance$' '^tile A1-1$' '^tile A3-3$' '^0$' '"phase":"speed"' '^chance$'
printf 'new queen seed=1\nplay speed 2\nwhy end\nwhy ahead\nevents\nboard ascii\nscore\nplans\ngo\ngo random\nperft 2\nnote a word\nrecord\nrecord json\nhelp\n' >in
answers 'all that can be asked' '^Q29 ' '^legal$' '^speed Q14 0 ' 'Round 1' '^0 place 1 score' '^ending ' '"moves":\[.*\]}$' '^1 [0-9]' '^2 [0-9]' \
	'^big muddy record 1$' '^# a word$' '^{"record":1' '^tomove ' '^ok$'
if [ "$(grep -c '^ok' out)" -eq 15 ] && ! grep -q '^error' out; then pass; else flaw 'one answer for each command'; fi
printf 'new queen seed=1\nplay speed 2\nplay ahead\nplay ahead\nrecord\nundo\nundo\nundo\nundo\nplay speed 2\nplay ahead\nplay ahead\nrecord\n' >in
answers 'undo and again' '^error there is no move to take back$'
if [ "$(grep -c '^  0 speed 2, ahead, ahead$' out)" -eq 2 ] && [ "$(sort out | uniq -c | grep -c '^ *1 ')" -eq 1 ]; then pass; else flaw 'undo: the same game again'; fi

# States, views and positions
printf 'new queen seed=3 players=4\nplay speed 2\nstate\nview 1\nview watcher\n' | "$bin" engine | grep '^{' >states
state=$(sed -n 1p states)
view=$(sed -n 2p states)
printf 'position %s\nstate\ntomove\nlegal\n' "$state" >in
answers 'a position' '^ok$' '^{' '^0$' '^ahead$'
if [ "$(grep '^{' out)" = "$state" ]; then pass; else flaw 'state and position: not the same'; fi
printf 'position %s\nstate\ntomove\nlegal\nplay ahead\nguess 5\nlegal\nplay ahead\nguess 5\n' "$view" >in
answers 'a view' '^ok$' '"eyes":1' '^0$' '^error legal needs more than this view shows' '^error play needs' '^ok$' '^ahead$' '^ok$' '^error there is nothing to guess'
printf 'position %s\nposition %s\nposition %s\ntomove\n' "$(printf %s "$view" | sed 's/"at":0/"at":null/')" "$(printf %s "$view" | sed 's/"cell":[0-9]*/"cell":null/')" \
	"$(printf %s "$view" | sed 's/"waiting":.[0-9]*/"waiting":[9/')" >in
answers 'broken views' '^error at is missing: it can be seen' '^error ship.0..cell is missing' '^error waiting' '^error there is no game yet'
printf 'new queen seed=3 players=4\nstate\nplay speed 7\nplay speed 0\nwhy speed 9\nplay 0 speed 7\n' >in
answers 'speeds on no dial' '^{' '^error Q18 no ship goes faster than 6$' '^error Q19 no ship goes slower than 1$' '^error Q18 no ship goes faster than 6$'
speed=$(grep '^{' out)
printf 'position %s\nposition %s\nposition %s\nposition %s\n' "$(printf %s "$speed" | sed 's/"first":0/"first":1/')" "$(printf %s "$speed" | sed 's/"points":0/"points":2/')" \
	"$(printf %s "$speed" | sed 's/"turn":1/"turn":2/')" "$(printf %s "$speed" | sed 's/"platform":null/"platform":"left"/')" >in
answers 'conditions by field' '^error ship.0..tile has been removed$' '^error points belong to a turn under way$' '^error turn is more than the 1 that can have begun' \
	'^error platform is laid, although laid is less than '
printf 'new blank players=2\nposition {"game":"queen"}\nposition {\nposition {"game":"chess"}\nposition []\nposition %s\nposition %s\nposition %s\nstate\n' \
	"$(printf %s "$state" | sed 's/"speed":2/"speed":9/')" "$(printf %s "$state" | sed 's/"players":4/"players":3/')" \
	"$(printf %s "$state" | sed 's/"round":1/"round":1,"extra":1/')" >in
answers 'broken positions' '^error rules is missing$' '^error bad JSON at line 1 column' '^error "game"' '^error the JSON is not an object' \
	'^error ship.0..speed is out of bounds' '^error ' '^error extra is unknown here' '"game":"blank"'

printf 'new queen chance=manual\nstate\n' | "$bin" engine | grep '^{' >states
printf 'position %s\ntomove\nplay tile A2-1\ntomove\nundo\ntomove\nundo\n' "$(cat states)" >in
answers 'chance by hand' '^chance$' '^0$' '^chance$' '^error there is no move to take back'

# As a player: views and lists of moves come in, moves go out
printf 'new broadhorns seed=3\nview 0\nlegal\n' | "$bin" engine | grep -v '^ok$' >seen
list=$(sed -n '2,$s/.*/"&"/p' seen | paste -sd,)
{ printf 'new broadhorns seed=8\nview '; head -1 seen; printf 'legal [%s]\ngo\ngo\nlegal [%s,"sink"]\nlegal x\nlegal\n' "$list" "$list"; } >in
answers 'a player' '^ok$' '^ok$' '^ok$' '^move ' '^ok$' '^move ' '^ok$' '^error these are not the legal moves' '^error these are not' '^ok$'
if [ "$(grep '^move ' out | sort -u | wc -l)" -eq 1 ] && sed -n '2,$p' seen | grep -qxF "$(sed -n 's/^move //p' out | head -1)"; then pass; else flaw 'a player asked twice'; fi
printf 'new queen seed=1\ngo\n' >in
expect 0 '^move ' engine --bot random
expect 2 "no bot 'nobody'" engine --bot nobody
expect 2 'not a program' engine --bot cmd:true

# What a page asks: what there is, the pieces, and moves that are laid out
printf 'games\nbox queen\nbox\nnew queen players=3 seed=7\nview 0\n' | "$bin" engine >out
view=$(grep '"eyes":0' out)
printf 'view %s\ndraft speed 2\ndraft ahead\ndraft ahead\ndraft end\ntomove\ndraft push N\ndraft sink\nstate\nbox\n' "$view" >in
answers 'a draft' '^ok$' '^ok$' '^ok$' '^ok$' '^final$' '^ok$' '^0$' '^ok$' '^error Q' "^error there is no move 'sink'" '"eyes":0' '"game":"queen","name":"built-in"'
printf 'games\nbox chess\nbox\nnames chess\nnames queen\nnames rails\nnames broadhorns\nnew broadhorns\nnames\n' >in
answers 'what there is' '^{"game":"queen","title":"Mississippi Queen","rules":1,"box":"[0-9a-f]*",' '^{"game":"broadhorns"' '^{"game":"rails"' '^{"game":"blank"' '^ok$' '^error box takes' '^error box takes' \
	'^error names takes' '^{"cell".*"slow":1}$' '^ok$' '^{"hex":.*"stalls":2}$' '^ok$' '^{"season":\[{"name":"autumn"' '^ok$' '^ok$' '^{"season":\[{"name":"autumn"' '^ok$'

# What a bot thought
printf 'new queen seed=1\ngo search:50 info\ngo search:50\ngo info\ngo simple now\ngo search:0\ngo hard:20:2 info\n' >in
answers 'thoughts' '^ok$' '^info iterations 50 visits 50 nodes [0-9]* depth [0-9]* ms [0-9]*$' \
	'^info line 1 visits [0-9]* expected 0[.][0-9]* 0[.][0-9]* 0[.][0-9]* moves speed [1-6]; .*; end; speed ' '^info line 2 ' '^move speed ' '^ok$' '^move speed ' '^ok$' \
	'^info iterations 0 ' '^info line 1 visits 0 ' '^move ' '^error go takes a bot and `info`, nothing else' "^error there is no bot 'search:0'" \
	'^info iterations 20 ' '^move '
if [ "$(grep '^move ' out | head -2 | sort -u | wc -l)" -eq 1 ]; then pass; else flaw 'info changes what a bot plays'; fi

# Bad commands
printf 'tomove\nnew\nnew chess\nnew queen players=2\nnew queen mode=easy\nnew queen wind=on\nnew queen seed=x\nnew queen rounds=0\nnew queen mode\nsail\ntomove\n' >in
answers 'bad beginnings' '^error there is no game yet' '^error new takes GAME' "^error there is no game 'chess'; there are: queen, .*blank" \
	'^error players=2 is not possible; queen takes 3 to 5' '^error mode=easy is not possible; allowed: ' "^error queen has no option 'wind'; it has: mode .*; every game takes players, " \
	'^error seed=x is not possible; allowed: ' '^error rounds=0 is not possible; allowed: a number from 1 to 250' "^error 'mode' is not a setting" \
	"^error there is no command 'sail'" '^error there is no game yet'
printf 'new queen seed=1\nplay speed 9\nplay ahead\nplay 1 speed 2\nplay - die left\nplay\ntomove now\nview 7\nview\nperft 0\nperft 65\nperft 64\ngo deeper\nundo\nload /nowhere\nload /\nrecord xml\nguess x\nstate\n' >in
answers 'bad moves' '^error Q18 no ship goes faster than 6$' '^error Q14 ' '^error Q143 it is the turn of seat 0, not of seat 1' '^error Q81 .* .it is the turn of seat 0, not of chance.$' \
	'^error play takes MOVE' '^error tomove takes nothing' '^error there is no such seat; there are 0 to 2' '^error view takes' '^error perft takes a number from 1' '^error perft takes' \
	'^error depth .* needs more than' "^error there is no bot 'deeper'; there are: " '^error there is no move to take back' "^error cannot read '/nowhere': No such file" \
	"^error cannot read '/': Is a directory" '^error record takes' '^error the seed of a guess' '"phase":"speed".*"turn":1,'
printf 'new blank players=1\nplay pass\nplay pass\nplay pass\ntomove\nlegal\nplay pass\nplay fly\ngo\nstate\nundo\ntomove\n' >in
answers 'after the end' '^over$' '^ok$' '^error L2 the game is over$' '^error L2 the game is over$' '^error the game is over$' '"passes":3' '^0$'
printf 'new blank players=1\nview 9\nview 1\nview 0x\nplay - pass\n' >in
answers 'one seat' '^error there is no such seat; there is 0, and watcher$' '^error there is no such seat' '^error there is no such seat' '^error L1 it is the turn of seat 0, not of chance$'
{ printf 'new queen seed=1\n'; head -c 1100000 /dev/zero | tr '\0' x; printf '\nplay '; head -c 5000 /dev/zero | tr '\0' x; printf '\n\000\001\n\377\376\n\033[2J\ntomove\r\n\n# nothing\n   tomove  \ntomove'; } >in
answers 'lines that are no commands' '^error the line has 1100000 bytes: at most 131072 are taken$' "^error there is no move 'xxx.*\.\.\." '^error byte 1 of the line is 0x00, which is not text' \
	'^error byte 1 of the line is 0xff' '^error byte 1 of the line is 0x1b' '^0$' '^ok$' '^0$' '^ok$' '^0$' '^ok$'
if [ "$(grep -c '^ok$' out)" -eq 4 ] && [ "$(grep -c '^error' out)" -eq 5 ]; then pass; else flaw 'lines that are no commands: one answer each'; fi
head -c 300000 /dev/urandom >in
"$bin" engine <in >out 2>err
if [ $? -eq 0 ] && [ ! -s err ] && ! grep -a -v -q '^error' out; then pass; else flaw 'noise on stdin'; fi

# A whole game by a bot, as a record and back
: >in
"$bin" engine --box /nowhere <in >out 2>err
if [ $? -eq 2 ]; then pass; else flaw 'engine: a box that is not there'; fi
mkfifo to from
"$bin" engine <to >from 2>err &
exec 3>to 4<from
ask() { printf '%s\n' "$1" >&3; answer=; while read -r line <&4; do case $line in ok | error*) return ;; *) answer=$line ;; esac; done; }
ask 'new queen seed=11 mode=intro names=Ann,Bob,Cy'
moves=0
while ask tomove && [ "$answer" != over ] && [ $moves -lt 3000 ]; do ask go && ask "play ${answer#move }" && moves=$((moves + 1)); done
printf 'record\nrecord json\nquit\n' >&3
cat <&4 >answer
exec 3>&- 4<&-
wait
sed -n '1,/^ok$/p' answer | grep -v '^ok$' >game.txt
grep '^{' answer >game.json
tells 'a whole game' game.txt '^result '
expect 0 'draws are those of the seed' verify game.txt game.json
expect 0 '^result' replay --text game.json
if cmp -s out game.txt; then pass; else flaw 'JSON to text'; fi
expect 0 '^{"record":1' replay --json game.txt
if cmp -s out game.json; then pass; else flaw 'text to JSON'; fi
expect 0 '^1 turn 0, chance: tile' replay game.txt
tells 'a replay' out '^The end'
expect 0 'Ann' replay game.txt --list
expect 0 'Turning points\|No move changed' review --level quick game.txt
expect 0 'has most to gain by deciding otherwise' review --level quick game.txt
expect 0 '^{"game":"queen"' review --level quick --json game.json
expect 0 '<polyline' review --level quick --html --jobs 1 game.txt
expect 2 'there is no level "slow"' review --level slow game.txt
expect 2 'one of --html and --json' review --html --json game.txt
expect 2 'the file of one record' review
expect 0 '^{"setup":"players=2' puzzles rails players=2 seed=1 --count 1
expect 2 'takes GAME, or files' puzzles --check
expect 2 'there is no bot' puzzles rails --bot nobody
expect 0 'Round' replay --ply 9 --ascii game.txt
if LC_ALL=C grep -q '[^ -~]' out; then flaw 'ascii is not ASCII'; else pass; fi
expect 0 'R Ann ' replay --ply=0 game.txt
expect 0 '^The end' replay --board game.txt
printf '\n\nb\n99999\nq\n' >in
expect 0 '^The end' replay --step game.txt
{ echo 2x; head -c 500 /dev/zero | tr '\0' 1; printf '\n3\nb\n'; } >in
expect 0 '^3 of ' replay --step game.txt
tells 'steps: back' out '^2 of '
if [ "$(grep -c 'There is only: Enter' out)" -eq 2 ] && [ "$(grep -c '^[0-9]* of ' out)" -eq 5 ]; then pass; else flaw 'steps: one answer a line, whole numbers only'; fi
: >in
cp game.txt in
expect 0 'draws' verify -
: >in
expect 2 'ply is .99999.; allowed: a number from 0 to' replay --ply 99999 game.txt
expect 2 'ply takes N' replay game.txt --ply
expect 2 'one of --list' replay --text --json game.txt
expect 2 'takes the file' replay
expect 2 'takes the files' verify
expect 2 "cannot read 'nothing': No such file" replay nothing
expect 2 "cannot read '.': Is a directory" verify .

# Broken records
# broken RECORD SED CODE PATTERN COMMAND: the record, changed by sed, as COMMAND is to take it.
broken() {
	sed "$2" "$1" >broken.txt
	expect "$3" "$4" "$5" broken.txt
}
broken game.txt 's/^  0 speed/  0 end, speed/' 2 'line [0-9]*: .*Q14' verify
broken game.txt 's/^  1 /  2 /' 2 'line [0-9]*: Q143 it is the turn of seat 1, not of seat 2' verify
broken game.txt 's/^options .*/& mode=intro/' 2 'line 6: mode is given twice' verify
broken game.txt 's/^turn 3/turn 4/' 2 'line [0-9]*: this is turn 3, not 4' replay
broken game.txt 's/place 1/place 2/' 2 'line [0-9]*: the result is' verify
broken game.txt 's/^box built-in ./box built-in z/' 2 'line 8: the box' verify
printf 'big muddy record 1\ngame queen\0\n' >broken.txt
expect 2 'line 2: byte 11 is 0x00' verify broken.txt
head -c 20000 /dev/urandom >broken.txt
expect 2 '' verify broken.txt
: >broken.txt
expect 2 'this is not a record' verify broken.txt
sed 's/"by":1/"by":2/' game.json >broken.json
expect 2 'moves.[0-9]*.: .*it is the turn' verify broken.json
head -c 500 game.json >broken.json
expect 2 'bad JSON at line 1' verify broken.json
printf 'new blank players=2\nload broken.txt\nload game.txt\ntomove\nrecord\n' >in
answers 'loading' "^error record 'broken.txt'" '^ok$' '^over$' '^result '
sed 's/$/\r/' game.txt >crlf.txt
expect 0 'draws' verify crlf.txt
sed '/^result/d' game.txt | sed '$d' | head -c -1 >short.txt
expect 0 'goes on' verify short.txt
: >in

# broken_box BOX SED PATTERN: the box, changed by sed, is refused with that message.
broken_box() {
	sed "$2" "$1" >broken.json
	expect 2 "$3" box check broken.json
}

# Boxes
expect 0 '"game": "queen"' box export queen
cp out queen.json
expect 0 'a sound box for queen, built-in' box check queen.json
expect 0 'A3-3' box show queen
cp out shown
expect 0 'A3-3' box show queen.json
if cmp -s out shown; then pass; else flaw 'box show: file and game differ'; fi
sed 's/"coal_start": 6/"coal_start": 3/; s/"name": "built-in"/"name": "my copy"/' queen.json >mine.json
expect 0 'a sound box for queen, [0-9a-f]*$' box check mine.json
printf 'new queen seed=1\nrecord\n' | "$bin" engine --box mine.json | grep -v '^ok' >boxed.txt
tells 'a record with a box' boxed.txt '^pieces {"game":"queen","name":"my copy"'
expect 0 'draws' verify boxed.txt
expect 0 '^1 11' perft queen 1 --box mine.json
expect 2 'the box is for queen, not for blank' perft blank 1 --box mine.json
expect 2 "box '/': \|cannot read '/': Is a directory" perft queen 1 --box /
expect 2 'cannot read' box check nothing.json
expect 2 "no game 'chess'" box export chess
expect 2 "cannot 'burn'" box burn queen
expect 2 'two words' box check
broken_box queen.json 's/"coal_start": 6/"coal_start": 600/' 'coal_start'
broken_box queen.json 's/"A1-1"/"A1-2"/' 'broken.json'
broken_box queen.json 's/"needed": 2,//' 'needed is missing'
printf '{"game":"queen"' >broken.json
expect 2 'bad JSON at line 1 column' box show broken.json
expect 0 '"game": "broadhorns"' box export broadhorns
cp out broadhorns.json
expect 0 'a sound box for broadhorns, built-in' box check broadhorns.json
broken_box broadhorns.json 's/"name": "20"/"name": "2, x"/' 'boat.0. has a name'
broken_box broadhorns.json 's/"code": "VIC"/"code": "XYZ"/' 'town.6. has another code'
broken_box broadhorns.json '0,/"cargo": "flour"/s//"cargo": "sugar"/' 'cargo is not a known name: one of flour'
broken_box broadhorns.json 's/"last_space": 40/"last_space": 39/' 'town.9. has its entrance'
expect 0 '"game": "rails"' box export rails
cp out rails.json
expect 0 'a sound box for rails, built-in' box check rails.json
broken_box rails.json '0,/"slots": 4/s//"slots": 0/' 'freight.ship.0..slots is out of bounds: a number from 1 to 6'
broken_box rails.json '0,/"good": "timber"/s//"good": "rubber"/' 'good is not a known name: one of coal iron timber grain livestock'
tr -d ' \n' <rails.json | sed 's/"centre":\[{"q":0,"r":3},{"q":3,"r":5}/"centre":[{"q":0,"r":3},{"q":3,"r":4}/' >broken.json
expect 2 'centre.1.: its tile overlaps another one' box check broken.json

# Draws of a server
cp "$root/tests/server/drawn.record" drawn.txt
commit=$(sed -n 's/^commit //p' drawn.txt)
nonce=$(sed -n 's/^nonces \([0-9a-f]*\),.*/\1/p' drawn.txt)
expect 0 'proved: all 3 draws follow from the key' verify drawn.txt
expect 0 'not proved: that the commit was told before the start' verify drawn.txt
expect 0 'not proved: that whoever runs the server did not look' verify drawn.txt
expect 0 'So nobody chose the draws' verify --commit "$commit" --nonce "$nonce" drawn.txt
expect 1 'does not prove to you' verify --commit "$commit" drawn.txt
expect 1 'your nonce did not go into the draws' verify --commit "$commit" --nonce "$commit" drawn.txt
expect 1 'the commit is not the one that you noted' verify --commit "$nonce" --nonce "$nonce" drawn.txt
expect 2 'nonce takes 64 hexadecimal digits' verify --nonce 32 drawn.txt
"$bin" replay --json drawn.txt >drawn.json
expect 0 'proved: all 3 draws follow' verify drawn.json
broken drawn.txt 's/^key 0/key 1/' 1 'not what the record claims' verify
broken drawn.txt 's/^nonces 32/nonces 33/' 1 'not what the record claims: [1-3] of 3 draws do not follow' verify
broken drawn.txt 's/^draws 0, 0, 1/draws 0, 1, 2/' 1 'not what the record claims: [12] of 3 draws do not follow' verify
broken drawn.txt 's/^table a/table b/' 1 'not what the record claims' verify

# Somebody with the key chose every draw: all of them follow from it, and yet that nobody chose them is not proved.
cp "$root/tests/server/forged.record" forged.txt
expect 0 'not proved: [0-9]* draws are left out before others' verify forged.txt
if "$bin" verify forged.txt | grep -q 'nobody chose'; then flaw 'a forged record passes as honest'; else pass; fi
expect 1 'the record does not prove to you that nobody chose the draws' verify --commit "$(sed -n 's/^commit //p' forged.txt)" \
	--nonce "$(sed -n 's/^nonces \([0-9a-f]*\),.*/\1/p' forged.txt)" forged.txt

# Draws that were counted by rows, as tables did at first
cp "$root/tests/server/drawn-by-row.record" drawn.txt
expect 0 'proved: all 6 draws follow from the key' verify drawn.txt
expect 0 'not proved: the draws are counted in the old way' verify drawn.txt
broken drawn.txt 's/^rows 7,/rows 6,/' 1 '1 of 6 draws do not follow' verify

# The documents: the example is a record as it would be written, and every field is described
awk '/^```/ { inside = !inside; next } inside' "$docs/notation.md" >example.txt
expect 0 'queen, 3 players' verify example.txt
expect 0 '^result' replay --text example.txt
if cmp -s out example.txt; then pass; else flaw 'docs/notation.md: the example is not as it would be written'; fi
# The first cells of the tables name the fields, after a line "In `game` ..."; a word in that line may stand for a field anywhere below.
"$build/tests/fields" >fields
awk '
	NR == FNR                { sub(/\[\]$/, "", $3); field[$1 " " $2 " " $3]; next }
	/^#/                     { part = /state and view/ ? "state" : /plans/ ? "plans" : /Boxes/ ? "box" : ""; game = "" }
	part && /[Ii]n `[a-z]*`/ { match($0, /[Ii]n `[a-z]*`/); game = substr($0, RSTART + 4, RLENGTH - 5) }
	!part || !game           { next }
	{
		row = /^\|/
		cell = row ? substr($0, 1, index(substr($0, 2), "|")) : $0
		for (; match(cell, /`[^`]*`/); cell = substr(cell, RSTART + RLENGTH)) {
			word = substr(cell, RSTART + 1, RLENGTH - 2)
			if (!row) {
				below[game " " part " " word]
				continue
			}
			told[game " " part " " word]
			for (up = word; sub(/\[\][^\]]*$/, "", up); )
				told[game " " part " " up]
			if (!((game " " part " " word) in field) && part " " word !~ /^plans (moves|path|pushes)$/)
				print game " " part " " word " is no field"
		}
	}
	END {
		for (name in field) {
			last = name
			sub(/ [^ ]*[.]/, " ", last)
			if (!(name in told) && !(last in below))
				print name " is not described"
		}
	}
' fields "$docs/protocol.md" >out 2>err
if [ ! -s out ] && [ ! -s err ] && [ "$(wc -l <fields)" -gt 60 ]; then pass; else flaw 'docs/protocol.md: not the fields that there are'; fi
for field in game rules eyes players options name; do
	if grep -q "^| \`$field\`" "$docs/protocol.md"; then pass; else flaw "docs/protocol.md does not describe $field"; fi
done
"$bin" perft --help >options
for field in $(sed -n 's/^  \([a-z_]*\)=.*/\1/p' options); do
	if cat "$docs"/rules/*.md | grep -q "^| \`$field\`"; then pass; else flaw "docs/rules: the option $field is missing"; fi
done
for command in $(printf 'help\n' | "$bin" engine | awk '$1 != "ok" { print $1 }'); do
	if grep -q "^| \`$command[ \`]" "$docs/protocol.md"; then pass; else flaw "docs/protocol.md does not describe the command $command"; fi
done

# Counting
expect 0 '^2 66$' perft queen 2
expect 0 '^3 1$' perft blank 3 players=1
expect 2 'N is .0.; allowed' perft queen 0
expect 2 'GAME and N' perft queen
expect 2 'queen takes 3 to 5' perft queen 2 players=9
expect 2 "no game 'chess'" perft chess 2

# Measuring: the input is looked at before the work
printf '{"game":"queen"}' >broken.json
expect 2 'broken.json: rules is missing' bench queen --games 10 --position broken.json
if [ ! -s out ]; then pass; else flaw 'bench: it measures before it reads'; fi
expect 2 'cannot read' bench queen --games 10 --position nothing.json
expect 0 '^[0-9a-f]\{16\}$' bench blank --games 10 --signature

# Output that cannot be written
for words in 'box export queen' 'verify game.txt' 'perft blank 2' '--help'; do
	# shellcheck disable=SC2086
	"$bin" $words >/dev/full 2>err </dev/null
	if [ $? -eq 1 ] && grep -q 'cannot write: No space left' err; then pass; else flaw "$words >/dev/full"; fi
done
{ "$bin" replay game.txt 2>err; echo $? >code; } | head -1 >out
if [ ! -s err ]; then pass; else flaw 'a reader that leaves early'; fi

printf '%d passed, %d failed\n' $passed $failed
[ $failed -eq 0 ]
