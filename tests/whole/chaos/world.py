"""What the servers publish, and which results are right.

Each namespace n0, n1, ... is published in one of four ways, so that a resolution
takes one to three queries. The version of the zone is in everything that a
result shows. TTLs are 0: a name that is resolved again is asked for again.

SPDX-License-Identifier: MIT
"""
import json

HEAD = ("$ORIGIN urn.arpa.\n$TTL 0\n"
        "@ SOA ns.urn.arpa. h.urn.arpa. {version} 7200 3600 1209600 0\n"
        "@ NS ns\nns A 127.0.0.1\n")

# URI; servers; URI behind a delegation; nothing.
FORMS = [
    'n{i} NAPTR 100 10 "u" "http+I2L" '
    '"!^urn:n{i}:(.*)$!http://v{version}.example/{i}/\\\\1!" .\n',
    'n{i} NAPTR 100 10 "s" "http+I2L" "" _http._tcp.h{i}\n'
    '_http._tcp.h{i} SRV 0 0 {port} a{i}\n'
    'a{i} A 192.0.{version}.1\n',
    'n{i} NAPTR 100 10 "" "" "" k{i}\n'
    'k{i} NAPTR 100 10 "u" "http+I2L" '
    '"!^urn:n{i}:(.*)$!http://v{version}.example/{i}/\\\\1!" .\n',
    "",
]
TEMPORARY = {"TIMEOUT", "NETWORK", "SERVER_FAILURE", "REFUSED"}


def write_zone(path, namespaces, version):
    with open(path, "w", encoding="ascii") as zone:
        zone.write(HEAD.format(version=version))
        for i in range(namespaces):
            zone.write(FORMS[i % 4].format(i=i, version=version,
                                           port=8000 + version))


def make_inputs(namespaces, first, count):
    """|count| inputs, numbered from |first|, over all namespaces."""
    return [f"urn:n{number % namespaces}:{number}"
            for number in range(first, first + count)]


def right_results(urn, version):
    """What |urn| resolves to in that version: texts of which one is shown."""
    _, nid, number = urn.split(":")
    i = int(nid[1:])
    if i % 4 == 3:
        return ["NO_NAME"]
    if i % 4 == 1:
        return [f"a{i}.urn.arpa:{8000 + version} 192.0.{version}.1"]
    return [f"http://v{version}.example/{i}/{number}"]


def right_mixtures(urn, versions):
    """The same if the zone changed from one of |versions| to the other: a
    result of several queries may have something of each."""
    i = int(urn.split(":")[1][1:])
    if i % 4 == 1:
        return [f"a{i}.urn.arpa:{8000 + one} 192.0.{other}.1"
                for one in versions for other in versions]
    return [text for one in versions for text in right_results(urn, one)]


def result_of(line):
    """The input and the result of a line of JSON, in the form of the above; a
    temporary failure is its reason."""
    found = json.loads(line)
    if found["reason"] is not None:
        return found["input"], found["reason"]["code"]
    result = found["results"][0]
    if result["kind"] == "uri":
        return found["input"], result["uri"]
    end = result["endpoints"][0]
    return found["input"], (f"{end['host']}:{end['port']} "
                            f"{' '.join(end['addresses'])}")
