"""URNs (RFC 8141).

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

from typing import Any

from ddds import _core
from ddds._records import public


@public
class URN:
    """A URN and its parts, which never change.

    URNs are equal if they are equivalent by RFC 8141 section 3 and the rules of
    the namespaces that the library knows, such as ISBN: r-, q- and f-components
    do not count. str() returns the URN as it was given.

    Raises ddds.ParseError, with the |offset| of what does not fit, if |text|
    is not a URN.
    """

    __slots__ = ("_text", "_nid", "_nss", "_r", "_q", "_f", "_normalized")

    def __init__(self, text: str | bytes) -> None:
        (self._text, self._nid, self._nss, self._r, self._q, self._f,
         self._normalized) = _core.urn_split(text)

    @property
    def nid(self) -> str:
        """The namespace identifier, as it was written."""
        return self._nid

    @property
    def nss(self) -> str:
        """The namespace-specific string, as it was written."""
        return self._nss

    @property
    def r(self) -> str | None:
        """The r-component without its "?+", or None."""
        return self._r

    @property
    def q(self) -> str | None:
        """The q-component without its "?=", or None."""
        return self._q

    @property
    def f(self) -> str | None:
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
        return (self._normalized == other._normalized
                or _core.urn_equal(self._text, other._text))

    # Equivalent URNs differ at most in case and hyphens beyond the normal form.
    def __hash__(self) -> int:
        return hash(self._normalized.lower().replace("-", ""))

    def __reduce__(self) -> tuple[Any, ...]:
        return URN, (self._text,)
