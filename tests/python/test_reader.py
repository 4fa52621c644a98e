"""The reader of results beside Python's own unpickler: both make the same of
what pickle.c writes; what it never writes is refused.

SPDX-License-Identifier: MIT
"""
import pathlib
import pickle
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import support  # noqa: E402, F401

try:
    from ddds import _reader
except ImportError:
    _reader = None

HEAD = b"\x80\x04\x95" + bytes(8) + b"("
END = b"l."

# Opcodes, as pickletools names them.
GOOD = [
    ("no objects", b""),
    ("None, booleans", b"N\x88\x89"),
    ("numbers", b"K\xffM\xff\xffJ\xff\xff\xff\x7f"),
    ("a number beyond 2147483647", b"\x8a\x05\xff\xff\xff\xff\0"),
    ("strings", b"\x8c\x02\xc3\xbcX\x03\0\0\0abc"),
    ("octets", b"B\x03\0\0\0a\0b"),
    ("an object again", b"\x8c\x01a\x94h\0"),
    ("the 300th object again",
     b"K\x07\x940" * 299 + b"\x8c\x01b\x94j\x2b\x01\0\0"),
    ("tuples", b")(K\x01(Ntt"),
]

BAD = [
    ("no opcode", b"\xff"),
    ("half a number", b"M\xff"),
    ("half a long number", b"\x8a\x05\xff"),
    ("a long number of other octets", b"\x8a\x01\xff"),
    ("half a string", b"\x8c\x05abc"),
    ("half a length", b"X\x05\0"),
    ("half of the octets", b"B\x03\0\0\0ab"),
    ("an object that is not there", b"h\x07"),
    ("the number of half an object", b"j\x07"),
    ("a copy of nothing", b"2"),
    ("a memo of nothing", b"\x94"),
    ("nothing to drop", b"0"),
    ("a tuple that did not begin", b"t"),
    ("a tuple of nothing", b"\x85"),
    ("tuples too deep", b"(" * 100),
    ("a tuple that does not end", b"("),
    ("a class that is not there", b"K\x07Q"),
    ("a class without a number", b"Q"),
    ("an input, where there are none", b"NQ"),
    ("three of nothing", b"\x87"),
    ("a class that is a string", b"\x8c\x01aQ"),
]


@unittest.skipIf(_reader is None, "built without the reader")
class Reader(unittest.TestCase):
    def test_same_as_pickle(self):
        for about, body in GOOD:
            octets = HEAD + body + END
            self.assertEqual(_reader.read(octets, ()), pickle.loads(octets),
                             about)

    def test_refused(self):
        for about, body in BAD:
            with self.assertRaises((ValueError, IndexError, TypeError),
                                   msg=about):
                _reader.read(HEAD + body + END, (tuple,))
        for octets in (b"", HEAD[:-1], HEAD, HEAD + b"l", HEAD + END + b"."):
            with self.assertRaises(ValueError):
                _reader.read(octets, ())
        for arguments in ((), (HEAD + END,), (HEAD + END, []), ("", ())):
            with self.assertRaises(TypeError):
                _reader.read(*arguments)

    def test_damaged(self):
        """Whatever the octets are, there is a list or an exception."""
        draw = random.Random(20261123)
        whole = b"".join(body for _, body in GOOD)
        for _ in range(3000):
            octets = bytearray(HEAD + whole[draw.randrange(len(whole)):] + END)
            for _ in range(draw.randrange(4)):
                octets[draw.randrange(len(HEAD), len(octets))] = \
                    draw.randrange(256)
            try:
                self.assertIsInstance(_reader.read(octets, (tuple,)), list)
            except (ValueError, IndexError, TypeError):
                pass


if __name__ == "__main__":
    unittest.main()
