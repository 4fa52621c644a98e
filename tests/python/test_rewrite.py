"""Substitution expressions and URNs.

SPDX-License-Identifier: MIT
"""
import pickle
import unittest

import ddds


class Rewrite(unittest.TestCase):
    def test_rewrite(self):
        table = [
            (r"!^urn:foo:(.*)$!http://x.example/\1!", "urn:foo:7",
             "http://x.example/7"),
            (r"!^urn:foo:(.*)$!http://x.example/\1!", "urn:bar:7", None),
            (r"!^URN:!x!i", "urn:bar:7", "x"),
            ("!^(.*)$!\\1!", "\u00fc", "\u00fc"),
            ("!^(.*)$!\\1!", b"\xff", "\udcff"),
        ]
        for regexp, text, expected in table:
            self.assertEqual(ddds.rewrite(regexp, text), expected)
        self.assertEqual(ddds.rewrite(r"!^(.*)$!\\1!", "a", master=True), "a")

    def test_mistakes(self):
        with self.assertRaises(ddds.ParseError) as raised:
            ddds.rewrite("!(!x!", "a")
        self.assertEqual(raised.exception.offset, 1)
        for text in ("a\0b", "\ud800"):
            with self.assertRaises(ddds.OptionError):
                ddds.rewrite("!a!b!", text)
            with self.assertRaises(ddds.ParseError):
                ddds.rewrite(text, "a")
        with self.assertRaises(ddds.LimitError):
            ddds.rewrite(r"!^(.*)$!\1\1\1!", "x" * 8000)
        with self.assertRaises(TypeError):
            ddds.rewrite(7, "a")


class URNs(unittest.TestCase):
    def test_parts(self):
        urn = ddds.URN("URN:Example:a%2fb?+r?=q#f")
        self.assertEqual((urn.nid, urn.nss, urn.r, urn.q, urn.f),
                         ("Example", "a%2fb", "r", "q", "f"))
        self.assertEqual(urn.normalized, "urn:example:a%2Fb")
        self.assertEqual(str(urn), "URN:Example:a%2fb?+r?=q#f")
        self.assertIsNone(ddds.URN("urn:example:a").q)
        self.assertEqual(pickle.loads(pickle.dumps(urn)), urn)
        with self.assertRaises(AttributeError):
            urn.nid = "other"

    def test_equal(self):
        for one, other in (("urn:example:a", "URN:EXAMPLE:a?=q"),
                           ("urn:isbn:0-451-45052-3", "urn:ISBN:0451450523"),
                           ("urn:ietf:rfc:2648", "urn:ietf:RFC:2648")):
            self.assertEqual(ddds.URN(one), ddds.URN(other))
            self.assertEqual(hash(ddds.URN(one)), hash(ddds.URN(other)))
        self.assertNotEqual(ddds.URN("urn:example:a"), ddds.URN("urn:example:A"))
        self.assertNotEqual(ddds.URN("urn:example:a"), "urn:example:a")

    def test_mistakes(self):
        for text, offset in (("urn:a", 5), ("http://x/", 0),
                             ("urn:example:\u00fc", 12),
                             ("urn:example:a\0b", 13),
                             ("urn:example:\ud800", None)):
            with self.assertRaises(ddds.ParseError) as raised:
                ddds.URN(text)
            self.assertEqual(raised.exception.offset, offset)
        for regexp, offset in ((b"!a\0!b!", 2), ("!\ud800!b!", None)):
            with self.assertRaises(ddds.ParseError) as raised:
                ddds.Expression(regexp)
            self.assertEqual(raised.exception.offset, offset)


if __name__ == "__main__":
    unittest.main()
