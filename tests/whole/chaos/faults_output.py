"""Disks that are full: everything that the tool writes is whole or reported.

SPDX-License-Identifier: MIT
"""
import contextlib
import os
import pathlib
import shutil
import subprocess

import places
import world
from batch import Batch, demand
from faults_servers import LONG, retry_all

FIXTURES = pathlib.Path(__file__).resolve().parents[3] / "fixtures"
ZONE = ["--zone", str(FIXTURES / "zones/first.zone")]
RADIUS = ["--zone", str(FIXTURES / "zones/radius.zone")]
EXPECT = str(FIXTURES / "expectations/first.expect")
UUID = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
MISTAKE = ('$ORIGIN x.test.\n$TTL 60\n@ SOA ns h 1 2 3 4 5\n@ NS ns\n'
           'ns A 192.0.2.1\nk NAPTR 1 1 "u" "E2U+sip" "!^.*$!sip:a@x.test!"\n')

COMMANDS = [
    [*ZONE, "urn:first:1"], [*ZONE, "--short", "urn:first:1"],
    [*ZONE, "--json", "urn:first:1"],
    *[[*RADIUS, "--format", kind, "--service", "x-eduroam",
       "user@edu.roam.example"] for kind in ("radsecproxy", "freeradius")],
    ["trace", *ZONE, "urn:first:1"], ["trace", *ZONE, "--json", "urn:first:1"],
    ["query", *ZONE, "first.urn.arpa"],
    ["query", *ZONE, "--json", "first.urn.arpa"],
    *[["lint", "--format", kind, ZONE[1]]
      for kind in ("text", "gcc", "json", "sarif", "github", "junit")],
    ["lint", "--summary", ZONE[1]], ["lint", "--codes"],
    ["lint", "--explain", "L101"], ["lint", "--diff", "mistake.zone"],
    *[["test", *ZONE, "--format", kind, EXPECT]
      for kind in ("tap", "junit", "prometheus", "nagios")],
    ["test", *ZONE, "--record", EXPECT],
    ["rewrite", "!a!b!", "a"], ["rewrite", "--explain", "!a!b!", "a"],
    ["graph", *ZONE],
    ["graph", *ZONE, "urn:first:1"],
    ["uuid", "gen"], ["uuid", "parse", UUID],
    ["uuid", "fmt", "-f", "urn", UUID], ["uuid", "cmp", UUID, UUID],
    ["uuid", "range", "--v7", "2020-01-01T00:00:00Z"], ["uuid", "ns"],
    ["urn", "parse", "urn:first:1"], ["urn", "normalize", "urn:first:1"],
    ["diff", ZONE[1], ZONE[1], "urn:first:1"],
    ["help"], ["help", "lint"], ["version"],
]

# The output of these has the time or something random in it.
CHANGING = {"gen", "junit", "prometheus", "nagios"}


def run(place, words, **more):
    return subprocess.run([place.tool, *words], cwd=place.folder, text=True,
                          stdin=subprocess.DEVNULL, check=False, **more)


def check_report(done, words, what):
    demand(done.returncode == 10, f"{words}: exit status {done.returncode}")
    demand(done.stderr.startswith(f"ddds: {what}") and
           done.stderr.count("\n") == 1, f"{words}: {done.stderr}")


def full_output(place):
    """Standard output is on a full disk, in every command and format. If
    messages cannot be written, results and exit status are the same."""
    (place.folder / "mistake.zone").write_text(MISTAKE)
    with open("/dev/full", "w", encoding="ascii") as full:
        for words in COMMANDS:
            done = run(place, words, stdout=full, stderr=subprocess.PIPE)
            check_report(done, words, "standard output: ")
        for words in COMMANDS + [[*ZONE, "urn:x", "urn:first:1"]]:
            seen = run(place, words, capture_output=True)
            deaf = run(place, words, stdout=subprocess.PIPE, stderr=full)
            demand(deaf.returncode == seen.returncode and
                   (CHANGING & set(words) or deaf.stdout == seen.stdout),
                   f"{words}: differs if messages cannot be written")
    return f"{len(COMMANDS)} commands"


@contextlib.contextmanager
def small_disk(place, free):
    """A folder on a disk with |free| octets left."""
    folder = place.folder / "small"
    folder.mkdir()
    if not places.mount_small(folder, 1 << 20):
        raise OSError("no disk can be mounted")
    try:
        with open(folder / "filler", "wb") as filler:
            filler.write(bytes((1 << 20) - free))
        yield folder
    finally:
        places.unmount(folder)
        folder.rmdir()


# The words that come before and after the name of what is written, and the exit
# status if it cannot be.
FILES = [
    (["--json", "--retry-file"], ["@127.0.0.1:1", "-f", "inputs"], 10),
    (["test", *ZONE, "--format", "junit", "--output"], ["long.expect"], 10),
    (["test", *ZONE, "--record", "--output"], ["long.expect"], 10),
    (["lint", "--write-baseline"], ["many.zone"], 10),
    (["lint", "--fix"], [], 10),
]


def full_files(place):
    """Each file that an option names is on a full disk: the old one stays as it
    is, and nothing is left beside it. With space, it is written."""
    (place.folder / "inputs").write_text(
        "".join(f"urn:n{i}:{i}\n" for i in range(20000)))
    (place.folder / "long.expect").write_text(
        "".join(f"urn:first:{i} -> none NO_NAME\n" for i in range(800)))
    many = MISTAKE + "".join(
        f'k{i} NAPTR 1 1 "u" "E2U+sip" "!^.*$!sip:\\1@x.test!" .\n'
        for i in range(900))
    (place.folder / "many.zone").write_text(many)
    for before, after, status in FILES:
        with small_disk(place, 4096 * 3) as folder:
            path = folder / "file.zone"
            old = many[:8192] if before[-1] == "--fix" else "old\n"
            path.write_text(old)
            words = [*before, str(path), *after]
            done = run(place, words, stdout=subprocess.DEVNULL,
                       stderr=subprocess.PIPE)
            demand(done.returncode == status, f"{words}: exit status "
                   f"{done.returncode}: {done.stderr[-200:]}")
            demand("No space left on device" in done.stderr and
                   str(path) in done.stderr, f"{words}: {done.stderr[-200:]}")
            demand(path.read_text() == old, f"{words}: the old file is gone")
            demand(sorted(os.listdir(folder)) == ["file.zone", "filler"],
                   f"{words}: leaves {os.listdir(folder)}")
            (folder / "filler").unlink()
            run(place, words, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            demand(path.read_text() != old, f"{words}: writes nothing")
    return f"{len(FILES)} options"


def full_in_flight(place):
    """The disk of the results becomes full with all inputs in flight: the tool
    ends at once, and says so."""
    server = place.serve()
    with small_disk(place, 64 << 10) as folder:
        shutil.copy("/dev/null", folder / "out")
        place.numbers += 1
        inputs = place.folder / "inputs"
        inputs.write_text("".join(
            f"{one}\n" for one in world.make_inputs(place.load, 0,
                                                    4 * place.load)))
        with open(folder / "out", "wb") as out:
            done = run(place, [f"@127.0.0.1:{server.port}", "--json", "--jobs",
                               str(place.load), "-f", str(inputs)],
                       stdout=out, stderr=subprocess.PIPE)
        check_report(done, "a batch", "standard output: ")
        lines = (folder / "out").read_bytes().split(b"\n")[:-1]
        demand(lines, "nothing was written before")
    batch = Batch(place, [server.port], LONG)
    batch.feed(world.make_inputs(place.load, 0, place.load))
    batch.wait_done()
    batch.end((1,))
    retry_all(place, [server.port], batch, [], [1])
    return f"{place.load} in flight, {len(lines)} lines fitted"


SCENARIOS = [
    ("full-output", full_output, []),
    ("full-files", full_files, ["isolation"]),
    ("full-in-flight", full_in_flight, ["isolation", "nsd"]),
]
