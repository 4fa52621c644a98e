# What cffi makes has no types of its own.
from typing import Any

ffi: Any
lib: Any
