"""Frozen dataclasses whose fields are the members of a tuple.

An ordinary frozen dataclass sets its fields one by one in Python, which takes
ten times as long as a resolution that is answered from a zone file. A tuple is
made in C, with all its members.

SPDX-License-Identifier: MIT
"""
import dataclasses
import inspect
from typing import Any, TypeVar

from _collections import _tuplegetter  # type: ignore

T = TypeVar("T")


def public(value: T) -> T:
    """Say that |value| is what users import from ddds."""
    value.__module__ = "ddds"
    return value



class RecordType(type):
    """The type of records: calling one takes the arguments of a dataclass."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        bound = cls.__signature__.bind(  # type: ignore[attr-defined]
            *args, **kwargs)
        bound.apply_defaults()
        return tuple.__new__(cls, bound.arguments.values())  # type: ignore


def refuse_change(self: object, name: str, *value: object) -> None:
    verb = "assign to" if value else "delete"
    raise dataclasses.FrozenInstanceError(f"cannot {verb} field {name!r}")


# What a dataclass has and a record gets in another way.
OWN = ("__dict__", "__weakref__", "__init__", "__setattr__", "__delattr__",
       "__match_args__")


def record(cls: type[T]) -> type[T]:
    """Make the frozen dataclass |cls| a subclass of tuple.

    Without this decorator everything works in the same way, but slower, and C
    cannot make such objects.
    """
    dataclass: Any = cls
    fields = [field.name for field in dataclasses.fields(dataclass)]
    members = {name: value for name, value in vars(cls).items()
               if name not in OWN and name not in fields}
    members["__signature__"] = inspect.signature(cls)
    members["__match_args__"] = tuple(fields)
    members["__module__"] = "ddds"
    members["__slots__"] = ()
    members["__setattr__"] = members["__delattr__"] = refuse_change
    for place, name in enumerate(fields):
        members[name] = _tuplegetter(place, None)  # as named tuples
    return RecordType(cls.__name__, (tuple,), members)  # type: ignore
