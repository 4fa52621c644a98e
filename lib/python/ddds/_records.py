"""Frozen dataclasses whose fields are the members of a tuple.

An ordinary frozen dataclass sets its fields one by one in Python, which takes
ten times as long as a resolution that is answered from a zone file. A tuple is
made in C, with all its members.

SPDX-License-Identifier: MIT
"""
import dataclasses
import inspect
from typing import Any, Callable, TypeVar

from _collections import _tuplegetter  # type: ignore

from ddds import _core

T = TypeVar("T")


def public(value: T) -> T:
    """Say that |value| is what users import from ddds."""
    value.__module__ = "ddds"
    return value


class RecordType(type):
    """The type of records: calling one takes the arguments of a dataclass."""

    # The members in the order of their places, and whether JSON always has them.
    _members: list[tuple[str, bool]]

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        bound = cls.__signature__.bind(  # type: ignore[attr-defined]
            *args, **kwargs)
        bound.apply_defaults()
        return tuple.__new__(cls, [bound.arguments.get(name)  # type: ignore
                                   for name, _ in cls._members])


def refuse_change(self: object, name: str, *value: object) -> None:
    verb = "assign to" if value else "delete"
    raise dataclasses.FrozenInstanceError(f"cannot {verb} field {name!r}")


def make_property(make: Callable[[Any, Any], Any], place: int) -> property:
    return property(lambda self: make(self, self[place]))


# What a dataclass has and a record gets in another way.
OWN = ("__dict__", "__weakref__", "__init__", "__setattr__", "__delattr__",
       "__match_args__")


def record(cls: type[T]) -> type[T]:
    """Make the frozen dataclass |cls| a subclass of tuple.

    The places of its members are those that C has for them; C may have more, if
    it was built for a later version of the library. A function _make_NAME makes
    the member from the value at its place.
    """
    dataclass: Any = cls
    fields = [field.name for field in dataclasses.fields(dataclass)]
    places = _core.members(cls.__name__)
    missing = set(fields) - {name for name, _ in places}
    if missing:
        raise TypeError(f"{cls.__name__}: C has no {', '.join(missing)}")
    members = {name: value for name, value in vars(cls).items()
               if name not in OWN and name not in fields}
    members["__signature__"] = inspect.signature(cls)
    members["__match_args__"] = tuple(fields)
    members["__module__"] = "ddds"
    members["__slots__"] = ()
    members["__setattr__"] = members["__delattr__"] = refuse_change
    # A dataclass has no order, and __ne__ is the opposite of its __eq__, which
    # leaves some members out: those of tuple compare all of them.
    for name in ("__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
        members[name] = getattr(object, name)
    members["_members"] = places
    for place, (name, _) in enumerate(places):
        members[name] = _tuplegetter(place, None)  # as named tuples
        if make := members.pop(f"_make_{name}", None):
            members[name] = make_property(make, place)
    return RecordType(cls.__name__, (tuple,), members)  # type: ignore
