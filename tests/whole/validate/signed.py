"""Signed zones with every fault that validation has to find, made by
dnssec-keygen and dnssec-signzone of BIND, and one by ldns-signzone, because BIND
refuses so many iterations.

All zones are below "example", whose key is the trust anchor.

SPDX-License-Identifier: MIT
"""
import base64
import pathlib
import re
import subprocess

ANCHOR = "example"
DIGEST = "00" * 32
RULE = 'NAPTR 10 10 "u" "E2U+sip" "!^.*$!sip:x@example.net!" .'
HEAD = """$ORIGIN {zone}.
$TTL {ttl}
@ SOA ns.{zone}. hostmaster.{zone}. 1 7200 3600 1209600 300
@ NS ns.{zone}.
ns A {address}
@ {rule}
a {rule}
*.wild {rule}
old DNAME new.{zone}.
a.new {rule}
alias CNAME a.{zone}.
"""


def run(*words, cwd):
    done = subprocess.run(list(map(str, words)), cwd=cwd, check=False, text=True,
                          capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


class Zone:
    """How a zone is signed. |ds| says what the parent has: "right", "wrong",
    "wrong digest", "none", or "unknown": an algorithm that does not exist."""

    def __init__(self, name, nsec3=None, begin=None, end=None, ds="right",
                 is_signed=True, damage=None, keys=1, extra="", is_optout=False,
                 ttl=3600):
        self.name = name
        self.ttl = ttl
        self.nsec3 = nsec3
        self.dates = (["-s", begin] if begin else []) + \
            (["-e", end] if end else [])
        self.ds = ds
        self.is_signed = is_signed
        self.damage = damage
        self.keys = keys
        self.extra = extra
        self.is_optout = is_optout


def flip(text):
    """Base64 with one bit changed in the middle."""
    octets = bytearray(base64.b64decode(text))
    octets[len(octets) // 2] ^= 1
    return base64.b64encode(octets).decode()


def damage_signature(lines, zone):
    """The signature of the rules at the name a is wrong."""
    return [re.sub(r"\S+$", lambda found: flip(found[0]), line)
            if re.match(rf"a\.{zone}\.\s.*RRSIG\s+NAPTR", line) else line
            for line in lines]


def damage_addresses(lines, zone):
    """The addresses of one host are wrong, and those of another host in part."""
    return [re.sub(r"\S+$", lambda found: flip(found[0]), line)
            if re.match(rf"(bad\.{zone}\.\s.*RRSIG\s+A"
                        rf"|half\.{zone}\.\s.*RRSIG\s+AAAA)\s", line) else line
            for line in lines]


def drop_signature(lines, zone):
    """The rules at the name a have none."""
    return [line for line in lines
            if not re.match(rf"a\.{zone}\.\s.*RRSIG\s+NAPTR", line)]


def drop_proofs(lines, zone):
    """No name is proven not to exist."""
    return [line for line in lines
            if not re.search(r"\sIN\s+(NSEC3?|RRSIG\s+NSEC3?)\s", line)]


def drop_keys(lines, zone):
    """The zone has no keys."""
    return [line for line in lines
            if not re.search(r"\sIN\s+(DNSKEY|RRSIG\s+DNSKEY)\s", line)]


ZONES = [
    Zone("nsec.example"),
    Zone("nsec3.example", nsec3=("aabb", 0)),
    Zone("optout.example", nsec3=("-", 0), is_optout=True,
         extra="sub NS ns.sub\nns.sub A 127.0.0.1\n"),
    Zone("iterations.example", nsec3=("aabb", 500)),
    Zone("expired.example", begin="now-2592000", end="+864000"),
    Zone("future.example", begin="now+2592000", end="+864000"),
    Zone("broken.example", damage=damage_signature),
    Zone("hosts.example", damage=damage_addresses, extra="""\
_sip._udp.good SRV 1 0 5060 good
_sip._udp.bad SRV 1 0 5060 good
_sip._udp.bad SRV 2 0 5060 bad
_sip._udp.half SRV 1 0 5060 half
good A 192.0.2.1
bad A 192.0.2.2
half A 192.0.2.3
half AAAA 2001:db8::3
"""),
    Zone("bare.example", damage=drop_signature),
    Zone("unproven.example", damage=drop_proofs),
    Zone("keyless.example", damage=drop_keys),
    Zone("wrong-ds.example", ds="wrong"),
    Zone("wrong-digest.example", ds="wrong digest"),
    Zone("island.example", ds="none"),
    Zone("unknown.example", ds="unknown"),
    Zone("plain.example", is_signed=False, ds="none"),
    Zone("stripped.example", is_signed=False, ds="wrong"),
    Zone("rollover.example", keys=2),
    Zone("brief.example", ttl=60),
    Zone("soon.example", begin="now-86400", end="now+2000"),
]

# Name, what it is, and how secure the answer is.
CASES = [
    ("a.nsec.example", "secure"),
    ("nsec.example", "secure"),
    ("alias.nsec.example", "secure"),
    ("x.wild.nsec.example", "secure"),
    ("a.old.nsec.example", "secure"),
    ("ns.nsec.example", "secure"),           # no data
    ("no.nsec.example", "secure"),           # no such name
    ("a.nsec3.example", "secure"),
    ("x.wild.nsec3.example", "secure"),
    ("a.old.nsec3.example", "secure"),
    ("ns.nsec3.example", "secure"),
    ("no.nsec3.example", "secure"),
    ("a.optout.example", "secure"),
    ("a.iterations.example", "secure"),    # a proof is not needed
    ("no.iterations.example", "insecure"),
    ("a.expired.example", "bogus"),
    ("no.expired.example", "bogus"),
    ("a.future.example", "bogus"),
    ("a.broken.example", "bogus"),
    ("broken.example", "secure"),
    ("a.bare.example", "bogus"),
    ("no.unproven.example", "bogus"),
    ("x.wild.unproven.example", "bogus"),
    ("a.keyless.example", "bogus"),
    ("a.wrong-ds.example", "bogus"),
    ("a.wrong-digest.example", "bogus"),
    ("a.island.example", "insecure"),
    ("a.unknown.example", "insecure"),
    ("a.plain.example", "insecure"),
    ("no.plain.example", "insecure"),
    ("a.stripped.example", "bogus"),
    ("a.rollover.example", "secure"),
    ("to-plain.example", "insecure"),        # a signed alias of unsigned rules
    ("to-broken.example", "bogus"),
    ("elsewhere.invalid", "indeterminate"),
]


class Signed:
    """The zones, signed, as files in |folder|; their server is at |address|."""

    def __init__(self, folder, address="127.0.0.1"):
        self.address = address
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.files = {}
        records = "".join(self.add(zone) for zone in ZONES)
        parent = Zone(ANCHOR, extra=records +
                      "to-plain CNAME a.plain.example.\n"
                      "to-broken CNAME a.broken.example.\n"
                      "to-expired CNAME a.expired.example.\n")
        self.add(parent)
        self.anchors = self.folder / "anchors"
        self.anchors.write_text("".join(
            line + "\n" for line in
            (self.folder / f"{ANCHOR}.keys").read_text().splitlines()
            if not line.startswith(";")))

    def add(self, zone):
        """Sign |zone|, and return what its parent has of it."""
        text = HEAD.format(zone=zone.name, rule=RULE, ttl=zone.ttl,
                           address=self.address) + zone.extra
        path = self.folder / f"{zone.name}.zone"
        self.files[zone.name] = path
        delegation = f"{zone.name}. NS ns.{zone.name}.\n" \
            f"ns.{zone.name}. A {self.address}\n"
        if not zone.is_signed:
            path.write_text(text)
            return delegation + self.ds(zone, [])
        keys = [run("dnssec-keygen", "-q", "-a", "ECDSAP256SHA256", "-f", "KSK",
                    zone.name, cwd=self.folder).strip()
                for _ in range(zone.keys)]
        plain = self.folder / f"{zone.name}.plain"
        own = "".join((self.folder / f"{key}.key").read_text() for key in keys)
        plain.write_text(text + own)
        (self.folder / f"{zone.name}.keys").write_text(own)
        self.sign(zone, plain, path, keys)
        if zone.damage:
            lines = path.read_text().splitlines()
            path.write_text("\n".join(zone.damage(lines, zone.name)) + "\n")
        return delegation + self.ds(zone, keys)

    def sign(self, zone, plain, path, keys):
        if zone.nsec3 and zone.nsec3[1] > 150:
            run("ldns-signzone", "-n", "-s", zone.nsec3[0], "-t",
                str(zone.nsec3[1]), "-f", path, plain, *keys, cwd=self.folder)
            return
        words = ["dnssec-signzone", "-q", "-z", "-P", "-O", "full", "-o", zone.name,
                 "-f", path, *zone.dates]
        if zone.nsec3:
            salt, iterations = zone.nsec3
            words += ["-3", salt, "-H", str(iterations)]
            words += ["-A"] if zone.is_optout else []
        run(*words, plain, *keys, cwd=self.folder)

    def ds(self, zone, keys):
        """Of a zone in which a key takes over from another one, the parent has
        the first."""
        if zone.ds == "none":
            return ""
        if zone.ds == "wrong":
            return f"{zone.name}. DS 12345 13 2 {DIGEST}\n"
        if zone.ds == "unknown":
            return f"{zone.name}. DS 12345 200 2 {DIGEST}\n"
        line = run("dnssec-dsfromkey", "-2", f"{keys[0]}.key", cwd=self.folder)
        return re.sub(r"\S+$", DIGEST, line) if zone.ds == "wrong digest" else line
