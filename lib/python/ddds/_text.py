"""Strings between Python and C.

C has octets that end with a NUL. Octets that are not UTF-8 become surrogates in
Python, as in names of files: s.encode("utf-8", "surrogateescape") has them.

SPDX-License-Identifier: MIT
"""
import os
from typing import Any, Optional, Union

from ddds._ddds import ffi
from ddds._errors import OptionError

Text = Union[str, bytes]
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def encode(text: Text, what: str) -> bytes:
    """Return |text| for C, or raise the exception that tells |what| it is."""
    if isinstance(text, bytes):
        octets = text
    elif isinstance(text, str):
        try:
            octets = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raise OptionError(f"{what} is not valid Unicode") from None
    else:
        raise TypeError(f"{what} must be str or bytes, not"
                        f" {type(text).__name__}")
    if b"\0" in octets:
        raise OptionError(f"{what} contains a NUL octet")
    return octets


def decode(octets: bytes) -> str:
    return octets.decode("utf-8", "surrogateescape")


def encode_path(path: Path) -> bytes:
    octets = os.fsencode(path)
    if b"\0" in octets:
        raise OptionError("the name of a file contains a NUL octet")
    return octets


def to_c(text: Optional[bytes]) -> Any:
    """Return a C string to be kept as long as C uses it, or NULL."""
    return ffi.NULL if text is None else ffi.new("char[]", text)
