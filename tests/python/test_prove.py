"""prove() beside ddds prove, and beside resolve().

SPDX-License-Identifier: MIT
"""
import pathlib
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import TOOL, ZONES, read_json  # noqa: E402

import ddds  # noqa: E402

NUMBERS = ZONES / "numbers.zone"
URNS = "urn:foo:[0-9]{3,4}"


def as_tool(made):
    """A dictionary of Proof.as_dict() as the tool prints it."""
    for each in made["classes"]:
        each["path"] = list(each["path"])
        if not each["members"]:
            del each["members"]
        else:
            each["members"] = list(each["members"])
    return {name: list(value) if isinstance(value, tuple) else value
            for name, value in made.items()}


class Prove(unittest.TestCase):
    @unittest.skipUnless(TOOL.exists(), "the tool is not built")
    def test_same_as_tool(self):
        cases = [
            (URNS, (), {}), (URNS, ("found", "hops <= 3"), {}),
            (None, ("kind uri",), {}), ("urn:nothing:[ab]+", ("found",), {}),
            (URNS, (), {"members": 3, "seed": 7}),
        ]
        for words, that, options in cases:
            made = ddds.prove(ddds.Zones(NUMBERS), words, that=that, **options)
            options = [part for name, value in options.items()
                       for part in (f"--{name}", str(value))]
            that = [part for each in that for part in ("--that", each)]
            [said] = read_json("prove", "--json", "--zone", NUMBERS, *options,
                               *that, *([words] if words else []))
            self.assertEqual(as_tool(made.as_dict()), said)

    def test_members_resolve(self):
        zones = ddds.Zones(NUMBERS)
        proof = ddds.prove(zones, URNS, members=20)
        self.assertEqual(proof.inputs, 11000)
        self.assertEqual(sum(each.count for each in proof.classes), 11000)
        for each in proof.classes:
            for member in (each.witness, *each.members):
                result = ddds.resolve(member, zones)
                self.assertEqual(each.status, result.status, member)
                self.assertEqual(each.reason,
                                 result.reason and result.reason.code)

    def test_refuted(self):
        zones = ddds.Zones(NUMBERS)
        [found, kind] = ddds.prove(zones, "urn:nothing:[0-9]",
                                   that=["found", "not LOOP"]).properties
        self.assertIn(found.verdict, ("refuted", "unknown"))
        self.assertEqual(found.witness, "urn:nothing:0")
        self.assertEqual(found.inputs, 10)
        self.assertEqual(kind.property, "not LOOP")

    def test_large_counts(self):
        proof = ddds.prove(ddds.Zones(NUMBERS), "urn:nothing:[0-9]{30}")
        self.assertEqual(proof.inputs, 10 ** 30)
        self.assertIsNone(ddds.prove(ddds.Zones(NUMBERS), "urn:x:a+").inputs)

    def test_errors(self):
        zones = ddds.Zones(NUMBERS)
        with self.assertRaises(ddds.ParseError) as raised:
            ddds.prove(zones, "urn:foo:(")
        self.assertIsInstance(raised.exception.offset, int)
        for options, error in [({"that": "nix"}, ddds.ParseError),
                               ({"that": [1]}, TypeError),
                               ({"app": "nix"}, ddds.OptionError),
                               ({"trace": True}, ddds.OptionError),
                               ({"on_step": print}, ddds.OptionError),
                               ({"near": "a.example"}, ddds.OptionError),
                               ({"members": -1}, ddds.OptionError),
                               ({"max_states": 0}, ddds.OptionError),
                               ({"nix": 1}, TypeError)]:
            with self.assertRaises(error, msg=str(options)):
                ddds.prove(zones, URNS, **options)
        with self.assertRaises(ddds.OptionError):  # no first key is in the zone
            ddds.prove(zones, app="enum", that="found")
        with self.assertRaises(TypeError):
            ddds.prove(ddds.DNS(["127.0.0.1"]), URNS)

    def test_threads(self):
        """Threads may prove with the same zones."""
        zones = ddds.Zones(NUMBERS)
        alone = ddds.prove(zones, URNS, that="found")
        proofs = []
        threads = [threading.Thread(target=lambda: proofs.append(
            ddds.prove(zones, URNS, that="found"))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(proofs, [alone] * 4)


if __name__ == "__main__":
    unittest.main()
