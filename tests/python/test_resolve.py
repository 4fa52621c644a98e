"""resolve() and resolve_many() on zones in memory, beside the tool.

SPDX-License-Identifier: MIT
"""
import copy
import dataclasses
import json
import operator
import pathlib
import pickle
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import TOOL, TOP, ZONES, read_json, run_tool  # noqa: E402

import ddds  # noqa: E402

# Zone files, inputs and options; the same options for the tool.
CASES = [
    ("urn.arpa example.com", ["urn:cid:199606121851.1@bar.example.com"],
     {"service": "N2C", "protocol": "z3950"}),
    ("urn.arpa example.com", ["urn:cid:199606121851.1@bar.example.com"],
     {"all": True}),
    ("urn.arpa example.com", ["urn:cid:199606121851.1@bar.example.com"],
     {"addresses": False}),
    ("first", ["urn:first:1", "urn:first:two", "urn:second:3", "urn:first:2"],
     {"service": ["I2L", "I2R"]}),
    ("first", ["urn:first:1?=a=b", "urn:first:1?=a"], {"no_q": True}),
    ("first", ["urn:first:a%ff", "urn:first:%20", "", "no urn", "urn:first:",
               "\u00fcrn:first:1", "urn:first:\u00fc"], {}),
    ("first", ["urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
               "urn:uuid:018f0000-0000-7000-8000-000000000000",
               "urn:uuid:00000000-0000-0000-0000-000000000000"], {}),
    ("radius", ["user@edu.roam.example", "many.roam.example",
                "dead.roam.example", "hostile.roam.example",
                "alike.roam.example"],
     {"app": "radius", "service": "x-eduroam", "seed": 7, "all": True}),
    ("radius", ["user@usual.roam.example", "no.roam.example"],
     {"app": "radius", "own_hosts": ["tls1.edu.roam.example"]}),
    ("../conformance/3gpp-near/omec",
     ["apn:apn1@310-123", "apn:apn2@310-123", "apn:internet", "tai:1"],
     {"app": "3gpp", "seed": 1, "near": ["gw04.edgea.nodes.3gppnetwork.org",
                                         "gw9.east.nodes.3gppnetwork.org"]}),
    # URI records (RFC 7553), and answers that are no data.
    ("../conformance/rfc7553-flag-d/d",
     ["many.example", "some.example", "none.example", "gone.example"],
     {"app": "u-naptr", "seed": 1}),
    ("../conformance/rfc6672-2.2-yxdomain/zone", ["urn:long:1"], {}),
    ("../conformance/query-aliases/aliases", ["round.example", "c2.example"],
     {"app": "s-naptr"}),
]


def to_words(options):
    """The options of the tool for those of Python."""
    words = []
    for name, value in options.items():
        if name == "addresses":
            words.append("--no-addresses")
        elif value is True:
            words.append("--" + name.replace("_", "-"))
        else:
            value = value if isinstance(value, (str, int)) else ",".join(value)
            words += ["--" + name.replace("_", "-").replace("own-hosts",
                                                            "own-host"),
                      str(value)]
    return words


def plain(result):
    """Without the tool's own hints for inputs that are not accepted."""
    if result["status"] == "bad_input":
        result = {**result, "reason": result["reason"]["code"]}
    return result


def load(names):
    return ddds.Zones(*(ZONES / f"{name}.zone" for name in names.split()))


class Resolve(unittest.TestCase):
    @unittest.skipUnless(TOOL.exists(), "the tool is not built")
    def test_same_as_tool(self):
        """as_dict() is what the tool prints with --json."""
        for names, inputs, options in CASES:
            sources = [word for name in names.split()
                       for word in ("--zone", str(ZONES / f"{name}.zone"))]
            for trace in (True, False):
                expected = read_json(
                    "trace" if trace else "resolve", "--json", "-0f", "-",
                    *sources, *to_words(options), stdin="\0".join(inputs))
                zones = load(names)
                many = [result.as_dict() for result in
                        ddds.resolve_many(inputs, zones, trace=trace,
                                          **options)]
                self.assertEqual(len(many), len(inputs))
                expected = [one for one in expected if one["input"]]
                self.assertEqual(
                    [plain(one) for one in many if one["input"]],
                    [plain(one) for one in expected])
                lines = list(ddds.resolve_lines(inputs, zones, trace=trace,
                                                **options))
                self.assertEqual([json.loads(line) for line in lines], many)
                for text, one in zip(inputs, many):
                    self.assertEqual(ddds.resolve(
                        text, zones, trace=trace, **options).as_dict(), one)

    @unittest.skipUnless(TOOL.exists(), "the tool is not built")
    def test_lines(self):
        """They are the octets that the tool prints."""
        inputs = ["urn:first:1", "urn:other:1", "urn:first:\u202e\U0001f600",
                  "urn:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "http://x.example"]
        printed = run_tool("trace", "--json", "--zone",
                           ZONES / "first.zone",
                           *inputs)
        lines = list(ddds.resolve_lines(inputs, load("first"), trace=True))
        self.assertEqual([line.encode() for line in lines],
                         printed.encode().splitlines())

    def test_lines_of_strange_inputs(self):
        """Inputs that C cannot be given have lines like all others."""
        inputs = ["urn:first:1", "a\0b", "\ud800", b"\xff", "urn:first:2"]
        lines = list(ddds.resolve_lines(inputs, load("first")))
        self.assertEqual([json.loads(line) for line in lines],
                         [one.as_dict() for one in
                          ddds.resolve_many(inputs, load("first"))])
        self.assertEqual({tuple(name for name in json.loads(line)
                                if name != "input_hex") for line in lines},
                         {("schema", "input", "app", "urn", "status", "reason",
                           "results", "trace", "queries", "note")})
        with self.assertRaises(TypeError):
            ddds.resolve_lines([], load("first"), nonsense=1)

    def test_lines_of_refused_inputs(self):
        """They are as long as their inputs, even before all others."""
        for inputs in (["urn:"], ["urn:" + "\\" * 9000, "urn:first:1"],
                       ["urn:first:1", "\u202e" * 5000, "urn:first:2"]):
            lines = list(ddds.resolve_lines(inputs, load("first")))
            self.assertEqual([json.loads(line) for line in lines],
                             [one.as_dict() for one in
                              ddds.resolve_many(inputs, load("first"))])
            self.assertEqual([json.loads(line)["input"] for line in lines],
                             inputs)

    def test_schema(self):
        try:
            import schemas
        except ImportError:
            self.skipTest("python3-jsonschema is missing")
        for names, inputs, options in CASES:
            for result in ddds.resolve_many(inputs, load(names), trace=True,
                                            **options):
                schemas.validate("resolve", result.as_dict())

    def test_schema_has_the_members(self):
        """Those of each record, and which of them are always present."""
        schema = json.loads((TOP / "fixtures/schema/resolve.json").read_text())
        parts = schema["definitions"]
        step = parts["step"]["properties"]
        answer = step["answer"]["oneOf"][1]
        for record, part in (
                (ddds.Reason, schema["properties"]["reason"]["oneOf"][1]),
                (ddds.Outcome, parts["result"]), (ddds.Near, parts["near"]),
                (ddds.Endpoint, parts["endpoint"]),
                (ddds.URITarget, parts["uris"]["items"]),
                (ddds.UUIDFields, parts["uuid"]), (ddds.Step, parts["step"]),
                (ddds.Query, step["query"]), (ddds.Answer, answer),
                (ddds.Server,
                 answer["properties"]["servers"]["oneOf"][1]["items"]),
                (ddds.Rule, parts["rule"])):
            names = {name for name in part["properties"]
                     if not name.endswith("_hex")}
            self.assertEqual({name for name, _ in record._members}, names)
            self.assertEqual(set(record.__match_args__), names)
            self.assertEqual([name for name, is_ever in record._members
                              if is_ever], part["required"], record)

    def test_record(self):
        """A result is a frozen dataclass in every way."""
        result = ddds.resolve("urn:first:1", load("first"))
        self.assertTrue(dataclasses.is_dataclass(result))
        with self.assertRaises(dataclasses.FrozenInstanceError):
            result.status = "changed"
        with self.assertRaises(dataclasses.FrozenInstanceError):
            del result.status
        for same in (copy.copy(result), copy.deepcopy(result),
                     pickle.loads(pickle.dumps(result)),
                     dataclasses.replace(result)):
            self.assertEqual(same, result)
            self.assertEqual(hash(same), hash(result))
            self.assertEqual(same.trace, result.trace)
            self.assertEqual(str(same.urn), str(result.urn))
        # The trace does not count, and there is no order.
        short = dataclasses.replace(result, trace=None)
        self.assertTrue(short == result and not short != result)
        self.assertEqual(hash(short), hash(result))
        for compare in (operator.lt, operator.le, operator.gt, operator.ge):
            with self.assertRaises(TypeError):
                compare(short, result)
        changed = dataclasses.replace(result, status="other")
        self.assertNotEqual(changed, result)
        self.assertEqual(changed.status, "other")
        self.assertEqual(dataclasses.asdict(result)["outcomes"][0]["kind"],
                         "uri")
        self.assertIn("Result(input='urn:first:1', app='urn'", repr(result))
        endpoint = ddds.Endpoint("a.example", port=1, priority=None,
                                 weight=None, addresses=())
        self.assertEqual(endpoint.host, "a.example")
        with self.assertRaises(TypeError):
            ddds.Endpoint("a.example")
        match result:
            case ddds.Result(status="resolved", outcomes=(outcome,)):
                self.assertEqual(outcome.output, "http://www.example.com/1")
            case _:
                self.fail("no match")


if __name__ == "__main__":
    unittest.main()
