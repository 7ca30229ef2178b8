"""usage: run.py [NAME...]    runs test_NAME.py, all of them if none is named, and ends with "N passed, N failed" as ./test counts it"""

import pathlib
import sys
import unittest

here = pathlib.Path(__file__).parent
names = sys.argv[1:] or sorted(path.stem.removeprefix("test_") for path in here.glob("test_*.py"))
sys.path.insert(0, str(here))
suite = unittest.defaultTestLoader.loadTestsFromNames([f"test_{name}" for name in names])
result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
print(f"{result.testsRun - bad} passed, {bad} failed")
sys.exit(bad > 0 or result.testsRun == 0)
