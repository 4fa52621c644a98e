"""Faults of the machine that the tool runs on: network, ports, descriptors,
the date.

SPDX-License-Identifier: MIT
"""
import os
import resource
import socket
import subprocess
import time

import places
import world
from batch import Batch, check_results, demand
from faults_servers import (LONG, SHORT, answer_last, begin, finish, load_on,
                            retry_all, say)


def interface_down(place):
    """The interface goes down with all inputs in flight, and comes back."""
    server = place.serve()
    batch = begin(place, [server.port], SHORT)
    server.freeze()
    load_on(place, batch, 10)
    try:
        places.set_loopback(False)
        server.thaw()
        batch.wait_done()
        load_on(place, batch, 10 + place.load, False)
        batch.wait_done()
    finally:
        places.set_loopback(True)
    failed = check_results(batch.results(), [1], ("NETWORK", "TIMEOUT"))
    demand(failed[-2 * place.load:] == batch.inputs[4:],
           "an answer came although it cannot")
    batch.feed(world.make_inputs(place.load, 10 + 2 * place.load, place.load))
    answer_last(batch, 10 + 3 * place.load)
    failed = finish(batch, [1], (3,), ("NETWORK", "TIMEOUT"))
    retry_all(place, [server.port], batch, failed, [1])
    demand(not set(failed) & set(batch.inputs[-100:]),
           "the network is back, and inputs fail")
    return say(batch, failed)


class Hog:
    """All ports of a small range, but for |spare|."""

    FIRST, COUNT = 40000, 40

    def __init__(self, spare):
        self.before = places.PORT_RANGE.read_text()
        places.PORT_RANGE.write_text(f"{self.FIRST} "
                                     f"{self.FIRST + self.COUNT - 1}")
        self.held = []
        for port in range(self.FIRST, self.FIRST + self.COUNT - spare):
            for kind in socket.SOCK_DGRAM, socket.SOCK_STREAM:
                one = socket.socket(socket.AF_INET, kind)
                one.bind(("127.0.0.1", port))
                self.held.append(one)

    def release(self):
        for one in self.held:
            one.close()
        self.held = []
        places.PORT_RANGE.write_text(self.before)


def without_ports(place, options=(), few=3):
    """No local port is free at first; then |few| are; then all."""
    server = place.serve()
    hog = Hog(0)
    try:
        batch = Batch(place, [server.port], [*LONG, *options])
        load_on(place, batch, 10, False)
        batch.wait_done()
        failed = check_results(batch.results(), [1], ("NETWORK",))
        demand(failed == batch.inputs, "an answer came although it cannot")
        hog.release()
        hog = Hog(few)
        load_on(place, batch, 10 + place.load, False)
        batch.wait_done()
    finally:
        hog.release()
    batch.feed(world.make_inputs(place.load, 10 + 2 * place.load, place.load))
    failed = finish(batch, [1], (3,), ("NETWORK",))
    demand(len(failed) == place.load, f"{len(failed)} inputs fail")
    retry_all(place, [server.port], batch, failed, [1])
    return say(batch, failed)


def without_ports_tcp(place):
    """The same over TCP. c-ares closes a connection that has no query at a
    moment; its port is taken for a minute, and another one is needed."""
    return without_ports(place, ["--tcp"], few=9)


def count_descriptors(batch):
    return len(os.listdir(f"/proc/{batch.process.pid}/fd"))


def limit_descriptors(batch, most):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.prlimit(batch.process.pid, resource.RLIMIT_NOFILE, (most, hard))


def without_descriptors(place, options=()):
    """No descriptor is free at first; then one is; then all."""
    server = place.serve()
    batch = Batch(place, [server.port], [*LONG, *options])
    batch.wait_until(lambda: count_descriptors(batch) >= 4, "it begins")
    limit_descriptors(batch, 4)
    load_on(place, batch, 10, False)
    batch.wait_done()
    failed = check_results(batch.results(), [1], ("NETWORK",))
    demand(failed == batch.inputs, "an answer came although it cannot")
    limit_descriptors(batch, 5)
    load_on(place, batch, 10 + place.load, False)
    batch.wait_done()
    limit_descriptors(batch, 1024)
    batch.feed(world.make_inputs(place.load, 10 + 2 * place.load, place.load))
    failed = finish(batch, [1], (3,), ("NETWORK",))
    demand(len(failed) == place.load, f"{len(failed)} inputs fail")
    retry_all(place, [server.port], batch, failed, [1])
    return say(batch, failed)


def without_descriptors_tcp(place):
    """The same over TCP."""
    return without_descriptors(place, ["--tcp"])


def jumping_date(place):
    """The date is thirty years too late, then too early, each time that it is
    asked for: UUIDs of version 7 stay distinct."""
    environment = {"LD_PRELOAD": place.clock, "CLOCK_STEPS": "1000000000"}
    made = subprocess.run(
        [place.tool, "uuid", "gen", "-7", "-C", str(place.load)],
        capture_output=True, text=True, check=False,
        env=environment).stdout.split()
    demand(len(set(made)) == place.load, f"{len(set(made))} UUIDs are distinct")
    years = int(made[0].replace("-", "")[:12], 16) / 1000 - time.time()
    demand(abs(years) > 9e8, "the clock of this test does not jump")
    return f"{place.load} UUIDs"


SCENARIOS = [
    ("interface-down", interface_down, ["isolation", "nsd"]),
    ("no-ports", without_ports, ["isolation", "nsd"]),
    ("no-ports-tcp", without_ports_tcp, ["isolation", "nsd"]),
    ("no-descriptors", without_descriptors, ["nsd"]),
    ("no-descriptors-tcp", without_descriptors_tcp, ["nsd"]),
    ("jumping-date", jumping_date, ["clock"]),
]
