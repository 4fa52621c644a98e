"""One process of the tool that resolves what it is given, as long as it is
given more; and what every fault must leave true.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import subprocess
import threading
import time

import world
from places import descendants

PATIENCE = 600  # seconds: for what hangs, on a machine that may be busy
SOCKETS = 12  # that the library may have open to one server
STANDING = 12  # other descriptors
BASE, EACH = 16 << 10, 16  # KiB of memory, and for each resolution in flight


class Failure(Exception):
    """Something was lost, wrong, or kept."""


def demand(truth, what):
    if not truth:
        raise Failure(what)


def read_status(pid, field):
    """A number of /proc/PID/status."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+)", text).group(1))


class Batch:
    """`ddds resolve -`, whose inputs come through a pipe."""

    def __init__(self, place, ports, options=(), prefix=(), environment=None,
                 servers=None):
        self.place = place
        self.server_count = len(ports)
        place.numbers += 1
        self.out = place.folder / f"out{place.numbers}"
        self.errors = place.folder / f"errors{place.numbers}"
        self.retry = place.folder / f"retry{place.numbers}"
        command = [*prefix, place.tool, "resolve",
                   *(servers or [f"@127.0.0.1:{port}" for port in ports]),
                   "--json", "--jobs", str(2 * place.load),
                   "--retry-file", str(self.retry), *options, "-"]
        with open(self.out, "wb") as out, open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=out, stderr=errors,
                env={**os.environ, **(environment or {})})
        self.inputs = []
        self.lines = []  # whole lines of output so far
        self.position = 0
        self.part = b""
        self.writers = []
        self.most_in_flight = 0  # that was seen
        self.most_possible = 0
        self.peak = 0

    def feed(self, inputs):
        """Write |inputs|; they may be more than the pipe holds."""
        self.inputs += inputs
        self.most_possible = max(self.most_possible,
                                 len(self.inputs) - self.read())
        text = "".join(f"{one}\n" for one in inputs).encode()
        before = self.writers[-1:]

        def write():
            for thread in before:
                thread.join()
            try:
                self.process.stdin.write(text)
                self.process.stdin.flush()
            except BrokenPipeError:
                pass
        self.writers.append(threading.Thread(target=write, daemon=True))
        self.writers[-1].start()

    def read(self):
        """How many results have come out."""
        with open(self.out, "rb") as out:
            out.seek(self.position)
            more = out.read()
        self.position += len(more)
        *whole, self.part = (self.part + more).split(b"\n")
        self.lines += [line.decode() for line in whole]
        return len(self.lines)

    def wait_until(self, is_reached, what):
        end = time.monotonic() + PATIENCE
        while not is_reached():
            if time.monotonic() > end or self.process.poll() is not None:
                text = self.errors.read_text(errors="replace")[-500:]
                raise Failure(f"{what}: {self.read()} of {len(self.inputs)} "
                              f"results, exit status "
                              f"{self.process.returncode}: {text}")
            time.sleep(0.01)

    def wait_taken(self):
        """Until the tool has taken all inputs."""
        pipe = os.dup(self.process.stdin.fileno())
        try:
            self.wait_until(lambda: not any(thread.is_alive() for thread in
                                            self.writers) and
                            not has_unread(pipe), "not all inputs are taken")
        finally:
            os.close(pipe)
        self.note_in_flight()

    def note_in_flight(self):
        self.most_in_flight = max(self.most_in_flight,
                                  len(self.inputs) - self.read())

    def wait_done(self):
        self.wait_until(lambda: self.read() == len(self.inputs),
                        "not all inputs are done")

    def check_idle(self):
        """Nothing is in progress: memory and descriptors are bounded."""
        pid = descendants(self.process.pid)[-1]
        self.peak = read_status(pid, "VmHWM")
        allowed = BASE + EACH * min(self.most_possible, 2 * self.place.load)
        if self.place.is_sanitized:
            allowed = 16 * allowed + (1 << 20)
        demand(self.peak < allowed, f"{self.peak} KiB of memory; {allowed} are "
               f"allowed for {self.most_possible} in flight")
        count = len(os.listdir(f"/proc/{pid}/fd"))
        most = STANDING + SOCKETS * self.server_count
        demand(count <= most, f"{count} descriptors are open; {most} may be")

    def end(self, status):
        """No more inputs: the tool ends with |status|."""
        for thread in self.writers:
            thread.join(PATIENCE)
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Failure("the tool does not end") from None
        demand(self.process.returncode in status,
               f"exit status {self.process.returncode}, expected {status}: "
               f"{self.errors.read_text(errors='replace')[:500]}")
        self.read()
        demand(self.part == b"", "the last line has no end")

    def results(self):
        """The result of each input; each was answered once, in its order."""
        pairs = [world.result_of(line) for line in self.lines]
        demand([urn for urn, _ in pairs] == self.inputs,
               f"{len(self.inputs)} inputs and {len(pairs)} results, which are "
               "not theirs, once each, in their order")
        return pairs

    def left(self):
        """The inputs of the retry file."""
        return self.retry.read_text().splitlines()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdin and not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except OSError:
                pass


def has_unread(pipe):
    """Does a pipe hold something that was not read?"""
    import array
    import fcntl
    import termios
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0] > 0


def check_results(pairs, versions, may_fail=()):
    """Each result is right in one of |versions|, or a temporary failure of
    |may_fail|. Returns the inputs that failed."""
    failed = []
    for urn, result in pairs:
        if result in may_fail:
            failed.append(urn)
            continue
        demand(result in world.right_mixtures(urn, versions),
               f"{urn}: {result} is wrong")
    return failed
