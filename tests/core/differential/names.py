#!/usr/bin/python3
"""Do the library and the grammars agree about names?

An oracle of its own: RFC 3986 and RFC 8141 written down as regular
expressions, and normal forms made from their groups. It judges every row of
fixtures/tables/urn.tsv and uri.tsv, and thousands of generated names, and
compares with what the library says, which tests/core/differential/names.c prints.

    names.py PROGRAM [COUNT [SEED]]

SPDX-License-Identifier: MIT
"""
import functools
import os
import random
import re
import subprocess
import sys

# ---- RFC 3986 appendix A ---------------------------------------------------

ALPHA, DIGIT, HEX = "A-Za-z", "0-9", "[0-9A-Fa-f]"
ENCODED = f"%{HEX}{HEX}"
UNRESERVED = rf"{ALPHA}{DIGIT}\-._~"
SUB_DELIMS = r"!$&'()*+,;="
PCHAR = rf"(?:[{UNRESERVED}{SUB_DELIMS}:@]|{ENCODED})"
SEGMENTS = rf"(?:{PCHAR}|/)*"
QUERY = rf"(?:{PCHAR}|[/?])*"
DECIMAL = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])"
IPV4 = rf"{DECIMAL}\.{DECIMAL}\.{DECIMAL}\.{DECIMAL}"
H16 = f"{HEX}{{1,4}}"
LS32 = f"(?:{H16}:{H16}|{IPV4})"
IPV6 = "(?:" + "|".join([
    f"(?:{H16}:){{6}}{LS32}",
    f"::(?:{H16}:){{5}}{LS32}",
    f"(?:{H16})?::(?:{H16}:){{4}}{LS32}",
    f"(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}{LS32}",
    f"(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}{LS32}",
    f"(?:(?:{H16}:){{0,3}}{H16})?::{H16}:{LS32}",
    f"(?:(?:{H16}:){{0,4}}{H16})?::{LS32}",
    f"(?:(?:{H16}:){{0,5}}{H16})?::{H16}",
    f"(?:(?:{H16}:){{0,6}}{H16})?::",
]) + ")"
IPVFUTURE = rf"[vV]{HEX}+\.[{UNRESERVED}{SUB_DELIMS}:]+"
REG_NAME = rf"(?:[{UNRESERVED}{SUB_DELIMS}]|{ENCODED})*"
USERINFO = rf"(?:[{UNRESERVED}{SUB_DELIMS}:]|{ENCODED})*"
HOST = rf"\[(?:{IPV6}|{IPVFUTURE})\]|{REG_NAME}"
AUTHORITY = (rf"(?:(?P<userinfo>{USERINFO})@)?(?P<host>{HOST})"
             rf"(?::(?P<port>[0-9]*))?")
PATH_ABEMPTY = rf"(?:/{PCHAR}*)*"
PATH_OTHER = rf"(?:/(?:{PCHAR}+{PATH_ABEMPTY})?|{PCHAR}+{PATH_ABEMPTY}|)"
URI = re.compile(
    rf"(?P<scheme>[{ALPHA}][{ALPHA}{DIGIT}+\-.]*):"
    rf"(?://{AUTHORITY}(?P<path>{PATH_ABEMPTY})|(?P<path2>{PATH_OTHER}))"
    rf"(?:\?(?P<query>{QUERY}))?(?:#(?P<fragment>{QUERY}))?")

# ---- RFC 8141 section 2, r-components as section 2.3.1 ends them -----------

NID = rf"[{ALPHA}{DIGIT}][{ALPHA}{DIGIT}\-]{{0,30}}[{ALPHA}{DIGIT}]"
R_MORE = rf"(?:{PCHAR}|/|\?(?!=))*"
URN = re.compile(
    rf"[uU][rR][nN]:(?P<nid>{NID}):(?P<nss>{PCHAR}{SEGMENTS})"
    rf"(?:\?\+(?P<r>{PCHAR}{R_MORE}))?(?:\?=(?P<q>{PCHAR}{QUERY}))?"
    rf"(?:#(?P<f>{QUERY}))?")

# ---- Keys: letters, digits, hyphens, underscores ---------------------------

LABEL = r"[A-Za-z0-9_\-]{1,63}"
KEY = re.compile(rf"(?!(?:[0-9]+\.){{3}}[0-9]+\.?\Z){LABEL}(?:\.{LABEL})*\.?")


def field(part):
    return "-" if part is None else "=" + part


UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def upper_encodings(text):
    return re.sub(ENCODED, lambda found: found[0].upper(), text)


def decode_unreserved(text):
    def decode(found):
        octet = chr(int(found[0][1:], 16))
        return octet if re.fullmatch(f"[{UNRESERVED}]", octet) else \
            found[0].upper()
    return re.sub(ENCODED, decode, text)


def lower(text):
    """Lower case, but for the digits of encodings."""
    return re.sub(rf"{ENCODED}|[A-Z]",
                  lambda found: found[0] if found[0][0] == "%"
                  else found[0].lower(), text)


def canonical_urn(urn):
    nss = upper_encodings(urn["nss"])
    if urn["nid"].lower() == "uuid" and UUID.fullmatch(nss):
        nss = nss.lower()  # RFC 9562 section 4: by the namespace's own rules
    return f"urn:{urn['nid'].lower()}:{nss}"


def canonical_uri(uri, path):
    text = uri["scheme"].lower() + ":"
    if uri["host"] is not None:
        text += "//"
        if uri["userinfo"] is not None:
            text += decode_unreserved(uri["userinfo"]) + "@"
        text += lower(decode_unreserved(uri["host"]))
        if uri["port"] is not None:
            text += ":" + uri["port"]
    text += decode_unreserved(path)
    if uri["query"] is not None:
        text += "?" + decode_unreserved(uri["query"])
    return text


def judge_urn(text):
    urn = URN.fullmatch(text)
    if urn is None:
        return None
    return [canonical_urn(urn)] + [
        field(urn[part]) for part in ("nid", "nss", "r", "q", "f")]


def judge_uri(text):
    uri = URI.fullmatch(text)
    if uri is None:
        return None
    path = uri["path"] if uri["path"] is not None else uri["path2"]
    canonical = canonical_uri(uri, path)
    if text[:4].lower() == "urn:":
        urn = URN.fullmatch(text)
        canonical = "none" if urn is None else canonical_urn(urn)
    return [canonical, field(uri["scheme"]), field(uri["userinfo"]),
            field(uri["host"]), field(uri["port"]), field(path),
            field(uri["query"]), field(uri["fragment"])]


def judge_key(text):
    if KEY.fullmatch(text) is None or len(text.removesuffix(".")) > 253:
        return None
    return [text.removesuffix(".").lower()]


# ---- Where a name goes wrong -----------------------------------------------
#
# The offset is that of the first octet after which nothing can make the string
# right again. Whether something can is found out by trying: these are enough
# to complete whatever can be completed.

URN_ENDINGS = ["", "a", "aa", "AA", "0A", "=a", "+a", ":a", "a:a", "aa:a",
               "urn:aa:a", "rn:aa:a", "n:aa:a", ":aa:a"]
GROUPS = ["0"] * 8
URI_ENDINGS = (
    ["", "a", "aa", ":", "a:", "]", "a]", "0]", ".a]", "0.a]", "::]", ":]"] +
    [":".join(GROUPS[:count]) + "]" for count in range(1, 9)] +
    [":" + ":".join(GROUPS[:count]) + "]" for count in range(1, 9)] +
    ["0." * dots + "0]" for dots in range(1, 4)] +
    [".0" * dots + "]" for dots in range(1, 4)])
COMPLETE = {"urn": (URN, URN_ENDINGS), "uri": (URI, URI_ENDINGS),
            "userinfo": (URI, ["@a", "a@a", "aa@a"]),
            "number": (URI, ["0.0.0.0]"])}


@functools.lru_cache(1 << 16)  # names that follow each other begin alike
def viable(kind, prefix):
    grammar, endings = COMPLETE[kind]
    return any(grammar.fullmatch(prefix + ending) for ending in endings)


def urn_offset(text):
    offset = next((offset for offset in range(len(text))
                   if not viable("urn", text[:offset + 1])), len(text))
    # A hyphen might be followed by a letter; what is said to be wrong is that
    # it ends the identifier.
    hyphen = re.match(rf"urn:[{ALPHA}{DIGIT}][{ALPHA}{DIGIT}\-]{{0,30}}-:",
                      text, re.I)
    if hyphen is not None:
        return hyphen.end() - 2
    return offset


def uri_offset(text):
    # What stands before an "@" in the authority is read as user information,
    # what does not as host and port.
    begin = end = 0
    authority = re.match(r"[^:/?#]*://([^/?#@]*)@", text)
    if authority is not None:
        begin, end = authority.span(1)
    for offset in range(len(text)):
        kind = "userinfo" if begin <= offset < end else "uri"
        if not viable(kind, text[:offset + 1]):
            return blame_number(text, offset)
    return len(text)


def blame_number(text, offset):
    """A dot after a group of hexadecimal digits, where an IPv4 address may
    stand: not the dot is said to be wrong but the number."""
    group = re.search(f"{H16}$", text[:offset])
    if text[offset] != "." or group is None or not viable(
            "number", text[:group.start()]):
        return offset
    for end in range(group.start(), offset):
        if not re.fullmatch(DECIMAL, text[group.start():end + 1]):
            return end
    return offset


# ---- Names to try ----------------------------------------------------------

def table(name):
    """The rows of a table: input, and canonical form or offset."""
    def unescape(found):
        return "\\" if found[0] == "\\\\" else chr(int(found[0][2:], 16))
    with open(f"fixtures/tables/{name}.tsv", encoding="ascii") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 3:
                yield (re.sub(r"\\x[0-9A-F]{2}|\\\\", unescape, fields[0]),
                       fields[1])


SEEDS = [
    "urn:example:a123,z456?+abc?=xyz#789", "URN:ab:c%2fd", "urn:a-b:/c",
    "http://user:pw@www.Example.com:8042/over/there?name=ferret#nose",
    "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:a%41b@example.com",
    "a://[::ffff:192.0.2.1]:1", "a://[1:2:3:4:5:6:7:8]/", "a://[v1f.a:b]",
    "a://[1:2:3:4:5:6:192.0.2.1]", "a:/b//c", "a:?#", "_sip._tcp.Example.com.",
    "192.0.2.1", "1.2.3", "example.com",
]
PIECES = list("abzAZ019-._~!$&'()*+,;=:@/?#[]%\\ \"<>^`{|}\x01\t\x7f\x80\xff") + [
    "%41", "%2f", "%C3%84", "%4", "%zz", "?+", "?=", "//", "::", "]:", "@",
    "urn:", "a" * 31, "a" * 32, "a" * 63, "a" * 64, "0.0.0.0", "255", "256",
    "1:", ":1", "12345",
]


def generate(chance, known):
    text = chance.choice(known)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 5))):
        begin = chance.randint(0, len(text))
        end = min(len(text), begin + chance.choice((0, 0, 1, 1, 2, 4)))
        text = text[:begin] + chance.choice(PIECES + [""]) + text[end:]
    if chance.random() < 0.1:
        text = text[:chance.randint(0, len(text))]
    return text[:600]


def every_octet_everywhere():
    for subject in SEEDS[:4]:
        for place in range(len(subject)):
            for octet in range(1, 256):
                yield subject[:place] + chr(octet) + subject[place + 1:]


# ---- The comparison --------------------------------------------------------

def ask(program, names):
    """What the library says of each: its fields."""
    lines = "\n".join(name.encode("latin-1").hex() for name in names) + "\n"
    answers = subprocess.run([program], input=lines.encode(), check=True,
                             stdout=subprocess.PIPE).stdout.decode("latin-1")
    return [line.split("\t") for line in answers.split("\n")[:-1]]


def take(fields, count):
    """Take one verdict off the front: (parts, None) or (None, offset)."""
    if fields[0] == "no":
        return (None, int(fields[1])), fields[2:]
    return (fields[1:count + 1], None), fields[count + 1:]


def compare(name, fields):
    """The disagreements about one name."""
    urn, fields = take(fields, 6)
    uri, fields = take(fields, 8)
    key, fields = take(fields, 1)
    wrong = []
    for kind, said, judged, offset_of in (
            ("URN", urn, judge_urn(name), urn_offset),
            ("URI", uri, judge_uri(name), uri_offset),
            ("key", key, judge_key(name), None)):
        if said[0] != judged:
            wrong.append(f"{kind} {name!r}: {said}, not {judged}")
        elif judged is None and offset_of is not None:
            if said[1] != offset_of(name):
                wrong.append(f"{kind} {name!r}: at {said[1]}, "
                             f"not {offset_of(name)}")
    return wrong


def check_table(name, judge, offset_of):
    """The rows with which the grammars disagree, without the library."""
    wrong = []
    for text, expected in table(name):
        judged = judge(text)
        if name == "uri" and text[:4].lower() == "urn:":
            judged, offset = judge_urn(text), urn_offset
        else:
            offset = offset_of
        said = f"!{offset(text)}" if judged is None else judged[0]
        if said != expected:
            wrong.append(f"{name}.tsv {text!r}: {expected}, not {said}")
    return wrong


def main(program, count=20000, seed=int(os.environ.get("SEED") or 1)):
    print(f"SEED={seed}", flush=True)
    wrong = check_table("urn", judge_urn, urn_offset)
    wrong += check_table("uri", judge_uri, uri_offset)
    known = SEEDS + [text for kind in ("urn", "uri") for text, _ in table(kind)]
    chance = random.Random(seed)
    names = known + list(every_octet_everywhere())
    names += [generate(chance, known) for _ in range(count)]
    for name, fields in zip(names, ask(program, names), strict=True):
        wrong += compare(name, fields)
    for line in wrong[:20]:
        print(line)
    print(f"{len(names)} names, {len(wrong)} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
