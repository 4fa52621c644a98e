"""Strange inputs, wrong arguments, and inputs that raise.

SPDX-License-Identifier: MIT
"""
import asyncio
import gc
import importlib.metadata
import pathlib
import pickle
import subprocess
import sys
import threading
import unittest
import weakref

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import ZONES  # noqa: E402

import ddds  # noqa: E402

GOOD = "urn:first:1"
BAD = ["", "\0", "urn:first:\0", "\ud800", "a" * 100000, "urn:first:" + "a" * 9000,
       b"\xff", "\n", "urn:"]


class Inputs(unittest.TestCase):
    def setUp(self):
        self.zones = ddds.Zones(ZONES / "first.zone")

    def test_strange(self):
        """They have results, and disturb no others."""
        for ordered in (False, True):
            inputs = [one for bad in BAD for one in (GOOD, bad)]
            results = list(ddds.resolve_many(inputs, self.zones,
                                             ordered=ordered))
            self.assertEqual(len(results), len(inputs))
            self.assertEqual(sum(one.status == "resolved" for one in results),
                             len(BAD))
            for one in results:
                self.assertIn(one.status, ("resolved", "bad_input"))
        self.assertEqual([one.input for one in results[1::2]],
                         [bad if isinstance(bad, str) else "\udcff"
                          for bad in BAD])
        for bad in BAD:
            self.assertEqual(ddds.resolve(bad, self.zones).status,
                             "bad_input")
        self.assertEqual(ddds.resolve(b"\xff", self.zones).input, "\udcff")
        self.assertEqual(ddds.resolve(b"\xff", self.zones).as_dict()
                         ["input_hex"], "ff")

    def test_raised(self):
        """Results of the inputs before an exception come first."""
        def read():
            for i in range(1000):
                yield f"urn:first:{i}"
            raise ZeroDivisionError

        for width in (1, 3, 512, 5000):
            got = []
            with self.assertRaises(ZeroDivisionError):
                for one in ddds.resolve_many(read(), self.zones,
                                             in_flight=width):
                    got.append(one.input)
            self.assertEqual(got, [f"urn:first:{i}" for i in range(1000)])
        with self.assertRaises(TypeError):
            list(ddds.resolve_many([GOOD, 7], self.zones))
        with self.assertRaises(TypeError):
            list(ddds.resolve_many(7, self.zones))

    def test_alike(self):
        """Results that are alike are written shorter, and are the same."""
        zones = ddds.Zones()
        zones.load_text("".join(
            f'{name} {ttl} NAPTR 1 1 "u" "{services}" "!^.*:(.*)$!{uri}!" .\n'
            for name, ttl, services, uri in (
                ("aa", 60, "I2L", "http://a/\\\\1"),
                ("bb", 60, "I2L", "http://b/\\\\1"),
                ("cc", 90, "I2L", "http://c/\\\\1"),
                ("dd", 60, "http+I2R", "http://d/\\\\1"),
                ("ee", 60, "", "http://e/\\\\1"))), origin="urn.arpa.")
        inputs = [f"urn:{name}:{number}" for number in range(20)
                  for name in ("aa", "aa", "bb", "bb", "cc", "cc", "dd", "dd",
                               "ee", "ee", "none")]
        inputs += [f"{one}?=q" for one in inputs[:40]]
        one_by_one = [ddds.resolve(one, zones, trace=False) for one in inputs]
        self.assertEqual(len({(one.outcomes[0].services, one.ttl)
                              for one in one_by_one if one.outcomes}), 4)
        many = list(ddds.resolve_many(inputs, zones))
        self.assertEqual([repr(one) for one in many],
                         [repr(one) for one in one_by_one])
        self.assertEqual(many, one_by_one)

    def test_nul(self):
        """The fields of a rule have the octets of the record."""
        zones = ddds.Zones()
        zones.load_text(r'''aa NAPTR 1 1 "u\\" "\\000" "a\000\\000b" .
bb NAPTR 1 1 "u" "\\000" "" .
''', origin="urn.arpa.")
        for name, fields in (("aa", ("u\\", "\\000", "a\0\\000b")),
                             ("bb", ("u", "\\000", ""))):
            step, = ddds.resolve(f"urn:{name}:1", zones, trace=True).trace
            rule, = step.rules
            self.assertEqual((rule.flags, rule.services, rule.regexp), fields)

    def test_class(self):
        """A string of another class becomes an ordinary one."""
        class Own(str):
            pass

        for text in ("urn:first:1", "urn:first:\xfc", "none"):
            for one in ddds.resolve_many([Own(text)] * 3, self.zones):
                self.assertIs(type(one.input), str)
                self.assertEqual(one.input, text)

    def test_closed(self):
        many = ddds.resolve_many([GOOD] * 5000, self.zones)
        for _ in range(100):
            next(many)
        many.close()
        self.assertEqual(list(many), [])

    def test_endless(self):
        """Inputs are read as they are needed, and results come at once."""
        read = []

        def endless():
            while True:
                read.append(GOOD)
                yield GOOD

        many = ddds.resolve_many(endless(), self.zones, in_flight=64)
        next(many)
        self.assertEqual(len(read), 1)
        for _ in range(10000):
            next(many)
        self.assertLess(len(read), 10001 + 2 * 64)
        many.close()

    def test_misuse(self):
        for options in ({"app": "none"}, {"deadline": 0}, {"max_hops": 0},
                        {"seed": -1}, {"service": "a\0"}, {"in_flight": 0},
                        {"in_flight": 10 ** 9}, {"root": "a..b"},
                        {"max_hops": 2 ** 70}, {"deadline": 10 ** 400},
                        {"seed": 2 ** 70}, {"in_flight": 2 ** 70}):
            with self.assertRaises(ddds.OptionError, msg=str(options)):
                list(ddds.resolve_many([GOOD], self.zones, **options))
        for options, message in (({"app": 7}, "not int$"), ({"service": 7}, ""),
                                 ({"deadline": "x"}, "not str$")):
            with self.assertRaisesRegex(TypeError, message):
                ddds.resolve(GOOD, self.zones, **options)
        for database, type_ in ((None, "NoneType"), ("zone", "str"),
                                (object(), "object")):
            with self.assertRaisesRegex(TypeError, f"not {type_}$"):
                ddds.resolve(GOOD, database)
        with self.assertRaisesRegex(TypeError, "not float$"):
            ddds.resolve(1.5, self.zones)
        for inputs in (None, 7):  # None: a function without "return"
            for many in (ddds.resolve_many, ddds.resolve_lines):
                with self.assertRaises(TypeError):
                    many(inputs, self.zones)
            with self.assertRaises(TypeError):
                asyncio.run(anext(ddds.aresolve_many(inputs, self.zones)))
        for alone in (GOOD, GOOD.encode()):
            for many in (ddds.resolve_many, ddds.resolve_lines):
                with self.assertRaisesRegex(TypeError, "in a list"):
                    many(alone, self.zones)
        for make in (ddds.Database, ddds.Application):
            with self.assertRaises(TypeError):
                make()
        with self.assertRaises(ddds.OptionError):
            self.zones.load(ZONES / "first.zone")
        with self.assertRaises(ddds.OptionError):
            ddds.resolve(GOOD, self.zones)
            self.zones.load(ZONES / "urn.arpa.zone")

    def test_numbers(self):
        """Numbers that C does not have are out of range, too."""
        for make in (ddds.Cache, ddds.uuid6_many, ddds.uuid7_many, ddds.uuid8,
                     lambda one: ddds.DNS("127.0.0.1", port=one),
                     lambda one: ddds.DNS("127.0.0.1", timeout=one),
                     lambda one: ddds.DNS("127.0.0.1", tries=one),
                     lambda one: ddds.prove(self.zones, max_states=one)):
            for number in (-1, 2 ** 70, -2 ** 70, 10 ** 400):
                with self.assertRaises(ddds.OptionError):
                    make(number)
            with self.assertRaises(TypeError):
                make("7")

    def test_zones(self):
        zones = ddds.Zones()
        self.assertEqual(zones.load_text(
            "a NAPTR 1 1 \"u\" \"I2L\" \"!.*!http://a/!\" .\n",
            origin="urn.arpa"), [])
        self.assertEqual(zones.keys(), ["a.urn.arpa"])
        for text in ("a NAPTR 1", "a A 192.0.2.1", b"\0"):
            with self.assertRaises(ddds.Error):
                ddds.Zones().load_text(text)
        with self.assertRaises(ddds.FileError):
            ddds.Zones("/nonexistent/zone")
        with self.assertRaises(ddds.OptionError):
            ddds.Zones("a\0b")
        with self.assertRaises(TypeError):
            ddds.Zones().load_text(7)

    def test_application(self):
        isbn = ddds.Application.open(
            ZONES.parents[1] / "resolver/examples/isbn.app")
        self.assertEqual(isbn.name, "isbn")
        zones = ddds.Zones(ZONES / "isbn.zone")
        result = ddds.resolve("0-451-45052-3", zones, app=isbn)
        self.assertEqual(result.app, "isbn")
        many = ddds.resolve_many(["0-451-45052-3"] * 10, zones, app=isbn)
        next(many)
        del isbn
        gc.collect()
        self.assertEqual([one.status for one in many], [result.status] * 9)
        with self.assertRaises(ddds.ParseError):
            ddds.Application.read("nonsense")


class Shared(unittest.TestCase):
    """What two threads, or a function and its caller, use at the same time."""

    def setUp(self):
        self.zones = ddds.Zones(ZONES / "first.zone")

    def test_iterator(self):
        """One thread at a time uses an iterator; no result is lost."""
        entered, left = threading.Event(), threading.Event()

        def read():
            for number in range(100):
                if number == 50:
                    entered.set()
                    left.wait()
                yield f"urn:first:{number}"

        many = ddds.resolve_many(read(), self.zones)
        got = []
        thread = threading.Thread(target=lambda: got.extend(many))
        thread.start()
        entered.wait()
        try:
            for use in (lambda: next(many), many.close):
                with self.assertRaisesRegex(RuntimeError, "in use"):
                    use()
        finally:
            left.set()
            thread.join()
        self.assertEqual([one.input for one in got],
                         [f"urn:first:{number}" for number in range(100)])

    def test_threads(self):
        """Each result once, or a RuntimeError, however many threads there are."""
        many = ddds.resolve_many((f"urn:first:{i}" for i in range(3000)),
                                 self.zones)
        got = []

        def work():
            while True:
                try:
                    got.append(next(many).input)
                except StopIteration:
                    return
                except RuntimeError:
                    pass

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(got),
                         sorted(f"urn:first:{i}" for i in range(3000)))

    def test_own_inputs(self):
        """Inputs that take results are an error of the inputs."""
        def read():
            for number in range(8):
                yield f"urn:first:{number}"
            next(many)

        many = ddds.resolve_many(read(), self.zones)
        got = []
        with self.assertRaisesRegex(RuntimeError, "its own inputs"):
            for one in many:
                got.append(one.input)
        self.assertEqual(got, [f"urn:first:{number}" for number in range(8)])

    def test_loading(self):
        """Zones that a thread loads cannot be used by another."""
        zones = ddds.Zones()
        text = "".join(f'n{i} NAPTR 1 1 "u" "I2L" "!.*!http://a/!" .\n'
                       for i in range(50000))
        faults = []
        thread = threading.Thread(
            target=zones.load_text, args=[text], kwargs={"origin": "arpa"})
        thread.start()
        while thread.is_alive():
            try:
                zones.keys()
            except RuntimeError as error:
                faults.append(str(error))
        thread.join()
        self.assertLessEqual(set(faults),
                             {"another thread loads a zone into this database"})
        self.assertEqual(len(zones.keys()), 50000)


class Closed(unittest.TestCase):
    """Databases and iterators that are closed."""

    def test_zones(self):
        with ddds.Zones(ZONES / "first.zone") as zones:
            many = ddds.resolve_many([GOOD] * 100, zones)
            next(many)
        for use in (lambda: ddds.resolve(GOOD, zones), zones.keys,
                    lambda: zones.load_text("")):
            with self.assertRaisesRegex(ValueError, "closed"):
                use()
        zones.close()
        self.assertEqual(len(list(many)), 99)  # what is in progress goes on

    def test_dns(self):
        with ddds.DNS(["127.0.0.1:1"], cache=True) as dns:
            many = ddds.resolve_many([GOOD] * 100, dns)
        with self.assertRaisesRegex(ValueError, "closed"):
            ddds.resolve(GOOD, dns)
        with self.assertRaisesRegex(ValueError, "closed"):
            ddds.check_names("a.example", dns)
        many.close()
        dns.close()

    def test_many(self):
        zones = ddds.Zones(ZONES / "first.zone")
        with ddds.resolve_many([GOOD] * 10, zones) as many:
            next(many)
        self.assertEqual(list(many), [])
        many.close()
        self.assertEqual(repr(many), "<ddds.Results, closed>")


class Shown(unittest.TestCase):
    """What people and notebooks see of an object."""

    def test_repr(self):
        zones = ddds.Zones(ZONES / "first.zone")
        zones.load_text("a TXT b", origin="b.example")
        self.assertEqual(repr(zones),
                         f"<ddds.Zones: {ZONES / 'first.zone'}, text>")
        zones.close()
        self.assertEqual(repr(zones), "<ddds.Zones: closed>")
        self.assertEqual(repr(ddds.DNS("127.0.0.1", cache=True)),
                         "<ddds.DNS: 127.0.0.1, cached>")
        self.assertEqual(repr(ddds.Cache(4096)),
                         "<ddds.Cache: at most 4096 octets>")
        self.assertEqual(repr(ddds.Application.read(
            (ZONES.parents[1] / "resolver/examples/isbn.app").read_text())),
            "<ddds.Application: isbn>")
        self.assertEqual(repr(ddds.Expression("!a!b!")),
                         "Expression('!a!b!')")
        many = ddds.resolve_many([GOOD], ddds.Zones(), in_flight=7)
        self.assertEqual(repr(many), "<ddds.Results, 0 of 7 in flight>")

    def test_pickled(self):
        """Public names only; what cannot be sent says so."""
        zones = ddds.Zones(ZONES / "first.zone")
        for one in (ddds.resolve(GOOD, zones), ddds.URN("urn:a0:b"),
                    ddds.check_text("a NAPTR 1 1 u x y z")[0],
                    ddds.OptionError("a")):
            octets = pickle.dumps(one, protocol=0)
            self.assertNotIn(b"cddds._", octets)
            self.assertEqual(repr(pickle.loads(octets)), repr(one))
        for one in (zones, ddds.DNS("127.0.0.1")):
            with self.assertRaisesRegex(TypeError, "create one in each"):
                pickle.dumps(one)

    def test_package(self):
        self.assertEqual(importlib.metadata.version("ddds"), ddds.__version__)
        done = subprocess.run(
            [sys.executable, "-c", "import ddds, sys; print(sorted({'asyncio',"
             " 'json', 'pickle', 'dask'} & set(sys.modules)))"],
            capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "[]\n")


class Order(unittest.TestCase):
    def test_freed(self):
        """Objects in a circle, or freed before those that use them."""
        class Holder:
            pass

        for _ in range(20):
            zones = ddds.Zones(ZONES / "first.zone")
            holder = Holder()
            holder.many = ddds.resolve_many([GOOD] * 100, zones)
            holder.zones = zones
            holder.self = holder
            result = next(holder.many)
            seen = weakref.ref(holder)
            del zones, holder
            gc.collect()
            self.assertIsNone(seen())
            self.assertEqual(result.outcomes[0].kind, "uri")
            self.assertEqual(result.urn.nid, "first")

    def test_at_exit(self):
        """Whatever is left when Python ends."""
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-c", f"""
import ddds
zones = ddds.Zones({str(ZONES / "first.zone")!r})
many = ddds.resolve_many(["{GOOD}"] * 1000, zones)
next(many)
dns = ddds.DNS(["127.0.0.1:9"], cache=True)
open_ = ddds.resolve_many(["{GOOD}"] * 1000, dns, deadline=30)
ddds.uuid6()
import sys
sys.keep = [many, dns, open_]
"""], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_threads(self):
        """Threads share zones that do not change any more."""
        zones = ddds.Zones(ZONES / "first.zone")
        counts = []

        def work():
            counts.append(sum(
                one.outcomes[0].output == f"http://www.example.com/{i}"
                for i, one in enumerate(ddds.resolve_many(
                    (f"urn:first:{i}" for i in range(3000)), zones))))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(counts, [3000] * 8)

    def test_subinterpreter(self):
        """A second interpreter in the process works, or says that it cannot."""
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            self.skipTest("no module for subinterpreters")
        done = subprocess.run([sys.executable, "-c", f"""
import sys
import ddds
import _xxsubinterpreters as interpreters
one = interpreters.create()
try:
    interpreters.run_string(one, '''if True:
        import ddds
        zones = ddds.Zones({str(ZONES / "first.zone")!r})
        assert ddds.resolve("{GOOD}", zones).status == "resolved"
        ''')
except interpreters.RunFailedError as fault:
    assert "ImportError" in str(fault), fault
interpreters.destroy(one)
"""], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
