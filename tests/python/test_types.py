"""The annotations of the module, and of a program that uses it.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import typing
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import BUILD, TOP  # noqa: E402

import ddds  # noqa: E402

PROGRAM = '''
import asyncio
import contextlib
import uuid
import ddds

zones = ddds.Zones("a.zone")
result: ddds.Result = ddds.resolve("urn:a:b", zones, service=["I2L"])
for outcome in result.outcomes:
    kind: str = outcome.kind
    for endpoint in outcome.endpoints:
        host: str = endpoint.host
for one in ddds.resolve_many((str(i) for i in range(3)), zones, trace=True):
    steps = one.trace or ()
    words: list[str] = [rule.verdict for step in steps for rule in step.rules]
for finding in ddds.check("a.zone"):
    line: int = finding.line
made: uuid.UUID = ddds.uuid7()
version: str = ddds.__version__
text: str | None = ddds.rewrite("!a!b!", "a")


async def work() -> str:
    dns = ddds.DNS(["192.0.2.1"], cache=ddds.Cache())
    async with contextlib.aclosing(ddds.aresolve_many(["urn:a:b"], dns)) as many:
        async for each in many:
            print(each.status)
    return (await ddds.aresolve("urn:a:b", dns)).status


asyncio.run(work())
'''
WRONG = '''
import ddds
number: int = ddds.resolve("urn:a:b", ddds.Zones()).status
'''
UNKNOWN = '''
import ddds
known: bool = ddds.resolve("urn:a:b", ddds.Zones()).status == "found"
'''


class Hints(unittest.TestCase):
    def test_every_public_name(self):
        """Programs that read annotations find all types."""
        read = 0
        for name in ddds.__all__:
            value = getattr(ddds, name)
            if not callable(value):
                continue
            members = [getattr(member, "fget", member)
                       for key in dir(value) if key[0] != "_"
                       for member in [getattr(value, key)]
                       ] if isinstance(value, type) else []
            for one in [value, *filter(callable, members)]:
                with self.subTest(name, one=one):
                    hints = typing.get_type_hints(one)
                    read += len(hints)
                    options = hints.get("options")
                    if typing.get_origin(options) is typing.Unpack:
                        typing.get_type_hints(*typing.get_args(options))
        self.assertGreater(read, 200)


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cache = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cache.cleanup)
        cls.cache = cache.name

    def check(self, *words, path=None):
        program = shutil.which("mypy", path="/usr/bin")
        if program is None:
            self.skipTest("mypy is missing")
        environment = {**os.environ, "MYPYPATH": str(BUILD / "python")}
        environment.pop("LD_PRELOAD", None)
        return subprocess.run(
            [program, "--strict", f"--cache-dir={self.cache}", "--config-file",
             TOP / "lib/python/pyproject.toml", *words],
            capture_output=True, text=True, timeout=600, env=environment)

    def test_module(self):
        done = self.check(TOP / "lib/python/ddds")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_program(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, status in ((PROGRAM, 0), (WRONG, 1), (UNKNOWN, 1)):
                path = pathlib.Path(folder) / "program.py"
                path.write_text(text)
                done = self.check(path)
                self.assertEqual(done.returncode, status, done.stdout)


if __name__ == "__main__":
    unittest.main()
