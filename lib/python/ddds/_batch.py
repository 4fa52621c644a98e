"""Batches: inputs on their way into C, and results on their way back.

SPDX-License-Identifier: MIT
"""

from typing import Any, Optional

from ddds._databases import Database, Zones
from ddds._ddds import ffi, lib
from ddds._errors import check_status, new_error
from ddds._options import Options
from ddds._results import Reason, Result, load, to_line
from ddds._text import Text, decode


class Refusal(Exception):
    """An input that C cannot be given; the argument is its result."""


def refuse(text: str, app: object, detail: str) -> Refusal:
    if isinstance(app, str):
        name = app
    elif app is not None:
        name = str(getattr(app, "name"))
    else:
        name = "urn" if text[:4].lower() == "urn:" else "uri"
    return Refusal(Result(text, name, "bad_input",
                          Reason("BAD_INPUT", None, detail), (), 0, None, None,
                          None))


def encode_input(text: Text, app: object) -> bytes:
    """Return |text| for C. Raises Refusal for what no application takes, and
    TypeError for what is not text.
    """
    if isinstance(text, bytes):
        octets = text
    elif isinstance(text, str):
        try:
            octets = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raise refuse(text, app, "the input is not valid Unicode") from None
    else:
        raise TypeError("an input must be str or bytes, not"
                        f" {type(text).__name__}")
    if b"\0" in octets:
        raise refuse(decode(octets), app, "the input contains a NUL octet")
    return octets


class Batch:
    """A C batch: at most |width| inputs in progress or done but not taken."""

    def __init__(self, database: Database, options: Options) -> None:
        if not isinstance(database, Database):
            raise TypeError("the database must be ddds.Zones or ddds.DNS, not"
                            f" {type(database).__name__}")
        batch = lib.ddds_batch_new(database._get_source(), options.c)
        if batch == ffi.NULL:
            raise MemoryError("out of memory")
        self.batch = ffi.gc(batch, lib.ddds_batch_free)
        self.options = options
        self.is_immediate = isinstance(database, Zones)
        self.app = options.application
        self.inputs: list[Text] = []  # which the results do not repeat
        self.refused: list[tuple[int, Any]] = []

    def close(self) -> None:
        """Cancel what is in progress, and free the memory now."""
        ffi.release(self.batch)

    def give(self, texts: list[Text], index: int) -> None:
        """Start |texts|; the first has the number |index|."""
        try:
            octets = "\0".join(texts).encode("utf-8",  # type: ignore[arg-type]
                                             "surrogateescape")
            is_plain = octets.count(b"\0") == len(texts) - 1
        except (TypeError, UnicodeEncodeError):
            is_plain = False
        if is_plain:
            # Results of zones have the very strings that were given.
            if has_inputs := (self.is_immediate and octets.isascii()
                              and not self.options.as_lines):
                self.inputs += texts
            self.give_octets(octets, len(texts), index, has_inputs)
            return
        for number, text in enumerate(texts, index):
            try:
                self.give_octets(encode_input(text, self.app), 1, number,
                                 False)
            except Refusal as refusal:
                result = refusal.args[0]
                self.refused.append((number, to_line(result)
                                     if self.options.as_lines else result))

    def give_octets(self, octets: bytes, count: int, index: int,
                    has_inputs: bool) -> None:
        error = new_error()
        check_status(lib.ddds_batch_give(
            self.batch, octets, count, index % 2 ** 32, has_inputs, error),
            error)

    def wait(self, milliseconds: int) -> None:
        """Wait until a result is there, a signal comes, or time is up."""
        check_status(lib.ddds_batch_wait(self.batch, milliseconds), None)

    def take(self) -> tuple[list[Any], Optional[list[int]]]:
        """Return the results that are there, or their lines, and the number of each modulo
        2**32; None if they are in the order of their inputs.
        """
        batch = self.batch
        check_status(lib.ddds_batch_take(batch), None)
        taken = batch.taken
        results = load(ffi.buffer(taken.pickle.octets, taken.pickle.length),
                       self.inputs)
        self.inputs.clear()
        if self.is_immediate and not self.refused:
            return results, None
        numbers = ffi.unpack(batch.taken_done, taken.count)
        for number, result in self.refused:
            numbers.append(number % 2 ** 32)
            results.append(result)
        self.refused.clear()
        return results, numbers
