"""Memory: nothing leaks, and none left is a MemoryError.

SPDX-License-Identifier: MIT
"""
import asyncio
import gc
import pathlib
import resource
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import BUILD, ZONES, Silence  # noqa: E402

import ddds  # noqa: E402

GOOD = "urn:first:1"
CID = "urn:cid:199606121851.1@bar.example.com"


def is_sanitized():
    return b"libasan" in (BUILD / "python/ddds/_core.abi3.so").read_bytes()


def resident():
    """Octets of memory in use."""
    text = pathlib.Path("/proc/self/statm").read_text()
    return int(text.split()[1]) * resource.getpagesize()


class Memory(unittest.TestCase):
    def watch(self, work, rounds):
        """Memory does not grow with the number of rounds."""
        work()
        for _ in range(rounds):
            work()
        gc.collect()
        before, objects = resident(), len(gc.get_objects())
        for _ in range(2 * rounds):
            work()
        gc.collect()
        self.assertLess(len(gc.get_objects()) - objects, 100)
        if not is_sanitized():  # which keeps what is freed
            self.assertLess(resident() - before, 2 ** 21)

    def test_leaks(self):
        zones = ddds.Zones(ZONES / "urn.arpa.zone",
                           ZONES / "example.com.zone")

        def results():
            for result in ddds.resolve_many(
                    [CID, "\0", "none", "urn:none:1"] * 100, zones,
                    trace=True, all=True):
                result.trace, result.urn, result.as_dict()

        def early():
            for _ in range(20):
                next(ddds.resolve_many([GOOD] * 100, zones))

        def databases():
            for _ in range(5):
                own = ddds.Zones(ZONES / "first.zone")
                ddds.resolve(GOOD, own)
                ddds.check(ZONES / "radius.zone")
                ddds.DNS(["127.0.0.1"], cache=True)

        def failures():
            for _ in range(20):
                for call in (lambda: ddds.Zones("/nonexistent"),
                             lambda: ddds.URN("urn:"),
                             lambda: ddds.DNS(["not an address"]),
                             lambda: ddds.check("/nonexistent"),
                             lambda: ddds.Expression("!(!!"),
                             lambda: ddds.resolve(GOOD, zones, root="a..b")):
                    with self.assertRaises(ddds.Error):
                        call()

        def others():
            for _ in range(50):
                ddds.uuid5_dns("www.example.com"), ddds.uuid6(), ddds.uuid7()
                ddds.Expression("!^a(.*)$!b\\1!").apply("abc")
                hash(ddds.URN("urn:example:a?=b"))

        for work in (results, early, databases, failures, others):
            with self.subTest(work.__name__):
                self.watch(work, 4)

    def test_cancelled(self):
        with Silence() as silent:
            async def work():
                dns = ddds.DNS([silent], timeout=600)
                tasks = [asyncio.create_task(
                    ddds.aresolve(GOOD, dns, deadline=None))
                    for _ in range(20)]
                await asyncio.sleep(0)  # now they have begun
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

            self.watch(lambda: asyncio.run(work()), 3)

    def test_bounded(self):
        """A million inputs need no more memory than a few."""
        # With sanitizers memory is not compared, and a few show as much.
        count = 6000 if is_sanitized() else 60000
        zones = ddds.Zones(ZONES / "first.zone")
        many = ddds.resolve_many((f"urn:first:{i}" for i in range(count)),
                                 zones)
        for _ in range(5000):
            next(many)
        before = resident()
        self.assertEqual(sum(1 for _ in many), count - 5000)
        if not is_sanitized():
            self.assertLess(resident() - before, 2 ** 21)

    def test_none_left(self):
        """Without memory in C, MemoryError is raised."""
        if is_sanitized():
            self.skipTest("AddressSanitizer ends without memory")
        done = subprocess.run([sys.executable, "-c", """
import resource
import ddds
text = "".join(f'n{i} NAPTR 1 1 "u" "I2L" "!(.*)!http://h{i}/!" .\\n'
               for i in range(200000))
size = int(open("/proc/self/statm").read().split()[0])
limit = size * resource.getpagesize() + 16 * 2 ** 20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
zones = ddds.Zones()
try:
    zones.load_text(text, origin="urn.arpa")
except MemoryError:
    text = None
    zones.load_text('a NAPTR 1 1 "u" "I2L" "!.*!http://a/!" .', origin="arpa")
    print("raised")
"""], capture_output=True, text=True, timeout=300)
        self.assertEqual((done.stdout, done.returncode), ("raised\n", 0),
                         done.stderr)

    def test_untracked(self):
        """The garbage collector does not look at results that are kept."""
        zones = ddds.Zones(ZONES / "first.zone")
        for one in [*ddds.resolve_many([GOOD] * 5, zones),
                    ddds.resolve("urn:none:1", zones)]:
            for each in (one, one.outcomes, *one.outcomes, one.reason):
                self.assertFalse(gc.is_tracked(each), each)


if __name__ == "__main__":
    unittest.main()
