"""What the tests of the Python module share.

SPDX-License-Identifier: MIT
"""
import json
import os
import pathlib
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["BUILD"])
ZONES = TOP / "fixtures" / "zones"
TOOL = BUILD / "ddds"


def run_tool(*words, stdin=""):
    """Return what the tool prints."""
    made = subprocess.run([TOOL, *words], input=stdin, capture_output=True,
                          text=True, cwd=TOP, timeout=120)
    return made.stdout


def read_json(*words, stdin=""):
    """Return the JSON objects that the tool prints, a line each."""
    return [json.loads(line)
            for line in run_tool(*words, stdin=stdin).splitlines()]
