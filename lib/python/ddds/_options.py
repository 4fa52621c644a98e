"""Options of resolutions, and applications.

SPDX-License-Identifier: MIT
"""
from collections.abc import Iterable
from typing import Any, Optional, Union

from ddds._databases import to_count, to_milliseconds
from ddds._ddds import ffi, lib
from ddds._errors import OptionError, check_object, new_error
from ddds._text import Path, Text, decode, encode, encode_path, to_c


class Application:
    """An application that a file describes, in the format of ddds-app(5).

    Use one of the two class methods:

    isbn = ddds.Application.open("isbn.app")
    ddds.resolve("urn:isbn:0451450523", zones, app=isbn)
    """

    _application: Any

    def __init__(self) -> None:
        raise TypeError("use Application.open or Application.read")

    @classmethod
    def _make(cls, made: Any, error: Any) -> "Application":
        self = cls.__new__(cls)
        self._application = ffi.gc(check_object(made, error),
                                   lib.ddds_application_free)
        return self

    @classmethod
    def open(cls, path: Path) -> "Application":
        """Read the file |path|. Raises FileError, ParseError or LimitError."""
        error = new_error()
        return cls._make(lib.ddds_application_open(encode_path(path), error),
                         error)

    @classmethod
    def read(cls, text: Text, name: str = "text") -> "Application":
        """Read |text|, which messages call |name|."""
        error = new_error()
        octets = encode(text, "a description")
        return cls._make(
            lib.ddds_application_read(encode(name, "a name"), octets,
                                      len(octets), error), error)

    @property
    def name(self) -> str:
        """The name that the description gives it."""
        return decode(ffi.string(self._application.name))


def list_applications() -> list[str]:
    """Return the names of the applications that the library has."""
    made: list[str] = []
    all_of_them = lib.ddds_applications()
    while all_of_them[len(made)] != ffi.NULL:
        made.append(ffi.string(all_of_them[len(made)].name).decode())
    return made


APPLICATIONS = list_applications()


def get_application(app: Union[None, str, Application]) -> Any:
    """Return the application for C; NULL if the input decides."""
    if app is None:
        return ffi.NULL
    if isinstance(app, Application):
        return app._application
    if not isinstance(app, str):
        raise TypeError("app must be a name or a ddds.Application, not"
                        f" {type(app).__name__}")
    if app not in APPLICATIONS:
        raise OptionError(f"unknown application {app!r}; known:"
                          f" {', '.join(APPLICATIONS)}")
    return lib.ddds_application_find(app.encode())


Words = Union[None, Text, Iterable[Text]]


def join(words: Words, what: str) -> Optional[bytes]:
    """Return a list with commas for C."""
    if words is None:
        return None
    if isinstance(words, (str, bytes)):
        return encode(words, what)
    return b",".join(encode(word, what) for word in words)


class Options:
    """The options of a batch for C, and all that they point to."""

    def __init__(self, width: int, number: int, *, trace: bool,
                 app: Union[None, str, Application], service: Words,
                 protocol: Words, root: Words, own_hosts: Words, dns: bool,
                 all: bool, no_q: bool, addresses: bool, require_ad: bool,
                 max_hops: Optional[int], max_queries: Optional[int],
                 deadline: Optional[float], seed: Optional[int],
                 as_lines: bool = False) -> None:
        self.application = app
        self.as_lines = as_lines
        self.texts = [
            to_c(join(service, "service")), to_c(join(protocol, "protocol")),
            to_c(join(root, "root")), to_c(join(own_hosts, "own_hosts"))]
        if seed is not None and not 0 <= seed < 2 ** 64:
            raise OptionError("seed must be from 0 to 2**64 - 1")
        self.c = ffi.new("struct ddds_batch_options *", {
            "application": get_application(app),
            "services": self.texts[0],
            "protocols": self.texts[1],
            "roots": self.texts[2],
            "own_hosts": self.texts[3],
            "dns": dns,
            "all": all,
            "no_q": no_q,
            "no_addresses": not addresses,
            "require_authenticated": require_ad,
            "has_trace": trace,
            "as_lines": as_lines,
            "has_seed": seed is not None,
            "seed": seed or 0,
            "max_hops": to_count(max_hops, "max_hops"),
            "max_queries": to_count(max_queries, "max_queries"),
            "deadline": to_milliseconds(deadline, "deadline"),
            "width": width,
            "number": number,
        })
