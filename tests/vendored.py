#!/usr/bin/env python3
"""Files of third_party/ are as they were published: their SHA-256 is the one in the README.md beside them. Usage: tests/vendored.py"""
import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent / "third_party"
passed = failed = 0


def check(right, what):
    global passed, failed
    passed, failed = passed + bool(right), failed + (not right)
    if not right:
        print("FAILED:", what)


for folder in sorted(p for p in ROOT.iterdir() if p.is_dir()):
    listed = dict(reversed(m) for m in re.findall(r"^\| `([0-9a-f]{64})` \| (\S+) \|$", (folder / "README.md").read_text(), re.M))
    code = {p.name for p in folder.iterdir() if p.suffix in (".c", ".h")}
    check(code == set(listed), f"{folder.name}: README.md lists {sorted(listed)}, and there are {sorted(code)}")
    for name in sorted(code & set(listed)):
        check(hashlib.sha256((folder / name).read_bytes()).hexdigest() == listed[name], f"{folder.name}/{name} is not the published file")

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
