#!/bin/sh
# Sessions at the terminal's table, through a pipe: tests/play.sh BUILD_DIR
set -u
bigmuddy=$(cd "$1" && pwd)/bigmuddy
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
passed=0
failed=0

# play WORDS...: a session with the lines of $typed; leaves `out`, `err` and $code
play() {
	printf '%s' "$typed" | "$bigmuddy" play "$@" >out 2>err
	code=$?
}

check() { # NAME COMMAND...
	name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $name"
		tail -n 15 out err
	fi
}

fails_to() { [ "$(wc -l <err)" -eq 1 ] && grep -q -- "^bigmuddy: $1" err; }
says() { grep -q -- "$1" out; }
complains() { [ "$code" -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -- "$1" err; }
is_plain() { ! LC_ALL=C grep -q "$(printf '[\200-\377]')" out; }
has_unicode() { ! is_plain; }
has_no_escape() { ! grep -q "$(printf '\033')" out; }
verifies() { "$bigmuddy" verify "$1" >verified 2>&1; }
ended_well() { [ "$code" -eq 0 ] && [ ! -s err ]; }

# A whole game by numbers, everybody at one keyboard: the first move of every list, until the rounds are over.
typed=$(yes 1 | head -n 800)
play queen hotseat mode=intro rounds=5 seed=3
check "a whole game by numbers" says 'The game is over: '
check "the result names every place" says '^3\. '
check "the result cites its rules" says '(Q1[0-9][0-9])$'
check "a finished game leaves cleanly" ended_well
check "a finished game is saved when the input ends" says '^Saved as queen-1.txt$'
check "and verifies" verifies queen-1.txt

# Against bots, by plans; where there are none a ship is to be faced.
typed=$(for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "plan 1"; echo "face N"; done; echo; echo "save race.json"; echo quit)
play queen players=5 mode=intro seed=11
check "a race by plans ends" says 'The game is over: '
check "with the first place" says '^1\. '
check "save as JSON" verifies race.json
check "what is saved is not saved again" [ ! -e queen-2.txt ]
check "through a pipe there is no colour" has_no_escape
check "the board is Unicode" has_unicode

# Moves in words, several at once, undone and asked about.
typed='why ahead
why speed 9
why
speed 2, ahead
undo
undo
2
why end
ahead, ahead, end
undo
board
log
hint
help
save words.txt
'
play queen players=3 seed=5
check "why: the rule and a sentence" says '^Q14 '
check "why: a speed that is on no dial" says '^Q18 no ship goes faster than 6$'
check "why needs a move" says '^why needs a move'
check "several moves at once" says '^Red sets speed 2. Red steams ahead'
check "undo" [ "$(grep -c '^Taken back' out)" -eq 3 ]
check "a number is a move" says '1 of 2 points left\|2 of 2 points left'
check "why: points left" says '^Q29 '
check "others' moves are told in sentences" says '^Green is at the helm'
check "log" [ "$(grep -c '^Round 1' out)" -ge 2 ]
check "hint" says '^The simple bot would play: '
check "help lists the commands" says 'why      MOVE'
check "save" says '^Saved as words.txt'
check "the saved game verifies" verifies words.txt
check "the transcript shows what was typed" says '^> ahead, ahead, end$'
check "a closed input after a save leaves cleanly" ended_well

# A saved game goes on.
typed='save again.txt
'
play --load words.txt
check "go on with a saved game" cmp -s words.txt again.txt

# A file that is there is not replaced without a word, and neither is anything beside it.
echo mine >taken.txt
echo mine >taken.txt.part1
typed='save taken.txt
'
play --load words.txt
check "a file is not replaced" [ "$(cat taken.txt)" = mine ]
check "and that is told as a failure" fails_to "not saved: 'taken.txt' is there already"
check "the game goes on after it" [ "$code" -eq 0 ]
ln -s taken.txt link.txt
typed='save! link.txt
save!
'
play --load words.txt
check "save! replaces it" cmp -s taken.txt words.txt
check "save! keeps a link" [ -L link.txt ]
check "save! leaves other files alone" [ "$(cat taken.txt.part1)" = mine ]
check "save! needs a name" says '^save needs a file name'
check "nothing else is left" [ "$(echo taken*)" = 'taken.txt taken.txt.part1' ]

# A closed input saves and leaves.
typed='speed 1'
play queen seed=5
check "a closed input saves" says '^Saved as queen-2.txt$'
check "and leaves cleanly" ended_well
check "what it saved verifies" verifies queen-2.txt
typed=''
play queen seed=5
check "nothing played, nothing saved" [ ! -e queen-3.txt ]
check "an empty input leaves cleanly" ended_well
"$bigmuddy" play --help >help
check "and the help says so" grep -q 'a game in which you have moved since the last' help
mkdir gone
(
	cd gone || exit 2
	rmdir ../gone
	printf 'speed 1\n' | "$bigmuddy" play queen seed=5 >"$dir/out" 2>"$dir/err"
)
code=$?
check "what cannot be saved is told as a failure" fails_to 'not saved: '
check "and in the exit code" [ "$code" -eq 1 ]

# Bad input: a line that says so, and the question stays.
typed='nonsense
99
0
-1
speed 2, ahead, ahead, nonsense
speed 1, ahead, end, speed 1
speed 1, , ahead
undo
save
plan
plan 1000
plan 1x
plan -1
	
'
play queen seed=5
check "no such move" says "there is no move 'nonsense'"
check "no such number" says "there is no move '99'"
check "half a line is not played" says '^No move of that line was played'
check "a line ends with the turn" says 'your turn is over'
check "nothing was played" says '^There is nothing to take back'
check "save needs a name" says '^save needs a file name'
check "plan needs a number" [ "$(grep -c '^plan needs a number' out)" -eq 4 ]
check "bad lines change nothing" [ ! -e queen-3.txt ]
check "bad lines do not end the game" ended_well
typed='save /nowhere/at/all
'
play queen seed=5
check "a file that cannot be written" fails_to "not saved: cannot write '/nowhere/at/all'"
typed=$(head -c 100000 /dev/zero | tr '\0' x; echo; echo hint)
play queen seed=5
check "a long line" says '^That line is too long'
check "and the next one is read" says '^The simple bot would play: '
printf 'speed \377 1\nspeed\0 1\n\033[A\nhint\n' | "$bigmuddy" play queen seed=5 >out 2>err
code=$?
check "binary input" [ "$(grep -c '^That line is not text' out)" -eq 3 ]
check "and the next line is read" says '^The simple bot would play: '

# Looks.
typed='help
plans
plan 1
log
'
play queen players=5 seed=9 --ascii names=Zoë
check "--ascii has no byte above 127" is_plain
check "--ascii draws the river" says '\\_t0/'
check "the game ends in no colour" has_no_escape

# Bots alone need nobody.
typed=''
play queen mode=intro seed=2 seat0=simple seat2=random
check "bots alone play to the end" says 'The game is over: '
check "and nothing is saved" ended_well
play rails players=1 seed=2 seat0=simple
check "a game for one counts the rival" says '^[12][.] The rival: [0-9]*$'
check "line by line" says '^ *[0-9]*  deliveries (R121)$'

# Names stand in the story, on the board, in the log and in a replay, with the colour beside them.
typed='1
1
log
save named.txt
quit
'
play rails players=3 seed=4 names=Ann,Bob-the-very-long-name,Cyd
check "names in the story" says '^It is the turn of Cyd (Yellow). Cyd (Yellow) builds on '
check "names on the board, in their column" says '^> P Ann             0      5 '
check "long ones are cut there" says '^  R Bob-the-very-lo 0      5 '
check "names in what the board says" says "^Ann's (Purple) hand: "
check "no colour without its name" [ "$(sed '1,/^Ann (Purple)/d' out | grep -c '\(^\|[^(]\)\(Yellow\|Purple\)\($\|[^)]\)')" -eq 0 ]
"$bigmuddy" replay named.txt >out 2>err
check "names in a replay" says '^      Ann (Purple) builds on A1 '
"$bigmuddy" replay --ply 30 --ascii named.txt >out 2>err
check "and on its board" says ' P Ann   '

# One "end turn" passes all that is left of a turn; each pass is a move in the record.
typed='end turn
1
1
1
1
end turn
save passed.txt
quit
'
play rails players=2 seed=2 hotseat
check "where nothing can be passed, end turn says so" says 'There is nothing to pass here'
check "end turn passes until the turn is over" grep -q ' pass, pass' passed.txt
check "the game of passes verifies" verifies passed.txt

typed='1
1
1
'
play blank players=1 seat0=you
check "a game without plans and weights" says 'The game is over: '

# With three barrels in three boxes nothing can be bought: `done` is the only move, and is made without asking. Undo takes it back with the purchase.
typed='port
boat 20
buy flour
buy apples
buy pork
save bought.txt
undo
save back.txt
quit
'
play broadhorns players=2 seed=3 hotseat
check "an only move is made at once" grep -q 'buy pork, done$' bought.txt
check "and verifies" verifies bought.txt
check "undo goes back to the last choice" grep -q 'buy apples$' back.txt
check "only moves need no save" [ ! -e broadhorns-1.txt ]

# Broadhorns: a whole game by numbers, which the cap ends.
typed=$(yes 1 | head -n 800)
play broadhorns hotseat players=2 rounds=4 seed=3
check "broadhorns by numbers" says 'The game is over: round cap'
check "its result cites its rules" says '(B14[0-9])$'
check "it leaves cleanly" ended_well
check "it is saved when the input ends" says '^Saved as broadhorns-1.txt$'
check "and verifies" verifies broadhorns-1.txt

# A visit to St. Louis in words: asked about, taken back, and broken off in the middle.
typed='why move 1
port
why boat 40
boat 20
buy furs, buy whiskey
undo
undo
undo
undo
port, boat 20, buy pork
buy furs, sell pork@0 for 7
hint
board
'
play broadhorns players=3 seed=5
check "why: no boat" says '^B99 '
check "why: too dear" says '^B69 '
check "the boats are told" says '^  30 ft: 4 gold, 5 boxes, speed 4'
check "prices are told" says '^Prices: flour 2, apples 2, '
check "a visit can be taken back" [ "$(grep -c '^Taken back' out)" -eq 4 ]
check "a bad word stops the whole line" says '^No move of that line was played'
check "the cargo is shown" says '^R 20 ft 0 STL       5  1/3    P '
check "the own hand is shown" says "^Red's hand"
check "and no other" [ "$(grep -c "^\(Green\|Yellow\)'s hand" out)" -eq 0 ]
check "what others draw stays hidden" says 'Green draws a card'
check "an own card is told by what it is" sh -c "tr '\n' ' ' <out | grep -Eq 'Red draws the (delivery of [a-z]+|traveler) to [A-Z][A-Za-z. ]+ \(([A-Z]+-[A-Z]|TR[0-9]+)\)\.'"
check "hint" says '^The simple bot would play: '
check "a closed input saves the visit" says '^Saved as broadhorns-2.txt$'
check "and it verifies" verifies broadhorns-2.txt
typed='buy furs, done, move 5, stop
'
play --load broadhorns-2.txt
check "the visit goes on" says 'Red moves by 5 to space 5'
check "and others have their turns" says 'It is the turn of Yellow'

# The simple bot alone: the season track ends it. And nothing but ASCII where that is asked for.
typed=''
play broadhorns players=4 seed=6 seat0=simple --ascii
check "simple bots complete the season track" says 'The game is over: season track complete'
check "--ascii draws towns" says '^40 .* NOR New Orleans    +4'
check "--ascii is plain" is_plain

# What cannot be set up.
typed=''
play
check "no game" complains 'which game'
play chess
check "no such game" complains "there is no game 'chess'"
play queen players=9
check "too many players" complains 'players=9'
play queen mode=fast
check "no such value" complains 'allowed: passengers, intro'
play queen seat1=bob
check "no such bot" complains "nobody is called 'bob'"
play queen seat4=you
check "no such seat" complains 'no seat 4 with 3 players'
play queen seat9=you
check "seats go to 4" complains 'seats are 0 to 4'
play queen chance=manual
check "chance is drawn" complains 'chance=manual'
play queen --load words.txt
check "a saved game brings its own words" complains 'only seats can be given'
play --load nowhere.txt
check "no such file" complains 'nowhere.txt'
play queen --box nowhere.json
check "no such box" complains 'nowhere.json'
play queen --fancy
check "no such flag" complains 'fancy'

# On a terminal: colours, unless NO_COLOR; Ctrl-C saves.
if command -v script >/dev/null; then
	terminal() { # FIRST-LINE KEY COMMAND; exec, for a shell between would have Ctrl-C too
		(sleep 1; echo "$1"; sleep 1; printf "$2"; sleep 1) | TERM=xterm-256color script -qec "exec env $3" /dev/null >out 2>err
		code=$?
	}
	# looks NAME COLOURS ENVIRONMENT...: boards on a terminal of that kind, of both commands that draw there
	looks() {
		name=$1 colours=$2
		shift 2
		for command in "replay --ply 1 words.txt" "play --load words.txt"; do
			env -u NO_COLOR -u COLORTERM "$@" script -qec "'$bigmuddy' $command" /dev/null </dev/null >out 2>err
			escapes=$(grep -c "$(printf '\033')" out)
			check "colours on $name: ${command%% *}" [ "$([ "$escapes" -gt 5 ] && echo yes || echo no)" = "$colours" ]
		done
	}
	looks 'a terminal that says so' yes TERM=screen-256color
	looks 'one that says it elsewhere' yes TERM=xterm COLORTERM=truecolor
	looks 'one that is known' yes TERM=foot
	looks 'one that has none' no TERM=vt100
	looks 'a dumb one' no TERM=dumb COLORTERM=truecolor
	looks 'a nameless one' no TERM= COLORTERM=truecolor
	looks 'one where they are not welcome' no TERM=xterm-256color NO_COLOR=1
	terminal board '\004' "'$bigmuddy' play queen seed=5"
	check "a terminal gets colours" [ "$(grep -c "$(printf '\033')" out)" -gt 5 ]
	terminal quit '\n' "NO_COLOR=1 '$bigmuddy' play queen seed=5"
	check "NO_COLOR" has_no_escape
	terminal '' '\004' "'$bigmuddy' play broadhorns players=2 seed=3 hotseat"
	check "hot seat: nothing is shown before the keyboard is handed over" says 'Red, take the keyboard and press Enter'
	check "hot seat: then one hand is" [ "$(grep -c "'s hand" out)" -eq 1 ]
	terminal 'speed 1' '\003' "'$bigmuddy' play queen seed=5"
	check "Ctrl-C saves" says '^Saved as queen-'
	check "and leaves cleanly" [ "$code" -eq 0 ]
	echo mine >taken.txt
	terminal 'save taken.txt' 'n\nquit\n' "'$bigmuddy' play --load words.txt"
	check "a person is asked" says 'taken.txt is there already. Replace it?'
	check "no is no" [ "$(cat taken.txt)" = mine ]
	terminal 'save taken.txt' 'y\nquit\n' "'$bigmuddy' play --load words.txt"
	check "yes is yes" cmp -s taken.txt words.txt
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
