"""Zone files as the generator writes them, and look-ups as a server answers
them: RFC 1034 section 4.3.2, RFC 4592, RFC 6672, RFC 2308.

SPDX-License-Identifier: MIT
"""

import re

import names

WORD = re.compile(rb'"((?:[^"\\]|\\[0-9]{3}|\\.)*)"'
                  rb'|([()])|((?:[^\s"();\\]|\\[0-9]{3}|\\.)+)|;.*')
TYPES = {b"SOA", b"NS", b"CNAME", b"DNAME", b"NAPTR", b"SRV", b"URI", b"A",
         b"AAAA", b"TXT"}
NUMBERS = {b"NAPTR": 2, b"SRV": 3, b"URI": 2}
MAX_ALIASES = 16


def plain(text):
    """The octets of a character-string."""
    if b"\\" not in text:
        return text
    return re.sub(rb"\\([0-9]{3}|.)", lambda found: bytes([int(found[1])])
                  if len(found[1]) == 3 else found[1], text, flags=re.S)


def entries(text):
    """The entries of a zone file: (whether it begins with white space, words).
    Quoted words begin with a quote."""
    words, depth, blank = [], 0, False
    for line in text.split(b"\n"):
        if not depth:
            blank, words = line[:1] in (b" ", b"\t"), []
        if b'"' not in line and b"(" not in line and b";" not in line and \
                not depth:
            words = line.split()
        else:
            for found in WORD.finditer(line):
                quoted, paren, word = found.groups()
                if paren:
                    depth += 1 if paren == b"(" else -1
                elif word is not None:
                    words.append(word)
                elif quoted is not None:
                    words.append(b'"' + quoted)
        if words and not depth:
            yield blank, words


def string(word):
    return plain(word[1:] if word[:1] == b'"' else word)


class Zone:
    """One zone: its sets by name and type."""

    def __init__(self, text, origin=()):
        self.sets, self.nodes, self.apex = {}, set(), None
        owner, ttl = origin, None
        for blank, words in entries(text):
            if words[0] == b"$ORIGIN":
                origin = names.read(words[1])
                continue
            if words[0] == b"$TTL":
                ttl = int(words[1])
                continue
            if not blank:
                owner = names.read(words.pop(0), origin)
            own = ttl
            while words[0].upper() not in TYPES:
                word = words.pop(0)
                if word.isdigit():
                    own = int(word)
            self.add(owner, own, words[0].upper(), words[1:], origin)
        for name in {owner for owner, _ in self.sets}:
            while name not in self.nodes and len(name) >= len(self.apex):
                self.nodes.add(name)
                name = name[1:]

    def add(self, owner, ttl, kind, words, origin):
        if kind == b"SOA":
            self.apex = owner
            self.negative_ttl = min(ttl, int(words[6]))
        if kind in (b"NS", b"CNAME", b"DNAME"):
            data = names.read(words[0], origin)
        elif kind == b"NAPTR":
            data = (int(words[0]), int(words[1])) + tuple(
                string(word) for word in words[2:5]) + (
                    names.read(words[5], origin),)
        elif kind == b"SRV":
            data = tuple(map(int, words[:3])) + (names.read(words[3], origin),)
        elif kind == b"URI":
            data = (int(words[0]), int(words[1]), string(words[2]))
        else:
            data = tuple(words)
        least, found = self.sets.setdefault((owner, kind), [ttl, []])
        self.sets[owner, kind][0] = min(least, ttl)
        if data not in found:
            found.append(data)


class Answer:
    """What a database says: a reply (data, NO_NAME, NO_DATA, SERVER_FAILURE,
    YXDOMAIN), records, a TTL, and the last name of aliases."""

    def __init__(self, reply, ttl=None, records=(), is_secure=False):
        self.reply, self.ttl = reply, ttl
        self.records, self.is_secure = records, is_secure

    @property
    def reliance(self):
        """(TTL, whether it is authenticated) for what relies on the answer."""
        return None if self.ttl is None else (self.ttl, self.is_secure)


class Zones:
    """All zones together. What is in none of them does not exist, for
    `outside_ttl` seconds if that is known."""

    def __init__(self, texts, outside_ttl=None):
        self.zones, self.outside_ttl = {}, outside_ttl
        for text in texts:
            zone = Zone(text)
            self.zones[zone.apex] = zone

    def enclosing(self, name):
        for cut in range(len(name) + 1):
            if name[cut:] in self.zones:
                return self.zones[name[cut:]]
        return None

    def ask(self, name, kind):
        first = name
        reply, ttl, records, aliases = self.walk(name, kind)
        if reply in ("SERVER_FAILURE", "REFUSED"):
            return Answer(reply)
        if kind == b"URI" and records:  # an empty target is malformed
            records = [record for record in records if record[2]]
            reply = "data" if records else "MALFORMED_ANSWER"
        if ttl is not None:  # otherwise nothing is known from here
            ttl = min([ttl] + [alias[2] for alias in aliases])
        return Answer(reply, ttl, records, self.is_secure(first))

    def is_secure(self, _name):
        """No answer from files is authenticated."""
        return False

    def walk(self, name, kind):
        """(reply, TTL, records, aliases); an alias is (name, (owner, target) of
        a DNAME or None, TTL, target)."""
        aliases, seen = [], set()
        while True:
            if name in seen or len(aliases) > MAX_ALIASES:
                return "SERVER_FAILURE", None, (), aliases
            seen.add(name)
            found = self.step(name, kind)
            if found[0] != "alias":
                return *found, aliases
            aliases.append((name, found[3], found[1], found[2]))
            name = found[2]
            if not names.is_valid(name):
                return "YXDOMAIN", None, (), aliases

    def step(self, name, kind):
        """(reply, TTL, records), or ("alias", TTL, the next name, the
        DNAME's owner and target or None)."""
        zone = self.enclosing(name)
        if zone is None:
            return "NO_NAME", self.outside_ttl, ()
        depth = len(zone.apex)
        for length in range(depth, len(name) + 1):
            node = name[len(name) - length:]
            if length > depth and (node, b"NS") in zone.sets:
                return "NO_NAME", self.outside_ttl, ()
            found = zone.sets.get((node, b"DNAME"))
            if found and length < len(name):
                head = name[:len(name) - length]
                return ("alias", found[0], head + found[1][0],
                        (node, found[1][0]))
            if node not in zone.nodes:
                closest = name[len(name) - length + 1:]
                owner = (b"*",) + closest
                if owner not in zone.nodes:
                    return "NO_NAME", zone.negative_ttl, ()
                return self.at(zone, owner, kind)
        return self.at(zone, name, kind)

    @staticmethod
    def at(zone, owner, kind):
        found = zone.sets.get((owner, b"CNAME"))
        if found:
            return "alias", found[0], found[1][0], None
        found = zone.sets.get((owner, kind))
        if found:
            return "data", found[0], found[1]
        return "NO_DATA", zone.negative_ttl, ()

    def ask_addresses(self, name):
        """A and AAAA are one question."""
        four, six = self.ask(name, b"A"), self.ask(name, b"AAAA")
        if four.reply != "data" and six.reply != "data":
            return four if four.reply != "NO_DATA" else six
        ttl = min(answer.ttl for answer in (four, six)
                  if answer.reply == "data")
        return Answer("data", ttl, [words[0].decode() for words in
                                    list(four.records) + list(six.records)],
                      four.is_secure and six.is_secure)
