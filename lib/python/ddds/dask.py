"""Resolve and check on more than one machine, with Dask.

Dask divides the work into partitions, restarts what is lost, and runs on one
machine, over ssh, and under Slurm or Kubernetes. This module gives it functions
for bags and dataframes of inputs:

    import dask.bag, distributed, ddds.dask
    client = distributed.Client("scheduler.example:8786")
    urns = dask.bag.read_text("urns-*.txt").map(str.strip)
    dns = ddds.dask.dns("192.0.2.53", cache=True)
    results = ddds.dask.resolve(urns, dns, service="I2L",
                                limit=ddds.dask.Limit(2000))
    ddds.dask.write_json_lines(results, "results", progress=print)

Sources are descriptions, which Dask can send to its workers. Each thread of a
worker has a database of its own, and all of a worker share one cache.

SPDX-License-Identifier: MIT
"""
import contextlib
import importlib.util
import json
import os
import pathlib
import threading
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Any, Optional, Union

import dask
import dask.bag

import ddds

Bag = Any  # dask is not typed
Frame = Any


def _settle(options: dict[str, Any]) -> dict[str, Any]:
    """Make tuples of lists and sets, which cannot be keys, and of iterators,
    which can be read only once."""
    kinds = (list, Set, Iterator)
    return {name: tuple(value) if isinstance(value, kinds) else value
            for name, value in options.items()}


# ---- Sources ----------------------------------------------------------------

@dataclass(frozen=True)
class Source:
    """What a worker opens: made by zones() or dns().

    paths    the zone files; the workers must have them under the same names
    servers  of DNS; None: those of the system
    cache    share one cache in each worker
    options  the other arguments of ddds.DNS, sorted by name
    """

    paths: tuple[str, ...] = ()
    servers: Optional[tuple[str, ...]] = None
    cache: bool = True
    options: tuple[tuple[str, Any], ...] = ()


def zones(*paths: Union[str, "os.PathLike[str]"]) -> Source:
    """Describe zone files, which every worker loads once."""
    if not paths:
        raise ddds.OptionError("zones() needs at least one file")
    return Source(paths=tuple(str(pathlib.Path(path).absolute())
                              for path in paths))


def dns(servers: Union[None, str, Iterable[str]] = None, *, cache: bool = True,
        **options: Any) -> Source:
    """Describe recursive servers; |options| are those of ddds.DNS. Its rates are
    those of each thread of a worker: a Limit is shared by all workers."""
    if isinstance(servers, str):
        servers = (servers,)
    source = Source(servers=None if servers is None else tuple(servers),
                    cache=cache, options=tuple(sorted(_settle(options).items())))
    _open_dns(source, None)  # reports mistakes here, not on a worker
    return source


@dataclass(frozen=True)
class Limit:
    """DNS queries in a second to each server, from all workers together.

    At most |slots| partitions query at a time, each at its share of the rate; so
    the limit holds however many workers come and go. None: as many as the
    cluster has threads when the work begins.
    """

    rate_per_server: int
    slots: Optional[int] = None

    def __post_init__(self) -> None:
        if self.rate_per_server < 1 or (self.slots or 1) < 1:
            raise ddds.OptionError("a limit must be at least 1")


def _open_dns(source: Source, cache: Optional[ddds.Cache],
              share: Optional[int] = None) -> ddds.DNS:
    options = dict(source.options)
    if share is not None:
        options["rate_per_server"] = share
    return ddds.DNS(source.servers, cache=cache or False, **options)


class _Opened:
    """What this process has opened: databases that threads share, caches, and the
    databases of each thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.shared: dict[Source, Any] = {}
        self.own = threading.local()

    def get_shared(self, source: Source) -> Any:
        with self.lock:
            if source not in self.shared:
                self.shared[source] = (ddds.Zones(*source.paths) if source.paths
                                       else ddds.Cache())
            return self.shared[source]

    def get(self, source: Source, share: Optional[int]) -> ddds.Database:
        if source.paths:
            database: ddds.Database = self.get_shared(source)
            return database
        made = self.own.__dict__.setdefault("made", {})
        if (source, share) not in made:
            cache = self.get_shared(source) if source.cache else None
            made[source, share] = _open_dns(source, cache, share)
        opened: ddds.Database = made[source, share]
        return opened


_opened = _Opened()


# ---- A limit that all workers share -----------------------------------------

@dataclass(frozen=True)
class _Turn:
    """The right to query, for one partition."""

    share: int
    semaphore: Any

    @contextlib.contextmanager
    def take(self) -> Iterator[int]:
        with self.semaphore:
            yield self.share


def _share(source: Source, limit: Optional[Limit]) -> Optional[_Turn]:
    """Return the turn of each partition, or None without a limit."""
    if limit is None:
        return None
    if source.paths:
        raise ddds.OptionError("zone files have no rate; leave the limit out")
    try:
        import distributed
        client = distributed.get_client()
    except (ImportError, ValueError):
        raise ddds.OptionError("a limit is shared by the workers of a"
                               " distributed.Client; create one first"
                               ) from None
    threads = sum(client.nthreads().values())
    slots = min(limit.slots or threads or 1, limit.rate_per_server)
    name = f"ddds {source.servers} {limit.rate_per_server} {slots}"
    return _Turn(limit.rate_per_server // slots,
                 distributed.Semaphore(max_leases=slots, name=name))


# ---- Resolving --------------------------------------------------------------

def _resolve_partition(inputs: Iterable[Any], source: Source,
                       turn: Optional[_Turn], options: dict[str, Any]
                       ) -> list[ddds.Result]:
    with turn.take() if turn else contextlib.nullcontext() as share:
        database = _opened.get(source, share)
        return list(ddds.resolve_many(inputs, database, **options))


def _resolve_lines(inputs: Iterable[Any], source: Source,
                   turn: Optional[_Turn], options: dict[str, Any]
                   ) -> list[str]:
    with turn.take() if turn else contextlib.nullcontext() as share:
        database = _opened.get(source, share)
        return list(ddds.resolve_lines(inputs, database, **options))


def _to_bag(inputs: Any, partition_size: int) -> Bag:
    if isinstance(inputs, (str, bytes)):
        raise TypeError("give an input in a list, not alone")
    if isinstance(inputs, dask.bag.Bag):
        return inputs
    if hasattr(inputs, "to_bag"):  # a series
        return inputs.to_bag()
    return dask.bag.from_sequence(inputs, partition_size=partition_size)


def resolve(inputs: Any, source: Source, *, limit: Optional[Limit] = None,
            partition_size: int = 10000, **options: Any) -> Bag:
    """Return a bag with the ddds.Result of each input, in the same order and the
    same partitions.

    inputs          a bag, a series, or any iterable, which is divided into
                    partitions of |partition_size|
    limit           a rate that all workers share
    options         those of ddds.resolve_many

    Each partition is resolved as a whole: when a worker is lost, Dask begins its
    partitions again elsewhere, and every input has one result.
    """
    options = _settle(options)
    for _ in ddds.resolve_many([], ddds.Zones(), **options):
        pass  # mistakes in |options| are reported here
    return _to_bag(inputs, partition_size).map_partitions(
        _resolve_partition, source, _share(source, limit), options)


def resolve_lines(inputs: Any, source: Source, *,
                  limit: Optional[Limit] = None, partition_size: int = 10000,
                  **options: Any) -> Bag:
    """Return a bag like that of resolve(), but of lines of JSON as strings, as
    ddds.resolve_lines makes them. Writing them takes less time."""
    options = _settle(options)
    for _ in ddds.resolve_lines([], ddds.Zones(), **options):
        pass
    return _to_bag(inputs, partition_size).map_partitions(
        _resolve_lines, source, _share(source, limit), options)


# The columns that resolve_frame adds.
COLUMNS = {"status": "object", "reason": "object", "kind": "object",
           "output": "object", "uri": "object", "ttl": "float64"}


def _row_of(result: ddds.Result) -> tuple[Any, ...]:
    best = result.outcomes[0] if result.outcomes else None
    return (result.status, result.reason.code if result.reason else None,
            best.kind if best else None, best.output if best else None,
            best.uri if best else None,
            float("nan") if result.ttl is None else result.ttl)


def _resolve_rows(frame: Any, column: str, source: Source,
                  turn: Optional[_Turn], options: dict[str, Any]) -> Any:
    results = _resolve_partition(list(frame[column]), source, turn, options)
    made = frame.copy(deep=False)
    rows = [_row_of(result) for result in results]
    for number, (name, kind) in enumerate(COLUMNS.items()):
        values = [row[number] for row in rows]
        made[name] = type(frame[column])(values, index=frame.index, dtype=kind)
    return made


def resolve_frame(frame: Frame, column: str, source: Source, *,
                  limit: Optional[Limit] = None, **options: Any) -> Frame:
    """Return the dataframe |frame| with what each input in |column| resolves to,
    in the columns of COLUMNS: of several outcomes, the best."""
    taken = sorted(set(COLUMNS) & set(frame.columns))
    if taken:
        raise ddds.OptionError(f"the frame has columns {', '.join(taken)};"
                               " rename them first")
    meta = frame._meta.assign(**{
        name: frame._meta[column].astype("object").astype(kind)
        for name, kind in COLUMNS.items()})
    return frame.map_partitions(_resolve_rows, column, source,
                                _share(source, limit), _settle(options),
                                meta=meta)


# ---- Checking ---------------------------------------------------------------

def _check_partition(paths: Iterable[str], options: dict[str, Any]
                     ) -> list[ddds.Finding]:
    return [finding for path in paths
            for finding in ddds.check(path, **options)]


def check(paths: Any, *, partition_size: int = 1, **options: Any) -> Bag:
    """Return a bag with the findings in zone files, each checked alone. |paths|
    is a bag or an iterable of names that the workers can open; |options| are
    those of ddds.check."""
    return _to_bag(paths, partition_size).map_partitions(_check_partition,
                                                         _settle(options))


# ---- Writing ----------------------------------------------------------------

def _as_line(item: Any) -> str:
    if isinstance(item, str):  # of resolve_lines
        return item
    return json.dumps(item.as_dict())


def _write_lines(items: Iterable[Any], path: str) -> int:
    count = 0
    with open(path, "w", encoding="ascii") as out:
        for count, item in enumerate(items, 1):
            out.write(_as_line(item) + "\n")
    return count


# The columns of a Parquet file: each with the type of its values. The last has
# the whole as a line of JSON.
RESULT_COLUMNS = {"input": str, "app": str, "status": str, "reason": str,
                  "kind": str, "output": str, "uri": str, "ttl": int,
                  "queries": int, "json": str}
FINDING_COLUMNS = {"code": str, "severity": str, "file": str, "line": int,
                   "column": int, "detail": str, "owner": str, "fix": str,
                   "server": str, "json": str}


def _as_row(item: Any) -> dict[str, Any]:
    """One row: a result by RESULT_COLUMNS, a finding by FINDING_COLUMNS."""
    line = _as_line(item)
    made = json.loads(line)
    if "results" in made:
        best = made["results"][0] if made["results"] else {}
        made["reason"] = (made["reason"] or {}).get("code")
        made.update((name, best.get(name))
                    for name in ("kind", "output", "uri", "ttl"))
    else:
        made["fix"] = (made["fix"] or {}).get("record")
    made["json"] = line
    return dict(made)


def _write_table(items: Iterable[Any], path: str) -> int:
    """Write |items|, which are of one kind, as Parquet."""
    import pyarrow
    import pyarrow.parquet
    rows = list(map(_as_row, items))
    columns = FINDING_COLUMNS if rows and "code" in rows[0] else RESULT_COLUMNS
    types = {str: pyarrow.string(), int: pyarrow.int64()}
    table = pyarrow.Table.from_pydict(
        {name: [row.get(name) for row in rows] for name in columns},
        schema=pyarrow.schema([(name, types[kind])
                               for name, kind in columns.items()]))
    pyarrow.parquet.write_table(table, path)
    return len(rows)


_WRITERS = {"jsonl": _write_lines, "parquet": _write_table}


def _write_partition(items: Iterable[Any], folder: str, number: int, kind: str
                     ) -> tuple[str, int]:
    """Write a partition, whole or not at all; the same one may be written twice,
    by a worker that was taken for lost."""
    path = pathlib.Path(folder, f"part-{number:05}.{kind}")
    own = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.tmp")
    count = _WRITERS[kind](items, str(own))
    with open(own, "rb") as written:
        os.fsync(written.fileno())
    os.replace(own, path)
    return str(path), count


def _write(bag: Bag, folder: Union[str, "os.PathLike[str]"], kind: str,
           resume: bool, progress: Optional[Callable[[str], Any]], unit: str
           ) -> list[str]:
    target = pathlib.Path(folder).absolute()
    target.mkdir(parents=True, exist_ok=True)
    parts = bag.to_delayed()
    paths = [target / f"part-{number:05}.{kind}" for number in range(len(parts))]
    others = set(target.glob(f"part-*.{kind}")).difference(paths if resume else ())
    if others:
        raise ddds.OptionError(f"{target} has partitions of an earlier run; remove"
                               " them, use another folder, or resume that run")
    work = [dask.delayed(_write_partition)(part, str(target), number, kind)
            for number, part in enumerate(parts)
            if not (resume and paths[number].exists())]
    done = total = 0
    for _, count in _compute_each(work):
        done += 1
        total += count
        if progress is not None:
            progress(f"{done} of {len(work)} partitions, {total} {unit}")
    for left in target.glob("part-*.tmp"):  # by workers that were lost
        left.unlink(missing_ok=True)
    return [str(path) for path in paths]


def write_json_lines(bag: Bag, folder: Union[str, "os.PathLike[str]"], *,
                     resume: bool = False,
                     progress: Optional[Callable[[str], Any]] = None
                     ) -> list[str]:
    """Compute |bag|, of results or findings, and write a file for each partition
    into |folder|: a JSON object a line, results by the schema ddds.resolve/1,
    findings by that of ddds.lint/1.

    resume    leave out the partitions whose files are there: they are complete
    progress  is called with a line of text after each partition

    Returns the names of all files, in the order of the partitions. Raises
    ddds.OptionError if |folder| has partitions of an earlier run, because readers
    of the folder would mix both. With |resume|, those of |bag| may be there.
    """
    return _write(bag, folder, "jsonl", resume, progress, "lines")


def write_parquet(bag: Bag, folder: Union[str, "os.PathLike[str]"], *,
                  resume: bool = False,
                  progress: Optional[Callable[[str], Any]] = None) -> list[str]:
    """Compute |bag| like write_json_lines, and write Parquet: results with the
    columns RESULT_COLUMNS, of several outcomes the best; findings with
    FINDING_COLUMNS. The column "json" has the whole.

    The workers need pyarrow, which Debian does not have (as of Debian 13);
    without it here, this raises ddds.OptionError.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise ddds.OptionError("write_parquet() needs the module pyarrow;"
                               " write_json_lines() does not")
    return _write(bag, folder, "parquet", resume, progress, "rows")


def _compute_each(work: list[Any]) -> Iterator[Any]:
    """Yield what each part of |work| comes to, as it is done if there is a
    distributed client."""
    try:
        import distributed
        client = distributed.get_client()
    except (ImportError, ValueError):
        for part in work:
            yield part.compute()
        return
    for _, result in distributed.as_completed(client.compute(work),
                                              with_results=True):
        yield result
