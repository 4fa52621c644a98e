"""Substitution expressions (RFC 3402 section 3.2).

SPDX-License-Identifier: MIT
"""
from functools import lru_cache
from typing import Any, Optional

from ddds._ddds import ffi, lib
from ddds._errors import check_object, check_status, new_error
from ddds._text import Text, decode, encode

OUTPUT_SIZE = 8192 + 1


class Expression:
    """A compiled substitution expression, "!ERE!replacement!flags".

    |regexp| is written as on the wire, with one backslash before a digit; as in
    a zone file with master=True, with two. Any number of threads may use it.
    Raises ParseError, with the |offset|, if it is not a valid expression, and
    LimitError if it is too complex.
    """

    def __init__(self, regexp: Text, *, master: bool = False) -> None:
        octets = encode(regexp, "an expression")
        error = new_error()
        if master:
            field = ffi.new("char[]", lib.DDDS_FIELD_SIZE)
            check_status(lib.ddds_field_unescape(octets, field, error), error)
            octets = ffi.string(field)
        self._substitution = ffi.gc(
            check_object(lib.ddds_substitution_new(octets, error), error),
            lib.ddds_substitution_free)

    def apply(self, text: Text) -> Optional[str]:
        """Return what the expression makes of |text|; None if it does not
        match, or makes nothing of it. Raises LimitError if matching takes too
        long, or the output is too long.
        """
        matched = ffi.new("bool *")
        output = ffi.new("char[]", OUTPUT_SIZE)
        error = new_error()
        check_status(lib.ddds_substitution_apply(
            self._substitution, encode(text, "the text"), output, OUTPUT_SIZE,
            matched, ffi.NULL, error), error)
        return decode(ffi.string(output)) if matched[0] else None


@lru_cache(64)
def _compile(regexp: Text, master: bool) -> Expression:
    return Expression(regexp, master=master)


def rewrite(regexp: Text, text: Text, *, master: bool = False
            ) -> Optional[str]:
    r"""Apply the substitution expression |regexp| to |text|.

    ddds.rewrite(r"!^urn:foo:(.*)$!http://x.example/\1!", "urn:foo:7")

    Returns None if the expression does not match. See Expression.
    """
    return _compile(regexp, master).apply(text)
