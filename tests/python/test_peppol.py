"""The program for Peppol in resolver/examples, with zones in place of DNS.

SPDX-License-Identifier: MIT
"""
import contextlib
import io
import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import TOP, ZONES, Silence  # noqa: E402

import ddds  # noqa: E402

sys.path.insert(0, str(TOP / "resolver/examples"))
import peppol  # noqa: E402

FOUND = "0208:0677424046"
SMP = f"{FOUND} https://smp.example.com\n"
NONE = "0208:0000000000"
OTHER, EMPTY, LOOP = "9915:other", "9915:empty", "9915:loop"
# Registered, with records that cannot be used.
BROKEN, NO_URI, FLAG = "9915:broken", "9915:no-uri", "9915:flag"
SCRIPT = "9915:script"
SERVICE = '300 NAPTR 10 10 "U" "Meta:SMQ" "!.*!https://smq.example.com!" .'
RULE = '300 NAPTR 10 10 "{}" "Meta:SMP" "!{}!" .'
# The arguments, the status, what is printed, and how what is wrong begins.
CASES = [
    ([FOUND], 0, SMP, []),
    ([NONE, FOUND], 1, f"{NONE} no SMP\n{SMP}", []),
    ([OTHER, EMPTY], 1, f"{OTHER} no SMP\n{EMPTY} no SMP\n", []),
    (["0208:bad thing", FOUND], 2, SMP, ["0208:bad thing: BAD_INPUT: "]),
    (["0677424046"], 2, "", ["0677424046: not a participant; write it"]),
    (["208:0677424046"], 2, "", ["208:0677424046: not"]),
    (["0208:"], 2, "", ["0208:: not"]),
    (["0208"], 2, "", ["0208: not"]),
    (["\u0660208:1"], 2, "", ["\u0660208:1: not"]),
    ([f"iso6523-actorid-upis::{FOUND}"], 2, "", ["iso6523-actorid-upis::0208:"]),
    ([LOOP, FOUND, NONE], 3, f"{SMP}{NONE} no SMP\n", [f"{LOOP}: LOOP: "]),
    ([BROKEN, NO_URI, FLAG], 3, "",
     [f"{each}: NO_RULE: rule 10 10: " for each in (BROKEN, NO_URI, FLAG)]),
    ([SCRIPT], 3, "", [f"{SCRIPT}: javascript:x is not the address"]),
    (["bad thing", LOOP], 2, "", ["bad thing: not", f"{LOOP}: LOOP: "]),
    # Zones are not signed.
    (["--validate", FOUND], 3, "", [f"{FOUND}: INSECURE: "]),
    ([FOUND, "--validate", NONE], 3, "",
     [f"{FOUND}: INSECURE: ", f"{NONE}: INSECURE: "]),
]
WRONG = ([], ["--validate"], ["--validat", FOUND], [FOUND, "--other"], ["-x", FOUND])


def make_zones():
    """Those of the fixture, and participants with other records than they need."""
    text = (ZONES / "peppol.zone").read_text()
    for participant, data in ((OTHER, SERVICE), (EMPTY, '300 TXT "x"'),
                              (LOOP, '300 NAPTR 10 10 "" "Meta:SMP" "" {0}'),
                              (BROKEN, RULE.format("U", ".*(!https://a.example")),
                              (SCRIPT, RULE.format("U", ".*!javascript:x")),
                              (NO_URI, RULE.format("U", ".*!a b")),
                              (FLAG, RULE.format("S", ".*!https://a.example"))):
        key = ddds.resolve(f"iso6523-actorid-upis::{participant}",
                           ddds.Zones(ZONES / "peppol.zone"), app="peppol",
                           trace=True).trace[0].key
        text += f"{key}. {data.format(key + '.')}\n"
    zones = ddds.Zones()
    zones.load_text(text)
    return zones


def run(arguments, database):
    """Return the exit status, what is printed, and the lines of what is wrong."""
    with (mock.patch.object(ddds, "DNS", return_value=database) as made,
          contextlib.redirect_stdout(io.StringIO()) as out,
          contextlib.redirect_stderr(io.StringIO()) as errors):
        status = peppol.main(arguments)
    made.assert_called_once_with(validate="--validate" in arguments)
    return status, out.getvalue(), errors.getvalue().splitlines()


class Peppol(unittest.TestCase):
    def test_cases(self):
        for arguments, status, printed, wrong in CASES:
            with self.subTest(arguments):
                seen = run(arguments, make_zones())
                self.assertEqual(seen[:2], (status, printed))
                self.assertEqual(len(seen[2]), len(wrong), seen[2])
                for line, begin in zip(seen[2], wrong):
                    self.assertTrue(line.startswith(f"peppol.py: {begin}"), line)

    def test_usage(self):
        """Nothing is asked with wrong options."""
        for arguments in WRONG:
            with (self.subTest(arguments), self.assertRaises(SystemExit) as ended,
                  mock.patch.object(ddds, "DNS") as made,
                  contextlib.redirect_stderr(io.StringIO()) as errors):
                peppol.main(arguments)
            self.assertEqual(ended.exception.code, 2)
            self.assertTrue(errors.getvalue().startswith("usage: peppol.py "))
            made.assert_not_called()

    def test_no_database(self):
        """Without libddds-validate, or without DNS, nothing can be said."""
        for error in (ddds.FileError("no libddds-validate"),
                      ddds.OptionError("no servers")):
            with (mock.patch.object(ddds, "DNS", side_effect=error),
                  contextlib.redirect_stderr(io.StringIO()) as errors):
                self.assertEqual(peppol.main(["--validate", FOUND]), 3)
            self.assertEqual(errors.getvalue(), f"peppol.py: {error}\n")

    def test_silence(self):
        """No answer says nothing about a participant."""
        with Silence() as server:
            status, printed, wrong = run(
                [FOUND], ddds.DNS(server, timeout=0.1, tries=1))
        self.assertEqual((status, printed), (3, ""))
        self.assertIn("TIMEOUT", wrong[0])


if __name__ == "__main__":
    unittest.main()
