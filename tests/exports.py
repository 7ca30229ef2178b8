#!/usr/bin/env python3
"""tests/exports.py BUILD_DIR: a game's folder gives away two names, its rules and what bots know of it, and nothing else is used outside.

Reads the symbols of all objects that were built from src/ and fails
 * when an object outside src/games/NAME refers to a symbol of that folder other than NAME and NAME_bots
   (freight is a module that games call: its symbols are for games only),
 * when the rules of a game refer to what bots know of it,
 * when a symbol does not begin with the name of its folder or file; what other names there are stands in OTHER,
 * when a program file of src/bots names a game.
"""
import json
import pathlib
import re
import subprocess
import sys

from verdict import verdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = {"freight"}
# What names of a folder begin with, besides the folder's own name.
SHORT = {"broadhorns": {"broad"}, "bots": {"bot"}, "lib": {"bm"}, "table": {"parts"}}       # table/parts.h is what the files of that folder share
# Files whose functions are named after the one thing that they work on, a struct of their header, and not after the file.
OTHER = {
    "core/fields.c": {"flat", "json"},
    "core/game.c": {"event"},
    "server/live.c": {"client", "pending"},
    "server/live_flow.c": {"pending", "table"},
    "server/notify.c": {"notifier"},
    "server/ratelimit.c": {"bucket"},
    "server/static.c": {"site", "asset"},
    "store/job.c": {"mailbox", "pool"},
    "table/table.c": {"head"},
    "table/wire_log.c": {"replay"},
    "table/wire_text.c": {"blob", "out"},
}


def objects(build):
    """(path below src/, path of the object) of everything that was compiled from src/ for the program, each once."""
    seen = set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        built = pathlib.Path(entry["directory"]) / entry["output"]
        if source.suffix == ".c" and (ROOT / "src") in source.parents and built.is_file():
            name = source.relative_to(ROOT / "src").as_posix()
            if name not in seen:
                seen.add(name)
                yield name, built


def symbols(built):
    """(defined, undefined) names of an object that other objects can see or must provide."""
    defined, undefined = set(), set()
    for line in subprocess.run(["nm", "-g", built], capture_output=True, text=True, check=True).stdout.splitlines():
        words = line.split()
        (undefined if words[-2] == "U" else defined).add(words[-1])
    return defined, undefined


def folder_of(name):
    """queen for games/queen/rules.c, bots for bots/search.c; games/bot_list.c belongs to no game."""
    parts = name.split("/")
    return parts[1] if parts[0] == "games" and len(parts) == 3 else parts[0]


def prefixes(name):
    """What the symbols of a file may begin with: the folder; the file, also as a plural, and each end of its name (http of loop_http.c), and its first
    word (live of live_bots.c); and what the lists above say."""
    folder, stem = folder_of(name), name.rsplit("/", 1)[-1][:-2]
    words = stem.split("_")
    ends = {"_".join(words[i:]) for i in range(len(words))}
    return {folder, words[0]} | ends | {e + "s" for e in ends} | SHORT.get(folder, set()) | OTHER.get(name, set())


def may_use(user, owner, symbol):
    """Whether a file may refer to a symbol of another game's folder."""
    if owner in MODULES:
        return user.startswith("games/")
    return symbol in (owner, owner + "_bots")


def is_bots(name):
    return name.rsplit("/", 1)[-1].startswith("bot_")


def faults(build):
    files = {name: symbols(built) for name, built in objects(build)}
    games = {folder_of(name) for name in files if re.match(r"games/\w+/", name)}
    owner = {symbol: name for name, (defined, _) in files.items() if folder_of(name) in games for symbol in defined}
    for name, (defined, undefined) in files.items():
        mine = folder_of(name)
        for symbol in sorted(undefined & owner.keys()):
            other = owner[symbol]
            if folder_of(other) != mine and not may_use(name, folder_of(other), symbol):
                yield f"{name} refers to {symbol} of {other}"
            if mine in games and is_bots(other) and not is_bots(name):
                yield f"{name} refers to {symbol} of {other}: rules know no bots"
        begins = prefixes(name)
        for symbol in sorted(defined):
            # panic is declared by core, and each program says how it dies.
            if not any(symbol == b or symbol.startswith(b + "_") for b in begins) and not re.match(r"__|\.|main$|panic$", symbol):
                yield f"{name} exports {symbol}, which begins with neither of {', '.join(sorted(begins))}"
    for name in sorted(OTHER.keys() - files.keys()):
        yield f"{name}, whose names are listed in OTHER, is not there"
    for file in sorted((ROOT / "src/bots").iterdir()):
        for game in sorted(games):
            if re.search(rf"\b{game}(_|\b)", re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)):
                yield f"{file.relative_to(ROOT)} names the game {game}"
    if not games or len(files) < 50:
        yield f"only {len(files)} objects and {len(games)} games found: build first"
    print(f"{len(files)} objects of {len(games)} games and modules looked at")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: tests/exports.py BUILD_DIR")
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    return verdict(1, found)


if __name__ == "__main__":
    sys.exit(main())
