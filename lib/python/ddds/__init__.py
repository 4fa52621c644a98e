"""Resolve URNs, URIs, telephone numbers and service names through DNS NAPTR
records: the Dynamic Delegation Discovery System of RFC 3401 to 3405.

Begin with resolve() and a database, which is either Zones or DNS:

    >>> import ddds
    >>> zones = ddds.Zones("first.zone")
    >>> for urn in ("urn:first:1", "urn:second:1"):
    ...     result = ddds.resolve(urn, zones)
    ...     for outcome in result.outcomes:
    ...         print(outcome.kind, outcome.output)
    ...     if result.reason:
    ...         print(result.reason.code, result.reason.at)
    uri http://www.example.com/1
    NO_NAME second.urn.arpa

SPDX-License-Identifier: MIT
"""
from ddds._aio import aresolve, aresolve_many
from ddds._check import Published, check, check_names, check_text, correct
from ddds._core import Results, version as _version
from ddds._databases import Cache, Database, DNS, Zones
from ddds._errors import (Error, FileError, LimitError, OptionError,
                          ParseError)
from ddds._findings import Finding, Region
from ddds._options import APPLICATIONS, Application
from ddds._prove import Proof, ProofClass, ProofHop, ProofProperty, prove
from ddds._resolve import resolve, resolve_lines, resolve_many
from ddds._results import (Answer, Endpoint, Near, Outcome, Query, Reason,
                           Result, Rule, Server, Step, URITarget, UUIDFields)
from ddds._rewrite import Expression, rewrite
from ddds._urn import URN
from ddds._uuid import (NAMESPACE_CBOR_PEN, uuid3, uuid3_dns, uuid5, uuid5_dns,
                        uuid6, uuid6_many, uuid7, uuid7_many, uuid8,
                        uuid8_bytes, uuid8_hash, uuid8_sha256,
                        uuid8_sha256_dns, uuid8_time)

__version__: str = _version

__all__ = [
    "APPLICATIONS", "Answer", "Application", "Cache", "DNS", "Database",
    "Endpoint", "Error", "Expression", "FileError", "Finding", "LimitError",
    "NAMESPACE_CBOR_PEN", "Near", "OptionError", "Outcome", "ParseError",
    "Proof", "ProofClass", "ProofHop", "ProofProperty", "Published", "Query", "Reason", "Region", "Result", "Results", "Rule",
    "Server", "Step", "URITarget", "URN", "UUIDFields", "Zones", "aresolve",
    "aresolve_many", "check", "check_names", "check_text", "correct",
    "prove", "resolve", "resolve_lines", "resolve_many", "rewrite", "uuid3",
    "uuid3_dns", "uuid5", "uuid5_dns", "uuid6", "uuid6_many", "uuid7",
    "uuid7_many", "uuid8", "uuid8_bytes", "uuid8_hash", "uuid8_sha256",
    "uuid8_sha256_dns", "uuid8_time",
]
