"""The applications that begin with a domain of servers: SIP (RFC 3263), RADIUS
(RFC 7585), and DDI (RFC 9517), which begins with an agency.

SPDX-License-Identifier: MIT
"""

import ipaddress
import re

import names
import uris
from applications import SNaptr, Start, UNaptr, words
from rules import Judged


def rule(place, flags, services, name):
    return (0, place, flags.encode(), services.encode(), b"", name)


class Radius(SNaptr):
    """RFC 7585 section 3.4.3, with the deployed tags."""

    name, flags = "radius", "SA"
    default_services, default_protocols = ("aaa+auth",), ("radius.tls.tcp",)
    USUAL = {"radius.tls.tcp": (b"_radiustls", b"_tcp"),
             "radius.dtls.udp": (b"_radiusdtls", b"_udp")}
    REGISTERED = ("aaa+auth", "aaa+acct", "aaa+dynauth")

    def start(self, text, options):
        realm = text.rpartition("@")[2]
        name = names.read(realm.encode())
        if realm.endswith(".") or not names.is_key(name) or len(name) < 2 or \
                any(label.strip(b"-") != label for label in name):
            return None
        begin = "rules"
        if name[-2:] in ((b"eap", b"arpa"), (b"eap-noob", b"arpa")):
            begin = "none"
        return Start(names.show(name).encode(), name, self.wanted(options),
                     begin=begin)

    def read_services(self, field):
        found = super().read_services(field)
        if found and found[0] and found[0][0].lower() == "x-eduroam":
            more = ["radius.tls.tcp" for one in found[1]
                    if one.lower() == "radius.tls"]
            return found[0], found[1] + more
        return found

    def publishes(self, judged, wanted):
        found = self.read_services(judged.services)
        return bool(found and self.any_of(found[0], wanted[0]) and found[0])

    def fall_back(self, walk, turn):
        if turn or walk.published or walk.start.begin == "none":
            return None
        services, protocols = walk.start.wanted
        service = next((one for one in services
                        if one.lower() in self.REGISTERED), None)
        if not service:
            return None
        found = []
        for protocol in protocols:
            usual = self.USUAL.get(protocol.lower())
            for labels in [usual] if usual else []:
                found.append((protocol, labels))
                if labels[0] == b"_radiusdtls":
                    found.append((protocol, (b"_radiustls", b"_udp")))
        return [rule(place, "s", f"{service}:{protocol}",
                     labels + walk.start.key)
                for place, (protocol, labels) in enumerate(found)]

    def default_port(self, _offered):
        return 2083


class ThreeGpp(SNaptr):
    """3GPP TS 29.303. Chance ranks the rules of one order, so that worlds have
    different orders at each key."""

    name, flags = "3gpp", "SA"
    pursues_one_protocol = False

    def node(self, host):
        """What names a node, whatever its interface."""
        if len(host) > 2 and host[0] in (b"topon", b"topoff"):
            return host[2:]
        return host


class Ddi(UNaptr):
    """RFC 9517, whose records differ from RFC 4848."""

    name, requires_tags = "ddi", False
    INPUT = re.compile(r"(?:[a-z0-9-]+\.)+[a-z0-9-]+:.+:.+", re.I)

    def start(self, text, options):
        found = uris.URN.fullmatch(text)
        if not found or found["nid"].lower() != "ddi" or \
                not self.INPUT.fullmatch(found["nss"]):
            return None
        urn = {part: found[part] for part in ("nid", "nss", "r", "q", "f")}
        agency = found["nss"].split(":")[0].lower().encode().split(b".")
        key = tuple(reversed(agency)) + (b"ddi", b"urn", b"arpa")
        return Start(("urn:ddi:" + found["nss"]).encode(), key,
                     self.wanted(options), urn=urn)

    def read_services(self, field):
        service, plus, protocol = field.partition(b"+")
        if b":" not in field and service and plus and protocol:
            field = service + b":" + protocol
        return super().read_services(field)


class Sip(SNaptr):
    """RFC 3263 section 4."""

    name, flags = "sip", "SA"
    requires_tags = pursues_one_protocol = False
    default_protocols = ("udp", "tcp", "tls")
    TRANSPORTS = {"udp": ("SIP", "U"), "tcp": ("SIP", "T"),
                  "tls": ("SIPS", "T"), "sctp": ("SIP", "S"),
                  "tls-sctp": ("SIPS", "S"), "ws": ("SIP", "W"),
                  "wss": ("SIPS", "W")}
    SRV = {"udp": (b"_sip", b"_udp"), "tcp": (b"_sip", b"_tcp"),
           "tls": (b"_sips", b"_tcp"), "sctp": (b"_sip", b"_sctp"),
           "tls-sctp": (b"_sips", b"_sctp")}
    PORTS = {"udp": 5060, "tcp": 5060, "sctp": 5060, "tls": 5061,
             "tls-sctp": 5061, "ws": 80, "wss": 443}
    FIELD = re.compile(rb"(SIPS?)\+D2([A-Za-z])", re.I)
    INPUT = re.compile(r"(?:(?P<scheme>sips?):)?(?:[^@]*@)?(?P<host>[^:;?\[]+|"
                       r"\[[^\]]*\])(?::(?P<port>[0-9]+))?(?P<rest>[;?].*)?",
                       re.I)

    def start(self, text, options):
        found = self.INPUT.fullmatch(text)
        if not found:
            return None
        parameters = dict(re.findall(r";([^=;?]+)=([^;?]+)",
                                     found["rest"] or ""))
        host = parameters.get("maddr", found["host"])
        secure = (found["scheme"] or "").lower() == "sips"
        port = int(found["port"]) if found["port"] else None
        supported = words(options.get("protocol")) or \
            list(self.default_protocols)
        supported = [one.lower() for one in supported]
        transport = parameters.get("transport", "").lower()
        if secure:
            transport = {"tcp": "tls", "sctp": "tls-sctp"}.get(
                transport, transport)
        if transport and (transport not in self.TRANSPORTS or secure and
                          self.TRANSPORTS[transport][0] != "SIPS"):
            return None
        if transport and not options.get("protocol"):
            supported = [transport]
        return self.begin(host, port, supported, transport, secure)

    def begin(self, host, port, supported, transport, secure):
        wanted = ["SIPS"] if secure else [], supported
        facts = {"transport": transport, "secure": secure, "port": port}
        try:
            address = ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            address = None
        if address:
            facts["address"] = str(address)
            return Start(host.encode(), (b"x",), wanted, facts=facts,
                         begin="address", port=port)
        name = names.read(host.encode())
        if not names.is_key(name):
            return None
        begin = "direct" if port or transport else "rules"
        return Start(host.encode(), name, wanted, facts=facts, port=port,
                     begin=begin)

    def read_services(self, field):
        found = self.FIELD.fullmatch(field)
        if not found:
            return None
        word, letter = found[1].decode(), found[2].decode()
        for transport, pair in self.TRANSPORTS.items():
            if pair == (word.upper(), letter.upper()):
                return [word], [transport]
        return [word], [word + "+D2" + letter]

    def publishes(self, judged, wanted):
        found = self.read_services(judged.services)
        return bool(found) and (judged.verdict == "other_service"
                                or self.any_of(found[0], wanted[0]))

    def choice(self, walk, usual):
        """The transports to try, in the client's order."""
        facts = walk.start.facts
        if facts["transport"]:
            return [facts["transport"]]
        fitting = [one for one in walk.start.wanted[1] if not facts["secure"]
                   or self.TRANSPORTS[one][0] == "SIPS"]
        certain = ("tls",) if facts["secure"] else ("udp", "tcp")
        if usual:
            fitting = [one for one in fitting if one in certain] or fitting
        return fitting or [certain[0]]

    def rules(self, flags, transports, key):
        return [rule(place, flags, "%s+D2%s" % self.TRANSPORTS[one],
                     (self.SRV[one] if flags == "s" else ()) + key)
                for place, one in enumerate(transports)]

    def local(self, walk):
        """The outcome of an input that is an address."""
        address = walk.start.facts["address"]
        transport = self.choice(walk, True)[0]
        judged = Judged(rule(0, "a", "%s+D2%s" % self.TRANSPORTS[transport],
                             ()), 0)
        judged.offered = self.read_services(judged.services)
        if not self.fits(judged, walk.start.wanted, None):
            walk.reasons.note("NO_SERVICE", tuple(address.encode().split(b".")))
            return
        port = walk.start.port or self.PORTS[transport]
        yield {"rule": judged, "kind": "host", "output": address, "uri": None,
               "uris": None, "protocol": transport, "target": address,
               "ttl": None, "endpoints": [
                   {"host": address, "port": port, "priority": None,
                    "weight": None, "addresses": [address]}]}

    def fall_back(self, walk, turn):
        key, direct = walk.start.key, walk.start.begin == "direct"
        hosts = self.rules("a", self.choice(walk, True), key)
        if walk.start.port:
            return None if turn else hosts
        if turn == 0 and (direct or not walk.published):
            return self.rules("s", [one for one in self.choice(walk, False)
                                    if one in self.SRV], key) or hosts
        reason = walk.reasons.best()
        tried = walk.tried if turn == 0 else walk.fallen
        if walk.denied or not tried or tried.next != "servers" or \
                reason[0] != "NO_SERVERS":
            return None
        if turn == 0:
            return [rule(0, "a", tried.services.decode(), key)]
        return hosts if turn == 1 else None

    def default_port(self, offered):
        return self.PORTS.get(offered[1][0].lower())
