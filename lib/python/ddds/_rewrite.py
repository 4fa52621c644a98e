"""Substitution expressions (RFC 3402 section 3.2).

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

from functools import lru_cache

from ddds import _core
from ddds._records import public


@public
class Expression:
    """A compiled substitution expression, "!ERE!replacement!flags".

    |regexp| is written as on the wire, with one backslash before a digit; as in
    a zone file with master=True, with two. Any number of threads may use it.
    Raises ParseError, with the |offset|, if it is not a valid expression, and
    LimitError if it is too complex.
    """

    __slots__ = ("_expression", "_shown")

    def __init__(self, regexp: str | bytes, *, master: bool = False) -> None:
        self._expression = _core.expression(regexp, master)
        self._shown = f"{regexp!r}, master=True" if master else repr(regexp)

    def __repr__(self) -> str:
        return f"Expression({self._shown})"

    def apply(self, text: str | bytes) -> str | None:
        """Return what the expression makes of |text|; None if it does not
        match, or makes nothing of it. Raises LimitError if matching takes too
        long, or the output is too long.
        """
        return _core.apply(self._expression, text)


@lru_cache(64)
def _compile(regexp: str | bytes, master: bool) -> Expression:
    return Expression(regexp, master=master)


@public
def rewrite(regexp: str | bytes, text: str | bytes, *, master: bool = False
            ) -> str | None:
    r"""Apply the substitution expression |regexp| to |text|.

    ddds.rewrite(r"!^urn:foo:(.*)$!http://x.example/\1!", "urn:foo:7")

    Returns None if the expression does not match. See Expression.
    """
    return _compile(regexp, master).apply(text)
