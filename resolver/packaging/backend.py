"""What pip asks when it installs the top folder, as pre-commit does (PEP 517): an
empty package that needs the wheel of ddds of this version. It needs no compiler.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys
import zipfile

HEADER = pathlib.Path(__file__).resolve().parents[2] / "lib/core/include/ddds/export.h"


def build_wheel(folder, config_settings=None, metadata_directory=None):
    """Write the package to |folder|; return its name."""
    if sys.version_info < (3, 11):
        sys.exit("ddds needs Python 3.11 or newer, which language_version in"
                 " .pre-commit-config.yaml can choose")
    version = ".".join(re.findall(r"^#define DDDS_VERSION_\w+ (\d+)",
                                  HEADER.read_text(), re.M))
    about = f"ddds_hooks-{version}.dist-info"
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: ddds-hooks\nVersion: {version}\n"
                    f"Requires-Dist: ddds=={version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: ddds\nRoot-Is-Purelib: true\n"
                 "Tag: py3-none-any\n",
    }
    files["RECORD"] = "".join(f"{about}/{name},,\n" for name in [*files, "RECORD"])
    wheel = f"ddds_hooks-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / wheel, "w") as out:
        for name, text in files.items():
            out.writestr(f"{about}/{name}", text)
    return wheel
