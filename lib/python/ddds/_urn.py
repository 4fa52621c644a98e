"""URNs (RFC 8141).

SPDX-License-Identifier: MIT
"""
from typing import Any, Optional

from ddds._ddds import ffi, lib
from ddds._errors import check_status, new_error
from ddds._text import Text, decode, encode


def _decode_span(span: Any) -> Optional[str]:
    if span.text == ffi.NULL:
        return None
    return decode(ffi.buffer(span.text, span.length)[:])


class URN:
    """A URN and its parts, which never change.

    URNs are equal if they are equivalent by RFC 8141 section 3 and the rules of
    the namespaces that the library knows, such as ISBN: r-, q- and f-components
    do not count. str() returns the URN as it was given.

    Raises ddds.ParseError, with the |offset| of what does not fit, if |text|
    is not a URN.
    """

    __slots__ = ("_text", "_nid", "_nss", "_r", "_q", "_f", "_normalized")

    def __init__(self, text: Text) -> None:
        octets = encode(text, "a URN")
        error = new_error()
        parts = ffi.new("struct ddds_urn *")
        kept = ffi.new("char[]", octets)
        check_status(lib.ddds_urn_parse(kept, parts, error), error)
        self._text = decode(octets)
        self._nid = _decode_span(parts.nid) or ""
        self._nss = _decode_span(parts.nss) or ""
        self._r = _decode_span(parts.r)
        self._q = _decode_span(parts.q)
        self._f = _decode_span(parts.f)
        canonical = ffi.new("char[]", len(kept))
        check_status(lib.ddds_urn_normalize(kept, canonical, len(kept), error),
                     error)
        self._normalized = decode(ffi.string(canonical))

    @property
    def nid(self) -> str:
        """The namespace identifier, as it was written."""
        return self._nid

    @property
    def nss(self) -> str:
        """The namespace-specific string, as it was written."""
        return self._nss

    @property
    def r(self) -> Optional[str]:
        """The r-component without its "?+", or None."""
        return self._r

    @property
    def q(self) -> Optional[str]:
        """The q-component without its "?=", or None."""
        return self._q

    @property
    def f(self) -> Optional[str]:
        """The f-component without its "#", or None."""
        return self._f

    @property
    def normalized(self) -> str:
        """The form by which URNs are compared (RFC 8141 section 3.1)."""
        return self._normalized

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"URN({self._text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URN):
            return NotImplemented
        if self._normalized == other._normalized:
            return True
        equal = ffi.new("bool *")
        error = new_error()
        check_status(lib.ddds_urn_equal(
            self._text.encode("utf-8", "surrogateescape"),
            other._text.encode("utf-8", "surrogateescape"), equal, error),
            error)
        return bool(equal[0])

    # Equivalent URNs differ at most in case and hyphens beyond the normal form.
    def __hash__(self) -> int:
        return hash(self._normalized.lower().replace("-", ""))

    def __reduce__(self) -> tuple[Any, ...]:
        return URN, (self._text,)
