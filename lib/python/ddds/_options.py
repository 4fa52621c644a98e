"""Options that several functions have, and applications.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Union

from ddds import _core
from ddds._databases import Path
from ddds._records import public

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
