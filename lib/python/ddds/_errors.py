"""Exceptions.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations


class Error(Exception):
    """A call that cannot be carried out.

    It is never raised because nothing was found: that is a result. Text with
    surrogates that stand for no octet raises OptionError, ParseError or
    UnicodeEncodeError, which are all ValueError; as an input it has a result.
    """

    __module__ = "ddds"

    #: The offset in the text at fault from which on it is wrong, in octets
    #: from 0; None if no single place is at fault.
    offset: int | None = None


class OptionError(Error, ValueError):
    """An argument has an invalid value."""

    __module__ = "ddds"


class ParseError(Error, ValueError):
    """A text is not what the function reads: a zone file, an expression."""

    __module__ = "ddds"


class LimitError(Error, ValueError):
    """A limit of the library was exceeded."""

    __module__ = "ddds"


class FileError(Error, OSError):
    """A file, or the system's list of DNS servers, cannot be read.

    |filename| is the file that the caller named, and |errno| and |strerror|
    say why the system does not read it; None if something else is wrong, such
    as a file that it includes.
    """

    __module__ = "ddds"

    # That of OSError would be made of these members.
    __str__ = BaseException.__str__

    def __reduce__(self) -> tuple[object, ...]:
        members = {name: getattr(self, name)
                   for name in ("errno", "strerror", "filename")}
        return type(self), self.args, {**self.__dict__, **members}
