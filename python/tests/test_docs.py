"""docs/python.md runs as it is written."""

import pathlib
import re
import unittest

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/python.md"


class Docs(unittest.TestCase):
    def test_the_walk(self):
        """All its blocks, one after the other, as in one notebook."""
        text = DOCUMENT.read_text()
        blocks = list(re.finditer(r"^```python\n(.*?)^```", text, re.S | re.M))
        self.assertGreater(len(blocks), 5)
        names = {}
        for block in blocks:
            line = text.count("\n", 0, block.start()) + 1
            exec(compile("\n" * line + block[1], str(DOCUMENT), "exec"), names)


if __name__ == "__main__":
    unittest.main()
