"""What one rule says of a string: RFC 3402 section 3.3 steps 2 to 4, and
DECISIONS, "fields", "flags", "services", "output".

SPDX-License-Identifier: MIT
"""

import names
import uris
from ere import Malformed
from substitution import Substitution

EXCLUSIVE = set("SAUP")
NEXT = {"": "key", "S": "servers", "A": "host", "U": "uri", "P": "protocol",
        "D": "uris"}
UNUSABLE = {"unknown_flag", "conflicting_flags", "malformed", "both_fields",
            "no_output", "illegal_key", "illegal_uri"}
CLOSING = {"chosen", "acceptable", "other_service", "illegal_key",
           "illegal_uri", "dead_end", "limit"}


class Judged:
    """A rule with what was found out about it."""

    def __init__(self, rule, place):
        (self.order, self.preference, self.flags, self.services, self.regexp,
         self.replacement) = rule
        self.place = place
        self.verdict, self.next = "acceptable", "key"
        self.output = None     # octets, or a name
        self.name = None       # the key, if the output is one
        self.offered = ([], [])  # services, protocols
        self.rank = ()
        self.closes = False
        self.may_be_hard = False  # may its expression exceed a limit?


def read_flags(application, field):
    """The verdict on a flags field, and what the output is."""
    letters = set()
    for octet in field:
        letter = chr(octet).upper() if octet < 128 else "?"
        if letter not in application.flags:
            return "unknown_flag", "key"
        letters.add(letter)
    if len(letters) > 1:
        return "conflicting_flags", "key"
    return None, NEXT["".join(letters)]


class Judge:
    """Judges the rules of one resolution."""

    def __init__(self, application, aus):
        self.application, self.aus = application, aus
        self.expressions = {}

    def substitution(self, field):
        if field not in self.expressions:
            try:
                self.expressions[field] = Substitution(field)
            except Malformed:
                self.expressions[field] = None
        return self.expressions[field]

    def judge(self, rule, place, wanted, key):
        """A Judged, whose verdict is `acceptable` if it can be followed."""
        found = Judged(rule, place)
        found.verdict = self.verdict(found, wanted, key) or "acceptable"
        found.closes = found.closes or found.verdict in CLOSING
        return found

    def verdict(self, found, wanted, key):
        application = self.application
        verdict, found.next = read_flags(application, found.flags)
        if verdict:
            return verdict
        by_replacement = (found.next == "key"
                          and application.delegates_by_replacement)
        if not by_replacement:
            offered = application.read_services(found.services)
            if offered is None:
                found.closes = self.would_match(found)
                return "malformed"
            found.offered = offered
            if found.regexp and found.replacement:
                return "both_fields"
            if found.next == "uri" and not found.regexp:
                return "no_output"
        if not found.replacement and (by_replacement or not found.regexp):
            return "no_output"
        verdict = self.produce(found, by_replacement)
        if verdict:
            return verdict
        if not by_replacement and not application.fits(found, wanted, key):
            return "other_service"
        return self.check_output(found)

    def would_match(self, found):
        if bool(found.regexp) == bool(found.replacement):
            return False
        if not found.regexp:
            return True
        substitution = self.substitution(found.regexp)
        found.may_be_hard = bool(substitution
                                 and substitution.expression.may_be_hard())
        return bool(substitution and substitution.apply(self.aus))

    def produce(self, found, by_replacement):
        if by_replacement or not found.regexp:
            found.output = found.replacement
            return None
        substitution = self.substitution(found.regexp)
        found.may_be_hard = bool(substitution
                                 and substitution.expression.may_be_hard())
        use = self.application.expressions
        if substitution is None or use == "none":
            return "malformed"
        if use == "constant" and (found.next != "uri"
                                  or not substitution.is_constant):
            return "malformed"
        found.output = substitution.apply(self.aus)
        return None if found.output else "no_match"

    def check_output(self, found):
        output = found.output
        if found.next == "uri":
            return None if self.application.is_uri(output) else "illegal_uri"
        if found.next == "protocol":
            if isinstance(output, bytes) and any(
                    octet <= 0x20 or octet == 0x7F for octet in output):
                return "illegal_uri"
            return None
        if isinstance(output, tuple):
            found.name = output
            return "illegal_key" if names.is_address(output) else None
        found.name = names.key_of_output(output)
        return None if found.name else "illegal_key"

    def show_output(self, found):
        """The output as JSON has it."""
        if found.name is not None:
            return names.show(found.name)
        if found.output is None:
            return None
        if isinstance(found.output, tuple):
            return names.show(found.output)
        try:
            return found.output.decode("utf-8")
        except UnicodeDecodeError:
            return None


def is_uri(output):
    return uris.is_uri(output)
