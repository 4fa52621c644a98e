"""Prove where all inputs of a set lead.

SPDX-License-Identifier: MIT
"""
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Unpack

from ddds import _core
from ddds._databases import Zones
from ddds._options import Options, Text, with_options
from ddds._records import public
from ddds._results import put_json


@public
@dataclass(frozen=True)
class ProofHop:
    """A rule on the path of a class.

    key         its owner, for the witness
    file, line  its record; None if it was not read from a file
    """

    key: str
    order: int
    preference: int
    file: str | None
    line: int | None


@public
@dataclass(frozen=True)
class ProofClass:
    """Inputs that go one path through the rules, to one outcome.

    inputs   an extended regular expression of them; None if it would be long
    key      the first key of all of them, if it is a hash and they are too many
             to hash; otherwise None. No member is known then
    witness  the shortest of them, or None if none is known
    count    how many there are; None: infinitely many, or not counted, as those
             whose first keys are hashes
    status, kind, services, reason
             as in a Result, its first Outcome and its Reason; the status
             "unknown" is that of inputs about which nothing is proved
    output   the replacement that makes the output, with back-references
    because  more about a failure, or why the class is unknown
    members  some of them, as many as were asked for; None if none were
    """

    inputs: str | None
    key: str | None
    witness: str | None
    count: int | None
    status: str
    kind: str | None
    output: str | None
    services: str | None
    reason: str | None
    because: str | None
    path: tuple[ProofHop, ...]
    members: tuple[str, ...] | None


@public
@dataclass(frozen=True)
class ProofProperty:
    """A property of all inputs.

    witness  the shortest input that refutes it, or for which it is unknown
    because  the rule that refutes it, or why it is unknown
    inputs   how many inputs refute it, or may do so; None: infinitely many, or
             not counted
    """

    property: str
    verdict: Literal["proved", "refuted", "unknown"]
    witness: str | None
    because: str | None
    inputs: int | None


@public
@dataclass(frozen=True)
class Proof:
    """What prove() has found.

    inputs  how many inputs the set has; None: infinitely many, or too many to
            be counted

    In all strings, octets that are not UTF-8 are surrogates.
    """

    set: str | None
    app: str
    inputs: int | None
    classes: tuple[ProofClass, ...]
    properties: tuple[ProofProperty, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return what ddds prove --json prints: the schema ddds.prove/1.

        Counts above 2^53 are strings. Strings with octets that are not UTF-8
        are None, and a member whose name ends in "_hex" has the octets.
        """
        return {"schema": "ddds.prove/1", **_as_json(self)}


# Members that JSON has only if they are not None.
_OPTIONAL = ("key", "members")


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_json(each) for each in value]
    if isinstance(value, int) and value > 2 ** 53:
        return str(value)
    if not isinstance(value, (Proof, ProofClass, ProofHop, ProofProperty)):
        return value
    made: dict[str, Any] = {}
    for name, member in vars(value).items():
        if isinstance(member, str):
            put_json(made, name, member)
        elif member is not None or name not in _OPTIONAL:
            made[name] = _as_json(member)
    return made


def _read(made: dict[str, Any]) -> dict[str, Any]:
    """Make strings with surrogates of the octets in hexadecimal."""
    for name in [name for name in made if name.endswith("_hex")]:
        octets = bytes.fromhex(made.pop(name))
        made[name[:-4]] = octets.decode("utf-8", "surrogateescape")
    return made


def _as_int(count: int | str | None) -> int | None:
    return int(count) if count is not None else None


def _make_property(made: dict[str, Any]) -> ProofProperty:
    inputs = _as_int(made.pop("inputs"))
    return ProofProperty(inputs=inputs, **made)


def _make_class(made: dict[str, Any]) -> ProofClass:
    path = tuple(ProofHop(**hop) for hop in made.pop("path"))
    members = made.pop("members", None)
    return ProofClass(path=path, key=made.pop("key", None),
                      members=None if members is None else tuple(members),
                      count=_as_int(made.pop("count")), **made)


@public
@with_options()
def prove(zones: Zones, set: Text | None = None, *,
          that: Text | Iterable[Text] = (), members: int = 0,
          max_states: int | None = None,
          **options: Unpack[Options]) -> Proof:
    """Prove where every input of |set| leads by the rules of |zones|.

    |set| is an extended regular expression that matches whole inputs:
    "urn:foo:[0-9]{4}". None: all inputs whose first keys have rules.

    that        properties to decide, such as "found" or "uri https://*": see
                ddds-prove(1)
    members     how many members of each class are listed: the first, the last,
                and others at random (|seed|)
    max_states  of the automata that may be made; what takes more is unknown

    The other options are those of resolve(); |near|, |own_hosts|, |on_step| and
    |trace| must not be set. Raises ParseError for an invalid set or property,
    with the |offset|, and OptionError. A set that is too large is unknown. A
    signal, such as that of Ctrl-C, is handled after the proof.
    """
    # Most programs prove nothing.
    import json

    if isinstance(that, (str, bytes)):
        that = (that,)
    made = json.loads(_core.prove(zones, set, that, members or None,
                                  max_states, options), object_hook=_read)
    return Proof(
        set=made["set"], app=made["app"], inputs=_as_int(made["inputs"]),
        classes=tuple(_make_class(each) for each in made["classes"]),
        properties=tuple(_make_property(each)
                         for each in made["properties"]))
