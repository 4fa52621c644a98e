"""Build the Python module ddds for the libddds that pkg-config finds.

SPDX-License-Identifier: MIT
"""
import setuptools

reader = setuptools.Extension(
    "ddds._reader", ["reader.c"], depends=["opcodes.h", "pickle.h"],
    define_macros=[("Py_LIMITED_API", "0x030b0000")], py_limited_api=True)

setuptools.setup(cffi_modules=["build_ddds.py:installed_builder"],
                 ext_modules=[reader])
