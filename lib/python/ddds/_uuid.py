"""UUIDs that Python's uuid module does not make (RFC 9562).

All functions return uuid.UUID.

SPDX-License-Identifier: MIT
"""
import os
import secrets
import threading
from typing import Any, Optional
from uuid import UUID

from ddds._ddds import ffi, lib
from ddds._errors import (OptionError, check_object, check_status, new_error)
from ddds._text import Text


def _to_python(made: Any) -> UUID:
    return UUID(bytes=bytes(ffi.buffer(made)))


def _to_c(value: UUID) -> Any:
    if not isinstance(value, UUID):
        raise TypeError("a namespace must be uuid.UUID, not"
                        f" {type(value).__name__}")
    return ffi.new("struct ddds_uuid *", {"octets": value.bytes})


# ---- In the order of time ---------------------------------------------------

class _Generator:
    """The generator for all threads; a child process makes its own."""

    def __init__(self) -> None:
        error = new_error()
        self.lock = threading.Lock()
        self.generator = ffi.gc(
            check_object(lib.ddds_uuid_generator_new(ffi.NULL, error), error),
            lib.ddds_uuid_generator_free)

    def make(self, version: Any, count: int) -> Any:
        """|version| is the function of the library that makes them."""
        made = ffi.new("struct ddds_uuid[]", count)
        error = new_error()
        with self.lock:
            check_status(
                version(self.generator, made, count, ffi.NULL, error), error)
        return made


_generator: Optional[_Generator] = None
_making = threading.Lock()


def _get_generator() -> _Generator:
    global _generator
    with _making:
        if _generator is None:
            _generator = _Generator()
        return _generator


def _forget_generator() -> None:
    global _generator, _making
    _generator = None
    _making = threading.Lock()


os.register_at_fork(after_in_child=_forget_generator)


def _make(version: Any, count: int) -> Any:
    return _get_generator().make(version, count)


def _make_many(version: Any, count: int) -> list[UUID]:
    if not 0 <= count <= 2 ** 24:
        raise OptionError("count must be from 0 to 16777216")
    octets = bytes(ffi.buffer(_make(version, count))) if count else b""
    return [UUID(bytes=octets[at:at + 16])
            for at in range(0, len(octets), 16)]


def uuid6() -> UUID:
    """Return a UUID of version 6, greater than all before in this process."""
    return _to_python(_make(lib.ddds_uuid_generator_v6, 1))


def uuid6_many(count: int) -> list[UUID]:
    """Return |count| UUIDs of version 6 in ascending order."""
    return _make_many(lib.ddds_uuid_generator_v6, count)


def uuid7() -> UUID:
    """Return a UUID of version 7, greater than all before in this process."""
    return _to_python(_make(lib.ddds_uuid_generator_v7, 1))


def uuid7_many(count: int) -> list[UUID]:
    """Return |count| UUIDs of version 7 in ascending order."""
    return _make_many(lib.ddds_uuid_generator_v7, count)


# ---- Of the caller's own making ---------------------------------------------

def uuid8(a: Optional[int] = None, b: Optional[int] = None,
          c: Optional[int] = None) -> UUID:
    """Return the UUID of version 8 with |a| (48 bits), |b| (12) and |c| (62).

    Those that are None are random.
    """
    values = [secrets.randbits(bits) if value is None else value
              for value, bits in ((a, 48), (b, 12), (c, 62))]
    for name, value, bits in zip("abc", values, (48, 12, 62)):
        if not 0 <= value < 2 ** bits:
            raise OptionError(f"{name} must be from 0 to 2**{bits} - 1")
    made = ffi.new("struct ddds_uuid *")
    error = new_error()
    check_status(lib.ddds_uuid_make_v8(*values, made, error), error)
    return _to_python(made)


def uuid8_bytes(octets: bytes) -> UUID:
    """Return the UUID of version 8 made of 16 octets: version and variant
    replace 6 of the 128 bits.
    """
    if len(octets) != 16:
        raise OptionError("16 octets are needed")
    made = ffi.new("struct ddds_uuid *")
    lib.ddds_uuid_make_custom(bytes(octets), made)
    return _to_python(made)


# ---- Of names ---------------------------------------------------------------

NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")


def _make_name(hash: Any, namespace: UUID, name: Text) -> UUID:
    if isinstance(name, str):
        name = name.encode()
    made = ffi.new("struct ddds_uuid *")
    lib.ddds_uuid_make_name(hash, _to_c(namespace), ffi.from_buffer(name),
                            len(name), made)
    return _to_python(made)


def uuid3(namespace: UUID, name: Text) -> UUID:
    """Return the UUID of version 3 (MD5) of |name|, whose text is UTF-8."""
    return _make_name(lib.DDDS_UUID_MD5, namespace, name)


def uuid5(namespace: UUID, name: Text) -> UUID:
    """Return the UUID of version 5 (SHA-1) of |name|, whose text is UTF-8."""
    return _make_name(lib.DDDS_UUID_SHA1, namespace, name)


def uuid8_sha256(namespace: UUID, name: Text) -> UUID:
    """Return the UUID of version 8 of |name|, with SHA-256 as in RFC 9562
    appendix B.2.
    """
    return _make_name(lib.DDDS_UUID_SHA256, namespace, name)


_FORMS = {"common": lib.DDDS_UUID_DNS_COMMON,
          "presentation": lib.DDDS_UUID_DNS_PRESENTATION,
          "wire": lib.DDDS_UUID_DNS_WIRE}


def _make_dns_name(hash: Any, name: Text, form: str) -> UUID:
    if form not in _FORMS:
        raise OptionError(f"unknown form {form!r}; known: {', '.join(_FORMS)}")
    octets = name.encode() if isinstance(name, str) else name
    written = ffi.new("struct ddds_uuid_dns_name *")
    error = new_error()
    check_status(lib.ddds_uuid_write_dns_name(
        ffi.from_buffer(octets), len(octets), _FORMS[form], written, error),
        error)
    return _make_name(hash, NAMESPACE_DNS,
                      ffi.buffer(written.octets, written.length)[:])


def uuid3_dns(name: Text, *, form: str = "common") -> UUID:
    """Return the UUID of version 3 of a domain name; see uuid5_dns()."""
    return _make_dns_name(lib.DDDS_UUID_MD5, name, form)


def uuid5_dns(name: Text, *, form: str = "common") -> UUID:
    """Return the UUID of version 5 of the domain name |name|.

    RFC 9562 section 6.5 distinguishes three forms of a name, which give
    different UUIDs: "common" as in www.example.com, "presentation" as in
    www.example.com. and "wire", as in DNS messages. All are in lower case.
    Raises ParseError if |name| is not a domain name.
    """
    return _make_dns_name(lib.DDDS_UUID_SHA1, name, form)


def uuid8_sha256_dns(name: Text, *, form: str = "common") -> UUID:
    """Return the UUID of version 8, with SHA-256, of a domain name; see
    uuid5_dns().
    """
    return _make_dns_name(lib.DDDS_UUID_SHA256, name, form)
