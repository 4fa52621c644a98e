"""Build the Python module ddds for the libddds that pkg-config finds.

SPDX-License-Identifier: MIT
"""
import setuptools

setuptools.setup(cffi_modules=["build_ddds.py:installed_builder"])
