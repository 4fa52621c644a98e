"""POSIX extended regular expressions, as DECISIONS, "expressions", has them.

The reader makes a tree; the matcher lists, for a node and a place, the places
where the node can end, in the order in which a backtracking matcher tries them,
each with the groups of the first way there. The overall match is the
leftmost-longest, and its groups are those of the first way to its end
(DECISIONS, "longest match"). No expression has back-references, so what comes
after a node never depends on how its end was reached: lists without
repetitions are enough, and nothing takes exponential time.

SPDX-License-Identifier: MIT
"""

import string

PUNCTUATION = set(string.punctuation) - set("<>'`")
REPEAT_MAX = 255
CLASSES = {
    "alpha": string.ascii_letters, "digit": string.digits,
    "alnum": string.ascii_letters + string.digits,
    "upper": string.ascii_uppercase, "lower": string.ascii_lowercase,
    "space": " \t\n\v\f\r", "blank": " \t", "punct": string.punctuation,
    "print": "".join(map(chr, range(32, 127))),
    "graph": "".join(map(chr, range(33, 127))),
    "cntrl": "".join(map(chr, list(range(32)) + [127])),
    "xdigit": string.hexdigits,
}


class Malformed(Exception):
    """The expression is invalid."""


class Reader:
    """Reads an expression (str: code points, or octets as Latin-1)."""

    def __init__(self, text):
        self.text, self.at, self.groups = text, 0, 0

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def read(self):
        if not self.text:
            raise Malformed("empty")
        tree = self.alternatives(0)
        if self.at < len(self.text):
            raise Malformed("unopened )")
        return tree

    def alternatives(self, depth):
        if depth > 32:
            raise Malformed("depth")
        branches = [self.branch(depth)]
        while self.peek() == "|":
            self.at += 1
            branches.append(self.branch(depth))
        return branches[0] if len(branches) == 1 else ("or", branches)

    def branch(self, depth):
        pieces = []
        while self.peek() not in ("", "|", ")"):
            pieces.append(self.piece(depth))
        if not pieces:
            raise Malformed("empty alternative")
        return ("and", pieces)

    def piece(self, depth):
        if self.peek() in "*+?{":
            raise Malformed("nothing to repeat")
        atom = self.atom(depth)
        if self.peek() == "" or self.peek() not in "*+?{":
            return atom
        if atom[0] in ("begin", "end"):
            raise Malformed("repeated anchor")
        least, most = self.bounds()
        if self.peek() and self.peek() in "*+?{":
            raise Malformed("repeated repetition")
        return ("repeat", atom, least, most)

    def bounds(self):
        sign = self.text[self.at]
        self.at += 1
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        end = self.text.find("}", self.at)
        parts = self.text[self.at:end].split(",") if end >= 0 else []
        digits = all(part.isascii() and part.isdigit() for part in parts[:1])
        if not parts or len(parts) > 2 or not digits:
            raise Malformed("bounds")
        least = most = int(parts[0])
        if len(parts) == 2:
            if parts[1] and not (parts[1].isascii() and parts[1].isdigit()):
                raise Malformed("bounds")
            most = int(parts[1]) if parts[1] else None
        if max(least, most or 0) > REPEAT_MAX:
            raise Malformed("too many")
        if most is not None and least > most:
            raise Malformed("bounds in the wrong order")
        self.at = end + 1
        return least, most

    def atom(self, depth):
        sign = self.text[self.at]
        self.at += 1
        if sign == "(":
            if self.peek() == "?":
                raise Malformed("(?")
            self.groups += 1
            group = self.groups
            inner = self.alternatives(depth + 1)
            if self.peek() != ")":
                raise Malformed("unclosed (")
            self.at += 1
            return ("group", group, inner)
        if sign == "[":
            return self.bracket()
        if sign == "\\":
            escaped = self.peek()
            if escaped not in PUNCTUATION:
                raise Malformed("escape of an ordinary character")
            self.at += 1
            return ("one", escaped)
        return {".": ("any",), "^": ("begin",), "$": ("end",)}.get(
            sign, ("one", sign))

    def bracket(self):
        negated = self.peek() == "^"
        self.at += negated
        singles, ranges, first, after_range = set(), [], True, False
        while True:
            sign = self.peek()
            if not sign:
                raise Malformed("unclosed [")
            if sign == "]" and not first:
                self.at += 1
                return ("set", negated, frozenset(singles), tuple(ranges))
            first = False
            if sign == "[" and self.text[self.at + 1:self.at + 2] in (
                    ":", "=", "."):
                singles |= self.named_class()
                after_range = True
                continue
            if sign == "-" and after_range:
                if self.text[self.at + 1:self.at + 2] != "]":
                    raise Malformed("- after a range")
                after_range = False
            self.at += 1
            last = self.range_end(sign)
            if last is None:
                singles.add(sign)
                after_range = False
            else:
                ranges.append((sign, last))
                after_range = True

    def range_end(self, first):
        ahead = self.text[self.at:self.at + 2]
        if len(ahead) < 2 or ahead[0] != "-" or ahead[1] == "]":
            return None
        if ahead[1] == "[" and self.text[self.at + 2:self.at + 3] in (
                ":", "=", "."):
            raise Malformed("a range to a class")
        self.at += 2
        if ahead[1] < first:
            raise Malformed("a range in the wrong order")
        return ahead[1]

    def named_class(self):
        end = self.text.find(":]", self.at + 2)
        name = self.text[self.at + 2:end] if end >= 0 else ""
        if self.text[self.at + 1] != ":" or name not in CLASSES:
            raise Malformed("no class")
        self.at = end + 2
        return set(CLASSES[name])


def cases(letter):
    return {letter, letter.lower(), letter.upper()}


class Expression:
    """An expression, compiled once, matched often."""

    def __init__(self, text, ignore_case=False):
        self.ignore_case = ignore_case
        reader = Reader(text)
        self.tree = reader.read()
        self.groups = reader.groups

    def match(self, subject):
        """The groups of the match as a list of (start, end) or None, with the
        whole match first; None if there is none."""
        search = Search(subject, self.ignore_case)
        for start in range(len(subject) + 1):
            ways = search.ways(self.tree, start)
            if ways:
                end, groups = max(ways, key=lambda way: way[0])
                return [(start, end)] + [
                    groups.get(number + 1) for number in range(self.groups)]
        return None

    def always_matches_whole(self):
        """Does it match all of every string, whatever that is?"""
        return whole(self.tree)

    def may_be_hard(self):
        """Might a matcher exceed its limits with it? Only if a repetition is
        inside another one, or several follow one another."""
        return repetitions(self.tree) > 1


def repetitions(node):
    """How many repetitions work on the same characters."""
    if node[0] == "repeat":
        return 1 + repetitions(node[1])
    if node[0] == "group":
        return repetitions(node[2])
    if node[0] in ("and", "or"):
        return sum(map(repetitions, node[1]))
    return 0


def whole(node):
    """Is this `.*`, perhaps in parentheses, perhaps between anchors?"""
    pieces = list(node[1]) if node[0] == "and" else []
    if pieces and pieces[0] == ("begin",):
        pieces.pop(0)
    if pieces and pieces[-1] == ("end",):
        pieces.pop()
    if len(pieces) == 1 and pieces[0][0] == "group":
        inner = pieces[0][2]
        pieces = inner[1] if inner[0] == "and" else []
    return pieces == [("repeat", ("any",), 0, None)]


class Search:
    """The ways of one expression through one subject."""

    def __init__(self, subject, ignore_case):
        self.subject, self.ignore_case = subject, ignore_case
        self.known = {}

    def ways(self, node, at):
        """[(end, groups)], first tried first, each end once."""
        key = (id(node), at)
        if key not in self.known:
            self.known[key] = getattr(self, "ways_" + node[0])(node, at)
        return self.known[key]

    def fits(self, node, letter):
        if node[0] == "any":
            return True
        if node[0] == "one":
            return (letter in cases(node[1]) if self.ignore_case
                    else letter == node[1])
        letters = cases(letter) if self.ignore_case else (letter,)
        inside = any(one in node[2] or any(low <= one <= high
                                           for low, high in node[3])
                     for one in letters)
        return inside != node[1]

    def ways_one(self, node, at):
        if at < len(self.subject) and self.fits(node, self.subject[at]):
            return [(at + 1, {})]
        return []

    ways_any = ways_set = ways_one

    def ways_begin(self, _, at):
        return [(at, {})] if at == 0 else []

    def ways_end(self, _, at):
        return [(at, {})] if at == len(self.subject) else []

    def ways_group(self, node, at):
        return [(end, groups | {node[1]: (at, end)})
                for end, groups in self.ways(node[2], at)]

    def ways_or(self, node, at):
        return once(way for branch in node[1] for way in self.ways(branch, at))

    def ways_and(self, node, at):
        found = [(at, {})]
        for piece in node[1]:
            found = once((end, groups | more) for middle, groups in found
                         for end, more in self.ways(piece, middle))
        return found

    def ways_repeat(self, node, at):
        _, atom, least, most = node
        if atom[0] in ("one", "any", "set"):
            return self.ways_run(atom, least, most, at)
        fixed = least if most is not None else max(least - 1, 0)
        found = [(at, {})]
        for _ in range(fixed):
            found = once((end, groups | more) for middle, groups in found
                         for end, more in self.ways(atom, middle))
        if most is None:
            # X* is X+ or nothing; X{n,} is n - 1 times X, then X+.
            rest = self.once_or_more if least else self.any_number
            return once((end, groups | more) for middle, groups in found
                        for end, more in rest(node, middle))
        return once((end, groups | more) for middle, groups in found
                    for end, more in self.up_to(node, most - least, middle))

    def ways_run(self, atom, least, most, at):
        end = at
        limit = len(self.subject) if most is None else min(
            len(self.subject), at + most)
        while end < limit and self.fits(atom, self.subject[end]):
            end += 1
        return [(place, {}) for place in range(end, at + least - 1, -1)]

    def once_or_more(self, node, at):
        key = ("+", id(node), at)
        if key not in self.known:
            found = []
            for middle, groups in self.ways(node[1], at):
                if middle == at:  # an empty turn is the last
                    found.append((middle, groups))
                    continue
                for end, more in self.any_number(node, middle):
                    found.append((end, groups | more))
            self.known[key] = once(found)
        return self.known[key]

    def any_number(self, node, at):
        return once(self.once_or_more(node, at) + [(at, {})])

    def up_to(self, node, turns, at):
        if turns == 0:
            return [(at, {})]
        key = (turns, id(node), at)
        if key not in self.known:
            self.known[key] = once(
                [(end, groups | more)
                 for middle, groups in self.ways(node[1], at)
                 for end, more in self.up_to(node, turns - 1, middle)]
                + [(at, {})])
        return self.known[key]


def once(ways):
    """Each end once, with the groups of the first way there."""
    found = {}
    for end, groups in ways:
        if end not in found:
            found[end] = groups
    return list(found.items())
