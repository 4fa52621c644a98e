"""ddds.dask: a scheduler and three worker processes on loopback, beside NSD and
Unbound; one worker is killed in the middle.

MILLION=1 in the environment resolves a million URNs instead of 100,000, and
the rate at the server is printed.

SPDX-License-Identifier: MIT
"""
import collections
import contextlib
import importlib.machinery
import json
import operator
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import PATIENCE, TOP, ZONES  # noqa: E402

import ddds  # noqa: E402

sys.path.insert(0, str(TOP / "tests"))
import servers  # noqa: E402

# Dask and what it uses are not free of warnings.
warnings.simplefilter("ignore")
try:
    import dask.bag
    import distributed
    import ddds.dask
except ImportError as error:
    print(f"skipped: the Python module {error.name} is missing")
    sys.exit(77)

COUNT = 1_000_000 if os.environ.get("MILLION") else 20_000
KEYS = 500
# Of so many URNs one needs a query of its own: the server is asked all the time.
OWN_QUERY = 10


def write_zone(path):
    """Namespaces that need one query, two, and one for each name."""
    keys = "".join(
        f'k{n} NAPTR 100 10 "u" "http+I2L"'
        f' "!^urn:big:(.*)$!http://www.example.com/{n}/\\\\1!" .\n'
        for n in range(KEYS))
    path.write_text(
        '$ORIGIN urn.arpa.\n$TTL 3600\n'
        '@ SOA ns.example. hostmaster.example. 1 3600 600 86400 60\n'
        '@ NS ns.example.\n'
        'big NAPTR 100 10 "" "" "!^urn:big:[0-9]+-([0-9]+)$!k\\\\1.urn.arpa!" .\n'
        '*.many NAPTR 100 10 "u" "http+I2L" "!^.*$!http://m.example/!" .\n'
        'many NAPTR 100 10 "" "" "!^urn:many:(.*)$!\\\\1.many.urn.arpa!" .\n'
        + keys)


def make_urn(number):
    if number % OWN_QUERY == OWN_QUERY - 1:
        return f"urn:many:{number}"
    return f"urn:big:{number}-{number % KEYS}"


def make_uri(number):
    if number % OWN_QUERY == OWN_QUERY - 1:
        return "http://m.example/"
    return f"http://www.example.com/{number % KEYS}/{number}-{number % KEYS}"


class Counting(servers.Unbound):
    """An Unbound that says how many queries it was asked."""

    def configuration(self):
        return super().configuration().replace(
            "control-enable: no",
            f"control-enable: yes\n    control-use-cert: no\n"
            f"    control-interface: {self.folder}/control")

    def count(self):
        said = subprocess.run(
            [servers.find("unbound-control"), "-c", self.config,
             "stats_noreset"], capture_output=True, text=True,
            timeout=PATIENCE)
        return int(re.search(r"^total.num.queries=(\d+)", said.stdout, re.M)[1])


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not servers.find("nsd") or not servers.find("unbound"):
            raise unittest.SkipTest("nsd or unbound is missing")
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        cls.folder = pathlib.Path(stack.enter_context(
            tempfile.TemporaryDirectory()))
        cls.zone = cls.folder / "urn.arpa.zone"
        write_zone(cls.zone)
        nsd = stack.enter_context(
            servers.Nsd(cls.folder / "nsd", {"urn.arpa": cls.zone}))
        cls.counter = servers.Counter(nsd.port)
        unbound = cls.unbound = stack.enter_context(Counting(
            cls.folder / "unbound", nsd))
        cls.source = ddds.dask.dns(f"127.0.0.1:{unbound.port}")
        dask.config.set({"distributed.scheduler.allowed-failures": 10,
                         "distributed.worker.daemon": False})
        # Dask gives its workers five seconds to end, and then kills them.
        stack.enter_context(contextlib.suppress(TimeoutError))
        cls.cluster = stack.enter_context(distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True,
            dashboard_address=None, host="127.0.0.1",
            local_directory=str(cls.folder / "dask")))
        cls.client = stack.enter_context(distributed.Client(cls.cluster))

    def kill_a_worker(self, folder):
        """Kill one worker once the work is under way."""
        end = time.monotonic() + PATIENCE
        while len(list(folder.glob("*.jsonl"))) < 2:
            if time.monotonic() > end:
                raise RuntimeError("waited for two files of results")
            time.sleep(0.01)
        pids = self.client.run(os.getpid)
        os.kill(next(iter(pids.values())), signal.SIGKILL)

    def test_a_worker_is_killed(self):
        """Every input is answered exactly once, in order."""
        folder = self.folder / "results"
        folder.mkdir()
        results = ddds.dask.resolve(map(make_urn, range(COUNT)), self.source,
                                    partition_size=COUNT // 50)
        said = []
        killer = threading.Thread(target=self.kill_a_worker, args=(folder,),
                                  daemon=True)
        killer.start()
        asked, begin = self.unbound.count(), time.monotonic()
        paths = ddds.dask.write_json_lines(results, folder,
                                           progress=said.append)
        killer.join()
        seconds = time.monotonic() - begin
        asked = self.unbound.count() - asked
        print(f"{COUNT} inputs in {seconds:.1f} s, {COUNT / seconds:.0f} a second;"
              f" {asked} queries at the server, {asked / seconds:.0f} a second")
        self.assertGreaterEqual(asked, COUNT // OWN_QUERY)
        self.assertEqual(len(paths), 50)
        self.assertEqual(said[-1], f"50 of 50 partitions, {COUNT} lines")
        number = 0
        for path in paths:
            with open(path, encoding="ascii") as lines:
                for line in lines:
                    result = json.loads(line)
                    self.assertEqual(result["input"], make_urn(number))
                    self.assertEqual(result["results"][0]["uri"],
                                     make_uri(number))
                    number += 1
        self.assertEqual(number, COUNT)
        self.assertEqual(list(folder.glob("*.tmp")), [])

    def test_resume(self):
        folder = self.folder / "resumed"
        bag = ddds.dask.resolve(map(make_urn, range(100)), self.source,
                                partition_size=10)
        paths = ddds.dask.write_json_lines(bag, folder)
        pathlib.Path(paths[3]).unlink()
        said = []
        again = ddds.dask.write_json_lines(bag, folder, resume=True,
                                           progress=said.append)
        self.assertEqual(again, paths)
        self.assertEqual(said, ["1 of 1 partitions, 10 lines"])
        self.assertTrue(pathlib.Path(paths[3]).exists())

    def test_limit(self):
        """The rate at the server stays below the limit, whoever asks."""
        source = ddds.dask.dns(f"127.0.0.1:{self.counter.port}",
                               recurse=False, cache=False)
        inputs = [f"urn:many:{n}" for n in range(300)]
        bag = ddds.dask.resolve(inputs, source, partition_size=50,
                                limit=ddds.dask.Limit(150, slots=3))
        self.counter.asked.clear()
        begin = time.monotonic()
        results = bag.compute()
        elapsed = time.monotonic() - begin
        self.assertEqual([r.input for r in results], inputs)
        self.assertEqual({r.status for r in results}, {"resolved"})
        asked = len(self.counter.asked)
        self.assertGreaterEqual(asked, 600)
        # A slow machine asks more slowly; each thread may begin at once.
        self.assertLessEqual(asked, 150 * elapsed + 6)

    def test_limit_needs_a_client(self):
        with self.assertRaisesRegex(ddds.OptionError, "zone files"):
            ddds.dask.resolve([], ddds.dask.zones(self.zone),
                              limit=ddds.dask.Limit(1))
        with self.assertRaisesRegex(ddds.OptionError, "at least 1"):
            ddds.dask.Limit(0)

    def test_lines(self):
        source = ddds.dask.zones(self.zone)
        urns = [make_urn(n) for n in range(20)] + ["none"]
        paths = [ddds.dask.write_json_lines(each(urns, source),
                                            self.folder / each.__name__)[0]
                 for each in (ddds.dask.resolve, ddds.dask.resolve_lines)]
        ours, lines = [[json.loads(line) for line in open(path)]
                       for path in paths]
        self.assertEqual(ours, lines)
        self.assertEqual(len(lines), 21)

    def test_zones_and_bags(self):
        source = ddds.dask.zones(self.zone)
        bag = dask.bag.from_sequence(map(make_urn, range(1000)), npartitions=7)
        counts = collections.Counter(
            ddds.dask.resolve(bag, source)
            .map(operator.attrgetter("status")).compute())
        self.assertEqual(counts, {"resolved": 1000})

    def test_frames(self):
        try:
            import dask.dataframe
            import pandas
        except ImportError as error:
            self.skipTest(f"the Python module {error.name} is missing")
        frame = dask.dataframe.from_pandas(
            pandas.DataFrame({"id": range(100),
                              "urn": [make_urn(n) for n in range(99)]
                              + ["urn:none:1"]}), npartitions=4)
        made = ddds.dask.resolve_frame(frame, "urn",
                                       ddds.dask.zones(self.zone)).compute()
        self.assertEqual(list(made.columns),
                         ["id", "urn", *ddds.dask.COLUMNS])
        self.assertEqual(made["uri"].iloc[7],
                         "http://www.example.com/7/7-7")
        self.assertEqual(made["ttl"].iloc[7], 3600)
        self.assertEqual(list(made.iloc[99])[2:4], ["not_found", "NO_NAME"])
        with self.assertRaisesRegex(ddds.OptionError, "rename"):
            ddds.dask.resolve_frame(made, "urn", ddds.dask.zones(self.zone))

    def test_check(self):
        bad = self.folder / "bad.zone"
        bad.write_text('$ORIGIN e164.arpa.\n$TTL 300\n'
                       '1 NAPTR 9 1 "u" "E2U+sip" "!^(.*)$!sip:\\1@a.example!" .\n')
        findings = ddds.dask.check([str(bad), str(self.zone)]).compute()
        self.assertIn("L101", {finding.code for finding in findings})
        paths = ddds.dask.write_json_lines(ddds.dask.check([str(bad)]),
                                           self.folder / "findings")
        with open(paths[0], encoding="ascii") as lines:
            self.assertIn("L101", {json.loads(line)["code"] for line in lines})

    def test_mistakes_are_found_at_once(self):
        with self.assertRaises(ddds.OptionError):
            ddds.dask.dns("not an address!")
        with self.assertRaises(ddds.OptionError):
            ddds.dask.zones()
        with self.assertRaises(ddds.OptionError):
            ddds.dask.resolve([], self.source, app="nonsense")
        with self.assertRaises(TypeError):
            ddds.dask.resolve([], self.source, nonsense=1)


def make_stub():
    """What write_parquet uses of pyarrow, which Debian does not have: a table is
    checked against its schema, and written as JSON."""
    kinds = {"string": str, "int64": int}

    def from_pydict(columns, schema):
        if list(columns) != [name for name, _ in schema]:
            raise ValueError("the columns are not those of the schema")
        for name, kind in schema:
            if any(value is not None and type(value) is not kinds[kind]
                   for value in columns[name]):
                raise TypeError(f"the column {name} is not of {kind}")
        return columns

    stub = types.ModuleType("pyarrow")
    stub.__spec__ = importlib.machinery.ModuleSpec("pyarrow", None)
    stub.string = lambda: "string"
    stub.int64 = lambda: "int64"
    stub.schema = list
    stub.Table = types.SimpleNamespace(from_pydict=from_pydict)
    stub.parquet = types.ModuleType("pyarrow.parquet")
    stub.parquet.write_table = lambda table, path: pathlib.Path(
        path).write_text(json.dumps(table))
    return stub


@contextlib.contextmanager
def engine():
    """Yield what reads a Parquet file: the columns, and the values of each."""
    try:
        import pyarrow.parquet
        yield lambda path: pyarrow.parquet.read_table(path).to_pydict()
    except ImportError:
        stub = make_stub()
        with unittest.mock.patch.dict(sys.modules, {
                "pyarrow": stub, "pyarrow.parquet": stub.parquet}):
            yield lambda path: json.loads(pathlib.Path(path).read_text())


class Alone(unittest.TestCase):
    """Without a cluster: the threads of this process."""

    def test_resolve(self):
        bag = ddds.dask.resolve(["urn:foo:1", "urn:none:1", "none"],
                                ddds.dask.zones(ZONES / "urn.arpa.zone"))
        self.assertEqual([r.status for r in bag.compute(scheduler="threads")],
                         ["not_found", "not_found", "bad_input"])

    def test_alone(self):
        """A string is not a list of its characters."""
        zones = ddds.dask.zones(ZONES / "first.zone")
        for function, words in ((ddds.dask.resolve, ("urn:first:1", zones)),
                                (ddds.dask.resolve_lines, (b"urn", zones)),
                                (ddds.dask.check, ("a.zone",))):
            with self.assertRaisesRegex(TypeError, "in a list"):
                function(*words)

    def test_options(self):
        """Lists and iterators can be used more than once."""
        zones = ddds.dask.zones(ZONES / "first.zone")
        for function in (ddds.dask.resolve, ddds.dask.resolve_lines):
            one, other = (function(["urn:first:1", "urn:first:2"], zones,
                                   partition_size=1, service=service
                                   ).compute(scheduler="threads")
                          for service in (["I2R"], iter(["I2R"])))
            self.assertEqual(one, other)
        bad = str(ZONES.parent / "lint/L101.zone")
        one, other = (ddds.dask.check([bad, bad], ignore=ignore).compute(
            scheduler="threads") for ignore in (["L101"], iter(["L101"])))
        self.assertEqual(one, other)
        hash(ddds.dask.dns("127.0.0.1", trust_anchors=[]))

    def test_earlier_run(self):
        """Its partitions are not mixed with those of another."""
        zones = ddds.dask.zones(ZONES / "first.zone")
        three, one = (ddds.dask.resolve(["urn:first:1"] * 3, zones,
                                        partition_size=size) for size in (1, 3))
        with tempfile.TemporaryDirectory() as folder, \
                dask.config.set(scheduler="threads"):
            paths = ddds.dask.write_json_lines(three, folder)
            for bag, resume in ((three, False), (one, False), (one, True)):
                with self.assertRaisesRegex(ddds.OptionError, "earlier run"):
                    ddds.dask.write_json_lines(bag, folder, resume=resume)
            self.assertEqual(
                ddds.dask.write_json_lines(three, folder, resume=True), paths)

    def test_parquet(self):
        """With pyarrow, or what stands for it where it is missing."""
        bag = ddds.dask.resolve(["urn:foo:1", "none", b"urn:foo:\xff"],
                                ddds.dask.zones(ZONES / "urn.arpa.zone"),
                                partition_size=2)
        with tempfile.TemporaryDirectory() as folder, engine() as read, \
                dask.config.set(scheduler="threads"):
            said = []
            paths = ddds.dask.write_parquet(bag, folder, progress=said.append)
            self.assertEqual([pathlib.Path(path).name for path in paths],
                             ["part-00000.parquet", "part-00001.parquet"])
            self.assertEqual(said[-1], "2 of 2 partitions, 3 rows")
            columns = read(paths[0])
            self.assertEqual(list(columns), list(ddds.dask.RESULT_COLUMNS))
            self.assertEqual(columns["status"], ["not_found", "bad_input"])
            self.assertEqual(columns["reason"][1], "BAD_INPUT")
            self.assertEqual(columns["ttl"], [None, None])
            self.assertEqual(json.loads(columns["json"][1])["input"], "none")
            self.assertEqual(read(paths[1])["input"], [None])
            self.assertEqual(list(pathlib.Path(folder).glob("*.tmp")), [])
            bad = pathlib.Path(folder, "zone")
            bad.write_text('a.example. 9 NAPTR 9 1 "u" "E2U+sip" "!" .\n')
            columns = read(ddds.dask.write_parquet(
                ddds.dask.check([str(bad)]), pathlib.Path(folder, "found"))[0])
            self.assertEqual(list(columns), list(ddds.dask.FINDING_COLUMNS))
            self.assertEqual(columns["file"][0], str(bad))
            self.assertEqual(json.loads(columns["json"][0])["code"],
                             columns["code"][0])

    def test_parquet_missing(self):
        with unittest.mock.patch("importlib.util.find_spec",
                                 return_value=None):
            with self.assertRaisesRegex(ddds.OptionError, "pyarrow"):
                ddds.dask.write_parquet(None, ".")

    def test_limit(self):
        with self.assertRaisesRegex(ddds.OptionError, "distributed.Client"):
            ddds.dask.resolve([], ddds.dask.dns("127.0.0.1"),
                              limit=ddds.dask.Limit(1))


if __name__ == "__main__":
    unittest.main()
