"""Applications that begin with a domain, a URI or an address, and have shorter
keys or SRV records if nothing is published: TURN (RFC 5928, RFC 7350), Diameter
(RFC 6733, RFC 6408), LoST (RFC 5222, RFC 8917), LIS (RFC 7216, RFC 5986) and ALTO
(RFC 8686, RFC 7286).

SPDX-License-Identifier: MIT
"""

import ipaddress
import re

import names
from applications import SNaptr, Start
from domains import rule
from rules import Judged


def address_of(text):
    """An IPv4 or IPv6 address, perhaps in brackets, or None."""
    if text[:1] + text[-1:] == "[]":
        text = text[1:-1] if ":" in text else ""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


class Direct(SNaptr):
    """Applications whose inputs can say what is allowed, and that look for SRV
    records if there are no rules."""

    ports, other_port = {}, None
    usual = ()         # (protocol, labels) of fallback rules
    service = ""       # of these
    published_decides = True

    def begin(self, host, options, only=(), **others):
        """A start at |host|, with the protocols of |only| if it has any."""
        services, protocols = self.wanted(options)
        if only:
            protocols = [one for one in protocols if one.lower() in only]
        name = names.read(host.encode())
        address = address_of(host)
        if not address and not names.is_key(name):
            return None
        if address:
            others |= {"begin": "address"}
            name = tuple(str(address).encode().split(b"."))
        if not protocols:
            others |= {"begin": "refused"}
        return Start(host.lower().encode(), name, (services, protocols),
                     facts={"address": str(address)}, **others)

    def publishes(self, judged, wanted):
        found = self.read_services(judged.services)
        return bool(found and found[0] and self.names_one(found[0], wanted[0]))

    def names_one(self, offered, wanted):
        return self.any_of(offered, wanted)

    def default_port(self, offered):
        return self.ports.get(offered[1][0].lower() if offered[1] else None,
                              self.other_port)

    def local(self, walk):
        """An outcome for each fallback rule that is wanted."""
        found = []
        for place, (protocol, _) in enumerate(self.usual):
            judged = Judged(rule(place, "a", f"{self.service}:{protocol}", ()),
                            place)
            judged.offered = self.read_services(judged.services)
            if self.fits(judged, walk.start.wanted, None):
                found.append((walk.rank(judged)[2:4], judged))
        found.sort(key=lambda one: one[0])
        for _, judged in found:
            address = walk.start.facts["address"]
            protocol = judged.offered[1][0]
            yield {"rule": judged, "kind": "host", "output": address,
                   "uri": None, "uris": None, "protocol": protocol,
                   "target": address, "ttl": None, "endpoints": [
                       {"host": address, "priority": None, "weight": None,
                        "port": walk.start.port or self.ports.get(protocol),
                        "addresses": [address]}]}
        if not found:
            walk.reasons.note("NO_SERVICE", walk.start.key)

    def fall_back(self, walk, turn):
        if turn or (self.published_decides and walk.published):
            return None
        found, key, port = [], walk.start.key, walk.start.port
        for protocol, labels in self.usual:
            services = f"{self.service}:{protocol}"
            if not port:
                found.append(rule(1, "s", services, labels + key))
            if port or walk.start.host_without_servers:
                found.append(rule(1, "a", services, key))
        return found


class Turn(Direct):
    """RFC 5928 section 3, with RFC 7350 section 4.6.2."""

    name, flags, service = "turn", "SA", "RELAY"
    ranks_protocols = passes_failures = True
    default_services = ("RELAY",)
    default_protocols = ("turn.udp", "turn.tcp", "turn.tls", "turn.dtls")
    ports = {"turn.udp": 3478, "turn.tcp": 3478, "turn.tls": 5349,
             "turn.dtls": 5349}
    usual = (("turn.udp", (b"_turn", b"_udp")),
             ("turn.tcp", (b"_turn", b"_tcp")),
             ("turn.tls", (b"_turns", b"_tcp")),
             ("turn.dtls", (b"_turns", b"_udp")))
    INPUT = re.compile(r"(?:(?P<scheme>turns?):)?(?P<host>[^:?@/\[\]]+|"
                       r"\[[0-9a-f:.]+\])(?::(?P<port>[0-9]+))?"
                       r"(?:\?transport=(?P<transport>udp|tcp))?", re.I)
    SECURE = {"udp": "turn.dtls", "tcp": "turn.tls"}

    def start(self, text, options):
        address = address_of(text)
        if address:
            return self.begin(text, options, host_without_servers=True)
        found = self.INPUT.fullmatch(text)
        if not found or not found["scheme"] and (found["port"] or
                                                 found["transport"]):
            return None
        port = int(found["port"]) if found["port"] else None
        if found["port"] and not 0 < port < 65536:
            return None
        transport = (found["transport"] or "").lower()
        secure = (found["scheme"] or "").lower() == "turns"
        only = set()
        if secure:
            only = {self.SECURE[transport]} if transport else \
                set(self.SECURE.values())
        elif transport:
            only = {"turn." + transport}
        return self.begin(found["host"], options, only, port=port,
                          host_without_servers=not port,
                          begin="direct" if port or transport else "rules")


class Diameter(Direct):
    """RFC 6733 section 5.2, RFC 6408 section 5."""

    name, flags, service = "diameter", "SA", "aaa"
    protocol_is_optional, other_port = True, 3868
    default_services = ("aaa",)
    default_protocols = ("diameter.tls.tcp", "diameter.dtls.sctp",
                         "diameter.tcp", "diameter.sctp")
    ports = {"diameter.tls.tcp": 5658, "diameter.dtls.sctp": 5658,
             "diameter.tcp": 3868, "diameter.sctp": 3868}
    usual = (("diameter.tls.tcp", (b"_diameters", b"_tcp")),
             ("diameter.dtls.sctp", (b"_diameters", b"_sctp")),
             ("diameter.tcp", (b"_diameter", b"_tcp")),
             ("diameter.sctp", (b"_diameter", b"_sctp")))
    URI = re.compile(r"(?P<scheme>aaas?):(?P<slashes>//)?(?P<host>[^:;@/\[\]]+)"
                     r"(?::(?P<port>[0-9]+))?"
                     r"(?:;transport=(?P<transport>tcp|sctp))?"
                     r"(?:;protocol=diameter)?", re.I)
    has_family = False

    def start(self, text, options):
        found = self.URI.fullmatch(text)
        if not found:
            realm = text.rpartition("@")[2]
            return None if re.search(r"[:;/\[\]]", realm) or address_of(realm) \
                else self.begin(realm, options)
        if not found["slashes"] and (found["port"] or ";" in text):
            return None
        if address_of(found["host"]):
            return None
        port = int(found["port"]) if found["port"] else None
        if found["port"] and not 0 < port < 65536:
            return None
        return self.begin(found["host"], options, self.allowed(found),
                          port=port, begin="direct" if port else "rules",
                          host_without_servers=found["slashes"] and not port)

    def allowed(self, found):
        secure = found["scheme"].lower() == "aaas"
        if not found["slashes"] and not secure:
            return ()
        two = {"tcp": "diameter.tls.tcp", "sctp": "diameter.dtls.sctp"} \
            if secure else {"tcp": "diameter.tcp", "sctp": "diameter.sctp"}
        transport = (found["transport"] or "").lower()
        return {two[transport]} if transport else set(two.values())

    def read_services(self, field):
        found = super().read_services(field)
        return found and (found[0], [
            "diameter.dtls.sctp" if one.lower() == "diameter.dtls" else one
            for one in found[1]])

    # ---- "aaa", and "aaa+ap" with a number -----------------------------------

    @staticmethod
    def is_family(word):
        return word.lower().startswith("aaa+ap")

    def note_key(self, records):
        """Does a rule there offer one of the family?"""
        self.has_family = any(
            any(map(self.is_family, (self.read_services(one[3]) or [()])[0]))
            for one in records)

    def stands_for(self, wanted, offered):
        general = any(one.lower() == "aaa" for one in offered)
        return (wanted.lower() == "aaa" and any(map(self.is_family, offered))
                or general and self.is_family(wanted) and not self.has_family)

    def any_of(self, offered, wanted):
        return SNaptr.any_of(offered, wanted) or any(
            self.stands_for(one, offered) for one in wanted)

    def names_one(self, offered, wanted):
        return self.has_family or any(one.lower() == "aaa" for one in offered) \
            or self.any_of(offered, wanted)


class Lost(SNaptr):
    """RFC 5222, and the preference of RFC 8917 section 3."""

    name, flags, expressions = "lost", "U", "constant"
    service_decides = True
    default_services = ("LoST",)


class Shortened(SNaptr):
    """Applications with a list of shorter keys."""

    flags, expressions = "U", "constant"
    shorter = {}  # by number of labels, those that are kept

    def start(self, text, options):
        key = self.key_of(text)
        if key is None:
            address = address_of(text)
            name = names.read(text.encode())
            if address or ":" in text or "/" in text or not names.is_key(name):
                return None
            key = name
        return Start(names.show(key).encode(), key, self.wanted(options))

    def fall_back(self, walk, turn):
        key = walk.start.key
        family = key[-2:]
        if family not in self.shorter or \
                self.published_decides and walk.published:
            return None
        fewer = [count for count in self.shorter[family]
                 if count < len(key) - 2]
        return key[-2 - fewer[turn]:] if turn < len(fewer) else None


def labels_of(address):
    return tuple(label.encode()
                 for label in address.reverse_pointer.split("."))


class Lis(Shortened):
    """RFC 7216 section 4.3."""

    name = "lis"
    default_services, default_protocols = ("LIS",), ("HELD",)
    shorter = {(b"in-addr", b"arpa"): (3, 2),
               (b"ip6", b"arpa"): (16, 14, 12, 8)}
    published_decides = True

    def key_of(self, text):
        address = address_of(text)
        return labels_of(address) if address else None

    def publishes(self, judged, wanted):
        found = self.read_services(judged.services)
        return bool(found and found[0] and self.any_of(found[0], wanted[0]))


class Alto(Shortened):
    """RFC 8686 sections 3.4 and 3.5."""

    name = "alto"
    default_services, default_protocols = ("ALTO",), ("https", "http")
    shorter = {(b"in-addr", b"arpa"): (3, 2, 1),
               (b"ip6", b"arpa"): (16, 14, 12, 10, 8)}
    passes_failures, published_decides = True, False
    LENGTHS = {4: (32, 24, 16, 8), 6: (128, 64, 56, 48, 40, 32)}

    def key_of(self, text):
        host, _, length = text.partition("/")
        address = address_of(host)
        if not address:
            return None
        most = address.max_prefixlen
        if "/" in text and (not re.fullmatch("[1-9][0-9]?|1[0-2][0-9]", length)
                            or int(length) > most):
            return None
        length = int(length) if "/" in text else most
        shown = next((one for one in self.LENGTHS[address.version]
                      if one <= length), None)
        labels = labels_of(address)
        return None if shown is None else labels[
            (most - shown) // (8 if address.version == 4 else 4):]
