"""Resolutions in an event loop of asyncio, on the library's own sockets.

asyncio is imported by those who use it: that takes longer than all the rest of
this package.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterable, Iterable
from typing import TYPE_CHECKING, Any, Union, Unpack, cast

from ddds import _core
from ddds._databases import DNS, Database
from ddds._options import ManyOptions, Options, Text, with_options
from ddds._records import public
from ddds._resolve import start_many
from ddds._results import Result

if TYPE_CHECKING:
    import asyncio

    from ddds._core import Results

# Another thread that uses the same database may take our answers: then we look
# again after so many seconds.
LOOK_AGAIN = 0.05


class Driver:
    """Connects a database with an event loop, as long as resolutions are in
    progress, each in a "with".
    """

    def __init__(self, database: DNS, loop: asyncio.AbstractEventLoop) -> None:
        self.source = database._source
        self.loop = loop
        self.users = 0
        self.waiting = 0
        self.timer: asyncio.TimerHandle | None = None
        self.is_planned = False

    def __enter__(self) -> Driver:
        self.users += 1
        return self

    def __exit__(self, *exception: object) -> None:
        self.users -= 1

    def plan(self) -> None:
        """Look at the sockets once all coroutines that are ready have run, so
        that their queries leave together.
        """
        if not self.is_planned:
            self.is_planned = True
            self.loop.call_soon(self.run)

    def run(self) -> None:
        """Process what has come, send what is queued, and continue the
        coroutines that have results.
        """
        self.is_planned = False
        if not self.waiting:
            return
        milliseconds, waiters = self.source.process()
        for waiter in waiters:
            # A closed loop may have left some behind.
            if not waiter.done() and not waiter.get_loop().is_closed():
                waiter.set_result(None)
        seconds = LOOK_AGAIN
        if 0 <= milliseconds < 1000 * LOOK_AGAIN:
            seconds = milliseconds / 1000
        due = self.loop.time() + seconds
        if self.timer is not None and self.timer.when() > due:
            self.timer.cancel()
            self.timer = None
        if self.timer is None:
            self.timer = self.loop.call_at(due, self.look_again)

    def look_again(self) -> None:
        self.timer = None
        self.run()

    def begin(self, results: Results[Any]) -> asyncio.Future[None]:
        """Return what is done as soon as |results| has some; end() follows."""
        waiter = self.loop.create_future()
        results._tell(waiter)
        if not self.waiting:
            self.loop.add_reader(self.source.fileno(), self.run)
        self.waiting += 1
        self.plan()
        return waiter

    def end(self, results: Results[Any]) -> None:
        results._tell(None)
        self.waiting -= 1
        if not self.waiting and not self.loop.is_closed():
            self.loop.remove_reader(self.source.fileno())
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

    async def wait(self, results: Results[Any]) -> None:
        try:
            await self.begin(results)
        finally:
            self.end(results)


def get_driver(database: Database
               ) -> contextlib.AbstractContextManager[Driver | None]:
    """Return what watches the sockets of |database| in a "with"; None for
    zones.
    """
    if not isinstance(database, DNS):
        return contextlib.nullcontext()
    import asyncio
    loop = asyncio.get_running_loop()
    driver: Driver | None = database._driver
    if driver is not None and driver.loop is not loop:
        if driver.users and not driver.loop.is_closed():
            raise RuntimeError("another event loop uses this database; make"
                               " one for each, with one ddds.Cache")
        driver = None
    if driver is None:
        driver = database._driver = Driver(database, loop)
    return driver


@public
@with_options(trace=True)
async def aresolve(input: Text, database: Database,
                   **options: Unpack[Options]) -> Result:
    """Resolve |input| without blocking the event loop; see resolve().

    Any number may be in progress at once. A cancelled one takes its queries
    back. A database belongs to one event loop until all its resolutions have
    ended, and each aresolve_many(): until then, another has RuntimeError.
    """
    options.setdefault("trace", True)
    with (_core.resolve_given(database, options) as results,
          get_driver(database) as driver):
        results._give(input)
        while (result := results._take()) is None:
            assert driver is not None  # zones answer at once
            await driver.wait(results)
        return cast("Result", result)


async def read_all(results: Results[Result], driver: Driver | None
                   ) -> AsyncGenerator[Result, None]:
    """The results of inputs that |results| reads itself."""
    import asyncio
    while (done := results._advance()) is not None:
        for result in done:
            yield result
        if driver is None:
            await asyncio.sleep(0)
        elif not done:
            await driver.wait(results)


async def read_both(inputs: AsyncIterable[Text], results: Results[Result],
                    driver: Driver | None
                    ) -> AsyncGenerator[Result, None]:
    """The results of inputs that are waited for, too."""
    import asyncio
    source = aiter(inputs)
    reading: Any = None
    waiter: Any = None
    fault: Exception | None = None
    is_open = True
    in_progress = 0
    try:
        while is_open or in_progress:
            if is_open and reading is None and results._room():
                reading = asyncio.ensure_future(anext(source))
            while (result := results._take()) is not None:
                in_progress -= 1
                yield result
            if reading is not None and reading.done():
                try:
                    results._give(reading.result())
                    in_progress += 1
                except StopAsyncIteration:
                    is_open = False
                except Exception as error:
                    fault = error
                    is_open = False
                reading = None
            elif reading is not None or in_progress:
                waiter = driver.begin(results) if driver else None
                try:
                    await asyncio.wait(
                        [one for one in (reading, waiter) if one is not None],
                        return_when=asyncio.FIRST_COMPLETED)
                finally:
                    if driver:
                        driver.end(results)
    finally:
        if reading is not None:
            reading.cancel()
    if fault is not None:
        raise fault


@public
@with_options(many=True)
async def aresolve_many(inputs: Union[Iterable[Text], AsyncIterable[Text]],
                        database: Database, **options: Unpack[ManyOptions]
                        ) -> AsyncGenerator[Result, None]:
    """Resolve many inputs at once, for "async for"; see resolve_many().

    |inputs| may be an async iterable, too: results come while it waits for the
    next input.
    """
    with (start_many(
            () if isinstance(inputs, AsyncIterable) else inputs, database,
            False, options) as results, get_driver(database) as driver):
        made = (read_both(inputs, results, driver)
                if isinstance(inputs, AsyncIterable)
                else read_all(results, driver))
        try:
            async for result in made:
                yield result
        finally:
            await made.aclose()
