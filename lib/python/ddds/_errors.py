"""Exceptions, and what the C functions report.

SPDX-License-Identifier: MIT
"""
from typing import Any, NoReturn, Optional

from ddds._ddds import ffi, lib


class Error(Exception):
    """A call that cannot be carried out.

    It is never raised because nothing was found: that is a result.
    """

    #: The offset in the text at fault from which on it is wrong, in octets
    #: from 0; None if no single place is at fault.
    offset: Optional[int] = None


class OptionError(Error, ValueError):
    """An argument has an invalid value."""


class ParseError(Error, ValueError):
    """A text is not what the function reads: a zone file, an expression."""


class LimitError(Error, ValueError):
    """A limit of the library was exceeded."""


class FileError(Error, OSError):
    """A file, or the system's list of DNS servers, cannot be read."""


CLASSES: dict[int, type[Error]] = {
    lib.DDDS_BAD_INPUT: ParseError,
    lib.DDDS_BAD_OPTION: OptionError,
    lib.DDDS_UNREADABLE: FileError,
    lib.DDDS_SYNTAX: ParseError,
    lib.DDDS_MALFORMED: ParseError,
    lib.DDDS_LIMIT: LimitError,
}
NO_OFFSET = 2 ** (8 * ffi.sizeof("size_t")) - 1


def new_error() -> Any:
    """Return a struct ddds_error to pass to a function."""
    return ffi.new("struct ddds_error *")


def get_detail(error: Any) -> str:
    """Return the message of |error|, which a function has filled."""
    detail: str = ffi.string(error.detail).decode("utf-8", "backslashreplace")
    return detail


def raise_error(error: Any) -> NoReturn:
    """Raise the exception for |error|, which a function has filled."""
    if error.status == lib.DDDS_NO_MEMORY:
        raise MemoryError("out of memory")
    raised = CLASSES.get(error.status, Error)(get_detail(error))
    if error.offset != NO_OFFSET:
        raised.offset = error.offset
    raise raised


def check_status(status: int, error: Any) -> None:
    """Raise the exception for |error| unless |status| is success."""
    if status != lib.DDDS_OK:
        if status == lib.DDDS_NO_MEMORY:
            raise MemoryError("out of memory")
        raise_error(error)


def check_object(made: Any, error: Any) -> Any:
    """Return |made|, or raise the exception for |error| if it is NULL."""
    if made == ffi.NULL:
        raise_error(error)
    return made
