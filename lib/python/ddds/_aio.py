"""Resolutions in an event loop of asyncio, on the library's own sockets.

SPDX-License-Identifier: MIT
"""
import asyncio
import itertools
import weakref
from collections.abc import AsyncIterator, Iterable
from typing import Any, Optional, Union

from ddds._batch import Batch
from ddds._databases import DNS, Database
from ddds._ddds import ffi, lib
from ddds._errors import OptionError
from ddds._options import Application, Options, Words
from ddds._resolve import MOST_IN_FLIGHT, Queue
from ddds._results import Result
from ddds._text import Text

# Another thread that uses the same database may take our answers: then we look
# again after so many seconds.
LOOK_AGAIN = 0.05

numbers = itertools.count(1)


class Driver:
    """Connects a database with an event loop, as long as resolutions are in
    progress.
    """

    def __init__(self, database: DNS, loop: asyncio.AbstractEventLoop) -> None:
        self.source = database._get_source()
        self.loop = loop
        self.watched: list[int] = []
        self.waiting: dict[int, asyncio.Event] = {}
        self.timer: Optional[asyncio.TimerHandle] = None
        self.is_planned = False

    def plan(self) -> None:
        """Look at the sockets once all coroutines that are ready have run, so
        that their queries leave together.
        """
        if not self.is_planned and not self.loop.is_closed():
            self.is_planned = True
            self.loop.call_soon(self.run)

    def run(self) -> None:
        """Send what is queued, and watch the sockets."""
        self.is_planned = False
        self.wake()
        timeout = ffi.new("int *", -1)
        sockets = ffi.new("struct ddds_dns_socket[]", 8)
        count = 0
        while self.waiting:
            count = lib.ddds_source_watch(self.source, sockets, len(sockets),
                                          timeout)
            if count <= len(sockets):
                break
            sockets = ffi.new("struct ddds_dns_socket[]", count)
        self.watch([sockets[i] for i in range(count)])
        self.set_timer(timeout[0])
        self.wake()

    def wake(self) -> None:
        """Continue the coroutines that have results."""
        while number := lib.ddds_source_finished(self.source):
            if number in self.waiting:
                self.waiting[number].set()

    def watch(self, sockets: list[Any]) -> None:
        """Watch these sockets. All are registered anew: a descriptor may belong
        to another socket than before, and epoll forgets those that are closed.
        """
        for descriptor in self.watched:
            self.loop.remove_reader(descriptor)
            self.loop.remove_writer(descriptor)
        self.watched = [one.descriptor for one in sockets]
        for one in sockets:
            if one.readable:
                self.loop.add_reader(one.descriptor, self.process,
                                     one.descriptor, True)
            if one.writable:
                self.loop.add_writer(one.descriptor, self.process,
                                     one.descriptor, False)

    def set_timer(self, milliseconds: int) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.waiting:
            seconds = LOOK_AGAIN
            if 0 <= milliseconds < 1000 * LOOK_AGAIN:
                seconds = milliseconds / 1000
            self.timer = self.loop.call_later(seconds, self.process, -1,
                                              False)

    def process(self, descriptor: int, is_readable: bool) -> None:
        lib.ddds_source_process(
            self.source, descriptor, descriptor >= 0 and is_readable,
            descriptor >= 0 and not is_readable)
        self.run()


drivers: "weakref.WeakKeyDictionary[DNS, Driver]" = (
    weakref.WeakKeyDictionary())


def get_driver(database: DNS) -> Driver:
    loop = asyncio.get_running_loop()
    driver = drivers.get(database)
    if driver is not None and driver.loop is not loop:
        if driver.waiting and not driver.loop.is_closed():
            raise RuntimeError("another event loop uses this database; make"
                               " one for each, with one ddds.Cache")
        driver = None
    if driver is None:
        driver = drivers[database] = Driver(database, loop)
    return driver


async def aresolve(input: Text, database: Database, *,
                   app: Union[None, str, Application] = None,
                   service: Words = None, protocol: Words = None,
                   root: Words = None, dns: bool = False, all: bool = False,
                   no_q: bool = False, addresses: bool = True,
                   require_ad: bool = False, max_hops: Optional[int] = None,
                   max_queries: Optional[int] = None,
                   deadline: Optional[float] = 15.0, own_hosts: Words = None,
                   seed: Optional[int] = None, trace: bool = True) -> Result:
    """Resolve |input| without blocking the event loop; see resolve().

    Any number may be in progress at once. A cancelled one takes its queries
    back. A database belongs to one event loop at a time: another one that is in
    use raises RuntimeError.
    """
    async for result in aresolve_many(
            [input], database, in_flight=1, app=app, service=service,
            protocol=protocol, root=root, dns=dns, all=all, no_q=no_q,
            addresses=addresses, require_ad=require_ad, max_hops=max_hops,
            max_queries=max_queries, deadline=deadline, own_hosts=own_hosts,
            seed=seed, trace=trace):
        made = result
    return made


async def aresolve_many(inputs: Iterable[Text], database: Database, *,
                        in_flight: int = 512, ordered: bool = True,
                        app: Union[None, str, Application] = None,
                        service: Words = None, protocol: Words = None,
                        root: Words = None, dns: bool = False,
                        all: bool = False, no_q: bool = False,
                        addresses: bool = True, require_ad: bool = False,
                        max_hops: Optional[int] = None,
                        max_queries: Optional[int] = None,
                        deadline: Optional[float] = 15.0,
                        own_hosts: Words = None, seed: Optional[int] = None,
                        trace: bool = False) -> AsyncIterator[Result]:
    """Resolve many inputs at once, for "async for"; see resolve_many()."""
    if not 0 < in_flight <= MOST_IN_FLIGHT:
        raise OptionError(f"in_flight must be from 1 to {MOST_IN_FLIGHT}")
    number = next(numbers)
    options = Options(
        in_flight, number, app=app, service=service, protocol=protocol,
        root=root, dns=dns, all=all, no_q=no_q, addresses=addresses,
        require_ad=require_ad, max_hops=max_hops, max_queries=max_queries,
        deadline=deadline, own_hosts=own_hosts, seed=seed, trace=trace)
    batch = Batch(database, options)
    driver = get_driver(database) if isinstance(database, DNS) else None
    queue = Queue(batch, inputs, in_flight, ordered)
    event = asyncio.Event()
    if driver is not None:
        driver.waiting[number] = event
    try:
        while not queue.is_over():
            results = queue.advance()
            for result in results:
                yield result
            if not results and driver is not None and not queue.is_over():
                driver.plan()
                await event.wait()
                event.clear()
            elif driver is None:
                await asyncio.sleep(0)
        queue.end()
    finally:
        batch.close()
        if driver is not None:
            del driver.waiting[number]
            driver.plan()
