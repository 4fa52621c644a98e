"""UUIDs beside Python's uuid module, and the vectors of RFC 9562.

SPDX-License-Identifier: MIT
"""
import hashlib
import random
import time
import unittest
import uuid

import ddds

NAMES = ["", "a", "www.example.com", "\u00fcber", "x" * 5000, "a\0b"]
SPACES = [uuid.NAMESPACE_DNS, uuid.NAMESPACE_URL, uuid.UUID(int=0)]


class UUIDs(unittest.TestCase):
    def test_names(self):
        for space in SPACES:
            for name in NAMES:
                self.assertEqual(ddds.uuid3(space, name),
                                 uuid.uuid3(space, name))
                self.assertEqual(ddds.uuid5(space, name),
                                 uuid.uuid5(space, name))
                self.assertEqual(ddds.uuid5(space, name.encode()),
                                 uuid.uuid5(space, name))
                digest = hashlib.sha256(space.bytes + name.encode()).digest()
                self.assertEqual(ddds.uuid8_sha256(space, name),
                                 ddds.uuid8_bytes(digest[:16]))

    def test_hashes(self):
        """RFC 9562 appendix B.2 names these, too."""
        for word, name in (("sha256", "sha256"), ("sha512", "sha512"),
                           ("sha3-256", "sha3_256"), ("sha3-512", "sha3_512"),
                           ("shake128", "shake_128"),
                           ("shake256", "shake_256")):
            for text in NAMES:
                digest = hashlib.new(
                    name, uuid.NAMESPACE_OID.bytes + text.encode())
                octets = (digest.digest(16) if name.startswith("shake")
                          else digest.digest()[:16])
                self.assertEqual(
                    ddds.uuid8_hash(word, uuid.NAMESPACE_OID, text),
                    ddds.uuid8_bytes(octets))
        with self.assertRaises(ddds.OptionError):
            ddds.uuid8_hash("md5", uuid.NAMESPACE_OID, "a")
        self.assertEqual(
            ddds.uuid5(uuid.NAMESPACE_OID, bytes.fromhex("d86f452b06010401")),
            ddds.NAMESPACE_CBOR_PEN)

    def test_time(self):
        """RFC 9562 appendix B.1: the lower 60 bits of the time in 10 ns."""
        before = time.time_ns() // 10
        made = ddds.uuid8_time().int
        after = time.time_ns() // 10
        bits = made >> 80 << 12 | made >> 64 & 0xfff
        # The clock is read in units of 100 ns.
        self.assertLessEqual((before & 2**60 - 1) - 10, bits)
        self.assertLessEqual(bits, after & 2**60 - 1)

    def test_dns_names(self):
        """RFC 9562 appendix A.2, A.4 and B.2."""
        name = "www.example.com"
        self.assertEqual(str(ddds.uuid3_dns(name)),
                         "5df41881-3aed-3515-88a7-2f4a814cf09e")
        self.assertEqual(str(ddds.uuid5_dns(name)),
                         "2ed6657d-e927-568b-95e1-2665a8aea6a2")
        self.assertEqual(str(ddds.uuid8_sha256_dns(name)),
                         "5c146b14-3c52-8afd-938a-375d0df1fbf6")
        self.assertEqual(ddds.uuid5_dns("WWW.Example.COM."),
                         ddds.uuid5_dns(name))
        self.assertEqual(ddds.uuid5_dns(name, form="presentation"),
                         uuid.uuid5(uuid.NAMESPACE_DNS, name + "."))
        self.assertEqual(
            ddds.uuid5_dns(name, form="wire"),
            ddds.uuid5(uuid.NAMESPACE_DNS, b"\3www\7example\3com\0"))
        with self.assertRaises(ddds.OptionError):
            ddds.uuid5_dns(name, form="other")
        with self.assertRaises(ddds.ParseError) as raised:
            ddds.uuid5_dns("a..b")
        self.assertIsInstance(raised.exception, ValueError)

    def test_order(self):
        for make, many, version in ((ddds.uuid6, ddds.uuid6_many, 6),
                                    (ddds.uuid7, ddds.uuid7_many, 7)):
            made = [make() for _ in range(100)] + many(1000) + many(0)
            self.assertEqual(made, sorted(made))
            self.assertEqual(len(set(made)), 1100)
            for one in made:
                self.assertIs(type(one), uuid.UUID)
                self.assertEqual((one.version, one.variant),
                                 (version, uuid.RFC_4122))
            with self.assertRaises(ddds.OptionError):
                many(-1)

    def test_custom(self):
        for _ in range(200):
            a, b, c = (random.getrandbits(n) for n in (48, 12, 62))
            expected = a << 80 | 8 << 76 | b << 64 | 2 << 62 | c
            self.assertEqual(ddds.uuid8(a, b, c).int, expected)
        self.assertNotEqual(ddds.uuid8(), ddds.uuid8())
        for wrong in ((2 ** 48, 0, 0), (0, -1, 0), (0, 0, 2 ** 62)):
            with self.assertRaises(ddds.OptionError):
                ddds.uuid8(*wrong)
        with self.assertRaises(ddds.OptionError):
            ddds.uuid8_bytes(b"short")
        with self.assertRaises(TypeError):
            ddds.uuid5("not a UUID", "name")


if __name__ == "__main__":
    unittest.main()
