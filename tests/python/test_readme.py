"""The examples in lib/python/README.md and the tutorial, and the docstrings.

SPDX-License-Identifier: MIT
"""
import doctest
import inspect
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import TOP, ZONES  # noqa: E402

import ddds  # noqa: E402


class Readme(unittest.TestCase):
    def test_examples(self):
        before = os.getcwd()
        os.chdir(TOP)
        self.addCleanup(os.chdir, before)
        for name, least in [("lib/python/README.md", 25),
                            ("resolver/man/TUTORIAL.md", 5)]:
            text = (TOP / name).read_text()
            text = text.replace("```\n", "\n").replace("```python", "")
            test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test)
            self.assertGreaterEqual(runner.tries, least)
            self.assertEqual(runner.failures, 0)

    def test_help(self):
        """The example that help(ddds) shows."""
        before = os.getcwd()
        os.chdir(ZONES)
        self.addCleanup(os.chdir, before)
        test = doctest.DocTestParser().get_doctest(
            ddds.__doc__, {}, "ddds", None, None)
        runner = doctest.DocTestRunner()
        runner.run(test)
        self.assertGreater(runner.tries, 2)
        self.assertEqual(runner.failures, 0)

    def test_docstrings(self):
        """Everything public is explained."""
        for name in ddds.__all__:
            value = getattr(ddds, name)
            if callable(value):
                self.assertTrue(inspect.getdoc(value), name)
            if inspect.isclass(value):
                for member, function in vars(value).items():
                    if inspect.isfunction(function) and member[0] != "_":
                        self.assertTrue(inspect.getdoc(function),
                                        f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
