#!/usr/bin/env python3
"""Breaks one thing at a time and sees to it that the tests that are there for it notice.

A mutant is the program with one small mistake. The tests named for what is broken must fail, or hang, or crash.
The mistakes are kept in tests/mutants/*.txt:

    program queen @             the test program, and its arguments; @ is the id of a mutant up to a dot
    rules Q docs/rules/queen.md every rule Q1, Q2 ... of that text needs a mutant in this file
    Q59 src/games/queen/turn.c  the id of a mutant, and the file that it changes; the id * is part of all in this file
    # one point is enough       what is broken
      	rival = ship_on(t, to);     lines of that file: two blanks before those that stay,
    - 	if (points < 2)             "- " before those that go,
    + 	if (points < 1)             "+ " before those that come

An empty line ends a change. Another one to the same file may follow, or one to a file that is named before it, on a
line of its own. The lines must be in the file exactly once: a change that no longer fits the source is an error.

Mistakes are compiled without optimization and linked with what is in BUILD_DIR, which is brought up to date first.
Ends with a line "N passed, N failed". The exit code is 0 when all were caught, 1 when not, 2 for bad input.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
HANGS = 20  # seconds after which a mutant counts as caught


class Unfit(Exception):
    """A mistake that cannot be made in the source as it is."""


@dataclass
class Change:
    file: str
    where: str                      # file and line of the mistake, for messages
    old: list = field(default_factory=list)
    new: list = field(default_factory=list)


@dataclass
class Mutant:
    id: str
    program: str
    arguments: list
    changes: list


@dataclass
class Book:
    """A file of mistakes."""
    path: pathlib.Path
    rules: list                     # (letter, document): each of its rules needs a mutant here
    mutants: list


def read(path):
    """A file of mistakes. What is under the id * goes before the changes of every mutant of the file."""
    program, arguments, rules, always, mutants = None, [], [], [], []
    changes = file = change = None
    for at, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split()
        if re.match(r"\S+ src/\S+$", line):
            changes = always if words[0] == "*" else []
            if words[0] != "*":
                called = [word.replace("@", words[0].split(".")[0]) for word in arguments]
                mutants.append(Mutant(words[0], program, called, changes))
            file, change = words[1], None
        elif line.startswith("program "):
            program, arguments, changes = words[1], words[2:], None
        elif line.startswith("rules "):
            rules.append((words[1], words[2]))
        elif re.match(r"src/\S+$", line):
            file, change = line, None
        elif line == "":
            change = None
        elif line.startswith("#") or changes is None:
            continue
        elif line[0] in "-+ " and line[1:2] in ("", " "):
            if change is None:
                change = Change(file, f"{path.name}, line {at}")
                changes.append(change)
            if line[0] != "+":
                change.old.append(line[2:])
            if line[0] != "-":
                change.new.append(line[2:])
        else:
            sys.exit(f"{path}:{at}: this is no change: {line}")
    for mutant in mutants:
        mutant.changes = always + mutant.changes
    return Book(path, rules, mutants)


def changed(text, change):
    """The text of a file with the change made. Its lines must be there exactly once."""
    text = text.split("\n")
    places = [i for i in range(len(text) - len(change.old) + 1) if text[i:i + len(change.old)] == change.old] if change.old else []
    if len(places) != 1:
        raise Unfit(f"{change.where}: these lines are {len(places)} times in {change.file}")
    text[places[0]:places[0] + len(change.old)] = change.new
    return "\n".join(text)


def sources(mutant):
    """The files that the mutant changes, as they are with its mistake in them: text by name."""
    texts = {}
    for change in mutant.changes:
        path = ROOT / change.file
        if change.file not in texts and not path.is_file():
            raise Unfit(f"{change.where}: there is no {change.file}")
        texts[change.file] = changed(texts.get(change.file) or path.read_text(), change)
    return texts


def to_compile(copy, file):
    """The sources to compile again for a changed file: of a header, those beside it that include it; others must not notice."""
    if not file.endswith(".h"):
        return [file]
    names = (f'#include "{file.removeprefix("src/")}"', f'#include "{file.split("/")[-1]}"')
    beside = sorted((copy / file).parent.glob("*.c"))
    return [path.relative_to(copy).as_posix() for path in beside if any(name in path.read_text() for name in names)]


def compiled(mutant, build, here):
    """Builds the mutant in the folder `here`, and returns its program."""
    shutil.copytree(ROOT / "src", here / "src")
    texts = sources(mutant)
    for name, text in texts.items():
        (here / name).write_text(text)
    objects = []
    for source in sorted({name for file in texts for name in to_compile(here, file)}):
        objects.append(here / (source.replace("/", "_") + ".o"))
        run(["cc", "-std=c11", "-w", "-O0", "-Isrc", f"-I{build}/src", "-c", source, "-o", objects[-1]], here)
    # What comes first wins: the archives, which need each other, give only what is not there yet.
    own = sorted((build / "tests" / f"{mutant.program}.p").glob("*.o"))
    run(["cc", "-o", "mutant", *own, *objects, "-Wl,--start-group", build / "tests/libhelpers.a", build / "libmuddy.a", build / "librules.a", "-Wl,--end-group",
         "-lcmocka", "-ljansson", "-lsodium", "-lm", "-pthread"], here)
    return here / "mutant"


def run(command, where):
    ended = subprocess.run(command, cwd=where, capture_output=True, text=True, errors="replace")
    if ended.returncode != 0:
        raise Unfit((ended.stderr or "the compiler failed").splitlines()[0])


def tested(program, arguments, timeout=None):
    """Exit code of a test program (None: it hangs), the first test that failed, and its first line."""
    try:
        ended = subprocess.run([program, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, None, ""
    failure = re.search(r"^\[  FAILED  \] ([^0-9].*)", ended.stdout, re.M)
    return ended.returncode, failure and failure[1], ended.stdout.split("\n")[0]


def one(mutant, build):
    """Makes the mutant, runs its tests, and says in one line what came of it."""
    with tempfile.TemporaryDirectory() as here:
        try:
            program = compiled(mutant, build, pathlib.Path(here))
        except Unfit as unfit:
            return f"FAILED {mutant.id}: cannot be made: {unfit}"
        code, failure, first = tested(program, mutant.arguments, HANGS)
    if code == 0:
        return f"FAILED {mutant.id}: SURVIVED"
    if code is None:
        return f"ok {mutant.id}: caught, it hangs"
    if failure:
        return f"ok {mutant.id}: caught by {failure}"
    if code < 0:
        return f"ok {mutant.id}: caught, it crashes"
    return f"FAILED {mutant.id}: no test of {mutant.program} has failed: {first}"


def unsound(books):
    """What is wrong with the mistakes as written: each id is there once, each change fits the source, and each rule has a mutant."""
    ids = [mutant.id for book in books for mutant in book.mutants]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"FAILED: more than one mutant {name}"
    for book in books:
        broken = {mutant.id.split(".")[0] for mutant in book.mutants}
        for letter, document in book.rules:
            for number in re.findall(rf'<a id="{letter.lower()}([0-9]+)">', (ROOT / document).read_text()):
                if letter + number not in broken:
                    yield f"FAILED: there is no mutant for {letter}{number} of {document}"
        for mutant in book.mutants:
            try:
                sources(mutant)
            except Unfit as unfit:
                yield f"FAILED: {mutant.id} cannot be made: {unfit}"


def already_red(mutants, build):
    """The test programs of these mutants that fail with nothing broken, or have no test for one of them."""
    programs = {}
    for mutant in mutants:
        programs.setdefault(mutant.program, {}).update(dict.fromkeys(mutant.arguments))
    for name, arguments in programs.items():
        code, failure, first = tested(build / "tests" / name, arguments)
        if code != 0:
            yield f"FAILED: with nothing broken, {name}: {failure or first}"


def chosen(words, mutants, parser):
    """The mutants that the command line asks for."""
    if words.all:
        return mutants
    if words.sample is not None:
        print(f"seed {words.seed}")
        return random.Random(words.seed).sample(mutants, min(words.sample, len(mutants)))
    known = {mutant.id: mutant for mutant in mutants}
    for name in words.ids:
        if name not in known:
            parser.error(f'there is no mutant "{name}" in tests/mutants')
    return [known[name] for name in words.ids]


def break_and_test(words, parser, mutants, tell):
    """Brings the build up to date, and tells of each mutant that the command line asks for whether its tests notice."""
    picked = chosen(words, mutants, parser)
    build = pathlib.Path(words.build).resolve()
    if not (build / "build.ninja").exists():
        parser.error(f'there is no build in "{words.build}"')
    brought = subprocess.run(["ninja", "-C", build], capture_output=True, text=True)
    if brought.returncode != 0:
        sys.exit(brought.stdout + brought.stderr)
    os.environ["CONFORM_GAMES"] = "100"
    for line in already_red(picked if words.ids else mutants, build):
        tell(line)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for line in pool.map(lambda mutant: one(mutant, build), picked):
            tell(line)


def main():
    parser = argparse.ArgumentParser(prog="tests/mutants.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR")
    parser.add_argument("ids", metavar="ID", nargs="*", help="break these")
    parser.add_argument("--all", action="store_true", help="break everything, one thing at a time")
    parser.add_argument("--sample", metavar="N", type=int, help="break N of them, chosen by chance")
    parser.add_argument("--fit", action="store_true", help="break nothing, and see only that every change fits the source")
    parser.add_argument("--seed", metavar="S", type=int, default=int(time.time()) % 1000000, help="of the choice; it is printed")
    words = parser.parse_args()
    if bool(words.ids) + words.all + words.fit + (words.sample is not None) != 1:
        parser.error("one of --all, --sample NUMBER, --fit or ids is needed")
    books = [read(path) for path in sorted((ROOT / "tests/mutants").glob("*.txt"))]
    mutants = [mutant for book in books for mutant in book.mutants]
    count = {"ok": 0, "FAILED": 0}
    def tell(line):
        print(line, flush=True)
        count[re.split("[ :]", line)[0]] += 1

    for line in unsound(books):
        tell(line)
    if words.fit:
        tell(f"ok: looked at {len(mutants)} mutants")
    else:
        break_and_test(words, parser, mutants, tell)
    print(f"{count['ok']} passed, {count['FAILED']} failed")
    return count["FAILED"] > 0


if __name__ == "__main__":
    sys.exit(main())
