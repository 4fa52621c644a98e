"""What setup.py builds for an installed library, and how it finds the tool.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import PATIENCE, TOOL, TOP  # noqa: E402

import ddds  # noqa: E402
import ddds.__main__  # noqa: E402

try:
    import setuptools
except ImportError:
    setuptools = None


@unittest.skipIf(setuptools is None, "python3-setuptools is missing")
class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        shutil.copytree(TOP / "lib/python", self.top / "python")
        self.copy_header(self.top)
        self.tools = self.top / "bin"
        self.tools.mkdir()

    def build(self, *words, pkg_config):
        tool = self.tools / "pkg-config"
        tool.write_text("#!/bin/sh\n" + pkg_config)
        tool.chmod(0o755)
        environment = {**os.environ,
                       "PATH": f"{self.tools}:{os.environ['PATH']}"}
        environment.pop("LD_PRELOAD", None)
        return subprocess.run(
            [sys.executable, "setup.py", *words], cwd=self.top / "python",
            env=environment, capture_output=True, text=True, timeout=PATIENCE)

    @staticmethod
    def copy_header(top):
        """Copy the header that states the version."""
        name = "core/include/ddds/export.h"
        (top / name).parent.mkdir(parents=True)
        shutil.copy(TOP / "lib" / name, top / name)

    def test_no_library(self):
        """What is not compiled needs no library; else it says what is missing."""
        done = self.build("--name", "--version", pkg_config="exit 1")
        self.assertRegex(done.stdout, r"\Addds\n\d+\.\d+\.\d+\n\Z")
        done = self.build("build_ext", pkg_config="echo no ddds-check >&2; exit 1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ddds: install libddds-check and libddds-validate with their headers",
                      done.stderr)
        self.assertIn("no ddds-check", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_source(self):
        """A source distribution has all that the build needs."""
        done = self.build("sdist", pkg_config="")
        self.assertEqual(done.returncode, 0, done.stderr)
        archive, = self.top.glob("python/dist/*.tar.gz")
        archive = archive.rename(self.top / archive.name)
        with tarfile.open(archive) as opened:
            names = {pathlib.Path(name).name for name in opened.getnames()}
        for pattern in ("py_*.[ch]", "ddds/*.py*", "LICENSE"):
            for path in (TOP / "lib/python").glob(pattern):
                self.assertIn(path.name, names)
        # What is unpacked states the same version, without the header.
        shutil.rmtree(self.top / "core")
        shutil.rmtree(self.top / "python")
        subprocess.run(["tar", "-xf", archive, "-C", self.top], check=True)
        unpacked, = self.top.glob("ddds-*[0-9]")
        unpacked.rename(self.top / "python")
        self.assertTrue((self.top / "python/LICENSE").read_text().strip())
        done = self.build("--version", pkg_config="exit 1")
        self.assertEqual("ddds-" + done.stdout.strip(), unpacked.name)

    def test_wheel(self):
        """One wheel is for Python 3.11 and all later versions."""
        try:
            import wheel  # noqa: F401
        except ImportError:
            self.skipTest("python3-wheel is missing")
        done = self.build("bdist_wheel", "--skip-build", pkg_config="")
        self.assertEqual(done.returncode, 0, done.stderr)
        names = [path.name for path in self.top.glob("python/dist/*.whl")]
        self.assertEqual(len(names), 1)
        self.assertIn("-cp311-abi3-", names[0])


class Main(unittest.TestCase):
    """The module without a program beside it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        for name in ("scripts", "shims", "tool", "broken"):
            (self.top / name).mkdir()
        start = f"#!{sys.executable}\n"
        # What pip writes, and what version managers do.
        self.write("scripts", f"{start}import ddds.__main__\n"
                              "ddds.__main__.main()\n")
        self.write("shims", f"#!/bin/sh\nexec {self.top}/scripts/ddds \"$@\"\n")
        (self.top / "broken/ddds").mkdir()
        (self.top / "tool/ddds").symlink_to(TOOL)

    def write(self, folder, text):
        path = self.top / folder / "ddds"
        path.write_text(text)
        path.chmod(0o755)

    def start(self, folders, *command):
        path = ":".join(str(self.top / each) for each in folders)
        return subprocess.run([*command, "version"], capture_output=True,
                              env={**os.environ, "PATH": path}, text=True,
                              timeout=60)

    def commands(self):
        return [self.top / "scripts/ddds"], [sys.executable, "-m", "ddds"]

    def test_missing(self):
        for command in self.commands():
            for folders in ([], ["scripts"], ["shims", "broken", "none",
                                              "scripts"]):
                with self.subTest(command=command, folders=folders):
                    done = self.start(folders, *command)
                    self.assertEqual((done.returncode, done.stdout), (10, ""))
                    self.assertRegex(done.stderr,
                                     r"\Addds: the tool is not installed.*\n\Z")

    @unittest.skipUnless(TOOL.exists(), "the tool is not built")
    def test_found(self):
        for command in self.commands():
            with self.subTest(command=command):
                done = self.start(["shims", "scripts", "broken", "tool"],
                                  *command)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue(
                    done.stdout.startswith(f"ddds {ddds.__version__}"),
                    done.stdout)

    def test_unreadable(self):
        """What can be run, but not read, is the tool, as it is for a shell."""
        (self.top / "secret").mkdir()
        self.write("secret", "")
        with (mock.patch.dict(os.environ, PATH=str(self.top / "secret")),
              mock.patch("builtins.open", side_effect=PermissionError)):
            self.assertEqual(ddds.__main__.find_tool(),
                             str(self.top / "secret/ddds"))


if __name__ == "__main__":
    unittest.main()
