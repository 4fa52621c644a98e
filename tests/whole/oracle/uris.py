"""URIs (RFC 3986) and URNs (RFC 8141): what is one, and its canonical form.

SPDX-License-Identifier: MIT
"""

import ipaddress
import re

PERCENT = "%[0-9A-Fa-f]{2}"
PLAIN = r"A-Za-z0-9._~!$&'()*+,;=\-"
PCHAR = f"(?:[{PLAIN}:@]|{PERCENT})"
AUTHORITY = (rf"(?:(?:[{PLAIN}:]|{PERCENT})*@)?"
             rf"(?:\[[^\]]*\]|(?:[{PLAIN}]|{PERCENT})*)(?::[0-9]*)?")
HIERARCHY = (rf"(?:(?P<two>//(?P<authority>{AUTHORITY})(?:/{PCHAR}*)*)"
             rf"|/(?:{PCHAR}+(?:/{PCHAR}*)*)?|{PCHAR}+(?:/{PCHAR}*)*|)")
URI = re.compile(
    rf"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?P<rest>{HIERARCHY})"
    rf"(?P<query>\?(?:{PCHAR}|[/?])*)?(?P<fragment>\#(?:{PCHAR}|[/?])*)?")
URN = re.compile(
    rf"[Uu][Rr][Nn]:(?P<nid>[A-Za-z0-9][A-Za-z0-9-]{{0,30}}[A-Za-z0-9]):"
    rf"(?P<nss>{PCHAR}(?:{PCHAR}|/)*)"
    rf"(?:\?\+(?P<r>{PCHAR}(?:{PCHAR}|/|\?(?!=))*))?"
    rf"(?:\?=(?P<q>{PCHAR}(?:{PCHAR}|[/?])*))?"
    rf"(?:\#(?P<f>(?:{PCHAR}|[/?])*))?")
UUID = re.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
FUTURE = re.compile(rf"[vV][0-9A-Fa-f]+\.[{PLAIN}:]+")


def parse_uri(text):
    """The match of a URI, or None."""
    found = URI.fullmatch(text)
    literal = re.search(r"\[([^\]]*)\]", found["authority"] or "") \
        if found else None
    if literal and not FUTURE.fullmatch(literal[1]):
        try:
            ipaddress.IPv6Address(literal[1])
        except ValueError:
            return None
        if "%" in literal[1]:
            return None
    return found


def is_uri(output):
    """Whether the octets `output` are a URI."""
    try:
        return parse_uri(output.decode("ascii")) is not None
    except UnicodeDecodeError:
        return False


def upper_percent(text):
    return re.sub(PERCENT, lambda found: found[0].upper(), text)


def decode_unreserved(text):
    def decode(found):
        letter = chr(int(found[0][1:], 16))
        is_unreserved = letter.isascii() and (
            letter.isalnum() or letter in "-._~")
        return letter if is_unreserved else found[0].upper()
    return re.sub(PERCENT, decode, text)


def canonical_uri(text):
    """(AUS, scheme) of a URI, or None."""
    found = parse_uri(text)
    if not found:
        return None
    scheme = found["scheme"].lower()
    body = decode_unreserved(found["rest"])
    if found["authority"] is not None:
        slash = body.find("/", 2)
        slash = len(body) if slash < 0 else slash
        user, at, host = body[2:slash].rpartition("@")
        host = re.sub("%[0-9A-F]{2}|[A-Z]",
                      lambda one: one[0] if len(one[0]) > 1
                      else one[0].lower(), host)
        body = "//" + user + at + host + body[slash:]
    query = decode_unreserved(found["query"] or "")
    return scheme + ":" + body + query, scheme


def with_query(uri, query):
    """The URI with the q-component of a URN, if it takes one: RFC 8141
    section 2.3.2."""
    head, hash_sign, fragment = uri.partition("#")
    if query is None or "?" in head or head[:4].lower() == "urn:":
        return uri
    return head + "?" + query + hash_sign + fragment
