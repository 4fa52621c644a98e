"""Random zones and inputs, the same for the same seed.

A batch is an application, options, and worlds. A world is a list of lines (zone,
owner, TTL, type, data) and inputs; its names are its own, so that many worlds
stand in the same zone files, and a disagreement is about one of them alone.

SPDX-License-Identifier: MIT
"""

import base64
import hashlib
import ipaddress
import random

from expressions import ExpressionMaker

# A resolution begins again if data expire during it, which a TTL of a second
# does on a machine that is busy enough.
TTLS = (0, 60, 90, 120, 300, 600, 3600, 86400)
OPTIONS = 3  # how many each batch is resolved with
# Over DNS nothing may expire between two questions.
LONG_TTLS = (0, 300, 600, 3600, 86400)
ADDRESSES = ("A", "192.0.2.%d"), ("AAAA", "2001:db8::%x")


class World:
    """Lines and inputs."""

    def __init__(self, number):
        self.number = number
        self.id = f"w{number}x"
        self.lines, self.inputs = [], []

    def add(self, owner, kind, data, ttl=None):
        """`owner` is absolute, as in a zone file, without the final dot."""
        self.lines.append((owner, ttl, kind, data))


class Maker:
    """Makes the worlds of one batch."""

    def __init__(self, seed, ttls=TTLS):
        self.ttls = ttls
        self.random = random.Random(seed)
        self.draw = self.random.random

    def chance(self, share):
        return self.draw() < share

    def pick(self, values):
        return values[int(self.draw() * len(values))]

    def weighted(self, *choices):
        """One of (weight, choice)."""
        left = self.draw() * sum(weight for weight, _ in choices)
        for weight, value in choices:
            left -= weight
            if left < 0:
                break
        return value

    def batch(self, apps, worlds):
        """(app, [options], [World])"""
        app = self.pick(apps)
        several = [self.options(app) for _ in range(OPTIONS)]
        made = []
        for number in range(worlds):
            world = World(number)
            WorldMaker(self, app, world).make()
            made.append(world)
        return app, several, made

    def some(self, words):
        """A list of the client's."""
        count = min(self.weighted((6, 1), (3, 2), (1, 3)), len(words))
        return ",".join(self.random.sample(words, count))

    def options(self, app):
        options = {"seed": self.random.randrange(1 << 30)}
        services, protocols = WANTED[app]
        if services and self.chance(0.5):
            options["service"] = self.some(services)
        if protocols and self.chance(0.4):
            options["protocol"] = self.some(protocols)
        if self.chance(0.45):
            options["all"] = True
        if self.chance(0.25):
            options["addresses"] = False
        if self.chance(0.1):
            options["no_q"] = True
        if self.chance(0.02 if self.ttls is TTLS else 0.3):
            options["require_ad"] = True
        if self.chance(0.12):
            options["max_hops"] = self.random.randrange(1, 5)
        if self.chance(0.12) and self.ttls is TTLS:
            options["max_queries"] = self.random.randrange(1, 14)
        if self.chance(0.08):
            options["own_hosts"] = [
                f"h{self.random.randrange(4)}.w{number}x.example"
                for number in range(0, 200, 3)]
        return options


RFC3404_SERVICES = ["I2L", "I2R", "I2C", "N2L", "I2Ls", "I=I", "N2R"]
RFC3404_PROTOCOLS = ["thttp", "http", "rcds", "z3950", "foolink"]
TAGS = ["EM", "x-em", "LoST", "aaa+auth", "RELAY", "1x"]
TAG_PROTOCOLS = ["protA", "protB", "protC", "http", "radius.tls.tcp",
                 "turn.udp"]
ENUM = ["sip", "email:mailto", "voice:tel", "sms:tel", "web:http", "pres",
        "h323", "x-own"]
WANTED = {
    "urn": (RFC3404_SERVICES, RFC3404_PROTOCOLS),
    "uri": (RFC3404_SERVICES, RFC3404_PROTOCOLS),
    "enum": (ENUM, None),
    "peppol": (["Meta", "x-other"], ["SMP", "AS4"]),
    "radius": (["aaa+auth", "aaa+acct", "x-eduroam", "aaa+dynauth"],
               ["radius.tls.tcp", "radius.dtls.udp", "radius.tls"]),
    "sip": (None, ["udp", "tcp", "tls", "sctp", "tls-sctp", "ws", "wss"]),
    "ddi": (["I2R", "I2C", "I2L"], ["http", "https", "udp"]),
    "3gpp": (["x-3gpp-pgw", "x-3gpp-sgw"], ["x-s5-gtp", "x-s8-gtp", "x-s11"]),
    "turn": (["RELAY"], ["turn.udp", "turn.tcp", "turn.tls", "turn.dtls"]),
    "diameter": (["aaa", "aaa+ap1", "aaa+ap4", "aaa+ap16777251"],
                 ["diameter.tcp", "diameter.sctp", "diameter.tls.tcp",
                  "diameter.dtls.sctp", "diameter.dtls"]),
    "lost": (["LoST", "LoST-Validation"], ["https", "http"]),
    "lis": (["LIS", "x-own"], ["HELD", "http"]),
    "alto": (["ALTO", "x-own"], ["https", "http"]),
    "s-naptr": (TAGS, TAG_PROTOCOLS),
    "u-naptr": (TAGS, TAG_PROTOCOLS),
}
ORDINARY = ("urn", "uri", "enum", "s-naptr", "u-naptr", "peppol", "radius",
            "sip", "ddi", "3gpp", "turn", "diameter", "lost", "lis", "alto")
FLAGS = {"urn": "SAUP", "uri": "SAUP", "enum": "U", "peppol": "U",
         "s-naptr": "SAD", "u-naptr": "SAUD", "radius": "SA", "sip": "SA",
         "ddi": "SAUD", "3gpp": "SA", "turn": "SA", "diameter": "SA",
         "lost": "U", "lis": "U", "alto": "U"}
TAGGED = ("3gpp", "s-naptr", "u-naptr", "radius", "ddi", "peppol", "sip", "turn",
          "diameter", "lost", "lis", "alto")


def escaped(octets):
    """Octets as a quoted character-string."""
    text = ""
    for octet in octets:
        if octet in b'"\\':
            text += "\\" + chr(octet)
        elif 0x20 <= octet <= 0x7E:
            text += chr(octet)
        else:
            text += "\\%03d" % octet
    return f'"{text}"'


class WorldMaker:
    """Fills one world."""

    def __init__(self, maker, app, world):
        self.maker, self.app, self.world = maker, app, world
        self.random = maker.random
        self.pick, self.chance = maker.pick, maker.chance
        self.weighted = maker.weighted
        self.base = f"{world.id}.example"
        self.hosts = [f"h{number}.{self.base}" for number in range(4)]
        self.keys = [f"k{number}.{self.base}" for number in range(5)]
        self.services = [f"_s{number}._tcp.{self.base}" for number in range(3)]
        self.uri_names = [f"_u{number}._uri.{self.base}" for number in range(2)]
        self.first = []
        self.expressions = ExpressionMaker(self)

    def make(self):
        getattr(self, "inputs_" + self.app.replace("-", "_"))()
        for key in self.first:
            self.key(key, 0)
        for number, key in enumerate(self.keys):
            self.key(key, number + 1)
        self.odd_names()
        for host in self.hosts:
            self.host(host)
        for name in self.services:
            self.servers(name)
        if "D" in FLAGS[self.app]:
            for name in self.uri_names:
                self.uri_records(name)

    # ---- Inputs ----------------------------------------------------------

    def inputs_urn(self):
        nid = self.world.id
        self.first = [nid + ".urn.arpa"]
        for _ in range(self.weighted((3, 4), (2, 6), (1, 8))):
            text = f"{self.pick(('urn', 'urn', 'URN', 'Urn'))}:" \
                   f"{self.pick((nid, nid, nid.upper()))}:{self.nss()}"
            if self.chance(0.12):
                text += "?+" + self.pick(("r=1", "x", "a?b", "a/b"))
            if self.chance(0.25):
                text += "?=" + self.pick(("q=1", "a=b&c=d", "x?=y", "/", "%41"))
            if self.chance(0.15):
                text += "#" + self.pick(("f", "", "a/b?c", "x%20"))
            self.world.inputs.append(self.damaged(text))
        if self.chance(0.03):
            self.world.inputs.append(self.pick((
                "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
                "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf",
                "URN:UUID:00000000-0000-0000-0000-000000000000",
                "urn:uuid:%66" + "81d4fae-7dec-11d0-a765-00a0c91e6bf6")))

    def damaged(self, text):
        """Sometimes an input with a character too few or too many."""
        if not self.chance(0.04):
            return text
        at = self.random.randrange(1, len(text))
        if self.chance(0.4):
            return text[:at] + text[at + 1:] or "x"
        return text[:at] + self.pick(" %\"<>[]{}|\\^`#?:/@é") + text[at:]

    def nss(self):
        return ":".join(self.pick((
            "foo", "Bar", "42", "a.b", "x_y", "%C3%BC", "%41b", "a%2fb", "k0",
            "k1", "h0", "_s0._tcp", "a-b", "(x)", "a+b", "*", "$1", "1*2",
            "annual-report-1997", "o'b", "a,b;c", "A@b", "a=b", "~u", "aab",
            "xxy", "abab", "9" * 9)) for _ in range(self.weighted(
                (4, 1), (4, 2), (2, 3)))) + self.pick(("", "", "", "/p", "/"))

    def inputs_uri(self):
        scheme = self.world.id + self.pick(("", "", "-s", ".t"))
        self.first = [scheme + ".uri.arpa"]
        for _ in range(self.weighted((3, 4), (2, 6))):
            host = self.pick((f"{self.pick(self.hosts)}", "EXAMPLE.com",
                              "a%2Db.example", "192.0.2.1", "[2001:DB8::1]",
                              "u:p@Host.example:80", "[::g]", "h:8x", "",
                              "%c3%bc.example", f"K1.{self.base}"))
            text = self.pick((
                f"//{host}/{self.nss()}", f"//{host}", f"/{self.nss()}",
                self.nss(), "", f"//{host}/a/../b//c", f"//{host}?q=%7e"))
            if self.chance(0.2):
                text += "?" + self.pick(("q", "a?b", "%41=%e9", ""))
            if self.chance(0.15):
                text += "#" + self.pick(("f", "", "a/b?c"))
            self.world.inputs.append(self.damaged(
                self.pick((scheme, scheme.upper())) + ":" + text))

    def inputs_enum(self):
        digits = f"{self.world.number:05d}"
        tree = ".".join(reversed(digits))
        self.first = []
        for _ in range(self.weighted((2, 2), (2, 4))):
            more = "".join(self.pick("0123456789") for _ in range(
                self.weighted((5, 4), (1, 2), (1, 9), (1, 10), (0.3, 11))))
            text = "+" + digits + more
            name = ".".join(reversed(more)) + f".{tree}.e164.arpa"
            if self.chance(0.25):
                name = f"*.{tree}.e164.arpa"
            self.first.append(name)
            if self.chance(0.4):
                at = self.random.randrange(2, len(text))
                text = text[:at] + self.pick((" ", "-", ".", "/", " (", ")")) \
                    + text[at:]
            if self.chance(0.2):
                text = self.pick(("tel:", "TEL:")) + text.replace(" ", "")
            self.world.inputs.append(self.damaged(text))
        if self.chance(0.2):
            self.world.inputs.append("+" + digits + "77")

    def inputs_s_naptr(self):
        self.first = [self.base]
        self.world.inputs.append(self.pick((
            self.base, self.base, self.base.upper(), self.base + ".")))
        self.world.inputs += [key for key in self.keys if self.chance(0.6)]
        if self.chance(0.1):
            self.world.inputs.append("nope." + self.base)

    inputs_u_naptr = inputs_s_naptr

    def inputs_3gpp(self):
        self.inputs_s_naptr()
        gateway = f"gw.{self.base}"
        self.hosts[2:] = [f"topon.s11.{gateway}", f"topoff.s4.{gateway}"]

    def inputs_peppol(self):
        self.first = []
        scheme = self.pick(("iso6523-actorid-upis", "ISO6523-actorid-upis"))
        for _ in range(self.weighted((2, 1), (2, 2))):
            value = self.pick(("9915:%s", "0208:%s", "%s", "Mixed:%s:Case")) \
                % self.world.id
            digest = hashlib.sha256(value.lower().encode()).digest()
            label = base64.b32encode(digest).decode().rstrip("=").lower()
            self.first.append(f"{label}.{scheme.lower()}.{APEXES[3]}")
            self.world.inputs.append(f"{scheme}::{value}")

    def inputs_radius(self):
        self.first = [self.base]
        self.world.inputs.append(self.pick((
            self.base, "user@" + self.base, "a@b@" + self.base.upper(),
            "@" + self.base)))
        self.world.inputs += [key for key in self.keys if self.chance(0.4)]
        if self.chance(0.05):
            self.world.inputs.append(self.pick((
                "x@tls.eap.arpa", "eap-noob.arpa", self.base + ".", "a@",
                "x@nope." + self.base, "x@sales", "x@a-." + self.base)))
        if self.chance(0.5):
            self.usual(("_radiustls._tcp", "_radiusdtls._udp",
                        "_radiustls._udp"))

    def usual(self, names):
        for name in names:
            if self.chance(0.5):
                self.servers(f"{name}.{self.base}")

    def inputs_sip(self):
        self.first = [self.base]
        for _ in range(self.weighted((2, 2), (2, 4))):
            self.world.inputs.append(self.sip_input())
        if self.chance(0.6):
            self.usual(("_sip._udp", "_sip._tcp", "_sips._tcp", "_sip._sctp"))
        if self.chance(0.5):
            self.host(self.base)

    def sip_input(self):
        scheme = self.pick(("sip:", "sip:", "sips:", "SIP:", ""))
        user = self.pick(("", "", "alice@", "a:b@")) if scheme else ""
        host = self.pick((self.base,) * 6 + (self.keys[0], self.keys[1],
            self.base.upper(), self.hosts[0], "192.0.2.1", "[2001:DB8::1]",
            "nope." + self.base))
        port = self.pick(("",) * 5 + (":5070", ":5060"))
        more = self.pick(("",) * 6 + (
            ";transport=udp", ";transport=tcp", ";transport=TCP",
            ";maddr=" + self.hosts[1], ";lr", ";transport=sctp",
            ";maddr=192.0.2.7;transport=tcp", "?subject=x")) if scheme else ""
        return scheme + user + host + port + more

    def inputs_turn(self):
        self.first = [self.base]
        for _ in range(self.weighted((2, 2), (2, 4))):
            self.world.inputs.append(self.turn_input())
        if self.chance(0.6):
            self.usual(("_turn._udp", "_turn._tcp", "_turns._tcp",
                        "_turns._udp"))
        if self.chance(0.5):
            self.host(self.base)

    def turn_input(self):
        scheme = self.pick(("turn:", "turn:", "turns:", "TURN:", ""))
        host = self.pick((self.base,) * 6 + (
            self.keys[0], self.base.upper(), self.hosts[0], "192.0.2.1",
            "[2001:DB8::1]", "nope." + self.base, "fail." + self.base))
        port = self.pick(("",) * 6 + (":5070", ":0", ":65536", ":"))
        more = self.pick(("",) * 5 + (
            "?transport=udp", "?transport=TCP", "?transport=sctp", "?x"))
        return scheme + host + (port + more if scheme else "")

    def inputs_diameter(self):
        self.first = [self.base]
        for _ in range(self.weighted((2, 2), (2, 4))):
            self.world.inputs.append(self.diameter_input())
        if self.chance(0.6):
            self.usual(("_diameter._tcp", "_diameter._sctp", "_diameters._tcp",
                        "_diameters._sctp"))
        if self.chance(0.5):
            self.host(self.base)

    def diameter_input(self):
        host = self.pick((self.base,) * 6 + (
            self.keys[0], self.base.upper(), "192.0.2.1", "nope." + self.base,
            "fail." + self.base))
        if self.chance(0.5):
            return self.pick(("", "user@", "a@b@", "a/b@")) + host
        return self.pick(("aaa://", "aaa://", "aaas://", "aaa:", "aaas:")) + \
            host + self.pick(("",) * 4 + (":6666", ":0", ":")) + \
            self.pick(("",) * 3 + (";transport=tcp", ";transport=SCTP",
                                   ";transport=udp")) + \
            self.pick(("", "", ";protocol=diameter", ";protocol=radius"))

    def inputs_lost(self):
        self.first = [self.base]
        self.world.inputs += [self.base, self.base.upper()]
        self.world.inputs += [key for key in self.keys if self.chance(0.3)]

    def inputs_lis(self):
        """The first octet is the world's own, for all its shorter keys."""
        four = f"{self.world.number + 1}.2.3.4"
        six = f"2001:{self.world.number + 1:x}:0:1::1"
        for address in (four, six):
            name = ipaddress.ip_address(address).reverse_pointer
            labels = name.split(".")
            self.first += [".".join(labels[-2 - count:]) for count in (
                (4, 3, 2, 1) if address == four else (32, 16, 14, 12, 10, 8))
                if self.chance(0.4)]
        self.world.inputs += [four, six, self.base, self.pick((
            "1.2.3", "1.2.3.4.5", "2001::g", four + "/24", "[" + six + "]"))]
        self.first.append(self.base)

    def inputs_alto(self):
        self.inputs_lis()
        four, six = self.world.inputs[:2]
        self.world.inputs += [
            f"{four}/{self.pick((7, 8, 9, 15, 16, 17, 24, 31, 32, 33, '01'))}",
            f"{six}/{self.pick((31, 32, 39, 40, 47, 56, 63, 64, 127, 128, 129))}"]

    def inputs_ddi(self):
        self.first = [f"{self.world.id}.us.ddi.urn.arpa"]
        self.world.inputs.append(
            f"{self.pick(('urn', 'URN'))}:{self.pick(('ddi', 'DDI'))}:us."
            f"{self.pick((self.world.id, self.world.id.upper()))}:"
            f"{self.pick(('R-V1:1', 'x:1.0', 'a-b:c'))}"
            f"{self.pick(('', '', '?=q=1', '#f'))}")

    # ---- Names -----------------------------------------------------------

    def add(self, owner, kind, data):
        self.world.add(owner, kind, data, self.pick(self.maker.ttls)
                       if self.chance(0.7) else None)

    def key(self, key, level):
        count = self.weighted((1, 0), (4, 1), (5, 2), (4, 3), (2, 5), (1, 8))
        if level == 0:
            count = max(count, 1)
        for place in range(count):
            rule = self.rule(level)
            if self.app == "3gpp":  # chance ranks the rules of one order
                rule = f"{place * 7} " + rule.split(" ", 1)[1]
            self.add(key, "NAPTR", rule)
        if count == 0 and self.chance(0.5):
            self.add(key, "TXT", '"no rules"')

    def odd_names(self):
        """Aliases, wildcards, delegations, names in between."""
        base = self.base
        if self.chance(0.5):
            self.add(f"alias.{base}", "CNAME", self.target(0.3) + ".")
            self.add(f"alias2.{base}", "CNAME", f"alias.{base}.")
        if self.chance(0.2):
            self.add(f"round.{base}", "CNAME", f"round2.{base}.")
            self.add(f"round2.{base}", "CNAME", f"round.{base}.")
        if self.chance(0.15):
            length = self.weighted((1, 5), (1, 14), (1, 15), (1, 16), (1, 17),
                                   (1, 20))
            for number in range(length):
                self.add(f"c{number}.{base}", "CNAME",
                         f"c{number + 1}.{base}.")
            self.add(f"c{length}.{base}", "NAPTR", self.rule(1))
        if self.chance(0.4):
            self.add(f"d.{base}", "DNAME", self.pick((
                f"{base}.", f"e.{base}.", f"d.{base}.", "nowhere.test.",
                ("l" * 60 + ".") * 3 + f"{base}.")))
        if self.chance(0.4):
            kind = self.weighted((4, "NAPTR"), (1, "A"), (1, "CNAME"),
                                 (1, "TXT"))
            data = {"NAPTR": lambda: self.rule(1), "A": lambda: "192.0.2.9",
                    "CNAME": lambda: self.target(0.2) + ".",
                    "TXT": lambda: '"x"'}[kind]()
            self.add(f"*.wild.{base}", kind, data)
            if self.chance(0.5):
                self.add(f"a.there.wild.{base}", "TXT", '"x"')
        if self.chance(0.15):
            self.add(f"cut.{base}", "NS", "ns.example.")
            self.add(f"k.cut.{base}", "NAPTR", self.rule(1))

    def target(self, odd=0.15):
        """A key to go to."""
        if not self.chance(odd):
            return self.pick(self.keys)
        base = self.base
        return self.pick((
            f"alias.{base}", f"alias2.{base}", f"round.{base}", f"c0.{base}",
            f"c1.{base}", f"k1.d.{base}", f"k0.d.d.{base}", f"h1.d.{base}",
            f"d.{base}", f"x.wild.{base}", f"wild.{base}",
            f"there.wild.{base}", f"b.there.wild.{base}", f"x.y.wild.{base}",
            f"k.cut.{base}", f"cut.{base}", f"nope.{base}", "nowhere.test",
            f"fail.{base}", f"refuse.{base}",
            base, self.first[0], f"_tcp.{base}", "192.0.2.1", self.hosts[0],
            f"K2.{base.upper()}", f"odd\\032name.{base}", f"a\\.b.{base}",
            f"_u0._uri.{base}", "l" * 63 + "." + "m" * 63 + f".d.{base}"))

    def host_name(self, odd=0.15):
        return self.target(1) if self.chance(odd) else self.pick(self.hosts)

    def host(self, name):
        for kind, form in ADDRESSES:
            while self.chance(0.45):
                self.add(name, kind, form % self.random.randrange(1, 250))

    def servers(self, name):
        if self.chance(0.12):
            return
        if self.chance(0.08):
            self.add(name, "SRV", "0 0 0 .")
            return
        for _ in range(self.weighted((4, 1), (4, 2), (2, 3), (1, 5))):
            self.add(name, "SRV", "%d %d %d %s." % (
                self.pick((0, 1, 1, 10, 65535)), self.pick((0, 0, 1, 10, 60)),
                self.pick((0, 80, 389, 5060, 65535)), self.host_name()))

    def uri_records(self, name):
        for _ in range(self.weighted((1, 0), (3, 1), (2, 2))):
            self.add(name, "URI", "%d %d %s" % (
                self.pick((0, 1, 10)), self.pick((0, 1, 5)), escaped(
                    self.pick((b"http://a.example/", b"http://b.example/?x",
                               b"not a uri", b"", b"mailto:a@b.example",
                               b"http://\xc3\xbc.example/")))))

    # ---- Rules -----------------------------------------------------------

    def rule(self, level):
        order = self.pick((0, 10, 10, 10, 20, 30, 65535))
        preference = self.pick((0, 10, 10, 20, 65535))
        flags = self.flags()
        regexp, replacement = self.fields(flags.lower(), level)
        return "%d %d %s %s %s %s" % (
            order, preference, escaped(flags.encode()),
            escaped(self.services_field().encode()), escaped(regexp),
            replacement if replacement == "." else replacement + ".")

    def flags(self):
        usual = FLAGS[self.app]
        if self.chance(0.05):
            return self.pick(("x", "ux", "su", "uu", "9", " ", "\t", "d", "é",
                              "SA", "sS", "p", "aU", "!", "up"))
        if self.chance(0.35):
            return ""
        flag = self.pick(usual)
        return flag if self.chance(0.5) else flag.lower()

    def services_field(self):
        maker = {"enum": self.enum_services, "s-naptr": self.tags,
                 "u-naptr": self.tags, "peppol": self.tags,
                 "3gpp": self.tags, "radius": self.tags, "ddi": self.tags,
                 "turn": self.tags, "diameter": self.tags, "lost": self.tags,
                 "lis": self.tags, "alto": self.tags,
                 "sip": self.sip_services}
        if self.chance(0.05):
            return self.pick(("+", "E2U", "a:b:c", "E2U+", ":", "::", "thttp+",
                              "+I=I", "thttp + I2L", "é", "1a+I2L", "a" * 33,
                              "E2U+P-x", "sip+E2U", "e2u+SIP", "a" * 32 +
                              "+I2L", "thttp+I2L+I2L", "-x:y", "+" + "b" * 33,
                              "E2U+sip:x:y", "E2U+sip+p-own", "tel+E2U+x"))
        return maker.get(self.app, self.rfc3404_services)()

    def cased(self, word):
        return self.pick((word, word, word.upper(), word.lower()))

    def rfc3404_services(self):
        if self.chance(0.3):
            return ""
        protocol = self.cased(self.pick(RFC3404_PROTOCOLS)) \
            if self.chance(0.8) else ""
        return protocol + "".join(
            "+" + self.cased(self.pick(RFC3404_SERVICES))
            for _ in range(self.weighted((1, 0), (4, 1), (3, 2), (1, 3))))

    def enum_services(self):
        if self.chance(0.06):
            return ""
        return self.cased("E2U") + "".join(
            "+" + self.cased(self.pick(ENUM))
            for _ in range(self.weighted((4, 1), (2, 2))))

    def tags(self):
        if self.chance(0.08):
            return ""
        services, protocols = WANTED[self.app]
        sign = self.pick(":+") if self.app == "ddi" else ":"
        return self.cased(self.pick(services)) + "".join(
            sign + self.cased(self.pick(protocols))
            for _ in range(self.weighted((1, 0), (4, 1), (3, 2), (1, 3))))

    def sip_services(self):
        return self.cased(self.pick((
            "SIP+D2U", "SIP+D2T", "SIPS+D2T", "SIP+D2S", "SIPS+D2S",
            "SIP+D2W", "SIPS+D2W", "SIP+D2Z", "SIP+D2", "ZIP+D2T", "", "SIP",
            "SIPS+D2U", "SIP+D2U", "SIP+D2T", "SIPS+D2T")))

    def fields(self, flags, level):
        """REGEXP and REPLACEMENT."""
        regexp, replacement = b"", "."
        uri_only = "u" in flags or "p" in flags
        if self.app in TAGGED and not uri_only:
            with_regexp = self.chance(0.06)
        else:
            with_regexp = uri_only or self.chance(0.35)
        if with_regexp:
            regexp = self.expressions.field(flags)
        if not with_regexp or self.chance(0.04):
            replacement = self.replacement(flags)
        if self.chance(0.02):
            regexp, replacement = b"", "."
        return regexp, replacement

    def replacement(self, flags):
        if "s" in flags:
            return self.pick(self.services) if self.chance(0.9) \
                else self.target(1)
        if "a" in flags:
            return self.host_name()
        if "d" in flags:
            return self.pick(self.uri_names) if self.chance(0.9) \
                else self.target(1)
        return self.target()


APEXES = ("urn.arpa", "uri.arpa", "e164.arpa", "in-addr.arpa", "ip6.arpa",
          "participant.sml.prod.tech.peppol.org", "example")


# How a record may be written: owner, TTL, type, data.
FORMS = ("%s %s %s %s\n", "%s\t%s IN\t%s %s\n", "%s %s %s ( %s )\n",
         "%s IN %s %s (\n\t%s ) ; \"said\n", "%s %s %s %s ; said\n")


def zone_texts(worlds):
    """{apex: text} of the zone files of worlds."""
    texts = {apex: [f"$ORIGIN {apex}.\n$TTL 7200\n@ 3600 IN SOA ns.example. "
                    f"hostmaster.example. 1 7200 3600 1209600 900\n"
                    f"@ NS ns.example.\n"] for apex in APEXES}
    for world in worlds:
        for owner, ttl, kind, data in world.lines:
            apex = next(apex for apex in APEXES
                        if owner == apex or owner.endswith("." + apex))
            shown = owner[:-len(apex) - 1] if len(owner) % 2 else owner + "."
            form = FORMS[len(data) % 7 % len(FORMS)]
            texts[apex].append(form % (
                shown or "@", "" if ttl is None else ttl, kind, data))
    return {apex: "".join(lines) for apex, lines in texts.items()}
