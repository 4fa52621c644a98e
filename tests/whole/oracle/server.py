"""A small DNS server on loopback, over UDP and TCP, that answers from zones as a
resolver does.

SPDX-License-Identifier: MIT
"""

import ipaddress
import socket
import socketserver
import struct
import threading
import zlib

import names
import zone

NUMBERS = {b"A": 1, b"NS": 2, b"CNAME": 5, b"SOA": 6, b"TXT": 16, b"AAAA": 28,
           b"SRV": 33, b"NAPTR": 35, b"DNAME": 39, b"URI": 256}
TYPES = {number: kind for kind, number in NUMBERS.items()}
RCODES = {"data": 0, "NO_DATA": 0, "NO_NAME": 3, "SERVER_FAILURE": 2,
          "REFUSED": 5, "YXDOMAIN": 6}
OUTSIDE_TTL = 777


def wire_name(name):
    return b"".join(bytes([len(label)]) + label for label in name) + b"\0"


def text(octets):
    return bytes([len(octets)]) + octets


def wire_data(kind, data):
    """The octets of a record's data."""
    if kind == b"A":
        return ipaddress.IPv4Address(data[0].decode()).packed
    if kind == b"AAAA":
        return ipaddress.IPv6Address(data[0].decode()).packed
    if kind == b"NAPTR":
        return struct.pack("!HH", *data[:2]) + b"".join(
            map(text, data[2:5])) + wire_name(data[5])
    if kind == b"SRV":
        return struct.pack("!HHH", *data[:3]) + wire_name(data[3])
    if kind == b"URI":
        return struct.pack("!HH", *data[:2]) + data[2]
    return wire_name(data)  # CNAME, DNAME


def record(owner, kind, ttl, data):
    return wire_name(owner) + struct.pack(
        "!HHIH", NUMBERS[kind], 1, ttl, len(data)) + data


def soa(ttl):
    """The SOA record of the root, whatever zone says no."""
    return record((), b"SOA", ttl, b"\0\0" + struct.pack(
        "!5I", 1, 7200, 3600, 1209600, ttl))


class Question:
    """What a query asks."""

    def __init__(self, message):
        self.id, _, _, _, _, extra = struct.unpack("!6H", message[:12])
        labels, at = [], 12
        while message[at]:
            labels.append(message[at + 1:at + 1 + message[at]])
            at += message[at] + 1
        self.octets = message[12:at + 5]
        self.kind = TYPES.get(struct.unpack("!H", message[at + 1:at + 3])[0])
        self.name = tuple(label.lower() for label in labels)
        self.largest = 512
        if extra and message[at + 5:at + 8] == b"\0\0\x29":
            self.largest = max(512, struct.unpack(
                "!H", message[at + 8:at + 10])[0])
        self.has_edns = bool(extra)


class Server:
    """Answers until the process ends; `zones` may be changed between batches."""

    def __init__(self):
        self.zones = None
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        owner = self

        class Stream(socketserver.StreamRequestHandler):
            """Queries over one connection."""

            def handle(self):
                while True:
                    length = self.rfile.read(2)
                    if len(length) < 2:
                        return
                    message = self.rfile.read(struct.unpack("!H", length)[0])
                    reply = owner.answer(message, False)
                    self.wfile.write(struct.pack("!H", len(reply)) + reply)

        while True:
            self.udp.bind(("127.0.0.1", 0))
            self.port = self.udp.getsockname()[1]
            try:
                socketserver.ThreadingTCPServer.daemon_threads = True
                self.tcp = socketserver.ThreadingTCPServer(
                    ("127.0.0.1", self.port), Stream)
                break
            except OSError:
                self.udp.close()
                self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        for work in (self.datagrams, self.tcp.serve_forever):
            threading.Thread(target=work, daemon=True).start()

    def datagrams(self):
        while True:
            message, sender = self.udp.recvfrom(65535)
            self.udp.sendto(self.answer(message, True), sender)

    def answer(self, message, is_datagram):
        question = Question(message)
        found = self.zones.walk(question.name, question.kind)
        reply, ttl, records, aliases = found
        answers = [one for alias in aliases for one in self.alias(*alias)]
        authority = []
        if reply == "data":
            owner = aliases[-1][3] if aliases else question.name
            answers += [record(owner, question.kind, ttl,
                               wire_data(question.kind, data))
                        for data in records]
        elif reply in ("NO_NAME", "NO_DATA"):
            authority = [soa(OUTSIDE_TTL if ttl is None else ttl)]
        elif reply == "SERVER_FAILURE":
            answers = []
        body = b"".join(answers + authority)
        extra = b"\0\0\x29\x10\0\0\0\0\0\0\0" if question.has_edns else b""
        flags = 0x8180 | RCODES[reply]
        if self.zones.is_secure(question.name):
            flags |= 0x20
        counts = 1, len(answers), len(authority), int(question.has_edns)
        if is_datagram and 12 + len(question.octets) + len(body) + len(
                extra) > question.largest:
            flags, counts, body = flags | 0x200, (1, 0, 0, counts[3]), b""
        return struct.pack("!6H", question.id, flags, *counts) + \
            question.octets + body + extra

    @staticmethod
    def alias(owner, dname, ttl, target):
        """The records of one alias: a DNAME comes with its CNAME."""
        if dname:
            yield record(dname[0], b"DNAME", ttl, wire_name(dname[1]))
        if names.is_valid(target):
            yield record(owner, b"CNAME", ttl, wire_name(target))


class Served(zone.Zones):
    """The zones as the server answers from them: what is in none of them does
    not exist, some names fail, and some answers are not authenticated."""

    def __init__(self, texts):
        super().__init__(texts, OUTSIDE_TTL)

    def walk(self, name, kind):
        for label, reply in ((b"fail", "SERVER_FAILURE"),
                             (b"refuse", "REFUSED")):
            if label in name:
                return reply, None, (), []
        return super().walk(name, kind)

    def is_secure(self, name):
        return zlib.crc32(b".".join(name)) % 6 != 0
