"""Resolve one input, or many.

C has the options by their places: the order is that of enum py_option in
py_options.h.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from ddds import _core
from ddds._records import public

if TYPE_CHECKING:
    from ddds._databases import Database
    from ddds._options import App, Text, Words
    from ddds._results import Result


@public
def resolve(input: Text, database: Database, *, app: App = None,
            service: Words = None, protocol: Words = None, root: Words = None,
            dns: bool = False, all: bool = False, no_q: bool = False,
            addresses: bool = True, require_ad: bool = False,
            max_hops: int | None = None, max_queries: int | None = None,
            deadline: float | None = 15.0, own_hosts: Words = None,
            near: Words = None, seed: int | None = None,
            trace: bool = True) -> Result:
    """Resolve |input| with the records of |database|, and wait for the result.

    app        the application: a name of ddds.APPLICATIONS, or an Application;
               None: "urn" if the input begins with "urn:", otherwise "uri"
    service, protocol
               what the client can use, in order of preference: "I2L,I2R" or
               ["I2L", "I2R"]; None: any
    root       where first keys are looked up, instead of "urn.arpa" and so on
    dns        query the database even for inputs that need no query (urn:uuid)
    all        find every outcome, not only the best
    no_q       do not append the q-component of a URN to URIs
    addresses  look up the addresses of hosts
    require_ad reject answers that no validating resolver has authenticated
    max_hops   delegations on one path
    max_queries
               DNS queries for one input, every repetition included
    deadline   seconds until the result is "temporary", TIMEOUT; None: never
    own_hosts  names of hosts that are the client itself, which are left out
    near       names of hosts: every outcome is found, those that are close to
               one of these first (for "3gpp")
    seed       makes the choice among servers of equal priority repeatable
    trace      keep every step in the result

    If nothing is found, this is a result, too: its |reason| says why. So is an
    input that the application does not take, with the status "bad_input".
    Raises OptionError for options that are invalid, or that the application
    does not have, and TypeError for arguments of a wrong type.
    """
    return cast("Result", _core.resolve(
        database, input, 1, True, False, app, service, protocol, root, dns,
        all, no_q, addresses, require_ad, max_hops, max_queries, deadline,
        own_hosts, near, seed, trace))


def start_many(inputs: Iterable[Text] | None, database: Database, *,
               in_flight: int = 512, ordered: bool = True,
               as_lines: bool = False, app: App = None, service: Words = None,
               protocol: Words = None, root: Words = None, dns: bool = False,
               all: bool = False, no_q: bool = False, addresses: bool = True,
               require_ad: bool = False, max_hops: int | None = None,
               max_queries: int | None = None, deadline: float | None = 15.0,
               own_hosts: Words = None, near: Words = None,
               seed: int | None = None,
               trace: bool = False) -> _core.Results[Any]:
    if isinstance(inputs, (str, bytes)):
        raise TypeError("give an input in a list, not alone")
    return _core.resolve_many(
        database, inputs, in_flight, ordered, as_lines, app, service, protocol,
        root, dns, all, no_q, addresses, require_ad, max_hops, max_queries,
        deadline, own_hosts, near, seed, trace)


@public
def resolve_many(inputs: Iterable[Text], database: Database, *,
                 in_flight: int = 512, ordered: bool = True, app: App = None,
                 service: Words = None, protocol: Words = None,
                 root: Words = None, dns: bool = False, all: bool = False,
                 no_q: bool = False, addresses: bool = True,
                 require_ad: bool = False, max_hops: int | None = None,
                 max_queries: int | None = None, deadline: float | None = 15.0,
                 own_hosts: Words = None, near: Words = None,
                 seed: int | None = None,
                 trace: bool = False) -> _core.Results[Result]:
    """Resolve many inputs at once, and return an iterator over their results.

    in_flight  the most resolutions in progress; memory depends on it, and not on
               the number of inputs
    ordered    return results in the order of the inputs: up to 16 times
               |in_flight| of them, at most 2048, wait behind one that is not
               done, and so many inputs are read ahead; False: as they are done

    The other options are those of resolve(), but |trace| is False by default.

    If |inputs| raises an exception, the results of the inputs before it come
    first. Closing the iterator, as at the end of "with", cancels what is in
    progress. One thread at a time may use it: another has RuntimeError.
    """
    return start_many(
        inputs, database, in_flight=in_flight, ordered=ordered, app=app,
        service=service, protocol=protocol, root=root, dns=dns, all=all,
        no_q=no_q, addresses=addresses, require_ad=require_ad,
        max_hops=max_hops, max_queries=max_queries, deadline=deadline,
        own_hosts=own_hosts, near=near, seed=seed, trace=trace)


@public
def resolve_lines(inputs: Iterable[Text], database: Database, *,
                  in_flight: int = 512, ordered: bool = True,
                  **options: Any) -> _core.Results[str]:
    """Resolve many inputs at once, and return an iterator over their results as
    JSON: what ddds --json prints, by the schema ddds.resolve/1, each without the
    end of its line. The library writes them; no objects are made.

    |options| and everything else are as for resolve_many().
    """
    return start_many(inputs, database, in_flight=in_flight, ordered=ordered,
                      **options, as_lines=True)
