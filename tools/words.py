#!/usr/bin/env python3
"""Prints web/src/table/words.ts: the words and messages of the table protocol as types, from the lists of src/table/words.h and
web/wasm/local_words.h.

    tools/words.py >web/src/table/words.ts

tests/words.py fails when that file is stale.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = ["src/table/words.h", "web/wasm/local_words.h"]
TYPES = {
    "TEXT": "string", "TEXTS": "string[]", "NUMBER": "number", "TRUTH": "boolean", "VALUE": "string | number", "VIEW": "View", "GAME": "GameName",
    "STATUS": "Status", "HOLDER": "Holder", "ROW": "RowKind", "BY": "RowBy", "REFUSAL": "RefusalCode",
    "PUSH": "{ endpoint: string; p256dh: string; auth: string }", "SEATED": "{ person: string } | { bot: string }",
}
UNIONS = [
    ("ROW", "Kinds of rows in the log."), ("BY", "Who caused a row."), ("REFUSAL", "Why something was refused."),
    ("STATUS", "Where a table is in its life."), ("HOLDER", "Who has a seat."),
]


def lists():
    """The text of the headers that the lists stand in."""
    return "".join((ROOT / h).read_text() for h in HEADERS)


def split(columns):
    """At the commas that stand outside all brackets."""
    out, depth = [""], 0
    for c in columns:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            out.append("")
        else:
            out[-1] += c
    return [o.strip() for o in out]


def calls(text, name):
    """The columns of each NAME(...) in a text."""
    out = []
    for m in re.finditer(rf"\b{name}\(", text):
        depth, at = 1, m.end()
        while depth:
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
        out.append(split(text[m.end():at - 1]))
    return out


def entries(words, name):
    """The columns of each entry of a list: ROW(SIT, sit, ...) and so on."""
    body = re.search(rf"#define {name}_LIST\({name}\)((?:.*\\\n)*.*)", words).group(1)
    return calls(re.sub(r"/\*.*?\*/|\\\n", "", body), name)


def members(column):
    """[name, type, need] of each member."""
    return calls(column, "MEMBER")


def typescript(kind):
    for compound, form in ("NULLABLE", "{} | null"), ("LIST", "{}[]"), ("MAP", "Record<string, {}>"):
        if kind.startswith(compound + "("):
            inner = typescript(kind[len(compound) + 1:-1])
            return form.format(f"({inner})" if compound == "LIST" and "|" in inner else inner)
    return TYPES.get(kind, kind)


def words_of(words, name):
    return [e[1] for e in entries(words, name) if name != "ROW" or e[4] != "NONE_READ"]


def union(name, help, words):
    return f"/** {help} */\nexport type {name} =\n" + "\n".join(f"\t| {w}" for w in words) + ";\n"


def interface(name, column, head=""):
    fields = "".join(f"\t{n}{'' if need == 'MUST' else '?'}: {typescript(kind)};\n" for n, kind, need in members(column))
    return f"export interface {name} {{\n{head}{fields}}}\n"


def messages(suffix, help, group, of, key=""):
    """An interface for each message, and their union. of: the column of members by the message's word."""
    names = {word: word.capitalize() + suffix for word in of}
    for word, column in of.items():
        print(interface(names[word], column + key, f'\ttype: "{word}";\n'))
    print(union(group, help, names.values()))


def main():
    words = lists()
    print(f"// Made by tools/words.py from {' and '.join(HEADERS)}: change those lists, and run it again.\n")
    print('import type { GameName, View } from "../muddy/fields";\n')
    for name, help in UNIONS:
        print(union(TYPES[name], help, [f'"{w}"' for w in words_of(words, name)]))
    for name, column in entries(words, "SHAPE"):
        print(interface(name, column))
    said = {e[1]: e[2] for e in entries(words, "READ")} | {e[1]: e[4] for e in entries(words, "REQUEST") if e[2] != "API"}
    messages("Message", "Everything that a client may say to a table.", "ClientMessage", said, " MEMBER(key, TEXT, MAY)")
    messages("News", "Everything that a table says.", "TableNews", {e[1]: e[2] for e in entries(words, "SAY")})
    messages("Local", "What this page says besides to the table inside it.", "ToLocalTable", {e[0]: e[2] for e in entries(words, "HEAR")})
    messages("FromLocal", "What the table inside this page says besides.", "LocalNews", {e[0]: e[1] for e in entries(words, "TELL")})


if __name__ == "__main__":
    main()
