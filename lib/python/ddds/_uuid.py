"""UUIDs that Python's uuid module does not make (RFC 9562).

All functions return uuid.UUID.

SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import os
from uuid import NAMESPACE_DNS, UUID

from ddds import _core
from ddds._errors import OptionError
from ddds._records import public

# ---- In the order of time ---------------------------------------------------


def _make_many(version: int, count: int) -> list[UUID]:
    octets = _core.uuid_generate(version, count)
    return [UUID(bytes=octets[at:at + 16])
            for at in range(0, len(octets), 16)]


@public
def uuid6() -> UUID:
    """Return a UUID of version 6, greater than all before in this process."""
    return UUID(bytes=_core.uuid_generate(6, 1))


@public
def uuid6_many(count: int) -> list[UUID]:
    """Return |count| UUIDs of version 6 in ascending order."""
    return _make_many(6, count)


@public
def uuid7() -> UUID:
    """Return a UUID of version 7, greater than all before in this process."""
    return UUID(bytes=_core.uuid_generate(7, 1))


@public
def uuid7_many(count: int) -> list[UUID]:
    """Return |count| UUIDs of version 7 in ascending order."""
    return _make_many(7, count)


# ---- Of the caller's own making ---------------------------------------------

def _draw(bits: int) -> int:
    return int.from_bytes(os.urandom(8), "big") >> 64 - bits


@public
def uuid8(a: int | None = None, b: int | None = None, c: int | None = None
          ) -> UUID:
    """Return the UUID of version 8 with |a| (48 bits), |b| (12) and |c| (62).

    Those that are None are random.
    """
    values = [_draw(bits) if value is None else value
              for value, bits in ((a, 48), (b, 12), (c, 62))]
    for name, value, bits in zip("abc", values, (48, 12, 62)):
        if not 0 <= value < 2 ** bits:
            raise OptionError(f"{name} must be from 0 to 2**{bits} - 1")
    return UUID(bytes=_core.uuid_v8(*values))


@public
def uuid8_time() -> UUID:
    """Return a UUID of version 8 with the time in units of 10 ns, as in RFC 9562
    appendix B.1.
    """
    return UUID(bytes=_core.uuid_generate(8, 1))


@public
def uuid8_bytes(octets: bytes) -> UUID:
    """Return the UUID of version 8 made of 16 octets: version and variant
    replace 6 of the 128 bits.
    """
    return UUID(bytes=_core.uuid_custom(octets))


# ---- Of names ---------------------------------------------------------------

#: The namespace of SUIT manifests (draft-ietf-suit-manifest).
NAMESPACE_CBOR_PEN = UUID("47fbdabb-f2e4-55f0-bb39-3620c2f6df4e")


def _make_name(hash: int, namespace: UUID, name: str | bytes) -> UUID:
    if not isinstance(namespace, UUID):
        raise TypeError("a namespace must be uuid.UUID, not"
                        f" {type(namespace).__name__}")
    return UUID(bytes=_core.uuid_name(hash, namespace.bytes, name))


@public
def uuid3(namespace: UUID, name: str | bytes) -> UUID:
    """Return the UUID of version 3 (MD5) of |name|, whose text is UTF-8."""
    return _make_name(_core.MD5, namespace, name)


@public
def uuid5(namespace: UUID, name: str | bytes) -> UUID:
    """Return the UUID of version 5 (SHA-1) of |name|, whose text is UTF-8."""
    return _make_name(_core.SHA1, namespace, name)


@public
def uuid8_sha256(namespace: UUID, name: str | bytes) -> UUID:
    """Return the UUID of version 8 of |name|, with SHA-256 as in RFC 9562
    appendix B.2.
    """
    return _make_name(_core.SHA256, namespace, name)


_HASHES = {"sha256": _core.SHA256, "sha512": _core.SHA512,
           "sha3-256": _core.SHA3_256, "sha3-512": _core.SHA3_512,
           "shake128": _core.SHAKE128, "shake256": _core.SHAKE256}


@public
def uuid8_hash(hash: str, namespace: UUID, name: str | bytes) -> UUID:
    """Return the UUID of version 8 of |name|, with |hash| as in RFC 9562
    appendix B.2: "sha256", "sha512", "sha3-256", "sha3-512", "shake128" or
    "shake256". SHA-3 and SHAKE need OpenSSL's libcrypto.so.3.
    """
    if hash not in _HASHES:
        raise OptionError(f"unknown hash {hash!r}; known: {', '.join(_HASHES)}")
    return _make_name(_HASHES[hash], namespace, name)


_FORMS = {"common": _core.COMMON, "presentation": _core.PRESENTATION,
          "wire": _core.WIRE}


def _make_dns_name(hash: int, name: str | bytes, form: str) -> UUID:
    if form not in _FORMS:
        raise OptionError(f"unknown form {form!r}; known: {', '.join(_FORMS)}")
    return _make_name(hash, NAMESPACE_DNS,
                      _core.uuid_dns_name(name, _FORMS[form]))


@public
def uuid3_dns(name: str | bytes, *, form: str = "common") -> UUID:
    """Return the UUID of version 3 of a domain name; see uuid5_dns()."""
    return _make_dns_name(_core.MD5, name, form)


@public
def uuid5_dns(name: str | bytes, *, form: str = "common") -> UUID:
    """Return the UUID of version 5 of the domain name |name|.

    RFC 9562 section 6.5 distinguishes three forms of a name, which give
    different UUIDs: "common" as in www.example.com, "presentation" as in
    www.example.com. and "wire", as in DNS messages. All are in lower case.
    Raises ParseError if |name| is not a domain name.
    """
    return _make_dns_name(_core.SHA1, name, form)


@public
def uuid8_sha256_dns(name: str | bytes, *, form: str = "common") -> UUID:
    """Return the UUID of version 8, with SHA-256, of a domain name; see
    uuid5_dns().
    """
    return _make_dns_name(_core.SHA256, name, form)
