"""Writes the wheel of a build with DDDS_BUNDLE (PEP 427).

BUILD/inside then lists the packages that are inside, for the bill of materials.
The same build gives the same octets: files are in order, and their time is that
of the changelog of the packages, or SOURCE_DATE_EPOCH.

usage: wheel.py BUILD FOLDER

SPDX-License-Identifier: MIT
"""
import base64
import email.utils
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import time
import zipfile

TOP = pathlib.Path(__file__).resolve().parents[2]
GLIBC = (2, 34)
# The archives inside, and the packages that say what their licences are.
INSIDE = ["libc-ares-dev", "libjansson-dev", "libmd-dev", "libpcre2-dev"]


def run(*command):
    return subprocess.run([str(word) for word in command], check=True,
                          capture_output=True, text=True).stdout


def strip(path):
    """The octets of a program or library without its symbols."""
    bare = path.with_name(path.name + ".bare")
    run("strip", "--strip-unneeded", "-o", bare, path)
    octets = bare.read_bytes()
    bare.unlink()
    return octets


def check(path):
    """It needs the C library alone, and none newer than GLIBC."""
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", path))
    if needed != ["libc.so.6"]:
        sys.exit(f"wheel: {path} needs {', '.join(needed)}; only libc.so.6 is"
                 " everywhere")
    versions = {tuple(map(int, found.split("."))) for found in
                re.findall(r"\bGLIBC_(\d+\.\d+)", run("objdump", "-T", path))}
    if max(versions) > GLIBC:
        sys.exit(f"wheel: {path} needs glibc {max(versions)}; build it with"
                 " an older one")


def read_version():
    header = TOP / "lib/core/include/ddds/export.h"
    return ".".join(re.findall(r"^#define DDDS_VERSION_\w+ (\d+)",
                               header.read_text(), re.M))


def read_time():
    changelog = (TOP / "resolver/packaging/debian/changelog").read_text()
    dated = re.search("^ -- .*>  (.*)", changelog, re.M)[1]
    moment = email.utils.parsedate_to_datetime(dated).timestamp()
    return time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH") or moment))[:6]


def list_licences(about):
    """Those of ddds and of everything inside."""
    files = {f"{about}/licenses/LICENSE": (TOP / "LICENSE").read_bytes()}
    for package in INSIDE:
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_bytes()
        files[f"{about}/licenses/{package.removesuffix('-dev')}"] = text
    return files


def list_files(build, version, tag):
    """The content of each file of the wheel, by its path."""
    about = f"ddds-{version}.dist-info"
    files = {}
    for path in sorted((TOP / "lib/python/ddds").iterdir()):
        if path.suffix in (".py", ".pyi", ".typed"):
            files[f"ddds/{path.name}"] = path.read_bytes()
    for path, name in ((build / "python/ddds/_core.abi3.so", "_core.abi3.so"),
                       (build / "ddds", "ddds")):
        check(path)
        files[f"ddds/{name}"] = strip(path)
    licences = list_licences(about)
    metadata = (build / f"python/ddds-{version}.dist-info/METADATA").read_text()
    readme = (TOP / "lib/python/README.md").read_text()
    metadata += "".join(f"License-File: {pathlib.Path(path).name}\n"
                        for path in licences)
    files[f"{about}/METADATA"] = (
        f"{metadata}Description-Content-Type: text/markdown\n\n{readme}").encode()
    files[f"{about}/WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: ddds\nRoot-Is-Purelib: false\n"
        f"Tag: {tag}\n").encode()
    files[f"{about}/entry_points.txt"] = (
        b"[console_scripts]\nddds = ddds.__main__:main\n")
    files.update(licences)
    return files, f"{about}/RECORD"


def main():
    build, folder = map(pathlib.Path, sys.argv[1:])
    version = read_version()
    tag = f"cp311-abi3-manylinux_{GLIBC[0]}_{GLIBC[1]}_{platform.machine()}"
    files, record = list_files(build, version, tag)
    rows = []
    for name, octets in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(octets).digest())
        rows.append(f"{name},sha256={digest.decode().rstrip('=')},{len(octets)}\n")
    files[record] = "".join([*rows, f"{record},,\n"]).encode()
    wheel = folder / f"ddds-{version}-{tag}.whl"
    time_of_all = read_time()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, octets in files.items():
            member = zipfile.ZipInfo(name, time_of_all)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = (0o100755 if name == "ddds/ddds" else 0o100644) << 16
            out.writestr(member, octets)
    (build / "inside").write_text(run(
        "dpkg-query", "-W", "-f",
        f"{wheel.name} ${{Package}} ${{Version}} ${{Architecture}}\n", *INSIDE))
    print(f"{wheel}: {wheel.stat().st_size // 1000} kB")


main()
