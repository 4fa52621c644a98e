"""Options that several functions have, and applications.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, Callable, TypedDict, TypeVar, Union

from ddds import _core
from ddds._databases import Path
from ddds._records import public
from ddds._results import Step

F = TypeVar("F", bound=Callable[..., Any])
Text = Union[str, bytes]
Words = Union[None, str, bytes, Iterable[Union[str, bytes]]]


@public
class Application:
    """An application that a file describes, in the format of ddds-app(5).

    Use one of the two class methods:

    isbn = ddds.Application.open("isbn.app")
    ddds.resolve("urn:isbn:0451450523", zones, app=isbn)
    """

    _application: object

    def __init__(self) -> None:
        raise TypeError("use Application.open or Application.read")

    @classmethod
    def _make(cls, application: object) -> Application:
        self = cls.__new__(cls)
        self._application = application
        return self

    @classmethod
    def open(cls, path: Path) -> Application:
        """Read the file |path|. Raises FileError, ParseError or LimitError."""
        return cls._make(_core.application_open(path))

    @classmethod
    def read(cls, text: Text, name: str = "text") -> Application:
        """Read |text|, which messages call |name|."""
        return cls._make(_core.application_parse(text, name))

    @property
    def name(self) -> str:
        """The name that the description gives it."""
        return _core.application_name(self._application)

    def __repr__(self) -> str:
        return f"<ddds.Application: {self.name}>"


APPLICATIONS = _core.applications()
App = Union[None, str, Application]


class Options(TypedDict, total=False):
    """The options of a resolution; C reads them, and has their defaults."""

    app: App
    service: Words
    protocol: Words
    root: Words
    dns: bool
    all: bool
    no_q: bool
    addresses: bool
    require_ad: bool
    max_hops: int | None
    max_queries: int | None
    max_steps: int | None
    deadline: float | None
    own_hosts: Words
    near: Words
    sorts_ties: bool
    seed: int | None
    on_step: Callable[[Step], object] | None
    trace: bool


class ManyOptions(Options, total=False):
    """The options of many resolutions."""

    in_flight: int
    ordered: bool


def with_options(many: bool = False, trace: bool = False
                 ) -> Callable[[F], F]:
    """Write the options into the signature of a function, for help()."""
    def decorate(function: F) -> F:
        own = inspect.signature(function)
        parameters = [one for one in own.parameters.values()
                      if one.kind is not one.VAR_KEYWORD]
        for name, default, is_of_many in _core.options():
            if many or not is_of_many:
                hint = ManyOptions.__annotations__[name].__forward_arg__
                parameters.append(inspect.Parameter(
                    name, inspect.Parameter.KEYWORD_ONLY, annotation=hint,
                    default=trace if name == "trace" else default))
        shown: Any = function
        shown.__signature__ = own.replace(parameters=parameters)
        return function
    return decorate
