"""The tool ddds, as `python -m ddds`: that of this wheel, or of the system.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import sys


def main() -> None:
    """Become the tool."""
    own = pathlib.Path(__file__).with_name("ddds")
    try:
        os.execvp(own if own.exists() else "ddds", ["ddds", *sys.argv[1:]])
    except FileNotFoundError:
        print("ddds: the tool is not installed; install the package ddds,"
              " or the module from a wheel", file=sys.stderr)
        sys.exit(10)


if __name__ == "__main__":
    main()
