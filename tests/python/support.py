"""What the tests of the Python module share.

SPDX-License-Identifier: MIT
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests"))
BUILD = pathlib.Path(os.environ["BUILD"])
ZONES = TOP / "fixtures" / "zones"
TOOL = BUILD / "ddds"
PATIENCE = 600  # seconds: for what hangs, on a machine that may be busy


def run_tool(*words, stdin=""):
    """Return what the tool prints."""
    made = subprocess.run([TOOL, *words], input=stdin, capture_output=True,
                          text=True, cwd=TOP, timeout=PATIENCE)
    return made.stdout


def read_json(*words, stdin=""):
    """Return the JSON objects that the tool prints, a line each."""
    return [json.loads(line)
            for line in run_tool(*words, stdin=stdin).splitlines()]


class Silence:
    """A server that answers only when the test lets it."""

    def __enter__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(PATIENCE)
        return f"127.0.0.1:{self.socket.getsockname()[1]}"

    def await_query(self):
        """Wait until it is asked; return the query and who asks."""
        return self.socket.recvfrom(4096)

    def deny(self, query, client):
        """Answer that there is no such name."""
        question = query[12:query.index(b"\0", 12) + 5]
        self.socket.sendto(query[:2] + b"\x81\x83\0\1\0\0\0\0\0\0" +
                           question, client)

    def __exit__(self, *_):
        self.socket.close()


EXAMPLES = {"urn.arpa": ZONES / "urn.arpa.zone",
            "example.com": ZONES / "example.com.zone",
            "roam.example": ZONES / "radius.zone"}


def start_nsd(folder, zones=EXAMPLES):
    """Return an NSD with |zones|, or skip the test."""
    if not shutil.which("nsd", path=os.environ["PATH"] + ":/usr/sbin"):
        raise unittest.SkipTest("nsd is missing")
    sys.path.insert(0, str(TOP / "tests"))
    import servers
    return servers.Nsd(pathlib.Path(folder) / "nsd", zones)
