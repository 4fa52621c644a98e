"""Faults of name servers, with many resolutions in flight.

Each scenario takes a place (places.py), raises Failure if something does not
hold, and returns what is to be said about it.

SPDX-License-Identifier: MIT
"""
import signal
import subprocess

import world
from batch import Batch, check_results, demand

LONG = ["--timeout", "1s", "--tries", "100", "--deadline", "500s"]
SHORT = ["--timeout", "1s", "--tries", "2", "--deadline", "500s"]


def begin(place, ports, options, **more):
    """A batch that has had its first answer, and is idle again."""
    batch = Batch(place, ports, options, **more)
    batch.feed(world.make_inputs(place.load, 0, 4))
    batch.wait_done()
    return batch


def load_on(place, batch, first, is_down=True):
    """Have |load| more inputs in flight; all of them, if nothing answers."""
    batch.feed(world.make_inputs(place.load, first, place.load))
    batch.wait_taken()
    if is_down:
        demand(batch.most_in_flight >= place.load,
               f"only {batch.most_in_flight} are in flight")


def finish(batch, versions, status, may_fail=()):
    """Everything holds at the end. Returns the inputs that failed."""
    batch.wait_done()
    batch.check_idle()
    batch.end(status)
    failed = check_results(batch.results(), versions, may_fail)
    demand(sorted(failed) == sorted(batch.left()),
           f"{len(failed)} inputs failed and {len(batch.left())} are left to "
           "be retried")
    return failed


def retry_all(place, ports, batch, failed, versions):
    """What is left resolves with the file of what is left."""
    done = subprocess.run(
        [place.tool, *(f"@127.0.0.1:{port}" for port in ports), *LONG,
         "--json", "-f", batch.retry], capture_output=True, text=True,
        check=False)
    pairs = [world.result_of(line) for line in done.stdout.splitlines()]
    demand([urn for urn, _ in pairs] == batch.left(),
           f"{len(pairs)} of {len(failed)} retried")
    check_results(pairs, versions)
    demand(done.returncode in (0, 1), f"retried: {done.returncode}")


def answer_last(batch, number):
    """A hundred inputs, with nothing beside them."""
    batch.wait_done()
    batch.feed(world.make_inputs(batch.place.load, number, 100))


def say(batch, failed=()):
    return (f"{len(batch.inputs)} inputs, {batch.most_in_flight} in flight, "
            f"{batch.peak >> 10} MiB; {len(batch.inputs) - len(failed)} "
            f"answered, {len(failed)} to be retried")


def killed(place, options=()):
    """The only server is killed with all inputs in flight, and started again
    at the same port."""
    server = place.serve()
    batch = begin(place, [server.port], [*LONG, *options])
    server.freeze()
    load_on(place, batch, 10)
    server.kill()
    # One try may be lost with the server; the next learns that it is gone.
    batch.wait_done()
    server.start()
    batch.feed(world.make_inputs(place.load, 10 + place.load, place.load))
    failed = finish(batch, [1], (3,), ("NETWORK",))
    demand(len(failed) == place.load, f"{len(failed)} failed")
    demand(failed == batch.inputs[4:4 + place.load], "others failed")
    retry_all(place, [server.port], batch, failed, [1])
    return say(batch, failed)


def killed_tcp(place):
    """The same over TCP."""
    return killed(place, ["--tcp"])


def survived(place):
    """One of two servers is stopped, then killed; the other one answers."""
    first, second = place.serve("knotd"), place.serve("nsd")
    batch = begin(place, [first.port, second.port],
                  ["--timeout", "1s", "--tries", "30", "--deadline", "500s"])
    first.freeze()
    load_on(place, batch, 10, False)
    first.kill()
    load_on(place, batch, 10 + place.load, False)
    batch.wait_done()
    first.start()
    second.kill()
    load_on(place, batch, 10 + 2 * place.load, False)
    finish(batch, [1], (1,))
    return say(batch)


def restarted(place):
    """The server is stopped and started three times while inputs come."""
    server = place.serve("knotd")
    batch = begin(place, [server.port],
                  ["--timeout", "1s", "--tries", "30", "--deadline", "500s"])
    for turn in range(3):
        load_on(place, batch, 10 + turn * place.load, False)
        server.restart()
    batch.wait_done()
    batch.feed(world.make_inputs(place.load, 10 + 3 * place.load, place.load))
    failed = finish(batch, [1], (1, 3), ("NETWORK", "TIMEOUT", "REFUSED",
                                         "SERVER_FAILURE"))
    demand(not set(failed) & set(batch.inputs[-place.load:]),
           "the server is back, and inputs fail")
    retry_all(place, [server.port], batch, failed, [1])
    return say(batch, failed)


def reloaded(place, kind="nsd"):
    """The zone changes under load. What is asked after the server has the new
    one is answered from it."""
    server = place.serve(kind)
    batch = begin(place, [server.port], LONG)
    load_on(place, batch, 10, False)
    server.publish(place.load, 2)
    batch.wait_done()  # an input may share a question from before the change
    after = len(batch.inputs)
    load_on(place, batch, 10 + place.load, False)
    batch.wait_done()
    server.freeze()
    load_on(place, batch, 10 + 2 * place.load)
    world.write_zone(server.zones["urn.arpa"], place.load, 3)
    server.thaw()
    server.publish(place.load, 3)
    batch.wait_done()
    last = len(batch.inputs)
    batch.feed(world.make_inputs(place.load, 10 + 3 * place.load, place.load))
    finish(batch, [1, 2, 3], (1,))
    pairs = batch.results()
    check_results(pairs[:after], [1, 2])
    check_results(pairs[after:last], [2, 3])
    check_results(pairs[last:], [3])
    return say(batch)


def reloaded_knot(place):
    """The same with Knot."""
    return reloaded(place, "knotd")


def reloaded_resolver(place):
    """The same behind Unbound, which then forgets what it knows. On a busy machine
    it may fail, because it waits for its own server: those inputs are retried,
    and no answer is of the old zone."""
    server = place.serve()
    resolver = place.resolver(server)
    batch = begin(place, [resolver.port], LONG)
    load_on(place, batch, 10, False)
    server.publish(place.load, 2)
    resolver.process.send_signal(signal.SIGHUP)
    resolver.await_version(2)
    batch.wait_done()
    after = len(batch.inputs)
    load_on(place, batch, 10 + place.load, False)
    failed = finish(batch, [1, 2], (1, 3), ("SERVER_FAILURE",))
    check_results(batch.results()[after:], [2], ("SERVER_FAILURE",))
    if failed:
        retry_all(place, [resolver.port], batch, failed, [2])
    return say(batch, failed)


def behind(place):
    """The server behind Unbound is killed, then Unbound itself; both return."""
    server = place.serve()
    resolver = place.resolver(server)
    batch = begin(place, [resolver.port],
                  ["--timeout", "1s", "--tries", str(5 + place.load // 400),
                   "--deadline", "500s"])
    server.kill()
    load_on(place, batch, 10, False)
    batch.wait_done()
    resolver.freeze()
    load_on(place, batch, 10 + place.load, False)
    resolver.kill()
    batch.wait_done()
    server.start()
    resolver.start()
    batch.feed(world.make_inputs(place.load, 10 + 2 * place.load, place.load))
    failed = finish(batch, [1], (3,),
                    ("SERVER_FAILURE", "NETWORK", "TIMEOUT"))
    demand(not set(failed) & set(batch.inputs[-place.load:]),
           "the servers are back, and inputs fail")
    retry_all(place, [resolver.port], batch, failed, [1])
    return say(batch, failed)


SCENARIOS = [
    ("killed", killed, ["nsd"]),
    ("killed-tcp", killed_tcp, ["nsd"]),
    ("survived", survived, ["nsd", "knotd"]),
    ("restarted", restarted, ["knotd"]),
    ("reloaded", reloaded, ["nsd"]),
    ("reloaded-knot", reloaded_knot, ["knotd"]),
    ("reloaded-resolver", reloaded_resolver, ["nsd", "unbound"]),
    ("behind", behind, ["nsd", "unbound"]),
]
