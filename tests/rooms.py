#!/usr/bin/env python3
"""Reads the includes of every file under src/ and fails when a room includes one that it may not or has too many files; and reads the functions of all C
but the tests and fails when one takes too many parameters.

A room is a folder of src/. Each entry of MAY_INCLUDE lists the rooms that the files of a room may include besides their own.
The rules of a game and what bots know of it share a folder but not a room: `bots-of-games` are the files named bot_*.
"""
import pathlib
import re
import sys

from verdict import verdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
ALSO = ["bench", "examples", "python/bigmuddy", "web/wasm"]  # whose functions are looked at as well

MAY_INCLUDE = {
    "core": set(),
    "games": {"core"},
    "bots": {"core", "net"},
    "bots-of-games": {"core", "games", "bots", "net"},
    "base": {"core"},
    "play": {"core", "base"},
    "arena": {"core", "base", "bots", "net", "play"},
    "review": {"core", "base", "bots", "play"},
    "engine": {"core", "base", "bots", "play", "review"},
    "mcp": {"core", "base", "bots", "play"},
    "lib": {"core", "base", "bots", "play"},
    "table": {"core", "base", "bots", "play"},
    "store": {"core", "base", "play", "table"},
    "server": {"core", "base", "bots", "play", "table", "store"},
    "net": {"core"},
    "gpu": {"core"},
    "cli": {"core", "base", "bots", "play", "arena", "review", "engine", "mcp", "table", "store", "server", "gpu"},
}
GENERATED = {"broadhorns_net.h", "queen_net.h", "rails_net.h", "ptx_broadhorns.h", "ptx_queen.h", "ptx_rails.h", "openapi.h", "stats_page.h", "rules_broadhorns.h", "rules_queen.h", "rules_rails.h"}
PUBLIC = {"bigmuddy.h"}  # below include/
# Files that may be included from where the table above does not allow it, and why.
EXCEPTIONS = {
    # A state is one union of the games' states, so the interface has to know how large each is.
    ("core/game.h", "games/blank/state.h"),
    ("core/game.h", "games/broadhorns/state.h"),
    ("core/game.h", "games/queen/state.h"),
    ("core/game.h", "games/rails/state.h"),
    # On a GPU games wait by the rules that their move leads to, which its game alone can tell.
    ("gpu/queue.h", "games/broadhorns/broadhorns.h"),
}
MOST_FILES = 25  # of a folder; .c and .h of one name count once
MOST_PARAMETERS = 6  # of a function; what takes more is handed a struct
OF_OTHERS = {"sodium_hex2bin"}  # functions that have the parameters of the library in whose place they stand


def room_of(path):
    """The room of a path below src/, such as games/rails/rules.c."""
    parts = path.split("/")
    if parts[0] == "games":
        return "bots-of-games" if parts[-1].startswith("bot_") else "games"
    return parts[0]


def same_game(a, b):
    """Two files of games may see each other when they are of one game, or when the second is the shared module freight."""
    return a.split("/")[1] == b.split("/")[1] or b.split("/")[1] == "freight"


def functions(text):
    """(name, number of parameters) of every function that is defined here."""
    for found in re.finditer(r"^(?:[A-Za-z_]\w*[ *]+)+(\w+)\(((?:[^;{}()]|\([^()]*\))*)\)\n\{", text, re.M):
        yield found[1], re.sub(r"\([^()]*\)", "", found[2]).count(",") + 1


def sources():
    """Every file whose functions are looked at."""
    return sorted(file for folder in ["src", *ALSO] for file in (ROOT / folder).rglob("*.[ch]"))


def faults():
    for file in sources():
        for function, n in functions(file.read_text()):
            if n > MOST_PARAMETERS and function not in OF_OTHERS:
                yield f"{file.relative_to(ROOT)}: {function} takes {n} parameters, more than {MOST_PARAMETERS}"
    for file in sorted(SRC.rglob("*.[ch]")):
        name = file.relative_to(SRC).as_posix()
        for included in re.findall(r'^#include "([^"]+)"', file.read_text(), re.M):
            if included in GENERATED | PUBLIC:
                continue
            if "/" not in included:
                included = name.rsplit("/", 1)[0] + "/" + included
            if not (SRC / included).is_file():
                yield f"{name} includes {included}, which is not below src/"
                continue
            mine, other = room_of(name), room_of(included)
            if mine == other and mine not in ("games", "bots-of-games"):
                continue
            if (name, included) in EXCEPTIONS:
                continue
            if mine != other and other not in MAY_INCLUDE[mine]:
                yield f"{name} includes {included}: {mine} may not include {other}"
            elif included.startswith("games/") and name.startswith("games/") and not same_game(name, included):
                yield f"{name} includes {included}: a game may not include another"
    for folder in sorted(p for p in SRC.rglob("*") if p.is_dir()):
        units = {f.stem for f in folder.iterdir() if f.suffix in (".c", ".h")}
        if len(units) > MOST_FILES:
            yield f"{folder.relative_to(SRC.parent)} has {len(units)} units of .c and .h, more than {MOST_FILES}"
    unknown = {room_of(f.relative_to(SRC).as_posix()) for f in SRC.rglob("*.[ch]")} - set(MAY_INCLUDE)
    for room in sorted(unknown):
        yield f"src/{room} is a room that tests/rooms.py does not know"


def main():
    found = list(faults())
    return verdict(len(sources()), found)


if __name__ == "__main__":
    sys.exit(main())
