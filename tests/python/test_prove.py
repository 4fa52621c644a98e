"""prove() beside ddds prove, and beside resolve().

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import TOOL, ZONES, read_json  # noqa: E402

import ddds  # noqa: E402

NUMBERS = ZONES / "numbers.zone"
URNS = "urn:foo:[0-9]{3,4}"


PEPPOL = """
$ORIGIN iso6523-actorid-upis.participant.sml.prod.tech.peppol.org.
yrudm3nqrm76uobzh4griobewmqd4mx574cfdtm75zphrex4ydya 300 NAPTR 100 10 "U" \
"Meta:SMP" "!.*!https://smp.example.com!" .
""".replace("\\\n", "")
# An output with octets that are not UTF-8.
LATIN = r"""
$ORIGIN foo.urn.arpa.
@ 300 NAPTR 10 10 "p" "http+I2L" "!^urn:foo:([0-3])$!\200x\\1!" .
@ 300 NAPTR 20 10 "u" "http+I2L" "!^urn:foo:([4-6])$!https://x/\\1!" .
"""


class Prove(unittest.TestCase):
    def compare(self, path, words=None, that=(), **options):
        """Return the proof of the zone file |path|; it is the tool's."""
        zones = ddds.Zones(path)
        made = ddds.prove(zones, words, that=that, **options)
        if TOOL.exists():
            options = [part for name, value in options.items()
                       for part in (f"--{name}", str(value))]
            that = [part for each in that for part in ("--that", each)]
            [said] = read_json("prove", "--json", "--zone", path, *options,
                               *that, *([words] if words else []))
            self.assertEqual(made.as_dict(), said)
        return made

    def write(self, name, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(os.fsencode(folder.name), name)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        return os.fsdecode(path)

    def test_same_as_tool(self):
        for words, that, options in [
                (URNS, (), {}), (URNS, ("found", "hops <= 3"), {}),
                (None, ("kind uri",), {}),
                ("urn:nothing:[ab]+", ("found",), {}),
                (URNS, (), {"members": 3, "seed": 7}),
                ("urn:nothing:[0-9]{30}", (), {}),
                ("urn:foo:(((a{50}){50}){50})", (), {"members": 1})]:
            self.compare(NUMBERS, words, that, **options)

    def test_hashed(self):
        """Of many inputs, those with one hash are a class without members."""
        made = self.compare(
            self.write(b"smp.zone", PEPPOL),
            "iso6523-actorid-upis::0208:[0-9]{10}", app="peppol", members=1)
        [rest, keyed] = made.classes
        self.assertIsNone(rest.key)
        self.assertIsNotNone(rest.witness)
        self.assertTrue(keyed.key.startswith("yrudm3nqrm76"))
        self.assertIsNone(keyed.witness)
        self.assertIsNone(keyed.count)
        self.assertEqual(keyed.members, ())

    def test_octets(self):
        """Octets that are not UTF-8 are surrogates, and JSON has their hex."""
        made = self.compare(self.write(b"n\xff.zone", LATIN), "urn:foo:[0-6]",
                            ["only below \udcff.example", "uri https://x/*"])
        [first, second] = made.classes
        self.assertEqual(first.output, "\udcc8x\\1")
        self.assertEqual(second.output, "https://x/\\1")
        self.assertTrue(first.path[0].file.endswith("n\udcff.zone"))
        [below, uri] = made.properties
        self.assertEqual(below.property, "only below \udcff.example")
        self.assertIn("n\udcff.zone", uri.because)
        said = made.as_dict()
        self.assertIsNone(said["classes"][0]["output"])
        self.assertEqual(said["classes"][0]["output_hex"], "c8785c31")
        self.assertEqual(said["properties"][0]["property_hex"],
                         b"only below \xff.example".hex())
        self.assertIn(b"n\xff.zone".hex(), said["properties"][1]["because_hex"])
        self.assertIsInstance(hash(made), int)

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
