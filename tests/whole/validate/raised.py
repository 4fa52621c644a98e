"""A server between libunbound and a name server, which raises all TTLs.

SPDX-License-Identifier: MIT
"""
import socket
import struct
import threading

HIGHEST = 2 ** 31 - 1
OPT = 41


def skip_name(message, at):
    while message[at] != 0:
        if message[at] >= 0xc0:
            return at + 2
        at += message[at] + 1
    return at + 1


def raise_ttls(message):
    """|message| with other TTLs."""
    octets = bytearray(message)
    questions, *counts = struct.unpack_from("!4H", octets, 4)
    at = 12
    for _ in range(questions):
        at = skip_name(octets, at) + 4
    for _ in range(sum(counts)):
        at = skip_name(octets, at)
        kind, _, _, length = struct.unpack_from("!HHIH", octets, at)
        if kind != OPT:
            struct.pack_into("!I", octets, at + 4, HIGHEST)
        at += 10 + length
    return bytes(octets)


def receive(connection, count):
    octets = b""
    while len(octets) < count and (part := connection.recv(count - len(octets))):
        octets += part
    return octets


class Raised:
    """While it is in use, |port| of loopback answers as |upstream| does."""

    def __init__(self, upstream):
        self.upstream = ("127.0.0.1", upstream)
        while True:
            self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self.udp.bind(("127.0.0.1", 0))
            self.port = self.udp.getsockname()[1]
            self.tcp = socket.socket()
            try:
                self.tcp.bind(("127.0.0.1", self.port))
                break
            except OSError:  # of another program
                self.udp.close()
                self.tcp.close()
        self.tcp.listen(64)

    def __enter__(self):
        for serve in (self.serve_udp, self.serve_tcp):
            threading.Thread(target=serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.udp.close()
        self.tcp.close()

    def ask(self, query):
        """By TCP: nothing is cut."""
        with socket.create_connection(self.upstream) as own:
            own.sendall(struct.pack("!H", len(query)) + query)
            length, = struct.unpack("!H", receive(own, 2))
            return raise_ttls(receive(own, length))

    def serve_udp(self):
        while True:
            try:
                query, client = self.udp.recvfrom(65535)
                self.udp.sendto(self.ask(query), client)
            except OSError:
                if self.udp.fileno() < 0:
                    return

    def serve_tcp(self):
        while True:
            try:
                connection, _ = self.tcp.accept()
            except OSError:
                return
            with connection:
                while len(head := receive(connection, 2)) == 2:
                    answer = self.ask(receive(
                        connection, struct.unpack("!H", head)[0]))
                    connection.sendall(struct.pack("!H", len(answer)) + answer)
