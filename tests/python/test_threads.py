"""Eight threads share each object that the documents let threads share; every
result is counted. ThreadSanitizer runs this, too.

SPDX-License-Identifier: MIT
"""
import asyncio
import collections
import pathlib
import subprocess
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import BUILD, PATIENCE, Silence  # noqa: E402

import ddds  # noqa: E402

THREADS = 8
ROUNDS = 12
WIDTH = 30
ZONE = "$ORIGIN urn.arpa.\n$TTL 60\n@ SOA ns h 1 1 1 1 1\n@ NS ns.test.\n" \
    '* NAPTR 10 10 "u" "" "!^.*$!http://good.test/!" .\n'
DESCRIPTION = "name thing\nkey lower\nroot things.example\n"
ORDERED = {"ordered": True}
UNORDERED = {"ordered": False}


def run_threads(work):
    """Call |work| with its number in eight threads; raise what one of them has
    raised.
    """
    barrier = threading.Barrier(THREADS)
    faults = []

    def run(number):
        try:
            barrier.wait(PATIENCE)
            work(number)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=[number])
               for number in range(THREADS)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(before)
    for fault in faults:
        raise fault


class Shared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = subprocess.Popen([BUILD / "tests" / "misbehaving"],
                                      stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE)
        cls.address = f"127.0.0.1:{int(cls.server.stdout.readline())}"

    @classmethod
    def tearDownClass(cls):
        cls.server.communicate()

    def make(self, **options):
        """A machine that is busy may let many answers wait, or lose some."""
        return ddds.DNS(self.address, timeout=5, tries=30, **options)

    @staticmethod
    def names(number, turn):
        """No other thread, and no other turn, has these."""
        return [f"urn:n-{number}-{turn}-{i}:x" for i in range(WIDTH)]

    def test_steps(self):
        """Each thread gets those of its own inputs, whoever reads the answers."""
        dns = self.make()

        def work(number):
            seen = []
            names = self.names(number, 0)
            list(ddds.resolve_many(names, dns, on_step=seen.append,
                                   deadline=None))
            self.assertEqual(sorted(step.key for step in seen),
                             sorted(f"{name[4:-2]}.urn.arpa"
                                    for name in names))

        run_threads(work)

    def check(self, got, names):
        self.assertEqual([one.input for one in got], names)
        self.assertEqual({one.status for one in got}, {"resolved"})

    def use(self, database, number, **options):
        """One thread's work with |database|, in each way in turn."""
        for turn in range(ROUNDS):
            names = self.names(number, turn)
            self.check([ddds.resolve(name, database, deadline=None, **options)
                        for name in names], names)
            for order in ORDERED, UNORDERED, {"in_flight": 3}:
                found = list(ddds.resolve_many(
                    iter(names), database, deadline=None, **order, **options))
                if order is UNORDERED:
                    found.sort(key=lambda one: names.index(one.input))
                self.check(found, names)
            lines = list(ddds.resolve_lines(names, database, deadline=None,
                                            **options))
            self.assertEqual(len(lines), WIDTH)
            for name, line in zip(names, lines):
                self.assertIn(f'"input":"{name}"', line)

    def test_dns(self):
        for options in ({}, {"cache": True}, {"tcp": True}):
            with self.subTest(options), self.make(**options) as dns:
                run_threads(lambda number: self.use(dns, number))

    def test_zones(self):
        zones = ddds.Zones()
        zones.load_text(ZONE)

        def work(number):
            self.use(zones, number)
            self.assertEqual(zones.keys(), ["*.urn.arpa"])

        run_threads(work)

    def test_cache(self):
        """A cache, of databases that each thread has itself."""
        cache = ddds.Cache()

        def work(number):
            with self.make(cache=cache) as dns:
                self.use(dns, number % 2)

        run_threads(work)

    def test_event_loop(self):
        """A database that threads share with an event loop."""
        with self.make() as dns:
            async def wait(number):
                for turn in range(ROUNDS):
                    names = self.names(number, turn)
                    self.check([one async for one in ddds.aresolve_many(
                        names, dns, deadline=None)], names)

                    async def read():
                        for name in names:
                            yield name

                    self.check([one async for one in ddds.aresolve_many(
                        read(), dns, deadline=None)], names)
                    self.check(await asyncio.gather(
                        *[ddds.aresolve(name, dns, deadline=None)
                          for name in names]), names)

            run_threads(lambda number: self.use(dns, number) if number else
                        asyncio.run(wait(number)))

    def test_application(self):
        thing = ddds.Application.read(DESCRIPTION)
        with self.make() as dns:
            def work(number):
                for turn in range(ROUNDS):
                    names = [f"n{number}-{turn}-{i}" for i in range(WIDTH)]
                    self.check(list(ddds.resolve_many(
                        names, dns, app=thing, deadline=None)), names)
                    self.assertEqual(thing.name, "thing")

            run_threads(work)

    def test_iterator(self):
        """An iterator is one thread's at a time: the others are refused, and no
        result is lost, or comes twice.
        """
        names = self.names(0, 0) * 40
        found = collections.Counter()
        with self.make() as dns, ddds.resolve_many(
                names, dns, in_flight=7, deadline=None) as results:
            def work(_):
                while True:
                    try:
                        found.update([next(results).input])
                    except RuntimeError as refused:
                        self.assertIn("in use by another", str(refused))
                    except StopIteration:
                        return

            run_threads(work)
        self.assertEqual(found, collections.Counter(names))

    def test_check_names(self):
        with self.make() as dns:
            def work(number):
                for turn in range(2):
                    found = ddds.check_names(
                        f"n-{number}-{turn}.urn.arpa", dns)
                    self.assertEqual(found.failures, ())
                    self.assertGreater(found.queries, 0)

            run_threads(work)

    def test_closed(self):
        """A database that another thread closes: what is in progress ends well,
        the next use is refused.
        """
        dns = self.make()

        def work(number):
            for turn in range(1000000):
                names = self.names(number, turn)
                try:
                    got = ddds.resolve_many(names, dns, deadline=None)
                except ValueError:
                    return
                self.check(list(got), names)
                if number == 0 and turn == ROUNDS:
                    dns.close()

        run_threads(work)

    def test_expression(self):
        expression = ddds.Expression(r"!^urn:(a|b|c)*:(.*)$!http://\2.test/!")

        def work(number):
            for i in range(20 * ROUNDS):
                self.assertEqual(expression.apply(f"urn:abc:{number}-{i}"),
                                 f"http://{number}-{i}.test/")

        run_threads(work)

    def test_uuids(self):
        """No two are equal, and those of a thread are in order."""
        made = [[] for _ in range(THREADS)]

        def work(number):
            for _ in range(10 * ROUNDS):
                made[number] += [ddds.uuid7(), *ddds.uuid7_many(9)]

        run_threads(work)
        for those in made:
            self.assertEqual(those, sorted(those))
        self.assertEqual(len(set().union(*made)), THREADS * 100 * ROUNDS)

    def test_zones_checked(self):
        wrong = ZONE.replace("^.*$!http", "^.*$http")
        expected = ddds.check_text(wrong)
        self.assertNotEqual(expected, [])

        def work(_):
            for _ in range(ROUNDS):
                self.assertEqual(ddds.check_text(wrong), expected)

        run_threads(work)


class Completed(unittest.TestCase):
    def test_by_another(self):
        """While an iterator reads its inputs, another thread completes its last
        result: that still comes.
        """
        silence = Silence()
        with silence as silent:
            dns = ddds.DNS(silent, timeout=PATIENCE)

            def answer():
                for _ in range(2):
                    silence.deny(*silence.await_query())

            def read():
                yield "urn:first:1"
                thread = threading.Thread(target=answer)
                thread.start()
                ddds.resolve("urn:second:1", dns, deadline=None)
                thread.join()

            self.assertEqual([one.input for one in ddds.resolve_many(
                read(), dns, deadline=None)], ["urn:first:1"])


if __name__ == "__main__":
    unittest.main()
