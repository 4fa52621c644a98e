"""The tool ddds, as `python -m ddds`: that of this wheel, or of the system.

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys


def find_tool() -> str | None:
    """Return the program. A script is not it: pip's leads back here, and so do
    those of version managers. A file that can be run, but not read, is no script.
    """
    for folder in [os.path.dirname(__file__), *os.get_exec_path()]:
        path = shutil.which(os.path.join(folder or ".", "ddds"))
        if path is not None:
            try:
                with open(path, "rb") as file:
                    if file.read(2) != b"#!":
                        return path
            except PermissionError:
                return path
    return None


def main() -> None:
    """Become the tool."""
    tool = find_tool()
    if tool is None:
        print("ddds: the tool is not installed; install the package ddds,"
              " or the module from a wheel", file=sys.stderr)
        sys.exit(10)
    os.execv(tool, ["ddds", *sys.argv[1:]])


if __name__ == "__main__":
    main()
