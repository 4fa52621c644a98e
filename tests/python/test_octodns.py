"""The validator for octoDNS in resolver/examples, with stubs of what it uses of
octoDNS.

SPDX-License-Identifier: MIT
"""
import pathlib
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
        self.values = [Value(text) for text in values]


class Zone:
    name = "4.4.e164.arpa."

    def __init__(self, *records):
        self.records = set(records)


GOOD = Record("1.4.4.e164.arpa.", "NAPTR",
              '100 10 "u" "E2U+sip" "!^(.*)$!sip:\\\\1@example.com!" .')
BAD = Record("2.4.4.e164.arpa.", "NAPTR",
             '100 10 "u" "E2U+sip" "!^(.*)$!sip:\\1@example.com!" .',
             '100 20 "u" "E2U+sip" "!(!sip:a@example.com!" .')
OTHER = Record("3.4.4.e164.arpa.", "TXT", '"x"')


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
        self.assertRegex(about, r"Requires-Dist: ddds\b.*>=1\.0")


if __name__ == "__main__":
    unittest.main()
