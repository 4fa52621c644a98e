"""ddds.DNS with answers that are validated: threads, asyncio, forks, mistakes.

SPDX-License-Identifier: MIT
"""
import asyncio
import os
import pathlib
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import servers  # noqa: E402

import ddds  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] /
                       "resolver/examples"))
import peppol  # noqa: E402

SML = "participant.sml.prod.tech.peppol.org"
REGISTERED = "yrudm3nqrm76uobzh4griobewmqd4mx574cfdtm75zphrex4ydya"
PARTICIPANTS = f"""$ORIGIN {SML}.
$TTL 300
@ SOA ns h 1 3600 600 86400 120
@ NS ns
ns A 127.0.0.1
{REGISTERED}.iso6523-actorid-upis NAPTR 1 1 "U" "Meta:SMP" "!.*!https://smp.example!" .
"""
ZONE = """$ORIGIN urn.arpa.
$TTL 300
@ SOA ns h 1 3600 600 86400 120
@ NS ns
ns A 127.0.0.1
*.foo NAPTR 10 10 "u" "http+I2L" "!^urn:[^:]*:(.*)$!http://www.example.com/\\\\1!" .
foo NAPTR 10 10 "u" "http+I2L" "!^urn:foo:(.*)$!http://www.example.com/\\\\1!" .
"""


class Validated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.folder.name)
        (folder / "zone").write_text(ZONE)
        (folder / "participants").write_text(PARTICIPANTS)
        cls.server = servers.SigningKnot(folder / "knot",
                                         {"urn.arpa": folder / "zone",
                                          SML: folder / "participants"})
        cls.anchors = cls.server.anchors()
        cls.wrong = folder / "wrong"
        cls.wrong.write_text("urn.arpa. DS 1 13 2 " + "00" * 32 + "\n")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def open(self, anchors=None, **options):
        return ddds.DNS(f"127.0.0.1:{self.server.port}",
                        trust_anchors=anchors or self.anchors, **options)

    def test_secure(self):
        with self.open(cache=True) as dns:
            result = ddds.resolve("urn:foo:1", dns, trace=True,
                                  require_ad=True)
        self.assertEqual(result.outcomes[0].uri, "http://www.example.com/1")
        self.assertEqual(result.outcomes[0].security, "secure")
        self.assertTrue(result.outcomes[0].authenticated)
        self.assertEqual(result.trace[0].answer.security, "secure")
        with self.open() as dns:
            self.assertIn("validated", repr(dns))

    def test_peppol(self):
        """Registered, and not, are proven; forged answers are neither."""
        with self.open() as dns:
            found = [peppol.find_smp(f"0208:{number}", dns, require_ad=True)
                     for number in ("0677424046", "0000000000")]
        self.assertEqual(found, ["https://smp.example", None])
        wrong = pathlib.Path(self.folder.name) / "wrong-sml"
        wrong.write_text(f"{SML}. DS 1 13 2 " + "00" * 32 + "\n")
        with self.open(wrong) as dns, self.assertRaisesRegex(
                LookupError, "0000000000"):
            peppol.find_smp("0208:0000000000", dns, require_ad=True)

    def test_bogus(self):
        with self.open(self.wrong) as dns:
            result = ddds.resolve("urn:foo:1", dns, trace=True)
        self.assertEqual(result.reason.code, "BOGUS")
        self.assertEqual(result.status, "temporary")
        self.assertEqual(result.trace[0].answer.security, "bogus")
        self.assertIn("urn.arpa", result.reason.detail)

    def test_check(self):
        for anchors, codes in ((self.anchors, {"L602"}),
                               (self.wrong, {"L603"})):
            with self.subTest(anchors):
                with self.open(anchors) as dns:
                    found = ddds.check_names(["foo.urn.arpa"], dns)
                self.assertEqual({each.code for each in found.findings
                                  if each.code.startswith("L60")}, codes)

    def test_not_validated(self):
        with ddds.DNS(f"127.0.0.1:{self.server.port}") as dns:
            result = ddds.resolve("urn:foo:1", dns, trace=True)
        self.assertIsNone(result.outcomes[0].security)
        self.assertIsNone(result.trace[0].answer.security)

    def test_many(self):
        inputs = [f"urn:foo:{i}" for i in range(2000)]
        with self.open(cache=True) as dns:
            found = list(ddds.resolve_many(inputs, dns))
        self.assertEqual([one.outcomes[0].uri for one in found],
                         [f"http://www.example.com/{i}" for i in range(2000)])

    def test_threads(self):
        found = []

        def work(number):
            names = [f"urn:foo:{number}-{i}" for i in range(30)]
            for name in names:
                found.append(ddds.resolve(name, dns))
            found.extend(ddds.resolve_many(names, dns))

        with self.open() as dns:
            threads = [threading.Thread(target=work, args=[i])
                       for i in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual([one.outcomes[0].security for one in found],
                         ["secure"] * 480)

    def test_asyncio(self):
        async def main():
            with self.open() as dns:
                return await asyncio.gather(*[
                    ddds.aresolve(f"urn:foo:{i}", dns) for i in range(50)])
        self.assertEqual({one.outcomes[0].security for one in asyncio.run(main())},
                         {"secure"})

    def test_fork(self):
        with self.open() as dns:
            ddds.resolve("urn:foo:1", dns)
            child = os.fork()
            if child == 0:
                try:
                    ddds.resolve("urn:foo:2", dns)
                except RuntimeError:
                    os._exit(0)
                os._exit(1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(ddds.resolve("urn:foo:3", dns).outcomes[0].security,
                             "secure")

    def test_mistakes(self):
        for error, options in (
                (ddds.OptionError, {"servers": ["192.0.2.1", "tls://192.0.2.2"]}),
                (ddds.OptionError, {"servers": "192.0.2.1", "recursive": True}),
                (ddds.OptionError, {"servers": "tls://192.0.2.1#a..b"}),
                (TypeError, {"servers": "192.0.2.1", "trust_anchors": [7]})):
            with self.subTest(options), self.assertRaises(error):
                ddds.DNS(**options)
        for path in ("/nonexistent", pathlib.Path(self.folder.name)):
            with self.assertRaises(ddds.FileError) as raised:
                self.open([self.anchors, path])
            self.assertEqual(raised.exception.filename, str(path))
            self.assertGreater(raised.exception.errno, 0)
        with self.assertRaisesRegex(TypeError, "trust_anchors is a path"):
            ddds.DNS(trust_anchors=5)

    def test_without_effect(self):
        for name, value in (("timeout", 3), ("tries", 1), ("rate_per_server", 9),
                            ("recurse", False), ("accept_bogus", True),
                            ("trust_ad", False)):
            for validated in ({"validate": True}, {"recursive": True},
                              {"trust_anchors": self.anchors},
                              {"servers": "TLS://192.0.2.1"}):
                with self.subTest(name, **validated), self.assertRaisesRegex(
                        ddds.OptionError, f"^{name} has no effect"):
                    ddds.DNS(**{name: value}, **validated)


if __name__ == "__main__":
    unittest.main()
