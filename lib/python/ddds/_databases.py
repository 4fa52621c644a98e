"""Databases: zone files, DNS, and caches.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar, Union

from ddds import _core
from ddds._errors import OptionError
from ddds._records import public

Path = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
Self = TypeVar("Self", bound="Database")


@public
class Database:
    """Where rules, servers and addresses come from: Zones or DNS.

    Use it in a "with" statement, or call close(), to free what it has; without,
    this happens when nothing refers to it any more. A process that has forked
    may use the zones that it inherits; ddds.DNS then raises RuntimeError.
    """

    _source: _core.Source
    _shown: list[str]

    def __init__(self) -> None:
        raise TypeError("use ddds.Zones or ddds.DNS")

    def close(self) -> None:
        """Free what the database has, once the resolutions that are in progress
        have ended. It cannot be used any more: ValueError.
        """
        self._source.close()
        self._shown = ["closed"]

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<ddds.{type(self).__name__}: {', '.join(self._shown)}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"ddds.{type(self).__name__} cannot be pickled: create"
                        " one in each process")


# ---- Zones ------------------------------------------------------------------

@public
class Zones(Database):
    """Zones in memory.

    They answer as the authoritative server of these zones would. Load them all
    first: after the first resolution they do not change any more. Then any
    number of threads may share them.

    zones = ddds.Zones("urn.arpa.zone", "example.com.zone")
    """

    def __init__(self, *paths: Path) -> None:
        self._source = _core.zones()
        self._shown = []
        for path in paths:
            self.load(path)

    def load(self, path: Path, *, origin: str | bytes | None = None,
             include_anywhere: bool = False) -> list[str]:
        """Load the zone file (master file) |path| as one zone.

        The zone's name is the owner of its SOA record; without one, |origin|,
        or else the first $ORIGIN, or else the deepest name that all owners are
        within. |include_anywhere| lets $INCLUDE read files outside the folder
        of |path|.

        Returns a message for each record that is ignored because it is wrong.
        Raises ParseError if the file is not a zone file or its name is unknown,
        FileError if it cannot be read, OptionError if the zone is loaded
        already, and LimitError. The zones are then unchanged. While one thread
        loads, others that use these zones have RuntimeError.
        """
        made = self._source.load(path, None, origin, include_anywhere)
        self._shown.append(os.fsdecode(path))
        return made

    def load_text(self, text: str | bytes, *,
                  origin: str | bytes | None = None, name: str = "text"
                  ) -> list[str]:
        """Load |text| as one zone, in the format of a zone file.

        Messages call it |name|; $INCLUDE is rejected. See load().
        """
        if not isinstance(text, (str, bytes)):
            raise TypeError("a zone must be str or bytes, not"
                            f" {type(text).__name__}")
        made = self._source.load(name, text, origin, False)
        self._shown.append(name)
        return made

    def keys(self) -> list[str]:
        """Return the names that have NAPTR records, in DNSSEC's order."""
        return self._source.keys()


# ---- Caches -----------------------------------------------------------------

@public
class Cache:
    """Answers of DNS servers, kept until their TTL expires.

    Pass one cache to several databases, each in a thread of its own, and they
    share what they learn. |size| is the most memory that it uses, in octets.
    """

    def __init__(self, size: int = 32 * 2 ** 20) -> None:
        if not 0 < size <= sys.maxsize:
            raise OptionError("the size of a cache must be from 1 to"
                              f" {sys.maxsize}")
        self._cache = _core.cache(size)
        self._size = size

    def __repr__(self) -> str:
        return f"<ddds.Cache: at most {self._size} octets>"


# ---- DNS --------------------------------------------------------------------

def _speaks_tls(server: object) -> bool:
    return (isinstance(server, (str, bytes))
            and os.fsencode(server).lower().startswith(b"tls://"))


@public
class DNS(Database):
    """DNS, by way of recursive name servers.

    servers  in the order to try them: "192.0.2.53", "192.0.2.53:5353",
             "[2001:db8::1]:5353" or "ns.example"; None: those of the system.
             "tls://192.0.2.53#NAME" is asked over TLS, and has a certificate
             for NAME, or without one for its address
    cache    True for a cache of its own, or a Cache to share
    port     of servers without one
    timeout  seconds for one try; within the first one a query over UDP is sent
             again, up to twice, if the server usually answers sooner
    tries    with each server; 1 also keeps a query from being sent again
    tcp      never use UDP
    rate, rate_per_server
             queries in a second at most, in all and to each server; None: no
             limit
    ipv4_only, ipv6_only
             use only servers with such addresses
    recurse  ask the servers to recurse; False for authoritative servers
    accept_bogus
             True asks the servers for data that they could not validate, too
    trust_ad False ignores that servers report data as authenticated
    buffer_size
             of EDNS, 512 to 4096
    validate True validates answers here, by DNSSEC, whatever the servers do:
             |security| of outcomes and answers says what came of it
    trust_anchors
             files with DS or DNSKEY records to trust, instead of the root's
             key; implies |validate|
    recursive
             True asks the servers of each zone, from the root on, instead of
             recursive ones; implies |validate|, as servers over TLS do

    Threads may share a database: one waits for the other only while it sends or
    reads. It is faster if each has its own, with one Cache. A child process
    must create its own.

    What is validated needs the Debian package libddds-validate1; libunbound
    then decides how often and how long it asks: |timeout|, |tries|,
    |rate_per_server|, |recurse|, |accept_bogus| and |trust_ad| are refused.

    Raises OptionError for an invalid address or option, and FileError if the system's
    servers, the root's key or libddds-validate cannot be found.
    """

    def __init__(self, servers: str | bytes | Iterable[str | bytes] | None
                 = None, *, cache: bool | Cache = False, port: int = 53,
                 timeout: float | None = None, tries: int | None = None,
                 tcp: bool = False, rate: int | None = None,
                 rate_per_server: int | None = None, ipv4_only: bool = False,
                 ipv6_only: bool = False, recurse: bool = True,
                 accept_bogus: bool = False, trust_ad: bool = True,
                 buffer_size: int | None = None, validate: bool = False,
                 trust_anchors: Path | Iterable[Path] | None = None,
                 recursive: bool = False) -> None:
        if servers is None:
            servers = ()
        elif isinstance(servers, (str, bytes)):
            servers = (servers,)
        elif not (servers := tuple(servers)):
            raise OptionError("the list of servers is empty; None means those"
                              " of the system")
        if not 0 < port < 65536:
            raise OptionError("the port must be from 1 to 65535")
        if trust_anchors is None:
            trust_anchors = ()
        elif isinstance(trust_anchors, (str, bytes, os.PathLike)):
            trust_anchors = (trust_anchors,)
        elif not hasattr(trust_anchors, "__iter__"):
            raise TypeError("trust_anchors is a path or several, not"
                            f" {type(trust_anchors).__name__}")
        # CPython 3.13 crashes if it has no memory for the function that a
        # generator expression is.
        anchors = tuple(map(os.fsencode, trust_anchors))
        validate = bool(validate or anchors or recursive
                        or any(map(_speaks_tls, servers)))
        without_effect = [name for name, is_given in (
            ("timeout", timeout is not None), ("tries", tries is not None),
            ("rate_per_server", rate_per_server is not None),
            ("recurse", not recurse), ("accept_bogus", accept_bogus),
            ("trust_ad", not trust_ad)) if is_given]
        if validate and without_effect:
            raise OptionError(f"{without_effect[0]} has no effect where answers"
                              " are validated: leave it out")
        self._source = _core.dns(
            servers, cache._cache if isinstance(cache, Cache) else cache, port,
            timeout, tries, tcp, rate, rate_per_server, ipv4_only, ipv6_only,
            recurse, accept_bogus, trust_ad, buffer_size, validate, recursive,
            anchors)
        self._driver: Any = None  # of ddds/_aio.py
        self._shown = [str(one) for one in servers] or ["the system's servers"]
        if recursive:
            self._shown = ["the servers of each zone"]
        if validate:
            self._shown.append("validated")
        if cache:
            self._shown.append("cached")


# ---- fork() -----------------------------------------------------------------

# No other thread may be inside the library when a process forks.
os.register_at_fork(before=_core.before_fork,
                    after_in_parent=_core.after_fork_in_parent,
                    after_in_child=_core.after_fork_in_child)
