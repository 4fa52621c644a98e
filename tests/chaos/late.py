"""A name server that answers some names only after minutes of its client's time,
and then from an old zone; and that sends old answers with the ids of new
queries.

SPDX-License-Identifier: MIT
"""
import heapq
import select
import socket
import struct
import threading
import time


def read_question(query):
    """The first label, and the end of the question."""
    at = 12
    first = query[13:13 + query[12]].decode()
    while query[at]:
        at += 1 + query[at]
    return first, at + 5


def compose(query, label, end, version):
    """A rule for the namespace, of that version of the zone."""
    i = label[1:]
    regexp = f"!^urn:{label}:(.*)$!http://v{version}.example/{i}/\\1!".encode()
    data = struct.pack("!HH", 100, 10) + b"\1u\x08http+I2L" + \
        bytes([len(regexp)]) + regexp + b"\0"
    return query[:2] + b"\x84\0\0\1\0\1\0\0\0\0" + query[12:end] + \
        b"\xc0\x0c" + struct.pack("!HHIH", 35, 1, 0, len(data)) + data


class LateServer:
    """Answers at once with version 2; but as long as |is_late|, the names of
    |late| are answered |delay| seconds later, with version 1."""

    def __init__(self, late, delay):
        self.late = late
        self.delay = delay
        self.is_late = True
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.waiting = []
        self.last = None  # an old answer
        self.count = 0    # answers that were late
        threading.Thread(target=self.serve, daemon=True).start()

    def take(self, query, client):
        label, end = read_question(query)
        if self.is_late and label in self.late:
            heapq.heappush(self.waiting, (time.monotonic() + self.delay,
                                          client,
                                          compose(query, label, end, 1)))
            return
        if self.last is not None:
            self.send(query[:2] + self.last[2:], client)
        self.last = compose(query, label, end, 2)
        self.send(self.last, client)

    def send(self, octets, client):
        try:
            self.socket.sendto(octets, client)
        except OSError:  # the client's socket is closed
            pass

    def serve(self):
        while True:
            ready, _, _ = select.select([self.socket], [], [], 0.05)
            while self.waiting and self.waiting[0][0] <= time.monotonic():
                _, client, octets = heapq.heappop(self.waiting)
                self.count += 1
                self.send(octets, client)
            if ready:
                try:
                    self.take(*self.socket.recvfrom(65535))
                except OSError:  # of an answer before
                    pass
