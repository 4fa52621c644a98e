"""Resolve one input, or many.

SPDX-License-Identifier: MIT
"""
from collections.abc import Generator, Iterable, Iterator
from itertools import chain, islice
from typing import Any, Optional, Union, cast

from ddds._batch import Batch
from ddds._databases import Database
from ddds._errors import OptionError
from ddds._options import Application, Options, Words
from ddds._results import Result
from ddds._text import Text

# Signals of Python are handled between two waits of so many milliseconds.
WAIT = 50
MOST_IN_FLIGHT = 65536
# Zones answer at once. With as few results at a time, Python's garbage collector
# finds them gone when it runs.
AT_ONCE = 160


def resolve(input: Text, database: Database, *,
            app: Union[None, str, Application] = None,
            service: Words = None, protocol: Words = None, root: Words = None,
            dns: bool = False, all: bool = False, no_q: bool = False,
            addresses: bool = True, require_ad: bool = False,
            max_hops: Optional[int] = None, max_queries: Optional[int] = None,
            deadline: Optional[float] = 15.0, own_hosts: Words = None,
            seed: Optional[int] = None, trace: bool = True) -> Result:
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
               DNS queries for one input
    deadline   seconds until the result is "temporary", TIMEOUT; None: never
    own_hosts  names of hosts that are the client itself, which are left out
    seed       makes the choice among servers of equal priority repeatable
    trace      keep every step in the result

    If nothing is found, this is a result, too: its |reason| says why. So is an
    input that the application does not take, with the status "bad_input".
    Raises OptionError for options that are invalid, or that the application
    does not have, and TypeError for arguments of a wrong type.
    """
    options = Options(
        1, 0, app=app, service=service, protocol=protocol, root=root, dns=dns,
        all=all, no_q=no_q, addresses=addresses, require_ad=require_ad,
        max_hops=max_hops, max_queries=max_queries, deadline=deadline,
        own_hosts=own_hosts, seed=seed, trace=trace)
    batch = Batch(database, options)
    try:
        batch.give([input], 0)
        while True:
            results = batch.take()[0]
            if results:
                return cast(Result, results[0])
            batch.wait(WAIT)
    finally:
        batch.close()


class Queue:
    """What is between the inputs of resolve_many and its results."""

    def __init__(self, batch: Batch, inputs: Iterable[Text], width: int,
                 ordered: bool) -> None:
        self.batch = batch
        self.inputs = iter(inputs)
        self.width = width
        self.ordered = ordered
        self.given = 0    # inputs that were started
        self.returned = 0
        self.waiting: dict[int, Any] = {}  # for results before them
        self.error: Optional[Exception] = None
        self.is_open = True
        self.step = 1
        self.most = AT_ONCE if batch.is_immediate else width

    def fill(self, most: int) -> None:
        """Start up to |most| inputs. If reading them fails, the results of
        those before come first.
        """
        texts: list[Text] = []
        try:
            texts.extend(islice(self.inputs, most))  # keeps those before
            self.is_open = len(texts) == most        # an exception
        except Exception as error:
            self.error = error
            self.is_open = False
        if texts:
            self.batch.give(texts, self.given)
            self.given += len(texts)

    def refill(self) -> None:
        """Start inputs, more and more at a time, so that the first results
        come soon.
        """
        free = self.width - (self.given - self.returned)
        if self.is_open and free > 0:
            self.fill(min(free, self.step))
            self.step = min(2 * self.step, self.most)

    def take(self) -> list[Any]:
        """Return what is done, as far as the order allows."""
        results, numbers = self.batch.take()
        if not self.ordered or (numbers is None and not self.waiting):
            self.returned += len(results)
            return results
        assert numbers is not None
        for number, result in zip(numbers, results):
            self.waiting[number] = result
        made = []
        while self.returned % 2 ** 32 in self.waiting:
            made.append(self.waiting.pop(self.returned % 2 ** 32))
            self.returned += 1
        return made

    def advance(self) -> list[Any]:
        """Start what there is place for, and return what is done."""
        self.refill()
        return self.take()

    def is_over(self) -> bool:
        return not self.is_open and self.returned == self.given

    def end(self) -> None:
        """Raise the exception that the inputs have raised."""
        if self.error is not None:
            raise self.error

    def run(self) -> Generator[list[Any], None, None]:
        try:
            while not self.is_over():
                results = self.advance()
                if results:
                    try:
                        yield results
                    finally:
                        results.clear()  # close() leaves none behind
                elif not self.is_over():
                    self.batch.wait(WAIT)
            self.end()
        finally:
            self.batch.close()


class Results(chain[Any]):
    """An iterator over the results of a queue. Python code would run for each
    result in a generator, but here for many at a time only.
    """

    blocks: Generator[list[Any], None, None]

    @classmethod
    def over(cls, queue: Queue) -> "Results":
        blocks = queue.run()
        self = cast(Results, cls.from_iterable(blocks))
        self.blocks = blocks
        return self

    def close(self) -> None:
        """Cancel what is in progress; there are no more results."""
        self.blocks.close()


def start_many(inputs: Iterable[Text], database: Database, *, in_flight: int,
               ordered: bool, **options: Any) -> Results:
    if not 0 < in_flight <= MOST_IN_FLIGHT:
        raise OptionError(f"in_flight must be from 1 to {MOST_IN_FLIGHT}")
    return Results.over(Queue(Batch(database, Options(in_flight, 0, **options)),
                              inputs, in_flight, ordered))


def resolve_many(inputs: Iterable[Text], database: Database, *,
                 in_flight: int = 512, ordered: bool = True,
                 app: Union[None, str, Application] = None,
                 service: Words = None, protocol: Words = None,
                 root: Words = None, dns: bool = False, all: bool = False,
                 no_q: bool = False, addresses: bool = True,
                 require_ad: bool = False, max_hops: Optional[int] = None,
                 max_queries: Optional[int] = None,
                 deadline: Optional[float] = 15.0, own_hosts: Words = None,
                 seed: Optional[int] = None, trace: bool = False
                 ) -> Iterator[Result]:
    """Resolve many inputs at once, and return an iterator over their results.

    in_flight  the most inputs that are read ahead of the results that the
               caller has taken; memory depends on it, and not on the number of
               inputs
    ordered    return results in the order of the inputs; False: as they are
               done

    The other options are those of resolve(), but |trace| is False by default.

    If |inputs| raises an exception, the results of the inputs before it come
    first. Closing the iterator cancels what is in progress.
    """
    return start_many(
        inputs, database, in_flight=in_flight, ordered=ordered, app=app, service=service,
        protocol=protocol, root=root, dns=dns, all=all, no_q=no_q,
        addresses=addresses, require_ad=require_ad, max_hops=max_hops,
        max_queries=max_queries, deadline=deadline, own_hosts=own_hosts,
        seed=seed, trace=trace)


DEFAULTS: dict[str, Any] = getattr(resolve_many, "__kwdefaults__")


def resolve_lines(inputs: Iterable[Text], database: Database, *,
                  in_flight: int = 512, ordered: bool = True,
                  **options: Any) -> Iterator[str]:
    """Resolve many inputs at once, and return an iterator over their results as
    JSON: what ddds --json prints, by the schema ddds.resolve/1, each without the
    end of its line. The library writes them; no objects are made.

    |options| and everything else are as for resolve_many().
    """
    given: dict[str, Any] = {**DEFAULTS, **options, "in_flight": in_flight,
                             "ordered": ordered, "as_lines": True}
    return start_many(inputs, database, **given)
