"""Findings of checks.

SPDX-License-Identifier: MIT
"""
from dataclasses import dataclass
from typing import Any, Literal, Optional

from ddds._records import record


@record
@dataclass(frozen=True)
class Region:
    """A region of a file; lines and columns count from 1, columns in octets.
    The end is the position after the last octet.
    """

    line: int
    column: int
    end_line: int
    end_column: int


@record
@dataclass(frozen=True)
class Finding:
    """One mistake in a zone file. Texts are printable ASCII, but |file| and
    |source| are as they were given.

    code      as "L204", whose meaning never changes; see ddds-lint(7)
    severity  "error", "warning" or "info"
    file, line, column, end_line, end_column
              what is wrong; see Region
    message   what is wrong in this case
    title     what is wrong in general
    why       the reason: an RFC and its section
    effect    the effect on users
    owner     the owner name of the record, or None
    source    the first line of it as in the file, or None
    fix       the corrected record, or None
    replaced  the region that |fix| replaces, or None
    server    None for files
    """

    code: str
    severity: Literal["error", "warning", "info"]
    file: Optional[str]
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    title: str
    why: str
    effect: str
    owner: Optional[str]
    source: Optional[str]
    fix: Optional[str]
    replaced: Optional[Region]
    server: Optional[str]

    def as_dict(self) -> dict[str, Any]:
        """Return what ddds lint --json prints of it: a finding of the schema
        ddds.lint/1.
        """
        from ddds._results import put_json, to_json
        made: dict[str, Any]
        region = {name: getattr(self, name) for name in (
            "line", "column", "end_line", "end_column")}
        if self.server is None:
            made = region
            put_json(made, "file", self.file)
        else:
            made = {"server": self.server, "key": self.owner, "rule": None}
            if self.source is not None:
                made["rule"] = {"record": self.source, "column": self.column,
                                "end_column": self.end_column}
        made.update((name, getattr(self, name)) for name in (
            "code", "severity", "title", "why", "effect", "owner"))
        made["detail"] = self.message
        made["fix"] = self.fix and {
            **(to_json(self.replaced) if self.replaced else {}),
            "record": self.fix}
        return made
