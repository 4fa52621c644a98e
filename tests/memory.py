"""How much memory a program needs.

What wait4 says of a child counts what its parent had before exec, too, which
here is a whole Python.

SPDX-License-Identifier: MIT
"""
import pathlib
import re


def peak_of(pid):
    """The most memory that a process has had so far, in KiB."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1))
    except (OSError, AttributeError):
        return 0
