"""Databases: zone files, DNS, and caches.

SPDX-License-Identifier: MIT
"""
import os
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

from ddds._ddds import ffi, lib
from ddds._errors import (OptionError, check_object, check_status, new_error)
from ddds._results import load
from ddds._text import Path, Text, encode, encode_path, to_c


@contextmanager
def open_pickle() -> Iterator[Any]:
    """Provide a struct ddds_pickle, and free it."""
    pickle = ffi.new("struct ddds_pickle *")
    try:
        yield pickle
    finally:
        lib.ddds_pickle_clear(pickle)


def load_pickle(pickle: Any) -> list[Any]:
    return load(ffi.buffer(pickle.octets, pickle.length))


class Database:
    """Where rules, servers and addresses come from: Zones or DNS."""

    _source: Any

    def __init__(self) -> None:
        raise TypeError("use ddds.Zones or ddds.DNS")

    def _hold(self, source: Any) -> None:
        self._source = ffi.gc(source, lib.ddds_source_free)
        sources.add(self)

    def _get_source(self) -> Any:
        """Return the C object that answers."""
        return self._source


# ---- Zones ------------------------------------------------------------------

class Zones(Database):
    """Zones in memory.

    They answer as the authoritative server of these zones would. Load them all
    first: after the first resolution they do not change any more. Then any
    number of threads may share them.

    zones = ddds.Zones("urn.arpa.zone", "example.com.zone")
    """

    def __init__(self, *paths: Path) -> None:
        error = new_error()
        self._hold(check_object(lib.ddds_source_memory(error), error))
        for path in paths:
            self.load(path)

    def load(self, path: Path, *, origin: Optional[Text] = None,
             include_anywhere: bool = False) -> list[str]:
        """Load the zone file (master file) |path| as one zone.

        The zone's name is the owner of its SOA record; without one, |origin|,
        or else the first $ORIGIN. |include_anywhere| lets $INCLUDE read files
        outside the folder of |path|.

        Returns a message for each record that is ignored because it is wrong.
        Raises ParseError if the file is not a zone file, FileError if it cannot
        be read, OptionError if the zone is loaded already or its name is
        unknown, and LimitError. The zones are then unchanged.
        """
        return self._load(encode_path(path), None, origin, include_anywhere)

    def load_text(self, text: Text, *, origin: Optional[Text] = None,
                  name: str = "text") -> list[str]:
        """Load |text| as one zone, in the format of a zone file.

        Messages call it |name|; $INCLUDE is rejected. See load().
        """
        if isinstance(text, str):
            text = text.encode("utf-8", "surrogateescape")
        if not isinstance(text, bytes):
            raise TypeError("a zone must be str or bytes, not"
                            f" {type(text).__name__}")
        return self._load(encode(name, "the name of a zone"), text, origin,
                          False)

    def _load(self, path: bytes, text: Optional[bytes],
              origin: Optional[Text], include_anywhere: bool) -> list[str]:
        error = new_error()
        kept = to_c(None if origin is None else encode(origin, "the origin"))
        options = ffi.new("struct ddds_zone_options *",
                          {"size": ffi.sizeof("struct ddds_zone_options"),
                           "origin": kept,
                           "include_anywhere": include_anywhere})
        content = ffi.NULL if text is None else ffi.from_buffer(text)
        with open_pickle() as complaints:
            check_status(
                lib.ddds_source_load(self._source, path, content,
                                     0 if text is None else len(text), options,
                                     complaints, error), error)
            return load_pickle(complaints)

    def keys(self) -> list[str]:
        """Return the names that have NAPTR records, in DNSSEC's order."""
        error = new_error()
        with open_pickle() as names:
            check_status(lib.ddds_source_keys(self._source, names, error),
                         error)
            return load_pickle(names)


# ---- Caches -----------------------------------------------------------------

class Cache:
    """Answers of DNS servers, kept until their TTL expires.

    Pass one cache to several databases, each in a thread of its own, and they
    share what they learn. |size| is the most memory that it uses, in octets.
    """

    def __init__(self, size: int = 32 * 2 ** 20) -> None:
        error = new_error()
        if size <= 0:
            raise OptionError("the size of a cache must be positive")
        self._cache = ffi.gc(
            check_object(lib.ddds_cache_new(size, error), error),
            lib.ddds_cache_free)


# ---- DNS --------------------------------------------------------------------

def to_milliseconds(seconds: Optional[float], what: str) -> int:
    """Return |seconds| for C, where 0 means the default or no limit."""
    if seconds is None:
        return 0
    if not 0 < seconds <= 4294967:
        raise OptionError(f"{what} must be more than 0 and at most 4294967"
                          " seconds")
    return max(1, round(1000 * seconds))


def to_count(count: Optional[int], what: str) -> int:
    """Return |count| for C, where 0 means the default or no limit."""
    if count is None:
        return 0
    if not 0 < count < 2 ** 31:
        raise OptionError(f"{what} must be more than 0 and less than 2147483648")
    return count


class DNS(Database):
    """DNS, by way of recursive name servers.

    servers  in the order to try them: "192.0.2.53", "192.0.2.53:5353",
             "[2001:db8::1]:5353" or "ns.example"; None: those of the system
    cache    True for a cache of its own, or a Cache to share
    port     of servers without one
    timeout  seconds for one try
    tries    with each server
    tcp      never use UDP
    rate, rate_per_server
             queries in a second at most, in all and to each server; None: no
             limit
    ipv4_only, ipv6_only
             use only servers with such addresses
    recurse  ask the servers to recurse; False for authoritative servers
    validate False asks the servers for data that they could not validate, too
    trust_ad False ignores that servers report data as authenticated
    buffer_size
             of EDNS, 512 to 4096

    Threads may share a database: one waits for the other only while it sends or
    reads. It is faster if each has its own, with one Cache.

    Raises OptionError for an invalid address, and FileError if the system's
    servers cannot be found.
    """

    def __init__(self, servers: Union[None, Text, Iterable[Text]] = None, *,
                 cache: Union[bool, Cache] = False, port: int = 53,
                 timeout: Optional[float] = None,
                 tries: Optional[int] = None, tcp: bool = False,
                 rate: Optional[int] = None,
                 rate_per_server: Optional[int] = None,
                 ipv4_only: bool = False, ipv6_only: bool = False,
                 recurse: bool = True, validate: bool = True,
                 trust_ad: bool = True,
                 buffer_size: Optional[int] = None) -> None:
        if servers is None:
            servers = ()
        elif isinstance(servers, (str, bytes)):
            servers = (servers,)
        elif not (servers := tuple(servers)):
            raise OptionError("the list of servers is empty; None means those"
                              " of the system")
        if not 0 < port < 65536:
            raise OptionError("the port must be from 1 to 65535")
        kept = [ffi.new("char[]", encode(one, "a server")) for one in servers]
        array = ffi.new("char *[]", kept)
        options = ffi.new("struct ddds_dns_options *", {
            "size": ffi.sizeof("struct ddds_dns_options"),
            "servers": ffi.cast("char **", array),
            "server_count": len(kept),
            "port": port,
            "timeout": to_milliseconds(timeout, "timeout"),
            "tries": to_count(tries, "tries"),
            "tcp": tcp,
            "rate": to_count(rate, "rate"),
            "rate_per_server": to_count(rate_per_server, "rate_per_server"),
            "ipv4_only": ipv4_only,
            "ipv6_only": ipv6_only,
            "no_recursion": not recurse,
            "no_validation": not validate,
            "distrust": not trust_ad,
            "buffer_size": to_count(buffer_size, "buffer_size"),
        })
        shared = cache._cache if isinstance(cache, Cache) else ffi.NULL
        self._options = options
        self._kept = [kept, array]  # to which the options point
        error = new_error()
        self._hold(check_object(
            lib.ddds_source_dns(options, bool(cache), shared, error), error))


# ---- fork() -----------------------------------------------------------------

# No other thread may be inside the library when a process forks: the child
# would have a database that is half changed, and a lock that is never released.
sources: "weakref.WeakSet[Database]" = weakref.WeakSet()
held: list[Any] = []


def before_fork() -> None:
    held.extend(database._source for database in list(sources))
    for source in held:
        lib.ddds_source_lock(source)


def after_fork_in_parent() -> None:
    while held:
        lib.ddds_source_unlock(held.pop())


def after_fork_in_child() -> None:
    while held:
        lib.ddds_source_renew(held.pop())


os.register_at_fork(before=before_fork,
                    after_in_parent=after_fork_in_parent,
                    after_in_child=after_fork_in_child)
