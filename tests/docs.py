#!/usr/bin/env python3
"""Checks the documents: every rule is written down, tested and cited by its right name, every link leads somewhere, the files and
functions that docs/architecture.md names exist, and every folder of src/ is described.

--fill writes the column of tests into the documents of rules instead, after tests have come or gone.
"""
import argparse
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_HOPS = 35  # of a move from click to disk to the other browser


@dataclass
class Book:
    """The document of a game's rules, and what is held to it."""
    path: str
    folders: list   # under src/games; the first has words.c
    rules: list     # the last rule of each letter: R129
    ruling: str     # the last ruling: A25
    programs: list  # test programs, whose --list prints a line "FILE.c: IDS: sentence" for each test


BOOKS = [
    Book("docs/rules/queen.md", ["queen"], ["Q166"], "A50", ["queen"]),
    Book("docs/rules/broadhorns.md", ["broadhorns"], ["B177", "F52"], "A58", ["broadhorns"]),
    Book("docs/rules/rails.md", ["rails", "freight"], ["R129", "F52"], "A25", ["rails", "freight"]),
]

# A row of a rule or a ruling is a table row whose first cell is an anchor and an id. Its last cell names the files of its tests, the
# one before it the rulings or rules that belong to it.
ROW = re.compile(r'^\| <a id="([a-z0-9]+)"></a>([A-Z]+)([0-9]+) \|.*\|$')


def rows(text):
    """(line number, anchor, letters, number, cells) of every row; None for a line that ends a table."""
    for at, line in enumerate(text.splitlines(), 1):
        found = ROW.match(line)
        if found:
            yield at, found[1], found[2], int(found[3]), line.split("|")
        elif not line.startswith("|"):
            yield None


def tests_by_id(book, build):
    """Which files test an id, in the order in which the programs list them: {"Q31": ["moving"]}."""
    files = {}
    for program in book.programs:
        listed = subprocess.run([build / "tests" / program, "--list"], check=True, capture_output=True, text=True).stdout
        for line in listed.splitlines():
            file, ids, _ = line.split(": ", 2)
            for name in ids.split():
                of = files.setdefault(name, [])
                if file.removesuffix(".c") not in of:
                    of.append(file.removesuffix(".c"))
    return files


def misnumbered(book, text):
    """Each id up to the last has one row, they ascend within a table, and the anchors fit."""
    seen, before = set(), 0
    for row in rows(text):
        if row is None:
            before = 0
            continue
        at, anchor, letters, number, _ = row
        name = f"{letters}{number}"
        if name in seen:
            yield f"{name} has a second row in line {at}"
        if number <= before:
            yield f"{name} in line {at} comes after a higher one"
        if anchor != name.lower():
            yield f"{name} in line {at} has another anchor"
        seen.add(name)
        before = number
    for last in [*book.rules, book.ruling]:
        for k in range(1, int(last[1:]) + 1):
            if f"{last[0]}{k}" not in seen:
                yield f"{last[0]}{k} has no row"
            seen.discard(f"{last[0]}{k}")
    for name in sorted(seen):
        yield f"{name} is more than there should be"


def one_sided(text):
    """Rules whose rulings do not name them, and the other way round."""
    names = {(f"{row[2]}{row[3]}", other) for row in rows(text) if row for other in re.findall(r"\b[A-Z]+[0-9]+\b", row[4][-3])}
    for one, other in sorted(names):
        if (other, one) not in names:
            yield f"{one} names {other}, but not the other way round"


def cited(book):
    """The ids that the game gives as a reason, gives with an event, or speaks of in a comment."""
    letters = "".join(last[0] for last in book.rules)
    words = (ROOT / "src/games" / book.folders[0] / "words.c").read_text()
    # Reasons are rows of a table: `{ 31, "there is land ahead" }`, or `{ R(31), ...` if rules have several letters.
    reasons = {letters[0] + n for n in re.findall(r'^\s*\{ *([0-9]+), *"', words, re.M)}
    reasons |= {letter + n for letter, n in re.findall(rf'^\s*\{{ *([{letters}])\(([0-9]+)\), *"', words, re.M)}
    if not reasons:
        yield "no-reason-in-words.c"
    for folder in book.folders:
        for file in (ROOT / "src/games" / folder).glob("*.[ch]"):
            if not file.name.startswith("bot_"):
                text = re.sub(r"[A-Z][0-9]*-[0-9]*", "", file.read_text())      # tiles are called A1-1
                reasons.update(a + b for a, b in re.findall(rf"\b([{letters}])\(?([1-9][0-9]*)\b", text))
                reasons.update(re.findall(rf"\b{book.ruling[0]}[1-9][0-9]*\b", text))
    yield from sorted(reasons)


def filled(text, tests):
    """The document with its column of tests as it should be."""
    lines = text.split("\n")
    for row in rows(text):
        if row:
            at, _, letters, number, cells = row
            files = ", ".join(f"`{file}`" for file in tests.get(f"{letters}{number}", []))
            cells[-2] = f" {files} " if files else " "
            lines[at - 1] = "|".join(cells)
    return "\n".join(lines)


def tracked():
    """The files of the checkout, those that git does not know yet included."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def prose(text):
    """(line number, line) outside fenced blocks."""
    fenced = False
    for at, line in enumerate(text.splitlines(), 1):
        if re.match(r" *```", line):
            fenced = not fenced
        elif not fenced:
            yield at, line


def anchors(text):
    """What a link to a part of this document can name: headings as web pages make them, and anchors of its own."""
    for _, line in prose(text):
        heading = re.match(r"#+ +(.*)", line)
        if heading:
            yield re.sub(r"[^A-Za-z0-9 _-]", "", heading[1]).replace(" ", "-").lower()
        yield from re.findall(r'<a id="([^"]*)">', re.sub(r"`[^`]*`", "", line))


def astray():
    """Links in documents to files and headings that are not there."""
    documents = {name: (ROOT / name).read_text() for name in tracked() if name.endswith(".md")}
    known = {name: set(anchors(text)) for name, text in documents.items()}
    for name, text in documents.items():
        for at, line in prose(text):
            for link in re.findall(r'(?:\]\(|^\[[^\]]*\]: *|(?:src|href)=")([^)" ]+)', re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", link):
                    continue
                file, _, anchor = link.partition("#")
                target = (ROOT / name).parent.joinpath(file).resolve() if file else ROOT / name
                inside = target.relative_to(ROOT).as_posix() if target.is_relative_to(ROOT) else None
                if inside is None or not target.exists() or (anchor and inside in known and anchor not in known[inside]):
                    yield f"{name}:{at}: {link}"


def invented():
    """Files and functions that docs/architecture.md names and the sources do not have."""
    text = (ROOT / "docs/architecture.md").read_text()
    code = {name: (ROOT / name).read_text() for name in tracked() if re.match(r"(src|web/src|web/wasm)/.*\.(c|h|ts|svelte)$", name)}
    everything = "\n".join(code.values())
    for named in sorted(set(re.findall(r"`([a-z_A-Z0-9/.]+\.(?:c|h|ts|svelte|py))`", text))):
        if not any(path == named or path.endswith("/" + named) for path in code) and not (ROOT / named).exists():
            yield f"there is no file {named}"
    for named in sorted(set(re.findall(r"`([A-Za-z_][A-Za-z_0-9]*)\(\)`", text))):
        if not re.search(rf"\b{named}\b *[(=:]", everything):
            yield f"there is no function {named}"
    hops = re.findall(r"^\| \d+ \| `([^`]+)`, `(\w+)\(\)`", text, re.M)
    if not 0 < len(hops) <= MOST_HOPS:
        yield f"a move goes through {len(hops)} functions: more than {MOST_HOPS}, or none is named"
    for file, name in hops:
        source = next((code[path] for path in code if path.endswith("/" + file) or path == file), "")
        if not re.search(rf"^(?!\s*(?:/|\*)).*\b{name}\(", source, re.M):
            yield f"{file} has no function {name}"


def undescribed():
    """Folders of src/ that have no row in the tables of rooms."""
    folders = sorted(p.name for p in (ROOT / "src").iterdir() if p.is_dir())
    for path, form in ("CONTRIBUTING.md", "| `src/{}/"), ("docs/architecture.md", "| `{}"):
        text = (ROOT / path).read_text()
        for name in folders:
            if not re.search("^" + re.escape(form.format(name)) + r"[`/N]", text, re.M):
                yield f"{path} has no row for src/{name}"


def checks(book, build):
    """(what must hold, what speaks against it) for one document of rules."""
    text = (ROOT / book.path).read_text()
    tests = tests_by_id(book, build)
    written = set(re.findall(r'<a id="([^"]*)">', text))
    tested = {name.lower() for name in tests}
    yield f"{book.path} has {' and '.join(book.rules)} and {book.ruling} and all before them, once and in order", misnumbered(book, text)
    yield f"every id of {book.path} is in the name of a test", sorted(written - tested)
    yield f"every id in the name of a test is in {book.path}", sorted(tested - written)
    yield f"every id that {' and '.join(book.folders)} cite is in {book.path}", [name for name in cited(book) if name.lower() not in written]
    wrong = [f"line {at}" for at, (a, b) in enumerate(zip(text.split("\n"), filled(text, tests).split("\n")), 1) if a != b]
    yield f"{book.path} names the tests of each id (tests/docs.py {build.name} --fill)", wrong
    yield f"rules and rulings of {book.path} name each other", one_sided(text)


def main():
    parser = argparse.ArgumentParser(prog="tests/docs.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD_DIR", help="where the test programs are built")
    parser.add_argument("--fill", action="store_true", help="write the column of tests")
    words = parser.parse_args()
    build = ROOT / words.build
    for program in (program for book in BOOKS for program in book.programs):
        if not (build / "tests" / program).exists():
            parser.error(f"there is no {words.build}/tests/{program}")
    if words.fill:
        for book in BOOKS:
            path = ROOT / book.path
            path.write_text(filled(path.read_text(), tests_by_id(book, build)))
        return 0
    passed = failed = 0
    everything = [case for book in BOOKS for case in checks(book, build)]
    everything.append(("every link in a document leads somewhere", astray()))
    everything.append(("the files and functions that docs/architecture.md names exist", invented()))
    everything.append(("every folder of src/ has a row in CONTRIBUTING.md and in docs/architecture.md", undescribed()))
    for what, against in everything:
        found = list(against)
        print(f"{'FAILED' if found else 'ok'}: {what}", *(f"\t{fault}" for fault in found), sep="\n")
        passed += not found
        failed += bool(found)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
