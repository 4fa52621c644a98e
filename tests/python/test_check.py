"""check() beside ddds lint, and corrections.

SPDX-License-Identifier: MIT
"""
import errno
import json
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import (BUILD, PATIENCE, TOOL, TOP, ZONES, Silence,  # noqa: E402
                     run_tool, start_nsd)

import ddds  # noqa: E402

BAD = """$ORIGIN example.com.
$TTL 86400
@ SOA ns h 1 2 3 4 5
@ NS ns.example.net.
help NAPTR 9 1 "u" "E2U+sip" "!^(.*)$!sip:\\1@example.com!" .
"""


class Check(unittest.TestCase):
    @unittest.skipUnless(TOOL.exists(), "the tool is not built")
    def test_same_as_tool(self):
        files = sorted((TOP / "fixtures/lint").glob("*.zone"))[::3]
        count = 0
        for path in files:
            options = ["--json", "--origin", "example.com"]
            said = json.loads(run_tool("lint", *options, path))
            found = ddds.check(path, origin="example.com")
            self.assertEqual([one.as_dict() for one in found],
                             said["findings"], str(path))
            count += len(found)
        self.assertGreater(count, 50)

    def test_text(self):
        found = ddds.check_text(BAD, name="zone")
        codes = [one.code for one in found]
        self.assertIn("L101", codes)
        one = found[codes.index("L101")]
        self.assertEqual((one.file, one.line, one.severity), ("zone", 5, "error"))
        self.assertIn("\\\\1", one.fix)
        self.assertEqual(ddds.check_text(BAD.encode(), name="zone"), found)
        self.assertNotIn("L101", [one.code for one in ddds.check_text(
            BAD, ignore=["L101"])])
        self.assertEqual(ddds.check(), [])
        one = ddds.check_text(BAD, name=b"\xff")[0].as_dict()
        self.assertEqual((one["file"], one["file_hex"]), (None, "ff"))

    def test_correct(self):
        good = ddds.correct(BAD)
        self.assertNotIn("L101", [one.code for one in ddds.check_text(good)])
        self.assertIn("sip:\\\\1@", good)
        self.assertEqual(ddds.correct(good), good)
        self.assertEqual(ddds.correct(BAD.encode()), good)
        self.assertEqual(ddds.correct(BAD, ignore=["L101"]), BAD)
        self.assertEqual(ddds.correct(b"; \xff\n" + BAD.encode()),
                         "; \udcff\n" + good)
        with self.assertRaises(ddds.OptionError):
            ddds.correct(BAD, ignore=["L000"])
        with self.assertRaises(TypeError):
            ddds.correct(1)
        for options in ({"inputs": "+441632960083"}, {"ignore": "L101"},
                        {"inputs": b"+441632960083"}):
            with self.assertRaisesRegex(TypeError, "in a list"):
                ddds.check_text(BAD, **options)
        with self.assertRaises(ddds.ParseError):
            ddds.correct("no zone")

    @unittest.skipUnless(TOOL.exists(), "the tool is not built")
    def test_correct_as_lint_fix(self):
        for path in [*sorted((ZONES.parent / "planted").glob("*.zone")),
                     *sorted((ZONES.parent / "lint").glob("*.zone"))[::3],
                     ZONES / "walk.zone"]:
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder) / path.name
                copy.write_bytes(path.read_bytes())
                subprocess.run([TOOL, "lint", "--no-config", "--origin",
                                "example.org", "--fix", copy],
                               capture_output=True, check=False)
                fixed = copy.read_bytes()
            self.assertEqual(
                ddds.correct(path.read_bytes(), origin="example.org"),
                fixed.decode("utf-8", "surrogateescape"), path)

    def test_mistakes(self):
        with self.assertRaises(ddds.FileError) as raised:
            ddds.check("/nonexistent/zone")
        self.assertIsInstance(raised.exception, OSError)
        self.assertEqual((raised.exception.errno, raised.exception.filename),
                         (errno.ENOENT, "/nonexistent/zone"))
        self.assertIn("/nonexistent/zone: ", str(raised.exception))
        again = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual(
            (again.errno, again.strerror, again.filename, again.offset, str(again)),
            (errno.ENOENT, raised.exception.strerror, "/nonexistent/zone", None,
             str(raised.exception)))
        with self.assertRaises(ddds.FileError) as raised:
            ddds.check(ZONES)
        self.assertEqual(raised.exception.errno, errno.EISDIR)
        with self.assertRaises(ddds.OptionError):
            ddds.check(ZONES / "first.zone", ignore=["L000"])
        with self.assertRaises(ddds.OptionError):
            ddds.check_text(BAD, app="none")
        with self.assertRaises(ddds.ParseError):
            ddds.check_text("\0\1\2" * 100)
        with self.assertRaises(TypeError):
            ddds.check_text(7)


class Published(unittest.TestCase):
    """check_names() beside ddds lint @SERVER."""

    names = ["help.example.com", "example.com"]

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        bad = pathlib.Path(folder.name, "bad.zone")
        # Some servers reject a zone with an invalid escape.
        bad.write_text(BAD.replace("\\", "\\\\"))
        cls.server = start_nsd(folder.name, {"example.com": bad})
        cls.addClassCleanup(cls.server.stop)
        cls.dns = ddds.DNS([f"127.0.0.1:{cls.server.port}"], timeout=PATIENCE)

    @unittest.skipUnless(TOOL.exists(), "the tool is not built")
    def test_same_as_tool(self):
        said = json.loads(run_tool(
            "lint", "--json", "@127.0.0.1", "-p",
            str(self.server.port), "--timeout", f"{PATIENCE}s", *self.names))
        made = ddds.check_names(self.names, self.dns)
        self.assertEqual([one.as_dict() for one in made.findings],
                         said["findings"])
        self.assertIn("L601", [one.code for one in made.findings])
        self.assertEqual(made.failures, ())
        self.assertGreater(made.queries, 1)

    def test_options(self):
        made = ddds.check_names(self.names, self.dns, ignore=["L601"],
                                authorities=True,
                                authority_port=self.server.port)
        codes = [one.code for one in made.findings]
        self.assertTrue(codes)
        self.assertNotIn("L601", codes)
        for wrong in (dict(authority_port=0), dict(ignore=["nonsense"]),
                      dict(root="a..b")):
            with self.assertRaises(ddds.OptionError, msg=str(wrong)):
                ddds.check_names("help.example.com", self.dns, **wrong)
        with self.assertRaises(ddds.OptionError):
            ddds.check_names("a..b", self.dns)
        with self.assertRaises(TypeError):
            ddds.check_names("help.example.com", ddds.Zones())

    def test_failures(self):
        """What could not be asked does not look checked."""
        with Silence() as silent:
            dns = ddds.DNS([silent], timeout=0.1, tries=1)
            made = ddds.check_names(["help.example.com", "b.example"], dns)
        self.assertEqual(len(made.failures), 2)
        self.assertIn("help.example.com", made.failures[0])

    def test_too_many_labels(self):
        """A message that takes too much work is a failure, not the end."""
        with subprocess.Popen([BUILD / "tests" / "misbehaving"],
                              stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as server:
            dns = ddds.DNS([f"127.0.0.1:{int(server.stdout.readline())}"],
                           timeout=PATIENCE)
            made = ddds.check_names(["labels.test", "good.test"], dns)
            found = [ddds.resolve("urn:xx:1", dns,
                                  root=f"nid:xx={name}.test")
                     for name in ("labels", "good")]
            server.stdin.close()
        self.assertEqual({one.owner for one in made.findings if
                          one.code == "L508" and "labels" in one.message},
                         {"labels.test"})
        self.assertEqual([one.reason and one.reason.code for one in found],
                         ["MALFORMED_ANSWER", None])


if __name__ == "__main__":
    unittest.main()
