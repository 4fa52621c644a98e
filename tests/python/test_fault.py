"""Each allocation fails in turn: of C, and of Python's objects. Then the call
raises MemoryError, or returns what it returns otherwise; and the same objects go
on to work.

tests/core/fault/deny.c is loaded before the C library, and Python takes all its
memory from there (PYTHONMALLOC=malloc).

SPDX-License-Identifier: MIT
"""
import ctypes
import gc
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import ZONES  # noqa: E402

import ddds  # noqa: E402

CID = "urn:cid:199606121851.1@bar.example.com"
UUID = "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
ZONE = """$ORIGIN example.com.
$TTL 3600
@ SOA ns h 1 2 3 4 5
@ NS ns.example.net.
help NAPTR 9 1 "u" "E2U+sip" "!^(.*)$!sip:\\1@example.com!" .
"""
deny_from = ctypes.CDLL(None).deny_from
deny_from.argtypes = [ctypes.c_ulong]
deny_from.restype = ctypes.c_ulong


def deny_none():
    """Return how many allocations there were. This call may fail, too."""
    while True:
        try:
            return deny_from(0)
        except (MemoryError, ctypes.ArgumentError):
            pass


class Fault(unittest.TestCase):
    def setUp(self):
        self.zones = ddds.Zones(ZONES / "urn.arpa.zone",
                                ZONES / "example.com.zone")

    def fail_each(self, work):
        """Returns how many allocations have failed."""
        expected = work()
        number = 0
        while True:
            number += 1
            made = None
            gc.disable()  # which allocates at any time
            try:
                deny_from(number)
                made = work()
            except (MemoryError, ctypes.ArgumentError):
                pass
            finally:
                count = deny_none()
                gc.enable()
            if made is not None:
                self.assertEqual(made, expected, f"allocation {number}")
            if count < number:
                break
            if number % 50 == 0:
                self.assertEqual(work(), expected, f"after {number}")
        self.assertEqual(work(), expected)
        return number

    def test_resolve(self):
        def work():
            result = ddds.resolve(CID, self.zones, all=True, seed=1)
            return result, result.trace, result.urn

        self.assertGreater(self.fail_each(work), 100)

    def test_steps(self):
        """None is missing where no exception says so."""
        def work():
            seen = []
            ddds.resolve(CID, self.zones, on_step=seen.append)
            return seen

        self.assertGreater(self.fail_each(work), 100)

    def test_many(self):
        inputs = [CID, UUID, "none", "\xfc", b"\xff", "a\0b"]
        inputs += [f"urn:foo:00237241{number}:a-1997" for number in range(6)]

        def work():
            return list(ddds.resolve_many(inputs, self.zones, seed=1))

        self.assertGreater(self.fail_each(work), 100)

    def test_zones(self):
        def work():
            zones = ddds.Zones()
            return zones.load_text(ZONE.replace("\\", "\\\\")), zones.keys()

        self.assertGreater(self.fail_each(work), 20)

    def test_check(self):
        def work():
            return ddds.check_text(ZONE)

        self.assertGreater(self.fail_each(work), 30)

    def test_others(self):
        def work():
            ddds.DNS(["127.0.0.1:1"], cache=True)
            return (ddds.rewrite("!^a(.*)$!b\\\\1!", "abc"),
                    ddds.URN("urn:example:a?=b"), ddds.uuid5_dns("a.example"),
                    ddds.uuid6().version, ddds.uuid7().version)

        self.assertGreater(self.fail_each(work), 30)


if __name__ == "__main__":
    if os.environ.get("PYTHONMALLOC") != "malloc":
        sys.exit("set PYTHONMALLOC=malloc")
    unittest.main()
