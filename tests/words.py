#!/usr/bin/env python3
"""Holds docs/protocol.md, docs/openapi.json and the code against the lists of src/table/words.h: every word and every member of a message of the table
protocol stands in one list.
Usage: tests/words.py BUILD. The types of the page that tools/ makes from C must be those that stand in web/src."""
import json
import pathlib
import re
import subprocess
import sys

from verdict import verdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from words import entries, lists, members  # noqa: E402, a module of tools/
faults = []
checks = 0


def same(what, documented, listed):
    global checks
    checks += 1
    for word in sorted(set(listed) - set(documented)):
        faults.append(f"{what}: '{word}' is in src/table/words.h but not there")
    for word in sorted(set(documented) - set(listed)):
        faults.append(f"{what}: '{word}' is there but not in src/table/words.h")


def names(column):
    return [name for name, _, _ in members(column)]


def section(text, title):
    return re.search(rf"^### {title}\n(.*?)(?=^##)", text, re.M | re.S).group(1)


def table_rows(text):
    return [[c.strip() for c in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| `")]


def ticked(text):
    return re.findall(r"`([^`]+)`", text)


def main():
    global checks
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    words = lists()
    protocol = (ROOT / "docs/protocol.md").read_text()
    openapi = json.loads((ROOT / "docs/openapi.json").read_text())

    refusals = [e[1] for e in entries(words, "REFUSAL")]
    same("docs/protocol.md, Codes", [c for row in table_rows(section(protocol, "Codes")) for c in ticked(row[0])], refusals)
    same("docs/openapi.json, Error", openapi["components"]["schemas"]["Error"]["properties"]["error"]["enum"], refusals)

    rows = {e[1]: e for e in entries(words, "ROW")}
    says = section(protocol, "What the server says")
    by_member = {row[0]: row[1] for row in table_rows(says)}
    same("docs/protocol.md, kinds of rows", ticked(by_member["`kind`"]), [w for w, e in rows.items() if e[4] != "NONE_READ"])
    same("docs/protocol.md, who caused a row", ticked(by_member["`by`"]), [e[1] for e in entries(words, "BY")])

    messages = {e[1]: names(e[2]) for e in entries(words, "READ")}
    messages |= {e[1]: names(e[4]) for e in entries(words, "REQUEST") if e[2] != "API"}
    told = {}
    for row in table_rows(section(protocol, "What a client says")):
        for name in ticked(row[0]):
            told[name] = row[1]
    same("docs/protocol.md, messages of a client", told, messages)
    for name, has in messages.items():
        same(f"docs/protocol.md, members of {name}", set(ticked(told.get(name, ""))) & {m for all in messages.values() for m in all}, has)

    shapes = {e[0]: e[1] for e in entries(words, "SHAPE")}
    news = {e[1]: names(e[2]) for e in entries(words, "SAY")}
    same("docs/protocol.md, messages of a table", [w for w in by_member if w.strip("`") in news], [f"`{w}`" for w in news])
    for name in set(news) - {"game"}:
        same(f"docs/protocol.md, members of {name}", set(ticked(by_member[f"`{name}`"])) & {m for all in news.values() for m in all}, news[name])
    of_game, of_row = says.split("`game` has these members.")[1].split("A row of the `log`:")
    for what, text, has in ("game", of_game, news["game"]), ("a row", of_row, names(shapes["Line"])):
        same(f"docs/protocol.md, members of {what}", [m for row in table_rows(text) for m in ticked(row[0])], has)
    for schema, shape in {"Player": "Seat", "Match": "Match", "Gameover": "Result"}.items():
        described = openapi["components"]["schemas"][schema]
        same(f"docs/openapi.json, {schema}", described["properties"], names(shapes[shape]))
        same(f"docs/openapi.json, {schema}, required", described["required"], [n for n, _, need in members(shapes[shape]) if need == "MUST"])

    used = {w for file in (ROOT / "src/server").glob("loop*.c") for w in re.findall(r'refuse\(r, \d+, "(\w+)"', file.read_text())}
    same("src/server/loop*.c, codes of HTTP", used | set(refusals), refusals)

    made = subprocess.run([ROOT / "tools/words.py"], capture_output=True, text=True, check=True).stdout
    same("web/src/table/words.ts, which tools/words.py makes", (ROOT / "web/src/table/words.ts").read_text().splitlines(), made.splitlines())

    fields = subprocess.run([pathlib.Path(sys.argv[1]) / "types"], capture_output=True, text=True, check=True).stdout
    checks += 1
    if fields != (ROOT / "web/src/muddy/fields.ts").read_text():
        faults.append("web/src/muddy/fields.ts is stale: build/types >web/src/muddy/fields.ts makes it again")

    return verdict(checks, faults)


if __name__ == "__main__":
    sys.exit(main())
