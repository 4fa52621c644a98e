"""Find the mistakes in NAPTR zones.

SPDX-License-Identifier: MIT
"""
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional, Union

from ddds._databases import DNS, load_pickle, open_pickle
from ddds._ddds import ffi, lib
from ddds._errors import (OptionError, check_object, check_status, get_detail,
                          new_error)
from ddds._findings import Finding
from ddds._options import Application, Words, get_application, join
from ddds._text import Path, Text, encode, encode_path, to_c


def _to_array(texts: Iterable[Text], what: str) -> tuple[Any, list[Any]]:
    """Return C strings as an array, and what must be kept with it."""
    kept = [to_c(encode(text, what)) for text in texts]
    array = ffi.new("char *[]", kept)
    return ffi.cast("char **", array), [array, *kept]


class _Check:
    """A check of zones, which is read into and then reported."""

    def __init__(self, origin: Optional[Text],
                 app: Union[None, str, Application], root: Words,
                 inputs: Iterable[Text], ignore: Iterable[Text]) -> None:
        inputs, ignore = tuple(inputs), tuple(ignore)
        texts = [to_c(None if origin is None else encode(origin, "the origin")),
                 to_c(join(root, "root"))]
        input_array, kept_inputs = _to_array(inputs, "an input")
        ignore_array, kept_codes = _to_array(ignore, "a code")
        # The check points into all of these.
        self.kept: list[Any] = [app, texts, kept_inputs, kept_codes]
        self.options = ffi.new("struct ddds_check_options *", {
            "size": ffi.sizeof("struct ddds_check_options"),
            "origin": texts[0],
            "application": get_application(app),
            "roots": texts[1],
            "inputs": input_array,
            "input_count": len(inputs),
            "ignored": ignore_array,
            "ignored_count": len(ignore),
        })
        error = new_error()
        self.check = ffi.gc(
            check_object(lib.ddds_check_new(self.options, error), error),
            lib.ddds_check_free)
        self.summary = ffi.new("struct ddds_check_summary *", {
            "size": ffi.sizeof("struct ddds_check_summary")})

    def read(self, path: bytes) -> None:
        error = new_error()
        check_status(lib.ddds_check_file(self.check, path, ffi.NULL, error),
                     error)

    def read_text(self, name: bytes, text: bytes) -> None:
        error = new_error()
        content = ffi.from_buffer(text)
        self.kept.append(content)
        check_status(lib.ddds_check_text(self.check, name, content, len(text),
                                         ffi.NULL, error), error)

    def query(self, names: Iterable[Text], live: Any) -> list[str]:
        """Look the names up, and return what failed."""
        names = tuple(names)
        array, kept = _to_array(names, "a name")
        error = new_error()
        with open_pickle() as pickle:
            status = lib.ddds_findings_query(self.check, live, array,
                                             len(names), pickle, error)
            failures: list[str] = load_pickle(pickle)
        if status == lib.DDDS_LIMIT:
            failures.append(get_detail(error))
        elif status != lib.DDDS_UNREADABLE or not failures:
            check_status(status, error)
        return failures

    def report(self) -> list[Finding]:
        error = new_error()
        with open_pickle() as findings:
            check_status(lib.ddds_findings_report(
                self.check, findings, self.summary, error), error)
            return load_pickle(findings)

    def correct(self, name: bytes, text: bytes) -> bytes:
        """Return |text| with its corrections; nothing is read into the check."""
        error = new_error()
        content = ffi.from_buffer(text)
        with open_pickle() as pickle:
            check_status(lib.ddds_findings_correct(
                self.options, name, content, len(text), pickle, error), error)
            flat = load_pickle(pickle)
        made, end = bytearray(), 0
        for begin, count, correction in zip(flat[::3], flat[1::3], flat[2::3]):
            made += text[end:begin] + correction.encode("utf-8",
                                                        "surrogateescape")
            end = begin + count
        return bytes(made + text[end:])


def _to_octets(text: Text) -> bytes:
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogateescape")
    if not isinstance(text, bytes):
        raise TypeError("a zone must be str or bytes, not"
                        f" {type(text).__name__}")
    return text


def check(*paths: Path, origin: Optional[Text] = None,
          app: Union[None, str, Application] = None, root: Words = None,
          inputs: Iterable[Text] = (),
          ignore: Iterable[Text] = ()) -> list[Finding]:
    """Check zone files, and return the findings in the order of their lines.

    The files are checked together: rules are followed from one to the others.

    origin  completes names before any $ORIGIN, if there is no absolute SOA
    app     the application of the rules; None: guessed for each record
    root    where first keys are looked up, as for resolve()
    inputs  on which expressions are tried, beside those that are generated
    ignore  codes that are not reported

    Of each code, the first thousand findings are returned. Raises FileError if
    a file cannot be read, ParseError if it is not a zone file at all, and
    OptionError.
    """
    made = _Check(origin, app, root, inputs, ignore)
    for path in paths:
        made.read(encode_path(path))
    return made.report()


def check_text(text: Text, *, name: str = "text",
               origin: Optional[Text] = None,
               app: Union[None, str, Application] = None, root: Words = None,
               inputs: Iterable[Text] = (),
               ignore: Iterable[Text] = ()) -> list[Finding]:
    """Check |text|, a zone in the format of zone files; see check().

    Findings call it |name|.
    """
    made = _Check(origin, app, root, inputs, ignore)
    made.read_text(encode(name, "the name of a zone"), _to_octets(text))
    return made.report()


@dataclass(frozen=True)
class Published:
    """What check_names() has found.

    findings  as those of check(); each tells the server that sent the record
    failures  a message for each name that could not be looked up; then there
              may be more mistakes than |findings| has
    queries   how many DNS queries were sent
    """

    findings: tuple[Finding, ...]
    failures: tuple[str, ...]
    queries: int


def check_names(names: Union[Text, Iterable[Text]], dns: DNS, *,
                authorities: bool = False, authority_port: int = 53,
                app: Union[None, str, Application] = None, root: Words = None,
                inputs: Iterable[Text] = (),
                ignore: Iterable[Text] = ()) -> Published:
    """Check the NAPTR records that are published at |names|, and what they lead
    to.

    The servers and the options are those of |dns|; its cache is not used.

    authorities     query the authoritative servers of the zone, too, one by
                    one; by default only if the lookup of the rules fails
    authority_port  of these servers

    The other options are those of check(). A name that cannot be looked up is
    a failure in what is returned, and not an exception. Raises OptionError for
    what is not a domain name, and FileError if the servers of the system cannot
    be found.
    """
    if not isinstance(dns, DNS):
        raise TypeError(f"dns must be a ddds.DNS, not {type(dns).__name__}")
    if not 0 < authority_port < 65536:
        raise OptionError("the port must be from 1 to 65535")
    if isinstance(names, (str, bytes)):
        names = (names,)
    live = ffi.new("struct ddds_check_live *", {
        "size": ffi.sizeof("struct ddds_check_live"),
        "dns": dns._options,
        "asks_authorities": authorities,
        "authority_port": authority_port,
        "now": int(time.time()),
    })
    made = _Check(None, app, root, inputs, ignore)
    failures = made.query(names, live)
    findings = made.report()
    return Published(tuple(findings), tuple(failures), made.summary.queries)


def correct(text: Text, *, origin: Optional[Text] = None,
            app: Union[None, str, Application] = None, root: Words = None,
            inputs: Iterable[Text] = (), ignore: Iterable[Text] = ()) -> str:
    """Return |text|, a zone in the format of zone files, with all corrections
    that are certain and make nothing worse: what ddds lint --fix makes of it.

    Other corrections are a choice: see |fix| and |replaced| of a Finding. The
    options are those of check(); what only codes of |ignore| are about stays.
    """
    made = _Check(origin, app, root, inputs, ignore)
    corrected = made.correct(b"text", _to_octets(text))
    return corrected.decode("utf-8", "surrogateescape")
