"""Domain names: labels, their text, and what may be a key.

A name is a tuple of labels (bytes, in lower case), without the root.

SPDX-License-Identifier: MIT
"""

import ipaddress
import re

KEY_OCTETS = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_")


def read(text, origin=()):
    """The name that the octets `text` of a zone file mean."""
    if text == b"@":
        return origin
    if b"\\" not in text:
        labels = tuple(label for label in text.lower().split(b".") if label)
        return labels if text.endswith(b".") else labels + origin
    labels, label, at = [], bytearray(), 0
    while at < len(text):
        octet = text[at]
        if octet == 0x5C:
            digits = text[at + 1:at + 4]
            if len(digits) == 3 and digits.isdigit():
                label.append(int(digits))
                at += 4
            else:
                label.append(text[at + 1])
                at += 2
            continue
        if octet == 0x2E:
            labels.append(bytes(label).lower())
            label = bytearray()
        else:
            label.append(octet)
        at += 1
    if label:
        return tuple(labels) + (bytes(label).lower(),) + origin
    return tuple(label for label in labels if label)


PLAIN = re.compile(rb"[a-z0-9_*-]*")


def show(name):
    """The name as the tool prints it: lower case, no final dot, escapes."""
    if PLAIN.fullmatch(b"".join(name)):
        return b".".join(name).decode()
    return ".".join("".join(show_octet(octet) for octet in label)
                    for label in name)


def show_octet(octet):
    if octet in b".\\\"();@$":
        return "\\" + chr(octet)
    if 0x21 <= octet <= 0x7E:
        return chr(octet)
    return "\\%03d" % octet


def wire_length(name):
    return sum(len(label) + 1 for label in name) + 1


def is_valid(name):
    return (all(0 < len(label) <= 63 for label in name)
            and wire_length(name) <= 255)


def is_address(name):
    """Four decimal numbers, as an IPv4 address has them."""
    text = b".".join(name)
    try:
        ipaddress.IPv4Address(text.decode("ascii"))
    except ValueError:
        return False
    return True


def is_key(name):
    """DECISIONS, "legal keys": what an expression may produce."""
    return (bool(name) and is_valid(name) and not is_address(name)
            and all(octet in KEY_OCTETS for label in name for octet in label))


def key_of_output(output):
    """The key that the octets `output` of an expression are, or None."""
    if re.search(rb"%[89A-Fa-f][0-9A-Fa-f]", output):
        output = re.sub(rb"%([89A-Fa-f][0-9A-Fa-f])",
                        lambda found: bytes([int(found[1], 16)]), output)
    if output.endswith(b"."):
        output = output[:-1]
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError:
        return None
    labels = []
    for label in text.split("."):
        if not label.isascii():
            label = "xn--" + label.lower().encode("punycode").decode("ascii")
        labels.append(label.encode("ascii").lower())
    name = tuple(labels)
    return name if is_key(name) else None
