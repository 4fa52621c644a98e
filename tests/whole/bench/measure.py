"""What the benchmarks that are scripts share: programs take turns, and the least
that each of them took is compared. What else runs on the machine only adds to it.

SPDX-License-Identifier: MIT
"""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


class Arguments:
    """TOOL [ROUNDS | --smoke], as tests/whole/bench/run gives them."""

    def __init__(self, rounds):
        self.tool = str(pathlib.Path(sys.argv[1]).resolve())
        self.build = pathlib.Path(self.tool).parent
        self.is_smoke = "--smoke" in sys.argv[2:]
        self.rounds = (1 if self.is_smoke else
                       int(sys.argv[2]) if len(sys.argv) > 2 else rounds)


def measure(command, statuses=(0, 1)):
    """Seconds of processor time, and the most memory in octets, of a command.
    One that ends with a status that it should not have ends the benchmark."""
    command = [str(word) for word in command]
    files = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_RDWR, 0)
             for descriptor in (0, 1, 2)]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=files)
    _, status, usage = os.wait4(child, 0)
    status = os.waitstatus_to_exitcode(status)
    if status not in statuses:
        sys.exit(f"{' '.join(command)} ended with status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def leave_out_missing(commands):
    """Those of |commands|, by name, whose programs are installed."""
    for name, command in list(commands.items()):
        if shutil.which(str(command[0])) is None:
            print(f"left out: {name} is missing")
            del commands[name]
    return commands


def write_namespaces(path, count):
    """A zone file with a rule for each of |count| namespaces, n0 and so on."""
    with open(path, "w") as file:
        file.write("$ORIGIN urn.arpa.\n$TTL 3600\n@ SOA a b 1 2 3 4 5\n")
        for i in range(count):
            file.write(f'n{i} NAPTR 100 10 "u" "http+I2L" "!^urn:n{i}:'
                       '([^:]+):(.+)$!http://\\\\1.example.com/\\\\2!" .\n')


def take_turns(rounds, tasks):
    """The results of functions by name, each called once in every round."""
    samples = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            samples[name].append(task())
    return samples


def find_least(samples):
    """The least of |samples|; of pairs, the least first without the least
    second."""
    if isinstance(samples[0], tuple):
        many, few = map(min, zip(*samples))
        return max(many - few, 1e-9)
    return max(min(samples), 1e-9)


def compare(name, one, other):
    """Print the least of |one| over the least of |other|; if the first and the
    second half of the rounds differ in it by more than 5 %, also both of
    these."""
    text = f"{name} {find_least(one) / find_least(other):.4g}"
    half = len(one) // 2
    if half > 0:
        low, high = sorted(find_least(a) / find_least(b) for a, b in
                           ((one[:half], other[:half]),
                            (one[half:], other[half:])))
        if high > low * 1.05:
            text += f" {low:.4g}-{high:.4g}"
    print(text, flush=True)


def count_instructions(command, *statuses):
    """Those of a program and its libraries, which callgrind counts without what
    the kernel does for them; None if valgrind is missing or cannot run the
    program, which must end with one of |statuses|, or 0. They repeat exactly."""
    if shutil.which("valgrind") is None:
        return None
    with tempfile.TemporaryDirectory() as scratch:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind",
             f"--callgrind-out-file={scratch}/out", *map(str, command)],
            check=False, text=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
    found = re.search(r"Collected : (\d+)", run.stderr)
    return int(found[1]) if found and run.returncode in (statuses or (0,)) else None


@contextlib.contextmanager
def open_responder(build):
    """The port of the least of a name server, responder.h."""
    with subprocess.Popen([build / "tests/bench/dns", "responder"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE
                          ) as process:
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()

