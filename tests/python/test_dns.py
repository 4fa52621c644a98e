"""DNS databases with a real server, beside dnspython and zones in memory.

SPDX-License-Identifier: MIT
"""
import asyncio
import itertools
import os
import pathlib
import signal
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import (PATIENCE, TOP, ZONES, Silence,  # noqa: E402
                     start_nsd)
import seed  # noqa: E402

import ddds  # noqa: E402

CID = "urn:cid:199606121851.1@bar.example.com"
INPUTS = [CID, "urn:foo:002372413:annual-report-1997", "urn:none:1",
          "urn:first:1", "no urn", "urn:foo:" + "9" * 500]


def without_source(result):
    """What does not depend on where the answer comes from."""
    return (result.input, result.status,
            result.reason and result.reason.code,
            [(one.kind, one.output, sorted(
                (each.host, each.port, sorted(each.addresses))
                for each in one.endpoints))
             for one in result.outcomes])


class Live(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = start_nsd(cls.folder.name)
        cls.addClassCleanup(cls.server.stop)
        cls.address = f"127.0.0.1:{cls.server.port}"
        cls.zones = ddds.Zones(ZONES / "urn.arpa.zone",
                               ZONES / "example.com.zone",
                               ZONES / "radius.zone")

    def make(self, **options):
        """A machine that is busy may let many answers wait, or lose some."""
        return ddds.DNS([self.address], timeout=5, tries=30, **options)

    @staticmethod
    def resolve(*words, **options):
        return ddds.resolve(*words, deadline=None, **options)

    @staticmethod
    async def aresolve(*words, **options):
        return await ddds.aresolve(*words, deadline=None, **options)

    def test_same_as_zones(self):
        for options in ({}, {"cache": True}, {"tcp": True},
                        {"cache": ddds.Cache()}, {"rate": 500}):
            dns = self.make(**options)
            for text in INPUTS:
                self.assertEqual(
                    without_source(self.resolve(text, dns, seed=1)),
                    without_source(self.resolve(text, self.zones, seed=1)))
        step = self.resolve(CID, self.make()).trace[0]
        self.assertEqual((step.answer.server, step.answer.transport),
                         (self.address, "udp"))
        self.assertGreater(step.answer.microseconds, 0)

    def test_uris(self):
        """URI records are looked up, too (RFC 7553)."""
        path = TOP / "fixtures/conformance/rfc7553-flag-d/d.zone"
        zones = ddds.Zones(path)
        with tempfile.TemporaryDirectory() as folder:
            server = start_nsd(folder, {"example": path})
            try:
                dns = ddds.DNS([f"127.0.0.1:{server.port}"], timeout=5,
                               tries=30)
                for name in ("many", "some", "none", "gone"):
                    got, wanted = (self.resolve(
                        f"{name}.example", source, app="u-naptr", seed=1,
                        all=True) for source in (dns, zones))
                    self.assertEqual(got.outcomes, wanted.outcomes)
                    self.assertEqual(got.status, wanted.status)
            finally:
                server.stop()

    def test_many(self):
        """Each input once, in order or not, with bounded reading ahead."""
        chance = seed.chance(3404)
        names = [chance.choice(INPUTS) for _ in range(3000)]
        expected = {text: without_source(self.resolve(text, self.zones,
                                                      seed=1))
                    for text in INPUTS}
        for ordered, width in itertools.product((True, False), (1, 7, 512)):
            read = []
            dns = self.make(cache=width == 7)
            taken = 0
            got = []
            for result in ddds.resolve_many(
                    (read.append(name) or name for name in names), dns,
                    in_flight=width, ordered=ordered, seed=1, deadline=None):
                taken += 1
                self.assertLessEqual(
                    len(read) - taken,
                    width + (min(16 * width, 2048) if ordered else 0))
                self.assertEqual(without_source(result),
                                 expected[result.input])
                got.append(result.input)
            self.assertEqual(sorted(got), sorted(names))
            if ordered:
                self.assertEqual(got, names)

    def test_dnspython(self):
        """The rules of a trace are what dnspython finds."""
        try:
            import dns.message
            import dns.query
        except ImportError:
            self.skipTest("python3-dnspython is missing")
        for name in ("cid.urn.arpa", "foo.urn.arpa", "edu.roam.example",
                     "both.roam.example", "open.roam.example"):
            if name.endswith("urn.arpa"):
                result = self.resolve(f"urn:{name.split('.')[0]}:1",
                                      self.make())
            else:
                result = self.resolve(name, self.make(), app="radius")
            answer = dns.query.udp(dns.message.make_query(name, "NAPTR"),
                                   "127.0.0.1", timeout=PATIENCE,
                                   port=self.server.port).answer[0]
            expected = sorted(
                (one.order, one.preference, one.flags.decode(),
                 one.service.decode(), one.regexp.decode(),
                 one.replacement.to_text(omit_final_dot=True).lower())
                for one in answer)
            self.assertEqual(result.trace[0].key, name)
            self.assertEqual(expected, sorted(
                (one.order, one.preference, one.flags, one.services,
                 one.regexp, one.replacement or ".")
                for one in result.trace[0].rules))

    def test_asyncio(self):
        async def work():
            dns = self.make()
            one = await self.aresolve(CID, dns)
            self.assertEqual(without_source(one),
                             without_source(self.resolve(CID, self.zones)))
            many = await asyncio.gather(
                *(self.aresolve(INPUTS[i % len(INPUTS)], dns, seed=1)
                  for i in range(500)))
            for i, result in enumerate(many):
                self.assertEqual(result.input, INPUTS[i % len(INPUTS)])
                self.assertEqual(
                    without_source(result),
                    without_source(self.resolve(result.input, self.zones,
                                                seed=1)))
            names = INPUTS * 50
            got = [one.input async for one in
                   ddds.aresolve_many(names, dns, in_flight=20,
                                      deadline=None)]
            self.assertEqual(got, names)
            got = [one.input async for one in
                   ddds.aresolve_many(names, self.zones)]
            self.assertEqual(got, names)
            tcp = self.make(tcp=True)
            for _ in range(3):
                one = await self.aresolve(CID, tcp)
                self.assertEqual(one.status, "resolved")
            return dns

        dns = asyncio.run(work())

        async def again():
            self.assertEqual((await self.aresolve(CID, dns)).status,
                             "resolved")

        asyncio.run(again())  # another loop, after the first is closed

    def test_async_inputs(self):
        """Inputs that are waited for; results do not wait for the next one."""
        names = INPUTS * 20

        async def read(gate=None):
            for number, name in enumerate(names):
                if gate is not None and number == 10:
                    await gate.wait()
                yield name

        async def fail():
            yield CID
            raise ZeroDivisionError

        async def work():
            dns = self.make()
            for source in (dns, self.zones):
                got = [one.input async for one in ddds.aresolve_many(
                    read(), source, in_flight=7, deadline=None)]
                self.assertEqual(got, names)
                gate = asyncio.Event()
                got = []
                async for one in ddds.aresolve_many(read(gate), source,
                                                    deadline=None):
                    got.append(one.input)
                    if len(got) == 10:
                        gate.set()
                self.assertEqual(got, names)
                got = []
                with self.assertRaises(ZeroDivisionError):
                    async for one in ddds.aresolve_many(fail(), source,
                                                        deadline=None):
                        got.append(one.input)
                self.assertEqual(got, [CID])
                async for one in ddds.aresolve_many(read(), source):
                    break

        asyncio.run(work())

    def test_asyncio_interrupted(self):
        """Cancelled, left early, timed out: the others continue."""
        async def work():
            with Silence() as silent:
                both = ddds.DNS([silent], timeout=PATIENCE)
                dns = self.make()
                tasks = [asyncio.create_task(
                    ddds.aresolve(CID, both, deadline=None))
                    for _ in range(20)]
                await asyncio.sleep(0)  # now they have begun
                for task in tasks[:10]:
                    task.cancel()
                async for result in ddds.aresolve_many(
                        itertools.repeat(CID), dns, in_flight=8,
                        deadline=None):
                    break
                self.assertEqual(result.status, "resolved")
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(ddds.aresolve(CID, both), 0.05)
                late = await ddds.aresolve(CID, both, deadline=0.2)
                self.assertEqual((late.status, late.reason.code),
                                 ("temporary", "TIMEOUT"))
                for task in tasks[10:]:
                    self.assertFalse(task.done())
                    task.cancel()
                gone = await asyncio.gather(*tasks, return_exceptions=True)
                self.assertEqual({type(one) for one in gone},
                                 {asyncio.CancelledError})
                # Left in progress when the loop is closed.
                self.left = asyncio.create_task(
                    ddds.aresolve(CID, both, deadline=None))
                await asyncio.sleep(0)

        asyncio.run(work())
        self.assertTrue(self.left.cancelled())
        del self.left

    def test_two_loops(self):
        """A database in progress in one loop refuses another."""
        silence = Silence()
        with silence as silent:
            dns = ddds.DNS([silent], timeout=PATIENCE)
            over = threading.Event()

            async def first():
                task = asyncio.create_task(
                    ddds.aresolve(CID, dns, deadline=None))
                while not over.is_set():
                    await asyncio.sleep(0.01)
                task.cancel()

            thread = threading.Thread(target=asyncio.run, args=[first()])
            thread.start()
            try:
                silence.await_query()
                with self.assertRaises(RuntimeError):
                    asyncio.run(ddds.aresolve(CID, dns))
            finally:
                over.set()
                thread.join()

    def test_shared(self):
        """Threads and an event loop share one database."""
        dns = self.make(cache=True)
        faults = []

        def work(number):
            try:
                if number % 2 == 0:
                    for _ in range(30):
                        self.assertEqual(self.resolve(CID, dns).status,
                                         "resolved")
                else:
                    got = [one.status for one in ddds.resolve_many(
                        [CID] * 200, dns, in_flight=16, deadline=None)]
                    self.assertEqual(got, ["resolved"] * 200)
            except BaseException as fault:
                faults.append(fault)

        async def also():
            for _ in range(30):
                result = await self.aresolve(CID, dns)
                self.assertEqual(result.status, "resolved")

        threads = [threading.Thread(target=work, args=[i]) for i in range(8)]
        for thread in threads:
            thread.start()
        asyncio.run(also())
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_fork(self):
        """A child can free what it inherits, and use a database of its own; what
        it inherits it cannot use.
        """
        dns = self.make()
        many = ddds.resolve_many([CID] * 100, dns, in_flight=10,
                                 deadline=None)
        next(many)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for use in (lambda: self.resolve(CID, dns),
                            lambda: next(many),
                            lambda: asyncio.run(self.aresolve(CID, dns))):
                    with self.assertRaisesRegex(RuntimeError, "fork"):
                        use()
                own = self.resolve(CID, self.make())
                many.close()
                dns.close()
                if own.status == "resolved":
                    status = 0
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(sum(1 for _ in many), 99)


class Waiting(unittest.TestCase):
    def test_released(self):
        """Other threads run while one waits: one of them answers it."""
        silence = Silence()
        with silence as silent:
            dns = ddds.DNS([silent], timeout=PATIENCE)
            thread = threading.Thread(
                target=lambda: silence.deny(*silence.await_query()))
            thread.start()
            result = ddds.resolve(CID, dns, deadline=PATIENCE)
            thread.join()
            self.assertEqual(result.reason.code, "NO_NAME")

    def test_deadline(self):
        with Silence() as silent:
            dns = ddds.DNS([silent], timeout=PATIENCE)
            result = ddds.resolve(CID, dns, deadline=1)
            self.assertEqual(result.reason.code, "TIMEOUT")

    def test_interrupt(self):
        """Control-C ends resolve() and resolve_many() while they wait."""
        def interrupt(*_):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        for work in (lambda dns: ddds.resolve(CID, dns, deadline=None),
                     lambda dns: list(ddds.resolve_many(
                         itertools.repeat(CID), dns, deadline=None))):
            silence = Silence()
            with silence as silent:
                dns = ddds.DNS([silent], timeout=PATIENCE)
                thread = threading.Thread(target=lambda: (
                    silence.await_query(),
                    os.kill(os.getpid(), signal.SIGALRM)))
                with self.assertRaises(KeyboardInterrupt):
                    thread.start()
                    work(dns)
                thread.join()

    def test_early_end(self):
        """A generator that is closed, or forgotten, takes its queries back."""
        with Silence() as silent:
            dns = ddds.DNS([silent], timeout=PATIENCE)
            many = ddds.resolve_many([CID] * 10, dns)
            many.close()
            many = ddds.resolve_many(["no urn", *[CID] * 10], dns)
            self.assertEqual(next(many).status, "bad_input")
            del dns
            many.close()
            with self.assertRaises(StopIteration):
                next(many)

    def test_paused(self):
        """A loop that has paused between two results refuses another."""
        dns = ddds.DNS(["127.0.0.1:1"])
        loop = asyncio.new_event_loop()
        many = ddds.aresolve_many(["no urn"], dns)
        loop.run_until_complete(anext(many))
        with self.assertRaisesRegex(RuntimeError, "another event loop"):
            asyncio.run(ddds.aresolve("no urn", dns))
        loop.run_until_complete(many.aclose())
        loop.close()
        asyncio.run(ddds.aresolve("no urn", dns))

    def test_left_behind(self):
        """A task of a closed loop that gets its result does not stop the next."""
        with Silence() as silent:
            dns = ddds.DNS([silent], timeout=PATIENCE)
            loop = asyncio.new_event_loop()
            loop.set_exception_handler(lambda *_: None)  # of a lost task
            task = loop.create_task(ddds.aresolve(CID, dns, deadline=0.2))
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()
            result = asyncio.run(asyncio.wait_for(
                ddds.aresolve(CID, dns, deadline=0.4), PATIENCE))
            self.assertEqual(result.reason.code, "TIMEOUT")
            del task

    def test_options(self):
        for options in ({"servers": ["not an address"]}, {"servers": []},
                        {"port": 0}, {"timeout": -1}, {"tries": 0},
                        {"rate": 0}, {"servers": ["a\0b"]},
                        {"buffer_size": 511}, {"buffer_size": 4097},
                        {"servers": "192.0.2.1", "ipv6_only": True}):
            with self.assertRaises(ddds.OptionError, msg=str(options)):
                ddds.DNS(**options)
        with self.assertRaises(TypeError):
            ddds.DNS([7])
        with self.assertRaises(ddds.OptionError):
            ddds.Cache(0)


if __name__ == "__main__":
    unittest.main()
