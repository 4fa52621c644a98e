"""Results of resolutions, with the names of the JSON schema ddds.resolve/1.

SPDX-License-Identifier: MIT
"""
from dataclasses import dataclass, field
from typing import Any, Literal, Optional
from uuid import UUID

from ddds import _core
from ddds._errors import (Error, FileError, LimitError, OptionError,
                          ParseError)
from ddds._findings import Finding, Region
from ddds._records import RecordType, record
from ddds._urn import URN

Status = Literal["resolved", "not_found", "temporary", "bad_data", "insecure",
                 "limit", "bad_input"]


@record
@dataclass(frozen=True)
class Reason:
    """Why there is no outcome.

    code    a word such as "NO_NAME"; see ddds(1)
    at      the domain name where the resolution ended, or None
    detail  a sentence for people
    """

    code: str
    at: Optional[str]
    detail: Optional[str]


@record
@dataclass(frozen=True)
class Endpoint:
    """One server or host to connect to.

    port, priority, weight  None if unknown: a host without SRV records
    addresses               None if addresses were not looked up, or the lookup failed
    """

    host: str
    port: Optional[int]
    priority: Optional[int]
    weight: Optional[int]
    addresses: Optional[tuple[str, ...]]


@record
@dataclass(frozen=True)
class URITarget:
    """One URI record (RFC 7553)."""

    priority: int
    weight: int
    uri: str


@record
@dataclass(frozen=True)
class Near:
    """Why an outcome comes before others, with the option near.

    host       the one of that list to which the first endpoint is closest
    collocated both are one node
    labels     how many labels their names have in common; None if they are one
               node
    """

    host: str
    collocated: bool
    labels: Optional[int]


@record
@dataclass(frozen=True)
class UUIDFields:
    """The fields of a UUID (RFC 9562); None if its version has no such field.

    time   as in RFC 3339
    seq    the clock sequence
    node   six octets, as "00:a0:c9:1e:6b:f6"
    notes  words such as "nil" and "future-time"
    """

    value: UUID
    version: Optional[int]
    variant: Literal["ncs", "rfc9562", "microsoft", "future"]
    time: Optional[str]
    seq: Optional[int]
    node: Optional[str]
    notes: tuple[str, ...]


@record
@dataclass(frozen=True)
class Outcome:
    """What an input resolves to.

    kind       "uri", "servers", "host", "protocol" or "uuid"
    output     what the last rule produced
    uri        the URI, if |kind| is "uri"
    uris       the URI records, if the last rule has the flag D
    services   the services field of the last rule, or None if it is empty
    protocol   the protocol that the rule offers, or None
    resolution_services
               the services that the rule offers
    target     the domain name of the servers or the host
    endpoints  the servers, in the order to try them
    uuid       the UUID, if |kind| is "uuid"
    ttl        for how many seconds this may be kept; None: for ever
    authenticated
               a validating resolver authenticated everything
    note       what a person should know, or None
    security   how secure everything is that this relies on: "secure",
               "insecure", "indeterminate" or "bogus"; None if it was not
               validated here
    near       with the option near, why it comes before others, or None
    """

    kind: Literal["uri", "servers", "host", "protocol", "uuid"]
    output: str
    uri: Optional[str]
    uris: tuple[URITarget, ...]
    services: Optional[str]
    protocol: Optional[str]
    resolution_services: tuple[str, ...]
    target: Optional[str]
    endpoints: tuple[Endpoint, ...]
    uuid: Optional[UUIDFields]
    ttl: Optional[int]
    authenticated: bool
    note: Optional[str]
    security: Optional[
        Literal["secure", "insecure", "indeterminate", "bogus"]]
    near: Optional[Near]


@record
@dataclass(frozen=True)
class Query:
    """A question to the database: a name and "NAPTR", "SRV", "A+AAAA" or
    "URI".
    """

    name: str
    type: Literal["NAPTR", "SRV", "A+AAAA", "URI"]


@record
@dataclass(frozen=True)
class Server:
    """One SRV record (RFC 2782)."""

    priority: int
    weight: int
    port: int
    target: str


@record
@dataclass(frozen=True)
class Answer:
    """The answer to a question.

    reply      a word for people, such as "no such name"
    rcode      "NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED", "YXDOMAIN" or None
    detail     more about an answer without data, or None
    canonical  the name to which aliases led, or None
    server, transport, microseconds
               who answered, over "udp" or "tcp", after what time; None for
               zones in memory
    cached, additional
               from an earlier answer, or from the additional section of one
    servers, addresses, uris
               the data of the types SRV, A+AAAA and URI
    security   "secure", "insecure", "indeterminate" or "bogus"; None if the
               answer was not validated here
    """

    reply: str
    rcode: Optional[str]
    detail: Optional[str]
    ttl: int
    authenticated: bool
    canonical: Optional[str]
    server: Optional[str]
    transport: Optional[Literal["udp", "tcp"]]
    microseconds: Optional[int]
    cached: bool
    additional: bool
    servers: Optional[tuple[Server, ...]]
    addresses: Optional[tuple[str, ...]]
    uris: Optional[tuple[URITarget, ...]]
    security: Optional[Literal["secure", "insecure", "indeterminate", "bogus"]]


@record
@dataclass(frozen=True)
class Rule:
    """One NAPTR record and the verdict on it.

    replacement  None if the record has none
    verdict      a word such as "chosen" or "no_match"; see ddds(1)
    reason       more about the verdict, or None
    output       what the rule produced of the input, or None
    """

    order: int
    preference: int
    flags: str
    services: str
    regexp: str
    replacement: Optional[str]
    verdict: Literal["chosen", "acceptable", "no_match", "other_service",
                     "unknown_flag", "conflicting_flags", "malformed",
                     "both_fields", "no_output", "illegal_key", "illegal_uri",
                     "order_closed", "limit", "dead_end"]
    reason: Optional[str]
    output: Optional[str]


@record
@dataclass(frozen=True)
class Step:
    """One step of a resolution: a key, its answer, and the verdicts.

    protocol  the protocol that is pursued, or None
    fallback  the standard from which the rules come, if there was no query
    answer    None if there was no query, or no answer in time
    """

    step: int
    key: str
    query: Query
    protocol: Optional[str]
    fallback: Optional[str]
    answer: Optional[Answer]
    rules: tuple[Rule, ...]


@record
@dataclass(frozen=True)
class Result:
    """The result of one input.

    input     the input; octets that are not UTF-8 are surrogates
    app       the name of the application
    status    "resolved", "not_found", "temporary", "bad_data", "insecure",
              "limit" or "bad_input"
    reason    why there is no outcome; None if there is one
    outcomes  the best outcome, or all of them, best first, with all=True
    queries   how many DNS queries were sent for this input
    note      what a person should know about the whole, or None
    urn       the parts of the input if it is a URN, or None
    trace     the steps, or None if the caller did not ask for them. They do not
              count when results are compared.
    """

    input: str
    app: str
    status: Status
    reason: Optional[Reason]
    outcomes: tuple[Outcome, ...]
    queries: int
    note: Optional[str]
    urn: Optional[URN]
    trace: Optional[tuple[Step, ...]] = field(compare=False)

    @property
    def ttl(self) -> Optional[int]:
        """For how many seconds the best outcome may be kept, or None."""
        return self.outcomes[0].ttl if self.outcomes else None

    def _make_urn(self, value: object) -> Any:
        """C says only whether there is a URN."""
        return URN(self.input) if value is True else value or None

    def as_dict(self) -> dict[str, Any]:
        """Return what ddds --json prints: the schema ddds.resolve/1.

        Strings with octets that are not UTF-8 are None, and a member whose
        name ends in "_hex" has the octets.
        """
        made: dict[str, Any] = {"schema": "ddds.resolve/1"}
        for name, value in to_json(self).items():
            made["results" if name == "outcomes" else name] = value
        return made


def to_line(result: Result) -> str:
    """Return the JSON of |result| as C writes it."""
    import json
    return json.dumps(result.as_dict(), separators=(",", ":"))


def make_uuid(octets: bytes) -> UUID:
    return UUID(bytes=octets)


# The order is that of enum py_class in py_state.h.
_core.adopt((Error, OptionError, ParseError, LimitError, FileError, Result,
             Reason, Outcome, Endpoint, URITarget, Near, UUIDFields, Step, Query,
             Answer, Server, Rule, Finding, Region, make_uuid, to_line))


# ---- JSON -------------------------------------------------------------------

def put_json(made: dict[str, Any], name: str, value: Any) -> None:
    """Set the member |name| of |made| to |value| as JSON has it."""
    if isinstance(value, str):
        try:
            octets = value.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # not octets, but other surrogates
            octets = value.encode("utf-8", "surrogatepass")
        try:
            octets.decode()
        except UnicodeDecodeError:
            made[name] = None
            made[name + "_hex"] = octets.hex()
            return
    made[name] = to_json(value)


def to_json(value: Any) -> Any:
    """Return |value| as JSON has it."""
    if isinstance(value, URN):
        made: dict[str, Any] = {}
        for name in ("nid", "nss", "r", "q", "f"):
            put_json(made, name, getattr(value, name))
        return made
    if isinstance(type(value), RecordType):
        made = {}
        for name, is_ever in type(value)._members:
            member = getattr(value, name)
            if name == "endpoints":  # null if there are none
                member = member or None
            if is_ever or member not in ((), None):
                put_json(made, name, member)
        return made
    if isinstance(value, tuple):
        return [to_json(one) for one in value]
    if value is None or isinstance(value, (str, int)):
        return value
    return str(value)  # a UUID
