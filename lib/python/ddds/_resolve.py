"""Resolve one input, or many.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Unpack, cast

from ddds import _core
from ddds._databases import Database
from ddds._options import ManyOptions, Options, Text, with_options
from ddds._records import public
from ddds._results import Result


@public
@with_options(trace=True)
def resolve(input: Text, database: Database,
            **options: Unpack[Options]) -> Result:
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
    max_steps  steps that the matches of expressions may take together
    deadline   seconds until the result is "temporary", TIMEOUT; None: never
    own_hosts  names of hosts that are the client itself, which are left out
    near       names of hosts: every outcome is found, those that are close to
               one of these first (for "3gpp")
    sorts_ties sort records that tie, such as rules of one order and preference,
               so that the result does not depend on the order of the answer
    seed       makes the choice among servers of equal priority repeatable
    on_step    a function that is called with each Step once its question has been
               answered; later steps may change its verdicts. What it raises
               comes from here
    trace      keep every step in the result

    None is an option that is not given; an empty list of names is invalid.

    If nothing is found, this is a result, too: its |reason| says why. So is an
    input that the application does not take, with the status "bad_input".
    Raises OptionError for options that are invalid, or that the application
    does not have, and TypeError for arguments of a wrong type.
    """
    options.setdefault("trace", True)
    return cast("Result", _core.resolve(database, input, options))


def start_many(inputs: Iterable[Text], database: Database,
               as_lines: bool, options: ManyOptions) -> _core.Results[Any]:
    if isinstance(inputs, (str, bytes)):
        raise TypeError("give an input in a list, not alone")
    return _core.resolve_many(database, inputs, as_lines, options)


@public
@with_options(many=True)
def resolve_many(inputs: Iterable[Text], database: Database,
                 **options: Unpack[ManyOptions]) -> _core.Results[Result]:
    """Resolve many inputs at once, and return an iterator over their results.

    in_flight  the most resolutions in progress; memory depends on it, and not on
               the number of inputs
    ordered    return results in the order of the inputs: up to 16 times
               |in_flight| of them, at most 2048, wait behind one that is not
               done, and so many inputs are read ahead; False: as they are done

    The other options are those of resolve(), but |trace| is False by default.
    StopIteration of |on_step| becomes RuntimeError.

    If |inputs| raises an exception, the results of the inputs before it come
    first. Closing the iterator, as at the end of "with", cancels what is in
    progress. One thread at a time may use it: another has RuntimeError.
    """
    return start_many(inputs, database, False, options)


@public
@with_options(many=True)
def resolve_lines(inputs: Iterable[Text], database: Database,
                  **options: Unpack[ManyOptions]) -> _core.Results[str]:
    """Resolve many inputs at once, and return an iterator over their results as
    JSON: what ddds --json prints, by the schema ddds.resolve/1, each without the
    end of its line. The library writes them; no objects are made.

    Everything else is as for resolve_many().
    """
    return start_many(inputs, database, True, options)
