#!/usr/bin/env python3
"""A player for Big Muddy in plain Python. It speaks the player's side of docs/protocol.md and uses the standard library alone.

    bigmuddy comply 'cmd:python3 examples/bot.py'
    bigmuddy arena --game queen --players 3 --bots 'cmd:python3 examples/bot.py,simple,random' --games 30

To make your own: rewrite `choose`. It gets the view of its seat as a dictionary (docs/protocol.md has every field) and the texts of
the legal moves, and returns one of them.
"""
import json
import random
import sys

# For each game the beginnings of moves that are worth a try, best first. Whatever is not named here comes after those.
TASTE = {
    "queen": ["push", "ahead", "speed 3", "speed 2", "speed 4", "left", "right"],
    "broadhorns": ["claim", "fare", "sell", "port", "boat", "buy", "move", "board"],
}


def choose(view, moves, rng):
    """Any of the moves with the best beginning."""
    taste = TASTE.get(view["game"], [])

    def rank(move):
        return next((i for i, begin in enumerate(taste) if move.startswith(begin)), len(taste))

    best = min(map(rank, moves))
    return rng.choice([move for move in moves if rank(move) == best])


def main():
    view, moves, rng = None, [], random.Random()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            print("ok", flush=True)
            return
        if word == "new":
            settings = dict(pair.split("=", 1) for pair in rest.split()[1:])
            rng = random.Random(int(settings.get("seed", 0)))
            answer = "ok"
        elif word == "view":
            view = json.loads(rest)
            answer = "ok"
        elif word == "legal":
            moves = json.loads(rest)
            answer = "ok"
        elif word == "go" and view and moves:
            answer = "move " + choose(view, moves, rng) + "\nok"
        elif word == "" or word.startswith("#"):
            continue
        else:
            answer = "error there is nothing to do for '" + word + "'"
        print(answer, flush=True)


if __name__ == "__main__":
    main()
