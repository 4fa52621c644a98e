"""Certificates that openssl makes, in a folder, for servers of tests.

SPDX-License-Identifier: MIT
"""
import subprocess

AUTHORITY = "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign,cRLSign\n"
PATIENCE = 600  # seconds: for what hangs, on a machine that may be busy


def openssl(*words):
    done = subprocess.run(["openssl", *map(str, words)], check=False, text=True,
                          timeout=PATIENCE, stdin=subprocess.DEVNULL,
                          capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"openssl {words[0]}: status {done.returncode}: "
                           f"{done.stderr}")


def lifetime(days):
    """OpenSSL 3.4 and later reject a negative number, and have dates."""
    known = subprocess.run(["openssl", "x509", "-help"], check=False, text=True,
                           capture_output=True)
    if days >= 0 or "-not_after" not in known.stdout + known.stderr:
        return ["-days", days]
    return ["-not_before", "20200101000000Z", "-not_after", "20200201000000Z"]


class Certificates:
    """Certificates in a folder: NAME.pem, NAME.key and, with those that lead to
    the authority, NAME.chain."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name, kind):
        return self.folder / f"{name}.{kind}"

    def make(self, name, subject, extensions, issuer=None, days=2):
        request = self.path(name, "csr")
        extra = self.path(name, "extensions")
        extra.write_text(extensions)
        openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj",
                f"/CN={subject}", "-keyout", self.path(name, "key"), "-out",
                request)
        by = ["-CA", self.path(issuer, "pem"), "-CAkey",
              self.path(issuer, "key"), "-CAcreateserial"] if issuer else \
            ["-signkey", self.path(name, "key")]
        openssl("x509", "-req", "-in", request, "-extfile", extra, "-sha256",
                "-out", self.path(name, "pem"), *lifetime(days), *by)

    def make_authority(self, name, subject, issuer=None):
        self.make(name, subject, AUTHORITY, issuer)

    def chain(self, name, *issuers):
        """NAME.chain, of the certificate |name| and those of its |issuers|."""
        self.path(name, "chain").write_text("".join(
            self.path(part, "pem").read_text() for part in (name, *issuers)))
