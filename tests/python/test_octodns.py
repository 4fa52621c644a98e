"""The validator for octoDNS in resolver/examples, with stubs of what it uses of
octoDNS.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import PATIENCE, TOP  # noqa: E402


def stub():
    """The base classes of octodns.zone.validator, as far as they matter."""
    class ValidationReason:
        def __init__(self, reason, records, *, validator_id):
            self.reason, self.records = reason, set(records)
            self.validator_id = validator_id

    class ZoneValidator:
        def __init__(self, id, sets=None):
            self.id, self.sets = id, sets

    for name in ("octodns", "octodns.zone", "octodns.zone.validator"):
        sys.modules[name] = types.ModuleType(name)
    module = sys.modules["octodns.zone.validator"]
    module.ValidationReason, module.ZoneValidator = (ValidationReason,
                                                     ZoneValidator)


try:
    import octodns.zone.validator  # noqa: F401
except ImportError:
    stub()
FOLDER = TOP / "resolver/examples/octodns"
sys.path.insert(0, str(FOLDER))
import octodns_naptr  # noqa: E402


class Value:
    def __init__(self, text):
        self.rdata_text = text


class Record:
    def __init__(self, name, kind, *values):
        self.fqdn, self._type, self.ttl = name, kind, 3600
        self.values = [text and Value(text) for text in values]


class Alias:
    """A record of a type that has one value."""

    def __init__(self, name, kind, text):
        self.fqdn, self._type, self.ttl = name, kind, 3600
        self.value = text and Value(text)


class Zone:
    name, sub_zones = "4.4.e164.arpa.", ()

    def __init__(self, *records, **members):
        self.records = set(records)
        vars(self).update(members)


GOOD = Record("1.4.4.e164.arpa.", "NAPTR",
              '100 10 "u" "E2U+sip" "!^(.*)$!sip:\\\\1@example.com!" .')
BAD = Record("2.4.4.e164.arpa.", "NAPTR",
             '100 10 "u" "E2U+sip" "!^(.*)$!sip:\\1@example.com!" .',
             '100 20 "u" "E2U+sip" "!(!sip:a@example.com!" .')
OTHER = Record("3.4.4.e164.arpa.", "TXT", '"x"')

# Zones of example.com: their records, and "TYPE OWNER CODE" of each finding.
APEX = Record("example.com.", "NAPTR",
              '10 10 "S" "SIP+D2U" "" _sip._udp.example.com.')
SRV = Record("_sip._udp.example.com.", "SRV", "0 0 5060 sip.example.com.")
HOST = Record("sip.example.com.", "A", "192.0.2.1")
NEXT = Record("example.com.", "NAPTR", '10 10 "" "" "" next.example.com.')
WHOLE = {
    "servers": ([APEX, SRV, HOST], []),
    # octoDNS has such values if it is lenient.
    "empty values": ([
        APEX, SRV, Record("sip.example.com.", "AAAA", "2001:db8::1", ""),
        Alias("a.example.com.", "CNAME", None)], []),
    "no servers": ([APEX], ["NAPTR example.com. L504"]),
    "no address": ([APEX, SRV], ["SRV _sip._udp.example.com. L505"]),
    "text only": ([APEX, SRV, Record("sip.example.com.", "TXT", "( x ; y")],
                  ["SRV _sip._udp.example.com. L505"]),
    "an alias of providers":
        ([APEX, SRV, Alias("sip.example.com.", "ALIAS", "a.example.")], []),
    "a type of a provider":
        ([APEX, SRV, Alias("sip.example.com.", "Some/ALIAS", "a.example.")],
         []),
    "an alias": ([APEX, SRV, Alias("sip.example.com.", "CNAME", "a.example.")],
                 ["SRV _sip._udp.example.com. L505"]),
    "an aliased domain": ([
        Record("example.com.", "NAPTR",
               '10 10 "S" "SIP+D2U" "" _sip._udp.a.example.com.'),
        Alias("a.example.com.", "DNAME", "a.example.")], []),
    "own name servers": ([
        APEX, SRV, HOST, Record("example.com.", "NS", "ns.example.com.")], []),
    "delegated": ([
        APEX, Record("_sip._udp.example.com.", "SRV", "0 0 5060 a.b.example.com."),
        Record("b.example.com.", "NS", "ns.example.")], []),
    "next key": ([NEXT, Record("next.example.com.", "NAPTR",
                               APEX.values[0].rdata_text), SRV, HOST], []),
    "no next key": ([NEXT], ["NAPTR example.com. L503"]),
    # A line break is a mistake of its record, and moves no others.
    "line breaks": ([
        NEXT, Record("next.example.com.", "NAPTR",
                     '10 10 "U" "E2U+sip" "!^.*$!sip:x@example.com!\n\n\n" .'),
        Record("other.example.com.", "NAPTR",
               '10 10 "U" "E2U+sip" "!(!sip:x@example.com!" .')],
        ["NAPTR next.example.com. -", "NAPTR other.example.com. L204"]),
    "a NUL, and a surrogate": ([
        Record("example.com.", "NAPTR",
               '10 10 "U" "E2U+sip" "!^.*$!sip:x@example.com!\0\ud800" .')],
        ["NAPTR example.com. -"]),
}


class Validator(unittest.TestCase):
    def test_good(self):
        validator = octodns_naptr.NaptrValidator("naptr")
        self.assertEqual(validator.validate(Zone(GOOD, OTHER)), [])
        self.assertEqual(validator.validate(Zone()), [])

    def test_bad(self):
        validator = octodns_naptr.NaptrValidator("naptr", sets={"strict"})
        reasons = validator.validate(Zone(GOOD, BAD, OTHER))
        self.assertEqual({one for reason in reasons
                          for one in reason.records}, {BAD})
        self.assertEqual({reason.validator_id for reason in reasons}, {"naptr"})
        text = "\n".join(reason.reason for reason in reasons)
        self.assertIn("[L101]", text)
        self.assertIn("better: 2.4.4.e164.arpa. 3600 NAPTR 100 10", text)
        ignoring = octodns_naptr.NaptrValidator("naptr", ignore=["L101"])
        self.assertLess(len(ignoring.validate(Zone(BAD))), len(reasons))
        one = octodns_naptr.NaptrValidator("naptr", ignore="L101")
        self.assertEqual(len(one.validate(Zone(BAD))),
                         len(ignoring.validate(Zone(BAD))))
        for wrong, words in (({"severity": "bogus"}, "severity: 'bogus' is unknown"),
                             ({"ignore": "L999"}, "L999")):
            with self.assertRaisesRegex(ValueError, words):
                octodns_naptr.NaptrValidator("naptr", **wrong)

    def test_whole(self):
        """What is found in a zone is what its clients do not find."""
        validator = octodns_naptr.NaptrValidator("naptr")
        for name, (records, expected) in WHOLE.items():
            with self.subTest(name):
                reasons = validator.validate(Zone(*records, name="example.com."))
                found = []
                for reason in reasons:
                    record, = reason.records
                    code = re.search(r"\[(L\d+)\]", reason.reason)
                    found.append(f"{record._type} {record.fqdn}"
                                 f" {code[1] if code else '-'}")
                    self.assertIn(f'{record._type} record "{record.fqdn}": ',
                                  reason.reason)
                self.assertEqual(sorted(set(found)), expected,
                                 [one.reason for one in reasons])

    def test_sub_zones(self):
        """What another zone of octoDNS has is not missing here."""
        validator = octodns_naptr.NaptrValidator("naptr")
        zone = Zone(APEX, name="example.com.", sub_zones=["_udp"])
        self.assertEqual(validator.validate(zone), [])

    def test_package(self):
        """pip makes a wheel of the folder, with the module and what it needs."""
        try:
            import wheel  # noqa: F401
        except ImportError:
            self.skipTest("python3-wheel is missing")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            shutil.copytree(FOLDER, folder / "source")
            done = subprocess.run(
                [sys.executable, "-c", "import setuptools; setuptools.setup()",
                 "bdist_wheel", "--dist-dir", folder], cwd=folder / "source",
                capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            made, = folder.glob("octodns_naptr-*-py3-none-any.whl")
            with zipfile.ZipFile(made) as files:
                names = files.namelist()
                about = files.read(next(each for each in names if each.endswith(
                    "/METADATA"))).decode()
        self.assertIn("octodns_naptr.py", names)
        self.assertTrue([each for each in names if each.endswith("/LICENSE")], names)
        self.assertIn("\nAuthor: The ddds authors\n", about)
        self.assertRegex(about, r"Requires-Dist: ddds\b.*>=1\.0")


if __name__ == "__main__":
    unittest.main()
