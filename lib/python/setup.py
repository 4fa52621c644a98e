"""Build the Python module ddds for the library that pkg-config finds.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import shlex
import subprocess
import sys

import setuptools
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent


def read_version():
    """Return what the library's header states, or what a source archive does."""
    header = HERE.parent / "core/include/ddds/export.h"
    if header.exists():
        return ".".join(re.findall(r"^#define DDDS_VERSION_\w+ (\d+)",
                                   header.read_text(), re.M))
    return re.search(r"^Version: (.*)", (HERE / "PKG-INFO").read_text(),
                     re.M)[1]


def ask_pkg_config(*words):
    """Return what pkg-config says, as words."""
    needed = ("libddds-check and libddds-validate with their headers"
              " (libddds-check-dev, libddds-validate-dev)")
    try:
        made = subprocess.run(["pkg-config", *words],
                              check=True, capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit(f"ddds: pkg-config is missing; install it, and {needed}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"ddds: install {needed} first\n{error.stderr}")
    return shlex.split(made.stdout)


class BuildModule(build_ext):
    """Needs the libraries only where something is compiled. Of libddds-validate,
    which the module loads when it is first used, it needs the header."""

    def build_extension(self, extension):
        ask_pkg_config("--exists", "--print-errors", "ddds-validate")
        extension.extra_compile_args += ask_pkg_config("--cflags", "ddds-check")
        libraries = ask_pkg_config("--libs", "ddds-check")
        extension.extra_link_args += libraries
        # ld.so does not look in the folders that the linker searches.
        extension.runtime_library_dirs += [word[2:] for word in libraries
                                           if word.startswith("-L")]
        super().build_extension(extension)


core = setuptools.Extension(
    "ddds._core", [path.name for path in sorted(HERE.glob("py_*.c"))],
    depends=[path.name for path in sorted(HERE.glob("py_*.h"))],
    define_macros=[("Py_LIMITED_API", "0x030b0000")], py_limited_api=True,
    extra_compile_args=["-std=c11", "-D_XOPEN_SOURCE=700",
                        "-fvisibility=hidden"],
    extra_link_args=["-pthread"])

# One wheel serves Python 3.11 and all later versions.
setuptools.setup(version=read_version(), ext_modules=[core],
                 cmdclass={"build_ext": BuildModule},
                 options={"bdist_wheel": {"py_limited_api": "cp311"}})
