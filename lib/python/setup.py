"""Build the Python module ddds for the library that pkg-config finds.

SPDX-License-Identifier: MIT
"""
import pathlib
import shlex
import subprocess
import sys

import setuptools

HERE = pathlib.Path(__file__).resolve().parent


def ask_pkg_config(*options):
    """Return what pkg-config says about libddds-check and libddds, as words."""
    try:
        made = subprocess.run(["pkg-config", *options, "ddds-check"],
                              check=True, capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit("ddds: pkg-config is missing; install it, and libddds-check"
                 " with its headers (libddds-check-dev)")
    except subprocess.CalledProcessError as error:
        sys.exit("ddds: install libddds-check with its headers first"
                 f" (libddds-check-dev)\n{error.stderr}")
    return shlex.split(made.stdout)


# ld.so does not look in the folders that the linker searches besides its own.
libraries = ask_pkg_config("--libs")
folders = [word[2:] for word in libraries if word.startswith("-L")]

core = setuptools.Extension(
    "ddds._core", [path.name for path in sorted(HERE.glob("py_*.c"))],
    depends=[path.name for path in sorted(HERE.glob("py_*.h"))],
    define_macros=[("Py_LIMITED_API", "0x030b0000")], py_limited_api=True,
    extra_compile_args=["-std=c11", "-D_XOPEN_SOURCE=700",
                        "-fvisibility=hidden", *ask_pkg_config("--cflags")],
    extra_link_args=["-pthread", *libraries], runtime_library_dirs=folders)

# One wheel serves Python 3.11 and all later versions.
setuptools.setup(ext_modules=[core],
                 options={"bdist_wheel": {"py_limited_api": "cp311"}})
