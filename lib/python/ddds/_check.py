"""Find the mistakes in NAPTR zones.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from ddds import _core
from ddds._databases import DNS, Path
from ddds._errors import OptionError
from ddds._findings import Finding
from ddds._options import App, Text, Words
from ddds._records import public


@public
def check(*paths: Path, origin: Text | None = None,
          app: App = None, root: Words = None,
          inputs: Iterable[Text] = (),
          ignore: Iterable[Text] = ()) -> list[Finding]:
    """Check zone files, and return the findings in the order of their lines.

    The files are checked together: rules are followed from one to the others.
    Without a path, nothing is checked.

    origin  completes names before any $ORIGIN, if there is no absolute SOA
    app     the application of the rules; None: guessed for each record
    root    where first keys are looked up, as for resolve()
    inputs  on which expressions are tried, beside those that are generated
    ignore  codes that are not reported

    Of each code, the first thousand findings are returned. Raises FileError if
    a file cannot be read, ParseError if it is not a zone file at all, and
    OptionError.
    """
    return _core.check_zones((origin, app, root, inputs, ignore), paths, None)


@public
def check_text(text: Text, *, name: str = "text",
               origin: Text | None = None,
               app: App = None, root: Words = None,
               inputs: Iterable[Text] = (),
               ignore: Iterable[Text] = ()) -> list[Finding]:
    """Check |text|, a zone in the format of zone files; see check().

    Findings call it |name|.
    """
    if not isinstance(text, (str, bytes)):
        raise TypeError("a zone must be str or bytes, not"
                        f" {type(text).__name__}")
    return _core.check_zones((origin, app, root, inputs, ignore), (name,),
                             text)


@public
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


@public
def check_names(names: Text | Iterable[Text], dns: DNS, *,
                authorities: bool = False, authority_port: int = 53,
                app: App = None, root: Words = None,
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
    findings, failures, queries = _core.check_names(
        (None, app, root, inputs, ignore), names, dns, authorities,
        authority_port, int(time.time()))
    return Published(tuple(findings), tuple(failures), queries)


@public
def correct(text: Text, *, origin: Text | None = None,
            app: App = None, root: Words = None,
            inputs: Iterable[Text] = (), ignore: Iterable[Text] = ()) -> str:
    """Return |text|, a zone in the format of zone files, with all corrections
    that are certain and make nothing worse: what ddds lint --fix makes of it.

    Other corrections are a choice: see |fix| and |replaced| of a Finding. The
    options are those of check(); what only codes of |ignore| are about stays.
    """
    corrected = _core.correct((origin, app, root, inputs, ignore), text)
    return corrected.decode("utf-8", "surrogateescape")
