"""Substitution expressions: RFC 3402 section 3.2, and DECISIONS, "delimiters
and escapes".

SPDX-License-Identifier: MIT
"""

import string

from ere import Expression, Malformed

OPERATORS = set("\\.[]()*+?{}|^$,")


def units(field):
    """The field as characters: an escape and what it escapes are one unit."""
    found, at = [], 0
    while at < len(field):
        width = 2 if field[at] == "\\" else 1
        found.append(field[at:at + width])
        at += width
    return found


class Substitution:
    """A REGEXP field; raises Malformed if it is invalid."""

    def __init__(self, field):
        """`field` is octets."""
        # An octet that is not UTF-8 becomes a surrogate.
        text = field.decode("utf-8", "surrogateescape")
        if not text or text[0] in "0123456789iI\\\0":
            raise Malformed("delimiter")
        self.delimiter = text[0]
        parts, part = [], []
        for unit in units(text[1:]):
            if unit == self.delimiter:
                parts.append(part)
                part = []
            else:
                part.append(unit)
        parts.append(part)
        if len(parts) != 3:
            raise Malformed("delimiters")
        if any(unit not in ("i", "I") for unit in parts[2]):
            raise Malformed("flags")
        ere = self.plain(parts[0])
        if any("\udc80" <= letter <= "\udcff" for letter in ere):
            raise Malformed("not UTF-8")
        self.expression = Expression(ere, bool(parts[2]))
        self.replacement = [self.replaced(unit) for unit in parts[1]]

    def plain(self, part):
        """The expression without escapes of the delimiter."""
        found, inside = [], BracketState()
        for unit in part:
            if unit == "\\" + self.delimiter:
                if inside.is_open:
                    if inside.in_class or self.delimiter in inside.dangerous():
                        raise Malformed("a delimiter in a bracket")
                    unit = self.delimiter
                elif self.delimiter not in OPERATORS:
                    unit = self.delimiter
            found.append(unit)
            inside.see(unit)
        return "".join(found)

    def replaced(self, unit):
        if unit[0] != "\\":
            return unit
        escaped = unit[1:]
        if escaped and escaped in "123456789":
            if int(escaped) > self.expression.groups:
                raise Malformed("a back-reference without group")
            return int(escaped)
        if escaped and escaped in (self.delimiter, "\\"):
            return escaped
        raise Malformed("an escape in the replacement")

    @property
    def is_constant(self):
        """RFC 4848: it matches everything and repeats nothing of it."""
        return (self.expression.always_matches_whole()
                and not any(isinstance(piece, int)
                            for piece in self.replacement))

    def apply(self, subject):
        """What it makes of the octets `subject`: octets, or None."""
        text = subject.decode("ascii")
        groups = self.expression.match(text)
        if groups is None:
            return None
        output = b""
        for piece in self.replacement:
            if isinstance(piece, int):
                span = groups[piece]
                output += subject[span[0]:span[1]] if span else b""
            else:
                output += piece.encode("utf-8", "surrogateescape")
        return output


class BracketState:
    """Whether the next unit is inside a bracket expression."""

    def __init__(self):
        self.is_open, self.content, self.in_class = False, "", False

    def see(self, unit):
        for sign in (unit if self.is_open else (unit,)):
            if not self.is_open:
                self.is_open = sign == "["
                self.content = ""
                self.in_class = False
                continue
            if self.in_class:
                self.in_class = not self.content[-1:] + sign == ":]"
                self.content += sign
                continue
            if sign == "]" and self.content not in ("", "^"):
                self.is_open = False
                continue
            self.in_class = self.content[-1:] + sign == "[:"
            self.content += sign

    def dangerous(self):
        """What an escaped delimiter must not be here, because it is syntax in
        brackets, or could complete a class."""
        signs = "]-[^" + string.ascii_letters
        return signs + ":.=" if self.content[-1:] in ("", "[") else signs
