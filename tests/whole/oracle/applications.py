"""The applications, from their RFCs and ddds-apps(7).

SPDX-License-Identifier: MIT
"""

import base64
import hashlib
import re

import names
import uris


class Start:
    """What the first well-known rule makes of an input."""

    def __init__(self, aus, key, wanted, **others):
        self.aus, self.key, self.wanted = aus, key, wanted
        self.urn = others.get("urn")
        self.uuid = others.get("uuid")
        self.port = others.get("port")
        self.begin = others.get("begin", "rules")
        self.facts = others.get("facts")
        self.host_without_servers = others.get("host_without_servers", False)


def words(text):
    return [word for word in text.split(",") if word] if text else []


class Application:
    """The defaults."""

    name, flags, expressions = "", "SAUP", "any"
    order_closes = pursues_one_protocol = requires_tags = False
    delegates_by_replacement = False
    service_decides = protocol_is_optional = ranks_protocols = False
    passes_failures = False
    max_hops = 16
    default_services = default_protocols = ()

    def wanted(self, options):
        return (words(options.get("service")) or list(self.default_services),
                words(options.get("protocol")) or list(self.default_protocols))

    def fits(self, rule, wanted, _):
        services, protocols = rule.offered
        if self.requires_tags:
            is_any = self.protocol_is_optional and not protocols
            return bool(services) and self.any_of(services, wanted[0]) and (
                not wanted[1] or is_any or self.any_of(protocols, wanted[1]))
        return (not services or self.any_of(services, wanted[0])) and (
            not protocols or self.any_of(protocols, wanted[1]))

    @staticmethod
    def any_of(offered, wanted):
        lowered = {word.lower() for word in offered}
        return not wanted or any(word.lower() in lowered for word in wanted)

    def note_key(self, records):
        """Learn what the rules of a key offer together."""

    def stands_for(self, _wanted, _offered):
        """Does an offered service do for another one that is wanted?"""
        return False

    def publishes(self, _rule, _wanted):
        return True

    def is_uri(self, output):
        return uris.is_uri(output)

    def fall_back(self, _walk, _turn):
        return None

    def default_port(self, _offered):
        return None

    def node(self, _host):
        """What hosts of one node have in common, or None: none have."""
        return None


class Rfc3404(Application):
    """RFC 3404, for URNs and URIs."""

    order_closes = True
    RS = re.compile("[A-Za-z][A-Za-z0-9]{0,31}")
    RESOLUTION = re.compile("[INL](2[LRCN]S?)")

    @classmethod
    def any_of(cls, offered, wanted):
        """RFC 2169's N2L and L2L are RFC 2483's I2L."""
        def meant(words):
            return [cls.RESOLUTION.sub(r"I\1", word.upper())
                    if cls.RESOLUTION.fullmatch(word.upper())
                    else word.upper() for word in words]
        return Application.any_of(meant(offered), meant(wanted))

    def stands_for(self, wanted, offered):
        return self.any_of(offered, [wanted])

    def read_services(self, field):
        try:
            protocol, *services = field.decode("ascii").split("+")
        except UnicodeDecodeError:
            return None
        if protocol and not self.RS.fullmatch(protocol):
            return None
        if not all(self.RS.fullmatch(one) or one.upper() == "I=I"
                   for one in services):
            return None
        return services, [protocol] if protocol else []


class Urn(Rfc3404):
    name = "urn"

    def start(self, text, options):
        found = uris.URN.fullmatch(text)
        if not found:
            return None
        nid = found["nid"].lower()
        nss = uris.upper_percent(found["nss"])
        urn = {part: found[part] for part in ("nid", "nss", "r", "q", "f")}
        if nid == "uuid":
            if not uris.UUID.fullmatch(found["nss"]):
                return None
            return Start(b"", (), ([], []), urn=urn, uuid=nss.lower())
        return Start(f"urn:{nid}:{nss}".encode(),
                     (nid.encode(), b"urn", b"arpa"), self.wanted(options),
                     urn=urn)


class Uri(Rfc3404):
    name = "uri"

    def start(self, text, options):
        if text[:4].lower() == "urn:":
            return None
        found = uris.canonical_uri(text)
        if not found:
            return None
        scheme = tuple(found[1].encode().split(b"."))
        if not names.is_valid(scheme):
            return None
        return Start(found[0].encode(), scheme + (b"uri", b"arpa"),
                     self.wanted(options))


class Enum(Application):
    """RFC 6116."""

    name, flags, max_hops = "enum", "U", 5
    delegates_by_replacement = True
    SERVICE = re.compile("[A-Za-z0-9-]{1,32}(:[A-Za-z0-9-]{1,32})*")

    def start(self, text, options):
        if text[:4].lower() == "tel:":
            text = text[4:]
        digits = re.sub(r"[-. ()/]", "", text[1:])
        if text[:1] != "+" or not re.fullmatch("[0-9]{1,15}", digits) \
                or "(0)" in text:
            return None
        key = tuple(digit.encode() for digit in reversed(digits))
        return Start(b"+" + digits.encode(), key + (b"e164", b"arpa"),
                     self.wanted(options))

    def read_services(self, field):
        try:
            parts = field.decode("ascii").split("+")
        except UnicodeDecodeError:
            return None
        if parts[0].upper() == "E2U" and len(parts) > 1:
            parts = parts[1:]
        elif len(parts) == 2 and parts[1].upper() == "E2U":
            parts = parts[:1]
        else:
            return None
        if not all(self.SERVICE.fullmatch(part) for part in parts):
            return None
        if any(part[:2].upper() == "P-" for part in parts):
            return None
        return parts, []

    def is_uri(self, output):
        return (uris.is_uri(output) and b"#" not in output
                and not output.endswith(b":"))


class SNaptr(Application):
    """RFC 3958."""

    name, flags, expressions = "s-naptr", "SAD", "none"
    requires_tags = pursues_one_protocol = True
    TAG = re.compile("[A-Za-z0-9][A-Za-z0-9.+_-]*")

    def start(self, text, options):
        name = names.read(text.encode())
        if not names.is_key(name):
            return None
        return Start(names.show(name).encode(), name, self.wanted(options))

    def read_services(self, field):
        try:
            service, *protocols = field.decode("ascii").split(":")
        except UnicodeDecodeError:
            return None
        if service and not self.TAG.fullmatch(service):
            return None
        if not all(self.TAG.fullmatch(one) for one in protocols):
            return None
        return [service] if service else [], protocols


class UNaptr(SNaptr):
    """RFC 4848."""

    name, flags, expressions = "u-naptr", "SAUD", "constant"


class Peppol(Application):
    """OASIS BDXL, with OpenPeppol's zone."""

    name, flags, expressions = "peppol", "U", "constant"
    requires_tags = True
    default_services, default_protocols = ("Meta",), ("SMP",)

    def start(self, text, options):
        scheme, colons, value = text.partition("::")
        if not colons or not value or not value.isascii():
            return None
        digest = hashlib.sha256(value.lower().encode()).digest()
        label = base64.b32encode(digest).rstrip(b"=").lower()
        key = (label, scheme.lower().encode(), b"participant", b"sml", b"prod",
               b"tech", b"peppol", b"org")
        return Start(text.encode(), key, self.wanted(options))

    read_services = SNaptr.read_services
    TAG = SNaptr.TAG
